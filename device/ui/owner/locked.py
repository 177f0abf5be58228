"""A table the owner locked from the counter: it says where to ask; the game stands with its keys hidden."""

from functools import partial
from typing import ClassVar

from device.rules.model import Phase
from device.ui.kit import faults, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Screen
from hardware.ports import SEATS


class Locked(Screen):
    """Waits for the counter; with a PIN the owner can open it here, too."""

    key: ClassVar[str] = "locked"
    shown_as: ClassVar[str] = "standing"
    at_rest: ClassVar[bool] = True
    calm: ClassVar[bool] = True

    def _boxes(self, view: View) -> tuple[Box, Box, Box]:
        half = Box(20, view.height / 2 + 4, view.width - 40, view.height / 2 - 8)
        below, text = half.cut_bottom(10.0, 3.0)
        title, line = text.cut_top(text.h * 0.6)
        return title, line, below.centred(52.0, 10.0)

    def layout(self, canvas: Canvas) -> None:
        """Lay out the owner's way in at both edges."""
        if self.context.pin.has_pin:
            for seat in SEATS:
                view = canvas.view(seat)
                ask = partial(self.screens.guard, self._unlock, seat)
                self.touchable(view, f"unlock:{seat}", self._boxes(view)[2], ask)

    def _unlock(self) -> None:
        self.context.orders.lock(False)
        self.screens.go_home()

    def draw(self, canvas: Canvas) -> None:
        """Draw the same to both seats."""
        widgets.ground(canvas)
        t = self.t
        waiting = self.context.table is not None and self.context.table.phase is not Phase.OVER
        for seat in SEATS:
            view = canvas.view(seat)
            title, line, unlock = self._boxes(view)
            told = t("Your game waits here, its keys hidden") if waiting else t("The counter opens this table")
            view.text(t("Please ask at the counter"), title, theme.CAP_TITLE, theme.GOLD, weight="bold")
            line = faults.draw_below(self.screens, view, line)
            view.text(told, line, theme.CAP_PROMPT, theme.SOFT, weight="medium")
            if self.context.pin.has_pin:
                widgets.button(view, unlock, t("Open with the PIN"))
