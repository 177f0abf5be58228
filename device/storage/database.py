"""The database file: open it with every guarantee the store needs, carry an older one over, or put a bad one aside."""

import errno
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from device.files.messages import message, plainer
from device.files.replacing import sync
from device.storage.files import BUSY_SECONDS, ENDINGS, beside, connect, copy_into, empty_log, move_aside, put_in_place
from device.storage.migrations import SCHEMA, migrate
from device.storage.wal import read_log

_CACHE_KIB = 256
"""So much of the file is kept in memory; SQLite's own 2 MiB fill up over the years of a box."""
_MAGIC = b"SQLite format 3\0"
_FORMATS = slice(18, 20)
"""Where it says how it is written and read; SQLite refuses to write what is above 2."""
_VERSION_AT = 60
"""Where in a database file its schema's number stands."""
_MAX_SCHEMA = 1000
"""A greater number is damage, not a newer program."""
_SALVAGED = ".salvaged"
"""A new store that is whole, while the damaged file it is made of goes out of its way."""


class Unreadable(Exception):
    """A file that is no store of this program's; it is to be moved aside."""

    def __init__(self, why: str) -> None:
        super().__init__(plainer(why, message("it is damaged")))


class NewerSchema(Exception):
    """A store of a newer program's; it is to be left as it is."""


class Database(NamedTuple):
    """An open database; `log_damaged`: of what was saved last something is missing."""

    connection: sqlite3.Connection
    log_damaged: bool


def open_database(path: Path) -> Database:
    """Return the open database, made or carried over first where that is due; a commit is on the disk.

    Raises:
        Unreadable: the file is damaged, or none of this program's.
        NewerSchema: a newer program made it; it was not touched.
        sqlite3.Error, OSError: it cannot be opened now.
    """
    with _unreadable():
        _close_to_others(path)
        _clean(path)
        schema = _schema(path)
        if schema > SCHEMA:
            newer = message("it is from a newer version of the program")
            raise NewerSchema(plainer(f"schema {schema}, this program knows {SCHEMA}", newer))
        if schema == 0:
            _make(path)
        elif schema < SCHEMA:
            _carry_over(path, schema)
        return _open(path)


@contextmanager
def _unreadable() -> Iterator[None]:
    """Take whatever a file that is no good makes SQLite or Python raise for one thing."""
    try:
        yield
    except (OSError, Unreadable, NewerSchema):
        raise
    except sqlite3.Error as error:
        if passing(error):
            raise
        raise Unreadable(str(error)) from None
    except Exception as error:
        raise Unreadable(str(error)) from None


def _close_to_others(path: Path) -> None:
    """See that the file, if there is one, is a regular one, and that only the owner may read it."""
    try:
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise OSError(errno.EINVAL, message("no regular file"))
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        return
    try:
        # Whose it is not may not change it: where it is closed already, that is no reason to open nothing.
        if stat.S_IMODE(os.fstat(handle).st_mode) != 0o600:
            os.fchmod(handle, 0o600)
    finally:
        os.close(handle)


def _schema(path: Path) -> int:
    """Return a file's schema without touching it; 0 where there is none yet."""
    log = beside(path, "-wal")
    if not path.exists():
        if log.exists() and log.stat().st_size:
            raise Unreadable("its log is there, and the file is gone")
        return 0
    with path.open("rb") as file:
        header = file.read(_VERSION_AT + 4)
    schema = int.from_bytes(header[_VERSION_AT:])
    if not header.startswith(_MAGIC) or schema > _MAX_SCHEMA or max(header[_FORMATS]) > 2:
        raise Unreadable("no database" if header else "empty")
    if schema <= SCHEMA and log.exists() and log.stat().st_size:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as db:
            (schema,) = db.execute("PRAGMA user_version").fetchone()
    if schema == 0:
        with closing(connect(path)) as db:
            if db.execute("SELECT 1 FROM sqlite_schema").fetchone():
                raise Unreadable("no store")
    return int(schema)


def is_newer(path: Path) -> bool:
    """Tell whether a newer program made a store; one that cannot be read is not known to be that."""
    try:
        with path.open("rb") as file:
            header = file.read(_VERSION_AT + 4)
    except OSError:
        return False
    return header.startswith(_MAGIC) and SCHEMA < int.from_bytes(header[_VERSION_AT:]) <= _MAX_SCHEMA


