"""What the store takes and returns."""

from collections.abc import Mapping

from device.rules.actions import Action
from device.rules.events import Dealt
from device.rules.values import dataclass, field


class StoreError(Exception):
    """Something could not be saved or read; the text says why in one line."""


class NewerStore(StoreError):
    """The store is a newer program's; it was not touched."""


class DamagedRows(StoreError):
    """Rows that will not be readable later either."""


class UnreadableGame(StoreError):
    """What is saved as the game on the table is no game."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What belongs to a game beside its rules: its mode and packs, the words' language, the team that plays.

    Typed clues: `relaxed` ones may have several words; with `shown_first` the other spymaster sees them before they
    are given. `swapped`: the spymasters changed teams for this game. `box`: the roles the box plays, in its
    `temper`.
    """

    mode: str
    language: str
    packs: tuple[str, ...] = ()
    team: str | None = None
    clue_entry: str = "spoken"
    relaxed: bool = False
    shown_first: bool = False
    swapped: bool = False
    box: tuple[str, ...] = ()
    temper: str = "even"


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game as statistics keep it; nothing in it names a person.

    `box` names the roles the box played, parted by commas, and `temper` how; None where people played alone.
    """

    mode: str
    outcome: str
    reason: str
    turns: int
    clues: int
    guesses: int
    hits: int
    mission: str | None = None
    tokens: int | None = None
    mistakes: int | None = None
    winner: str | None = None
    score: int | None = None
    team: str | None = None
    box: str | None = None
    temper: str | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A campaign team."""

    name: str
    notes: str


@dataclass(frozen=True, slots=True)
class CardContent:
    """What a card is beside its name: pieces a clue may not use, look-alikes it may, a picture's file.

    `mark` tells the owner's picture from another that comes to lie in its file; empty where it is not known.
    """

    parts: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    file: str | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards a game took from the packs, by pack, and the contents of those that are more than a word.

    `names` are what they are called on the table: cameras give the pictures of two packs the same names.
    """

    cards: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    contents: Mapping[str, CardContent] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The game on the table: as dealt, its numbered moves, whether its keys were shown (and it is booked).

    `contents` holds its cards that are more than a word, `checksum` how the table looked after the last move, as far as
    that was noted.
    """

    dealt: Dealt
    setup: GameSetup
    moves: tuple[tuple[int, Action], ...]
    keys_shown: bool
    contents: Mapping[str, CardContent] = field(default_factory=dict)
    checksum: int | None = None
