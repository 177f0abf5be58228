"""What runs over the board when a game ends: a wave over the cards, dusk from both edges, a frame that closes."""

from collections.abc import Sequence

import pygame

from device.ui.kit import theme
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box

WAVE_MM = 16.0
FRAME_MM = 0.9
Point = tuple[float, float]


def wave(
    canvas: Canvas, places: Sequence[Box], middle: Point, inwards: bool, colour: theme.Colour, part: float
) -> None:
    """Draw a wave that runs over the cards from a point outwards, or inwards to it; part runs from 0 to 1."""
    x, y = middle
    far = [((box.centre[0] - x) ** 2 + (box.centre[1] - y) ** 2) ** 0.5 for box in places]
    if inwards:
        far = [max(far) - each for each in far]
    front = part * (max(far) + WAVE_MM)
    for box, each in zip(places, far, strict=True):
        if 0 <= front - each < WAVE_MM:
            canvas.view(None).panel(box.inset(-0.5), None, colour, theme.RADIUS + 0.5, 1.5)


def between_strips(canvas: Canvas) -> Box:
    """Return the box of everything between the strips."""
    return Box(0, theme.STRIP_H, canvas.width, canvas.height - 2 * theme.STRIP_H)


def dusk(canvas: Canvas, dark: pygame.Surface, part: float) -> None:
    """Lay a dark picture of the board over it, from both edges until it meets in the middle; part runs from 0 to 1."""
    rect = canvas.view(None).rect(between_strips(canvas))
    high = min(rect.height // 2 + 1, round(part * rect.height / 2))
    for top in (rect.top, rect.bottom - high):
        rows = pygame.Rect(rect.left, top, rect.width, high)
        canvas.put(dark.subsurface(rows), rows)


def frame(canvas: Canvas, colour: theme.Colour, part: float) -> None:
    """Draw a frame around the board: from the middle of both edges to the corners, then along the sides."""
    view, whole = canvas.view(None), between_strips(canvas)
    wide = min(1.0, part * 2) * whole.w
    high = max(0.0, part * 2 - 1) * whole.h / 2
    for y in (whole.y, whole.bottom - FRAME_MM):
        view.fill(Box(whole.centre[0] - wide / 2, y, wide, FRAME_MM), colour)
    if high > 0:
        for x in (whole.x, whole.right - FRAME_MM):
            view.fill(Box(x, whole.y, FRAME_MM, high), colour)
            view.fill(Box(x, whole.bottom - high, FRAME_MM, high), colour)
