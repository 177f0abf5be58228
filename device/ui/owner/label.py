"""Giving this box a label of its own, to tell it from others of its kind."""

from typing import ClassVar

from device.config.table import MAX_LABEL
from device.ui.kit import fit, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.keyboard import Keyboard
from device.ui.kit.page import Page
from device.ui.kit.screen import Navigator
from hardware.ports import Seat


class LabelPage(Page):
    """A line of up to 24 letters, and a keyboard."""

    key: ClassVar[str] = "label"
    shown_as: ClassVar[str] = "power"
    guarded: ClassVar[bool] = True

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._label = screens.context.preferences.label
        self._keyboard = Keyboard(lambda: self.t.language.keyboard, self.typed, self.erase)

    def _boxes(self, view: View) -> tuple[Box, Box, Box]:
        _, head, body, _ = self.parts(view)
        confirm, line = head.cut_right(30.0, 2.0)
        return line, confirm, body

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, confirm and the keys."""
        super().layout(canvas)
        view = self.view(canvas)
        _, confirm, keys = self._boxes(view)
        self.touchable(view, "confirm", confirm, self.submit)
        self._keyboard.lay_out(self, view, keys)

    def typed(self, text: str) -> None:
        """Add letters to the label."""
        self._label = fit.typed(self._label, text, MAX_LABEL)
        self.screens.invalidate()

    def erase(self) -> None:
        """Take the last letter back."""
        self._label = self._label[:-1]
        self.screens.invalidate()

    def submit(self) -> None:
        """Keep the label."""
        self.screens.set_default("label", " ".join(self._label.split()))
        self.screens.close()

    def draw(self, canvas: Canvas) -> None:
        """Draw the label as typed, and the keys."""
        super().draw(canvas)
        view = self.view(canvas)
        line, confirm, keys = self._boxes(view)
        view.panel(line, theme.PAPER, theme.PAPER_EDGE, 0.8, 0.2)
        view.text(f"{self._label}|", line.inset(2.0, 0.8), theme.CAP_HEADING, theme.INK, "left", recorded=self._label)
        widgets.button(view, confirm, self.t("OK"), theme.CAP_PROMPT, "main")
        self._keyboard.draw(view, keys)
