"""The words of the games as immutable values: sides, identities, the public table and the hidden key."""

from enum import StrEnum
from typing import Literal

from device.rules.values import dataclass, field


class Side(StrEnum):
    """Who acts: side A or B in Duet, the red or blue team in versus."""

    A = "a"
    B = "b"
    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Side":
        """Return the partner's side, or the other team."""
        return _OTHER[self]


_OTHER = {Side.A: Side.B, Side.B: Side.A, Side.RED: Side.BLUE, Side.BLUE: Side.RED}


class Identity(StrEnum):
    """What a card hides on a key."""

    AGENT = "agent"
    RED = "red"
    BLUE = "blue"
    BYSTANDER = "bystander"
    ASSASSIN = "assassin"


IDENTITY = {Side.RED: Identity.RED, Side.BLUE: Identity.BLUE}
"""The identity of a team's agents."""


class Phase(StrEnum):
    """What the game waits for."""

    FIRST_CLUE = "first_clue"
    CLUE = "clue"
    GUESS = "guess"
    COVER = "cover"
    SUDDEN_DEATH = "sudden_death"
    OVER = "over"


Unlimited = Literal["unlimited"]
UNLIMITED: Unlimited = "unlimited"
Number = int | Unlimited
"""A clue's number: 0-9, or in versus also unlimited."""

TokenKind = Literal["bystander", "check"]
Timer = Literal["off", "gentle", "strict"]


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue; `word` is None when it was only spoken."""

    side: Side
    number: Number
    word: str | None = None


@dataclass(frozen=True, slots=True)
class Bank:
    """The token bank: tokens lying bystander side up and check side up."""

    bystander: int
    check: int

    @property
    def total(self) -> int:
        """Return the number of tokens left."""
        return self.bystander + self.check


@dataclass(frozen=True, slots=True)
class Cover:
    """What covers a card, and the side or team that touched it (or covered it)."""

    identity: Identity
    by: Side


Outcome = Literal["won", "lost", "abandoned"]
Reason = Literal["agents", "assassin", "time", "sudden_death", "enemy_agents", "abandoned"]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; `winner` is a versus team, `score` only where the rules give one."""

    outcome: Outcome
    reason: Reason
    winner: Side | None = None
    score: int | None = None


@dataclass(frozen=True, slots=True)
class DuetOptions:
    """A Duet game's options; `tokens` and `mistakes` are filled in also for a mission."""

    tokens: int = 9
    mistakes: int = 9
    mission: str | None = None
    turn_order: Literal["strict", "loose"] = "strict"
    timer: Timer = "off"
    clue_seconds: int = 120
    guess_seconds: int = 90


@dataclass(frozen=True, slots=True)
class VersusOptions:
    """A versus game's options."""

    grid: Literal["5x5", "5x4"] = "5x5"
    starts: Literal["red", "blue"] = "red"
    ending: Literal["standard", "assassin"] = "standard"
    opponent: Literal["team", "simulated"] = "team"
    operatives: Literal["two", "shared"] = "two"
    timer: Timer = "off"
    clue_seconds: int = 120
    guess_seconds: int = 90


Options = DuetOptions | VersusOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Public:
    """What everyone at the table may know.

    `covers` runs parallel to `cards` (reading order as side A sees the grid). `turn` counts from 1.
    `clue`, `guesses` and `objected` belong to the turn of the moment.
    """

    options: Options
    cards: tuple[str, ...]
    covers: tuple[Cover | None, ...]
    phase: Phase
    turn: int = 1
    clue: Clue | None = None
    objected: bool = False
    guesses: int = 0
    result: Result | None = None

    def covered(self, card: str) -> bool:
        """Tell whether a card lies under a cover."""
        return self.covers[self.cards.index(card)] is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class DuetPublic(Public):
    """The Duet table.

    `markers` runs parallel to `cards`: the sides at which a bystander token's arrow points. `giver` and `streak` say
    whose clues came last and how many in a row; `finished` sides have nothing left to clue.
    """

    options: DuetOptions
    bank: Bank
    markers: tuple[frozenset[Side], ...]
    kept: tuple[int, int] = (0, 0)
    finished: frozenset[Side] = frozenset()
    giver: Side | None = None
    streak: int = 0

    def covered(self, card: str) -> bool:
        """Tell whether a card counts as covered: under a cover, or marked for both sides."""
        place = self.cards.index(card)
        return self.covers[place] is not None or len(self.markers[place]) == 2

    @property
    def givers(self) -> tuple[Side, ...]:
        """Return the sides that may give the next clue: turn order, and a finished side gives none."""
        sides = (Side.A, Side.B)
        open_sides = tuple(side for side in sides if side not in self.finished)
        if self.giver is None:
            return sides
        if self.options.turn_order == "loose":
            rested = tuple(side for side in open_sides if side is not self.giver or self.streak < 2)
            return rested or open_sides
        following = self.giver.other
        return (following,) if following in open_sides else (self.giver,)

    @property
    def agents_left(self) -> int:
        """Return how many of the 15 agents are still to be found."""
        return 15 - sum(cover is not None and cover.identity is Identity.AGENT for cover in self.covers)


def agents_of(options: VersusOptions) -> dict[Side, int]:
    """Return how many agents each team has to find; the one that starts has one more."""
    first, starts = (9 if options.grid == "5x5" else 8), Side(options.starts)
    return {starts: first, starts.other: first - 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class VersusPublic(Public):
    """The versus table; `team` is the team on turn, and in the cover phase the one that covers.

    `objecting` is true while a cover follows an objection, which may be passed.
    """

    options: VersusOptions
    team: Side
    objecting: bool = False

    @property
    def agents(self) -> dict[Side, int]:
        """Return how many agents each team had at the start."""
        agents = agents_of(self.options)
        return {team: agents[team] for team in (Side.RED, Side.BLUE)}

    @property
    def guesses_left(self) -> int | None:
        """Return how many guesses the turn still allows; None where no limit holds, and outside a guess."""
        if self.phase is not Phase.GUESS or self.clue is None or self.clue.number in (UNLIMITED, 0):
            return None
        return int(self.clue.number) + 1 - self.guesses

    def agents_left(self, team: Side) -> int:
        """Return how many of a team's agents are not covered."""
        mine = IDENTITY[team]
        return self.agents[team] - sum([cover is not None and cover.identity is mine for cover in self.covers])


Face = tuple[Identity, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """The hidden identities, in card order: Duet has a face for side A and one for B, versus one for all."""

    faces: tuple[Face, ...] = field(repr=False)

    def face(self, side: Side) -> Face:
        """Return what a side sees (Duet), or what every spymaster sees (versus)."""
        return self.faces[-1 if side is Side.B else 0]


@dataclass(frozen=True, slots=True)
class State:
    """A whole game: the table, the hidden key, and the state each move came from.

    `number` is the number of the move that led here (0: just dealt), `past` the state before it.
    """

    public: Public
    key: Key
    number: int = 0
    past: "State | None" = None
