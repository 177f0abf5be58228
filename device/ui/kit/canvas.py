"""Drawing in millimetres, from either side of the table, with a record of every text drawn."""

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import pygame

from device.ui.kit import theme
from device.ui.kit.album import Album
from device.ui.kit.geometry import Box
from device.ui.kit.sprite_cache import Key, Sprite, SpriteCache, size_of
from device.ui.kit.stretching import grown_to, put_stretched
from device.ui.kit.typesetting import LEADING, Setter, Weight
from hardware.ports import Seat

Align = Literal["left", "center", "right"]
Paint = Callable[[pygame.Surface], None]
_PAINTED, _KEPT = 0.8, 2.5
"""How much memory lines of text and painted shapes, and whole pictures, may take, in screens full of pixels.

No screen needs more of either at a time: with a little less, each drawing would push out what the next begins with."""
PICTURE_PIXELS = 500_000
"""As many pixels of picture files one drawing may read: a third of a grid of our pictures, or one photograph."""
_SMALL = 0.031
"""A stretched picture that is more of the screen is not kept whole: drawing it from its corners takes no longer."""
_FINE = 4
"""How many times larger shapes are painted before they are scaled down: soft edges."""
_SOFT = 2
"""The same for what is soft by itself."""


class TextRecord(NamedTuple):
    """A text on the screen: what it says, the side it is turned to, where it stands in pixels.

    `cap` is its cap height in mm of the layout, `squeezed` how far its widest line was pressed together: 1 not at all.
    """

    text: str
    seat: Seat | None
    rect: pygame.Rect
    cap: float
    colour: theme.Colour
    squeezed: float


