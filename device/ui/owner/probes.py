"""What the self-test finds out by itself: the LED that is lit now, how a button bounces, where fingers come down."""

from collections import deque
from dataclasses import dataclass, field

from hardware.pointer import clamp
from hardware.ports import DARK, PANEL_CELLS, ButtonEdge, Cell, Identity, Pointer

STEP_SECONDS = 0.4
IDENTITIES: tuple[Identity, ...] = ("assassin", "agent", "red", "blue", "bystander")
"""White first: it lights all three colours of an LED."""
BURST_SECONDS = 0.05
"""Edges that follow one another so closely are one press or release, and its bouncing."""
TRACE = 300


class Walk:
    """Lights one LED after another, then all again in the next colour."""

    def __init__(self) -> None:
        self.step = 0
        self._begun: float | None = None

    def tick(self, now: float) -> bool:
        """Go on; tell whether another LED is lit."""
        if self._begun is None:
            self._begun = now
        step = int((now - self._begun) / STEP_SECONDS)
        moved, self.step = step != self.step, step
        return moved

    @property
    def place(self) -> int:
        """Return which LED is lit, in reading order from 0."""
        return self.step % PANEL_CELLS

    @property
    def identity(self) -> Identity:
        """Return as what it is lit."""
        return IDENTITIES[self.step // PANEL_CELLS % len(IDENTITIES)]

    def cells(self) -> tuple[Cell, ...]:
        """Return what a panel shows."""
        lit = Cell(self.identity)
        return tuple(lit if place == self.place else DARK for place in range(PANEL_CELLS))


@dataclass(slots=True)
class Bounce:
    """A button's raw edges: whether it is down, its presses, the contacts of the last burst and how long it took."""

    down: bool = False
    presses: int = 0
    contacts: int = 0
    seconds: float = 0.0
    worst: float = 0.0
    _first: float = field(default=float("-inf"), repr=False)
    _last: float = field(default=float("-inf"), repr=False)

    def take(self, edge: ButtonEdge) -> None:
        """Take a raw edge."""
        if edge.at - self._last > BURST_SECONDS:
            self._first, self.contacts = edge.at, 0
            self.presses += edge.down
        self._last, self.down = edge.at, edge.down
        self.contacts += 1
        self.seconds = edge.at - self._first
        self.worst = max(self.worst, self.seconds)


class Trace:
    """Where fingers were, 0 to 1 over the picture, and the range they have covered."""

    def __init__(self) -> None:
        self.points: deque[tuple[float, float]] = deque(maxlen=TRACE)
        self.fingers: set[int] = set()
        self.low = (1.0, 1.0)
        self.high = (0.0, 0.0)

    def take(self, pointer: Pointer) -> None:
        """Take a finger's place."""
        if pointer.kind == "up":
            self.fingers.discard(pointer.finger)
        else:
            self.fingers.add(pointer.finger)
        x, y = clamp(pointer.x), clamp(pointer.y)  # a sensor may tell any number, also one that is none
        self.points.append((x, y))
        self.low = (min(self.low[0], x), min(self.low[1], y))
        self.high = (max(self.high[0], x), max(self.high[1], y))
