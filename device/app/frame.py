"""The picture on the touchscreen: drawn only when something changed, at most one update a tick."""

from collections.abc import Callable, Hashable

import pygame

from device.ui.kit.canvas import Canvas, TextRecord
from device.ui.kit.stack import ScreenStack
from device.ui.kit.target import Target, find
from hardware.box import GuardedScreen
from hardware.ports import Seat

PUSHED_MM = 0.5
"""So far what is under a finger goes down."""
STALE = 0.5
"""Seconds: the second touch of two in a row was for what the first one found there."""


class Frame:
    """Keeps the screens at rest as one picture, and draws what moves over it.

    `size_mm` tells how large the screen is; `record` holds the texts on the screen as last drawn. `slow`: so many
    pictures that take long to paint are painted in the next drawing, one in each that follows until all are there.
    """

    def __init__(self, screens: ScreenStack, screen: GuardedScreen, size_mm: Callable[[], tuple[float, float]]) -> None:
        self.record: list[TextRecord] = []
        self.slow: int | None = None
        self._screens, self._screen, self._size_mm = screens, screen, size_mm
        self._canvas: Canvas | None = None
        self._at_rest: Hashable = None
        self._over: Hashable = None
        self._targets: tuple[Target, ...] = ()
        self._laid: Hashable = None
        self._touched = ""
        self._lay_there: tuple[Target, ...] = ()
        self._stale_until = float("-inf")

    @property
    def canvas(self) -> Canvas:
        """Return the canvas over the screen's surface, which may be another one than before."""
        surface = self._screen.surface
        size = (surface.get_size(), self._size_mm())
        if self._canvas is None or (self._canvas.pixels, self._canvas.size_mm) != size:
            self._canvas = Canvas(surface, size[1])
            self._canvas.album = self._screens.context.album
            self._at_rest = None
        if self._canvas.surface is not surface:
            self._at_rest = None
        self._canvas.surface = surface
        return self._canvas

    @property
    def targets(self) -> tuple[Target, ...]:
        """Return what can be touched now."""
        laid = (self._screens.version, self.canvas.surface.get_size())
        if laid != self._laid:
            self._targets, self._laid = self._screens.top.targets(self.canvas), laid
        return self._targets

    def pixel(self, x: float, y: float) -> tuple[int, int]:
        """Return the pixel at a place of 0-1; a sensor may tell any number, also one that is none."""
        w, h = self.canvas.surface.get_size()
        return int(max(-1.0, min(w - 1.0, x * w))), int(max(-1.0, min(h - 1.0, y * h)))

    def touched(self, target: Target, now: float) -> None:
        """Take note of what acts now, and of what lies where before it does."""
        self._touched, self._lay_there, self._stale_until = target.name, self.targets, now + STALE

    def stale(self, point: tuple[int, int], now: float) -> bool:
        """Tell whether a finger that comes down at a pixel means what was there, or was touched there, and is gone."""
        if now < self._screens.unread_until:
            return True
        if now >= self._stale_until:
            return False
        before, there = find(self._lay_there, point), find(self.targets, point)
        if before is None or there is None:
            return False
        same = before.name.lower() == there.name.lower()  # a key is the same whether its letter is a capital or not
        return before.name == self._touched and not same

    def moving(self, now: float) -> bool:
        """Tell whether something on the screen moves."""
        return self._screens.touch.progress(now) > 0 or any(screen.moving(now) for screen in self._screens.shown)

    def passing(self, now: float) -> bool:
        """Tell whether something moves, is shown only for a moment, or is too fresh to be touched."""
        fresh = now < self._screens.unread_until
        return fresh or self.moving(now) or any(screen.moment(now) for screen in self._screens.shown)

    def draw(self, now: float) -> None:
        """Draw and present, if anything changed since the last time."""
        canvas, touch, shown = self.canvas, self._screens.touch, self._screens.shown
        if self._screens.dark:
            self._draw_nothing(canvas)
            return
        at_rest: Hashable = (self._screens.version, canvas.surface.get_size())
        over: Hashable = (touch.pressed, touch.refused, touch.selected, now if self.moving(now) else None)
        if at_rest == self._at_rest and over == self._over:
            return
        drawn_anew, before = at_rest != self._at_rest, canvas.covered
        if drawn_anew:
            canvas.begin(self._screens.team, self.slow)
            for screen in shown:
                screen.draw(canvas)
            if canvas.unfinished:
                self._screens.invalidate()
            if self.slow is not None:
                self.slow = 1 if canvas.unfinished else None
        canvas.begin_over()
        texts = canvas.record
        canvas.record = list(texts)
        for screen in shown:
            screen.animate(canvas, now)
        self._draw_pressed(canvas)
        self.record, canvas.record = canvas.record, texts
        changed = (*before, *canvas.covered)
        if drawn_anew:
            self._screen.present()
        elif changed:
            self._screen.present(changed[0].unionall(changed[1:]))
        self._at_rest, self._over = at_rest, over

    def _draw_nothing(self, canvas: Canvas) -> None:
        """A screen that is dark is black as well: not every one has a light that goes out."""
        if self._at_rest != "dark":
            canvas.surface.fill((0, 0, 0))
            self._screen.present()
            self._at_rest = "dark"

    def _draw_pressed(self, canvas: Canvas) -> None:
        """Draw what is under a finger lighter, and pushed down towards the one it is turned to."""
        pressed = self._screens.touch.pressed
        if not pressed:
            return
        for target in self.targets:
            if target.name in pressed and target.kind in ("tap", "button"):
                for rect in target.seen:
                    self._draw_pushed(canvas, rect, target.seat)

    def _draw_pushed(self, canvas: Canvas, rect: pygame.Rect, seat: Seat | None) -> None:
        pushed = round(PUSHED_MM * canvas.unit) if self._screens.context.preferences.motion else 0
        up, low = (pushed, 0) if seat is Seat.B else (0, pushed)
        x, y, w, h = rect
        canvas.put(canvas.surface.subsurface((x, y + up, w, h - pushed)).copy(), pygame.Rect(x, y + low, w, h))
        shade = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
        pygame.draw.rect(shade, (255, 255, 255, 40), shade.get_rect(), border_radius=round(canvas.unit * 1.4))
        canvas.put(shade, rect)
