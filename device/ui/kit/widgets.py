"""The pieces screens are made of: the ground, sheets, buttons, tokens, cards."""

import math
import random
from typing import Literal

import pygame

from device.rules.model import Cover, Identity
from device.ui.kit import theme
from device.ui.kit.canvas import Align, Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.icons import painter
from device.ui.kit.typesetting import Weight

_GRAIN = 128
"""The side of the grain's tile in pixels."""
_VEIL_ROWS = 32
"""A veil is laid in strips so high: whole, it would be as large as the screen."""


def ground(canvas: Canvas) -> None:
    """Draw the table: dark cloth, a little lighter in the middle."""
    if canvas.hurried:
        _lay_cloth(canvas.surface)  # the next drawing keeps one: a picture of that size takes a while to be had
        canvas.mark(canvas.surface.get_rect())
    else:
        kept = cloth(canvas)
        canvas.put(kept, kept.get_rect())


def cloth(canvas: Canvas) -> pygame.Surface:
    """Return the picture of the whole table without anything on it."""
    size = canvas.surface.get_size()
    kept = canvas.kept.get(("ground", size))
    if kept is None:
        kept = pygame.Surface(size)
        _lay_cloth(kept)
        canvas.kept.keep(("ground", size), kept)
    return kept


def _lay_cloth(target: pygame.Surface) -> None:
    small = pygame.Surface((24, 14), 0, target)
    for x in range(12):
        for y in range(7):
            far = min(1.0, math.hypot((x - 11.5) / 15.5, (y - 6.5) / 9.4)) ** 1.4
            tone = [round(g + (d - g) * far) for g, d in zip(theme.GLOW, theme.GROUND, strict=True)]
            for place in ((x, y), (23 - x, y), (x, 13 - y), (23 - x, 13 - y)):
                small.set_at(place, tone)
    size = target.get_size()
    pygame.transform.smoothscale(small, size, target)
    levels = random.Random(5).randbytes(_GRAIN * _GRAIN).translate(bytes(value % 6 for value in range(256)))
    grain = pygame.image.frombuffer(levels, (_GRAIN, _GRAIN), "P")
    grain.set_palette([(level, level, level) for level in range(256)])
    tile = pygame.Surface((_GRAIN, _GRAIN), 0, target)
    tile.blit(grain, (0, 0))
    for x in range(0, size[0], _GRAIN):
        for y in range(0, size[1], _GRAIN):
            target.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_ADD)


def veil(view: View, strength: int = 150, strips: bool = True) -> None:
    """Darken everything between the strips; on a screen that has none, everything."""
    edge = theme.STRIP_H if strips else 0.0
    rect = view.rect(Box(0, edge, view.width, view.height - 2 * edge))
    strip = pygame.Surface((rect.width, _VEIL_ROWS), pygame.SRCALPHA, 32)
    strip.fill((8, 8, 10, strength))
    for top in range(rect.top, rect.bottom, _VEIL_ROWS):
        view.canvas.put(
            strip.subsurface((0, 0, rect.width, min(_VEIL_ROWS, rect.bottom - top))), rect.move(0, top - rect.top)
        )


def sheet(view: View, box: Box) -> None:
    """Draw a dialogue's sheet and forget the texts beneath it."""
    view.canvas.hide_texts(view.rect(box))
    view.shadow(box, 2.0, 2.2, 150)
    view.panel(box, theme.PANEL, theme.PANEL_EDGE, 2.0, 0.2)


def icon(view: View, name: str, box: Box, ink: theme.Colour, paper: theme.Colour) -> None:
    """Draw an icon in a box."""
    view.icon((name, ink, paper), box, ink, painter(name, ink, paper))


THREE_LINES = 10.8
"""A button of this height in mm has room for three lines."""
Kind = Literal["plain", "main", "chosen", "warn", "off"]


