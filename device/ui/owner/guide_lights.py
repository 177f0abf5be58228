"""The guide's steps about the key panels: which light is the first, and what the colours are."""

from collections.abc import Callable
from functools import partial

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box, grid
from device.ui.owner.guide_notes import left_as_it_is
from device.ui.owner.guide_parts import SeatStep
from device.ui.owner.guide_step import Answer, GuideControl, Step
from hardware.led_finder import COLOURS, Seen, can_be_placed, cells_to_ask, has_order, order_of, placing
from hardware.ports import DARK, PANEL_CELLS, SEATS, Cell, Identity, Seat
from hardware.spec import BoxSpec, PartSpec

SHOWN: tuple[Identity, ...] = ("red", "blue")
LETTERS = {"red": "R", "green": "G", "blue": "B"}
INKS: dict[str, theme.Colour] = {"red": (226, 72, 60), "green": (84, 190, 106), "blue": (92, 138, 240)}
DARK_PANEL = (DARK,) * PANEL_CELLS


def panel_steps(spec: BoxSpec, begun: BoxSpec) -> list[Callable[[GuideControl], Step]]:
    """Return the steps about the panels that are at each side now.

    The colours of two panels of one kind and order are asked about once; `begun` tells whether they were so, for two
    that come to be alike on the way are still two.
    """
    placed = [seat for seat in SEATS if can_be_placed(spec.key_panels[seat])]
    ordered = tuple(seat for seat in placed if has_order(spec.key_panels[seat]))
    kinds = {(begun.key_panels[seat].driver, begun.key_panels[seat].params.get("order")) for seat in SEATS}
    together = [ordered] if len(ordered) == 2 and len(kinds) == 1 else [(seat,) for seat in ordered]
    steps: list[Callable[[GuideControl], Step]] = [partial(PlaceStep, seat=seat) for seat in placed]
    return [*steps, *(partial(ColourStep, seats=seats) for seats in together)]


class PlaceStep(SeatStep):
    """One light is lit; people touch where they see it, until there is only one way the panel can be wired."""

    kind = "panel"

    def __init__(self, guide: GuideControl, seat: Seat) -> None:
        super().__init__(guide, seat)
        self._seen: list[Seen] = []

    @property
    def _panel(self) -> PartSpec:
        return self.guide.draft.settings.box.key_panels[self.seat]

    @property
    def _cell(self) -> int:
        return cells_to_ask(self._panel)[len(self._seen)]

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Key panel {side}", side=self.name)

    @property
    def lines(self) -> str:
        """Return the question."""
        place = self.guide.t("One light is lit in the key panel at this edge. Touch it here as you see it from there.")
        return f"{place} {len(self._seen) + 1} / {len(cells_to_ask(self._panel))}"

    def answers(self) -> tuple[Answer, ...]:
        """Return what else may be."""
        t = self.guide.t
        other = Answer("other", t("It is in the other panel"), self._other)
        both = can_be_placed(self.guide.draft.settings.box.key_panels[Seat.B])
        first = self.seat is Seat.A and not self._seen and both
        return (*((other,) if first else ()), Answer("nothing", t("None is lit"), self._nothing))

    def boxes(self, body: Box) -> tuple[Box, list[Box]]:
        """Return the boxes of the question and of the answers: beside the panel's picture, at the right."""
        right = body.cut_left(body.h, 6.0)[1]
        count = len(self.answers())
        below, text = right.cut_bottom(13.0 * count, 2.0)
        return text, below.rows(count, 2.0)

    def targets(self, view: View, body: Box) -> list[tuple[Answer, Box]]:
        """Return the panel's lights, and what else may be."""
        lights = [
            (Answer(f"light:{place}", "", partial(self._at, place)), cell)
            for place, cell in enumerate(grid(body.cut_left(body.h)[0], 5, 5, 1.0))
        ]
        return [*lights, *super().targets(view, body)]

    def draw(self, canvas: Canvas, view: View, body: Box) -> None:
        """Draw the panel as it may be touched."""
        for cell in grid(body.cut_left(body.h)[0], 5, 5, 1.0):
            view.panel(cell, theme.STRIP, theme.PANEL_EDGE, 1.4, 0.2)
            size = min(cell.w, cell.h) * 0.5
            widgets.disc(view, cell.centred(size, size), theme.STRIP, theme.SOFT, empty=True)
        text, boxes = self.boxes(body)
        view.text(self.lines, text, theme.CAP_PROMPT, theme.TEXT, lines=8)
        for answer, box in zip(self.answers(), boxes, strict=True):
            widgets.button(view, box, answer.words)

    def cells(self, seat: Seat) -> tuple[Cell, ...] | None:
        """Light the one that is asked for."""
        if seat is not self.seat:
            return DARK_PANEL
        return tuple(Cell("assassin") if place == self._cell else DARK for place in range(PANEL_CELLS))

    def _at(self, place: int) -> None:
        """Take where a light is seen; go on once every way of wiring that is left is the same."""
        guide, panel = self.guide, self._panel
        self._seen.append(Seen(self._cell, place))
        found = placing(panel, self._seen)
        if found is None:
            self._seen = []
            guide.tell(guide.t("No panel is wired like that. Once more, please."))
            return
        if len(self._seen) < len(cells_to_ask(panel)):
            return
        differs = {name: value for name, value in found.items() if panel.params.get(name) != value}
        if not differs:
            guide.forward()
        elif guide.having({f"key_panels.{self.seat}": differs}):
            self._note()
            guide.forward()
        else:
            self._seen = []

    def _note(self) -> None:
        t = self.guide.t

        def right(seat: Seat) -> str:
            return t("Key panel {side}: the lights are where they should be.", side=str(seat).upper())

        self.guide.notes.note_of("lights", self.seat, right)

    def _other(self) -> None:
        notes = self.guide.notes
        if self.guide.swap("key_panels"):
            notes.exchanged("key_panels", self.guide.t("The key panels are exchanged."))
            notes.sides_exchanged()
            notes.forget_amiss("panel")
        self._seen = []

    def _nothing(self) -> None:
        self.guide.forward(left_as_it_is(self.guide.t, self.part))


