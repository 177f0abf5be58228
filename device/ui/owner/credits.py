"""The credits: who made the typeface, the pictures, the map, the sounds and the words, and under which licence."""

from typing import ClassVar

from device.files.assets import assets
from device.files.credits import credits
from device.ui.kit import theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.page import Page
from device.ui.kit.pager import Pager
from device.ui.kit.screen import Navigator
from device.ui.kit.typesetting import Weight
from hardware.ports import Seat

PITCH = 3.7
"""From one line to the next, in mm."""


Lines = list[tuple[str, Weight]]


class CreditsPage(Page):
    """The CREDITS files, page by page."""

    key: ClassVar[str] = "credits"
    shown_as: ClassVar[str] = "power"

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._pager = Pager(screens.invalidate)
        self._told = credits(assets())

    def _lines(self, view: View, width: float) -> Lines:
        """Break the paragraphs into lines of a width in mm; an empty one before each heading but the first."""
        lines: Lines = []
        for text, heading in self._told:
            weight: Weight = "semibold" if heading else "medium"
            if heading and lines:
                lines.append(("", "medium"))
            lines += [(line, weight) for line in view.canvas.setter.wrap(text, width, theme.CAP_SMALL, weight)]
        return lines

    def _boxes(self, view: View) -> tuple[Box, Box, list[Lines]]:
        _, _, body, _ = self.parts(view)
        row, rest = self._pager.split(body)
        pages = _pages(self._lines(view, rest.w), max(2, int(rest.h / PITCH)))
        self._pager.count = len(pages)
        return row, rest, pages

    def layout(self, canvas: Canvas) -> None:
        """Lay out back and the pages."""
        super().layout(canvas)
        view = self.view(canvas)
        row, _, _ = self._boxes(view)
        self._pager.lay_out(self, view, row)

    def draw(self, canvas: Canvas) -> None:
        """Draw a page of lines."""
        super().draw(canvas)
        view = self.view(canvas)
        self.title(view, self.t("Credits"))
        row, rest, pages = self._boxes(view)
        for number, (line, weight) in enumerate(pages[self._pager.page]):
            if line:
                place = Box(rest.x, rest.y + number * PITCH, rest.w, PITCH)
                colour = theme.GOLD if weight == "semibold" else theme.TEXT
                view.text(line, place, theme.CAP_SMALL, colour, "left", weight)
        self._pager.draw(view, row, self.t)


def _pages(lines: Lines, fits: int) -> list[Lines]:
    """Part lines into pages: a heading is never the last line of one, an empty line never the first."""
    pages: list[Lines] = [[]]
    for line, weight in lines:
        if len(pages[-1]) >= fits - (weight == "semibold"):
            pages.append([])
        if line or pages[-1]:
            pages[-1].append((line, weight))
    return pages
