"""The statistics of the box: games by mode, missions won, wins in a row, guesses per clue."""

from typing import ClassVar

from device.game.statistics import Statistics, Tally, statistics
from device.rules.missions import MISSIONS
from device.rules.modes import MODES
from device.storage.store import StoreError
from device.ui.kit import theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box, grid
from device.ui.kit.names import city_name
from device.ui.kit.numbers import decimal
from device.ui.kit.page import Page
from device.ui.kit.screen import Navigator

COLUMNS, ROWS = 7, 4
Line = tuple[str, str]


class StatisticsPage(Page):
    """Shows what was played on this box."""

    key: ClassVar[str] = "statistics"

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        self.sums = Statistics()
        try:
            self.sums = statistics(screens.context.session.results())
        except StoreError:
            screens.notify(self.t("The results cannot be read just now."))

    def draw(self, canvas: Canvas) -> None:
        """Draw a sheet for each mode, and the missions below."""
        super().draw(canvas)
        view, t, sums = self.view(canvas), self.t, self.sums
        _, _, body, _ = self.parts(view)
        title = t.n("{n} game played", "{n} games played", sums.games) if sums.games else t("No game finished yet")
        self.title(view, title)
        below, sheets = body.cut_bottom(body.h * 0.4, 2.0)
        names = {name: t(mode.title) for name, mode in MODES.items()}
        for mode, box in zip(MODES, sheets.columns(len(MODES), 2.4), strict=True):
            _sheet(view, box, names[mode], self._lines(mode, sums.modes[mode]))
        self._missions(view, below)

    def _lines(self, mode: str, tally: Tally) -> list[Line]:
        t, sums = self.t, self.sums
        lines = [(t("Games"), str(tally.games))]
        if MODES[mode].game == "duet":
            lines.append((t("Won · lost"), f"{tally.won} · {tally.lost}"))
            lines.append((t("Wins in a row, now · ever"), f"{sums.streak} · {sums.best_streak}"))
        else:
            lines.append((t("Red won · blue won"), f"{tally.red} · {tally.blue}"))
            lines.append((t("One team alone: won · lost"), f"{tally.won} · {tally.lost}"))
        lines.append((t("Best score"), "–" if tally.best is None else str(tally.best)))
        lines.append((t("Guesses per clue"), decimal(t, tally.guesses_a_clue)))
        lines.append((t("Agents per clue"), decimal(t, tally.hits_a_clue)))
        return lines

    def _missions(self, view: View, box: Box) -> None:
        t, missions = self.t, self.sums.missions
        head, rest = box.cut_top(4.0, 1.0)
        view.text(t("Missions won: {n} of 26", n=len(missions)), head, theme.CAP_BODY, theme.SOFT, "left")
        box_games = self.sums.with_box
        if box_games.games:
            n, won, lost = box_games.games, box_games.won, box_games.lost
            line = t("With the box: {n} played · won {won} · lost {lost}", n=n, won=won, lost=lost)
            view.text(line, head.cut_right(head.w / 2)[0], theme.CAP_BODY, theme.SOFT, "right")
        for city, cell in zip(MISSIONS, grid(rest, COLUMNS, ROWS, 0.9), strict=False):
            count = missions[city]
            view.panel(cell, theme.PANEL if count else None, theme.CHECK_EDGE if count else theme.LINE, 0.8, 0.18)
            number, name = cell.inset(1.2, 0.4).cut_right(4.4, 0.6)
            colour = theme.TEXT if count else theme.SOFT
            view.text(city_name(t, city), name, theme.CAP_SMALL, colour, "left", "medium")
            view.text(str(count) if count else "–", number, theme.CAP_SMALL, colour, "right", "bold")


def _sheet(view: View, box: Box, title: str, lines: list[Line]) -> None:
    view.shadow(box, 0.9, 0.9, 110)
    view.panel(box, theme.PAPER, theme.PAPER_EDGE, 0.9, 0.18)
    head, rest = box.inset(2.4, 1.8).cut_top(4.4, 0.7)
    view.text(title, head, theme.CAP_HEADING, theme.INK, "left", "bold")
    view.fill(Box(head.x, rest.y - 0.2, head.w, 0.15), theme.PAPER_RULE)
    for (name, value), row in zip(lines, rest.rows(len(lines), 0.3), strict=True):
        number, words = row.cut_right(11.0, 0.6)
        view.text(name, words, theme.CAP_SMALL, theme.INK_SOFT, "left", "medium")
        view.text(value, number, theme.CAP_BODY, theme.INK, "right")
