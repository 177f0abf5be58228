"""What the booked results add up to; nothing here is about a person."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from device.rules.model import Side
from device.rules.modes import MODES
from device.rules.roles import whole_team
from device.storage.store import GameResult


@dataclass(slots=True)
class Tally:
    """The games of one mode: how they ended, clues, guesses and hits, the best score.

    `won` and `lost` are those of people who play together (Duet, one team alone, a team against the box's); `red` and
    `blue` count the wins where two teams play against each other. An abandoned game counts as a game only.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    red: int = 0
    blue: int = 0
    abandoned: int = 0
    clues: int = 0
    guesses: int = 0
    hits: int = 0
    best: int | None = None

    def add(self, row: GameResult) -> None:
        """Count a game."""
        self.games += 1
        self.clues += row.clues
        self.guesses += row.guesses
        self.hits += row.hits
        if row.score is not None and (self.best is None or row.score > self.best):
            self.best = row.score
        rival = _rival(row.box) if row.box is not None else None
        if row.outcome == "abandoned":
            self.abandoned += 1
        elif row.outcome == "lost" or (rival is not None and row.winner == rival):
            self.lost += 1
        elif rival is not None or row.winner is None or row.score is not None:
            self.won += 1
        elif row.winner == "red":
            self.red += 1
        else:
            self.blue += 1

    @property
    def guesses_a_clue(self) -> float | None:
        """Return how many guesses a clue led to; None without a clue."""
        return self.guesses / self.clues if self.clues else None

    @property
    def hits_a_clue(self) -> float | None:
        """Return how many of them found an agent; None without a clue."""
        return self.hits / self.clues if self.clues else None


@dataclass(slots=True)
class Statistics:
    """All games by mode, the wins of each mission, and Duet wins in a row: now, and the most there ever were.

    Games in which the box played are `with_box` alone; only the wins of missions count theirs too.
    """

    modes: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name in MODES})
    with_box: Tally = field(default_factory=Tally)
    missions: Counter[str] = field(default_factory=Counter)
    streak: int = 0
    best_streak: int = 0

    @property
    def games(self) -> int:
        """Return how many games there were."""
        return sum(tally.games for tally in (*self.modes.values(), self.with_box))


def statistics(rows: Iterable[GameResult]) -> Statistics:
    """Return what results in the order they were booked add up to, in one pass.

    An abandoned game, and a game of another mode, leave a row of Duet wins as it is.
    """
    sums = Statistics()
    for row in rows:
        won = row.outcome == "won"
        if won and row.mission is not None:
            sums.missions[row.mission] += 1
        if row.box is not None:
            sums.with_box.add(row)
            continue
        sums.modes.setdefault(row.mode, Tally()).add(row)
        if MODES[row.mode].game == "duet" and row.outcome != "abandoned":
            sums.streak = sums.streak + 1 if won else 0
            sums.best_streak = max(sums.best_streak, sums.streak)
    return sums


def _rival(box: str) -> Side | None:
    """Return the team that the box was all there was of."""
    return next((team for team in (Side.RED, Side.BLUE) if whole_team(team) in box.split(",")), None)
