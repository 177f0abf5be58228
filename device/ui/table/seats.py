"""Who does what at which edge: from the public table to presses, lamps and the cards that may be touched."""

from enum import StrEnum

from device.rules import legal, to_act
from device.rules.actions import Action, CoverCard, GiveClue, Guess, Object, Pass, Stop
from device.rules.model import DuetPublic, Number, Phase, Public, Side, VersusPublic

SEATS = (Side.A, Side.B)


class Press(StrEnum):
    """What a short press of a side's button does."""

    CLAIM_CLUE = "claim_clue"
    OPEN_PAD = "open_pad"
    STOP = "stop"
    CLAIM_GUESS = "claim_guess"
    UNCLAIM_GUESS = "unclaim_guess"


def givers(table: Public) -> tuple[Side, ...]:
    """Return the seats that may give a clue now."""
    if table.phase not in (Phase.FIRST_CLUE, Phase.CLUE):
        return ()
    return to_act(table) if isinstance(table, DuetPublic) else (Side.B,)


def guessers(table: Public) -> tuple[Side, ...]:
    """Return the seats that may guess now; in Duet's sudden death perhaps both."""
    if table.phase not in (Phase.GUESS, Phase.SUDDEN_DEATH):
        return ()
    return to_act(table) if isinstance(table, DuetPublic) else (Side.A,)


def actor(table: Public, seat: Side) -> Side:
    """Return who acts when someone at a seat does: the side itself, or in versus the team on turn."""
    return table.team if isinstance(table, VersusPublic) else seat


def claimed(table: Public, claim: Side | None) -> Side | None:
    """Return the seat whose guess comes next: the only one that may guess, or the one that claimed it."""
    seats = guessers(table)
    if len(seats) == 1:
        return seats[0]
    return claim if claim in seats else None


def press(table: Public, seat: Side, claim: Side | None) -> Press | None:
    """Return what a short press at a seat does now; None: nothing, the lamp is dark."""
    if seat in givers(table):
        return Press.CLAIM_CLUE if len(givers(table)) > 1 else Press.OPEN_PAD
    if table.phase is Phase.GUESS and seat in guessers(table):
        return Press.STOP if Stop(actor(table, seat)) in legal(table) else None
    if table.phase is Phase.SUDDEN_DEATH and len(guessers(table)) > 1:
        if claim is None:
            return Press.CLAIM_GUESS
        return Press.UNCLAIM_GUESS if claim is seat else None
    return None


def card_actions(table: Public, claim: Side | None) -> dict[str, Action]:
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


def numbers(table: Public, seat: Side) -> tuple[Number, ...]:
    """Return the numbers a clue from a seat may have."""
    who = actor(table, seat)
    return tuple(a.number for a in legal(table) if isinstance(a, GiveClue) and a.side is who)