class Canvas:
    """A surface measured in mm; a panel larger than 7" gets larger things, but not in full proportion.

    `album` keeps copies of the owner's pictures.
    `pixels` and `size_mm` are the size it was made for: its surface dies with the display it belongs to.
    `unit` is pixels a mm of the layout, `width` and `height` the whole surface in such mm.
    """

    def __init__(self, surface: pygame.Surface, size_mm: tuple[float, float]) -> None:
        self.surface = surface
        self.pixels, self.size_mm = surface.get_size(), size_mm
        wide, high = size_mm
        room = min(wide / theme.DESIGN_MM[0], high / theme.DESIGN_MM[1])
        growth = max(1.0, room) ** 0.5
        growth = min(growth, wide / theme.MIN_MM[0], high / theme.MIN_MM[1])
        self.unit = min(surface.get_width() / wide, surface.get_height() / high) * growth
        self.width = surface.get_width() / self.unit
        self.height = surface.get_height() / self.unit
        self._screen = screen = surface.get_width() * surface.get_height() * 4
        self._sprites = SpriteCache[Sprite](round(screen * _PAINTED), Sprite.bytes)
        self.setter = Setter(self.unit, self._sprites)
        self.team = ""
        self.record: list[TextRecord] = []
        self._covered: list[tuple[pygame.Rect, pygame.Surface]] | None = None
        self.kept = SpriteCache[pygame.Surface](round(screen * _KEPT), size_of)
        self.album: Album | None = None
        self.pixels_left, self.unfinished = PICTURE_PIXELS, False
        self._slow_left: int | None = None
        self.unreadable: set[tuple[object, ...]] = set()

    def begin(self, team: str = "", slow: int | None = None) -> None:
        """Begin a drawing; it leaves `unfinished` set when there were too many large pictures for one.

        `team`: whose move it is, where teams play; what can be touched then has its colour, else its seat's. `slow`:
        so many pictures that take long to paint may be painted in it, where it is not to take long.
        """
        self.record, self.team, self._slow_left = [], team, slow
        self.pixels_left, self.unfinished = PICTURE_PIXELS, False
        self._covered = None
        self.surface.set_clip(None)  # a drawing that failed may have left a part

    def begin_over(self) -> None:
        """Begin what is drawn only for now over the screens at rest: from here on what it covers is kept."""
        for rect, below in reversed(self._covered or ()):
            self.surface.blit(below, rect)
        self._covered = []

    @property
    def covered(self) -> tuple[pygame.Rect, ...]:
        """Return where something was drawn over the screens at rest."""
        return tuple(rect for rect, _ in self._covered or ())

    @property
    def hurried(self) -> bool:
        """Tell whether the drawing is not to take long at all."""
        return self._slow_left == 0

    def view(self, seat: Seat | None = None) -> "View":
        """Return the canvas as a side sees it; None is upright, for nobody in particular."""
        return View(self, seat)

    def sprite(
        self, key: Key, size: tuple[int, int], base: theme.Colour, paint: Paint, fine: int = _FINE
    ) -> pygame.Surface:
        """Return a picture painted once, `fine` times as large, and kept; `base` is what its soft edges fade into."""
        full = (*key, size)
        kept = self._sprites.get(full)
        if kept is None:
            wide, high = (max(1, length) for length in size)
            large = pygame.Surface((wide * fine, high * fine), pygame.SRCALPHA, 32)
            large.fill((*base, 0))
            paint(large)
            kept = Sprite.of(pygame.transform.smoothscale(large, (wide, high)))
            self._sprites.keep(full, kept)
        return kept.picture

    def put_off(self, key: Key, size: tuple[int, int]) -> bool:
        """Tell whether a picture that takes long to paint has to wait for the next drawing."""
        if self._slow_left is None or self._sprites.get((*key, size)) is not None:
            return False
        if self._slow_left > 0:
            self._slow_left -= 1
            return False
        self.unfinished = True
        return True

    def put_grown(
        self, key: Key, rect: pygame.Rect, base: theme.Colour, paint: Paint, corner: int, edge: int, soft: bool = False
    ) -> None:
        """Draw a picture that is all alike between its corners (pixels): only they are painted, the rest is stretched.

        Between them only the `edge` differs from the middle; of a `soft` one, a shadow, no more is seen. A large one
        is put together anew each time: kept whole, a few of them would fill the memory for all.
        """
        side, fine = 2 * corner + 1, _SOFT if soft else _FINE
        small = (min(rect.width, side), min(rect.height, side))
        if small == rect.size:
            self.put(self.sprite(key, small, base, paint, fine), rect)
        elif rect.width > side and rect.height > side and 4 * rect.width * rect.height > _SMALL * self._screen:
            self.mark(rect)
            put_stretched(self.surface, self.sprite(key, small, base, paint, fine), rect, corner, edge, soft)
        else:
            grown = self._sprites.get((*key, rect.size))
            if grown is None:
                grown = Sprite.of(grown_to(rect.size, self.sprite(key, small, base, paint, fine), corner, edge, soft))
                self._sprites.keep((*key, rect.size), grown)
            self.put(grown.picture, rect)

    def mark(self, rect: pygame.Rect) -> None:
        """Take note that something is about to be drawn inside these pixels."""
        if self._covered is None:
            return
        spot = rect.clip(self.surface.get_rect())
        if spot and not any(kept.contains(spot) for kept, _ in self._covered):
            self._covered.append((spot, self.surface.subsurface(spot).copy()))

    def put(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw a picture at the upper left of a rectangle."""
        self.mark(picture.get_rect(topleft=rect.topleft))
        self.surface.blit(picture, rect)

    def dot(self, point: tuple[int, int], radius: float, colour: theme.Colour) -> None:
        """Draw a disc around a pixel; its radius is in mm."""
        pixels = radius * self.unit
        far = math.ceil(pixels) + 1
        self.mark(pygame.Rect(point, (1, 1)).inflate(2 * far, 2 * far))
        pygame.draw.circle(self.surface, colour, point, pixels)

    def hide_texts(self, rect: pygame.Rect) -> None:
        """Forget the texts that something now lies over."""
        self.record = [entry for entry in self.record if not entry.rect.colliderect(rect)]


class View:
    """The canvas from one side: boxes in mm with the origin at that side's upper left; B's is turned by 180 degrees."""

    def __init__(self, canvas: Canvas, seat: Seat | None) -> None:
        self.canvas = canvas
        self.seat = seat
        self.turned = seat is Seat.B
        self.width, self.height = canvas.width, canvas.height

    @property
    def accent(self) -> theme.Accent:
        """Return the colour of what can be touched: the team's on turn, or the seat's."""
        return theme.SIDES[self.canvas.team or ("b" if self.turned else "a")]

    @property
    def whole(self) -> Box:
        """Return the whole surface."""
        return Box(0, 0, self.width, self.height)

    def rect(self, box: Box) -> pygame.Rect:
        """Return the pixels of a box."""
        u = self.canvas.unit
        left, top = round(box.x * u), round(box.y * u)
        rect = pygame.Rect(left, top, max(1, round(box.right * u) - left), max(1, round(box.bottom * u) - top))
        if self.turned:
            w, h = self.canvas.surface.get_size()
            rect.topleft = (w - rect.right, h - rect.bottom)
        return rect

    def blit(self, sprite: pygame.Surface, box: Box) -> pygame.Rect:
        """Put an upright picture at the upper left of a box, turned to the side."""
        rect = self.rect(box)
        if self.turned:
            sprite = pygame.transform.rotate(sprite, 180)
        rect = sprite.get_rect(center=rect.center)
        self.canvas.put(sprite, rect)
        return rect

    def panel(
        self,
        box: Box,
        fill: theme.Colour | None,
        edge: theme.Colour | None = None,
        radius: float = theme.RADIUS,
        width: float = 0.2,
    ) -> None:
        """Draw a rounded box: filled, outlined, or both."""
        rect = self.rect(box)
        u = self.canvas.unit * _FINE
        border = max(_FINE, round(width * u))
        base = fill or edge or theme.GROUND

        def paint(large: pygame.Surface) -> None:
            area, corner = large.get_rect(), round(min(radius * u, min(large.get_size()) / 2))
            if fill is not None:
                pygame.draw.rect(large, fill, area, border_radius=corner)
            if edge is not None:
                pygame.draw.rect(large, edge, area, border, border_radius=corner)

        key = ("panel", fill, edge, radius, border)
        corner = math.ceil((radius * u + border) / _FINE) + 1
        self.canvas.put_grown(key, rect, base, paint, corner, math.ceil(border / _FINE))

    def shadow(self, box: Box, radius: float = theme.RADIUS, spread: float = 0.9, strength: int = 110) -> None:
        """Draw a soft shadow that lies under a box, which is painted over it."""
        u, layers = self.canvas.unit * _SOFT, 6

        def paint(large: pygame.Surface) -> None:
            for i in range(layers):
                inset = round(spread * u * i / layers)
                alpha = round(strength * ((i + 1) / layers) ** 1.6)
                area = large.get_rect().inflate(-2 * inset, -2 * inset)
                pygame.draw.rect(
                    large, (*theme.SHADOW, alpha), area, border_radius=round((radius + spread) * u) - inset
                )

        corner = math.ceil((radius + 2 * spread) * self.canvas.unit) + 1
        deep, key = max(1, round(0.25 * self.canvas.unit)), ("shadow", radius, spread, strength)
        low = self.rect(box.inset(-spread)).move(0, deep)
        seen = min(corner, math.ceil(spread * self.canvas.unit) + deep + 1)
        self.canvas.put_grown(key, low, theme.SHADOW, paint, corner, seen, soft=True)

    def line(self, x0: float, x1: float, y: float, colour: theme.Colour, width: float = 0.15) -> None:
        """Draw a level line."""
        self.fill(Box(x0, y - width / 2, x1 - x0, width), colour)

    def fill(self, box: Box, colour: theme.Colour) -> None:
        """Fill a plain box."""
        rect = self.rect(box)
        self.canvas.mark(rect)
        self.canvas.surface.fill(colour, rect)

    def icon(self, key: tuple[object, ...], box: Box, base: theme.Colour, paint: Paint, *, slow: bool = False) -> None:
        """Draw a picture painted by a function, kept under a key, turned to the side; a `slow` one may have to wait."""
        size = self.rect(box).size
        if not (slow and self.canvas.put_off(("icon", *key), size)):
            self.blit(self.canvas.sprite(("icon", *key), size, base, paint), box)

    def text(
        self,
        text: str,
        box: Box,
        cap: float,
        colour: theme.Colour,
        align: Align = "center",
        weight: Weight = "semibold",
        lines: int = 1,
        least: float = theme.LEGIBLE,
        leading: float = LEADING,
        recorded: str | None = None,
    ) -> Box:
        """Set a text into a box, shrunk, broken or at last squeezed so that it fits; return where it stands.

        `leading` is the line pitch in cap heights, `recorded` what is recorded instead of the text.
        """
        setter = self.canvas.setter
        broken, size = setter.fit(text, box.w, box.h, cap, weight, lines, min(least, cap), leading)
        pitch = size * leading
        high = size + pitch * (len(broken) - 1)
        top = box.centre[1] - high / 2
        drawn: list[pygame.Rect] = []
        for i, line in enumerate(broken):
            if line:
                drawn.append(self._line(line, Box(box.x, top + pitch * i, box.w, size), size, colour, align, weight))
        if drawn:
            squeezed = min(1.0, box.w / max(setter.width(line, size, weight) for line in broken))
            rect = drawn[0].unionall(drawn[1:])
            self.canvas.record.append(
                TextRecord(text if recorded is None else recorded, self.seat, rect, size, colour, squeezed)
            )
        return Box(box.x, top, box.w, high)

    def _line(self, line: str, box: Box, cap: float, colour: theme.Colour, align: Align, weight: Weight) -> pygame.Rect:
        setter = self.canvas.setter
        found = setter.line(line, cap, weight, colour, self.turned, box.w)
        wide, high = (length / setter.unit for length in found.size)
        x = {"left": box.x, "center": box.x + (box.w - wide) / 2, "right": box.right - wide}[align]
        y = box.y + cap - setter.ascent(cap, weight)
        ink = found.around(self.rect(Box(x, y, wide, high)).center)
        self.canvas.put(found.picture, ink)
        return ink
