"""Sheets that slide in from their seats' edges, over what lies below them."""

from typing import NamedTuple

import pygame

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from hardware.ports import Seat

HALO_MM = 4.5
"""So far around a sheet its shadow reaches."""


class _Way(NamedTuple):
    """The pixels of a sheet at rest, those it passes, what lies below these, and from how far down it comes."""

    sheet: pygame.Rect
    passed: pygame.Rect
    below: pygame.Surface
    far: int


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
            low = view.height - (theme.STRIP_H if self._screens.over_table else 0.0)
            halo = Box(box.x - HALO_MM, box.y - HALO_MM, box.w + 2 * HALO_MM, low - box.y + HALO_MM)
            passed = view.rect(halo).clip(surface.get_rect())
            far = round((low - box.y) * view.canvas.unit)
            self._ways[view.seat] = _Way(
                view.rect(box), passed, surface.subsurface(passed).copy(), -far if view.turned else far
            )
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
            canvas.put(self._sheets[seat], way.sheet.move(0, round(left * way.far)))
            canvas.surface.set_clip(None)


class SheetScreen(Screen):
    """A screen whose sheets slide in, as long as nothing lies over it."""

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        self.sliding = Sliding(screens)

    def moving(self, now: float) -> bool:
        """Tell whether the sheets slide in."""
        return self.screens.top is self and self.sliding.moving(now)

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw them on their way."""
        if self.screens.top is self:
            self.sliding.animate(canvas, now)
