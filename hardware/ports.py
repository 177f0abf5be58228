"""The ports: what the kiosk asks of each part of the box.

A driver implements one port. Every call may raise `PartError`; `hardware.guard` keeps that away from the game.
No driver reads a clock or blocks: time comes in as `now`, in seconds of a monotonic clock.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    import pygame

Identity = Literal["agent", "red", "blue", "bystander", "assassin"]
PANEL_CELLS = 25
"""A key panel is always 5 x 5, whatever the grid."""


class Seat(StrEnum):
    """A place at the box: A is the lower edge of the picture, B the upper; each has a key panel and a button."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "Seat":
        """Return the seat across the table."""
        return Seat.B if self is Seat.A else Seat.A


SEATS = (Seat.A, Seat.B)


class Cell(NamedTuple):
    """One cell of a key panel: what it shows, how bright (0-1), and whether it breathes.

    A cell with no identity is dark.
    """

    identity: Identity | None = None
    level: float = 1.0
    pulse: bool = False


DARK = Cell(None, 0.0, False)


class ButtonEdge(NamedTuple):
    """A raw edge of a side's button, not debounced; `at` in seconds of the monotonic clock."""

    seat: Seat
    down: bool
    at: float


class Pointer(NamedTuple):
    """One finger (or the mouse) on the touchscreen; x, y from 0 to 1 over the picture, already turned upright."""

    finger: int
    kind: Literal["down", "move", "up"]
    x: float
    y: float


BACKSPACE, ENTER = "\b", "\n"
"""The texts of the key that takes back the last letter, and of the one that submits."""


class TypedText(NamedTuple):
    """Text from a keyboard that happens to be attached (a PC); the box itself has none."""

    text: str


class Quit:
    """The window was closed or the service is told to stop."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quit)

    def __hash__(self) -> int:
        return hash(Quit)


class Cancelled(NamedTuple):
    """What is down on the screen, or on its keys, means nothing any more: nobody tells when it is let go.

    The screen may have lost its picture, too.
    """

    at: float


Input = ButtonEdge | Pointer | TypedText | Cancelled | Quit
Put = Callable[[Input], None]
"""Where drivers put their inputs: a queue's `put`; the one thing another thread may call."""


class Part(Protocol):
    """What every part can do."""

    def close(self) -> None:
        """Leave the part dark and quiet and let go of it; may be called twice."""


class Screen(Part, Protocol):
    """The touchscreen: a picture to draw on, and the source of pointers."""

    @property
    def surface(self) -> "pygame.Surface":
        """The upright landscape picture, in pixels; the driver turns it for the real panel."""

    def poll(self, now: float) -> None:
        """Drain the window system's events onto the queue as inputs."""

    def present(self, changed: "pygame.Rect | None" = None) -> None:
        """Put the surface on the display: one update for the whole frame.

        `changed` encloses all that was drawn on the surface since the last time, in its pixels; None is everything.
        """


class KeyPanel(Part, Protocol):
    """A hooded panel that shows one side its key."""

    def show(self, cells: tuple[Cell, ...]) -> None:
        """Show 25 cells in the reading order of the side that sits there; send only what changed.

        Raises:
            PartError: the panel does not answer.
        """

    def shine(self, brightness: float, palette: str) -> None:
        """Show everything from now on at this brightness (0-1) and in this palette of `hardware.palette`."""

    def tick(self, now: float) -> None:
        """Let pulsing cells breathe; sends nothing while nothing pulses."""


class Button(Part, Protocol):
    """A side's button: puts a `ButtonEdge` for each raw edge on the queue it was given."""

    def pressed(self) -> bool:
        """Read the level now: whether it is held down (edges can be lost)."""


class Lamp(Part, Protocol):
    """The lamp in a side's button."""

    def set(self, lit: bool, breathing: bool = False) -> None:
        """Switch the lamp; a lit one may breathe softly, where it can."""


class Speaker(Part, Protocol):
    """Plays the cues."""

    def play(self, cue: str, volume: float) -> None:
        """Start a cue by name at a volume of 0-1 and return at once."""


class Backlight(Part, Protocol):
    """The light behind the touchscreen."""

    def set(self, level: float) -> None:
        """Set the brightness, 0 (blank) to 1."""


class Power(Part, Protocol):
    """Switching the machine off or starting it again."""

    def off(self) -> str:
        """Begin a clean shutdown; return what is done, in words for the log."""

    def reboot(self) -> str:
        """Begin a restart; return what is done, in words for the log."""
