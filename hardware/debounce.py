"""Clean presses from a button's raw edges."""

from collections.abc import Callable
from dataclasses import dataclass

from hardware.ports import SIDES, ButtonEdge, Side

SETTLE_SECONDS = 0.02


@dataclass(slots=True)
class _State:
    """One button: the level last reported, the level last seen, and since when."""

    clean: bool = False
    raw: bool = False
    since: float = 0.0


class Debouncer:
    """Turn raw edges into clean ones; a level must stand for `settle` seconds to count.

    A clean edge carries the time at which the contact moved, not the time at which it was believed. While a button is
    down its level is read again at each tick: a release edge that got lost ends the press all the same.
    """

    def __init__(self, pressed: Callable[[Side], bool], settle: float = SETTLE_SECONDS) -> None:
        self._pressed = pressed
        self._settle = settle
        self._states: dict[Side, _State] = {side: _State() for side in SIDES}
        self._clean: list[ButtonEdge] = []

    def feed(self, edge: ButtonEdge) -> None:
        """Take a raw edge, in the order of time."""
        state = self._states[edge.side]
        self._believe(edge.side, state, edge.at)
        if edge.down != state.raw:
            state.raw, state.since = edge.down, edge.at

    def tick(self, now: float) -> tuple[ButtonEdge, ...]:
        """Return the clean edges since the last tick."""
        for side, state in self._states.items():
            if (state.clean or state.raw) and self._pressed(side) != state.raw:
                state.raw, state.since = not state.raw, now
            self._believe(side, state, now)
        clean, self._clean = tuple(self._clean), []
        return clean

    def _believe(self, side: Side, state: _State, now: float) -> None:
        if state.raw == state.clean or now - state.since < self._settle:
            return
        state.clean = state.raw
        self._clean.append(ButtonEdge(side, state.clean, state.since))