def button(
    view: View,
    box: Box,
    text: str,
    cap: float = theme.CAP_BODY,
    kind: Kind = "plain",
    weight: Weight = "semibold",
    cut: bool = False,
) -> None:
    """Draw a button: plain, the main one, a chosen one, one that ends something, or one that cannot be used now.

    `cut`: of a text that is too long its beginning.
    """
    accent = view.accent
    fill, edge, ink, width = {
        "plain": (theme.RAISED, theme.RAISED_EDGE, theme.TEXT, 0.18),
        "main": (accent.fill, accent.bright, accent.ink, 0.2),
        "chosen": (theme.CHOSEN, accent.fill, accent.bright, 0.4),
        "warn": (theme.RAISED, theme.RAISED_EDGE, theme.WARN, 0.18),
        "off": (None, theme.LINE, theme.DIM, 0.15),
    }[kind]
    if fill is not None:
        view.shadow(box, 1.4, 0.7, 90)
    view.panel(box, fill, edge, 1.4, width)
    if text:
        room, lines = box.inset(1.3, 0.5), 3 if box.h >= THREE_LINES else 2
        text = view.canvas.setter.beginning(text, room.w, room.h, cap, weight, lines) if cut else text
        view.text(text, room, cap, ink, weight=weight, lines=lines)


def disc(view: View, box: Box, fill: theme.Colour, edge: theme.Colour, empty: bool = False) -> None:
    """Draw a token's disc, or the ring of one that is gone."""

    def paint(large: pygame.Surface) -> None:
        w = large.get_width()
        c, r = (w / 2, w / 2), w / 2
        if empty:
            pygame.draw.circle(large, edge, c, r * 0.94, max(2, round(w * 0.035)))
            return
        pygame.draw.circle(large, edge, c, r)
        pygame.draw.circle(large, fill, c, r * 0.9)
        pygame.draw.circle(large, edge, c, r * 0.8, max(1, round(w * 0.02)))

    view.icon(("disc", fill, edge, empty), box, edge, paint)


def token(view: View, box: Box, face: str) -> None:
    """Draw a time token: "bystander", "check", "arrow", or "gone"."""
    if face == "gone":
        disc(view, box, theme.GROUND, theme.LINE, empty=True)
        return
    check = face == "check"
    fill, edge, ink = (
        (theme.CHECK, theme.CHECK_EDGE, theme.CHECK_INK) if check else (theme.TOKEN, theme.TOKEN_EDGE, theme.TOKEN_INK)
    )
    view.shadow(box, box.w / 2, 0.5, 120)
    disc(view, box, fill, edge)
    name = {"check": "tick", "bystander": "person", "arrow": "arrow"}[face]
    icon(view, name, box.inset(box.w * 0.22), ink, fill)


def figure(view: View, box: Box, text: str, cap: float, colour: theme.Colour, align: Align = "center") -> None:
    """Draw a figure with a line below it: seen from the other side, a 6 is no 9."""
    stands = view.text(text, box, cap, colour, align, "bold")
    wide = min(box.w, view.canvas.setter.width(text, stands.h, "bold"))
    x = {"left": box.x, "center": box.x + (box.w - wide) / 2, "right": box.right - wide}[align]
    view.fill(Box(x, stands.bottom + 0.45, wide, 0.35), colour)


def sign(identity: Identity, place: int = 0) -> str:
    """Return the icon of an identity, so that nothing is told by colour alone; Duet's agents differ by their place."""
    if identity is Identity.AGENT:
        return ("agent_man", "agent_woman")[place % 2]
    return {
        Identity.RED: "agent_man",
        Identity.BLUE: "agent_woman",
        Identity.BYSTANDER: "person",
        Identity.ASSASSIN: "dagger",
    }[identity]


SHAPES = {Identity.RED: "diamond", Identity.BLUE: "ring"}
"""The shape of each team: where two colours look alike, the shapes do not."""
_WORD_MM = 6.0
"""What is left of a cover's height beside the picture: two margins, and the word with its accents."""


def card_paper(view: View, box: Box, enabled: bool = True) -> None:
    """Draw the paper of a card, faintly dimmed where it cannot be touched while others can."""
    view.shadow(box, theme.RADIUS, 0.7, 120)
    view.panel(box, theme.PAPER if enabled else theme.PAPER_DIM, theme.PAPER_EDGE, theme.RADIUS, 0.18)


