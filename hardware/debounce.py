"""Clean presses from a button's raw edges."""

from collections.abc import Callable

from hardware.ports import SEATS, ButtonEdge, Seat

SETTLE_SECONDS = 0.02


class _State:
    """One button: the level last reported, the level last seen, and since when."""

    def __init__(self) -> None:
        self.clean = self.raw = False
        self.since = 0.0


class Debouncer:
    """Turn raw edges into clean ones; a level must stand for `settle` seconds to count.

    A clean edge carries the time at which the contact moved, not the time at which it was believed. While a button is
    down its level is read again at each tick: a release edge that got lost ends the press all the same.
    """

    def __init__(self, pressed: Callable[[Seat], bool], settle: float = SETTLE_SECONDS) -> None:
        self._pressed = pressed
        self._settle = settle
        self._states: dict[Seat, _State] = {seat: _State() for seat in SEATS}
        self._clean: list[ButtonEdge] = []

    @property
    def unsure(self) -> bool:
        """Tell whether a contact has moved and it is not settled yet whether that counts."""
        return any(state.raw != state.clean for state in self._states.values())

    def feed(self, edge: ButtonEdge) -> None:
        """Take a raw edge, in the order of time."""
        state = self._states[edge.seat]
        self._believe(edge.seat, state, edge.at)
        if edge.down != state.raw:
            state.raw, state.since = edge.down, edge.at

    def tick(self, now: float) -> tuple[ButtonEdge, ...]:
        """Return the clean edges since the last tick."""
        for seat, state in self._states.items():
            if (state.clean or state.raw) and self._pressed(seat) != state.raw:
                state.raw, state.since = not state.raw, now
            self._believe(seat, state, now)
        clean, self._clean = tuple(self._clean), []
        return clean

    def _believe(self, seat: Seat, state: _State, now: float) -> None:
        if state.raw == state.clean or now - state.since < self._settle:
            return
        state.clean = state.raw
        self._clean.append(ButtonEdge(seat, state.clean, state.since))
