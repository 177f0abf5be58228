"""The settings: everything the owner sets without a file; each takes effect at once."""

from functools import partial
from typing import ClassVar

from device.config.setting import TABS
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.page import Page
from device.ui.kit.screen import Navigator
from device.ui.owner import choices, key_preview
from device.ui.owner.owner_rows import OwnerRows
from device.ui.owner.settings_rows import SettingsRows
from hardware.ports import Seat

CUE = "reveal_agent"


class SettingsPage(Page):
    """Rows of choices behind five tabs."""

    key: ClassVar[str] = "settings"
    guarded: ClassVar[bool] = True

    def __init__(self, screens: Navigator, seat: Seat | None = None, tab: str = "game") -> None:
        super().__init__(screens, seat)
        self.tab = tab
        self._rows = SettingsRows(screens, self._listen)
        self._owner = OwnerRows(screens, seat)

    def lines(self) -> list[choices.Line]:
        """Return the rows of the open tab."""
        return self._owner.lines() if self.tab == "owner" else self._rows.lines(self.tab)

    def _listen(self) -> None:
        self.context.sound(CUE)

    def _open(self, tab: str) -> None:
        self.tab = tab
        self.screens.invalidate()

    def _body(self, view: View) -> tuple[Box, Box | None]:
        """Return the boxes of the rows and of what stands below them, if there is room."""
        _, _, body, _ = self.parts(view)
        count = len(self.lines())
        if count >= 5:
            return body, None
        return body.cut_top(count * (choices.ROW_H + 3.4) - 3.4, 3.4)

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, the tabs and the rows."""
        super().layout(canvas)
        view = self.view(canvas)
        _, head, _, _ = self.parts(view)
        for tab, box in zip(TABS, head.columns(len(TABS), 1.6), strict=True):
            self.touchable(view, f"page:{tab}", box, partial(self._open, tab))
        for line, _, boxes in choices.place(self._body(view)[0], self.lines()):
            for choice, box in zip(line.choices, boxes, strict=True):
                self.touchable(view, choice.name, box, choice.act, choice.enabled)

    def draw(self, canvas: Canvas) -> None:
        """Draw the tabs, the rows and what explains them."""
        super().draw(canvas)
        view, t = self.view(canvas), self.t
        _, head, _, _ = self.parts(view)
        for (tab, label), box in zip(TABS.items(), head.columns(len(TABS), 1.6), strict=True):
            widgets.button(view, box, t.again(label), kind="chosen" if tab == self.tab else "plain")
        rows, below = self._body(view)
        choices.draw(view, rows, self.lines())
        if below is None:
            return
        if self.tab == "colours":
            key_preview.draw(view, below, self.context.preferences, t)
        elif self.tab == "owner":
            self._note(view, below, t("Both buttons held for 10 seconds at power-on clear a forgotten PIN."))
        elif self.tab == "sound":
            self._note(view, below, t("For new guests the box returns to the language and the sound set here."))
        elif self.tab == "screen":
            never_dims = self.context.preferences.never_dims
            wakes = t("The first touch on a dark screen only wakes it.")
            self._note(view, below, t("It goes dark before it would dim.") if never_dims else wakes)

    def _note(self, view: View, box: Box, text: str) -> None:
        view.text(text, box.cut_top(6.0)[0], theme.CAP_SMALL, theme.SOFT, "left", "medium", lines=2)
