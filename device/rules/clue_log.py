"""The clue log: the clues of a game so far, and what each led to."""

from collections.abc import Iterable

from device.rules.events import ClueGiven, ClueObjected, Event, Revealed, TurnEnded
from device.rules.model import Clue
from device.rules.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A clue, and what the guesses of its turn led to; `over`: what is guessed from here on is by no one clue."""

    clue: Clue
    revealed: tuple[Revealed, ...] = ()
    objected: bool = False
    over: bool = False


def extend_log(log: tuple[LogEntry, ...], events: Iterable[Event]) -> tuple[LogEntry, ...]:
    """Return a log with what happened since, oldest first."""
    for event in events:
        if isinstance(event, ClueGiven):
            log = (*log, LogEntry(Clue(event.side, event.number, event.word)))
        elif isinstance(event, Revealed) and log and not log[-1].over:
            log = (*log[:-1], replace(log[-1], revealed=(*log[-1].revealed, event)))
        elif isinstance(event, TurnEnded) and log:
            log = (*log[:-1], replace(log[-1], over=True))
        elif isinstance(event, ClueObjected):
            log = (*log[:-1], replace(log[-1], objected=True))
    return log
