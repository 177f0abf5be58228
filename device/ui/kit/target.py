"""What can be touched."""

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import pygame

from hardware.ports import Seat

Kind = Literal["tap", "confirm", "held", "button"]
"""tap: acts on release; confirm: a card, confirmed as the settings say; held: something shows while it is held;
button: stands in for a side's button that does not work."""


class Target(NamedTuple):
    """A spot of the screen: its name, its pixels, the side it stands at, and what touching it does.

    `spots`: what is seen of it, where its pixels are also those of neighbours; the nearest to the finger is meant.
    """

    name: str
    rect: pygame.Rect
    act: Callable[[], object]
    seat: Seat | None = None
    enabled: bool = True
    kind: Kind = "tap"
    spots: tuple[pygame.Rect, ...] = ()

    @property
    def seen(self) -> tuple[pygame.Rect, ...]:
        """Return where it is seen, the clearest first."""
        return self.spots or (self.rect,)

    def away(self, point: tuple[int, int]) -> float:
        """Return how far from a pixel it is seen."""
        x, y = point
        return min(
            math.hypot(max(r.left - x, 0, x - r.right + 1), max(r.top - y, 0, y - r.bottom + 1)) for r in self.seen
        )


def find(targets: tuple[Target, ...], point: tuple[int, int]) -> Target | None:
    """Return the topmost target at a pixel; of those that share it the nearest."""
    there = [target for target in targets if target.rect.collidepoint(point)]
    if there and there[-1].spots:
        return min((target for target in there if target.spots), key=lambda target: target.away(point))
    return there[-1] if there else None


def named(targets: tuple[Target, ...], name: str) -> Target | None:
    """Return the target of a name; a bare name also means side A's of a pair."""
    by_name = {target.name: target for target in targets}
    return by_name.get(name) or by_name.get(f"{name}:a")
