"""From one state to the next: events are facts, and nothing is judged here."""

from collections.abc import Callable, Iterable
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
from device.rules.values import replace

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
    return replace(state, public=fold_events(state.public, (event,)))


def fold_events(table: _P, events: Iterable[e.Event]) -> _P:
    """Return the public table after events of one move (the deal and an undo need the whole state).

    One copy is written to before anyone sees it: a game makes one object a move, not one an event.
    """
    after = object.__new__(type(table))
    for read, write in _SLOTS[type(table)]:
        write(after, read(table))
    for event in events:
        _PART[type(event)](after, event)
    return after


_set = object.__setattr__
_SLOTS: dict[type[Public], list[tuple[Callable[[Any], Any], Callable[[Any, Any], None]]]] = {
    kind: [(vars(each)[name].__get__, vars(each)[name].__set__) for each in (Public, kind) for name in each.__slots__]
    for kind in (DuetPublic, VersusPublic)
}


def _clue_given(table: Public, event: e.ClueGiven) -> None:
    _set(table, "phase", Phase.GUESS)
    _set(table, "clue", Clue(event.side, event.number, event.word))
    if isinstance(table, DuetPublic):
        _set(table, "streak", table.streak + 1 if event.side is table.giver else 1)
        _set(table, "giver", event.side)


def _revealed(table: Public, event: e.Revealed) -> None:
    place = table.cards.index(event.card)
    if table.phase is Phase.GUESS:
        _set(table, "guesses", table.guesses + 1)
    if not isinstance(table, DuetPublic) or event.identity is not Identity.BYSTANDER:
        _lay(table, place, Cover(event.identity, event.by))
    elif table.phase is Phase.GUESS:
        markers = table.markers
        _set(table, "markers", (*markers[:place], markers[place] | {event.by}, *markers[place + 1 :]))


def _lay(table: Public, place: int, cover: Cover) -> None:
    _set(table, "covers", (*table.covers[:place], cover, *table.covers[place + 1 :]))


def _token_spent(table: DuetPublic, event: e.TokenSpent) -> None:
    bystander, check = table.bank.bystander, table.bank.check
    if event.kind == "check":
        check -= event.count
    else:
        bystander -= event.count
    _set(table, "bank", Bank(bystander, check))
    if event.to == "kept":
        kept = table.kept
        _set(table, "kept", (kept[0] + (event.side is Side.A), kept[1] + (event.side is Side.B)))


def _side_finished(table: DuetPublic, event: e.SideFinished) -> None:
    _set(table, "finished", table.finished | {event.side})


def _turn_ended(table: Public, event: e.TurnEnded) -> None:
    _set(table, "turn", table.turn + 1)
    phase = Phase.CLUE
    if isinstance(table, DuetPublic):
        if table.phase is Phase.CLUE and table.options.turn_order == "strict":
            _set(table, "giver", table.givers[0])
            _set(table, "streak", 1)
    elif isinstance(table, VersusPublic):
        if table.options.opponent == "simulated":
            phase = Phase.COVER
        else:
            _set(table, "team", table.team.other)
            if event.why == "objection":
                phase = Phase.COVER
                _set(table, "objecting", True)
    _between(table, phase)


def _between(table: Public, phase: Phase) -> None:
    _set(table, "phase", phase)
    _set(table, "clue", None)
    _set(table, "objected", False)
    _set(table, "guesses", 0)


def _sudden_death(table: Public, event: e.SuddenDeath) -> None:
    _between(table, Phase.SUDDEN_DEATH)


def _clue_objected(table: Public, event: e.ClueObjected) -> None:
    _set(table, "objected", True)


def _covered(table: VersusPublic, event: e.Covered) -> None:
    _lay(table, table.cards.index(event.card), Cover(event.identity, event.side))
    _clue_again(table)


def _passed(table: VersusPublic, event: e.Passed) -> None:
    _clue_again(table)


def _clue_again(table: VersusPublic) -> None:
    _set(table, "phase", Phase.CLUE)
    _set(table, "objecting", False)


def _ended(table: Public, event: e.Ended) -> None:
    _between(table, Phase.OVER)
    _set(table, "result", event.result)


_PART: dict[type[e.Event], Callable[[Any, Any], None]] = {
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
