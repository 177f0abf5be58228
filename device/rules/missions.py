"""The mission map of the campaign: each city's bank, and the cities a won mission opens."""

from typing import NamedTuple


class Mission(NamedTuple):
    """A mission `turns`-`mistakes`; `opens` names the cities linked behind it."""

    turns: int
    mistakes: int
    opens: tuple[str, ...] = ()


FIRST = "prague"

MISSIONS: dict[str, Mission] = {
    "prague": Mission(9, 9, ("berlin", "cairo", "moscow")),
    "berlin": Mission(11, 2, ("london", "paris")),
    "london": Mission(10, 2, ("montreal",)),
    "montreal": Mission(9, 2, ("los_alamos",)),
    "los_alamos": Mission(8, 2, ("washington",)),
    "washington": Mission(7, 2),
    "paris": Mission(11, 0, ("madrid",)),
    "madrid": Mission(10, 0, ("monte_carlo",)),
    "monte_carlo": Mission(9, 0, ("vatican",)),
    "vatican": Mission(8, 0),
    "cairo": Mission(9, 5, ("casablanca", "baghdad", "cape_town")),
    "casablanca": Mission(9, 3, ("bogota",)),
    "bogota": Mission(8, 3, ("rio_de_janeiro",)),
    "rio_de_janeiro": Mission(7, 3),
    "baghdad": Mission(8, 5, ("dubai",)),
    "dubai": Mission(7, 5, ("mumbai",)),
    "mumbai": Mission(6, 5),
    "cape_town": Mission(10, 1, ("sydney",)),
    "sydney": Mission(9, 1, ("tokyo",)),
    "tokyo": Mission(8, 1),
    "moscow": Mission(8, 8, ("yakutsk", "bangkok")),
    "yakutsk": Mission(8, 4, ("shanghai",)),
    "shanghai": Mission(7, 4, ("hong_kong",)),
    "hong_kong": Mission(6, 4),
    "bangkok": Mission(7, 7, ("singapore",)),
    "singapore": Mission(6, 6),
}


def open_missions(done: frozenset[str]) -> frozenset[str]:
    """Return the missions a team may play: Prague, the done ones, and those a done one opens."""
    opened = {city for name in done for city in MISSIONS[name].opens}
    return frozenset({FIRST} | done | opened)
