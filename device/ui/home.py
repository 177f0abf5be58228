"""Home: what this is, and what one can do."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.ui import faults, theme, widgets
from device.ui.canvas import Canvas, View
from device.ui.desk import SCREENS, Desk
from device.ui.geometry import Box
from device.ui.screen import Screen

Item = tuple[str, str, Callable[[], object]]


class Home(Screen):
    """Where every game begins."""

    name: ClassVar[str] = "home"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)

    def items(self) -> tuple[list[Item], list[Item]]:
        """Return the main choices and the lesser ones: name, words, what it does."""
        t, desk = self.t, self.desk
        main: list[Item] = []
        if desk.table is not None:
            main.append(("continue", t("Play on"), lambda: desk.open("table")))
        main.append(("new_game", t("New game"), partial(desk.open, "new_game")))
        if "map" in SCREENS:
            main.append(("campaign", t("Campaign"), lambda: desk.open("map")))
        less: list[Item] = [
            (name, words, partial(desk.open, name))
            for name, words in (
                ("how_to_play", t("How to play")),
                ("statistics", t("Statistics")),
                ("settings", t("Settings")),
                ("power", t("Switch off")),
            )
            if name in SCREENS
        ]
        return main, less

    def _boxes(self, view: View) -> tuple[Box, Box, Box, Box]:
        inner = view.whole.inset(12.0, 6.0)
        languages, rest = inner.cut_bottom(9.4, 3.0)
        less, rest = rest.cut_bottom(10.0, 3.0)
        main, title = rest.cut_bottom(15.0, 4.0)
        return title, main, less, languages

    def layout(self, canvas: Canvas) -> None:
        """Lay out the choices and the languages."""
        view = canvas.view(None)
        _, main, less, languages = self._boxes(view)
        for items, box in zip(self.items(), (main, less), strict=True):
            for (name, _, act), spot in zip(items, box.columns(max(1, len(items)), 3.0), strict=False):
                self.touchable(view, name, spot, act)
        for code, spot in zip(self.desk.languages, languages.columns(len(self.desk.languages), 2.0), strict=True):
            self.touchable(view, f"language:{code}", spot, partial(self.desk.speak, code))

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, the line that says what this is, the choices."""
        view = canvas.view(None)
        widgets.ground(canvas)
        title, main, less, languages = self._boxes(view)
        self._title(view, title)
        items, lesser = self.items()
        for number, ((_, words, _), spot) in enumerate(zip(items, main.columns(len(items), 3.0), strict=True)):
            widgets.button(view, spot, words, theme.CAP_HEADING, chosen=number == 0)
        for (_, words, _), spot in zip(lesser, less.columns(max(1, len(lesser)), 3.0), strict=False):
            widgets.button(view, spot, words)
        spots = languages.columns(len(self.desk.languages), 2.0)
        for language, spot in zip(self.desk.languages.values(), spots, strict=True):
            here = language.code == self.desk.preferences.language
            if here:
                view.panel(spot, None, theme.GOLD, 1.4, 0.25)
            view.text(language.name, spot.inset(1, 0), theme.CAP_SMALL, theme.TEXT if here else theme.SOFT, lines=2)
        warn = faults.line(self.desk, None)
        if warn:
            place = Box(12, view.height - 5.0, view.width - 24, 4.0)
            view.text(warn, place, theme.CAP_SMALL, theme.WARN, weight="medium")

    def _title(self, view: View, box: Box) -> None:
        t = self.t
        band, text = box.cut_top(box.h * 0.66)
        wide = view.canvas.setter.width("SPYTABLE", theme.CAP_TITLE, "bold")
        sign = band.h * 0.8
        left = band.centre[0] - (wide + sign + 5) / 2
        card = Box(left, band.centre[1] - sign / 2, sign * 1.05, sign)
        widgets.emblem(view, card)
        room = Box(card.right + 4.0, band.y, wide + 4, band.h)
        view.text("SPYTABLE", room, theme.CAP_TITLE, theme.PAPER, "left", "bold")
        line = t("One word, many cards: find your agents together · 2 to 8 people · 15 to 30 minutes")
        view.text(line, text, theme.CAP_BODY, theme.SOFT, weight="medium", lines=2)
