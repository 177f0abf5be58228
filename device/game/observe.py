"""What a side may know of a game: the one way from its state to a player."""

from collections.abc import Mapping

from device.players.observation import Observation
from device.rules import key_view, public
from device.rules.clue_log import LogEntry
from device.rules.model import DuetPublic, Side, State
from device.rules.roles import SPYMASTERS
from device.storage.store import CardContent

_PLAIN: Mapping[str, CardContent] = {}


def observe(
    state: State, side: Side, log: tuple[LogEntry, ...], contents: Mapping[str, CardContent] = _PLAIN
) -> Observation:
    """Return what who acts for a side now may know: in Duet its own face; in versus the key, its spymaster only.

    `contents` is what was kept with the game of cards that are more than a word.
    """
    table = public(state)
    sees = isinstance(table, DuetPublic) or table.phase in SPYMASTERS
    pictures = frozenset(name for name, content in contents.items() if content.file is not None)
    parts = {name: content.parts for name, content in contents.items() if content.parts}
    return Observation(side, table, key_view(state, side) if sees else None, log, pictures, parts)
