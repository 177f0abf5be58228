"""The self-test on the screen: what every part says, and trying the LEDs, the buttons, the touch and the sound."""

from functools import partial
from typing import ClassVar

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.page import Page
from device.ui.kit.pager import Pager
from device.ui.kit.screen import Navigator
from device.ui.owner import selftest_views as views
from device.ui.owner.probes import Bounce, Trace, Walk
from hardware.ports import SEATS, ButtonEdge, Cell, Input, Pointer, Seat

TABS = ("report", "lights", "buttons", "touch", "sound")
CUE = "start"
TONE_VOLUME = 0.5
"""A muted box is heard in the self-test all the same."""


class SelftestPage(Page):
    """Five tabs; the key panels light up only under "lights"."""

    key: ClassVar[str] = "selftest"
    guarded: ClassVar[bool] = True

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self.tab = "report"
        self._pager = Pager(screens.invalidate)
        self._lines = list(screens.context.selftest())
        self._walk = Walk()
        self._bounces = {seat: Bounce() for seat in SEATS}
        self._trace = Trace()

    def tick(self, now: float) -> None:
        """Light the next LED, or close when the owner has gone."""
        super().tick(now)
        if self.tab == "lights" and self._walk.tick(now):
            self.screens.invalidate()

    def raw(self, given: Input) -> None:
        """Take a button's edge or a finger before anything is made of it."""
        if isinstance(given, ButtonEdge):
            self._bounces[Seat(given.seat)].take(given)
        elif isinstance(given, Pointer):
            self._trace.take(given)
        self.context.pin.stay_open(self.screens.now)
        self.screens.invalidate()

    def cells(self, seat: Seat) -> tuple[Cell, ...] | None:
        """Return the LED that is lit now."""
        return self._walk.cells() if self.tab == "lights" else None

    def lit(self) -> frozenset[Seat]:
        """Light the lamp of a button that is down."""
        return frozenset(seat for seat in SEATS if self._bounces[seat].down)

    def _open(self, tab: str) -> None:
        self.tab = tab
        self._walk, self._trace = Walk(), Trace()
        self.screens.invalidate()

    def _again(self) -> None:
        self._lines = list(self.context.selftest())
        self._pager.page = 0

    def _sound(self) -> None:
        preferences = self.context.preferences
        volume = TONE_VOLUME if preferences.muted or not preferences.volume else preferences.volume
        self.context.box.play(CUE, volume)

    def _boxes(self, view: View) -> tuple[list[Box], Box, Box, Box]:
        _, head, body, _ = self.parts(view)
        row, rest = self._pager.split(body)
        self._pager.count = max(1, -(-len(self._lines) // views.ROWS)) if self.tab == "report" else 1
        button = Box(body.centre[0] - 20.0, body.centre[1] - 6.0, 40.0, 12.0)
        if self.tab == "report":
            button = row.centred(40.0, row.h)
        return head.columns(len(TABS), 1.6), row, rest, button

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, the tabs, and what the open one needs."""
        super().layout(canvas)
        view = self.view(canvas)
        tabs, row, _, button = self._boxes(view)
        for tab, box in zip(TABS, tabs, strict=True):
            self.touchable(view, f"page:{tab}", box, partial(self._open, tab))
        if self.tab == "report":
            self._pager.lay_out(self, view, row)
            self.touchable(view, "again", button, self._again)
        elif self.tab == "sound":
            self.touchable(view, "tone", button, self._sound)

    def draw(self, canvas: Canvas) -> None:
        """Draw the open tab."""
        super().draw(canvas)
        view, t = self.view(canvas), self.t
        tabs, row, rest, button = self._boxes(view)
        words = (t("Parts"), t("Lights"), t("Buttons"), t("Touch"), t("Sound"))
        for tab, label, box in zip(TABS, words, tabs, strict=True):
            widgets.button(view, box, label, kind="chosen" if tab == self.tab else "plain")
        if self.tab == "report":
            start = self._pager.page * views.ROWS
            views.report(view, rest, self._lines[start : start + views.ROWS], t)
            self._pager.draw(view, row, t, " ")
            widgets.button(view, button, t("Try again"))
        elif self.tab == "lights":
            views.lights(view, Box(rest.x, rest.y, rest.w, row.bottom - rest.y), self._walk, t)
        elif self.tab == "buttons":
            views.buttons(view, rest, self._bounces, t)
        elif self.tab == "touch":
            views.touches(view, Box(rest.x, rest.y, rest.w, row.bottom - rest.y), self._trace, t)
        else:
            view.text(t("Do you hear it?"), rest.cut_top(8.0)[0], theme.CAP_PROMPT, theme.TEXT)
            widgets.button(view, button, t("Play a tone"), theme.CAP_PROMPT, "main")
