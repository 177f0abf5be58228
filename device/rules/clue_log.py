"""The clue log: the clues of a game so far, and what each led to."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from device.rules.events import ClueGiven, ClueObjected, Event, Revealed
from device.rules.model import Clue


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A clue, and what the guesses of its turn led to."""

    clue: Clue
    revealed: tuple[Revealed, ...] = ()
    objected: bool = False


def extend_log(log: tuple[LogEntry, ...], events: Iterable[Event]) -> tuple[LogEntry, ...]:
    """Return a log with what happened since, oldest first."""
    entries = list(log)
    for event in events:
        if isinstance(event, ClueGiven):
            entries.append(LogEntry(Clue(event.side, event.number, event.word)))
        elif isinstance(event, Revealed) and entries:
            entries[-1] = replace(entries[-1], revealed=(*entries[-1].revealed, event))
        elif isinstance(event, ClueObjected):
            entries[-1] = replace(entries[-1], objected=True)
    return tuple(entries)
