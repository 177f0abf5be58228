"""The table of the games, and the two questions every game answers: what is legal, and what would it cause."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from device.rules import duet, versus
from device.rules.actions import Abandon, Action, Undo
from device.rules.errors import IllegalAction
from device.rules.events import Ended, Event, Undone
from device.rules.evolve import evolve, fold_events
from device.rules.model import DuetPublic, Phase, Public, Result, Side, State


class Mode(NamedTuple):
    """A game people choose: the rule family that plays it, the cards it is played with, options it presets.

    `title` is in English; a screen puts it into its language.
    """

    name: str
    title: str
    game: Literal["duet", "versus"]
    cards: Literal["words", "pictures"]
    options: tuple[tuple[str, object], ...] = ()


MODES: dict[str, Mode] = {
    mode.name: mode
    for mode in (
        Mode("duet", "Duet", "duet", "words"),
        Mode("classic", "Classic", "versus", "words", (("grid", "5x5"),)),
        Mode("pictures", "Pictures", "versus", "pictures", (("grid", "5x4"),)),
    )
}

STANDARD = "duet"
"""The mode in which missions are played, and a quick game with the box."""


class _Family(NamedTuple):
    to_act: Callable[[Any], tuple[Side, ...]]
    legal: Callable[[Any], tuple[Action, ...]]
    apply: Callable[[State, Action], tuple[Event, ...]]


_DUET = _Family(duet.to_act, duet.legal, duet.apply)
_VERSUS = _Family(versus.to_act, versus.legal, versus.apply)


def _family(table: Public) -> _Family:
    return _DUET if isinstance(table, DuetPublic) else _VERSUS


def to_act(table: Public) -> tuple[Side, ...]:
    """Return the sides or teams the game waits for; none when it is over."""
    return _family(table).to_act(table)


def legal(table: Public) -> tuple[Action, ...]:
    """Return every action the table allows now, `Undo` apart, from public facts alone.

    In the cover phase that is every uncovered card: which of them may be covered only the key knows.
    """
    return () if table.phase is Phase.OVER else (*_family(table).legal(table), Abandon())


def apply(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events an action would cause; changes nothing.

    Raises:
        IllegalAction: the rules refuse the action in this state.
    """
    if isinstance(action, Undo):
        if state.past is None:
            raise IllegalAction("nothing_to_undo", "no move to take back")
        return (Undone(state.number),)
    if state.public.phase is Phase.OVER:
        raise IllegalAction("game_over", f"the game is over: {state.public.result and state.public.result.outcome}")
    if isinstance(action, Abandon):
        return (Ended(Result("abandoned", "abandoned")),)
    return _family(state.public).apply(state, action)


def step(state: State, action: Action, number: int | None = None) -> tuple[tuple[Event, ...], State]:
    """Do an action: return its events and the state after them.

    `number` is the move's number where it is kept; without one, moves count from 1.

    Raises:
        IllegalAction: the rules refuse the action in this state.
    """
    events = apply(state, action)
    if isinstance(action, Undo):
        return events, evolve(state, events[0])
    after = fold_events(state.public, events)
    return events, State(after, state.key, state.number + 1 if number is None else number, state)
