"""From clean edges of the two buttons to what people mean: a short press, a long one, both together."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Literal

from device.rules.model import Side

SHORT = 0.6
"""A press acts on release if it was shorter than this many seconds."""
BOTH = 2.0
LONG = 3.0


@dataclass(frozen=True, slots=True)
class Meant:
    """What was meant: a short press of a side, its menu, or both sides' wish to take back a move."""

    what: Literal["press", "menu", "undo"]
    side: Side


@dataclass(slots=True)
class _Down:
    """A button that is down: since when, in which situation it went down, whether it has been used up."""

    since: float
    situation: Hashable
    used: bool = False


class Buttons:
    """Follows both buttons; `held` reads a button's level again before a long hold counts."""

    def __init__(self, held: Callable[[Side], bool]) -> None:
        self._held = held
        self._down: dict[Side, _Down] = {}

    def down(self, side: Side, at: float, situation: Hashable) -> None:
        """Take a button that goes down in a situation."""
        self._down[side] = _Down(at, situation)

    def up(self, side: Side, at: float, situation: Hashable) -> Meant | None:
        """Take a button that is let go; a short press counts only in the situation in which it went down."""
        held = self._down.pop(side, None)
        if held is None or held.used or at - held.since >= SHORT or held.situation != situation:
            return None
        return Meant("press", side)

    def tick(self, now: float) -> Meant | None:
        """Return a long hold that is due."""
        for side in [side for side, down in self._down.items() if now - down.since >= SHORT and not self._held(side)]:
            del self._down[side]
        if len(self._down) == 2:
            if min(now - down.since for down in self._down.values()) < BOTH or self._used():
                return None
            for down in self._down.values():
                down.used = True
            return Meant("undo", Side.A)
        for side, down in self._down.items():
            if now - down.since >= LONG and not down.used:
                down.used = True
                return Meant("menu", side)
        return None

    def swallow(self) -> None:
        """Let no button that is down now mean anything any more."""
        for down in self._down.values():
            down.used = True

    @property
    def waiting(self) -> bool:
        """Tell whether a hold may still come due."""
        return any(not down.used for down in self._down.values())

    def _used(self) -> bool:
        return any(down.used for down in self._down.values())
