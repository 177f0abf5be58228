"""Who sits where and does what: from the public table and the box's roles to acts, keys, presses and lamps.

In Duet the two seats are the two sides. In a game of two teams the guessers sit at seat A, the spymasters at B.
"""

from collections.abc import Sequence
from enum import StrEnum

from device.rules import legal, to_act
from device.rules.actions import Action, CoverCard, GiveClue, Guess, Object, Pass, Stop
from device.rules.model import DuetPublic, Number, Phase, Public, Side, VersusPublic
from device.rules.roles import SPYMASTERS, spymaster, whole_team
from hardware.ports import SEATS, Seat


class Press(StrEnum):
    """What a short press of a seat's button does."""

    CLAIM_CLUE = "claim_clue"
    OPEN_PAD = "open_pad"
    STOP = "stop"
    CLAIM_GUESS = "claim_guess"
    UNCLAIM_GUESS = "unclaim_guess"


def seat_of(side: Side) -> Seat:
    """Return where a side sits, or where a team guesses."""
    return Seat.B if side is Side.B else Seat.A


def actor(table: Public, seat: Seat) -> Side:
    """Return who acts when someone at a seat does: the seat's own side, or in versus the team on turn."""
    return table.team if isinstance(table, VersusPublic) else Side(seat)


def givers(table: Public) -> tuple[Seat, ...]:
    """Return the seats that may give a clue now."""
    if table.phase not in (Phase.FIRST_CLUE, Phase.CLUE):
        return ()
    return tuple(map(seat_of, to_act(table))) if isinstance(table, DuetPublic) else (Seat.B,)


def guessers(table: Public) -> tuple[Seat, ...]:
    """Return the seats that may guess now; in Duet's sudden death perhaps both."""
    if table.phase not in (Phase.GUESS, Phase.SUDDEN_DEATH):
        return ()
    return tuple(map(seat_of, to_act(table))) if isinstance(table, DuetPublic) else (Seat.A,)


def claimed(table: Public, claim: Seat | None) -> Seat | None:
    """Return the seat whose guess comes next: the only one that may guess, or the one that claimed it."""
    seats = guessers(table)
    if len(seats) == 1:
        return seats[0]
    return claim if claim in seats else None


def press(table: Public, seat: Seat, claim: Seat | None, roles: Sequence[str] = ()) -> Press | None:
    """Return what a short press at a seat does now; None: nothing, the lamp is dark.

    `roles` are the box's. Where it sits, people press only to let it guess, where they may guess as well.
    """
    if box_sits(roles, table, seat) and not people_choose(roles, table):
        return None
    if seat in givers(table):
        return Press.CLAIM_CLUE if len(givers(table)) > 1 else Press.OPEN_PAD
    if table.phase is Phase.GUESS and seat in guessers(table):
        return Press.STOP if Stop(actor(table, seat)) in legal(table) else None
    if table.phase is Phase.SUDDEN_DEATH and len(guessers(table)) > 1:
        if claim is None:
            return Press.CLAIM_GUESS
        return Press.UNCLAIM_GUESS if claim is seat else None
    return None


def card_actions(table: Public, claim: Seat | None) -> dict[str, Action]:
    """Return, for every card that may be touched now, what confirming it does."""
    allowed = legal(table)
    seat = claimed(table, claim)
    if seat is not None:
        who = actor(table, seat)
        return {action.card: action for action in allowed if isinstance(action, Guess) and action.side is who}
    return {action.card: action for action in allowed if isinstance(action, CoverCard)}


def first_of(table: Public, kind: type[Object] | type[Pass]) -> Action | None:
    """Return the objection or the pass that is allowed now."""
    return next((action for action in legal(table) if isinstance(action, kind)), None)


def numbers(table: Public, seat: Seat) -> tuple[Number, ...]:
    """Return the numbers a clue from a seat may have."""
    who = actor(table, seat)
    return tuple(a.number for a in legal(table) if isinstance(a, GiveClue) and a.side is who)


