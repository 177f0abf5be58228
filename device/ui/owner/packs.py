"""The owner's own packs of cards: those found, and what is wrong with those that were skipped."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from device.cards.packs import ANY
from device.files.messages import Message, message
from device.files.reader import end_of, shortened
from device.files.texts import Texts
from device.owner.copy_packs import Changed
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.names import several
from device.ui.kit.page import Page
from device.ui.kit.pager import Pager
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

MAX_PATH = 40
"""Letters of a path that fit on the page."""
MAX_LIST = 60
"""Letters of all names that fit in a question."""
ROWS = 5
LINES, LEADING = 3, 1.6
NAMES = (200, 120, 80, 56, 40, 28, 20, 12)
"""So many letters of a fault's names and values are told, the most for which there is room."""


class _Entry(NamedTuple):
    """A pack, or a fault: what is told first, what is told below; `more` faults of the same pack are counted."""

    title: str
    about: str
    bad: bool
    more: int = 0


def _shorter(fault: str, most: int) -> str:
    """Return a fault with so many letters of each name and value; what the box itself says is told whole."""
    if not isinstance(fault, Message) or not fault.values:
        return shortened(fault, 2 * most)
    *names, _ = fault.values
    cut = {
        name: (end_of if name == names[0] else shortened)(value, most)
        for name in names
        if isinstance(value := fault.values[name], str) and not isinstance(value, Message)
    }
    return message(fault.source, **{**fault.values, **cut})


def _fitting(view: View, t: Texts, entry: _Entry, box: Box) -> str:
    """Return what is told of a pack, names shortened until all of it has room."""
    more = f" {t('… and {n} more', n=entry.more)}" if entry.more else ""
    told = t.again(entry.about) + more
    for most in NAMES:
        broken, size = view.canvas.setter.fit(
            told, box.w, box.h, theme.CAP_SMALL, "medium", LINES, theme.LEGIBLE, LEADING
        )
        if size * (1 + LEADING * (len(broken) - 1)) <= box.h and all(
            view.canvas.setter.width(line, size, "medium") <= box.w for line in broken
        ):
            break
        told = t.again(_shorter(entry.about, most)) + more
    return told


def _told(names: Sequence[str]) -> str:
    return several([shortened(name, MAX_PATH) for name in names], MAX_LIST)


class PacksPage(Page):
    """Looks for packs anew whenever it is opened."""

    key: ClassVar[str] = "packs"
    shown_as: ClassVar[str] = "settings"
    guarded: ClassVar[bool] = True

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._pager = Pager(screens.invalidate)
        screens.context.packs.look_again()
        self._pager.count = max(1, -(-len(self._entries) // ROWS))

    @property
    def _entries(self) -> list[_Entry]:
        """Return what was found as the page opened, in the language of now."""
        t, packs = self.t, self.context.packs.custom()
        faults = zip(self.context.packs.faults, self.context.packs.more_faults, strict=True)
        bad = [_Entry(t("Not used:"), fault, True, more) for fault, more in faults]
        good = []
        for pack in packs:
            language = self.context.languages.get(pack.language)
            named = language.name if language else t("Pictures") if pack.language == ANY else pack.language
            cards = t.n("{n} card", "{n} cards", len(pack.cards))
            good.append(_Entry(pack.title, f"{named} · {cards}", False))
        return bad + good

    def _boxes(self, view: View) -> tuple[Box, list[Box]]:
        _, _, body, _ = self.parts(view)
        row, rest = self._pager.split(body)
        return row, rest.rows(ROWS, 1.6)

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, and the way through a long list."""
        super().layout(canvas)
        view = self.view(canvas)
        self._pager.lay_out(self, view, self._boxes(view)[0])
        self.touchable(view, "keep", self._keep_box(view), self._keep)

    def _keep_box(self, view: View) -> Box:
        return self.parts(view)[1].cut_right(34.0)[0]

    def _keep(self) -> None:
        """Copy the stick's packs into the box, once it is clear what they replace."""
        self.screens.open("look", then=self._agree, seat=self.seat)

    def _agree(self, would: Changed) -> None:
        """Ask before anything of the box is changed."""
        t, go_on = self.t, partial(self._copy, would)
        if would.joined:
            more = t("More pictures come into {names}, which the box has already. Go on?", names=_told(would.joined))
            go_on = partial(self._ask, more, t("Go on"), go_on)
        if would.replaced:
            others = t("The box has other cards of the same name: {names}. Replace them?", names=_told(would.replaced))
            go_on = partial(self._ask, others, t("Replace"), go_on)
        go_on()

    def _ask(self, question: str, yes: str, then: Callable[[], None]) -> None:
        self.screens.ask(question, yes, (self.seat or Seat.A,), then)

    def _copy(self, agreed: Changed) -> None:
        """Begin; opened again, this page looks anew, and asks anew."""
        self.screens.close()
        again = partial(self.screens.open, self.key, seat=self.seat)
        self.screens.open("copy", agreed=agreed, seat=self.seat, again=again)

    def draw(self, canvas: Canvas) -> None:
        """Draw the packs, or where to put them."""
        super().draw(canvas)
        view, t = self.view(canvas), self.t
        self.title(view, t("Your own cards"), 36.0)
        row, rows = self._boxes(view)
        widgets.button(view, self._keep_box(view), t("Copy from the stick"))
        here, stick = (
            end_of(str(place / "packs"), MAX_PATH) for place in (self.context.data, self.context.settings.usb)
        )
        place = t("Looked in {here} and {stick}.", here=here, stick=stick)
        self._pager.draw(view, row, t, place)
        if not self._entries:
            words = t("There are none yet. A pack is a small text file of words, or of pictures: see the guide.")
            view.text(words, rows[1], theme.CAP_PROMPT, theme.TEXT, lines=3)
        start = self._pager.page * ROWS
        for entry, row in zip(self._entries[start:], rows, strict=False):
            view.panel(row, theme.PANEL, theme.WARN if entry.bad else theme.PANEL_EDGE, 1.4, 0.2)
            first, second = row.inset(2.4, 0.9).cut_left(34.0, 2.0)
            title = view.canvas.setter.beginning(entry.title, first.w, first.h, theme.CAP_BODY, "semibold", 2)
            view.text(title, first, theme.CAP_BODY, theme.WARN if entry.bad else theme.TEXT, "left", lines=2)
            about = _fitting(view, t, entry, second)
            view.text(about, second, theme.CAP_SMALL, theme.SOFT, "left", "medium", lines=LINES, leading=LEADING)
