"""What the key panels will look like: the colour and the shape of each identity."""

import pygame

from device.config.preferences import Preferences
from device.files.texts import Texts
from device.ui.kit import theme
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from hardware.palette import base, seen
from hardware.ports import Identity

IDENTITIES: tuple[Identity, ...] = ("agent", "red", "blue", "bystander", "assassin")
WELL: theme.Colour = (6, 6, 8)


def draw(view: View, box: Box, preferences: Preferences, t: Texts) -> None:
    """Draw a light and a small display's shape for each identity, with its name."""
    names = (t("Agent"), t("Red team"), t("Blue team"), t("Bystander"), t("Assassin: it pulses"))
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
        _paint(view, light.centred(size, size), "agent", colour, glow=True)
        _paint(view, shape.centred(size, size), identity, colour)
        view.text(words, below, theme.CAP_SMALL, theme.TEXT, lines=2, weight="medium")


def _paint(view: View, box: Box, identity: Identity, colour: theme.Colour, glow: bool = False) -> None:
    def paint(large: pygame.Surface) -> None:
        w = large.get_width()
        whole = large.get_rect()
        if glow:
            pygame.draw.circle(large, (*colour, 70), whole.center, w * 0.5)
            pygame.draw.circle(large, colour, whole.center, w * 0.34)
        elif identity == "agent":
            pygame.draw.circle(large, colour, whole.center, w * 0.42)
        elif identity == "red":
            pygame.draw.polygon(large, colour, [(w * 0.5, w * 0.08), (w * 0.92, w * 0.92), (w * 0.08, w * 0.92)])
        elif identity == "blue":
            pygame.draw.rect(large, colour, whole.inflate(-w * 0.16, -w * 0.16), max(1, round(w * 0.17)))
        elif identity == "bystander":
            pygame.draw.circle(large, colour, whole.center, w * 0.14)
        else:
            thick = round(w * 0.15)
            pygame.draw.line(large, colour, (w * 0.12, w * 0.12), (w * 0.88, w * 0.88), thick)
            pygame.draw.line(large, colour, (w * 0.88, w * 0.12), (w * 0.12, w * 0.88), thick)

    view.icon(("key", identity, colour, glow), box, colour, paint)
