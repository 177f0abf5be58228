"""What a player may know, and what a player is."""

from collections.abc import Mapping
from random import Random
from typing import Protocol

from device.rules.actions import Action
from device.rules.clue_log import LogEntry
from device.rules.model import Face, Public, Side
from device.rules.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Observation:
    """What one side knows: the table, the clues so far, and the face of the key it sees.

    `face` is None for who sees none: the operatives of versus. `pictures` are the cards whose name no clue need avoid;
    `parts` the pieces of others that it must, kept with the game: the pack they are from may be gone.
    """

    side: Side
    public: Public
    face: Face | None = field(repr=False)
    log: tuple[LogEntry, ...]
    pictures: frozenset[str] = frozenset()
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


class Player(Protocol):
    """Somebody who plays a side."""

    def act(self, observation: Observation, rng: Random) -> Action:
        """Return what the observing side does now; the same observation and chance, the same action."""
