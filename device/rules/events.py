"""What happened: the facts that carry a game from one state to the next."""

from typing import Literal

from device.rules.model import Identity, Key, Number, Options, Result, Side, TokenKind
from device.rules.values import dataclass

EndOfTurn = Literal["bystander", "other_team", "stop", "limit", "finished", "objection", "timeout"]
Where = Literal["card", "kept", "box"]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A game was dealt: the only event that carries the key, and never shown."""

    options: Options
    cards: tuple[str, ...]
    key: Key


@dataclass(frozen=True, slots=True)
class ClueGiven:
    """A clue was given."""

    side: Side
    word: str | None
    number: Number


@dataclass(frozen=True, slots=True)
class Revealed:
    """A guess showed a card's identity; `by` is the side or team that touched it."""

    card: str
    identity: Identity
    by: Side


@dataclass(frozen=True, slots=True)
class TokenSpent:
    """Tokens left the bank; `kind` is the face they showed there, `side` who keeps one that is kept."""

    count: int
    kind: TokenKind
    to: Where
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class SideFinished:
    """All agents on a side's face are covered: it has nothing left to clue."""

    side: Side


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The turn is over."""

    why: EndOfTurn


@dataclass(frozen=True, slots=True)
class SuddenDeath:
    """No more clues: every guess must be right."""


@dataclass(frozen=True, slots=True)
class ClueObjected:
    """A side or team holds the clue invalid."""

    side: Side


@dataclass(frozen=True, slots=True)
class Covered:
    """A spymaster covered an agent; `identity` is whose."""

    card: str
    side: Side
    identity: Identity


@dataclass(frozen=True, slots=True)
class Passed:
    """A team forwent its cover after an objection."""

    side: Side


@dataclass(frozen=True, slots=True)
class Undone:
    """A move was taken back."""

    move: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    result: Result


Event = (
    Dealt
    | ClueGiven
    | Revealed
    | TokenSpent
    | SideFinished
    | TurnEnded
    | SuddenDeath
    | ClueObjected
    | Covered
    | Passed
    | Undone
    | Ended
)
