"""When a strict clock runs out, phase by phase."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from device.rules import IllegalAction, apply, deal, legal, start, step
from device.rules import events as e
from device.rules.actions import Action, GiveClue, Guess, Object, Timeout
from device.rules.model import Bank, DuetPublic, Identity, Phase, Result, Side, State, VersusPublic
from device.rules.options import read_options
from tests.rules.games import names

A, B = Side.A, Side.B


def _game(name: str, **options: Any) -> State:
    return start(deal(read_options(name, options), names(25), Random(1)))


def _after(state: State, *actions: Action) -> State:
    for action in actions:
        _, state = step(state, action)
    return state


def _card(state: State, side: Side, identity: Identity) -> str:
    return next(card for card, it in zip(state.public.cards, state.key.face(side), strict=True) if it is identity)


def _refused(state: State) -> str:
    assert Timeout() not in legal(state.public)
    with pytest.raises(IllegalAction) as refused:
        apply(state, Timeout())
    assert str(state.public.phase) in str(refused.value)
    return refused.value.code


def _with(state: State, **changed: Any) -> State:
    return replace(state, public=replace(state.public, **changed))


@pytest.mark.parametrize("phase", [Phase.FIRST_CLUE, Phase.SUDDEN_DEATH])
def test_in_duet_no_clock_runs_before_the_first_clue_nor_in_sudden_death(phase: Phase) -> None:
    assert _refused(_with(_game("duet"), phase=phase)) == "wrong_phase"


@pytest.mark.parametrize(("bank", "kind"), [(Bank(9, 0), "bystander"), (Bank(3, 2), "check")])
def test_in_duet_a_turn_without_an_agent_costs_a_token_nobody_keeps(bank: Bank, kind: e.TokenKind) -> None:
    guessing = _with(_after(_game("duet"), GiveClue(A, 2)), bank=bank)
    expected = (e.TokenSpent(1, kind, "box"), e.TurnEnded("timeout"))
    assert apply(guessing, Timeout()) == expected
    assert apply(_with(guessing, phase=Phase.CLUE, clue=None, giver=B), Timeout()) == expected


@pytest.mark.parametrize(("giver", "guesser"), [(A, B), (B, A)])
def test_in_duet_a_guesser_who_found_an_agent_keeps_the_token(giver: Side, guesser: Side) -> None:
    state = _after(_game("duet"), GiveClue(giver, 2))
    state = _after(state, Guess(guesser, _card(state, giver, Identity.AGENT)))
    assert apply(state, Timeout()) == (e.TokenSpent(1, "bystander", "kept", guesser), e.TurnEnded("timeout"))
    table = _after(state, Timeout()).public
    assert isinstance(table, DuetPublic)
    assert (table.phase, table.bank, table.kept) == (Phase.CLUE, Bank(8, 0), (guesser is A, guesser is B))


def test_in_duet_the_last_token_brings_sudden_death() -> None:
    state = _with(_after(_game("duet"), GiveClue(A, 2)), bank=Bank(0, 1))
    assert apply(state, Timeout()) == (e.TokenSpent(1, "check", "box"), e.TurnEnded("timeout"), e.SuddenDeath())


def test_in_versus_it_ends_the_turn() -> None:
    state = _game("versus")
    for moment in (state, _after(state, GiveClue(Side.RED, 2))):
        assert apply(moment, Timeout()) == (e.TurnEnded("timeout"),)
        table = _after(moment, Timeout()).public
        assert isinstance(table, VersusPublic)
        assert (table.team, table.phase, table.turn) == (Side.BLUE, Phase.CLUE, 2)


def test_in_versus_the_cover_after_an_objection_is_forgone() -> None:
    state = _after(_game("versus"), GiveClue(Side.RED, 2), Object(Side.BLUE))
    assert apply(state, Timeout()) == (e.Passed(Side.BLUE),)


def test_against_nobody_the_cover_has_no_clock() -> None:
    state = _after(_game("versus", opponent="simulated"), GiveClue(Side.RED, 2), Timeout())
    assert _refused(state) == "wrong_phase"


@pytest.mark.parametrize(
    ("opponent", "result"),
    [("team", Result("won", "sudden_death", winner=Side.BLUE)), ("simulated", Result("lost", "sudden_death"))],
)
def test_in_a_finale_time_is_up_for_good(opponent: str, result: Result) -> None:
    state = _after(_game("versus", ending="assassin", opponent=opponent), GiveClue(Side.RED, 2))
    state = _after(state, Guess(Side.RED, _card(state, Side.RED, Identity.ASSASSIN)))
    assert state.public.phase is Phase.SUDDEN_DEATH
    assert apply(state, Timeout()) == (e.Ended(result),)
