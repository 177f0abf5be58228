"""The end of a session: the game is ended, or stands until there is time for it again."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.rules.actions import Abandon
from device.rules.model import Phase
from device.ui.kit import faults, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Screen
from hardware.ports import SEATS, Seat


class TimeUp(Screen):
    """Asks what becomes of the game; the keys are hidden."""

    key: ClassVar[str] = "time_up"
    shown_as: ClassVar[str] = "standing"
    at_rest: ClassVar[bool] = True
    calm: ClassVar[bool] = True

    @property
    def _running(self) -> bool:
        table = self.context.table
        return table is not None and table.phase is not Phase.OVER

    def _choices(self, seat: Seat) -> list[tuple[str, str, Callable[[], object]]]:
        """Return the targets a seat has, their words, and what they do; the last is the usual one."""
        t = self.t
        if not self._running:
            return [("leave", t("OK"), self._leave)]
        return [("end", t("End the game"), partial(self._ask, seat)), ("leave", t("Keep the game"), self._leave)]

    def _ask(self, seat: Seat) -> None:
        question = self.t("Abandon this game? It is neither won nor lost.")
        self.screens.ask(question, self.t("Abandon"), (seat,), self._end)

    def _end(self) -> None:
        self.context.orders.end_session()
        self.screens.do(Abandon())

    def _leave(self) -> None:
        self.context.orders.end_session()
        self.screens.go_home()

    def _boxes(self, view: View) -> tuple[Box, Box, Box]:
        half = Box(20, view.height / 2 + 4, view.width - 40, view.height / 2 - 8)
        below, text = half.cut_bottom(13.0, 3.0)
        title, line = text.cut_top(text.h * 0.6)
        return title, line, below

    def layout(self, canvas: Canvas) -> None:
        """Lay out the choices at both edges."""
        for seat in SEATS:
            view, choices = canvas.view(seat), self._choices(seat)
            for (name, _, act), box in zip(choices, self._boxes(view)[2].columns(len(choices), 3.0), strict=True):
                self.touchable(view, f"{name}:{seat}", box, act)

    def draw(self, canvas: Canvas) -> None:
        """Draw the same to both seats."""
        widgets.ground(canvas)
        t = self.t
        for seat in SEATS:
            view, choices = canvas.view(seat), self._choices(seat)
            title, line, below = self._boxes(view)
            told = t("A game that is kept waits here") if self._running else t("More time is to be had at the counter")
            view.text(t("Your time is up"), title, theme.CAP_TITLE, theme.GOLD, weight="bold")
            line = faults.draw_below(self.screens, view, line)
            view.text(told, line, theme.CAP_PROMPT, theme.SOFT, weight="medium")
            for (name, words, _), box in zip(choices, below.columns(len(choices), 3.0), strict=True):
                widgets.button(view, box, words, theme.CAP_PROMPT, "main" if name == "leave" else "plain")
