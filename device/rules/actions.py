"""What people can do; each action names who does it."""

from functools import lru_cache

from device.rules.model import Number, Side
from device.rules.values import dataclass


@dataclass(frozen=True, slots=True)
class GiveClue:
    """Give a clue; `word` is None when it is only spoken."""

    side: Side
    number: Number
    word: str | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """Touch a card as a guess."""

    side: Side
    card: str


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn after a correct guess; in an assassin finale's sudden death: give up."""

    side: Side


@dataclass(frozen=True, slots=True)
class Object:
    """Hold the clue of the moment invalid."""

    side: Side


@dataclass(frozen=True, slots=True)
class CoverCard:
    """Cover an agent: one's own after an objection, an enemy's against the simulated opponent."""

    side: Side
    card: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Forgo the cover after an objection."""

    side: Side


@dataclass(frozen=True, slots=True)
class Timeout:
    """The clock of the moment ran out."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last accepted move, by consent of both sides."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Give the game up: neither won nor lost."""


Action = GiveClue | Guess | Stop | Object | CoverCard | Pass | Timeout | Undo | Abandon


@lru_cache(maxsize=512)
def guess(side: Side, card: str) -> Guess:
    """Return the guess of a card by a side: one object, however often it is asked for."""
    return Guess(side, card)


@lru_cache(maxsize=32)
def clues(side: Side, *more: Number) -> tuple[GiveClue, ...]:
    """Return the spoken clues of a side: 0-9, and more numbers."""
    return tuple(GiveClue(side, number) for number in (*range(10), *more))
