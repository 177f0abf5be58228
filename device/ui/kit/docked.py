"""A screen at a seat's edge, for which the board makes way: it slides in while the cards move together."""

from typing import ClassVar

import pygame

from device.ui.kit import theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Dock, Navigator, Screen
from hardware.ports import Seat


class Docked(Screen):
    """Lies `height` mm high over the table, above a seat's strip; the board stays in sight beside it."""

    overlay: ClassVar[bool] = True
    live: ClassVar[bool] = True
    playing: ClassVar[bool] = True
    height: ClassVar[float]

    def __init__(self, screens: Navigator, seat: Seat) -> None:
        super().__init__(screens)
        self.seat = seat
        self._since = screens.now
        self._parts: tuple[pygame.Surface, pygame.Surface] | None = None

    @property
    def dock(self) -> Dock | None:
        """Return the room it takes."""
        return Dock(self.seat, self.height)

    @property
    def hidden(self) -> bool:
        """Tell whether another one lies over it: the board makes way for that one alone."""
        return self.screens.dock != self.dock

    def sheet(self, view: View) -> Box:
        """Return the sheet it is written on, in the seat's view."""
        return Box(2.0, view.height - theme.STRIP_H - self.height + 0.9, view.width - 4.0, self.height - 1.5)

    def moving(self, now: float) -> bool:
        """Tell whether it is sliding in."""
        return self.context.preferences.motion and now - self._since < theme.MOTION

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw it on its way in, and the board at its side moving together."""
        if self.hidden or not self.moving(now):
            self._parts = None
            return
        view, height = canvas.view(self.seat), self.height
        whole = Box(0, theme.STRIP_H, view.width, view.height - 2 * theme.STRIP_H)
        pad, board = (view.rect(box) for box in whole.cut_bottom(height))
        if self._parts is None:
            self._parts = canvas.surface.subsurface(pad).copy(), canvas.surface.subsurface(board).copy()
        left = round(pad.h * (1 - (now - self._since) / theme.MOTION) ** 2)
        below = -1 if view.turned else 1
        canvas.surface.set_clip(view.rect(whole))
        stretched = pygame.transform.scale(self._parts[1], (board.w, board.h + left))
        canvas.put(stretched, stretched.get_rect(topleft=(board.x, board.y - (left if view.turned else 0))))
        canvas.put(self._parts[0], pad.move(0, below * left))
        canvas.surface.set_clip(None)
