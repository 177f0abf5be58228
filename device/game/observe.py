"""What a side may know of a game: the one way from its state to a player."""

from device.players.observation import Observation
from device.rules import key_view, public
from device.rules.clue_log import LogEntry
from device.rules.model import DuetPublic, Side, State
from device.rules.roles import SPYMASTERS


def observe(state: State, side: Side, log: tuple[LogEntry, ...], pictures: frozenset[str] = frozenset()) -> Observation:
    """Return what who acts for a side now may know: in Duet its own face; in versus the key, its spymaster only."""
    table = public(state)
    sees = isinstance(table, DuetPublic) or table.phase in SPYMASTERS
    return Observation(side, table, key_view(state, side) if sees else None, log, pictures)
