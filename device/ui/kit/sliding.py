"""Sheets that slide in from their seats' edges, over what lies below them."""

from typing import NamedTuple

import pygame

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

HALO_MM = 4.5
"""So far around a sheet its shadow reaches."""


class _Way(NamedTuple):
    """The pixels of a sheet at rest, those it passes, and what lies below these; `low`: they reach to its own edge."""

    sheet: pygame.Rect
    passed: pygame.Rect
    below: pygame.Surface
    turned: bool


class Sliding:
    """Draws the sheets of a screen, at rest from the beginning: they are touched where they will be."""

    def __init__(self, screens: Navigator) -> None:
        self._screens, self._since = screens, screens.now
        self._ways: dict[Seat | None, _Way] = {}
        self._sheets: dict[Seat | None, pygame.Surface] = {}

    def moving(self, now: float) -> bool:
        """Tell whether the sheets are sliding in."""
        return self._screens.context.preferences.motion and now - self._since < theme.MOTION

    def sheet(self, view: View, box: Box) -> None:
        """Draw an empty sheet."""
        if self.moving(self._screens.now):
            surface = view.canvas.surface
            low = view.height - theme.STRIP_H
            halo = Box(box.x - HALO_MM, box.y - HALO_MM, box.w + 2 * HALO_MM, low - box.y + HALO_MM)
            passed = view.rect(halo).clip(surface.get_rect())
            self._ways[view.seat] = _Way(view.rect(box), passed, surface.subsurface(passed).copy(), view.turned)
            self._sheets.pop(view.seat, None)
        widgets.sheet(view, box)

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw the sheets on their way."""
        if not self.moving(now):
            self._ways, self._sheets = {}, {}
            return
        for seat, way in self._ways.items():
            if seat not in self._sheets:
                self._sheets[seat] = canvas.surface.subsurface(way.sheet).copy()
            left = (1 - (now - self._since) / theme.MOTION) ** 2
            canvas.put(way.below, way.passed)
            canvas.surface.set_clip(way.passed)
            off = round(left * way.sheet.height)
            canvas.put(self._sheets[seat], way.sheet.move(0, -off if way.turned else off))
            canvas.surface.set_clip(None)
