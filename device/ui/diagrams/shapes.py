"""The shapes that diagrams are made of: each paints itself from its fields, in a frame of 100 × 60."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from device.ui.diagrams import digits
from device.ui.diagrams.cards import Box, paint_card, paint_token
from device.ui.diagrams.glyphs import GLYPHS, PICTURES
from device.ui.diagrams.pen import COLOURS, Colour, Pen, Point, arc, bend

Shape = Callable[[Pen, "Fields"], None]

_LETTERS = {
    "p": "paper", "s": "selected", "t": "meant", "m": "marked", "i": "picture",
    "A": "agent", "R": "red", "B": "blue", ".": "bystander", "K": "assassin",
}  # fmt: skip
_LIGHTS = {"A": "turquoise", "K": "white", ".": "amber", "R": "warn", "B": "sky"}


class Fields:
    """The fields of one shape."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def number(self, name: str, default: float = 0.0) -> float:
        """Return a number."""
        return float(self._values.get(name, default))

    def text(self, name: str, default: str = "") -> str:
        """Return a text."""
        return str(self._values.get(name, default))

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a yes or no."""
        return bool(self._values.get(name, default))

    def colour(self, default: str, name: str = "colour") -> Colour:
        """Return a colour by its name."""
        return COLOURS[self.text(name, default)]

    def point(self, name: str) -> Point:
        """Return a place."""
        x, y = self._values[name]
        return float(x), float(y)

    def points(self, name: str) -> list[Point]:
        """Return places."""
        return [(float(x), float(y)) for x, y in self._values[name]]

    def box(self) -> Box:
        """Return the corner and size of a box."""
        return self.number("x"), self.number("y"), self.number("w"), self.number("h")

    def centre(self) -> Point:
        """Return the middle of a shape that is placed by its middle."""
        return self.number("x"), self.number("y")


def card(pen: Pen, f: Fields) -> None:
    """Paint one card."""
    paint_card(pen, f.box(), f.text("state", "paper"), f.text("shows", "word"))


def grid(pen: Pen, f: Fields) -> None:
    """Paint a grid of cards, one letter a card."""
    x, y, w, h = f.box()
    cards, columns = f.text("cards"), int(f.number("columns", 5))
    rows = len(cards) // columns
    gap = f.number("gap", 0.9)
    wide, high = (w - gap * (columns - 1)) / columns, (h - gap * (rows - 1)) / rows
    for n, letter in enumerate(cards):
        row, column = divmod(n, columns)
        state = _LETTERS[letter]
        picture = state == "picture" or f.flag("pictures")
        shows = PICTURES[n % len(PICTURES)].__name__ if picture else "word"
        box = (x + column * (wide + gap), y + row * (high + gap), wide, high)
        paint_card(pen, box, "paper" if state == "picture" else state, shows)


def token(pen: Pen, f: Fields) -> None:
    """Paint one time token."""
    face, way = f.text("face", "bystander"), f.text("arrow", "none")
    paint_token(pen, *f.centre(), f.number("r"), face if way == "none" else "arrow", turned=way == "up")


def tokens(pen: Pen, f: Fields) -> None:
    """Paint a bank of tokens, one letter a token: b bystander, c check, e empty."""
    faces = {"b": "bystander", "c": "check", "e": "empty"}
    columns, step = int(f.number("columns", 9)), f.number("step")
    for n, letter in enumerate(f.text("faces")):
        row, column = divmod(n, columns)
        place = f.number("x") + column * step, f.number("y") + row * step
        paint_token(pen, *place, f.number("r"), faces[letter], turned=False)


def panel(pen: Pen, f: Fields) -> None:
    """Paint a key panel of 25 lights, one letter each; `ring` numbers a light to point out, from 0."""
    x, y, w = f.number("x"), f.number("y"), f.number("w")
    pen.bar(x - w * 0.05, y - w * 0.05, w * 1.1, w * 1.1, w * 0.1, COLOURS["edge"])
    pen.bar(x, y, w, w, w * 0.06, COLOURS["assassin"])
    step = w / 5
    for n, letter in enumerate(f.text("colours", "-" * 25)):
        row, column = divmod(n, 5)
        cx, cy = x + step * (column + 0.5), y + step * (row + 0.5)
        if n == f.number("ring", -1):
            pen.disc(cx, cy, step * 0.56, COLOURS["white"])
            pen.disc(cx, cy, step * 0.46, COLOURS["assassin"])
        size = 0.4 if letter == "K" else 0.34
        pen.disc(cx, cy, step * size, COLOURS[_LIGHTS.get(letter, "case")])


def button(pen: Pen, f: Fields) -> None:
    """Paint a side's button, its lamp lit or dark."""
    (x, y), r = f.centre(), f.number("r")
    lit = f.flag("lit")
    pen.disc(x, y, r, COLOURS["edge"])
    pen.disc(x, y, r * 0.86, COLOURS["ground"])
    pen.disc(x, y, r * 0.72, COLOURS["gold" if lit else "case"])
    if lit:
        pen.disc(x, y, r * 0.5, (244, 214, 148))
        for n in range(8):
            ray = [arc(x, y, r * far, n / 8, 0.001)[0] for far in (1.2, 1.45)]
            pen.stroke(ray, r * 0.13, COLOURS["gold"])


