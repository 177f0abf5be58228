"""The cards of a new game are dealt: from the middle of the table, one shortly after another."""

from collections.abc import Sequence

import pygame

from device.ui.kit import widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box

APART, FLIGHT = 0.016, 0.2
"""Seconds between two cards, and of one on its way."""


class Deal:
    """Moves pictures of the cards at rest; nothing is drawn anew."""

    def __init__(self, begun: float, cards: int) -> None:
        self._begun = begun
        self._over = begun + APART * (cards - 1) + FLIGHT
        self._dealt: pygame.Surface | None = None
        self._waits_for_pictures = False

    def moving(self, now: float) -> bool:
        """Tell whether a card is on its way."""
        return now < self._over

    def draw(self, canvas: Canvas, places: Sequence[Box], now: float) -> None:
        """Draw the cards that have come so far, and those on their way, over the table at rest."""
        view = canvas.view(None)
        rects = [view.rect(box.inset(-0.6)) for box in places]
        area = rects[0].unionall(rects[1:])
        if self._dealt is None or self._waits_for_pictures:
            self._dealt, self._waits_for_pictures = canvas.surface.copy(), canvas.unfinished
        canvas.mark(area)
        canvas.surface.blit(widgets.cloth(canvas), area, area)
        for number, rect in enumerate(rects):
            part = (now - self._begun - number * APART) / FLIGHT
            if part <= 0:
                continue
            late = (1 - min(1.0, part)) ** 2
            x, y = ((area.center[axis] - rect.center[axis]) * late for axis in (0, 1))
            canvas.surface.blit(self._dealt, rect.move(round(x), round(y)), rect)
