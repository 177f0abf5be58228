"""Pictures drawn from shapes: every one paints itself, in one colour, into a square or wider surface."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

import pygame

from device.ui.kit.theme import Colour

Draw = Callable[["Pen"], None]


class Pen:
    """Draws in a unit square laid centrally over a surface; y runs down."""

    def __init__(self, surface: pygame.Surface, ink: Colour, paper: Colour) -> None:
        self.surface, self.ink, self.paper = surface, ink, paper
        w, h = surface.get_size()
        self.size = min(w, h)
        self.left, self.top = (w - self.size) / 2, (h - self.size) / 2

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a point of the unit square."""
        return self.left + x * self.size, self.top + y * self.size

    def shape(self, points: Sequence[tuple[float, float]], colour: Colour | None = None) -> None:
        """Fill a polygon."""
        pygame.draw.polygon(self.surface, colour or self.ink, [self.at(*point) for point in points])

    def twice(self, points: Sequence[tuple[float, float]], colour: Colour | None = None) -> None:
        """Fill a polygon and its mirror image, left and right."""
        self.shape(points, colour)
        self.shape([(1 - x, y) for x, y in points], colour)

    def disc(self, x: float, y: float, r: float, colour: Colour | None = None) -> None:
        """Fill a circle."""
        pygame.draw.circle(self.surface, colour or self.ink, self.at(x, y), r * self.size)

    def bar(self, x: float, y: float, w: float, h: float, r: float = 0.0, colour: Colour | None = None) -> None:
        """Fill a rounded box."""
        left, top = self.at(x, y)
        rect = pygame.Rect(left, top, w * self.size, h * self.size)
        pygame.draw.rect(self.surface, colour or self.ink, rect, border_radius=round(r * self.size))

    def stroke(self, points: Sequence[tuple[float, float]], width: float, colour: Colour | None = None) -> None:
        """Draw a line with round joints."""
        ink, wide = colour or self.ink, width * self.size
        for (x0, y0), (x1, y1) in pairwise(points):
            (ax, ay), (bx, by) = self.at(x0, y0), self.at(x1, y1)
            long = math.hypot(bx - ax, by - ay) or 1
            nx, ny = -(by - ay) / long * wide / 2, (bx - ax) / long * wide / 2
            pygame.draw.polygon(
                self.surface, ink, [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            )
        for x, y in points:
            pygame.draw.circle(self.surface, ink, self.at(x, y), wide / 2)


def _lens(y: float, half: float, up: float, down: float, steps: int = 24) -> list[tuple[float, float]]:
    top = [(0.5 - half + 2 * half * i / steps, y - up * math.sin(math.pi * i / steps)) for i in range(steps + 1)]
    low = [(x, y + down * math.sin(math.pi * (x - 0.5 + half) / (2 * half))) for x, _ in reversed(top)]
    return top + low


def agent_man(pen: Pen) -> None:
    """Draw an agent with a fedora, dark glasses and a turned-up collar."""
    crown = [(0.335, 0.235), (0.36, 0.06), (0.42, 0.015), (0.5, 0.05), (0.58, 0.015), (0.64, 0.06), (0.665, 0.235)]
    pen.shape(crown)
    pen.shape([(0.33, 0.255), (0.67, 0.255), (0.678, 0.3), (0.322, 0.3)])
    pen.shape(_lens(0.325, 0.37, -0.015, 0.075))
    pen.shape([(0.345, 0.40), (0.655, 0.40), (0.645, 0.56), (0.58, 0.685), (0.5, 0.72), (0.42, 0.685), (0.355, 0.56)])
    pen.twice([(0.355, 0.435), (0.485, 0.435), (0.475, 0.51), (0.44, 0.53), (0.39, 0.53), (0.36, 0.50)], pen.paper)
    pen.twice([(0.30, 0.60), (0.40, 0.74), (0.48, 0.97), (0.30, 0.99), (0.10, 0.99), (0.13, 0.86)])
    pen.twice([(0.455, 0.76), (0.5, 0.735), (0.5, 0.95), (0.475, 0.90)])


def agent_woman(pen: Pen) -> None:
    """Draw an agent with a wide hat, long hair and a scarf."""
    pen.shape([(0.27, 0.32), (0.73, 0.32), (0.77, 0.62), (0.72, 0.80), (0.28, 0.80), (0.23, 0.62)])
    pen.shape(
        [(0.345, 0.36), (0.655, 0.36), (0.645, 0.55), (0.58, 0.67), (0.5, 0.71), (0.42, 0.67), (0.355, 0.55)], pen.paper
    )
    pen.shape([(0.375, 0.36), (0.625, 0.36), (0.617, 0.54), (0.565, 0.64), (0.5, 0.675), (0.435, 0.64), (0.383, 0.54)])
    pen.twice([(0.385, 0.43), (0.488, 0.43), (0.478, 0.495), (0.445, 0.51), (0.41, 0.51), (0.388, 0.48)], pen.paper)
    pen.shape([(0.345, 0.24), (0.365, 0.09), (0.43, 0.04), (0.57, 0.04), (0.635, 0.09), (0.655, 0.24)])
    pen.shape(_lens(0.29, 0.43, 0.06, 0.08), pen.paper)
    pen.shape(_lens(0.295, 0.41, 0.035, 0.065))
    pen.shape([(0.40, 0.72), (0.60, 0.72), (0.62, 0.80), (0.5, 0.86), (0.38, 0.80)], pen.paper)
    pen.twice([(0.30, 0.80), (0.39, 0.80), (0.49, 0.90), (0.49, 0.99), (0.12, 0.99), (0.16, 0.87)])


def person(pen: Pen) -> None:
    """Draw a passer-by: a plain figure."""
    pen.disc(0.5, 0.2, 0.15)
    pen.bar(0.32, 0.39, 0.36, 0.34, 0.13)
    pen.bar(0.37, 0.52, 0.12, 0.46, 0.05)
    pen.bar(0.51, 0.52, 0.12, 0.46, 0.05)


def dagger(pen: Pen) -> None:
    """Draw a dagger, point down."""
    pen.disc(0.5, 0.09, 0.075)
    pen.bar(0.455, 0.1, 0.09, 0.24, 0.03)
    pen.bar(0.27, 0.32, 0.46, 0.085, 0.04)
    pen.shape([(0.415, 0.44), (0.585, 0.44), (0.56, 0.80), (0.5, 0.99), (0.44, 0.80)])
    pen.shape([(0.493, 0.46), (0.507, 0.46), (0.5, 0.86)], pen.paper)


def tick(pen: Pen) -> None:
    """Draw a check mark."""
    pen.stroke([(0.2, 0.54), (0.42, 0.76), (0.82, 0.26)], 0.16)


def arrow(pen: Pen) -> None:
    """Draw an arrow down: towards the one who looks at it."""
    pen.shape([(0.5, 0.93), (0.12, 0.5), (0.36, 0.5), (0.36, 0.1), (0.64, 0.1), (0.64, 0.5), (0.88, 0.5)])


def dots(pen: Pen) -> None:
    """Draw three dots: more."""
    for x in (0.16, 0.5, 0.84):
        pen.disc(x, 0.5, 0.105)


def log(pen: Pen) -> None:
    """Draw a sheet with lines: what was said so far."""
    pen.bar(0.16, 0.06, 0.68, 0.88, 0.09)
    for y, w in ((0.25, 0.42), (0.43, 0.42), (0.61, 0.27)):
        pen.bar(0.29, y, w, 0.08, 0.04, pen.paper)


def eye(pen: Pen) -> None:
    """Draw an eye: a peek."""
    pen.shape(_lens(0.5, 0.48, 0.29, 0.29))
    pen.disc(0.5, 0.5, 0.2, pen.paper)
    pen.disc(0.5, 0.5, 0.1)


def speaker(pen: Pen) -> None:
    """Draw a loudspeaker."""
    pen.shape([(0.08, 0.36), (0.26, 0.36), (0.5, 0.14), (0.5, 0.86), (0.26, 0.64), (0.08, 0.64)])
    for r in (0.2, 0.36):
        arc = [(0.58 + r * math.cos(a / 10), 0.5 + r * math.sin(a / 10)) for a in range(-7, 8)]
        pen.stroke(arc, 0.07)


def cross(pen: Pen) -> None:
    """Draw a cross: close."""
    pen.stroke([(0.22, 0.22), (0.78, 0.78)], 0.13)
    pen.stroke([(0.78, 0.22), (0.22, 0.78)], 0.13)


def diamond(pen: Pen) -> None:
    """Draw a diamond: the red team."""
    pen.shape([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)])


