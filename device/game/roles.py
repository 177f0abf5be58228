"""Which parts of a game the box plays, and which of its moves are the box's."""

from collections.abc import Sequence

from device.rules import to_act
from device.rules.actions import Action, Guess, Stop
from device.rules.model import DuetPublic, Phase, Public, Side

_SPYMASTERS = (Phase.CLUE, Phase.COVER)


def box_acts(roles: Sequence[str], table: Public) -> Side | None:
    """Return the side or team for which the box may act now; None when it is the people's turn, or it plays nothing.

    Where a person may act as well, such as for the first clue, the box may too.
    """
    return next((side for side in to_act(table) if plays(roles, side, table)), None)


def people_may_act(roles: Sequence[str], table: Public) -> bool:
    """Tell whether somebody else than the box may act now."""
    return any(not plays(roles, side, table) for side in to_act(table))


def plays(roles: Sequence[str], side: Side, table: Public) -> bool:
    """Tell whether the box plays a side in the phase of a table."""
    if isinstance(table, DuetPublic):
        return str(side) in roles
    return f"{side}_team" in roles or (table.phase in _SPYMASTERS and f"{side}_spymaster" in roles)


def whole_side(roles: Sequence[str], side: Side) -> bool:
    """Tell whether the box is all there is of a side: nobody sits there."""
    return str(side) in roles or f"{side}_team" in roles


def sees_key(table: Public, seat: Side, roles: Sequence[str] = ()) -> bool:
    """Tell whether somebody sits at a seat who may see a key: in Duet that side, in versus a spymaster at B."""
    if isinstance(table, DuetPublic):
        return str(seat) not in roles
    led = [f"{team}_spymaster" in roles or f"{team}_team" in roles for team in ("red", "blue")]
    return seat is Side.B and not all(led)


def people_move(roles: Sequence[str], moves: Sequence[tuple[int, Action]]) -> int | None:
    """Return the number of the move before the people's last one, to take that one back; None without one.

    `moves` are those that stand, with their numbers, oldest first.
    """
    for at in range(len(moves) - 1, -1, -1):
        if not _is_the_boxs(roles, moves[at][1]):
            return moves[at - 1][0] if at else 0
    return None


def _is_the_boxs(roles: Sequence[str], action: Action) -> bool:
    side = getattr(action, "side", None)
    if side is None:
        return False
    of_spymaster = not isinstance(action, Guess | Stop)
    return whole_side(roles, side) or (of_spymaster and f"{side}_spymaster" in roles)
