"""The pen of the diagrams: simple shapes in a scaled, perhaps turned, frame of a surface, and the colours they take."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame

Colour = tuple[int, int, int]
Point = tuple[float, float]

COLOURS: dict[str, Colour] = {
    "ground": (20, 24, 28),
    "case": (44, 50, 56),
    "edge": (78, 86, 94),
    "dim": (104, 112, 120),
    "soft": (184, 180, 168),
    "paper": (238, 230, 211),
    "rule": (186, 175, 148),
    "ink": (37, 35, 31),
    "gold": (224, 176, 86),
    "silver": (196, 204, 212),
    "sky": (134, 184, 216),
    "agent": (31, 122, 92),
    "red": (178, 59, 50),
    "blue": (47, 111, 176),
    "bystander": (206, 184, 144),
    "assassin": (10, 10, 12),
    "white": (250, 246, 236),
    "leaf": (86, 190, 146),
    "turquoise": (72, 200, 226),
    "amber": (126, 88, 44),
    "warn": (236, 104, 88),
}
"""The colours a diagram may name."""


class Pen:
    """Draws in a frame of a surface: `origin` in pixels, `scale` pixels a unit, y down, or the frame turned by 180°."""

    def __init__(self, surface: pygame.Surface, origin: Point, scale: float, turned: bool = False) -> None:
        self.surface, self.origin, self.turned = surface, origin, turned
        self.scale = scale
        self._sign = -1.0 if turned else 1.0

    def inner(self, x: float, y: float, size: float, turned: bool = False) -> "Pen":
        """Return a pen whose unit square is the square of a size at a place of this frame."""
        corner = self.at(x + size, y + size) if turned else self.at(x, y)
        return Pen(self.surface, corner, self.scale * size, self.turned != turned)

    def at(self, x: float, y: float) -> Point:
        """Return the pixel of a point of the frame."""
        return self.origin[0] + self._sign * self.scale * x, self.origin[1] + self._sign * self.scale * y

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        pygame.draw.polygon(self.surface, colour, [self.at(*point) for point in points])

    def disc(self, x: float, y: float, r: float, colour: Colour) -> None:
        """Fill a circle."""
        pygame.draw.circle(self.surface, colour, self.at(x, y), r * self.scale)

    def bar(self, x: float, y: float, w: float, h: float, r: float, colour: Colour) -> None:
        """Fill a box with round corners."""
        (ax, ay), (bx, by) = self.at(x, y), self.at(x + w, y + h)
        rect = pygame.Rect(round(min(ax, bx)), round(min(ay, by)), round(abs(bx - ax)), round(abs(by - ay)))
        pygame.draw.rect(self.surface, colour, rect, border_radius=round(r * self.scale))

    def stroke(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """Draw a line with round joints and ends."""
        half = width * self.scale / 2
        places = [self.at(*point) for point in points]
        for (ax, ay), (bx, by) in pairwise(places):
            long = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / long * half, (bx - ax) / long * half
            quad = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            pygame.draw.polygon(self.surface, colour, quad)
        for place in places:
            pygame.draw.circle(self.surface, colour, place, half)

    def dashes(self, points: Sequence[Point], width: float, colour: Colour, dash: float) -> None:
        """Draw a dashed line; `dash` is the length of a dash, and of a gap."""
        travelled = 0.0
        for (ax, ay), (bx, by) in pairwise(points):
            long = math.hypot(bx - ax, by - ay)
            steps = max(1, math.ceil(long / (dash / 4)))
            for i in range(steps):
                if (travelled + long * i / steps) % (2 * dash) < dash:
                    start, end = i / steps, (i + 1) / steps
                    piece = [(ax + (bx - ax) * part, ay + (by - ay) * part) for part in (start, end)]
                    self.stroke(piece, width, colour)
            travelled += long


def arc(x: float, y: float, r: float, start: float, part: float) -> list[Point]:
    """Return points of an arc, clockwise; `start` and `part` in whole turns, 0 at the top."""
    steps = max(2, math.ceil(abs(part) * 48))
    angles = (2 * math.pi * (start + part * i / steps) for i in range(steps + 1))
    return [(x + r * math.sin(angle), y - r * math.cos(angle)) for angle in angles]


def bend(start: Point, end: Point, by: float) -> list[Point]:
    """Return points of a curve between two points that swings out to its left by a share of its length."""
    (ax, ay), (bx, by_) = start, end
    mx, my = (ax + bx) / 2 + (by_ - ay) * by, (ay + by_) / 2 - (bx - ax) * by
    steps = 24 if by else 1
    return [
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by_,
        )
        for t in (i / steps for i in range(steps + 1))
    ]
