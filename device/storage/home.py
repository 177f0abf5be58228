"""A store that had to be opened elsewhere goes where it belongs once that can be written."""

import errno
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from device.storage.files import beside, connect, copy_into, empty_log, put_in_place


class Home(NamedTuple):
    """Where a store belongs that cannot be opened there now, and the files as they were then."""

    path: Path
    files: tuple[tuple[int, int, int] | None, ...]

    @classmethod
    def of(cls, path: Path) -> "Home":
        """Return the home of a store as it is now."""
        return cls(path, tuple(map(_state, (path, beside(path, "-wal")))))


def made_ready(home: Home) -> Home:
    """Have all that stands in the log of what lies there in its file, for the log goes first; return the home then.

    Raises:
        OSError, sqlite3.Error: something else lies there by now.
    """
    _see_the_same(home)
    if home.path.exists():
        with suppress(OSError, sqlite3.Error), closing(connect(home.path)) as old:
            empty_log(old)
    return Home.of(home.path)


def put_home(db: sqlite3.Connection, home: Home, away: Path) -> Home:
    """Put a copy of a database where it belongs, in place of what it was copied from; return the home then.

    What was kept of an older schema beside where it is comes along.

    Raises:
        OSError, sqlite3.Error: not now, or something else lies there by now.
    """
    _see_the_same(home)
    log = beside(home.path, "-wal")
    if log.exists() and log.stat().st_size:
        raise OSError(errno.EBUSY, "its log is not empty", str(log))
    for kept in list(away.parent.glob(f"{away.name}.schema*")):
        if kept.suffix.removeprefix(".schema").isdigit():
            with closing(connect(kept)) as old:
                copy_into(old, beside(home.path, ".new"))
            put_in_place(beside(home.path, ".new"), home.path.with_name(kept.name))
    copy_into(db, beside(home.path, ".new"))
    put_in_place(beside(home.path, ".new"), home.path)
    return Home.of(home.path)


def _see_the_same(home: Home) -> None:
    if Home.of(home.path) != home:
        raise OSError(errno.EEXIST, "another file lies there", str(home.path))


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
