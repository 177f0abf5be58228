"""Turn one recipe layer into outlines on the card: icons scaled and placed, and a few drawn shapes."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from outlines import Point, Polygon, polygons

WIDTH, HEIGHT = 360, 204
_ANCHORS = {"center": (0.5, 0.5), "top": (0.5, 0.0), "bottom": (0.5, 1.0)}
_PATH = re.compile(r' d="([^"]*)"')

Layer = Mapping[str, Any]


@dataclass(frozen=True)
class Figure:
    """Outlines in card units; `line` is a stroke width, 0 where the outlines are filled."""

    outlines: list[Polygon]
    line: float = 0.0


@cache
def _icon(body: str) -> tuple[tuple[Point, ...], ...]:
    found = _PATH.search(body)
    assert found is not None
    return tuple(tuple(polygon) for polygon in polygons(found.group(1)))


def figure(layer: Layer, icons: Mapping[str, str]) -> Figure:
    """Return the layer's outlines where they stand on the card."""
    return _placed_icon(layer, icons) if "icon" in layer else _SHAPES[layer["shape"]](layer)


def _placed_icon(layer: Layer, icons: Mapping[str, str]) -> Figure:
    parts = _icon(icons[layer["icon"]])
    keep = layer.get("keep", range(len(parts)))
    chosen = [parts[i] for i in keep if i not in layer.get("drop", ())]
    flip = layer.get("flip", "")
    fx, fy = (-1 if "x" in flip else 1), (-1 if "y" in flip else 1)
    turn = math.radians(layer.get("rotate", 0))
    cos, sin = math.cos(turn), math.sin(turn)
    turned = [[(cos * fx * x - sin * fy * y, sin * fx * x + cos * fy * y) for x, y in part] for part in chosen]
    left, top, right, bottom = bounds(turned)
    scale = min(layer[side] / long for side, long in (("w", right - left), ("h", bottom - top)) if side in layer)
    ax, ay = _ANCHORS[layer.get("anchor", "center")]
    from_x, from_y = left + ax * (right - left), top + ay * (bottom - top)
    return Figure(
        [[(layer["x"] + (x - from_x) * scale, layer["y"] + (y - from_y) * scale) for x, y in part] for part in turned]
    )


def bounds(outlines: list[Polygon]) -> tuple[float, float, float, float]:
    """Return left, top, right, bottom of the outlines."""
    xs = [x for outline in outlines for x, _ in outline]
    ys = [y for outline in outlines for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def _ellipse_points(x: float, y: float, rx: float, ry: float) -> Polygon:
    return [(x + rx * math.cos(i * math.pi / 36), y + ry * math.sin(i * math.pi / 36)) for i in range(73)]


def _ellipse(layer: Layer) -> Figure:
    wide = layer["w"] / 2
    high = layer.get("h", layer["w"]) / 2
    return Figure([_ellipse_points(layer["x"], layer["y"], wide, high)], layer.get("line", 0.0))


def _rect(layer: Layer) -> Figure:
    x, y, w, h = layer["x"], layer["y"], layer["w"] / 2, layer["h"] / 2
    return Figure(
        [[(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h), (x - w, y - h)]], layer.get("line", 0.0)
    )


def _points(layer: Layer) -> Figure:
    """Join `points` (pairs, given flat): a stroke, or without `line` a filled shape."""
    flat = layer["points"]
    return Figure([list(zip(flat[::2], flat[1::2], strict=True))], layer.get("line", 0.0))


def _wave(layer: Layer) -> Figure:
    """A wavy line at y, or, without `line`, everything below it."""
    high, length = layer.get("h", 8) / 2, layer.get("w", 60)
    left, right = layer.get("left", 0), layer.get("right", WIDTH)
    steps = int((right - left) / 3)
    crest = [
        (left + i * 3.0, layer["y"] - high * math.cos(2 * math.pi * (left + i * 3 - layer["x"]) / length))
        for i in range(steps + 1)
    ]
    if layer.get("line"):
        return Figure([crest], layer["line"])
    return Figure([[*crest, (right, HEIGHT), (left, HEIGHT)]])


def _rays(layer: Layer) -> Figure:
    """`n` wedges around x, y from radius `inner` to half of `w`; `from` and `to` bound the angles in degrees."""
    n, inner, outer = layer["n"], layer["inner"], layer["w"] / 2
    first, last = layer.get("from", 0), layer.get("to", 360)
    wedge = math.radians(last - first) / n
    made = []
    for i in range(n):
        angle = math.radians(first + layer.get("rotate", 0)) + (i + 0.5) * wedge
        corners = ((inner, -0.25), (outer, -0.25), (outer, 0.25), (inner, 0.25))
        made.append(
            [
                (layer["x"] + r * math.cos(angle + a * wedge), layer["y"] + r * math.sin(angle + a * wedge))
                for r, a in corners
            ]
        )
    return Figure(made)


def _stars(layer: Layer) -> Figure:
    """Small four-pointed stars at `points` (pairs, given flat), `w` across."""
    flat, big = layer["points"], layer.get("w", 10) / 2
    made = []
    for i in range(0, len(flat), 2):
        reach = [big if k % 2 == 0 else big * 0.3 for k in range(8)]
        made.append(
            [
                (flat[i] + r * math.cos(k * math.pi / 4), flat[i + 1] + r * math.sin(k * math.pi / 4))
                for k, r in enumerate(reach)
            ]
        )
    return Figure(made)


def _rain(layer: Layer) -> Figure:
    """Slanted drops in a box around x, y: `n` across, three rows."""
    n, w, h = layer["n"], layer["w"], layer["h"]
    made = []
    for row in range(3):
        for i in range(n):
            x = layer["x"] - w / 2 + w * (i + (0.25, 0.75, 0.5)[row]) / n
            y = layer["y"] - h / 2 + h * (row + (0.3, 0.6)[i % 2]) / 3
            made.append([(x, y), (x - h / 18, y + h / 6)])
    return Figure(made, layer.get("line", 3.0))


_SHAPES = {
    "ellipse": _ellipse,
    "rect": _rect,
    "points": _points,
    "wave": _wave,
    "rays": _rays,
    "stars": _stars,
    "rain": _rain,
}
