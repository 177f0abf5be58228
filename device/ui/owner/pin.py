"""The pad for the operator's PIN: to let the owner in, or to make a new PIN."""

import math
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.owner.pin import MAX_DIGITS, MIN_DIGITS
from device.storage.store import StoreError
from device.ui.kit import saving, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box, grid
from device.ui.kit.page import Page
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "")


class PinPad(Page):
    """Asks for the PIN and then does what it stands before; without `then` it makes a new PIN, entered twice."""

    key: ClassVar[str] = "pin"
    shown_as: ClassVar[str] = "menu"

    def __init__(self, screens: Navigator, then: Callable[[], object] | None = None, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._then = then
        self._digits = ""
        self._first = ""
        self._said = ""
        self._waits = 0

    def tick(self, now: float) -> None:
        """Count the seconds down while no PIN is taken; a new one is made only while the owner is here."""
        if self._then is None and not self.context.pin.is_open(now):
            self.screens.go_home()
            return
        waits = math.ceil(self.context.pin.wait(now)) if self._then else 0
        if waits != self._waits:
            self._waits = waits
            self.screens.invalidate()

    def _boxes(self, view: View) -> tuple[Box, list[Box], Box, Box]:
        _, _, body, _ = self.parts(view)
        label, keys = body.cut_left(body.w * 0.42, 6.0)
        pad = Box(keys.x, body.y, keys.w, body.h)
        below, digits = pad.cut_bottom(11.0, 2.0)
        delete, confirm = below.columns(2, 2.0)
        return label, grid(digits, 3, 4, 2.0), delete, confirm

    @property
    def _enough(self) -> bool:
        return len(self._digits) >= MIN_DIGITS and not self._waits

    def layout(self, canvas: Canvas) -> None:
        """Lay out the digits, delete and confirm."""
        super().layout(canvas)
        view = self.view(canvas)
        _, keys, delete, confirm = self._boxes(view)
        for digit, box in zip(KEYS, keys, strict=True):
            if digit:
                more = len(self._digits) < MAX_DIGITS and not self._waits
                self.touchable(view, f"digit:{digit}", box, partial(self._add, digit), more)
        self.touchable(view, "delete", delete, self.erase, bool(self._digits))
        self.touchable(view, "confirm", confirm, self.submit, self._enough)

    def typed(self, text: str) -> None:
        """Take digits from an attached keyboard."""
        for letter in text:
            if letter in KEYS and letter and len(self._digits) < MAX_DIGITS:
                self._add(letter)

    def _add(self, digit: str) -> None:
        if self._then is None:
            self.context.pin.stay_open(self.screens.now)
        self._digits += digit
        self._said = ""
        self.screens.invalidate()

    def erase(self) -> None:
        """Take the last digit back."""
        self._digits = self._digits[:-1]
        self.screens.invalidate()

    def submit(self) -> None:
        """Take the digits, if they are enough."""
        if not self._enough:
            return
        digits, self._digits = self._digits, ""
        if self._then is None:
            self._make(digits)
        elif self.context.pin.enter(digits, self.screens.now):
            self.screens.close()
            self._then()
        else:
            self._said = self.t("That is not the PIN.")
        self.screens.invalidate()

    def _make(self, digits: str) -> None:
        t, screens = self.t, self.screens
        if not self._first:
            self._first = digits
            return
        if digits != self._first:
            self._first, self._said = "", t("The two were not the same. Enter a new PIN again.")
            return
        screens.close()
        try:
            screens.context.pin.set_pin(digits)
            late = saving.not_kept(screens.context)
        except StoreError:
            late = saving.not_kept(screens.context, failed=True)
        done = t("The PIN is set. Both buttons held for 10 seconds at power-on clear it.")
        screens.context.pin.enter(digits, screens.now)
        screens.notify(late or done, seconds=20.0)

    def draw(self, canvas: Canvas) -> None:
        """Draw what is asked, the digits as dots, the pad."""
        super().draw(canvas)
        view, t = self.view(canvas), self.t
        label, keys, delete, confirm = self._boxes(view)
        self.title(view, t("Operator PIN"))
        above, below = label.rows(2, 2.0)
        question, dots = above.cut_bottom(10.0, 1.0)[::-1]
        view.text(self._question(), question, theme.CAP_PROMPT, theme.TEXT, lines=4)
        self._draw_dots(view, dots)
        said = t("Too many wrong PINs. Wait {n} s.", n=self._waits) if self._waits else self._said
        line, hint = below.rows(2, 1.0)
        if said:
            view.text(said, line, theme.CAP_PROMPT, theme.WARN, lines=3)
        words = t("Forgotten? Switch the box on with both buttons held for 10 seconds.")
        view.text(words, hint, theme.CAP_SMALL, theme.SOFT, lines=4, weight="medium")
        for digit, box in zip(KEYS, keys, strict=True):
            if digit:
                widgets.button(view, box, digit, theme.CAP_HEADING, "off" if self._waits else "plain")
        widgets.button(view, delete, t("Delete"), kind="plain" if self._digits else "off")
        widgets.button(view, confirm, t("OK"), theme.CAP_PROMPT, "main" if self._enough else "off")

    def _question(self) -> str:
        t = self.t
        if self._then is not None:
            return t("Enter the PIN")
        return t("Enter the new PIN once more") if self._first else t("Enter a new PIN of 4 to 8 digits")

    def _draw_dots(self, view: View, box: Box) -> None:
        for number, spot in enumerate(box.centred(MAX_DIGITS * 5.4 - 1.8, 3.6).columns(MAX_DIGITS, 1.8)):
            spot = spot.centred(3.6, 3.6)
            if number < len(self._digits):
                widgets.disc(view, spot, theme.GOLD, theme.GOLD_DEEP)
            else:
                widgets.disc(view, spot, theme.GROUND, theme.RAISED_EDGE, empty=True)
