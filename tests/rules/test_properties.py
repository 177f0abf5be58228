"""What must hold in every game, one named property a rule, on games that hypothesis draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from device.rules import IllegalAction, apply, evolve, legal, to_act
from device.rules import actions as a
from device.rules import events as e
from device.rules import step as do
from device.rules.model import UNLIMITED, Identity, Key, Phase, Side, State
from device.rules.roles import SPYMASTERS
from device.rules.views import as_json
from tests.rules.play import (
    Game,
    agents_of,
    all_games,
    duet,
    duet_games,
    found,
    sides_of,
    under,
    versus,
    versus_games,
)

Property = Callable[[Game], None]
PROPERTIES: list[tuple[Property, Any]] = []
BOTH = (Side.A, Side.B)


def of(strategy: Any) -> Callable[[Property], Property]:
    """Note a function as a property of the games of a strategy."""

    def note(function: Property) -> Property:
        PROPERTIES.append((function, strategy))
        return function

    return note


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of each property."""
    if "rule" in metafunc.fixturenames:
        metafunc.parametrize(("rule", "strategy"), PROPERTIES, ids=[rule.__name__ for rule, _ in PROPERTIES])


def test_property(rule: Property, strategy: Any, games: int) -> None:
    """The property holds in every game drawn."""
    _on_games(rule, strategy, max(10, games // 8))


def _on_games(rule: Property, strategy: Any, games: int) -> None:
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    options: Any = settings(max_examples=games, deadline=None, database=None, suppress_health_check=checks)
    check: Any = given(strategy)
    options(check(rule))()


# Both games


@of(all_games)
def the_table_forgets_nothing_but_by_undo(game: Game) -> None:
    for step in game.line:
        before, after = under(step.before.public), under(step.after.public)
        assert before.items() <= after.items()
        assert len(after) - len(before) <= 1


@of(all_games)
def covers_show_the_truth(game: Game) -> None:
    for state in game.states:
        for place, cover in enumerate(state.public.covers):
            if cover:
                side = cover.by.other if cover.by in BOTH else cover.by
                assert state.key.face(side)[place] is cover.identity


@of(all_games)
def turns_count_the_turns_that_ended(game: Game) -> None:
    assert game.state.public.turn == 1 + sum(step.ended_turn is not None for step in game.line)


@of(all_games)
def a_clue_belongs_to_its_guesses(game: Game) -> None:
    for table in (state.public for state in game.states):
        assert (table.clue is not None) == (table.phase is Phase.GUESS)
        if table.phase is not Phase.GUESS:
            assert (table.guesses, table.objected) == (0, False)


@of(all_games)
def over_means_a_result_and_nobody_to_act(game: Game) -> None:
    for table in (state.public for state in game.states):
        over = table.phase is Phase.OVER
        assert over == (table.result is not None) == (not to_act(table)) == (not legal(table))


@of(all_games)
def an_end_of_turn_is_not_told_with_the_end(game: Game) -> None:
    for step in game.steps:
        if step.of(e.Ended):
            assert step.events[-1] == step.of(e.Ended)[0]
            assert step.ended_turn is None


@of(all_games)
def apply_changes_nothing(game: Game) -> None:
    for step in game.steps:
        before = repr(step.before.public), step.before.key, step.before.number
        assert apply(step.before, step.action) == step.events == apply(step.before, step.action)
        assert before == (repr(step.before.public), step.before.key, step.before.number)


@of(all_games)
def events_alone_carry_the_game(game: Game) -> None:
    for step in game.steps:
        state = step.before
        for event in step.events:
            state = evolve(state, event)
        assert state.public == step.after.public


@of(all_games)
def undo_goes_back_to_the_very_start(game: Game) -> None:
    state = game.state
    for step in reversed(game.line):
        events, state = do(state, a.Undo())
        assert events == (e.Undone(step.after.number),)
        assert state is step.before
    with pytest.raises(IllegalAction) as refused:
        apply(state, a.Undo())
    assert refused.value.code == "nothing_to_undo"
    assert state is game.start


@of(all_games)
def legal_is_what_apply_accepts(game: Game) -> None:
    for state in [*game.states][::7]:
        judged = {action: _judged(state, action) for action in _thinkable(state)}
        accepted = {action for action, code in judged.items() if code is None}
        offered = set(legal(state.public))
        if state.public.phase is Phase.COVER:
            assert accepted <= offered
            assert {judged[action] for action in offered - accepted} <= {"not_your_card"}
        else:
            assert accepted == offered


def _thinkable(state: State) -> list[a.Action]:
    cards = (*state.public.cards, "NOWHERE")
    actions: list[a.Action] = [a.Timeout(), a.Abandon()]
    for side in sides_of(type(state.public)):
        actions += [a.GiveClue(side, number) for number in (*range(-1, 11), UNLIMITED)]
        actions += [kind(side, card) for kind in (a.Guess, a.CoverCard) for card in cards]
        actions += [a.Stop(side), a.Object(side), a.Pass(side)]
    return actions


def _judged(state: State, action: a.Action) -> str | None:
    try:
        apply(state, action)
    except IllegalAction as refused:
        return refused.code
    return None


@of(all_games)
def the_table_tells_nothing_of_untouched_cards(game: Game) -> None:
    """Two games that differ only in cards never touched look alike, step by step."""
    table = game.state.public
    touched = {step.action.card for step in game.line if isinstance(step.action, a.Guess | a.CoverCard)}
    hidden = [place for place, card in enumerate(table.cards) if card not in touched]
    faces = []
    for face in game.start.key.faces:
        turned = dict(zip(hidden, [face[place] for place in (*hidden[1:], *hidden[:1])], strict=True))
        faces.append(tuple(turned.get(place, identity) for place, identity in enumerate(face)))
    twin = replace(game.start, key=Key(tuple(faces)))
    for step in game.line:
        events, twin = do(twin, step.action)
        assert events == step.events
        assert twin.public == step.after.public
        assert as_json(twin.public) == as_json(step.after.public)
        assert legal(twin.public) == legal(step.after.public)


# Duet


@of(duet_games)
def no_token_appears_or_vanishes(game: Game) -> None:
    spent: Counter[str] = Counter()
    for step in game.line:
        for token in step.tokens:
            spent[token.to] += token.count
        table = duet(step.after)
        assert table.bank.total + spent.total() == table.options.tokens
        assert sum(table.kept) == spent["kept"]
        assert table.bank.bystander >= 0 and table.bank.check >= 0


@of(duet_games)
def every_turn_uses_a_token(game: Game) -> None:
    for step in game.line:
        if step.ended_turn is not None:
            marker_costs = 2 if step.ended_turn == "bystander" and not duet(step.before).bank.bystander else 1
            assert sum(token.count for token in step.tokens) == marker_costs


@of(duet_games)
def who_guesses_rightly_keeps_the_token(game: Game) -> None:
    for step in game.line:
        for token in step.tokens:
            if token.to == "kept":
                assert (token.side,) == to_act(step.before.public)
                assert step.before.public.guesses or step.of(e.Revealed)
                assert step.ended_turn in ("stop", "finished", "timeout", None)
            else:
                assert token.side is None


@of(duet_games)
def check_tokens_go_first_but_for_a_mistake(game: Game) -> None:
    for step in game.line:
        for token in step.tokens:
            bank = duet(step.before).bank
            if token.to == "card":
                assert (token.kind, token.count) == (("bystander", 1) if bank.bystander else ("check", 2))
            else:
                assert (token.kind, token.count) == ("check" if bank.check else "bystander", 1)


@of(duet_games)
def fifteen_agents_are_to_be_found(game: Game) -> None:
    for state in game.states:
        everyone = agents_of(state, Side.A) | agents_of(state, Side.B)
        assert len(everyone) == 15
        assert duet(state).agents_left == len(everyone - found(state))


@of(duet_games)
def a_side_is_finished_when_its_agents_are_covered(game: Game) -> None:
    for state in game.states:
        assert duet(state).finished == {side for side in BOTH if agents_of(state, side) <= found(state)}


@of(duet_games)
def the_last_agent_wins_at_once(game: Game) -> None:
    for state in game.states:
        table = duet(state)
        assert (table.agents_left == 0) == (table.result is not None and table.result.outcome == "won")


@of(duet_games)
def an_assassin_loses_at_once(game: Game) -> None:
    for step in game.line:
        touched = [event for event in step.events if isinstance(event, e.Revealed)]
        contact = any(event.identity is Identity.ASSASSIN for event in touched)
        result = step.after.public.result
        assert contact == (result is not None and result.reason == "assassin")
        if contact:
            assert (result.outcome, step.tokens) == ("lost", [])  # type: ignore[union-attr]


@of(duet_games)
def a_marker_shows_who_missed(game: Game) -> None:
    for state in game.states:
        table = duet(state)
        for place, sides in enumerate(table.markers):
            for side in sides:
                assert state.key.face(side.other)[place] is Identity.BYSTANDER


@of(duet_games)
def a_marked_card_is_closed_to_that_side_only(game: Game) -> None:
    for state in game.states:
        table = duet(state)
        if table.phase not in (Phase.GUESS, Phase.SUDDEN_DEATH):
            continue
        for side in to_act(table):
            for card, cover, sides in zip(table.cards, table.covers, table.markers, strict=True):
                code = _judged(state, a.Guess(side, card))
                if cover or len(sides) == 2:
                    assert code == "covered"
                else:
                    assert code == ("marked_for_you" if side in sides else None)


@of(duet_games)
def a_bystander_ends_the_turn(game: Game) -> None:
    for step in game.line:
        if isinstance(step.action, a.Guess) and step.before.public.phase is Phase.GUESS:
            missed = step.events[0].identity is Identity.BYSTANDER  # type: ignore[union-attr]
            result = step.after.public.result
            assert missed == (step.ended_turn == "bystander" or (result is not None and result.reason == "time"))
            if missed:
                place = step.before.public.cards.index(step.action.card)
                assert duet(step.after).markers[place] == duet(step.before).markers[place] | {step.action.side}


@of(duet_games)
def one_token_left_cannot_pay_a_mistake_with_checks(game: Game) -> None:
    for step in game.line:
        result = step.after.public.result
        if result and result.reason == "time":
            assert (duet(step.before).bank.bystander, duet(step.before).bank.check) == (0, 1)
            assert duet(step.after).bank == duet(step.before).bank
            assert result.outcome == "lost"


@of(duet_games)
def a_finished_giver_ends_the_turn_and_a_finished_guesser_does_not(game: Game) -> None:
    for step in game.line:
        for event in step.of(e.SideFinished):
            if step.before.public.phase is Phase.GUESS and not step.after.public.result:
                guesser = step.action.side  # type: ignore[union-attr]
                ends = event.side is guesser.other  # type: ignore[union-attr]
                assert step.ended_turn == ("finished" if ends else None)


@of(duet_games)
def sudden_death_is_an_empty_bank(game: Game) -> None:
    for step in game.line:
        table = duet(step.after)
        if table.phase in (Phase.CLUE, Phase.GUESS, Phase.FIRST_CLUE):
            assert table.bank.total > 0
        if table.phase is Phase.SUDDEN_DEATH:
            assert table.bank.total == 0
            uncovered = {side: agents_of(step.after, side) - found(step.after) for side in BOTH}
            assert to_act(table) == tuple(side for side in BOTH if uncovered[side.other])


@of(duet_games)
def sudden_death_forgives_nothing(game: Game) -> None:
    for step in game.line:
        if step.before.public.phase is Phase.SUDDEN_DEATH and isinstance(step.action, a.Guess):
            hit = step.events[0].identity is Identity.AGENT  # type: ignore[union-attr]
            after = duet(step.after)
            assert (not hit) == (after.result is not None and after.result.outcome == "lost")
            assert (after.bank, after.kept, after.markers) == (
                duet(step.before).bank,
                duet(step.before).kept,
                duet(step.before).markers,
            )


@of(duet_games)
def only_a_won_standard_game_is_scored(game: Game) -> None:
    for state in game.states:
        table, options = duet(state), duet(state).options
        if table.result is None:
            continue
        if (options.tokens, options.mistakes, table.result.outcome) == (9, 9, "won"):
            sudden = table.result.reason == "sudden_death"
            assert table.result.score == 3 * table.bank.total + sum(table.kept) - sudden
            assert -1 <= table.result.score <= 25
        else:
            assert table.result.score is None


def _clues(game: Game) -> list[tuple[Side, frozenset[Side]]]:
    """Return who had each turn of cluing, a clue given or its clock run out, and which sides were finished then."""
    return [
        (step.action.side if isinstance(step.action, a.GiveClue) else to_act(step.before.public)[0], _finished(step))
        for step in game.line
        if isinstance(step.action, a.GiveClue)
        or (isinstance(step.action, a.Timeout) and step.before.public.phase is Phase.CLUE)
    ]


def _finished(step: Any) -> frozenset[Side]:
    return duet(step.before).finished


@of(duet_games)
def strict_order_alternates_until_one_is_finished(game: Game) -> None:
    if duet(game.start).options.turn_order == "strict":
        clues = _clues(game)
        for (earlier, _), (giver, finished) in pairwise(clues):
            assert giver is (earlier if earlier.other in finished else earlier.other)


@of(duet_games)
def loose_order_never_gives_three_in_a_row(game: Game) -> None:
    if duet(game.start).options.turn_order == "loose":
        clues = [(s.action.side, _finished(s)) for s in game.line if isinstance(s.action, a.GiveClue)]
        for (first, _), (second, _), (third, finished) in zip(clues, clues[1:], clues[2:], strict=False):
            assert len({first, second, third}) == 2 or third.other in finished


@of(duet_games)
def the_table_tells_whose_clues_came_last_and_how_many_in_a_row(game: Game) -> None:
    giver, streak = None, 0
    assert (duet(game.start).giver, duet(game.start).streak) == (giver, streak)
    for step in game.line:
        before = duet(step.before)
        timed = isinstance(step.action, a.Timeout) and before.phase is Phase.CLUE
        if isinstance(step.action, a.GiveClue):
            giver, streak = step.action.side, streak + 1 if step.action.side is giver else 1
        elif timed and before.options.turn_order == "strict":
            giver, streak = to_act(before)[0], 1
        assert (duet(step.after).giver, duet(step.after).streak) == (giver, streak)


@of(duet_games)
def a_finished_side_never_clues(game: Game) -> None:
    for step in game.line:
        if isinstance(step.action, a.GiveClue):
            assert step.action.side not in _finished(step)


@of(duet_games)
def a_clue_is_objected_to_once(game: Game) -> None:
    objected = False
    for step in game.line:
        if isinstance(step.action, a.GiveClue):
            objected = False
        if isinstance(step.action, a.Object):
            assert not objected
            objected = True
            assert [(token.to, token.count) for token in step.tokens] == [("box", 1)]
            assert (step.ended_turn is not None) == (duet(step.before).bank.total == 1)


# Versus


@of(versus_games)
def a_spymaster_acts_just_where_clues_and_covers_are_legal(game: Game) -> None:
    for step in game.steps:
        acts = any(isinstance(action, a.GiveClue | a.CoverCard) for action in legal(step.before.public))
        assert acts == (step.before.public.phase in SPYMASTERS)


@of(versus_games)
def the_counts_are_true(game: Game) -> None:
    for state in game.states:
        for team in (Side.RED, Side.BLUE):
            assert versus(state).agents_left(team) == len(agents_of(state, team) - found(state))


@of(versus_games)
def a_turn_has_number_plus_one_guesses(game: Game) -> None:
    for state in game.states:
        table = versus(state)
        if table.clue and table.clue.number not in (0, UNLIMITED):
            assert table.guesses_left == int(table.clue.number) + 1 - table.guesses >= 1
        else:
            assert table.guesses_left is None


@of(versus_games)
def only_an_own_agent_lets_the_turn_go_on(game: Game) -> None:
    for step in game.line:
        if isinstance(step.action, a.Guess) and step.after.public.phase is Phase.GUESS:
            assert step.events == (e.Revealed(step.action.card, Identity(step.action.side), step.action.side),)


@of(versus_games)
def the_standard_game_ends_when_a_team_is_covered(game: Game) -> None:
    options = versus(game.start).options
    if options.ending == "standard":
        for state in game.states:
            result = state.public.result
            done = [team for team in (Side.RED, Side.BLUE) if agents_of(state, team) <= found(state)]
            assert bool(done) == (result is not None and result.reason in ("agents", "enemy_agents"))
            if done and options.opponent == "team":
                assert result is not None and [result.winner] == done


@of(versus_games)
def the_finale_ends_with_the_assassin(game: Game) -> None:
    options = versus(game.start).options
    if options.ending == "assassin":
        reasons = {
            "assassin",
            "sudden_death",
            "abandoned",
            *(["enemy_agents"] if options.opponent == "simulated" else []),
        }
        for state in game.states:
            result = state.public.result
            contact = Identity.ASSASSIN in under(state.public).values()
            if result:
                assert result.reason in reasons
            assert not contact or state.public.phase in (Phase.SUDDEN_DEATH, Phase.OVER)


@of(versus_games)
def a_finale_in_sudden_death_allows_own_agents_only(game: Game) -> None:
    for step in game.line:
        if step.before.public.phase is Phase.SUDDEN_DEATH and not isinstance(step.action, a.Abandon):
            team = versus(step.before).team
            mine = isinstance(step.action, a.Guess) and step.action.card in agents_of(step.before, team)
            last = len(agents_of(step.before, team) - found(step.before)) == 1
            result = step.after.public.result
            assert (result is None) == (mine and not last)
            if result:
                assert result.reason == "sudden_death"
                assert (result.winner is team) == mine


@of(versus_games)
def the_simulated_opponent_covers_after_each_turn(game: Game) -> None:
    table = versus(game.start)
    if table.options.opponent == "simulated":
        for step in game.line:
            assert versus(step.after).team is table.team
            assert (step.ended_turn is not None) == (step.after.public.phase is Phase.COVER)
            if isinstance(step.action, a.CoverCard):
                assert step.action.card in agents_of(step.before, table.team.other)


@of(versus_games)
def a_simulated_win_scores_the_enemies_at_large(game: Game) -> None:
    options = versus(game.start).options
    for state in game.states:
        result = state.public.result
        if result is None:
            continue
        if options.opponent == "simulated" and result.outcome == "won":
            mine = Side(options.starts)
            assert result.winner is mine
            assert result.score == len(agents_of(state, mine.other) - found(state))
            assert 1 <= result.score <= (8 if options.grid == "5x5" else 7)
        else:
            assert result.score is None
            assert (result.winner is None) == (result.outcome in ("lost", "abandoned"))
            assert result.outcome != "lost" or options.opponent == "simulated"


@of(versus_games)
def two_teams_take_turns(game: Game) -> None:
    if versus(game.start).options.opponent == "team":
        assert versus(game.start).team is Side(versus(game.start).options.starts)
        for step in game.line:
            changed = versus(step.after).team is not versus(step.before).team
            assert changed == (step.ended_turn is not None)


@of(versus_games)
def an_objection_lets_the_other_team_cover_one_of_its_own(game: Game) -> None:
    if versus(game.start).options.opponent == "team":
        for step in game.line:
            objected = isinstance(step.action, a.Object)
            assert (step.after.public.phase is Phase.COVER) == objected
            if objected:
                assert to_act(step.after.public) == (step.action.side,)  # type: ignore[union-attr]
            if isinstance(step.action, a.CoverCard):
                assert step.action.card in agents_of(step.before, step.action.side)
                assert to_act(step.after.public) in ((step.action.side,), ())


# The games drawn are worth checking


@pytest.mark.parametrize(
    ("strategy", "reasons"),
    [
        (duet_games, {"agents", "assassin", "sudden_death", "time", "abandoned"}),
        (versus_games, {"agents", "assassin", "sudden_death", "enemy_agents", "abandoned"}),
    ],
    ids=["duet", "versus"],
)
def test_games_drawn_end_in_every_way(strategy: Any, reasons: set[str]) -> None:
    """Hypothesis draws games that end for each of the reasons."""
    seen: set[str] = set()

    def look(game: Game) -> None:
        seen.update(state.public.result.reason for state in game.states if state.public.result)

    _on_games(look, strategy, 400)
    assert seen == reasons
