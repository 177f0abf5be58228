"""Wipe mode: for half a minute the screen takes no touch, so that it can be cleaned."""

from typing import ClassVar

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.screen import Navigator, Screen
from hardware.ports import Seat

SECONDS = 30


class Wipe(Screen):
    """Counts down, then closes by itself."""

    key: ClassVar[str] = "clean_screen"
    shown_as: ClassVar[str] = "menu"
    live: ClassVar[bool] = True

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        self._ends = screens.now + SECONDS
        self._left = SECONDS

    def tick(self, now: float) -> None:
        """Count down a second, or close."""
        left = max(0, -int(-(self._ends - now) // 1))
        if left != self._left:
            self._left = left
            self.screens.invalidate()
        if now >= self._ends and self.screens.top is self:
            self.screens.close()

    def draw(self, canvas: Canvas) -> None:
        """Draw the seconds left for both sides."""
        widgets.ground(canvas)
        for seat in (Seat.A, Seat.B):
            view = canvas.view(seat)
            low = view.whole.inset(12, 6).rows(2, 8)[1]
            first, second = low.cut_top(low.h * 0.6)
            view.text(str(self._left), first, theme.CAP_TITLE, theme.TEXT, weight="bold")
            view.text(self.t("Wipe the screen now: it takes no touch"), second, theme.CAP_PROMPT, theme.SOFT)
