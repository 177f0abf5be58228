"""Marks and labels on a chart: keeping marks apart, setting labels beside them, sharing the chart out for touch."""

import math
from collections.abc import Mapping

from device.ui.kit.geometry import Box

Point = tuple[float, float]
PASSES = 24
GAP = 0.5
"""Between a mark and its label, in mm."""


def apart(marks: Mapping[str, Point], least: float) -> dict[str, Point]:
    """Return marks pushed off each other until any two are at least so far apart, in mm."""
    moved = dict(marks)
    for _ in range(PASSES):
        for one in moved:
            for other in moved:
                (ax, ay), (bx, by) = moved[one], moved[other]
                far = math.hypot(bx - ax, by - ay)
                if one < other and 0 < far < least:
                    push = (least - far) / 2 / far
                    moved[one] = (ax - (bx - ax) * push, ay - (by - ay) * push)
                    moved[other] = (bx + (bx - ax) * push, by + (by - ay) * push)
    return moved


def beside(at: Point, radius: float, w: float, h: float, direction: Point, area: Box) -> Box:
    """Return where a label of a width and height stands: pushed off its mark in a direction, inside the area."""
    cx = at[0] + direction[0] * (radius + GAP + w / 2)
    cy = at[1] + direction[1] * (radius + GAP * 0.7 + h / 2)
    x = min(max(cx - w / 2, area.x), area.right - w)
    return Box(x, min(max(cy - h / 2, area.y), area.bottom - h), w, h)


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
        before, after = order[n - 1].centre[axis], order[n].centre[axis]
        if before < after:
            edge = min(max((low + high) / 2, (before * 9 + after) / 10), after)
            cuts.append((high - low, axis, edge))
    return cuts


def _common(a: Box, b: Box) -> Box:
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Box(x, y, min(a.right, b.right) - x, min(a.bottom, b.bottom) - y)