def cover_face(view: View, box: Box, cover: Cover, portrait: int, worded: bool) -> None:
    """Draw what covers a card, as a card lying over it; `worded` leaves room for the word."""
    accent = theme.IDENTITIES[cover.identity]
    view.shadow(box, theme.RADIUS, 0.7, 130)
    if cover.identity is Identity.ASSASSIN:
        view.panel(box, accent.fill, accent.bright, theme.RADIUS, 0.55)
        view.panel(box.inset(1.0), None, theme.DANGER, theme.RADIUS * 0.6, 0.3)
    else:
        view.panel(box, accent.fill, accent.edge, theme.RADIUS, 0.2)
        view.panel(box.inset(0.75), None, accent.edge, theme.RADIUS * 0.6, 0.14)
    name = sign(cover.identity, portrait)
    high = min(box.h - _WORD_MM, 9.5) if worded else box.h * 0.7
    top = box.y + 1.4 if worded else box.centre[1] - high / 2
    icon(view, name, Box(box.centre[0] - high / 2, top, high, high), accent.ink, accent.fill)
    if cover.identity in SHAPES:
        size = min(3.4, box.h * 0.28)
        low = box.y + 1.5 if worded else box.bottom - 1.5 - size  # a long word needs its line to the end
        for x, y in ((box.x + 1.5, box.y + 1.5), (box.right - 1.5 - size, low)):
            icon(view, SHAPES[cover.identity], Box(x, y, size, size), accent.ink, accent.fill)


def stamp(view: View, box: Box, text: str, colour: theme.Colour) -> None:
    """Draw a text like a stamp on a file."""
    wide = min(box.w, view.canvas.setter.width(text, 4.6, "bold") + 12)
    frame = box.centred(wide, min(box.h, 10.4))
    view.panel(frame, None, colour, 1.2, 0.45)
    view.panel(frame.inset(0.9), None, colour, 0.7, 0.15)
    view.text(text, frame.inset(3.0, 1.0), 4.6, colour, weight="bold")


def crossed(view: View, box: Box, colour: theme.Colour) -> None:
    """Draw a cross over the right part of a card, clear of its word."""
    size = min(box.w * 0.3, box.h - 2.0)
    icon(view, "cross", Box(box.right - size - 1.0, box.centre[1] - size / 2, size, size), colour, theme.STRIP)


def lamp(view: View, centre: tuple[float, float], lit: bool) -> None:
    """Draw the button at the edge: a glowing dot when it does something."""
    x, y = centre
    if lit:
        view.shadow(Box(x - 1.9, y - 1.9, 3.8, 3.8), 1.9, 0.9, 100)
        disc(view, Box(x - 1.9, y - 1.9, 3.8, 3.8), theme.LAMP.bright, theme.LAMP.edge)
    else:
        disc(view, Box(x - 1.7, y - 1.7, 3.4, 3.4), theme.GROUND, theme.LINE, empty=True)


def found(view: View, box: Box, counts: list[tuple[Identity, int, int]]) -> None:
    """Draw how many agents are found as a row of small cards, upright and upside down alike: (whose, found, all)."""
    total = sum(full for _, _, full in counts)
    gap = 1.1
    w = min(5.2, (box.w - gap * (total + len(counts))) / max(1, total))
    x = box.centre[0] - (total * (w + gap) + 3 * (len(counts) - 1)) / 2
    for identity, done, full in counts:
        accent = theme.IDENTITIES[identity]
        for i in range(full):
            spot = Box(x, box.y, w, box.h)
            if i < done:
                view.panel(spot, accent.fill, accent.edge, 0.6, 0.18)
                name = SHAPES.get(identity) or sign(identity)
                icon(view, name, spot.inset(w * 0.12, box.h * 0.12), accent.ink, accent.fill)
            else:
                view.panel(spot, None, theme.RAISED_EDGE, 0.6, 0.15)
            x += w + gap
        x += 3
