"""The signs of the identities, where a key panel can show shapes, and in every picture of one. Pure."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from hardware.ports import Identity


class Sign(NamedTuple):
    """A shape, and how far it reaches from the middle of its cell, as a part of what it may."""

    shape: Literal["disc", "diamond", "ring", "cross"]
    reach: float = 1.0


SIGNS: Mapping[Identity, Sign] = {
    "agent": Sign("disc"),
    "red": Sign("diamond"),
    "blue": Sign("ring"),
    "bystander": Sign("disc", 0.32),
    "assassin": Sign("cross"),
}
"""The teams' are those of their covers and strips on the touchscreen."""
