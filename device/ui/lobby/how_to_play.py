"""How to play: pages for each game, a picture and a few words each, to be turned to either side of the table."""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple

import pygame

from device.files.reader import load
from device.files.texts import Language
from device.rules.modes import MODES
from device.ui import diagrams
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.page import Page
from device.ui.kit.pager import Pager
from device.ui.kit.screen import Navigator
from hardware.ports import Seat


class Leaf(NamedTuple):
    """One page: its title, its diagram's name, its text; `guess` is what stands in it for each way to guess."""

    title: str
    diagram: str
    text: str
    guess: Mapping[str, str]

    def said(self, confirm: str) -> str:
        """Return the text for a way to guess."""
        return self.text.replace("{guess}", self.guess.get(confirm, ""))


@lru_cache(maxsize=1)
def leaves(language: Language) -> dict[str, tuple[Leaf, ...]]:
    """Return the pages of each game in a language."""
    book = load(language.folder / "how_to_play.yaml")
    return {game: tuple(_leaf(language, page) for page in pages) for game, pages in book.items()}


def _leaf(language: Language, page: Mapping[str, Any]) -> Leaf:
    guess = {confirm: language.bound(words) for confirm, words in page.get("guess", {}).items()}
    return Leaf(page["title"], page["diagram"], language.bound(page["text"]), guess)


class HowToPlay(Page):
    """The pages of one game; others behind their tabs."""

    key: ClassVar[str] = "how_to_play"

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._pager = Pager(screens.invalidate)
        setup = screens.context.session.setup
        self._game = setup.mode if setup else next(iter(MODES))

    def _leaves(self) -> tuple[Leaf, ...]:
        pages = leaves(self.context.texts.language)
        game = self._game
        if game not in pages:  # a mode without pages of its own is told as another of its rules is
            game = next(name for name in pages if name in MODES and MODES[name].game == MODES[self._game].game)
        return pages[game]

    def _open(self, game: str) -> None:
        self._game, self._pager.page = game, 0
        self.screens.invalidate()

    def _turn(self) -> None:
        self.screens.face(Seat.A if self.seat is Seat.B else Seat.B)

    def _boxes(self, view: View) -> tuple[list[Box], Box, Box, Box, Box, Box]:
        _, head, body, _ = self.parts(view)
        turn, tabs = head.cut_right(26.0, 2.0)
        row, rest = self._pager.split(body)
        self._pager.count = len(self._leaves())
        wide = min(rest.w * 0.56, rest.h * diagrams.WIDE / diagrams.HIGH)
        picture, words = rest.cut_left(wide, 5.0)
        picture = picture.centred(wide, wide * diagrams.HIGH / diagrams.WIDE)
        title, text = words.cut_top(11.0, 1.0)
        return tabs.columns(len(MODES), 1.6), turn, row, picture, title, text

    def layout(self, canvas: Canvas) -> None:
        """Lay out back, the games, turning around, and the pages."""
        super().layout(canvas)
        view = self.view(canvas)
        tabs, turn, row, _, _, _ = self._boxes(view)
        for game, box in zip(MODES, tabs, strict=True):
            self.touchable(view, f"game:{game}", box, partial(self._open, game))
        self.touchable(view, "turn", turn, self._turn)
        self._pager.lay_out(self, view, row)

    def draw(self, canvas: Canvas) -> None:
        """Draw the page."""
        super().draw(canvas)
        t, view = self.t, self.view(canvas)
        tabs, turn, row, picture, title, text = self._boxes(view)
        names = {name: t(mode.title) for name, mode in MODES.items()}
        for game, box in zip(MODES, tabs, strict=True):
            widgets.button(view, box, names[game], kind="chosen" if game == self._game else "plain")
        widgets.button(view, turn, t("Turn around"))
        leaf = self._leaves()[self._pager.page]
        confirm = self.context.preferences.confirm
        self._picture(view, picture, leaf.diagram, rings=confirm == "hold")
        view.text(leaf.title, title, theme.CAP_HEADING, theme.GOLD, "left", lines=2, leading=1.6)
        place = text.cut_top(min(text.h, 46.0))[0]
        _paragraph(view, leaf.said(confirm), place)
        self._pager.draw(view, row, t)

    def _picture(self, view: View, box: Box, name: str, rings: bool) -> None:
        """Draw a diagram, painted once and kept: it takes too long for every frame."""
        rect = view.rect(box)
        key = ("diagram", name, rect.size, view.turned, rings)
        kept = view.canvas.kept.get(key)
        if kept is None:
            turn = 180 if view.turned else 0
            kept = pygame.transform.rotate(view.canvas.surface.subsurface(rect), turn)
            diagrams.draw(kept, kept.get_rect(), name, rings)
            kept = pygame.transform.rotate(kept, turn)
            view.canvas.kept.keep(key, kept)
        view.canvas.surface.blit(kept, rect)


def _paragraph(view: View, text: str, box: Box) -> None:
    """Set a paragraph from the top of a box, as large as fits."""
    broken, size = view.canvas.setter.fit(text, box.w, box.h, theme.CAP_PROMPT, "medium", 99, theme.LEGIBLE, 1.95)
    high = size * (1 + 1.95 * (len(broken) - 1))
    place = Box(box.x, box.y, box.w, min(box.h, high + 0.2))
    view.text("\n".join(broken), place, size, theme.TEXT, "left", "medium", len(broken), leading=1.95, recorded=text)
