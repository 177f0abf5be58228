"""From clean edges of the two buttons to what people mean: a short press, a slow or a long one, both together."""

from collections.abc import Callable, Hashable
from typing import Literal, NamedTuple

from device.rules.values import dataclass
from hardware.ports import Seat

SHORT = 0.6
"""A press acts on release if it was shorter than this many seconds."""
BOTH = 2.0
LONG = 3.0
AGAIN = 0.5
"""Seconds after a press: the second of two in a row was for the situation of the first."""


class Gesture(NamedTuple):
    """What was meant: a press of a side, one too slow to be one, its menu, or both sides' wish to take back a move."""

    what: Literal["press", "slow", "menu", "undo"]
    seat: Seat


@dataclass(slots=True)
class _Down:
    """A button that is down: since when, in which situation it went down, whether it has been used up."""

    since: float
    situation: Hashable
    used: bool = False


class Buttons:
    """Follows both buttons; `held` reads a button's level again before a long hold counts."""

    def __init__(self, held: Callable[[Seat], bool]) -> None:
        self._held = held
        self._down: dict[Seat, _Down] = {}
        self._before: dict[Seat, tuple[float, Hashable]] = {}

    def down(self, seat: Seat, at: float, situation: Hashable) -> None:
        """Take a button that goes down in a situation, or soon after it was pressed in another one."""
        until, before = self._before.get(seat, (at, None))
        self._down[seat] = _Down(at, before if at < until else situation)

    def up(self, seat: Seat, at: float, situation: Hashable) -> Gesture | None:
        """Take a button that is let go; a press counts only in the situation in which it went down."""
        held = self._down.pop(seat, None)
        if held is None or held.used or held.situation != situation:
            return None
        if at - held.since < SHORT:
            self._before[seat] = at + AGAIN, situation
            return Gesture("press", seat)
        if any(at - down.since >= SHORT and not down.used for down in self._down.values()):
            self.swallow()  # both were held, though not long enough: the other one means nothing more either
            return None
        return Gesture("slow", seat)

    def tick(self, now: float) -> Gesture | None:
        """Return a long hold that is due."""
        due = BOTH if len(self._down) == 2 else LONG
        for seat in [seat for seat, down in self._down.items() if now - down.since >= due and not self._held(seat)]:
            del self._down[seat]
        if len(self._down) == 2 and not self._used():  # one that is stuck is held by nobody
            if min(now - down.since for down in self._down.values()) < BOTH:
                return None
            for down in self._down.values():
                down.used = True
            return Gesture("undo", Seat.A)
        for seat, down in self._down.items():
            if now - down.since >= LONG and not down.used:
                down.used = True
                return Gesture("menu", seat)
        return None

    def forget(self, seat: Seat) -> None:
        """Take a button for one that was never down."""
        self._down.pop(seat, None)

    def swallow(self) -> None:
        """Let no button that is down now mean anything any more."""
        for down in self._down.values():
            down.used = True

    @property
    def waiting(self) -> bool:
        """Tell whether a hold may still come due."""
        return not all(down.used for down in self._down.values())

    def _used(self) -> bool:
        return any(down.used for down in self._down.values())