class ColourStep(SeatStep):
    """The panel shows red, then blue; what people see tells the order of the colours on the wire.

    The first seat's panel is asked about; what is found holds for all of `seats`.
    """

    kind = "panel"

    def __init__(self, guide: GuideControl, seats: tuple[Seat, ...]) -> None:
        super().__init__(guide, seats[0])
        self._seats = seats
        self._seen: dict[str, str] = {}

    @property
    def _shown(self) -> Identity:
        return SHOWN[len(self._seen)]

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("Colours {side}", side=self.name)

    @property
    def lines(self) -> str:
        """Return the question."""
        label = self.guide.t("Which colour has the key panel at this edge?")
        return f"{label} {len(self._seen) + 1} / {len(SHOWN)}"

    def answers(self) -> tuple[Answer, ...]:
        """Return the colours."""
        t = self.guide.t
        words = {"red": t.p("light", "Red"), "green": t.p("light", "Green"), "blue": t.p("light", "Blue")}
        colours = [Answer(f"colour:{name}", text, partial(self._see, LETTERS[name])) for name, text in words.items()]
        return (*colours, Answer("skip_colours", t("I cannot tell"), self.guide.forward))

    def draw_answers(self, view: View, body: Box) -> None:
        """Draw the answers, each colour with its disc above its button."""
        super().draw_answers(view, body)
        for answer, box in self.targets(view, body):
            name = answer.name.removeprefix("colour:")
            if name in INKS:
                spot = Box(box.centre[0] - 4.0, box.y - 11.0, 8.0, 8.0)
                widgets.disc(view, spot, INKS[name], INKS[name])

    def boxes(self, body: Box) -> tuple[Box, list[Box]]:
        """Return the boxes of the question and of the answers, with room for the discs."""
        text, boxes = super().boxes(body)
        return text.cut_bottom(10.0)[1], boxes

    def cells(self, seat: Seat) -> tuple[Cell, ...] | None:
        """Light the whole panel."""
        return (Cell(self._shown),) * PANEL_CELLS if seat is self.seat else DARK_PANEL

    def _see(self, letter: str) -> None:
        guide = self.guide
        self._seen[COLOURS[self._shown]] = letter
        if len(self._seen) < len(SHOWN):
            return
        order = str(guide.draft.settings.box.key_panels[self.seat].params["order"])
        seen, self._seen = self._seen, {}
        found = order_of(order, seen)
        if found is None:
            guide.tell(guide.t("That cannot be. Once more, please."))
            return
        if found != order:
            if not guide.having({f"key_panels.{seat}": {"order": found} for seat in self._seats}):
                return
            self._note(found)
        guide.forward()

    def _note(self, order: str) -> None:
        t, notes = self.guide.t, self.guide.notes
        if len(self._seats) == len(SEATS):
            notes.note("order", t("The colours of the key panels are right: {order}.", order=order))
            return

        def right(seat: Seat) -> str:
            return t("Key panel {side}: the colours are right: {order}.", side=str(seat).upper(), order=order)

        notes.note_of("order", self.seat, right)
