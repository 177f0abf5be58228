"""What stands beside the result of a game: the board in small, its best clue, how it compares, the city's stamp."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from device.files.texts import Texts
from device.game.session import Session
from device.game.statistics import Statistics, Tally, statistics
from device.rules.clue_log import LogEntry
from device.rules.model import Clue, DuetPublic, Identity, Public
from device.storage.store import GameResult
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box, grid
from device.ui.kit.names import card_number, city_name
from device.ui.kit.numbers import decimal
from device.ui.table import campaign_news, prompts

ROW_H, NUMBER_W = 3.2, 4.0
MIN_BEST = 2
"""A clue that found fewer agents is not worth telling."""


class Summary(NamedTuple):
    """A game's clues, its mode, the statistics of all games before it; `clue` led to the last guess, if one did.

    `with_box`: the box played, which makes no row of wins longer.
    """

    log: tuple[LogEntry, ...]
    mode: str
    before: Statistics
    clue: Clue | None
    with_box: bool


def summary(session: Session, before: Iterable[GameResult]) -> Summary:
    """Return the summary of the game on the table, after the results of those before it."""
    setup = session.setup
    moves = session.observed_moves()
    clue = moves[-1][2].public.clue if moves else None
    mode, with_box = (setup.mode, bool(setup.box)) if setup is not None else ("", False)
    return Summary(session.clue_log(), mode, statistics(before), clue, with_box)


def facts(t: Texts, table: Public, told: Summary) -> list[tuple[str, str]]:
    """Return what is told of the game, as labels and values."""
    hits = [_hits(entry) for entry in told.log]
    rows = []
    best = max((entry for entry in told.log if not _fatal(entry, table, told)), key=_hits, default=None)
    if best is not None and _hits(best) >= MIN_BEST:
        clue, n = best.clue, _hits(best)
        of = str(n)
        if isinstance(clue.number, int) and n <= clue.number:
            of = t("{n} of {number}", n=n, number=clue.number)
        rows.append((t("Best clue"), prompts.clue_text(t, clue, short=True) if clue.word else of))
    usual = told.before.modes.get(told.mode, Tally()).hits_a_clue
    if hits and usual is not None:
        now = decimal(t, sum(hits) / len(hits))
        rows.append((t("Agents per clue"), t("{now} (usually {before})", now=now, before=decimal(t, usual))))
    result = table.result
    won = result is not None and result.outcome == "won" and not told.with_box
    if isinstance(table, DuetPublic) and won and told.before.streak:
        now_row = told.before.streak + 1
        label = f"{now_row} · {max(now_row, told.before.best_streak)}"
        rows.append((t("Wins in a row, now · ever"), label))
    return rows


def _hits(entry: LogEntry) -> int:
    """Return how many agents a clue found for the side that gave it."""
    mine = (Identity.AGENT, entry.clue.side.value)
    return sum(revealed.identity in mine for revealed in entry.revealed)


def _fatal(entry: LogEntry, table: Public, told: Summary) -> bool:
    """Tell whether a clue led to the assassin, and not to a finale's won end; a guess of sudden death has no clue."""
    if all(revealed.identity is not Identity.ASSASSIN for revealed in entry.revealed):
        return False
    if isinstance(table, DuetPublic):
        return told.clue is not None
    return table.result is None or table.result.reason != "assassin" or table.result.winner is not entry.clue.side


def draw(
    view: View, box: Box, t: Texts, table: Public, rows: Sequence[tuple[str, str]], numbers: Sequence[int | None]
) -> None:
    """Draw the board in small, a city's stamp on it where a mission was won, and the rows below.

    `numbers` are those by which the side calls the cards that are pictures; None: a word.
    """
    below, board = box.cut_bottom(ROW_H * len(rows), 0.8)
    count = len(table.covers)
    cells = grid(board, 5, count // 5, 0.5)
    for place, (cover, called) in enumerate(zip(table.covers, numbers, strict=True)):
        cell, ink = cells[card_number(place, count, view.seat) - 1], theme.INK
        number, room = (cell, cell) if called is None else cell.cut_left(NUMBER_W)
        if cover is None:
            view.panel(cell, theme.PAPER, theme.PAPER_EDGE, 0.4, 0.12)
        else:
            accent = theme.IDENTITIES[cover.identity]
            ink = accent.ink
            view.panel(cell, accent.fill, accent.bright, 0.4, 0.12)
            name = widgets.SHAPES.get(cover.identity) or widgets.sign(cover.identity)
            size = min(cell.h - 0.5, room.w - 1.0)
            widgets.icon(view, name, room.centred(size, size), accent.ink, accent.fill)
        if called is not None:
            view.text(str(called), number.inset(0.5, 0), theme.CAP_SMALL, ink, weight="medium")
    city = campaign_news.mission(table)
    if city is not None and table.result is not None and table.result.outcome == "won":
        _stamp(view, board, city_name(t, city))
    for (label, value), row in zip(rows, below.rows(max(1, len(rows)), 0.0), strict=False):
        wide = min(row.w * 0.6, view.canvas.setter.width(value, theme.CAP_SMALL, "bold") + 0.6)
        number, words = row.cut_right(wide, 0.8)
        view.text(label, words, theme.CAP_SMALL, theme.SOFT, "left", "medium")
        view.text(value, number, theme.CAP_SMALL, theme.TEXT, "right", "bold")


def _stamp(view: View, board: Box, name: str) -> None:
    wide = min(board.w - 1.0, view.canvas.setter.width(name, theme.CAP_PROMPT, "bold") + 7.0)
    frame = board.centred(wide, min(8.0, board.h))
    view.panel(frame, theme.STRIP, theme.CHECK, 1.0, 0.4)
    view.panel(frame.inset(0.8), None, theme.CHECK, 0.6, 0.15)
    view.text(name, frame.inset(2.0, 1.2), theme.CAP_PROMPT, theme.CHECK, weight="bold")
