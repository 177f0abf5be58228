"""A chart: a part of the Earth in a box, with its coasts and the routes between the cities."""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple

import pygame

from device.files.assets import assets
from device.game.campaign import Progress
from device.rules.missions import MISSIONS
from device.ui.campaign.cities import PLACES
from device.ui.kit import theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box

Point = tuple[float, float]
FINE = 2
"""How many times larger a chart is painted before it is scaled down."""
BOW = 0.13
"""How far a route bows to the north, as a part of its length."""
LAND, COAST, NET = (44, 40, 35), (104, 92, 74), (26, 30, 34)


class Region(NamedTuple):
    """What a chart must show, in degrees; `squeeze` is a degree of longitude over one of latitude, `net` the mesh."""

    name: str
    west: float
    south: float
    east: float
    north: float
    squeeze: float
    net: int


EUROPE = Region("europe", -8.5, 36.0, 19.5, 56.5, 0.68, 5)
WORLD = Region("world", -121.0, -42.0, 160.0, 69.0, 0.79, 15)


class Chart(NamedTuple):
    """A region fitted into a box, in mm."""

    region: Region
    box: Box

    @property
    def scale(self) -> float:
        """Return the mm of a degree of latitude."""
        r = self.region
        return min(self.box.w / ((r.east - r.west) * r.squeeze), self.box.h / (r.north - r.south))

    def at(self, latitude: float, longitude: float) -> Point:
        """Return where a place is, in mm."""
        r, scale, (x, y) = self.region, self.scale, self.box.centre
        return (
            x + (longitude - (r.west + r.east) / 2) * r.squeeze * scale,
            y - (latitude - (r.south + r.north) / 2) * scale,
        )

    def city(self, name: str) -> Point:
        """Return where a city is, in mm."""
        return self.at(*PLACES[name])


@cache
def coasts() -> dict[str, list[list[Point]]]:
    """Return the rings of land of each region: longitudes and latitudes in hundredths of a degree."""
    label = json.loads((assets() / "map" / "land.json").read_text(encoding="utf-8"))
    return {
        name: [list(zip(accumulate(ring[::2]), accumulate(ring[1::2]), strict=True)) for ring in rings]
        for name, rings in label.items()
    }


def draw(view: View, chart: Chart, marks: Mapping[str, Point], progress: Progress, labels: tuple[Box, ...]) -> None:
    """Draw a chart: sea, land, and the routes between the cities' marks as far as the team has come.

    On the world a frame is where the chart of Europe lies. No line runs through a label.
    """
    canvas = view.canvas
    rect = view.rect(chart.box)
    key = ("chart", chart.region.name, progress.done, rect.size, view.turned, labels)
    kept = canvas.kept.get(key)
    if kept is None:
        kept = _painted(canvas, chart, marks, progress, labels)
        kept = pygame.transform.rotate(kept, 180) if view.turned else kept
        canvas.kept.keep(key, kept)
    canvas.surface.blit(kept, rect)
    view.panel(chart.box, None, theme.KRAFT_EDGE, 0.3, 0.25)


def _painted(
    canvas: Canvas, chart: Chart, marks: Mapping[str, Point], progress: Progress, labels: tuple[Box, ...]
) -> pygame.Surface:
    size = canvas.view().rect(chart.box).size
    large = pygame.Surface((size[0] * FINE, size[1] * FINE), 0, 32)
    large.fill(theme.SEA)
    unit = canvas.unit * FINE

    def pixel(x: float, y: float) -> Point:
        return (x - chart.box.x) * unit, (y - chart.box.y) * unit

    _net(large, chart, pixel)
    coast = max(1, round(0.13 * unit))
    (left, top), (right, low) = pixel(*chart.at(0, 0)), pixel(*chart.at(-1, 1))
    wide, high = (right - left) / 100, (low - top) / 100
    for ring in coasts()[chart.region.name]:
        points = [(left + x * wide, top - y * high) for x, y in ring]
        pygame.draw.polygon(large, LAND, points)
        pygame.draw.lines(large, COAST, True, points, coast)
    spots = [pygame.Rect(*pixel(label.x, label.y), label.w * unit, label.h * unit) for label in labels]
    spots = [spot.clip(large.get_rect()) for spot in spots]
    bare = [large.subsurface(spot).copy() for spot in spots]
    for start, end in routes():
        line = [pixel(*point) for point in bowed(marks[start], marks[end])]
        _route(large, line, unit, start in progress.done, end in progress.done)
    if chart.region is WORLD:
        corners = (chart.at(EUROPE.north, EUROPE.west), chart.at(EUROPE.south, EUROPE.east))
        (left, top), (right, low) = (pixel(*corner) for corner in corners)
        pygame.draw.rect(large, theme.GOLD, (left, top, right - left, low - top), round(0.25 * unit), round(0.3 * unit))
    for spot, land in zip(spots, bare, strict=True):
        large.blit(land, spot)
    return pygame.transform.smoothscale(large, size)


