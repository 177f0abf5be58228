"""Home: what this is, and what one can do."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Screen
from device.ui.table import faults

Item = tuple[str, str, Callable[[], object]]
DOSSIER_W = 64.0


class Home(Screen):
    """Where every game begins."""

    key: ClassVar[str] = "home"
    at_rest: ClassVar[bool] = True
    calm: ClassVar[bool] = True

    def items(self) -> tuple[list[Item], list[Item]]:
        """Return the main choices and the lesser ones: name, words, what it does."""
        t, screens = self.t, self.screens
        main: list[Item] = []
        if screens.context.table is not None:
            main.append(("continue", t("Play on"), lambda: screens.go("home", "table")))
        main.append(("new_game", t("New game"), partial(screens.open, "new_game")))
        main.append(("campaign", t("Campaign"), partial(screens.open, "map")))
        words = {
            "how_to_play": t("How to play"),
            "statistics": t("Statistics"),
            "settings": t("Settings"),
            "power": t("Switch off"),
        }
        less: list[Item] = [(name, text, partial(screens.open, name)) for name, text in words.items()]
        return main, less

    def _boxes(self, view: View) -> tuple[Box, list[Box], list[Box], list[Box]]:
        inner = view.whole.inset(7.0, 6.0)
        below, rest = inner.cut_bottom(9.2, 4.0)
        dossier, right = rest.cut_left(DOSSIER_W, 6.0)
        main, less = self.items()
        spots: list[Box] = []
        if less:
            row, right = right.cut_bottom(11.0, 2.4)
            spots = row.columns(len(less), 2.0)
        return dossier, _capped(right, len(main)), spots, below.columns(len(self.context.languages), 2.0)

    def layout(self, canvas: Canvas) -> None:
        """Lay out the choices and the languages."""
        view = canvas.view(None)
        _, main, less, languages = self._boxes(view)
        for items, boxes in zip(self.items(), (main, less), strict=True):
            for (name, _, act), box in zip(items, boxes, strict=True):
                self.touchable(view, name, box, act)
        for code, box in zip(self.context.languages, languages, strict=True):
            self.touchable(view, f"language:{code}", box, partial(self.screens.set_language, code))

    def draw(self, canvas: Canvas) -> None:
        """Draw the dossier that says what this is, and the choices."""
        view = canvas.view(None)
        widgets.ground(canvas)
        dossier, main, less, languages = self._boxes(view)
        self._dossier(view, dossier)
        items, lesser = self.items()
        for number, ((name, words, _), box) in enumerate(zip(items, main, strict=True)):
            _choice(view, box, words, self._more(name), number == 0)
        for (_, words, _), box in zip(lesser, less, strict=True):
            widgets.button(view, box, words, theme.CAP_SMALL)
        for language, box in zip(self.context.languages.values(), languages, strict=True):
            here = language.code == self.context.preferences.language
            if here:
                view.panel(box, None, theme.GOLD, 1.4, 0.25)
            view.text(language.name, box.inset(1, 0), theme.CAP_SMALL, theme.TEXT if here else theme.SOFT, lines=2)
        warn = faults.line(self.screens, None)
        if warn:
            place = Box(7, view.height - 5.4, view.width - 14, 4.6)
            view.text(warn, place, theme.CAP_SMALL, theme.WARN, weight="medium")

    def _more(self, name: str) -> str:
        """Return a second line for a main choice: what one gets."""
        t = self.t
        return {
            "continue": t("The game on the table"),
            "new_game": t("Duet, Classic or Pictures"),
            "campaign": t("26 missions around the world"),
        }.get(name, "")

    def _dossier(self, view: View, box: Box) -> None:
        tab = Box(box.x + 4, box.y, 22, 6)
        sheet = Box(box.x, box.y + 3.2, box.w, box.h - 3.2)
        for part in (tab, sheet):
            view.shadow(part, 1.2, 1.2, 120)
        view.panel(tab, theme.KRAFT, theme.KRAFT_EDGE, 1.2, 0.2)
        view.panel(sheet, theme.KRAFT, theme.KRAFT_EDGE, 1.2, 0.2)
        view.fill(Box(tab.x + 0.3, sheet.y - 0.4, tab.w - 0.6, 1.0), theme.KRAFT)
        page = sheet.inset(2.4, 2.2)
        view.shadow(page, 0.6, 0.6, 70)
        view.panel(page, theme.PAPER, theme.PAPER_EDGE, 0.6, 0.15)
        inner = page.inset(4.0, 2.6)
        lines, top = inner.cut_bottom(11.0, 1.2)
        title, picture = top.cut_bottom(8.0, 1.6)
        size = min(picture.h, picture.w)
        photo = picture.centred(size * 1.25, size)
        green = theme.IDENTITIES["agent"]
        view.panel(photo, green.fill, green.edge, 0.8, 0.2)
        widgets.icon(view, "agent_man", photo.inset(size * 0.16, size * 0.09), green.ink, green.fill)
        view.text("SPYTABLE", title, 5.4, theme.INK, weight="bold")
        view.line(inner.x, inner.right, lines.y - 0.4, theme.PAPER_RULE)
        t = self.t
        first, second = lines.cut_top(lines.h * 0.5)
        view.text(t("One word points to many cards"), first, theme.CAP_PROMPT, theme.INK_SOFT)
        view.text(t("2 to 8 people · 15 to 30 minutes"), second, theme.CAP_BODY, theme.INK_SOFT, weight="medium")


def _choice(view: View, box: Box, words: str, more: str, main: bool) -> None:
    widgets.button(view, box, "", kind="main" if main else "plain")
    ink, soft = (theme.SIDES["a"].ink, theme.SIDES["a"].ink) if main else (theme.TEXT, theme.SOFT)
    first, second = box.inset(1.6, max(1.2, box.h * 0.14)).cut_top(box.h * 0.42)
    view.text(words, first, theme.CAP_HEADING, ink)
    view.text(more, second, theme.CAP_SMALL, soft, weight="medium")


def _capped(box: Box, count: int) -> list[Box]:
    high = min(19.0, (box.h - 2.4 * (count - 1)) / count)
    return Box(box.x, box.y, box.w, high * count + 2.4 * (count - 1)).rows(count, 2.4)
