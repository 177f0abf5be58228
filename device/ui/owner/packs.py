"""The owner's own packs of cards: those found, what is wrong with those that were skipped, and a way out of the box."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from device.cards.library import Seen
from device.cards.packs import ANY
from device.files.messages import Message, message
from device.files.reader import end_of, number_of, shortened
from device.files.texts import Texts
from device.game.last_choice import forget_pack
from device.owner.copy_packs import Changed
from device.owner.take_out import name_in, take_out
from device.owner.transfer import TransferError
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
MAX_PLACE = 24
"""Letters of a path that fit in a line at the foot of the page."""
MAX_LIST = 60
"""Letters of all names that fit in a question."""
ROWS, OUT_W = 4, 22.0
LINES, LEADING = 3, 1.6
NAMES = (200, 120, 80, 56, 40, 28, 20, 12)
"""So many letters of a fault's names and values are told, the most for which there is room."""


class _Entry(NamedTuple):
    """A pack, or a fault: what is told first, what is told below; `more` faults of the same pack are counted.

    `name` is what people call it, where it lies in the box and can be taken out of that.
    """

    seen: Seen
    name: str
    title: str
    about: str
    bad: bool = False
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
        self._look()

    def _look(self) -> None:
        """Look for packs anew."""
        self.context.packs.look_again()
        self._pager.count = max(1, -(-len(self._found) // ROWS))
        self._pager.turn(0)

    @property
    def _found(self) -> list[Seen]:
        """Return what was found as the page opened, faults first."""
        seen = [each for each in self.context.packs.seen() if not each.twice]
        return sorted(seen, key=lambda each: not each.faults)

    @property
    def _here(self) -> list[_Entry]:
        """Return what stands on the page that is open of a long list, in the language of now."""
        return [self._entry(each) for each in self._found[self._pager.page * ROWS :][:ROWS]]

    def _entry(self, seen: Seen) -> _Entry:
        t, pack = self.t, seen.pack
        name = name_in(self.context.data / "packs", seen)
        if seen.faults or pack is None:
            more = number_of(seen.faults) - 1
            return _Entry(seen, end_of(name, MAX_PATH), t("Not used:"), seen.faults[0].line, True, more)
        language = self.context.languages.get(pack.language)
        named = language.name if language else t("Pictures") if pack.language == ANY else pack.language
        cards = t.n("{n} card", "{n} cards", len(pack.cards))
        return _Entry(seen, shortened(name, MAX_PATH), pack.title, f"{named} · {cards}")

    def _boxes(self, view: View) -> tuple[Box, list[Box]]:
        _, _, body, _ = self.parts(view)
        row, rest = self._pager.split(body)
        return row, rest.rows(ROWS, 1.6)

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, and the way through a long list."""
        super().layout(canvas)
        view = self.view(canvas)
        row, rows = self._boxes(view)
        self._pager.lay_out(self, view, row)
        self.touchable(view, "keep", self._keep_box(view), self._keep)
        for number, (entry, box) in enumerate(zip(self._here, rows, strict=False)):
            if entry.name:
                self.touchable(view, f"take_out:{number}", self._out_box(box), partial(self._ask_out, entry))

    def _out_box(self, row: Box) -> Box:
        return row.cut_right(OUT_W)[0]

    def _ask_out(self, entry: _Entry) -> None:
        """Take something out of the box, once that is confirmed."""
        question = self.t(
            "Take {name} out of the box? A game on the table keeps its cards, and what is on a stick stays.",
            name=entry.name,
        )
        take = partial(self.screens.guard, partial(self._take_out, entry), self.seat)
        self._ask(question, self.t("Take out"), take)

    def _take_out(self, entry: _Entry) -> None:
        t, context = self.t, self.context
        try:
            take_out(context.data, context.store, context.packs.seen(), entry.seen)
            told, gone = t("{name} is out of the box.", name=entry.name), entry.seen.pack
        except TransferError as error:
            why = _shorter(error.text, MAX_PLACE)
            told, gone = t("{name} is still in the box: {why}", name=entry.name, why=t.again(why)), None
        self._look()
        if gone is not None:
            forget_pack(context.store, context.packs, gone.id)
        self.screens.notify(told)

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
        if not self._found:
            words = t("There are none yet. A pack is a small text file of words, or of pictures: see the guide.")
            view.text(words, rows[1], theme.CAP_PROMPT, theme.TEXT, lines=3)
        for entry, row in zip(self._here, rows, strict=False):
            if entry.name:
                widgets.button(view, self._out_box(row), t("Take out"))
                row = row.cut_right(OUT_W, 1.6)[1]
            view.panel(row, theme.PANEL, theme.WARN if entry.bad else theme.PANEL_EDGE, 1.4, 0.2)
            first, second = row.inset(2.4, 0.9).cut_left(34.0, 2.0)
            title = view.canvas.setter.beginning(entry.title, first.w, first.h, theme.CAP_BODY, "semibold", 2)
            view.text(title, first, theme.CAP_BODY, theme.WARN if entry.bad else theme.TEXT, "left", lines=2)
            about = _fitting(view, t, entry, second)
            view.text(about, second, theme.CAP_SMALL, theme.SOFT, "left", "medium", lines=LINES, leading=LEADING)
