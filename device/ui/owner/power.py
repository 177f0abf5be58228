"""Switching off and starting again; what this box is and who made what is in it."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device import __version__
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.page import Page
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

TOLD_SECONDS = 30.0


class PowerPage(Page):
    """Switches off, or starts again, after a second touch."""

    key: ClassVar[str] = "power"
    guarded: ClassVar[bool] = True

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._if_refused = ""

    def tick(self, now: float) -> None:
        """Tell it when the machine refuses what was begun: its answer comes later."""
        super().tick(now)
        if self._if_refused and not self.context.box.works("power"):
            self.screens.notify(self._if_refused, seconds=TOLD_SECONDS)
            self._if_refused = ""

    def _boxes(self, view: View) -> tuple[Box, Box, Box, Box, Box, Box, Box]:
        _, _, body, _ = self.parts(view)
        left, right = body.columns(2, 8.0)
        note, buttons = left.cut_bottom(18.0, 3.0)
        off, again = (row.centred(row.w, min(row.h, 17.0)) for row in buttons.rows(2, 3.0))
        below, about = right.cut_bottom(11.0, 3.0)
        label, credits = below.columns(2, 2.0)
        version, named = about.cut_top(12.0, 2.0)
        return off, again, note, version, named.cut_top(12.0)[0], label, credits

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, off, restart, the label and the credits."""
        super().layout(canvas)
        view, screens = self.view(canvas), self.screens
        off, again, _, _, _, label, credits = self._boxes(view)
        self.touchable(view, "power_off", off, self._ask_off)
        self.touchable(view, "restart", again, self._ask_restart)
        self.touchable(view, "label", label, partial(screens.open, "label", seat=self.seat))
        self.touchable(view, "credits", credits, partial(screens.open, "credits", seat=self.seat))

    def _ask_off(self) -> None:
        t = self.t
        stays = t("This box cannot switch itself off, and its memory fails: what is new is not saved.")
        off = partial(
            self._end,
            self.context.box.power_off,
            done=t("The box is switching itself off. Pull the plug once the screen is dark."),
            simulated=t("This box is simulated: a real one would switch itself off now."),
            failed=stays if self._unsaved else t("This box cannot switch itself off. Pull the plug: nothing is lost."),
        )
        question = t("Switch the box off? A game on the table waits for the next start.")
        self._ask(self._unsaved or question, t("Switch off"), off)

    def _ask_restart(self) -> None:
        t = self.t
        stays = t("This box cannot start itself again, and its memory fails: what is new is not saved.")
        off_on = t("This box cannot start itself again. Pull the plug and put it back: nothing is lost.")
        restart = partial(
            self._end,
            self.context.box.reboot,
            done=t("The box is starting again."),
            simulated=t("This box is simulated: a real one would start again now."),
            failed=stays if self._unsaved else off_on,
        )
        question = t("Start the box again? A game on the table waits for it.")
        self._ask(self._unsaved or question, t("Start again"), restart)

    @property
    def _unsaved(self) -> str:
        """Return what is lost when the box stops now; empty where nothing is."""
        fails = self.context.unsaved is not None
        return self.t("The memory fails: a power cut would lose what is new") if fails else ""

    def _ask(self, question: str, yes: str, then: Callable[[], object]) -> None:
        self.screens.ask(question, yes, (self.seat or Seat.A,), then)

    def _end(self, begin: Callable[[], object], done: str, simulated: str, failed: str) -> None:
        """Begin to switch off or to start again, and tell what comes of it."""
        box = self.context.box
        begin()
        if not box.works("power"):
            line = failed
        elif box.driver("power") == "simulated":
            line = simulated
        else:
            line, self._if_refused = done, failed
        self.screens.notify(line, seconds=TOLD_SECONDS)

    def draw(self, canvas: Canvas) -> None:
        """Draw what can be done at the left, what this box is at the right."""
        super().draw(canvas)
        view, t = self.view(canvas), self.t
        self.title(view, t("Power"))
        off, again, note, version, named, label, credits = self._boxes(view)
        widgets.button(view, off, t("Switch off"), theme.CAP_HEADING, "main")
        widgets.button(view, again, t("Start again"), theme.CAP_PROMPT)
        words = t("Pulling the plug is safe too: the game on the table goes on after the next start.")
        colour = theme.WARN if self._unsaved else theme.SOFT
        view.text(self._unsaved or words, note, theme.CAP_BODY, colour, weight="medium", lines=3)
        self._about(view, version, t("Version"), __version__)
        self._about(view, named, t("Label of this box"), self.context.preferences.label or "–")
        widgets.button(view, label, t("Change the label"))
        widgets.button(view, credits, t("Credits"))

    def _about(self, view: View, box: Box, label: str, value: str) -> None:
        first, second = box.cut_top(4.0, 0.6)
        view.text(label, first, theme.CAP_SMALL, theme.SOFT, "left", "medium")
        view.text(value, second, theme.CAP_PROMPT, theme.TEXT, "left")