def ring(pen: Pen) -> None:
    """Draw a ring: the blue team."""
    pen.disc(0.5, 0.5, 0.5)
    pen.disc(0.5, 0.5, 0.25, pen.paper)


def pip(pen: Pen) -> None:
    """Draw a plain dot."""
    pen.disc(0.5, 0.5, 0.5)


def hourglass(pen: Pen) -> None:
    """Draw an hourglass that has run out."""
    for y in (0.04, 0.87):
        pen.bar(0.16, y, 0.68, 0.09, 0.04)
    pen.twice([(0.24, 0.13), (0.3, 0.13), (0.52, 0.47), (0.52, 0.5), (0.46, 0.5)])
    pen.twice([(0.24, 0.87), (0.3, 0.87), (0.52, 0.53), (0.52, 0.5), (0.46, 0.5)])
    pen.shape([(0.32, 0.87), (0.68, 0.87), (0.5, 0.66)])


def infinity(pen: Pen) -> None:
    """Draw a lying eight."""
    angles = [math.pi * 2 * i / 48 for i in range(49)]
    wide = [0.4 * math.sin(a) / (1 + math.cos(a) ** 2) for a in angles]
    pen.stroke([(0.5 + x, 0.5 + 1.25 * x * math.cos(a)) for x, a in zip(wide, angles, strict=True)], 0.09)


