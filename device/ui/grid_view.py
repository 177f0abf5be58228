"""The grid of cards: where each lies, and how it looks."""

from dataclasses import dataclass
from itertools import pairwise

import pygame

from device.rules.model import Cover, DuetPublic, Public, Side
from device.ui import theme, widgets
from device.ui.canvas import Canvas, View
from device.ui.geometry import Box, grid

COLUMNS = 5
TOKEN_MM = 4.5


def area(canvas: Canvas) -> Box:
    """Return the room of the grid between the strips and the token columns."""
    edge = theme.STRIP_H + theme.MARGIN
    return Box(theme.COLUMN_W, edge, canvas.width - 2 * theme.COLUMN_W, canvas.height - 2 * edge)


def places(canvas: Canvas, table: Public) -> list[Box]:
    """Return each card's box, in reading order as side A sees the grid."""
    return grid(area(canvas), COLUMNS, len(table.cards) // COLUMNS, theme.GAP)


@dataclass(frozen=True, slots=True)
class CardLook:
    """What is seen of a card: its name, its cover, the sides its markers point at, whether it may be touched now."""

    name: str
    cover: Cover | None
    markers: frozenset[Side]
    portrait: int
    open: bool = True


def looks(table: Public) -> list[CardLook]:
    """Return what is seen of every card."""
    nothing: frozenset[Side] = frozenset()
    marks = table.markers if isinstance(table, DuetPublic) else (nothing,) * len(table.cards)
    return [
        CardLook(name, cover, mark, place, not table.covered(name))
        for place, (name, cover, mark) in enumerate(zip(table.cards, table.covers, marks, strict=True))
    ]


def mirrored(view: View, box: Box) -> Box:
    """Return a box as the other side measures it."""
    return Box(view.width - box.right, view.height - box.bottom, box.w, box.h)


def draw_card(canvas: Canvas, box: Box, look: CardLook, twice: bool = True) -> None:
    """Draw a card at rest: paper with its word for each side, or what covers it, and the tokens that lie on it."""
    upright = canvas.view(None)
    if look.cover is None:
        widgets.card_paper(upright, box, look.open)
        _words(canvas, box, look, twice)
    else:
        draw_cover(canvas, box, look)
    for side in sorted(look.markers):
        view, place = _facing(canvas, box, side)
        spot = Box(place.right - TOKEN_MM - 0.7, place.centre[1] - TOKEN_MM / 2, TOKEN_MM, TOKEN_MM)
        widgets.token(view, spot, "arrow")


def _facing(canvas: Canvas, box: Box, side: Side) -> tuple[View, Box]:
    view = canvas.view(side)
    return view, mirrored(view, box) if side is Side.B else box


def _words(canvas: Canvas, box: Box, look: CardLook, twice: bool) -> None:
    upright = canvas.view(None)
    ink = theme.INK if look.open else theme.INK_SOFT
    left = TOKEN_MM + 0.6 if Side.B in look.markers else 0.0
    right = TOKEN_MM + 0.6 if Side.A in look.markers else 0.0
    for side in (Side.A, Side.B) if twice else (Side.A,):
        view, place = _facing(canvas, box, side)
        near, far = (left, right) if side is Side.A else (right, left)
        room = Box(place.x + 1.1 + near, place.y, place.w - 2.2 - near - far, place.h)
        if twice:
            room = Box(room.x, place.centre[1] + 0.5, room.w, place.h / 2 - 1.2)
        cap = theme.CAP_CARD if twice else theme.CAP_CARD * 1.35
        view.text(look.name, room, cap, ink, least=theme.CARD_LEGIBLE)
    if twice:
        middle = box.inset(2.2 + max(left, right) * 0.8, 0)
        upright.line(middle.x, middle.right, box.centre[1], theme.PAPER_RULE)


def draw_cover(canvas: Canvas, box: Box, look: CardLook) -> None:
    """Draw what covers a card, turned to the side that touched it, with the word below."""
    assert look.cover is not None
    side = Side.B if look.cover.by is Side.B else Side.A
    view, place = _facing(canvas, box, side)
    widgets.cover_face(view, place, look.cover, look.portrait)
    accent = theme.IDENTITIES[look.cover.identity]
    room = Box(place.x + 1.8, place.bottom - 3.4, place.w - 3.6, 2.2)
    if look.markers:
        room = room.inset(TOKEN_MM, 0)
    view.text(look.name, room, theme.CAP_SMALL, accent.ink, weight="semibold")


def draw_landing(canvas: Canvas, box: Box, look: CardLook, part: float) -> None:
    """Draw a cover or marker on its way down onto its card; part runs from 0 to 1."""
    grown = (1 - part) ** 2 * 1.6
    if look.cover is not None:
        bare = CardLook(look.name, None, look.markers, look.portrait)
        draw_card(canvas, box, bare)
        draw_cover(canvas, box.inset(-grown, -grown * box.h / box.w), look)
        return
    for side in sorted(look.markers):
        view, place = _facing(canvas, box, side)
        size = TOKEN_MM + grown
        spot = Box(place.right - TOKEN_MM / 2 - 0.7 - size / 2, place.centre[1] - size / 2, size, size)
        widgets.token(view, spot, "arrow")


def draw_ring(canvas: Canvas, box: Box, view: View, part: float) -> None:
    """Draw the ring around the selected card; held, it fills clockwise from the side's middle, clear of the finger."""
    frame = box.inset(-0.5)
    canvas.view(None).panel(frame, None, theme.GOLD_DEEP if part > 0 else theme.GOLD, theme.RADIUS + 0.5, 0.6)
    if part <= 0:
        return
    place = mirrored(view, frame) if view.turned else frame
    u = canvas.unit
    path = [view.rect(Box(x, y, 0, 0)).topleft for x, y in _around(place.inset(0.15), part)]
    for start, end in pairwise(path):
        pygame.draw.line(canvas.surface, theme.GOLD, start, end, max(2, round(1.1 * u)))
    for point in path:
        pygame.draw.circle(canvas.surface, theme.GOLD, point, 0.55 * u)


def _around(box: Box, part: float) -> list[tuple[float, float]]:
    """Return a path around a part (0-1) of a box, from the middle of its lower edge clockwise."""
    cx = box.centre[0]
    corners = [
        (cx, box.bottom),
        (box.x, box.bottom),
        (box.x, box.y),
        (box.right, box.y),
        (box.right, box.bottom),
        (cx, box.bottom),
    ]
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
