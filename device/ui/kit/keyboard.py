"""The on-screen keyboard in the language of the screen: letters, digits, space, and one letter back."""

from collections.abc import Callable
from functools import partial

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Screen

GAP = 0.9
DIGITS = "1234567890"
WIDEST = 15.0
"""A key is never wider than this, in mm."""


class Keyboard:
    """Rows of keys that give a letter each; `capital` while the next letter is a capital one.

    `rows` are the letters of a language, top first. Lay it out and draw it in the same box.
    """

    def __init__(
        self, rows: tuple[str, ...], take: Callable[[str], object], back: Callable[[], object], digits: bool = True
    ) -> None:
        self.capital = False
        self._rows = (DIGITS, *rows) if digits else rows
        self._take, self._back = take, back

    def lay_out(self, screen: Screen, view: View, box: Box) -> None:
        """Lay out the keys as targets `key:x`, with `key:shift`, `key:space` and `key:backspace`."""
        for letter, spot in self._keys(box):
            screen.touchable(view, f"key:{letter}", spot, partial(self._give, letter))
        shift, space, back = self._below(box)
        screen.touchable(view, "key:shift", shift, self._shift)
        screen.touchable(view, "key:space", space, partial(self._give, " "))
        screen.touchable(view, "key:backspace", back, self._back)

    def draw(self, view: View, box: Box) -> None:
        """Draw the keys."""
        for letter, spot in self._keys(box):
            widgets.button(view, spot, letter, 3.0)
        shift, space, back = self._below(box)
        widgets.button(view, shift, "", kind="chosen" if self.capital else "plain")
        ink = theme.SIDES["a"].bright if self.capital else theme.TEXT
        widgets.icon(view, "shift", shift.centred(4.6, 4.6), ink, theme.RAISED)
        widgets.button(view, space, "")
        view.line(space.centre[0] - 8, space.centre[0] + 8, space.centre[1] + 1.2, theme.SOFT, 0.4)
        widgets.button(view, back, "")
        widgets.icon(view, "backspace", back.centred(5.6, 5.6), theme.TEXT, theme.RAISED)

    def _keys(self, box: Box) -> list[tuple[str, Box]]:
        lines = box.rows(len(self._rows) + 1, GAP)[:-1]
        most = max(len(row) for row in self._rows)
        wide = min(WIDEST, (box.w - GAP * (most - 1)) / most)
        keys: list[tuple[str, Box]] = []
        for row, line in zip(self._rows, lines, strict=True):
            full = wide * len(row) + GAP * (len(row) - 1)
            spots = Box(line.centre[0] - full / 2, line.y, full, line.h).columns(len(row), GAP)
            keys += zip(row.upper() if self.capital else row, spots, strict=True)
        return keys

    def _below(self, box: Box) -> tuple[Box, Box, Box]:
        line = box.rows(len(self._rows) + 1, GAP)[-1]
        shift, rest = line.cut_left(theme.TOUCH_W, GAP)
        back, space = rest.cut_right(theme.TOUCH_W, GAP)
        return shift, space, back

    def _shift(self) -> None:
        self.capital = not self.capital

    def _give(self, letter: str) -> None:
        self.capital = False
        self._take(letter)
