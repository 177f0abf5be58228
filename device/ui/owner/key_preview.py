"""What the key panels will look like: the colour and the sign of each identity."""

import pygame

from device.config.preferences import Preferences
from device.files.texts import Texts
from device.ui.kit import theme
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from hardware.palette import base, breathes, seen
from hardware.ports import Cell, Identity
from hardware.signs import SIGNS

IDENTITIES: tuple[Identity, ...] = ("agent", "red", "blue", "bystander", "assassin")
WELL: theme.Colour = (6, 6, 8)


def draw(view: View, box: Box, preferences: Preferences, t: Texts) -> None:
    """Draw a light and a small display's sign for each identity, with its name."""
    blue = t("Blue team: a faint pulse") if breathes(preferences.palette, Cell("blue")) else t("Blue team")
    names = (t("Agent"), t("Red team"), blue, t("Bystander"), t("Assassin: it pulses"))
    label, room = box.cut_left(29.0, 1.4)
    view.text(t("They look like this:"), label.cut_top(7.0)[0], theme.CAP_BODY, theme.SOFT, "left")
    for identity, words, column in zip(IDENTITIES, names, room.columns(5, 1.6), strict=True):
        below, well = column.cut_bottom(7.0, 1.0)
        well = Box(well.x, well.y, well.w, min(well.h, 26.0))
        below = Box(below.x, well.bottom + 1.0, below.w, 7.0)
        view.panel(well, WELL, theme.PANEL_EDGE, 1.4, 0.2)
        colour = seen(base(preferences.palette, identity), 1.0)
        size = min(well.w * 0.36, well.h * 0.8)
        light, shape = well.inset(1.2).columns(2, 0.0)
        _paint(view, light.centred(size, size), identity, colour, glow=True)
        _paint(view, shape.centred(size, size), identity, colour)
        view.text(words, below, theme.CAP_SMALL, theme.TEXT, lines=2, weight="medium")


def _paint(view: View, box: Box, identity: Identity, colour: theme.Colour, glow: bool = False) -> None:
    def paint(large: pygame.Surface) -> None:
        whole, sign = large.get_rect(), SIGNS[identity]
        x, y = whole.center
        full = whole.w * 0.44
        r = full * sign.reach
        if glow:
            pygame.draw.circle(large, (*colour, 70), (x, y), whole.w * 0.5)
            pygame.draw.circle(large, colour, (x, y), whole.w * 0.34)
        elif sign.shape == "disc":
            pygame.draw.circle(large, colour, (x, y), r)
        elif sign.shape == "diamond":
            pygame.draw.polygon(large, colour, [(x, y - r), (x + r, y), (x, y + r), (x - r, y)])
        elif sign.shape == "ring":
            pygame.draw.circle(large, colour, (x, y), r, max(1, round(r / 2.5)))
        else:
            for down in (r, -r):
                pygame.draw.line(large, colour, (x - r, y - down), (x + r, y + down), round(r / 3))

    view.icon(("key", identity, colour, glow), box, colour, paint)
