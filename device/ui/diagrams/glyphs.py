"""The small pictures inside diagrams: each paints itself, in one colour with holes in another, into a unit square."""

import math
from collections.abc import Callable

from device.ui.diagrams.pen import Colour, Pen, Point, arc

Glyph = Callable[[Pen, Colour, Colour], None]


def spy(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw an agent: hat, glasses, collar."""
    pen.shape([(0.31, 0.27), (0.36, 0.06), (0.43, 0.03), (0.5, 0.07), (0.57, 0.03), (0.64, 0.06), (0.69, 0.27)], ink)
    pen.bar(0.12, 0.28, 0.76, 0.1, 0.05, ink)
    pen.shape([(0.32, 0.43), (0.68, 0.43), (0.66, 0.6), (0.5, 0.74), (0.34, 0.6)], ink)
    pen.bar(0.34, 0.46, 0.14, 0.09, 0.04, hole)
    pen.bar(0.52, 0.46, 0.14, 0.09, 0.04, hole)
    pen.shape([(0.1, 0.98), (0.16, 0.76), (0.33, 0.66), (0.5, 0.84), (0.67, 0.66), (0.84, 0.76), (0.9, 0.98)], ink)
    pen.shape([(0.47, 0.9), (0.53, 0.9), (0.56, 0.98), (0.44, 0.98)], hole)


def passerby(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a bystander: a plain figure."""
    pen.disc(0.5, 0.18, 0.15, ink)
    pen.bar(0.31, 0.37, 0.38, 0.36, 0.13, ink)
    pen.bar(0.36, 0.5, 0.125, 0.48, 0.05, ink)
    pen.bar(0.515, 0.5, 0.125, 0.48, 0.05, ink)


def dagger(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw an assassin's dagger, point down."""
    pen.disc(0.5, 0.09, 0.085, ink)
    pen.bar(0.45, 0.1, 0.1, 0.26, 0.03, ink)
    pen.bar(0.25, 0.32, 0.5, 0.1, 0.05, ink)
    pen.shape([(0.4, 0.45), (0.6, 0.45), (0.57, 0.8), (0.5, 1.0), (0.43, 0.8)], ink)
    pen.shape([(0.485, 0.47), (0.515, 0.47), (0.5, 0.88)], hole)


def tick(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a check mark."""
    pen.stroke([(0.18, 0.54), (0.41, 0.77), (0.83, 0.24)], 0.17, ink)


def cross(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a cross: no."""
    pen.stroke([(0.2, 0.2), (0.8, 0.8)], 0.16, ink)
    pen.stroke([(0.8, 0.2), (0.2, 0.8)], 0.16, ink)


def exclamation(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw an exclamation mark: an objection."""
    pen.stroke([(0.5, 0.14), (0.5, 0.58)], 0.17, ink)
    pen.disc(0.5, 0.85, 0.1, ink)


def eye(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw an eye: who may look."""
    top = [(0.02 + 0.96 * i / 24, 0.5 - 0.32 * math.sin(math.pi * i / 24)) for i in range(25)]
    low = [(x, 1.0 - y) for x, y in reversed(top)]
    pen.shape(top + low, ink)
    pen.disc(0.5, 0.5, 0.22, hole)
    pen.disc(0.5, 0.5, 0.11, ink)


def hourglass(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw an hourglass that has run out."""
    pen.bar(0.14, 0.02, 0.72, 0.1, 0.05, ink)
    pen.bar(0.14, 0.88, 0.72, 0.1, 0.05, ink)
    glass: list[Point] = [(0.22, 0.12), (0.24, 0.34), (0.5, 0.5), (0.24, 0.66), (0.22, 0.88)]
    pen.stroke(glass, 0.06, ink)
    pen.stroke([(1 - x, y) for x, y in glass], 0.06, ink)
    pen.shape([(0.26, 0.88), (0.5, 0.66), (0.74, 0.88)], ink)


def clock(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a stopwatch."""
    pen.bar(0.42, 0.0, 0.16, 0.14, 0.04, ink)
    pen.disc(0.5, 0.55, 0.43, ink)
    pen.disc(0.5, 0.55, 0.35, hole)
    pen.stroke([(0.5, 0.55), (0.5, 0.3)], 0.07, ink)
    pen.stroke([(0.5, 0.55), (0.66, 0.64)], 0.07, ink)


def expired(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a stopwatch whose time is used up."""
    pen.bar(0.42, 0.0, 0.16, 0.14, 0.04, ink)
    pen.disc(0.5, 0.55, 0.43, ink)
    pen.bar(0.36, 0.41, 0.28, 0.28, 0.04, hole)


def waves(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw waves of sound, going out to the right."""
    for r in (0.25, 0.5, 0.75):
        pen.stroke(arc(0.0, 0.5, r, 0.14, 0.22), 0.09, ink)


def undo(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw an arrow that turns back."""
    pen.stroke(arc(0.54, 0.54, 0.34, 0.62, -0.72), 0.12, ink)
    pen.shape([(0.02, 0.4), (0.36, 0.12), (0.4, 0.56)], ink)


def pause(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw two bars: a pause."""
    pen.bar(0.2, 0.14, 0.22, 0.72, 0.07, ink)
    pen.bar(0.58, 0.14, 0.22, 0.72, 0.07, ink)


def menu(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a sheet with three lines: the menu."""
    pen.bar(0.04, 0.04, 0.92, 0.92, 0.14, ink)
    for y in (0.22, 0.44, 0.66):
        pen.bar(0.2, y, 0.6, 0.12, 0.06, hole)


def cup(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a cup: a win."""
    pen.shape([(0.24, 0.06), (0.76, 0.06), (0.72, 0.4), (0.6, 0.56), (0.4, 0.56), (0.28, 0.4)], ink)
    for x, turn in ((0.24, 0.5), (0.76, 0.0)):
        pen.stroke(arc(x, 0.24, 0.16, turn, 0.5), 0.07, ink)
    pen.bar(0.45, 0.54, 0.1, 0.24, 0.0, ink)
    pen.bar(0.28, 0.78, 0.44, 0.16, 0.04, ink)


def machine(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a head of tin: a simulated opponent."""
    pen.stroke([(0.5, 0.08), (0.5, 0.24)], 0.06, ink)
    pen.disc(0.5, 0.08, 0.07, ink)
    pen.bar(0.12, 0.24, 0.76, 0.62, 0.14, ink)
    pen.bar(0.02, 0.44, 0.08, 0.22, 0.03, ink)
    pen.bar(0.9, 0.44, 0.08, 0.22, 0.03, ink)
    pen.disc(0.34, 0.47, 0.1, hole)
    pen.disc(0.66, 0.47, 0.1, hole)
    pen.bar(0.3, 0.67, 0.4, 0.08, 0.04, hole)


def shade(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a disc, half dark: a shade."""
    pen.disc(0.5, 0.5, 0.44, ink)
    pen.shape(arc(0.5, 0.5, 0.34, 0.0, 0.5), hole)


def letter(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a large A: a letter."""
    pen.stroke([(0.16, 0.9), (0.5, 0.1), (0.84, 0.9)], 0.15, ink)
    pen.stroke([(0.3, 0.62), (0.7, 0.62)], 0.13, ink)


def place(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw nine squares with one taken out: a place on the table."""
    for n in range(9):
        row, column = divmod(n, 3)
        if n == 2:
            pen.bar(0.68, 0.04, 0.28, 0.28, 0.06, ink)
        else:
            pen.bar(0.08 + 0.32 * column, 0.08 + 0.32 * row, 0.2, 0.2, 0.04, hole)


def fish(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a fish."""
    top = [(0.04 + 0.68 * i / 20, 0.5 - 0.26 * math.sin(math.pi * i / 20)) for i in range(21)]
    pen.shape(top + [(x, 1.0 - y) for x, y in reversed(top)], ink)
    pen.shape([(0.64, 0.5), (0.96, 0.24), (0.88, 0.5), (0.96, 0.76)], ink)
    pen.disc(0.22, 0.45, 0.05, hole)


def moon(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a crescent moon."""
    pen.disc(0.47, 0.52, 0.42, ink)
    pen.disc(0.63, 0.4, 0.34, hole)


def tree(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a fir."""
    for y, half in ((0.04, 0.2), (0.24, 0.29), (0.46, 0.38)):
        pen.shape([(0.5, y), (0.5 + half, y + 0.34), (0.5 - half, y + 0.34)], ink)
    pen.bar(0.43, 0.78, 0.14, 0.18, 0.02, ink)


def boat(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a sailing boat."""
    pen.shape([(0.06, 0.68), (0.94, 0.68), (0.76, 0.92), (0.24, 0.92)], ink)
    pen.shape([(0.47, 0.04), (0.47, 0.62), (0.12, 0.62)], ink)
    pen.shape([(0.54, 0.2), (0.54, 0.62), (0.84, 0.62)], ink)


def star(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a star."""
    points = [arc(0.5, 0.53, 0.48 if n % 2 == 0 else 0.2, n / 10, 0.001)[0] for n in range(10)]
    pen.shape(points, ink)


def house(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a house."""
    pen.shape([(0.5, 0.06), (0.96, 0.5), (0.04, 0.5)], ink)
    pen.bar(0.16, 0.46, 0.68, 0.46, 0.02, ink)
    pen.bar(0.42, 0.62, 0.18, 0.3, 0.02, hole)


def umbrella(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw an umbrella."""
    pen.shape(arc(0.5, 0.5, 0.44, -0.25, 0.5), ink)
    pen.stroke([(0.5, 0.4), (0.5, 0.84)], 0.07, ink)
    pen.stroke(arc(0.6, 0.84, 0.1, 0.25, 0.5), 0.07, ink)


def door_key(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw a key."""
    pen.disc(0.26, 0.5, 0.22, ink)
    pen.disc(0.26, 0.5, 0.1, hole)
    pen.bar(0.44, 0.44, 0.5, 0.12, 0.03, ink)
    pen.bar(0.66, 0.5, 0.1, 0.2, 0.02, ink)
    pen.bar(0.82, 0.5, 0.1, 0.24, 0.02, ink)


def sun(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Draw the sun."""
    pen.disc(0.5, 0.5, 0.22, ink)
    for n in range(8):
        inner, outer = (arc(0.5, 0.5, r, n / 8, 0.001)[0] for r in (0.33, 0.45))
        pen.stroke([inner, outer], 0.08, ink)


PICTURES: tuple[Glyph, ...] = (fish, moon, tree, boat, star, house, umbrella, door_key, sun)
"""What the picture cards of a diagram show, in turn."""

GLYPHS: dict[str, Glyph] = {
    glyph.__name__: glyph
    for glyph in (
        *(spy, passerby, dagger, tick, cross, exclamation, eye, hourglass, clock, expired, waves, undo, pause, menu),
        *(cup, machine, shade, letter, place),
        *PICTURES,
    )
}
"""The glyphs a diagram may name."""