def _make(path: Path) -> None:
    """Make an empty store; it stands under its name only when it is whole."""
    new = beside(path, ".new")
    with closing(connect(new)) as db:
        migrate(db, 0)
    put_in_place(new, path)


def replace_damaged(path: Path) -> Path:
    """Put a new store with what can still be read in the place of a damaged file; return where that is kept.

    When the power goes between two steps `finish_replacing` does the rest.
    """
    from device.storage import salvage  # hardly ever needed, and no start waits for it

    _clean(path)
    new = beside(path, ".new")
    with closing(connect(new)) as db:
        migrate(db, 0)
        with suppress(
            OSError, ArithmeticError, LookupError, TypeError, ValueError
        ):  # what cannot be read is lost alone
            salvage.put(db, path)
    put_in_place(new, beside(path, _SALVAGED))
    aside = finish_replacing(path)
    assert aside is not None
    return aside


def finish_replacing(path: Path) -> Path | None:
    """Do the rest of what `replace_damaged` began, if it did; return where the damaged file is."""
    whole = beside(path, _SALVAGED)
    if not whole.exists():
        return None
    aside = move_aside(path)
    sync(path.parent)
    whole.replace(path)
    sync(path.parent)
    return aside


def _carry_over(path: Path, schema: int) -> None:
    """Put a copy in the newest schema in the place of a file, which is kept for an older program to find."""
    new, kept = beside(path, ".new"), kept_file(path, schema)
    part = beside(kept, ".part")
    with closing(connect(path)) as db:
        empty_log(db)
        for target in (new, part):
            copy_into(db, target)
        with closing(connect(new)) as copy:
            migrate(copy, schema)
    log = beside(path, "-wal")
    if log.exists() and log.stat().st_size:
        raise OSError(errno.EBUSY, "another process uses it")
    put_in_place(part, kept)
    put_in_place(new, path)


def kept_file(path: Path, schema: int) -> Path:
    """Return where the file of an older schema is kept."""
    return beside(path, f".schema{schema}")


def _clean(path: Path) -> None:
    """Remove what a power cut left half made."""
    kept = (file for file in path.parent.iterdir() if file.name.startswith(f"{path.name}.schema"))
    for part in (beside(path, ".new"), *(file for file in kept if file.name.endswith(".part"))):
        for ending in ("", *ENDINGS):
            beside(part, ending).unlink(missing_ok=True)


def _open(path: Path) -> Database:
    for ending in ENDINGS:
        other = beside(path, ending)
        if _is_waited_for(other):
            other.unlink()
    log = read_log(beside(path, "-wal"))
    db = connect(path)
    db.text_factory = lambda text: text.decode(errors="replace")
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        for (verdict,) in db.execute("PRAGMA integrity_check(1)"):
            if verdict != "ok":
                raise Unreadable(verdict)
        if _shape(db) != _newest_shape():
            raise Unreadable("tables or columns are missing")
        (read,) = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1:2] if log.frames else (0,)
    except BaseException:
        db.close()
        raise
    return Database(db, log.lost(read))


def _is_waited_for(log: Path) -> bool:
    """Tell whether a pipe or a device lies in a log's place, for which SQLite would wait, or a link to nothing.

    Raises:
        OSError: it cannot be looked at; all that was saved last may stand in it.
    """
    try:
        return stat.S_IFMT(log.stat().st_mode) not in (stat.S_IFREG, stat.S_IFDIR)
    except FileNotFoundError:
        return log.is_symlink()


def _shape(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return every column of every table, and what they refer to."""
    tables = "sqlite_schema AS t, {} AS c WHERE t.type = 'table' ORDER BY t.name, {}"
    column = 't.name, c.name, c.type, c."notnull", c.dflt_value, c.pk'
    reference = 't.name, c."table", c."from", c."to", c.on_delete'
    return [
        *db.execute(f"SELECT {column} FROM {tables.format('pragma_table_info(t.name)', 'c.cid')}"),
        *db.execute(f"SELECT {reference} FROM {tables.format('pragma_foreign_key_list(t.name)', 'c.id, c.seq')}"),
    ]


def _newest_shape() -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        migrate(db, 0)
        return _shape(db)


def passing(error: sqlite3.Error) -> bool:
    """Tell an error of the moment (a lock, a full or read-only disk) from a file that is no good."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return code in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_NOMEM,
    )
