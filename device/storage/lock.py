"""One process at a time on a data directory."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
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
    with ExitStack() as held:
        with suppress(OSError):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder, file = os.O_RDONLY | os.O_DIRECTORY, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
        for place, flags in ((directory / FILE, file), (directory, folder)):
            with suppress(OSError):
                handle = os.open(place, flags, 0o600)
                held.callback(os.close, handle)
                _lock(handle, directory)
        yield


def _lock(handle: int, directory: Path) -> None:
    """Lock the file and the folder: the file may be deleted while it is held."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InUse(f"{directory}: another spytable is running here; stop it, or take another --data-dir") from None
