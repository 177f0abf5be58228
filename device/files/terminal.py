"""What a command tells: JSON lines on stdout, complaints on stderr, on any terminal and into any file."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper

from device.files.failures import reason, say
from device.files.reader import MAX_LINE, printable, shortened


class Unwritten(Exception):
    """What was to be told could not be: the disk is full, say."""


def tell(objects: Iterable[object]) -> None:
    """Write each object as a line of JSON.

    Raises:
        BrokenPipeError: nobody reads on.
        Unwritten: it cannot be written.
    """
    known = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    with output():
        for thing in objects:
            sys.stdout.write(json.dumps(thing, ensure_ascii=not known) + "\n")


def complain(lines: Iterable[object]) -> None:
    """Write each complaint as a short line."""
    for line in lines:
        say(shortened(printable(str(line)), MAX_LINE))


@contextmanager
def output() -> Iterator[None]:
    """Have all that is written meanwhile go out; the errors are those of `tell`."""
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritten(reason(error)) from None


def take_any_letter() -> None:
    """Have no letter fail on a terminal that does not know it, nor output that is closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            write_nowhere(name)
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write_nowhere(name: str = "stdout") -> None:
    """Write on into nothing."""
    setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - the exit flushes it