def sees_key(table: Public, seat: Seat, roles: Sequence[str]) -> bool:
    """Tell whether somebody sits at a seat who may see a key: in Duet that side, in versus a spymaster at B.

    `roles` are the box's.
    """
    if isinstance(table, DuetPublic):
        return not whole_side(roles, Side(seat))
    led = [_leads(roles, team) for team in (Side.RED, Side.BLUE)]
    return seat is Seat.B and not all(led)


def has_key(table: Public, seat: Seat, roles: Sequence[str]) -> bool:
    """Tell whether somebody at a seat has a key to look at while the game goes on; `roles` are the box's."""
    return table.phase is not Phase.OVER and sees_key(table, seat, roles)


def plays(roles: Sequence[str], side: Side, table: Public) -> bool:
    """Tell whether the box plays a side in the phase of a table."""
    return whole_side(roles, side) or (table.phase in SPYMASTERS and _leads(roles, side))


def box_acts(roles: Sequence[str], table: Public) -> Side | None:
    """Return the side or team for which the box may act now; None when it is the people's turn, or it plays nothing.

    Where a person may act as well, such as for the first clue, the box may too.
    """
    return next((side for side in to_act(table) if plays(roles, side, table)), None)


def people_may_act(roles: Sequence[str], table: Public) -> bool:
    """Tell whether somebody else than the box may act now."""
    return any(not plays(roles, side, table) for side in to_act(table))


def people_choose(roles: Sequence[str], table: Public) -> bool:
    """Tell whether people choose who guesses: in Duet's sudden death, where one wrong card loses, they or the box."""
    return table.phase is Phase.SUDDEN_DEATH and box_acts(roles, table) is not None and people_may_act(roles, table)


def box_sits(roles: Sequence[str], table: Public, seat: Seat) -> bool:
    """Tell whether the box alone acts at a seat now: in Duet the side is its own, in versus the move is."""
    if isinstance(table, DuetPublic):
        return whole_side(roles, Side(seat))
    return bool(roles) and not people_may_act(roles, table)


def box_guesses(roles: Sequence[str], table: Public, claim: Seat | None) -> bool:
    """Tell whether the next guess or cover is the box's."""
    seat = claimed(table, claim)
    if isinstance(table, DuetPublic):
        return seat is not None and whole_side(roles, Side(seat))
    return box_sits(roles, table, Seat.A)


def whole_side(roles: Sequence[str], side: Side) -> bool:
    """Tell whether the box is all there is of a side: nobody sits there."""
    return str(side) in roles or whole_team(side) in roles


def people_at(roles: Sequence[str], table: Public) -> tuple[Seat, ...]:
    """Return the seats at which people sit: where the box gives all clues of versus, nobody at the spymasters'.

    Where it plays all there is they look on from both: somebody must be there to be asked.
    """
    if isinstance(table, DuetPublic):
        return tuple(seat for seat in SEATS if not whole_side(roles, Side(seat))) or SEATS
    return SEATS if sees_key(table, Seat.B, roles) else (Seat.A,)


def people_move(roles: Sequence[str], moves: Sequence[tuple[int, Action]]) -> tuple[int, Action] | None:
    """Return the people's last move, and the number of the one before it to go back to; None without one.

    `moves` are those that stand, with their numbers, oldest first.
    """
    for at in range(len(moves) - 1, -1, -1):
        if not _is_the_boxs(roles, moves[at][1]):
            return moves[at - 1][0] if at else 0, moves[at][1]
    return None


def _leads(roles: Sequence[str], team: Side) -> bool:
    return spymaster(team) in roles or whole_team(team) in roles


def _is_the_boxs(roles: Sequence[str], action: Action) -> bool:
    side = getattr(action, "side", None)
    if side is None or isinstance(action, Object):  # people object, also for the side of the box
        return False
    return whole_side(roles, side) or (not isinstance(action, Guess | Stop) and _leads(roles, side))
