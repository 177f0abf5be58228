"""The clue pad at the giver's edge: the number of a spoken clue."""

from collections.abc import Hashable
from functools import partial
from typing import ClassVar

from device.files.clean import is_number
from device.game import seating
from device.rules.actions import GiveClue
from device.rules.model import UNLIMITED, Number
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.docked import Docked
from device.ui.kit.geometry import Box
from device.ui.kit.lines import PromptLines
from device.ui.kit.screen import Navigator
from device.ui.table import strip
from hardware.ports import Seat

BUTTON_W = 21.0


class CluePad(Docked):
    """Takes a clue from the side that gives it."""

    key: ClassVar[str] = "clue_pad"
    height: ClassVar[float] = 15.6

    def __init__(self, screens: Navigator, seat: Seat) -> None:
        super().__init__(screens, seat)
        self.number: Number | None = None
        self._turn = self.public.turn

    @property
    def numbers(self) -> tuple[Number, ...]:
        """Return the numbers the clue may have."""
        return seating.numbers(self.public, self.seat)

    @property
    def ready(self) -> bool:
        """Tell whether there is a clue to give."""
        return self.number is not None

    def changed(self) -> None:
        """Close when the game moved on under the pad."""
        table = self.context.table
        if table is None or table.turn != self._turn or self.seat not in seating.givers(table):
            self.screens.close_to("table")

    def situation(self) -> Hashable:
        """Return the phase and the pad's side."""
        return self.public.phase, self.seat

    def lit(self) -> frozenset[Seat]:
        """Light the giver's lamp once there is a clue to give."""
        return frozenset({self.seat}) if self.ready else frozenset()

    def press(self, seat: Seat) -> None:
        """Give the clue."""
        if seat is self.seat and self.ready:
            self.give()

    def typed(self, text: str) -> None:
        """Take a digit from a keyboard."""
        if is_number(text, 1):
            self._choose(int(text))

    def submit(self) -> None:
        """Give the clue, once it is ready."""
        if self.ready:
            self.give()

    @property
    def _giving(self) -> str:
        return self.t("Give the clue")

    def strip_lines(self, seat: Seat, lines: PromptLines) -> PromptLines:
        """Tell the giver to speak, and the others that a clue is coming."""
        if seat is not self.seat:
            return lines._replace(main=self.t("A clue is coming"), button="", active=False)
        main = self.t("Say one word aloud, then give its number")
        return PromptLines(main, lines.more, self._giving if self.ready else "", True)

    def _boxes(self, view: View) -> tuple[Box, list[Box], Box, Box]:
        sheet = self.sheet(view)
        cancel, rest = sheet.inset(1.8, 1.5).cut_left(BUTTON_W, 2.0)
        confirm, keys = rest.cut_right(BUTTON_W + 6.0, 2.0)
        return sheet, keys.columns(len(self.numbers), 1.0), cancel, confirm

    def layout(self, canvas: Canvas) -> None:
        """Lay out the digits, cancel and confirm."""
        view = canvas.view(self.seat)
        _, keys, cancel, confirm = self._boxes(view)
        self.lay_out_digits(view, keys)
        strip.lay_out(self, canvas)
        self.touchable(view, "cancel", cancel, self.screens.close)
        self.touchable(view, "confirm", confirm, self.give, self.ready)

    def lay_out_digits(self, view: View, keys: list[Box]) -> None:
        """Lay out the numbers."""
        for number, box in zip(self.numbers, keys, strict=False):
            self.touchable(view, f"digit:{number}", box, partial(self._choose, number))

    def _choose(self, number: Number) -> None:
        self.number = number
        self.screens.invalidate()

    def give(self) -> None:
        """Give the clue, if it has a number."""
        if self.number is not None:
            self.screens.do(GiveClue(seating.actor(self.public, self.seat), self.number, self.spoken_word()))

    def spoken_word(self) -> str | None:
        """Return the clue's word where it is known to the box: a spoken one is not."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw the pad over the table; it waits unseen while the clues so far are looked at."""
        if self.hidden:
            return
        t = self.t
        view = canvas.view(self.seat)
        sheet, keys, cancel, confirm = self._boxes(view)
        widgets.sheet(view, sheet)
        self.draw_digits(view, keys)
        widgets.button(view, cancel, t("Cancel"))
        widgets.button(view, confirm, self._giving, theme.CAP_PROMPT, "main" if self.ready else "off")

    def draw_digits(self, view: View, keys: list[Box]) -> None:
        """Draw the numbers, the chosen one filled."""
        for number, box in zip(self.numbers, keys, strict=False):
            chosen = number == self.number
            label = "" if number == UNLIMITED else str(number)
            widgets.button(view, box, label, min(4.2, box.h * 0.36), "main" if chosen else "plain")
            if number == UNLIMITED:
                accent = view.accent
                ink, paper = (accent.ink, accent.fill) if chosen else (theme.TEXT, theme.RAISED)
                size = min(box.w, box.h) * 0.7
                widgets.icon(view, "infinity", box.centred(size, size), ink, paper)
