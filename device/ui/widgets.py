"""The pieces screens are made of: the ground, sheets, buttons, tokens, cards."""

import math

import pygame

from device.rules.model import Cover, Identity, Side
from device.ui import theme
from device.ui.canvas import Canvas, View
from device.ui.geometry import Box
from device.ui.icons import painter
from device.ui.setter import Weight


def ground(canvas: Canvas) -> None:
    """Draw the table: dark, a little lighter in the middle."""
    w, h = canvas.surface.get_size()

    def paint(large: pygame.Surface) -> None:
        small = pygame.Surface((48, 27))
        for x in range(48):
            for y in range(27):
                far = min(1.0, math.hypot((x - 23.5) / 30, (y - 13) / 18))
                mix = [round(g + (d - g) * far**1.3) for g, d in zip(theme.GROUND_GLOW, theme.GROUND, strict=True)]
                small.set_at((x, y), mix)
        large.blit(pygame.transform.smoothscale(small, large.get_size()), (0, 0))

    key = ("ground", w, h)
    kept = canvas.kept.get(key)
    if kept is None:
        kept = pygame.Surface((w, h))
        paint(kept)
        canvas.kept[key] = kept
    canvas.surface.blit(kept, (0, 0))


def veil(canvas: Canvas, strength: int = 170) -> None:
    """Darken everything drawn so far."""
    key = ("veil", strength)
    kept = canvas.kept.get(key)
    if kept is None:
        kept = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA, 32)
        kept.fill((8, 8, 10, strength))
        canvas.kept[key] = kept
    canvas.surface.blit(kept, (0, 0))


def sheet(view: View, box: Box) -> None:
    """Draw a dialogue's sheet and forget the texts beneath it."""
    view.canvas.hide_texts(view.rect(box))
    view.shadow(box, 2.0, 2.2, 150)
    view.panel(box, theme.PANEL, theme.PANEL_EDGE, 2.0, 0.2)


def icon(view: View, name: str, box: Box, ink: theme.Colour, paper: theme.Colour) -> None:
    """Draw an icon in a box."""
    view.icon((name, ink, paper), box, ink, painter(name, ink, paper))


def button(
    view: View,
    box: Box,
    text: str,
    cap: float = theme.CAP_BODY,
    chosen: bool = False,
    enabled: bool = True,
    accent: theme.Accent | None = None,
    weight: Weight = "semibold",
    lines: int = 2,
) -> None:
    """Draw a button: raised; filled with the accent when it is the chosen or main one; flat when it cannot be used."""
    accent = accent or theme.SIDES["b" if view.side is Side.B else "a"]
    if not enabled:
        view.panel(box, None, theme.LINE, 1.4, 0.15)
        ink = theme.DIM
    elif chosen:
        view.shadow(box, 1.4)
        view.panel(box, accent.fill, accent.bright, 1.4, 0.2)
        ink = accent.ink
    else:
        view.shadow(box, 1.4, 0.6, 80)
        view.panel(box, theme.RAISED, theme.RAISED_EDGE, 1.4, 0.18)
        ink = theme.TEXT
    if text:
        view.text(text, box.inset(1.4, 0.8), cap, ink, weight=weight, lines=lines)


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


def card_paper(view: View, box: Box, enabled: bool = True) -> None:
    """Draw the paper of a card, faintly dimmed where it cannot be touched while others can."""
    view.shadow(box, theme.RADIUS, 0.7, 120)
    view.panel(box, theme.PAPER if enabled else theme.PAPER_DIM, theme.PAPER_EDGE, theme.RADIUS, 0.18)


def cover_face(view: View, box: Box, cover: Cover, portrait: int) -> None:
    """Draw what covers a card, as a card lying over it, without its word."""
    accent = theme.IDENTITIES[cover.identity]
    view.shadow(box, theme.RADIUS, 0.7, 130)
    view.panel(box, accent.fill, accent.edge, theme.RADIUS, 0.2)
    view.panel(box.inset(0.75), None, accent.edge, theme.RADIUS * 0.6, 0.14)
    name = {Identity.BYSTANDER: "person", Identity.ASSASSIN: "dagger"}.get(
        cover.identity, ("agent_man", "agent_woman")[portrait % 2]
    )
    high = box.h * 0.62
    icon(view, name, Box(box.centre[0] - high / 2, box.y + box.h * 0.1, high, high), accent.ink, accent.fill)


def lamp(view: View, centre: tuple[float, float], lit: bool, accent: theme.Accent) -> None:
    """Draw the button at the edge: a glowing dot when it does something."""
    x, y = centre
    if lit:
        view.shadow(Box(x - 1.9, y - 1.9, 3.8, 3.8), 1.9, 0.9, 100)
        disc(view, Box(x - 1.9, y - 1.9, 3.8, 3.8), accent.bright, accent.edge)
    else:
        disc(view, Box(x - 1.7, y - 1.7, 3.4, 3.4), theme.GROUND, theme.LINE, empty=True)


def emblem(view: View, box: Box) -> None:
    """Draw the mark of the game: two cards, an agent on the upper one."""
    green, paper = theme.IDENTITIES["agent"], theme.PAPER
    back = Box(box.x + box.w * 0.3, box.y, box.w * 0.7, box.h * 0.86)
    view.shadow(back, 1.6)
    view.panel(back, paper, theme.PAPER_EDGE, 1.6, 0.2)
    front = Box(box.x, box.y + box.h * 0.12, box.w * 0.74, box.h * 0.88)
    view.shadow(front, 1.6)
    view.panel(front, green.fill, green.edge, 1.6, 0.25)
    view.panel(front.inset(0.9), None, green.edge, 1.1, 0.15)
    icon(view, "agent_man", front.inset(front.w * 0.14), green.ink, green.fill)
