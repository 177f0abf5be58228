"""Make the coastlines of the mission map out of Natural Earth's land polygons.

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python assets/map/build.py package/land-50m.json

Writes `land.json`: for each view of the map its rings, each a list of whole numbers: longitude and latitude of the
first point in hundredths of a degree, then the steps to each next point. Standard library only; the box never runs it.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path

Ring = list[tuple[float, float]]
HERE = Path(__file__).parent
VIEWS = {"world": ((-175.0, -58.0, 180.0, 84.0), 0.16, 1.6), "europe": ((-16.0, 30.0, 32.0, 62.0), 0.045, 0.06)}
"""View, what it shows of the Earth (west, south, east, north), the tolerance in degrees, the least island."""


def rings(path: Path) -> list[Ring]:
    """Return the outer rings of a TopoJSON file's land, in degrees."""
    atlas = json.loads(path.read_text(encoding="utf-8"))
    (sx, sy), (dx, dy) = atlas["transform"]["scale"], atlas["transform"]["translate"]
    arcs = []
    for arc in atlas["arcs"]:
        x = y = 0
        points = []
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            points.append((x * sx + dx, y * sy + dy))
        arcs.append(points)
    found = []
    for shape in atlas["objects"]["land"]["geometries"]:
        polygons = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        for polygon in polygons:
            for ring in polygon:
                points = []
                for number in ring:
                    part = arcs[number] if number >= 0 else arcs[~number][::-1]
                    points += part[1:] if points else part
                found.append(unwrapped(points))
    return found


def unwrapped(ring: Ring) -> Ring:
    """Return a ring without jumps at 180 degrees: its longitudes may go beyond, but most of it lies within."""
    turn, done = 0.0, ring[:1]
    for (before, _), (x, y) in pairwise(ring):
        turn += 360 * (before - x > 180) - 360 * (x - before > 180)
        done.append((x + turn, y))
    home = 360 * round(sum(x for x, _ in done) / len(done) / 360)
    return [(x - home, y) for x, y in done]


def clipped(ring: Ring, window: tuple[float, float, float, float]) -> Ring:
    """Return the part of a ring inside a window (Sutherland and Hodgman)."""
    west, south, east, north = window
    for axis, edge, sign in ((0, west, 1), (1, south, 1), (0, east, -1), (1, north, -1)):
        kept: Ring = []
        for a, b in pairwise([*ring[-1:], *ring]):
            in_a, in_b = sign * (a[axis] - edge) >= 0, sign * (b[axis] - edge) >= 0
            if in_a != in_b:
                part = (edge - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
            if in_b:
                kept.append(b)
        ring = kept
        if not ring:
            break
    return ring


def simplified(points: Ring, tolerance: float) -> Ring:
    """Return a line with fewer points, nowhere further from it than the tolerance (Ramer, Douglas, Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    far, place = 0.0, 0
    for i, (x, y) in enumerate(points[1:-1], 1):
        across = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax))
        off = across / long if long else ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5
        if off > far:
            far, place = off, i
    if far <= tolerance:
        return [points[0], points[-1]]
    return simplified(points[: place + 1], tolerance)[:-1] + simplified(points[place:], tolerance)


def area(ring: Ring) -> float:
    """Return the area of a ring in square degrees."""
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))) / 2


def steps(ring: Ring) -> list[int]:
    """Return a ring as whole numbers: the first point, then steps."""
    whole = [(round(100 * x), round(100 * y)) for x, y in ring]
    told = [*whole[0]]
    for (ax, ay), (bx, by) in pairwise(whole):
        told += [bx - ax, by - ay]
    return told


def main(source: str) -> None:
    """Write `land.json` beside this program."""
    sys.setrecursionlimit(20_000)
    land = rings(Path(source))
    views = {}
    for name, (window, tolerance, least) in VIEWS.items():
        inside = [ring for ring in (clipped(ring, window) for ring in land) if len(ring) > 3 and area(ring) >= least]
        halves = [(ring[: len(ring) // 2 + 1], ring[len(ring) // 2 :]) for ring in inside]
        small = [simplified(a, tolerance)[:-1] + simplified(b, tolerance) for a, b in halves]
        views[name] = [steps(ring) for ring in sorted(small, key=area, reverse=True) if len(ring) > 3]
    (HERE / "land.json").write_text(json.dumps(views, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
