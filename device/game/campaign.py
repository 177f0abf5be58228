"""A team's way over the mission map, from the results it has booked."""

from collections import Counter
from collections.abc import Iterable, Mapping

from device.rules.missions import FIRST, MISSIONS, open_missions
from device.rules.values import dataclass, field
from device.storage.store import GameResult, GameSetup, Store, StoreError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a team is: the cities done, those it may play (the done ones too), its wins and losses in each city.

    `with_box` counts the wins in which the box played.
    """

    done: frozenset[str]
    open: frozenset[str]
    wins: Mapping[str, int]
    losses: Mapping[str, int]
    with_box: Mapping[str, int] = field(default_factory=dict)

    @property
    def next(self) -> str:
        """Return the city to look at first: one that is open and not done yet, else where it all began."""
        return next((city for city in MISSIONS if city in self.open and city not in self.done), FIRST)


def progress(rows: Iterable[GameResult]) -> Progress:
    """Return the progress that booked results make; an abandoned mission is neither won nor lost."""
    wins: Counter[str] = Counter()
    losses: Counter[str] = Counter()
    with_box: Counter[str] = Counter()
    for row in rows:
        if row.mission in MISSIONS and row.outcome in ("won", "lost"):
            (wins if row.outcome == "won" else losses)[row.mission] += 1
            with_box[row.mission] += row.outcome == "won" and row.box is not None
    done = frozenset(wins)
    return Progress(done, open_missions(done), wins, losses, with_box)


def opened(before: Progress, city: str) -> tuple[str, ...]:
    """Return the cities that winning a mission newly opens."""
    return () if city in before.done else tuple(name for name in MISSIONS[city].opens if name not in before.open)


def team_is_gone(store: Store, setup: GameSetup | None) -> bool:
    """Tell whether a game was begun by a team that was deleted since: its result counts for nobody."""
    if setup is None or setup.team is None:
        return False
    try:
        return all(team.name != setup.team for team in store.teams())
    except StoreError:
        return False


def way_to(city: str) -> str | None:
    """Return the city whose mission opens this one; None for the first."""
    return next((name for name, mission in MISSIONS.items() if city in mission.opens), None)