def _net(large: pygame.Surface, chart: Chart, pixel: Callable[[float, float], Point]) -> None:
    w, h = large.get_size()
    step = chart.region.net
    for degree in range(-180, 181, step):
        x, y = pixel(*chart.at(min(90, max(-90, degree)), degree))
        pygame.draw.line(large, NET, (x, 0), (x, h), FINE)
        if abs(degree) <= 90:
            pygame.draw.line(large, NET, (0, y), (w, y), FINE)


def routes() -> Iterator[tuple[str, str]]:
    """Return the links of the map, each from the city that opens to the one it opens."""
    return ((name, city) for name, mission in MISSIONS.items() for city in mission.opens)


def bowed(start: Point, end: Point, pieces: int = 28) -> list[Point]:
    """Return the points of a route, bowed to the north as a flight is drawn."""
    (ax, ay), (bx, by) = start, end
    sign = 1 if bx >= ax else -1
    mx = (ax + bx) / 2 + sign * (by - ay) * BOW
    my = (ay + by) / 2 - sign * (bx - ax) * BOW
    parts = [i / pieces for i in range(pieces + 1)]
    return [
        ((1 - p) ** 2 * ax + 2 * p * (1 - p) * mx + p * p * bx, (1 - p) ** 2 * ay + 2 * p * (1 - p) * my + p * p * by)
        for p in parts
    ]


def spot(x: float, y: float) -> Box:
    """Return a point as a box of no size."""
    return Box(x, y, 0.0, 0.0)


def _route(large: pygame.Surface, line: list[Point], unit: float, begun: bool, done: bool) -> None:
    """Draw a route: a line where its mission is done, dashes where it is open, fine dots where it is closed."""
    if not _seen(large, line, unit):
        return
    if done:
        _stroke(large, line, theme.GOLD, 0.5 * unit)
        return
    dash, gap, wide, colour = (1.5, 0.9, 0.5, theme.GOLD) if begun else (0.35, 1.25, 0.3, (150, 134, 108))
    for piece in _dashes(line, dash * unit, gap * unit):
        _stroke(large, piece, colour, wide * unit)


def _dashes(line: list[Point], dash: float, gap: float) -> Iterator[list[Point]]:
    """Yield the pieces of a line that are dashes, each with the bends it has."""
    piece, left, drawn = [line[0]], dash, True
    for (ax, ay), (bx, by) in pairwise(line):
        far, gone = math.hypot(bx - ax, by - ay), 0.0
        while far - gone > left:
            gone += left
            at = (ax + (bx - ax) * gone / far, ay + (by - ay) * gone / far)
            if drawn:
                yield [*piece, at]
            piece, left, drawn = [at], gap if drawn else dash, not drawn
        left -= far - gone
        piece.append((bx, by))
    if drawn:
        yield piece


def _seen(large: pygame.Surface, line: list[Point], margin: float) -> bool:
    """Tell whether some of a line may lie on the picture: most routes of the world pass Europe by."""
    xs, ys = [x for x, _ in line], [y for _, y in line]
    across = min(xs) <= large.get_width() + margin and max(xs) >= -margin
    return across and min(ys) <= large.get_height() + margin and max(ys) >= -margin


def _stroke(large: pygame.Surface, line: list[Point], colour: theme.Colour, wide: float) -> None:
    for a, b in pairwise(line):
        pygame.draw.line(large, colour, a, b, max(1, round(wide)))
    for point in line:
        pygame.draw.circle(large, colour, point, max(1.0, wide / 2))