def hand(pen: Pen, f: Fields) -> None:
    """Paint a hand by the tip of its finger, pointing up, or down if turned."""
    (x, y), size = f.centre(), f.number("size")
    turned = f.flag("turned")
    frame = pen.inner(x - size * 0.4, y - (size if turned else 0.0), size, turned)
    for grow, colour in ((0.05, COLOURS["ground"]), (0.0, COLOURS["paper"])):
        for left, top, wide, high in (
            (0.32, 0.0, 0.17, 0.6), (0.5, 0.34, 0.15, 0.4), (0.65, 0.38, 0.13, 0.36),
            (0.32, 0.45, 0.48, 0.4), (0.38, 0.7, 0.36, 0.28),
        ):  # fmt: skip
            frame.bar(left - grow, top - grow, wide + 2 * grow, high + 2 * grow, 0.09 + grow, colour)
        frame.stroke([(0.2, 0.5), (0.4, 0.72)], 0.15 + 2 * grow, colour)
    for left in (0.505, 0.645):
        frame.stroke([(left, 0.44), (left, 0.6)], 0.022, COLOURS["rule"])


def person(pen: Pen, f: Fields) -> None:
    """Paint a person by the middle, a spymaster with a hat."""
    (x, y), size = f.centre(), f.number("size")
    name = f.text("colour", "paper")
    colour, dark = COLOURS[name], COLOURS["ground"]
    frame = pen.inner(x - size / 2, y - size / 2, size)
    frame.shape([(0.1, 0.98), *arc(0.5, 0.98, 0.4, -0.25, 0.5), (0.9, 0.98)], dark)
    frame.shape([(0.12, 0.98), *arc(0.5, 0.98, 0.38, -0.25, 0.5), (0.88, 0.98)], colour)
    frame.disc(0.5, 0.38, 0.26, dark)
    frame.disc(0.5, 0.38, 0.22, colour)
    if f.flag("hat"):
        frame.bar(0.14, 0.21, 0.72, 0.13, 0.06, dark)
        frame.bar(0.16, 0.22, 0.68, 0.09, 0.045, colour)
        crown = [(0.3, 0.23), (0.34, 0.03), (0.42, 0.0), (0.5, 0.04), (0.58, 0.0), (0.66, 0.03), (0.7, 0.23)]
        frame.shape(crown, colour)
    if name == "red":
        frame.shape([(0.5, 0.68), (0.61, 0.8), (0.5, 0.92), (0.39, 0.8)], COLOURS["white"])
    elif name == "blue":
        frame.disc(0.5, 0.8, 0.11, COLOURS["white"])
        frame.disc(0.5, 0.8, 0.05, colour)


