"""What can be touched."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import pygame

from hardware.ports import Seat

Kind = Literal["tap", "confirm", "held", "button"]
"""tap: acts on release; confirm: a card, confirmed as the settings say; held: something shows while it is held;
button: stands in for a side's button that does not work."""


class Target(NamedTuple):
    """A spot of the screen: its name, its pixels, the side it stands at, and what touching it does."""

    name: str
    rect: pygame.Rect
    act: Callable[[], object]
    seat: Seat | None = None
    enabled: bool = True
    kind: Kind = "tap"


def find(targets: tuple[Target, ...], point: tuple[int, int]) -> Target | None:
    """Return the topmost target at a pixel."""
    return next((target for target in reversed(targets) if target.rect.collidepoint(point)), None)


def named(targets: tuple[Target, ...], name: str) -> Target | None:
    """Return the target of a name; a bare name also means side A's of a pair."""
    by_name = {target.name: target for target in targets}
    return by_name.get(name) or by_name.get(f"{name}:a")
