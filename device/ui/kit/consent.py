"""Asking a side, or both, before something is done."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator
from device.ui.kit.sliding import SheetScreen
from device.ui.kit.typesetting import LEADING
from hardware.ports import Seat

WIDTH, HEIGHT = 96.0, 28.0
"""Of a question of up to two lines, in mm; one of more makes it higher."""
MOST = 5
"""Lines of a question."""
_MARGIN = 3.0
READ = 0.4
"""Seconds in which no answer begins: the second touch of two in a row was for what asked, another side's for a card."""


class Consent(SheetScreen):
    """Asks the sides named; does it once all have agreed; any of them may refuse."""

    key: ClassVar[str] = "consent"
    shown_as: ClassVar[str] = "menu"
    overlay: ClassVar[bool] = True
    live: ClassVar[bool] = True

    def __init__(
        self, screens: Navigator, question: str, yes: str, seats: tuple[Seat, ...], then: Callable[[], object]
    ) -> None:
        super().__init__(screens)
        self.question, self.yes, self.seats, self.then = question, yes, seats, then
        self.agreed: set[Seat] = set()
        screens.unread(READ)

    def _boxes(self, view: View) -> tuple[Box, Box, Box, Box]:
        broken = view.canvas.setter.wrap(self.question, WIDTH - 2 * _MARGIN, theme.CAP_PROMPT, "semibold")
        high = HEIGHT + max(0, min(MOST, len(broken)) - 2) * theme.CAP_PROMPT * LEADING
        sheet = Box((view.width - WIDTH) / 2, view.height - high - theme.STRIP_H - 1.2, WIDTH, high)
        inner = sheet.inset(_MARGIN, 2.6)
        below, title = inner.cut_bottom(11.0, 1.6)
        cancel, confirm = below.columns(2, 2.4)
        return sheet, title, cancel, confirm

    @property
    def _no(self) -> str:
        return self.t("No")

    def _ask(self, view: View, box: Box, waiting: bool) -> None:
        question = self.t("Waiting for the other side") if waiting else self.question
        view.text(question, box, theme.CAP_PROMPT, theme.SOFT if waiting else theme.TEXT, lines=MOST)

    def _refuse(self) -> None:
        self.screens.close()

    def layout(self, canvas: Canvas) -> None:
        """Lay out yes and no at each side that is asked."""
        for seat in self.seats:
            view = canvas.view(seat)
            _, _, cancel, confirm = self._boxes(view)
            self.touchable(view, f"cancel:{seat}", cancel, self._refuse)
            self.touchable(view, f"confirm:{seat}", confirm, partial(self._agree, seat), seat not in self.agreed)

    def _agree(self, seat: Seat) -> None:
        self.agreed.add(seat)
        self.screens.invalidate()
        if self.agreed >= set(self.seats):
            self.screens.close()
            self.then()

    def draw(self, canvas: Canvas) -> None:
        """Draw the question to each side that is asked."""
        widgets.veil(canvas.view(None), strips=self.screens.over_table)
        for seat in self.seats:
            view = canvas.view(seat)
            sheet, title, cancel, confirm = self._boxes(view)
            self.sliding.sheet(view, sheet)
            waiting = seat in self.agreed
            self._ask(view, title, waiting)
            widgets.button(view, cancel, self._no)
            widgets.button(view, confirm, self.yes, kind="off" if waiting else "main")
