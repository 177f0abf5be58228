"""A game that was left on the table, or is paused: panels dark, play on or leave at both edges."""

from collections.abc import Iterator
from typing import ClassVar

from device.ui.kit import faults, theme, widgets
from device.ui.kit.begin import play_on
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from device.ui.table import grid_view
from hardware.ports import SEATS


class Standing(Screen):
    """Waits until someone plays on."""

    key: ClassVar[str] = "standing"
    at_rest: ClassVar[bool] = True
    calm: ClassVar[bool] = True

    def __init__(self, screens: Navigator, paused: bool = False) -> None:
        super().__init__(screens)
        self.paused = paused
        self._ahead = self._read_ahead()

    def _boxes(self, view: View) -> tuple[Box, Box, Box]:
        half = Box(20, view.height / 2 + 6, view.width - 40, view.height / 2 - 10)
        below, text = half.cut_bottom(13.0, 3.0)
        home, play = below.cut_left(38.0, 3.0)
        return text, home, play

    def layout(self, canvas: Canvas) -> None:
        """Lay out play on and home at both edges."""
        for seat in SEATS:
            view = canvas.view(seat)
            _, home, play = self._boxes(view)
            self.touchable(view, f"home:{seat}", home, self._home)
            self.touchable(view, f"continue:{seat}", play, self._continue)

    def tick(self, now: float) -> None:
        """Read what the table will need while nobody waits for it."""
        next(self._ahead, None)

    def _read_ahead(self) -> Iterator[None]:
        """Read the packs of the game, one at each step, after the first picture stands."""
        yield
        setup = self.context.session.setup
        if setup is not None:
            for name in setup.packs:
                self.context.packs.find([name], setup.language)
                yield

    def _home(self) -> None:
        self.screens.go("home")

    def _continue(self) -> None:
        play_on(self.screens)

    def draw(self, canvas: Canvas) -> None:
        """Draw the same to both sides."""
        t = self.t
        widgets.ground(canvas)
        middle = canvas.view(None)
        if self.context.table is not None:
            band = Box(10, canvas.height / 2 - 2.6, canvas.width - 20, 5.2)
            widgets.found(middle, band, grid_view.agents(self.context.table))
        for seat in SEATS:
            view = canvas.view(seat)
            text, home, play = self._boxes(view)
            title = t("Paused") if self.paused else t("A game is waiting here")
            warn, above = text.cut_bottom(4.4, 0.4)
            first, second = above.cut_top(above.h * 0.55)
            view.text(faults.line(self.screens, None), warn, theme.CAP_SMALL, theme.WARN, weight="medium")
            view.text(title, first, theme.CAP_HEADING, theme.TEXT)
            view.text(t("The keys are hidden until you play on"), second, theme.CAP_BODY, theme.SOFT, weight="medium")
            widgets.button(view, home, t("Home"))
            widgets.button(view, play, t("Play on"), theme.CAP_PROMPT, "main")
