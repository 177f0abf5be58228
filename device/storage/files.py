"""The files a store is made of: their names, and each step that a power cut may come between."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

from device.files.replacing import sync

BUSY_SECONDS = 0.25
"""So long a move may wait for another process; nobody at the table shall notice."""
ENDINGS = ("-wal", "-shm", "-journal")
"""How the names of the files end that SQLite keeps beside one."""


def beside(path: Path, ending: str) -> Path:
    """Return the file whose name has another ending."""
    return path.with_name(path.name + ending)


def connect(path: Path) -> sqlite3.Connection:
    """Open a file; what is not begun as a transaction is one by itself."""
    return sqlite3.connect(path.absolute(), timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


def empty_log(db: sqlite3.Connection) -> None:
    """Have all that stands in a database's log in its file.

    Raises:
        OSError: another process uses it.
    """
    busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise OSError(errno.EBUSY, "another process uses it")


def remove_folder(folder: Path) -> None:
    """Remove a folder with all in it, as far as that goes."""
    from shutil import rmtree  # it takes a while to be read, and few boxes need it

    rmtree(folder, ignore_errors=True)


def put_in_place(new: Path, path: Path) -> None:
    """Give a finished file its name; what is left of the log of another file of that name would spoil it."""
    new.chmod(0o600)
    sync(new)
    for ending in ENDINGS:
        beside(path, ending).unlink(missing_ok=True)
    sync(path.parent)
    new.replace(path)
    sync(path.parent)


def copy_into(db: sqlite3.Connection, path: Path) -> None:
    """Write a copy of a database into a new file.

    Raises:
        OSError, sqlite3.Error: it could not be written; nothing is left of it.
    """
    try:
        path.touch(0o600)
        with closing(connect(path)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
    except (OSError, sqlite3.Error):
        path.unlink(missing_ok=True)
        raise


def move_aside(path: Path) -> Path:
    """Rename a database and its logs to a name not taken yet, and return that name."""
    aside = free_name(path)
    for ending in (*ENDINGS, ""):
        part = beside(path, ending)
        if part.exists():
            part.rename(beside(aside, ending))
    return aside


def free_name(path: Path) -> Path:
    """Return a name beside a database's that none of its kind has yet."""
    number = 1
    while any(path.parent.glob(f"{path.name}.unreadable-{number}*")):
        number += 1
    return beside(path, f".unreadable-{number}")


def which_file(path: Path, *, strict: bool = False) -> tuple[int, int] | None:
    """Return which file stands under a name; None where none can be seen there.

    Raises:
        OSError: so, if this is `strict`.
    """
    try:
        found = path.stat()
    except OSError:
        if strict:
            raise
        return None
    return found.st_dev, found.st_ino