def bubble(pen: Pen, f: Fields) -> None:
    """Paint a speech bubble: a word, a number, or a glyph; `tail` is the mouth it comes from."""
    x, y, w, h = f.box()
    fill = f.colour("paper")
    tx, ty = f.point("tail")
    cx, cy = x + w / 2, y + h / 2
    long = math.hypot(tx - cx, ty - cy)
    nx, ny = -(ty - cy) / long * h * 0.22, (tx - cx) / long * h * 0.22
    pen.shape([(cx + nx, cy + ny), (tx, ty), (cx - nx, cy - ny)], fill)
    pen.bar(x, y, w, h, h * 0.32, fill)
    number, glyph = f.text("number"), f.text("glyph")
    room = w - (digits.width(number) * h * 0.5 + w * 0.08 if number else 0.0)
    if glyph:
        size = h * 0.66
        GLYPHS[glyph](pen.inner(cx - size / 2, cy - size / 2, size), f.colour("ink", "ink"), fill)
    else:
        thick = h * 0.15
        pen.bar(x + w * 0.13, cy - thick / 2, room - w * 0.24, thick, thick / 2, COLOURS["ink"])
    if number:
        digits.write(pen, x + w - (w - room) / 2 - w * 0.06, cy, h * 0.5, number, COLOURS["ink"])


def arrow(pen: Pen, f: Fields) -> None:
    """Paint an arrow, straight or bent, whole or dashed."""
    width, colour = f.number("width", 0.8), f.colour("soft")
    curve = bend(f.point("from"), f.point("to"), f.number("bend"))
    (bx, by), (ax, ay) = curve[-1], curve[-2]
    long = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / long, (by - ay) / long
    head = width * 2.6
    cut = [point for point in curve[:-1] if math.hypot(point[0] - bx, point[1] - by) > head]
    shaft = [*(cut or curve[:1]), (bx - ux * head * 0.8, by - uy * head * 0.8)]
    if f.flag("dashed"):
        pen.dashes(shaft, width, colour, width * 1.8)
    else:
        pen.stroke(shaft, width, colour)
    seat = head * 0.62
    x, y = bx - ux * head, by - uy * head
    pen.shape([(bx, by), (x - uy * seat, y + ux * seat), (x + uy * seat, y - ux * seat)], colour)


def line(pen: Pen, f: Fields) -> None:
    """Paint a line through points, whole or dashed."""
    width = f.number("width", 0.6)
    if f.flag("dashed"):
        pen.dashes(f.points("points"), width, f.colour("dim"), width * 2)
    else:
        pen.stroke(f.points("points"), width, f.colour("dim"))


def ring(pen: Pen, f: Fields) -> None:
    """Paint a ring round its middle; `part` of a turn of it is filled."""
    (x, y), r = f.centre(), f.number("r")
    width = f.number("width", r * 0.24)
    pen.stroke(arc(x, y, r, 0.0, 1.0), width, f.colour("rule", "track"))
    pen.stroke(arc(x, y, r, 0.0, f.number("part", 1.0)), width, f.colour("gold"))


def disc(pen: Pen, f: Fields) -> None:
    """Paint a disc, with a rim in a second colour."""
    (x, y), r = f.centre(), f.number("r")
    pen.disc(x, y, r, f.colour("edge", "rim"))
    pen.disc(x, y, r * 0.82, f.colour("case"))


def number(pen: Pen, f: Fields) -> None:
    """Paint a number round its middle."""
    digits.write(pen, *f.centre(), f.number("size"), f.text("text"), f.colour("paper"))


def glyph(pen: Pen, f: Fields) -> None:
    """Paint a glyph round its middle."""
    (x, y), size = f.centre(), f.number("size")
    frame = pen.inner(x - size / 2, y - size / 2, size, f.flag("turned"))
    GLYPHS[f.text("name")](frame, f.colour("paper"), f.colour("ground", "hole"))


def plate(pen: Pen, f: Fields) -> None:
    """Paint a plain board that other shapes lie on, such as the box or its screen."""
    x, y, w, h = f.box()
    r = f.number("r", 1.5)
    pen.bar(x, y, w, h, r, f.colour("edge", "rim"))
    pen.bar(x + 0.4, y + 0.4, w - 0.8, h - 0.8, r - 0.3, f.colour("case"))


SHAPES: dict[str, Shape] = {
    shape.__name__: shape
    for shape in (
        *(card, grid, token, tokens, panel, button, hand, person, bubble),
        *(arrow, line, ring, disc, number, glyph, plate),
    )
}
"""The shapes a diagram may use."""
