"""The grid of cards: where each lies, what lands on one, and the ring of the selected one."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import pygame

from device.files.texts import Texts
from device.game.seating import seat_of
from device.rules.events import Covered, Event, Revealed
from device.rules.model import DuetPublic, Identity, Public, Side, VersusPublic
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box, grid
from device.ui.kit.names import card_name, card_number, reader, team_name
from device.ui.kit.screen import Dock, Navigator
from device.ui.table import card
from device.ui.table.card import CardLook
from hardware.ports import SEATS, Seat

COLUMNS = 5


def places(canvas: Canvas, table: Public, dock: Dock | None = None) -> tuple[Box, ...]:
    """Return each card's box between the strips and the columns, in reading order as side A sees the grid."""
    edge = theme.STRIP_H + theme.MARGIN
    area = Box(theme.COLUMN_W, edge, canvas.width - 2 * theme.COLUMN_W, canvas.height - 2 * edge)
    gap = theme.GAP
    if dock is not None:
        area = dock.beside(area)
        gap = min(theme.GAP, area.h / 40)
    return _cells(area, len(table.cards) // COLUMNS, gap)


@lru_cache(maxsize=8)
def _cells(area: Box, rows: int, gap: float) -> tuple[Box, ...]:
    """Return the cells of a grid; what moves asks for them several times a frame."""
    return tuple(grid(area, COLUMNS, rows, gap))


def looks(screens: Navigator, table: Public) -> list[CardLook]:
    """Return what is seen of every card."""
    context = screens.context
    alone = isinstance(table, DuetPublic) and bool(context.partner.plays)
    twice = not alone and not (isinstance(table, VersusPublic) and context.preferences.seats == "same_side")
    marks = table.markers if isinstance(table, DuetPublic) else (frozenset(),) * len(table.cards)
    count = len(table.cards)
    at_a, at_b = (reader(context, seat) for seat in SEATS)
    return [
        CardLook(
            screens.context.card(name),
            cover,
            frozenset(map(seat_of, mark)),
            place,
            (card_number(place, count, at_a), card_number(place, count, at_b)),
            not table.covered(name),
            twice,
        )
        for place, (name, cover, mark) in enumerate(zip(table.cards, table.covers, marks, strict=True))
    ]


def agents(table: Public) -> list[tuple[Identity, int, int]]:
    """Return whose agents there are, how many of them are found, and of how many."""
    if isinstance(table, VersusPublic):
        teams = (Side.RED, Side.BLUE)
        return [(Identity(team), table.agents[team] - table.agents_left(team), table.agents[team]) for team in teams]
    assert isinstance(table, DuetPublic)
    return [(Identity.AGENT, 15 - table.agents_left, 15)]


def left(table: Public, team: Side) -> int:
    """Return how many of a team's agents are still to be found."""
    return table.agents_left(team) if isinstance(table, VersusPublic) else 0


def last_card(move: Iterable[Event]) -> Revealed | Covered | None:
    """Return what a move showed of a card, if it touched one."""
    touched = [event for event in move if isinstance(event, Revealed | Covered)]
    return touched[-1] if touched else None


def last_card_line(screens: Navigator, table: Public, last: Revealed | Covered, seat: Seat | None) -> str:
    """Return what the last card was, with what it is called at a seat."""
    t = screens.context.texts
    name = card_name(screens.context, last.card, seat)
    kind = identity_name(t, last.identity)
    if last.identity in (Identity.RED, Identity.BLUE) and left(table, Side(last.identity.value)) == 0:
        kind = f"{kind} · {t('The last agent')}"
    return f"{kind}: {name}"


def identity_name(t: Texts, identity: Identity) -> str:
    """Return what a card is called by what it turned out to be: Duet's agent that is told of is the last one."""
    known = {Identity.ASSASSIN: t("Assassin"), Identity.BYSTANDER: t("Bystander"), Identity.AGENT: t("The last agent")}
    return known.get(identity) or team_name(t, Side(identity.value))


def draw_landing(canvas: Canvas, box: Box, look: CardLook, part: float) -> None:
    """Draw a cover or a marker on its way down onto its card; part runs from 0 to 1."""
    grown = (1 - part) ** 2 * 1.6
    if look.cover is not None:
        card.draw(canvas, box, replace(look, cover=None))
        card.draw_cover(canvas, box.inset(-grown, -grown * box.h / box.w), look)
    card.draw_markers(canvas, box, look, 0.0 if look.cover is not None else grown)


def draw_ring(canvas: Canvas, box: Box, view: View, part: float) -> None:
    """Draw the ring around the selected card; held, it fills clockwise from the side's middle, clear of the finger."""
    frame = box.inset(-0.5)
    canvas.view(None).panel(frame, None, theme.GOLD_DEEP if part > 0 else theme.GOLD, theme.RADIUS + 0.5, 0.6)
    if part <= 0:
        return
    path = [view.rect(Box(x, y, 0, 0)).topleft for x, y in _around(card.mirrored(view, frame).inset(0.15), part)]
    wide = max(2, round(0.8 * canvas.unit))
    canvas.mark(canvas.view(None).rect(frame.inset(-1.0)))
    for start, end in pairwise(path):
        pygame.draw.line(canvas.surface, theme.GOLD, start, end, wide)
    for point in path:
        canvas.dot(point, 0.4, theme.GOLD)


def draw_refusal(canvas: Canvas, box: Box) -> None:
    """Draw a broken frame around a card that cannot be touched now, and a cross in its middle."""
    view = canvas.view(None)
    rim = box.inset(-0.4)
    dash = 1.5
    for edge in (rim.cut_top(0.5)[0], rim.cut_bottom(0.5)[0]):
        for part in edge.columns(round(rim.w / dash / 2), dash):
            view.fill(part, theme.SOFT)
    for edge in (rim.cut_left(0.5)[0], rim.cut_right(0.5)[0]):
        for part in edge.rows(round(rim.h / dash / 2), dash):
            view.fill(part, theme.SOFT)
    widgets.disc(view, box.centred(4.6, 4.6), theme.STRIP, theme.SOFT)
    widgets.icon(view, "cross", box.centred(2.6, 2.6), theme.TEXT, theme.STRIP)


def _around(box: Box, part: float) -> list[tuple[float, float]]:
    """Return a path around a part (0-1) of a box, from the middle of its lower edge clockwise."""
    cx, low = box.centre[0], box.bottom
    corners = [(cx, low), (box.x, low), (box.x, box.y), (box.right, box.y), (box.right, low), (cx, low)]
    left = part * 2 * (box.w + box.h)
    path = [corners[0]]
    for (x0, y0), (x1, y1) in pairwise(corners):
        long = abs(x1 - x0) + abs(y1 - y0)
        step = min(1.0, left / long)
        path.append((x0 + (x1 - x0) * step, y0 + (y1 - y0) * step))
        left -= long
        if left <= 0:
            break
    return path
