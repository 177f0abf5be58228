"""Marks and labels on a chart: keeping marks apart, setting labels beside them."""

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
    pairs = [(one, other) for one in moved for other in moved if one < other]
    for _ in range(PASSES):
        before = dict(moved)
        for one, other in pairs:
            (ax, ay), (bx, by) = moved[one], moved[other]
            far = math.hypot(bx - ax, by - ay)
            if 0 < far < least:
                push = (least - far) / 2 / far
                moved[one] = (ax - (bx - ax) * push, ay - (by - ay) * push)
                moved[other] = (bx + (bx - ax) * push, by + (by - ay) * push)
        if moved == before:
            break
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


def common(a: Box, b: Box) -> Box:
    """Return what two boxes have in common."""
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Box(x, y, min(a.right, b.right) - x, min(a.bottom, b.bottom) - y)
