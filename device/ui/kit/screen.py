"""What every screen is, and the way from one to another."""

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from device.files.texts import Texts
from device.rules.actions import Action
from device.rules.model import Public
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.context import Context
from device.ui.kit.geometry import Box
from device.ui.kit.target import Kind, Target
from device.ui.kit.touch import Touch
from hardware.ports import Cell, Input, Seat

if TYPE_CHECKING:
    from device.ui.kit.lines import PromptLines

NOTICE_SECONDS = 6.0


class Notice(NamedTuple):
    """A line told on the screen for a moment; to one side, or to both. `of_game`: it means nothing elsewhere."""

    text: str
    until: float
    seat: Seat | None = None
    of_game: bool = False


class Dock(NamedTuple):
    """The room a screen takes at a seat's edge, above its strip, in mm; the board makes way for it."""

    seat: Seat
    height: float

    def beside(self, box: Box) -> Box:
        """Return what is left of an upright box between the strips."""
        return (box.cut_top if self.seat is Seat.B else box.cut_bottom)(self.height)[1]


class Navigator(Protocol):
    """What a screen may do with the others, and with what all of them share."""

    context: Context
    touch: Touch
    notice: Notice | None
    now: float
    unread_until: float
    dark: bool

    @property
    def top(self) -> "Screen":
        """Return the screen that is touched."""

    @property
    def over_table(self) -> bool:
        """Tell whether the table is seen below the screen on top."""

    @property
    def dock(self) -> Dock | None:
        """Return the room that a screen over the table takes beside the board."""

    def open(self, key: str, **arguments: Any) -> None:
        """Put a screen on top; a guarded one once the PIN was entered."""

    def go(self, *keys: str) -> None:
        """Leave every screen for these, the last on top."""

    def go_home(self) -> None:
        """Go home; a game on the table stands, with its keys hidden, until someone plays on."""

    def close(self) -> None:
        """Take the top screen away."""

    def close_to(self, key: str) -> None:
        """Take every screen above the one of this key away, but for what outlasts the others."""

    def ask(self, question: str, yes: str, seats: tuple[Seat, ...], then: Callable[[], object]) -> None:
        """Ask the sides, and do something once all of them agreed."""

    def guard(self, action: Callable[[], object], seat: Seat | None = None) -> None:
        """Do what only the owner may, once the PIN was entered at a side; at once where there is none or it is open."""

    def do(self, action: Action) -> bool:
        """Do an action on the game; a refusal is told on the screen."""

    def notify(
        self, text: str, seat: Seat | None = None, seconds: float = NOTICE_SECONDS, of_box: bool = False
    ) -> None:
        """Tell a line for some seconds, to one side or to everyone; at a game it is about that, unless `of_box`."""

    def invalidate(self) -> None:
        """Have the picture drawn anew."""

    def unread(self, seconds: float) -> None:
        """Let nothing count that begins within so many seconds: what came by itself was read by nobody."""

    def face(self, seat: Seat) -> None:
        """Turn the screens that are for everyone to a side."""

    def cancel_touches(self) -> None:
        """Let no finger or button that is down now mean anything any more."""

    def clear_pin(self) -> None:
        """Let the owner in without a PIN until a new one is made."""

    def set_preference(self, name: str, value: object) -> None:
        """Make a setting; that it could not be saved is told."""

    def set_default(self, name: str, value: object) -> None:
        """Make a setting as the owner does; that it could not be saved is told."""

    def set_language(self, language: str) -> None:
        """Change the language of the screen, until the box attracts new guests."""

    def reload(self) -> None:
        """Have what the store holds hold at once: after an import."""


