"""A line from the counter, over whatever is on the screen, to both seats."""

from collections.abc import Callable
from typing import ClassVar

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator
from device.ui.kit.sliding import SheetScreen
from hardware.ports import SEATS

HEIGHT, MARGIN = 27.0, 14.0
READ = 0.5
"""Seconds in which a touch takes no line away that has come back: it was the second of two in a row."""


class CounterMessage(SheetScreen):
    """Stands until its button is touched, or seen for its seconds; meanwhile no card can be touched and no clock runs.

    What `holds` no longer tells of is not told any more.
    """

    key: ClassVar[str] = "message"
    shown_as: ClassVar[str] = "menu"
    overlay: ClassVar[bool] = True
    live: ClassVar[bool] = True

    def __init__(self, screens: Navigator, text: str, seconds: float, holds: Callable[[], bool] = lambda: True) -> None:
        super().__init__(screens)
        self._text, self._seconds, self._holds = text, seconds, holds
        self._until = screens.now + seconds

    @property
    def outlasts(self) -> bool:
        """Stay whatever becomes of the table: nobody has read it yet."""
        return self._holds()

    def tick(self, now: float) -> None:
        """Go when the time is over, which does not pass while nobody can see it."""
        if self.screens.dark:
            self._until = now + self._seconds
        if (now >= self._until or not self._holds()) and self.screens.top is self:
            self.screens.close()

    def _sheet(self, view: View) -> Box:
        return Box(MARGIN, view.height - HEIGHT - theme.STRIP_H - 1.2, view.width - 2 * MARGIN, HEIGHT)

    def layout(self, canvas: Canvas) -> None:
        """Lay out a button at both edges."""
        for seat in SEATS:
            view = canvas.view(seat)
            _, button = self._boxes(view)
            self.touchable(view, f"resume:{seat}", button, self._seen)

    def _seen(self) -> None:
        self.screens.close()
        if self.screens.top.key == self.key:
            self.screens.unread(READ)

    def _boxes(self, view: View) -> tuple[Box, Box]:
        below, text = self._sheet(view).inset(3.0, 2.6).cut_bottom(10.0, 1.6)
        return text, below.centred(40.0, 10.0)

    def draw(self, canvas: Canvas) -> None:
        """Draw the line to both seats."""
        widgets.veil(canvas.view(None), strips=self.screens.over_table)
        for seat in SEATS:
            view = canvas.view(seat)
            text, button = self._boxes(view)
            self.sliding.sheet(view, self._sheet(view))
            view.text(self._text, text, theme.CAP_HEADING, theme.TEXT, lines=2)
            widgets.button(view, button, self.t("OK"), kind="main")
