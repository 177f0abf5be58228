"""One process at a time on a data directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

FILE = "spytable.lock"


class InUse(Exception):
    """Another process has the data directory; the text says so in one line."""


@contextmanager
def locked(directory: Path) -> Iterator[None]:
    """Hold a data directory; where nothing can be written there is nothing to hold, and the store will tell.

    Raises:
        InUse: another process holds it.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(directory / FILE, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    except OSError:
        yield
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"{directory}: another spytable is running here; stop it, or take another --data-dir") from None
        yield
    finally:
        os.close(handle)
