"""Turning pages: back, where one is, further."""

from collections.abc import Callable

from device.files.texts import Texts
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Screen

HIGH, WIDE = 10.0, 30.0


class Pager:
    """Knows which of some pages is open; a row of its own turns them."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self.page = 0
        self.count = 1
        self._changed = changed

    def split(self, body: Box) -> tuple[Box, Box]:
        """Return the row of the pager, and what is left above it."""
        return body.cut_bottom(HIGH, 2.0)

    def lay_out(self, screen: Screen, view: View, row: Box) -> None:
        """Lay out `previous` and `next`; nothing for a single page."""
        before, _, after = self._boxes(row)
        if self.count > 1:
            screen.touchable(view, "previous", before, lambda: self.turn(-1), self.page > 0)
            screen.touchable(view, "next", after, lambda: self.turn(1), self.page + 1 < self.count)

    def turn(self, by: int) -> None:
        """Turn some pages, as far as there are any."""
        self.page = min(max(0, self.page + by), self.count - 1)
        self._changed()

    def draw(self, view: View, row: Box, t: Texts, last: str = "") -> None:
        """Draw the row; `last` is told in place of where one is."""
        before, where, after = self._boxes(row)
        if self.count > 1:
            widgets.button(view, before, t("Back one page"), kind="plain" if self.page else "off")
            further: widgets.Kind = "main" if self.page + 1 < self.count else "off"
            widgets.button(view, after, t("Next page"), kind=further)
        label = last or (f"{self.page + 1} / {self.count}" if self.count > 1 else "")
        if label:
            view.text(label, where, theme.CAP_BODY if not last else theme.CAP_SMALL, theme.SOFT, lines=3)

    def _boxes(self, row: Box) -> tuple[Box, Box, Box]:
        before, rest = row.cut_left(WIDE, 2.0)
        after, where = rest.cut_right(WIDE, 2.0)
        return before, where, after