def shift(pen: Pen) -> None:
    """Draw an open arrow up: the next letter is a capital."""
    half = [(0.5, 0.12), (0.9, 0.5), (0.67, 0.5), (0.67, 0.86), (0.5, 0.86)]
    pen.stroke([*half, *[(1 - x, y) for x, y in reversed(half)]], 0.09)


def backspace(pen: Pen) -> None:
    """Draw a tag that points left, with a cross in it: one letter back."""
    pen.shape([(0.02, 0.5), (0.3, 0.2), (0.96, 0.2), (0.96, 0.8), (0.3, 0.8)])
    pen.stroke([(0.47, 0.36), (0.75, 0.64)], 0.08, pen.paper)
    pen.stroke([(0.75, 0.36), (0.47, 0.64)], 0.08, pen.paper)


def before(pen: Pen) -> None:
    """Draw a corner that points left."""
    pen.stroke([(0.62, 0.16), (0.34, 0.5), (0.62, 0.84)], 0.12)


def after(pen: Pen) -> None:
    """Draw a corner that points right."""
    pen.stroke([(0.38, 0.16), (0.66, 0.5), (0.38, 0.84)], 0.12)


def back(pen: Pen) -> None:
    """Draw an arrow that turns back: a move that is taken back."""
    curve = [(0.5 + 0.3 * math.sin(a / 12), 0.56 - 0.3 * math.cos(a / 12)) for a in range(-2, 46)]
    pen.stroke(curve, 0.1)
    pen.shape([(0.18, 0.28), (0.5, 0.06), (0.5, 0.5)])


def pause(pen: Pen) -> None:
    """Draw two bars: a pause."""
    pen.bar(0.24, 0.16, 0.18, 0.68, 0.04)
    pen.bar(0.58, 0.16, 0.18, 0.68, 0.04)


def house(pen: Pen) -> None:
    """Draw a house: home."""
    pen.shape([(0.5, 0.1), (0.94, 0.52), (0.06, 0.52)])
    pen.bar(0.2, 0.46, 0.6, 0.42, 0.03)
    pen.bar(0.42, 0.6, 0.16, 0.28, 0.02, pen.paper)


def gear(pen: Pen) -> None:
    """Draw a gear: the settings."""
    for tooth in range(8):
        x, y = math.sin(tooth * math.pi / 4), math.cos(tooth * math.pi / 4)
        pen.stroke([(0.5 + 0.2 * x, 0.5 + 0.2 * y), (0.5 + 0.38 * x, 0.5 + 0.38 * y)], 0.15)
    pen.disc(0.5, 0.5, 0.3)
    pen.disc(0.5, 0.5, 0.13, pen.paper)


def power(pen: Pen) -> None:
    """Draw a ring that is open at the top, with a bar: power."""
    ring = [(0.5 + 0.34 * math.sin(a / 10), 0.54 - 0.34 * math.cos(a / 10)) for a in range(7, 57)]
    pen.stroke(ring, 0.1)
    pen.stroke([(0.5, 0.12), (0.5, 0.5)], 0.11)


def cloth(pen: Pen) -> None:
    """Draw a cloth that wipes."""
    pen.shape([(0.14, 0.3), (0.7, 0.14), (0.88, 0.6), (0.34, 0.78)])
    for x in (0.2, 0.44, 0.68):
        pen.stroke([(x, 0.92), (x + 0.12, 0.88)], 0.06)


def flag(pen: Pen) -> None:
    """Draw a flag: an end before the end."""
    pen.stroke([(0.24, 0.1), (0.24, 0.92)], 0.1)
    pen.shape([(0.28, 0.12), (0.88, 0.3), (0.28, 0.54)])


def objection(pen: Pen) -> None:
    """Draw an exclamation mark: an objection."""
    pen.shape([(0.4, 0.08), (0.6, 0.08), (0.56, 0.64), (0.44, 0.64)])
    pen.disc(0.5, 0.82, 0.1)


ICONS: dict[str, Draw] = {
    draw.__name__: draw
    for draw in (
        *(agent_man, agent_woman, person, dagger, tick, arrow, dots, log, eye, speaker, cross, infinity),
        *(diamond, ring, pip, hourglass),
        *(shift, backspace, before, after),
        *(back, pause, house, gear, power, cloth, flag, objection),
    )
}


def painter(name: str, ink: Colour, paper: Colour) -> Callable[[pygame.Surface], None]:
    """Return what paints an icon in a colour, with holes in a second one."""
    return lambda surface: ICONS[name](Pen(surface, ink, paper))
