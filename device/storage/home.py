"""A store that had to be opened elsewhere goes where it belongs once that can be written."""

import errno
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from device.storage.files import beside, connect, copy_into, empty_log, put_in_place, which_file


class Home:
    """Where a store belongs that cannot be opened there now, and the files as they were then.

    `ours` is the file there that is known to be one of this box: whatever opening it has changed, it may be replaced.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.files = path, _states(path)
        self.ours: tuple[int, int] | None = None


def make_ready(home: Home) -> None:
    """Have all that stands in the log of what lies there in its file, for the log goes first.

    Raises:
        OSError, sqlite3.Error: something else lies there by now.
    """
    _see_the_same(home)
    if home.path.exists():
        home.ours = which_file(home.path, strict=True)  # this changes it
        with suppress(OSError, sqlite3.Error), closing(connect(home.path)) as old:
            empty_log(old)
    home.files = _states(home.path)
    home.ours = None  # by its number alone a file is known no longer than needed: another one may get it


def put_home(db: sqlite3.Connection, home: Home, away: Path) -> None:
    """Put a copy of a database where it belongs, in place of what it was copied from.

    What was kept of an older schema beside where it is comes along.

    Raises:
        OSError, sqlite3.Error: not now, or something else lies there by now.
    """
    _see_the_same(home)
    log, new = beside(home.path, "-wal"), beside(home.path, ".new")
    if log.exists() and log.stat().st_size:
        raise OSError(errno.EBUSY, "its log is not empty", str(log))
    for kept in list(away.parent.glob(f"{away.name}.schema*")):
        if kept.suffix.removeprefix(".schema").isdigit():
            with closing(connect(kept)) as old:
                copy_into(old, new)
            put_in_place(new, home.path.with_name(kept.name))
    copy_into(db, new)
    home.ours = which_file(new, strict=True)
    put_in_place(new, home.path)


def _see_the_same(home: Home) -> None:
    ours = home.ours is not None and which_file(home.path) == home.ours
    if not ours and _states(home.path) != home.files:
        raise OSError(errno.EEXIST, "another file lies there", str(home.path))


def _states(path: Path) -> tuple[tuple[int, int, int] | None, ...]:
    return tuple(map(_state, (path, beside(path, "-wal"))))


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
