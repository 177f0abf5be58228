"""From one state to the next: events are facts, and nothing is judged here."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from device.rules import events as e
from device.rules.model import (
    Bank,
    Clue,
    Cover,
    DuetOptions,
    DuetPublic,
    Identity,
    Key,
    Phase,
    Public,
    Side,
    State,
    VersusPublic,
)

_P = TypeVar("_P", bound=Public)


def start(dealt: e.Dealt) -> State:
    """Return the state of a game just dealt."""
    bare: tuple[None, ...] = (None,) * len(dealt.cards)
    options = dealt.options
    table: Public
    if isinstance(options, DuetOptions):
        table = DuetPublic(
            cards=dealt.cards,
            covers=bare,
            phase=Phase.FIRST_CLUE,
            options=options,
            bank=Bank(options.mistakes, options.tokens - options.mistakes),
            markers=(frozenset(),) * len(dealt.cards),
        )
    else:
        table = VersusPublic(
            cards=dealt.cards, covers=bare, phase=Phase.CLUE, options=options, team=Side(options.starts)
        )
    return State(table, Key(dealt.key.faces))


def evolve(state: State, event: e.Event) -> State:
    """Return the state after an event."""
    if isinstance(event, e.Undone):
        assert state.past is not None
        return state.past
    return replace(state, public=happened(state.public, (event,)))


def happened(table: _P, events: Iterable[e.Event]) -> _P:
    """Return the public table after events of one move (the deal and an undo need the whole state)."""
    for event in events:
        table = _PART[type(event)](table, event)
    return table


def _clue_given(table: Public, event: e.ClueGiven) -> Public:
    clue = Clue(event.side, event.number, event.word)
    if isinstance(table, DuetPublic):
        streak = table.streak + 1 if event.side is table.giver else 1
        return replace(table, phase=Phase.GUESS, clue=clue, giver=event.side, streak=streak)
    return replace(table, phase=Phase.GUESS, clue=clue)


def _revealed(table: Public, event: e.Revealed) -> Public:
    place = table.cards.index(event.card)
    guesses = table.guesses + (table.phase is Phase.GUESS)
    if isinstance(table, DuetPublic) and event.identity is Identity.BYSTANDER:
        if table.phase is Phase.SUDDEN_DEATH:
            return table
        markers = list(table.markers)
        markers[place] |= {event.by}
        return replace(table, markers=tuple(markers), guesses=guesses)
    return replace(table, covers=_laid(table, place, Cover(event.identity, event.by)), guesses=guesses)


def _laid(table: Public, place: int, cover: Cover) -> tuple[Cover | None, ...]:
    return (*table.covers[:place], cover, *table.covers[place + 1 :])


def _token_spent(table: DuetPublic, event: e.TokenSpent) -> DuetPublic:
    left = {"bystander": table.bank.bystander, "check": table.bank.check}
    left[event.kind] -= event.count
    kept = table.kept
    if event.to == "kept":
        kept = (kept[0] + (event.side is Side.A), kept[1] + (event.side is Side.B))
    return replace(table, bank=Bank(**left), kept=kept)


def _side_finished(table: DuetPublic, event: e.SideFinished) -> DuetPublic:
    return replace(table, finished=table.finished | {event.side})


def _turn_ended(table: Public, event: e.TurnEnded) -> Public:
    turn = table.turn + 1
    if isinstance(table, DuetPublic):
        giver, streak = table.giver, table.streak
        if table.phase is Phase.CLUE and table.options.turn_order == "strict":
            giver, streak = table.givers[0], 1
        return replace(_between(table, Phase.CLUE), turn=turn, giver=giver, streak=streak)
    assert isinstance(table, VersusPublic)
    if table.options.opponent == "simulated":
        return replace(_between(table, Phase.COVER), turn=turn)
    objecting = event.why == "objection"
    phase = Phase.COVER if objecting else Phase.CLUE
    return replace(_between(table, phase), turn=turn, team=table.team.other, objecting=objecting)


def _between(table: _P, phase: Phase) -> _P:
    return replace(table, phase=phase, clue=None, objected=False, guesses=0)


def _sudden_death(table: Public, event: e.SuddenDeath) -> Public:
    return _between(table, Phase.SUDDEN_DEATH)


def _clue_objected(table: Public, event: e.ClueObjected) -> Public:
    return replace(table, objected=True)


def _covered(table: VersusPublic, event: e.Covered) -> VersusPublic:
    cover = Cover(event.identity, event.side)
    covers = _laid(table, table.cards.index(event.card), cover)
    return replace(table, covers=covers, phase=Phase.CLUE, objecting=False)


def _passed(table: VersusPublic, event: e.Passed) -> VersusPublic:
    return replace(table, phase=Phase.CLUE, objecting=False)


def _ended(table: Public, event: e.Ended) -> Public:
    return replace(_between(table, Phase.OVER), result=event.result)


_PART: dict[type, Callable[[Any, Any], Any]] = {
    e.ClueGiven: _clue_given,
    e.Revealed: _revealed,
    e.TokenSpent: _token_spent,
    e.SideFinished: _side_finished,
    e.TurnEnded: _turn_ended,
    e.SuddenDeath: _sudden_death,
    e.ClueObjected: _clue_objected,
    e.Covered: _covered,
    e.Passed: _passed,
    e.Ended: _ended,
}
