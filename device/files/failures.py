"""What failed, told without what must not be told: no values in a log, no numbers of the system to people."""

import sys
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path

from device.files.messages import Message, plainer

_PLACES = 4
"""So many of the innermost places are told."""


def where(error: BaseException) -> str:
    """Return what kind of error it is and the places it came through, innermost last, without any value."""
    trace, found = error.__traceback__, deque[str](maxlen=_PLACES)
    while trace is not None:  # the library's way reads files, which may be what fails
        found.append(f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    places = " > ".join(found)
    return f"{type(error).__name__} at {places or 'an unknown place'}"


def reason(error: BaseException) -> str:
    """Return an error in its own words, without its number; a screen tells it in plainer ones, where there are some."""
    said = error.strerror if isinstance(error, OSError) else next(iter(error.args), None)
    if isinstance(said, Message):
        return said
    from device.files.plain import in_plain_words  # nothing fails at most starts

    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    plain = in_plain_words(error)
    return text if plain is None else plainer(text, plain)


def say(line: str) -> None:
    """Write a line to the log of the process; where it takes none, that is no reason to stop."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"{line}\n")


def print_failure(error: BaseException) -> None:
    """Write what failed, and where, to the log of the process: what a game holds must not stand there."""
    say(f"failed: {where(error)}")


def keep_secrets() -> None:
    """Have whatever nobody catches, in any thread, told without values as well: a traceback may quote a key."""
    sys.excepthook = lambda kind, error, trace: print_failure(error)
    threading.excepthook = lambda given: print_failure(given.exc_value) if given.exc_value else None
    sys.unraisablehook = lambda given: print_failure(given.exc_value) if given.exc_value else None
