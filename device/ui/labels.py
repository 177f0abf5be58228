"""Placing labels on a chart so that none lies over another, and sharing the chart out among its cities for touch."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from device.ui.geometry import Box

Point = tuple[float, float]
PASSES = 6
CLEAR = 0.6
"""What stays free around a mark that a label does not belong to, in mm."""
NEAR = (
    *((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)),
    *((0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8)),
    *((1.0, 0.45), (-1.0, 0.45), (1.0, -0.45), (-1.0, -0.45)),
)
"""Where a label may stand around its mark, best first: the direction in which it is pushed off."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A city to label: its mark's middle and radius, the label's width and height, all in mm."""

    at: Point
    radius: float
    w: float
    h: float


def apart(marks: Mapping[str, Point], least: float) -> dict[str, Point]:
    """Return marks pushed off each other until any two are at least so far apart, in mm."""
    moved = dict(marks)
    for _ in range(PASSES * 4):
        for one in moved:
            for other in moved:
                (ax, ay), (bx, by) = moved[one], moved[other]
                far = math.hypot(bx - ax, by - ay)
                if one < other and 0 < far < least:
                    push = (least - far) / 2 / far
                    moved[one] = (ax - (bx - ax) * push, ay - (by - ay) * push)
                    moved[other] = (bx + (bx - ax) * push, by + (by - ay) * push)
    return moved


def place(
    spots: Mapping[str, Spot], area: Box, blocked: Sequence[Box] = (), lines: Sequence[Point] = ()
) -> dict[str, Box]:
    """Return a box for each label: inside the area, over no mark and no other label where that is possible.

    `lines` are points, about a mm from one another, that labels had better not cover.
    """
    choices = {name: _choices(spot) for name, spot in spots.items()}
    marks = {name: _around(spot) for name, spot in spots.items()}
    crossed = {name: [_points_in(box, lines) for box in boxes] for name, boxes in choices.items()}
    chosen = {name: boxes[0] for name, boxes in choices.items()}
    for _ in range(PASSES):
        before = dict(chosen)
        for name, boxes in choices.items():
            others = [box for other, box in chosen.items() if other != name]
            fixed = [box for other, box in marks.items() if other != name]
            costs = [
                0.05 * rank
                + 0.4 * crossed[name][rank]
                + 8 * _outside(box, area)
                + sum(_overlap(box, other) for other in others)
                + 2 * sum(_overlap(box, other) for other in (*fixed, *blocked))
                for rank, box in enumerate(boxes)
            ]
            chosen[name] = boxes[costs.index(min(costs))]
        if chosen == before:
            break
    return chosen


def _around(spot: Spot) -> Box:
    x, y = spot.at
    return Box(x - spot.radius, y - spot.radius, 2 * spot.radius, 2 * spot.radius).inset(-CLEAR)


def _points_in(box: Box, points: Sequence[Point]) -> int:
    return sum(box.x < x < box.right and box.y < y < box.bottom for x, y in points)


def _choices(spot: Spot) -> list[Box]:
    (x, y), r = spot.at, spot.radius
    boxes = []
    for gap in (0.5, 2.6, 5.0):
        for dx, dy in NEAR:
            cx = x + dx * (r + gap + spot.w / 2)
            cy = y + dy * (r + gap * 0.7 + spot.h / 2)
            boxes.append(Box(cx - spot.w / 2, cy - spot.h / 2, spot.w, spot.h))
    return boxes


def _overlap(a: Box, b: Box) -> float:
    """Return the area two boxes share."""
    w = min(a.right, b.right) - max(a.x, b.x)
    h = min(a.bottom, b.bottom) - max(a.y, b.y)
    return w * h if w > 0 and h > 0 else 0.0


def _outside(box: Box, area: Box) -> float:
    return box.w * box.h - _overlap(box, area)


def touching(a: Box, b: Box) -> Box:
    """Return the smallest box around two."""
    x, y = min(a.x, b.x), min(a.y, b.y)
    return Box(x, y, max(a.right, b.right) - x, max(a.bottom, b.bottom) - y)


def shares(things: Mapping[str, Box], area: Box, reach: float) -> dict[str, Box]:
    """Share an area out: a box for each thing that overlaps no other and holds the thing, at most `reach` mm beyond it.

    The area is cut in two, again and again, where the things leave the widest gap.
    """
    if len(things) <= 1:
        return {name: _common(area, box.inset(-reach)) for name, box in things.items()}
    _, axis, edge = max(cut for axis in (0, 1) for cut in _cuts(things, axis))
    if axis == 0:
        first, second = area.cut_left(edge - area.x)
    else:
        first, second = area.cut_top(edge - area.y)
    low = {name: box for name, box in things.items() if box.centre[axis] < edge}
    high = {name: box for name, box in things.items() if name not in low}
    return {**shares(low, first, reach), **shares(high, second, reach)}


def _cuts(things: Mapping[str, Box], axis: int) -> list[tuple[float, int, float]]:
    order = sorted(things.values(), key=lambda box: box.centre[axis])
    cuts = []
    for n in range(1, len(order)):
        low = max(box[axis] + box[axis + 2] for box in order[:n])
        high = min(box[axis] for box in order[n:])
        middle = (order[n - 1].centre[axis] + order[n].centre[axis]) / 2
        edge = (low + high) / 2 if low <= high else middle
        if order[n - 1].centre[axis] < edge <= order[n].centre[axis]:
            cuts.append((high - low, axis, edge))
    return cuts


def _common(a: Box, b: Box) -> Box:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Box(x, y, min(a.right, b.right) - x, min(a.bottom, b.bottom) - y)