class Screen:
    """A screen: lays out its targets, draws itself, answers touches and short presses.

    `key` is what it is opened by, and the name of its file; `shown_as` its name in the dump, where that is another.
    `overlay`: the screen below is seen around it. `live`: the key panels may be lit. `playing`: a turn's clock runs, a
    held button opens the menu. `at_rest`: it may stay when nobody is there. `calm`: it does nothing by itself that
    could not wait for a second. `breathes`: its lit lamps breathe. `guarded`: it is the owner's.
    `claim` is the side that took the next guess upon itself, where both may guess.
    """

    key: ClassVar[str]
    shown_as: ClassVar[str] = ""
    overlay: ClassVar[bool] = False
    live: ClassVar[bool] = False
    playing: ClassVar[bool] = False
    at_rest: ClassVar[bool] = False
    calm: ClassVar[bool] = False
    breathes: ClassVar[bool] = False
    guarded: ClassVar[bool] = False

    def __init__(self, screens: Navigator) -> None:
        self.screens, self.context = screens, screens.context
        self._targets: list[Target] = []
        self.claim: Seat | None = None

    @property
    def t(self) -> Texts:
        """Return the texts, to call with an English text."""
        return self.context.texts

    @property
    def busy(self) -> bool:
        """Tell whether something is under way on it that is not to be cut short."""
        return False

    @property
    def outlasts(self) -> bool:
        """Tell whether it stays on top where the screens below it are left for others."""
        return False

    def left(self) -> None:
        """Put right what holds only while the screen is open: it is being taken away, for whatever reason."""

    @property
    def box_may_move(self) -> bool:
        """Tell whether the box plays on while this screen is on top."""
        return False

    @property
    def facing(self) -> Seat | None:
        """Return the side a screen for everyone is turned to; None: side A, upright."""
        return self.context.visit.seat

    @property
    def dock(self) -> Dock | None:
        """Return the room this screen takes while the board stays in sight beside it."""
        return None

    @property
    def public(self) -> Public:
        """Return the game on the table as everyone may see it; for screens that are open only while there is one."""
        table = self.context.table
        assert table is not None
        return table

    def targets(self, canvas: Canvas) -> tuple[Target, ...]:
        """Lay out what can be touched, the topmost last."""
        self._targets = []
        self.layout(canvas)
        return tuple(self._targets)

    def layout(self, canvas: Canvas) -> None:
        """Call `touchable` for everything that can be touched."""

    def draw(self, canvas: Canvas) -> None:
        """Draw the screen at rest."""
        raise NotImplementedError

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw what moves, over the screen at rest."""

    def tick(self, now: float) -> None:
        """Take note that time passes."""

    def moving(self, now: float) -> bool:
        """Tell whether something moves."""
        return False

    def moment(self, now: float) -> bool:
        """Tell whether something is shown that goes away by itself within seconds."""
        return False

    def situation(self) -> Hashable:
        """Return what must not change between a button's going down and its release."""
        return None

    def lit(self) -> frozenset[Seat]:
        """Return the sides whose lamp is lit: where a short press would do something."""
        return frozenset()

    def press(self, seat: Seat) -> None:
        """Take a short press of a lit button."""

    def strip_lines(self, seat: Seat, lines: "PromptLines") -> "PromptLines":
        """Return what a strip says while this screen lies over the table: no button does anything then."""
        return lines._replace(button="", active=False)

    def why_refused(self, name: str) -> str:
        """Return why a card cannot be touched now; the screen's answer to a finger that stays on it."""
        return ""

    def raw(self, given: Input) -> None:
        """Take note of an input before anything is made of it."""

    def cells(self, seat: Seat) -> tuple[Cell, ...] | None:
        """Return what a side's key panel shows while this screen is on top, if that is not for the game to say."""
        return None

    @property
    def palette(self) -> str | None:
        """Return the palette the key panels show while this screen is on top, if not the one that is set."""
        return None

    def typed(self, text: str) -> None:
        """Take text from an attached keyboard."""

    def erase(self) -> None:
        """Take the last letter back: the backspace of an attached keyboard."""

    def submit(self) -> None:
        """Take what was typed for finished: the enter key of an attached keyboard."""

    def changed(self) -> None:
        """Take note that the game on the table changed."""

    def touchable(
        self,
        view: View,
        name: str,
        box: Box,
        act: Callable[[], object],
        enabled: bool = True,
        kind: Kind = "tap",
        spots: Iterable[Box] = (),
    ) -> None:
        """Lay out a target at a view's side."""
        seen = tuple(view.rect(spot) for spot in spots)
        self._targets.append(Target(name, view.rect(box), act, view.seat, enabled, kind, seen))
