"""The numbers in diagrams, drawn as strokes so that no font is needed."""

import math

from device.ui.diagrams.pen import Colour, Pen, Point, arc

_Strokes = tuple[list[Point], ...]

_LOOP = [
    (
        0.5 + 0.5 * math.sin(angle) / (1 + math.cos(angle) ** 2),
        0.55 + 0.75 * math.sin(angle) * math.cos(angle) / (1 + math.cos(angle) ** 2),
    )
    for angle in (2 * math.pi * i / 40 for i in range(41))
]
_OVAL = [(0.3 + 0.24 * math.sin(2 * math.pi * i / 32), 0.5 - 0.44 * math.cos(2 * math.pi * i / 32)) for i in range(33)]

FIGURES: dict[str, tuple[float, _Strokes]] = {
    "0": (0.6, (_OVAL,)),
    "1": (0.42, ([(0.06, 0.24), (0.28, 0.06), (0.28, 0.94)],)),
    "2": (0.58, ([*arc(0.29, 0.3, 0.23, -0.22, 0.56), (0.06, 0.94), (0.54, 0.94)],)),
    "3": (0.58, (arc(0.28, 0.28, 0.22, -0.2, 0.7), arc(0.28, 0.71, 0.23, 0.0, 0.7))),
    "4": (0.62, ([(0.42, 0.94), (0.42, 0.06), (0.05, 0.68), (0.58, 0.68)],)),
    "5": (0.58, ([(0.5, 0.06), (0.12, 0.06), (0.1, 0.44), *arc(0.27, 0.66, 0.27, -0.1, 0.75)],)),
    "6": (0.6, ([(0.44, 0.06), (0.12, 0.5), *arc(0.3, 0.69, 0.25, -0.2, 1.0)],)),
    "7": (0.56, ([(0.05, 0.06), (0.52, 0.06), (0.2, 0.94)],)),
    "8": (0.58, (arc(0.29, 0.28, 0.21, 0.0, 1.0), arc(0.29, 0.71, 0.24, 0.0, 1.0))),
    "9": (0.6, ([(0.16, 0.94), (0.48, 0.5), *arc(0.3, 0.31, 0.25, 0.3, 1.0)],)),
    "+": (0.62, ([(0.3, 0.26), (0.3, 0.78)], [(0.04, 0.52), (0.56, 0.52)])),
    "–": (0.56, ([(0.06, 0.52), (0.5, 0.52)],)),
    "/": (0.5, ([(0.42, 0.04), (0.08, 0.96)],)),
    "∞": (1.0, (_LOOP,)),
}
"""What can be written: the width of each figure, and its strokes in a box one high."""
_GAP = 0.2
_WEIGHT = 0.15


def width(text: str) -> float:
    """Return how wide a number is when it is one high."""
    return sum(FIGURES[figure][0] for figure in text) + _GAP * (len(text) - 1)


def write(pen: Pen, x: float, y: float, size: float, text: str, colour: Colour) -> None:
    """Write a number of a height, centred on a point."""
    left = x - width(text) * size / 2
    for figure in text:
        wide, strokes = FIGURES[figure]
        frame = pen.inner(left, y - size / 2, size)
        for stroke in strokes:
            frame.stroke(stroke, _WEIGHT, colour)
        left += (wide + _GAP) * size
