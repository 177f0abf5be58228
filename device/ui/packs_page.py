"""The owner's own packs of cards: those found, and what is wrong with those that were skipped."""

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from device.decks import ANY
from device.rules.model import Side
from device.ui import theme, widgets
from device.ui.canvas import Canvas, View
from device.ui.desk import Desk
from device.ui.geometry import Box
from device.ui.page import Page

ROWS = 5


@dataclass(frozen=True, slots=True)
class _Entry:
    """A pack, or a fault: what is told first, what is told below."""

    title: str
    about: str
    bad: bool


class PacksPage(Page):
    """Looks for packs anew whenever it is opened."""

    name: ClassVar[str] = "packs"
    guarded: ClassVar[bool] = True

    def __init__(self, desk: Desk, side: Side | None = None) -> None:
        super().__init__(desk, side)
        self._from = 0
        desk.decks.look_again()
        self._entries = self._found()

    def _found(self) -> list[_Entry]:
        t, packs = self.t, self.desk.decks.custom()
        bad = [_Entry(t("Not used:"), fault, True) for fault in self.desk.decks.faults]
        good = []
        for pack in packs:
            language = self.desk.languages.get(pack.language)
            named = language.name if language else t("Pictures") if pack.language == ANY else pack.language
            cards = t.n("{n} card", "{n} cards", len(pack.cards))
            good.append(_Entry(pack.title, f"{named} · {cards}", False))
        return bad + good

    def _boxes(self, view: View) -> tuple[Box, list[Box], Box, Box]:
        _, _, body, _ = self.parts(view)
        below, rest = body.cut_bottom(10.0, 1.6)
        before, after = Box(below.x, below.y, 30.0, below.h), Box(below.right - 30.0, below.y, 30.0, below.h)
        where = Box(before.right + 2.0, below.y, below.w - 64.0, below.h)
        return where, rest.rows(ROWS, 1.6), before, after

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, and the way through a long list."""
        super().layout(canvas)
        view = self.view(canvas)
        _, _, before, after = self._boxes(view)
        if len(self._entries) > ROWS:
            self.touchable(view, "previous", before, partial(self._move, -ROWS), self._from > 0)
            self.touchable(view, "next", after, partial(self._move, ROWS), self._more)

    @property
    def _more(self) -> bool:
        return self._from + ROWS < len(self._entries)

    def _move(self, by: int) -> None:
        self._from += by
        self.desk.stale()

    def draw(self, canvas: Canvas) -> None:
        """Draw the packs, or where to put them."""
        super().draw(canvas)
        view, t = self.view(canvas), self.t
        self.title(view, t("Your own cards"))
        where, rows, before, after = self._boxes(view)
        place = t(
            "Looked in {here} and {stick}.", here=self.desk.data / "packs", stick=self.desk.settings.usb / "packs"
        )
        view.text(place, where, theme.CAP_SMALL, theme.SOFT, weight="medium", lines=3)
        if not self._entries:
            words = t("There are none yet. A pack is a small text file of words, or of pictures: the guide tells how.")
            view.text(words, rows[1], theme.CAP_PROMPT, theme.TEXT, lines=3)
        for entry, row in zip(self._entries[self._from :], rows, strict=False):
            view.panel(row, theme.PANEL, theme.WARN if entry.bad else theme.PANEL_EDGE, 1.4, 0.2)
            first, second = row.inset(2.4, 0.9).cut_left(34.0, 2.0)
            view.text(entry.title, first, theme.CAP_BODY, theme.WARN if entry.bad else theme.TEXT, "left", lines=2)
            view.text(entry.about, second, theme.CAP_SMALL, theme.SOFT, "left", "medium", lines=3, leading=1.6)
        if len(self._entries) > ROWS:
            widgets.button(view, before, t("Back up"), kind="plain" if self._from else "off")
            widgets.button(view, after, t("Further"), kind="plain" if self._more else "off")
