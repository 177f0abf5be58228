"""The on-screen keyboard in the language of the screen: letters, digits, space, and one letter back."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Screen

GAP = 0.9
DIGITS = "1234567890"
WIDEST = 15.0
"""A key is never wider than this, in mm."""
SPACE_W = 20.0
"""The space bar is at least so wide beside further letters."""
PLAIN_ROWS = 3
"""Rows of letters that every language has; shift and backspace stand at the ends of the last of them."""


class Keys(NamedTuple):
    """Where the keys are."""

    letters: list[tuple[str, Box]]
    shift: Box
    space: Box
    back: Box


class Keyboard:
    """Rows of keys that give a letter each; `capital` while the next letter is a capital one.

    `rows` tells the letters of the language it is in now, top first. Lay it out and draw it in the same box.
    """

    def __init__(
        self,
        rows: Callable[[], tuple[str, ...]],
        take: Callable[[str], object],
        back: Callable[[], object],
        digits: bool = True,
    ) -> None:
        self.capital = False
        self._rows, self._digits = rows, (DIGITS,) if digits else ()
        self._plain = PLAIN_ROWS + digits
        self._take, self._back = take, back

    def lay_out(self, screen: Screen, view: View, box: Box) -> None:
        """Lay out the keys as targets `key:x`, with `key:shift`, `key:space` and `key:backspace`."""
        letters, shift, space, back = self._keys(box)
        for letter, spot in letters:
            screen.touchable(view, f"key:{letter}", spot, partial(self._give, letter))
        screen.touchable(view, "key:shift", shift, self._shift)
        screen.touchable(view, "key:space", space, partial(self._give, " "))
        screen.touchable(view, "key:backspace", back, self._back)

    def draw(self, view: View, box: Box) -> None:
        """Draw the keys."""
        letters, shift, space, back = self._keys(box)
        for letter, spot in letters:
            widgets.button(view, spot, letter, 3.0)
        widgets.button(view, shift, "", kind="chosen" if self.capital else "plain")
        ink = theme.SIDES["a"].bright if self.capital else theme.TEXT
        widgets.icon(view, "shift", shift.centred(4.6, 4.6), ink, theme.RAISED)
        widgets.button(view, space, "")
        view.line(space.centre[0] - 8, space.centre[0] + 8, space.centre[1] + 1.2, theme.SOFT, 0.4)
        widgets.button(view, back, "")
        widgets.icon(view, "backspace", back.centred(5.6, 5.6), theme.TEXT, theme.RAISED)

    def _keys(self, box: Box) -> Keys:
        """Place a language's own letters beside the space bar: so no language needs more rows than another."""
        rows = (*self._digits, *self._rows())
        head, further = rows[: self._plain], "".join(rows[self._plain :])
        *lines, last = box.rows(len(head) + 1, GAP)
        most = max(*map(len, head), len(head[-1]) + 2)
        wide = min(WIDEST, (box.w + GAP) / most - GAP)
        full = most * (wide + GAP) - GAP
        letters: list[tuple[str, Box]] = []
        for row, line in zip(head, lines, strict=True):
            letters += self._row(row, Box(line.centre[0] - full / 2, line.y, full, line.h), wide)
        end = lines[-1]
        side = (full - len(head[-1]) * (wide + GAP) - GAP) / 2
        shift = Box(end.centre[0] - full / 2, end.y, side, end.h)
        line = Box(shift.x, last.y, full, last.h)
        if further:
            narrow = min(wide, (full - SPACE_W) / len(further) - GAP)
            own, line = line.cut_left(len(further) * (narrow + GAP) - GAP, GAP)
            letters += self._row(further, own, narrow)
        return Keys(letters, shift, line, shift.moved(full - side, 0))

    def _row(self, row: str, line: Box, wide: float) -> list[tuple[str, Box]]:
        spots = line.centred(len(row) * (wide + GAP) - GAP, line.h).columns(len(row), GAP)
        letters = row.upper() if self.capital and len(row.upper()) == len(row) else row  # ß has no one capital
        return list(zip(letters, spots, strict=True))

    def _shift(self) -> None:
        self.capital = not self.capital

    def _give(self, letter: str) -> None:
        self.capital = False
        self._take(letter)
