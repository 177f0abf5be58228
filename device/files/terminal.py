"""What a command tells: JSON lines on stdout, complaints on stderr, on any terminal and into any file."""

import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import TextIOBase, TextIOWrapper

from device.files.failures import reason, say
from device.files.reader import MAX_LINE, printable


class Unwritten(Exception):
    """What was to be told could not be: the disk is full, say."""


def tell(objects: Iterable[object]) -> None:
    """Write each object as a line of JSON; what no one can see stands there as its code.

    Raises:
        BrokenPipeError: nobody reads on.
        Unwritten: it cannot be written.
    """
    known = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    with output():
        for thing in objects:
            line = json.dumps(thing, ensure_ascii=not known)
            if not line.isprintable():
                line = "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)
            sys.stdout.write(f"{line}\n")


def complain(lines: Iterable[object]) -> None:
    """Write each complaint as a short line; of a long one the beginning and the end, where the reason stands."""
    for line in lines:
        text = printable(str(line))
        say(text if len(text) <= MAX_LINE else f"{text[: MAX_LINE // 2 - 1]}…{text[-MAX_LINE // 2 :]}")


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


class _Closed(TextIOBase):
    """Where the shell closed the output: what is told there is told to nobody."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "it is closed")


def take_any_letter() -> None:
    """Have no letter fail on a terminal that does not know it; output that is closed cannot be written."""
    if None in (sys.stdout, sys.stderr):
        _take_their_places()
    sys.stdout = sys.stdout or _Closed()
    sys.stderr = sys.stderr or _Closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _take_their_places() -> None:
    """Have no file that is opened later take the number of an output that is closed."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)


def write_nowhere(name: str = "stdout") -> None:
    """Write on into nothing."""
    setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115, PTH123 - the exit flushes it


def give_up_complaints() -> None:
    """Forget the complaints that could not be written: the exit would try again, and fail of it with its own status."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        write_nowhere("stderr")
