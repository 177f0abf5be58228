"""Read the path data of an SVG icon as closed polygons."""

import math
import re
from collections.abc import Iterator
from itertools import pairwise

Point = tuple[float, float]
Polygon = list[Point]

_TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_STEPS = 12


def polygons(data: str) -> list[Polygon]:
    """Return the subpaths of SVG path `data`, in its own units, curves cut into short lines."""
    pen = _Pen()
    for command, numbers in _commands(data):
        pen.move(command, numbers)
    return [polygon for polygon in pen.done if len(polygon) > 2]


def _arc_safe(data: str) -> str:
    """Separate the two one-digit flags of every arc, which may be written without a space."""

    def spread(match: re.Match[str]) -> str:
        body = match.group(2)
        number = r"[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?"
        one = re.compile(
            rf"\s*,?\s*({number})\s*,?\s*({number})\s*,?\s*({number})\s*,?\s*([01])\s*,?\s*([01])\s*,?\s*"
            rf"({number})\s*,?\s*({number})"
        )
        return match.group(1) + " ".join(" ".join(found.groups()) for found in one.finditer(body))

    return re.sub(r"([aA])([^a-df-zA-DF-Z]*)", spread, data)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    tokens = _TOKEN.findall(_arc_safe(data))
    at, command = 0, "M"
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        count = _NUMBERS[command.upper()]
        yield command, [float(token) for token in tokens[at : at + count]]
        at += count
        if command in "Mm":
            command = "L" if command == "M" else "l"


class _Pen:
    """Follows path commands; `done` holds one polygon a subpath."""

    def __init__(self) -> None:
        self.done: list[Polygon] = []
        self.x = self.y = 0.0
        self.start: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.last = ""

    def move(self, command: str, n: list[float]) -> None:
        kind = command.upper()
        if command.islower():
            n = self._absolute(kind, n)
        before, self.last = self.last, kind
        if kind == "M":
            self.start = (n[0], n[1])
            self.done.append([])
            self._to(n[0], n[1])
        elif kind == "Z":
            self.x, self.y = self.start
        else:
            if before == "Z":
                self.done.append([self.start])
            self._draw(kind, n, before)

    def _absolute(self, kind: str, n: list[float]) -> list[float]:
        if kind == "H":
            return [n[0] + self.x]
        if kind == "V":
            return [n[0] + self.y]
        if kind == "A":
            return [*n[:5], n[5] + self.x, n[6] + self.y]
        return [value + (self.y if i % 2 else self.x) for i, value in enumerate(n)]

    def _draw(self, kind: str, n: list[float], before: str) -> None:
        if kind == "L":
            self._to(n[0], n[1])
        elif kind == "H":
            self._to(n[0], self.y)
        elif kind == "V":
            self._to(self.x, n[0])
        elif kind in "CS":
            first = self._mirror(before, "CS") if kind == "S" else (n[0], n[1])
            self._curve([first, (n[-4], n[-3]), (n[-2], n[-1])])
        elif kind in "QT":
            first = self._mirror(before, "QT") if kind == "T" else (n[0], n[1])
            self._curve([first, (n[-2], n[-1])])
        elif kind == "A":
            self._arc(n)

    def _to(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.done[-1].append((x, y))

    def _mirror(self, before: str, family: str) -> Point:
        if before in family and before and self.control:
            return (2 * self.x - self.control[0], 2 * self.y - self.control[1])
        return (self.x, self.y)

    def _curve(self, points: list[Point]) -> None:
        self.control = points[-2]
        hull = [(self.x, self.y), *points]
        for step in range(1, _STEPS + 1):
            t, level = step / _STEPS, hull
            while len(level) > 1:
                level = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(level)]
            self._to(*level[0])

    def _arc(self, n: list[float]) -> None:
        """Draw an elliptical arc (SVG 1.1, appendix F.6)."""
        rx, ry, turn, large, sweep, x2, y2 = abs(n[0]), abs(n[1]), math.radians(n[2]), n[3], n[4], n[5], n[6]
        if not rx or not ry or (x2, y2) == (self.x, self.y):
            self._to(x2, y2)
            return
        cos, sin = math.cos(turn), math.sin(turn)
        dx, dy = (self.x - x2) / 2, (self.y - y2) / 2
        px, py = cos * dx + sin * dy, cos * dy - sin * dx
        grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
        rx, ry = rx * grow, ry * grow
        below = (rx * py) ** 2 + (ry * px) ** 2
        root = math.sqrt(max(0.0, (rx * ry) ** 2 - below) / below) * (1 if large != sweep else -1)
        mx, my = root * rx * py / ry, -root * ry * px / rx
        cx, cy = cos * mx - sin * my + (self.x + x2) / 2, sin * mx + cos * my + (self.y + y2) / 2
        first = math.atan2((py - my) / ry, (px - mx) / rx)
        span = math.atan2((-py - my) / ry, (-px - mx) / rx) - first
        if sweep and span < 0:
            span += 2 * math.pi
        elif not sweep and span > 0:
            span -= 2 * math.pi
        steps = max(2, math.ceil(abs(span) * 6))
        for step in range(1, steps + 1):
            angle = first + span * step / steps
            ex, ey = rx * math.cos(angle), ry * math.sin(angle)
            self._to(cx + cos * ex - sin * ey, cy + sin * ex + cos * ey)
        self._snap(x2, y2)

    def _snap(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.done[-1][-1] = (x, y)
