"""In which of its ways a game ended, and what each of them says."""

from enum import Enum, auto

from device.files.texts import Texts
from device.game.session import Session
from device.rules.actions import Stop
from device.rules.events import Covered, Revealed
from device.rules.model import Identity, Result


class EndingKind(Enum):
    """How a game ended, as it is seen on the board."""

    AGENTS = auto()
    """The last agent is found."""
    RESCUE = auto()
    """All are found in sudden death."""
    FINALE = auto()
    """The assassin is found last of all, as it was wanted."""
    ASSASSIN = auto()
    MISSED = auto()
    """A wrong card in sudden death."""
    OUTRUN = auto()
    """The simulated opponent's last agent is found first."""
    TIME = auto()
    GIVEN_UP = auto()


WON = (EndingKind.AGENTS, EndingKind.RESCUE, EndingKind.FINALE)
"""The last card was a good one for who touched it."""
DEADLY = (EndingKind.FINALE, EndingKind.ASSASSIN)
SEALS = {EndingKind.TIME: "hourglass", EndingKind.RESCUE: "hourglass", EndingKind.GIVEN_UP: "flag"}
"""What stands in the middle of the board."""


def given_up(session: Session) -> bool:
    """Tell whether a stop ended a game: in the sudden death of two teams that gives up."""
    return bool(session.moves) and isinstance(session.moves[-1][1], Stop)


def ending_kind(result: Result, last: Revealed | Covered | None, stopped: bool) -> EndingKind:
    """Return how a game ended; `last` is what its last move showed of a card, `stopped`: it was given up."""
    by = last.by if isinstance(last, Revealed) else None
    if last is not None and last.identity is Identity.ASSASSIN:
        return EndingKind.FINALE if by is not None and by is result.winner else EndingKind.ASSASSIN
    if result.reason == "time":
        return EndingKind.TIME
    if result.reason != "sudden_death":
        return EndingKind.AGENTS if result.outcome == "won" else EndingKind.OUTRUN
    if last is None:
        return EndingKind.GIVEN_UP if stopped else EndingKind.TIME
    saved = result.outcome == "won" and result.winner in (None, by)
    return EndingKind.RESCUE if saved else EndingKind.MISSED


def ending_line(t: Texts, kind: EndingKind, title: str, card: str) -> str:
    """Return what both edges say; `title` is the result, `card` what the last card was."""
    match kind:
        case EndingKind.RESCUE:
            return f"{t('At the very last moment!')} {card}"
        case EndingKind.FINALE:
            return f"{title} {card}"
        case EndingKind.MISSED:
            return f"{t('The last chance was missed.')} {card}"
        case EndingKind.TIME:
            return f"{t('Time ran out.')} {card}"
    return card
