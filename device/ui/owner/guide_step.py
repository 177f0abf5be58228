"""What a step of the guide is: a question to one seat, with answers to touch."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from device.config.draft import Draft
from device.files.texts import Texts
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.context import Context
from device.ui.kit.geometry import Box
from device.ui.owner.guide_notes import Complaint, Notes
from hardware.ports import SEATS, Cell, Pointer, Seat

MARGIN = 4.0
"""What is left free at the left and right of the screen, in mm."""


class GuideControl(Protocol):
    """What a step may do with the guide."""

    context: Context
    draft: Draft
    notes: Notes

    @property
    def t(self) -> Texts:
        """Return the texts, to call with an English text."""

    @property
    def now(self) -> float:
        """Return the time."""

    def having(self, blocks: Mapping[str, Mapping[str, Any]]) -> bool:
        """Change some values of the config, and the box with it; tell whether that could be done."""

    def swap(self, section: str, only: tuple[str, ...] = ()) -> bool:
        """Exchange what the seats have in a section, and the box with it; tell whether that could be done."""

    def tell(self, line: str) -> None:
        """Tell a line for some seconds, while its step is asked; told as it goes, while the next one is."""

    def set_default(self, name: str, value: object) -> None:
        """Make a setting as the owner does."""

    def again(self) -> None:
        """Have the picture drawn anew."""

    def forward(self, amiss: Complaint | None = None) -> None:
        """Go to the next step; what is amiss in this one is told, and at the end, too."""


class Answer(NamedTuple):
    """One answer: its target's name, its words, what touching it does."""

    name: str
    words: str
    act: Callable[[], object]
    kind: widgets.Kind = "plain"


class Step:
    """One question of the guide, about one `part` of the box if it names one.

    `bare`: nothing else can be touched, for nobody knows yet where a touch comes down.
    """

    bare = False
    part = ""

    def __init__(self, guide: GuideControl) -> None:
        self.guide = guide
        self.begun = guide.now

    @property
    def stale(self) -> bool:
        """Return whether the part does not work, and nothing can be asked about it."""
        return bool(self.part) and not self.guide.context.box.works(self.part)

    @property
    def button_works(self) -> bool:
        """Return whether any button works."""
        return any(self.guide.context.box.works(f"button:{seat}") for seat in SEATS)

    @property
    def facing(self) -> Seat | None:
        """Return how the screen is turned: None is upright, to A."""
        return None

    @property
    def title(self) -> str:
        """Return the step's title."""
        raise NotImplementedError

    @property
    def lines(self) -> str:
        """Return the question."""
        raise NotImplementedError

    def answers(self) -> tuple[Answer, ...]:
        """Return what can be answered."""
        return ()

    def boxes(self, body: Box) -> tuple[Box, list[Box]]:
        """Return the boxes of the question and of the answers."""
        count = max(1, len(self.answers()))
        below, text = body.cut_bottom(13.0, 3.0)
        wide = min(below.w, count * 44.0)
        return text, below.centred(wide, 13.0).columns(count, 2.4)

    def targets(self, view: View, body: Box) -> list[tuple[Answer, Box]]:
        """Return everything that can be touched in the step."""
        return list(zip(self.answers(), self.boxes(body)[1], strict=False))

    def draw(self, canvas: Canvas, view: View, body: Box) -> None:
        """Draw the question and the answers."""
        view.text(self.lines, self.boxes(body)[0], theme.CAP_HEADING, theme.TEXT, lines=4)
        self.draw_answers(view, body)

    def draw_answers(self, view: View, body: Box) -> None:
        """Draw the answers."""
        for answer, box in self.targets(view, body):
            widgets.button(view, box, answer.words, kind=answer.kind)

    def enter(self) -> None:
        """Begin."""

    def tick(self, now: float) -> None:
        """Take note that time passes."""

    def press(self, seat: Seat) -> None:
        """Take a short press of a seat's button."""

    def touched(self, pointer: Pointer) -> None:
        """Take a finger before anything is made of it."""

    def lit(self) -> frozenset[Seat]:
        """Return the seats whose button does something now."""
        return frozenset()

    def cells(self, seat: Seat) -> tuple[Cell, ...] | None:
        """Return what a seat's key panel shows."""
        return None

    @property
    def both(self) -> frozenset[Seat]:
        """Return both seats."""
        return frozenset(SEATS)
