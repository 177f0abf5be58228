"""The session: the only holder of a game."""

from collections.abc import Callable
from dataclasses import dataclass

from device.rules.actions import Action
from device.rules.events import Dealt, Event
from device.rules.model import Face, Public, Side


@dataclass(frozen=True, slots=True)
class About:
    """What belongs to a game beside its rules: which mode and packs, the words' language, the team that plays."""

    mode: str
    language: str
    packs: tuple[str, ...] = ()
    team: str | None = None
    clue_entry: str = "spoken"


@dataclass(frozen=True, slots=True)
class Change:
    """What listeners are told: the table before and after, and what happened in between."""

    before: Public | None
    events: tuple[Event, ...]
    after: Public | None


Listener = Callable[[Change], None]


class Session:
    """Holds the game on the table; every change is saved before anyone sees it."""

    public: Public | None
    about: About | None
    can_undo: bool

    def subscribe(self, listener: Listener) -> None:
        """Have a listener told of every change, in the order they subscribed."""
        raise NotImplementedError

    def start(self, dealt: Dealt, about: About) -> None:
        """Put a new game on the table."""
        raise NotImplementedError

    def do(self, action: Action) -> tuple[Event, ...]:
        """Do an action: check, one durable commit, evolve, tell the listeners.

        Raises:
            IllegalAction: the rules refuse it; nothing changed.
            StoreError: it could not be saved; nothing changed.
        """
        raise NotImplementedError

    def resume(self) -> bool:
        """Put the game that was on the table back, if there is one."""
        raise NotImplementedError

    def finish(self) -> None:
        """Book the result of an ended game once and forget it: the end screen is left."""
        raise NotImplementedError

    def show_keys(self) -> tuple[Face, ...]:
        """Book the result and return the faces of the key (end of game only); undo is over then."""
        raise NotImplementedError

    def key(self, side: Side) -> Face:
        """Return a side's face of the key: for the key panels and a peek only."""
        raise NotImplementedError
