"""How a touch sensor may lie on its screen: turned, or mirrored, and finding out which. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

Place = tuple[float, float]
"""Over the picture, from 0 to 1."""
NEAR = 0.2
"""A touch this far from its mark, in parts of the screen, was meant for it."""
TURNS = (0, 90, 180, 270)


class TouchMap(NamedTuple):
    """The sensor's places are mirrored left to right, if at all, and then turned clockwise by so many degrees."""

    turn: int = 0
    mirror: bool = False

    def apply(self, place: Place) -> Place:
        """Return where on the picture a place of the sensor is."""
        x, y = place
        x = 1 - x if self.mirror else x
        for _ in range(self.turn // 90):
            x, y = 1 - y, x
        return x, y

    def undo(self, place: Place) -> Place:
        """Return the place of the sensor that lies at a place of the picture."""
        x, y = place
        for _ in range(self.turn // 90):
            x, y = y, 1 - x
        return (1 - x if self.mirror else x), y


STRAIGHT = TouchMap()
MAPS = tuple(TouchMap(turn, mirror) for mirror in (False, True) for turn in TURNS)


def fitting_map(now: TouchMap, marks: Sequence[Place], touched: Sequence[Place]) -> TouchMap | None:
    """Return the map under which every touch lies at its mark; None where there is none.

    `touched` are places of the picture under the map of `now`.
    """
    raw = [now.undo(place) for place in touched]

    def near(each: TouchMap) -> bool:
        pairs = zip(marks, map(each.apply, raw), strict=True)
        return all(abs(x - u) <= NEAR and abs(y - v) <= NEAR for (x, y), (u, v) in pairs)

    return next(filter(near, (now, *MAPS)), None)
