"""The diagrams of "How to play": described as data, drawn without a word, so that one serves every language."""

from functools import lru_cache
from typing import Any

import pygame

from device.files.assets import assets
from device.files.reader import load
from device.ui.diagrams.pen import COLOURS, Pen
from device.ui.diagrams.shapes import SHAPES, Fields

WIDE, HIGH = 100.0, 60.0
"""The frame every diagram is described in."""
_FINE = 3
"""How many times larger a diagram is painted before it is scaled down: soft edges."""


@lru_cache(maxsize=1)
def _diagrams() -> dict[str, list[dict[str, dict[str, Any]]]]:
    diagrams: dict[str, list[dict[str, dict[str, Any]]]] = load(assets() / "diagrams.yaml")
    return diagrams


def names() -> tuple[str, ...]:
    """Return the names of the diagrams there are."""
    return tuple(_diagrams())


def paint(pen: Pen, name: str, rings: bool = True) -> None:
    """Paint a diagram's shapes in the frame of a pen, with hard edges and without its background.

    `rings`: with those that fill while a card is held.
    """
    for shape in _diagrams()[name]:
        for kind, fields in shape.items():
            if rings or kind != "ring":
                SHAPES[kind](pen, Fields(fields))


def draw(surface: pygame.Surface, rect: pygame.Rect, name: str, rings: bool = True) -> None:
    """Draw a diagram on a dark board, as large as fits in the middle of a rectangle of a surface; `rings`: `paint`."""
    scale = min(rect.width / WIDE, rect.height / HIGH)
    size = max(1, int(WIDE * scale)), max(1, int(HIGH * scale))
    place = pygame.Rect((0, 0), size)
    place.center = rect.center
    large = pygame.Surface((size[0] * _FINE, size[1] * _FINE), 0, 32)
    # The corners of the board are round: what lies under them shows, with soft edges too.
    under = pygame.Surface(size, 0, 32)
    under.blit(surface, (0, 0), place)
    pygame.transform.scale(under, large.get_size(), large)
    pen = Pen(large, (0.0, 0.0), large.get_width() / WIDE)
    pen.bar(0, 0, WIDE, HIGH, 3, COLOURS["case"])
    pen.bar(0.4, 0.4, WIDE - 0.8, HIGH - 0.8, 2.7, COLOURS["ground"])
    paint(pen, name, rings)
    surface.blit(pygame.transform.smoothscale(large, size), place)
