"""The database file: open it with every guarantee the store needs, or put a bad one aside."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

SCHEMA = 1
_TABLES = """
CREATE TABLE game (
    one INTEGER PRIMARY KEY CHECK (one = 1), family TEXT NOT NULL, options TEXT NOT NULL, cards TEXT NOT NULL,
    key TEXT NOT NULL, about TEXT NOT NULL, keys_shown INTEGER NOT NULL DEFAULT 0);
CREATE TABLE move (number INTEGER PRIMARY KEY, action TEXT NOT NULL);
CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, notes TEXT NOT NULL DEFAULT '');
CREATE TABLE result (
    id INTEGER PRIMARY KEY, mode TEXT NOT NULL, mission TEXT, tokens INTEGER, mistakes INTEGER, outcome TEXT NOT NULL,
    reason TEXT NOT NULL, winner TEXT, score INTEGER, turns INTEGER NOT NULL, clues INTEGER NOT NULL,
    guesses INTEGER NOT NULL, hits INTEGER NOT NULL, team INTEGER REFERENCES team (id) ON DELETE SET NULL);
CREATE TABLE used (pack TEXT NOT NULL, card TEXT NOT NULL, PRIMARY KEY (pack, card)) WITHOUT ROWID;
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


def open_database(path: Path) -> sqlite3.Connection:
    """Return the open database, its tables made if it is new; only the owner may read it, and a commit is on the disk.

    Raises:
        sqlite3.Error, OSError: it cannot be opened, or it is none of this program's.
    """
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    path.chmod(0o600)
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")
        elif version != SCHEMA:
            raise sqlite3.DatabaseError(f"schema version {version}, this program knows {SCHEMA}")
        for (verdict,) in db.execute("PRAGMA quick_check(1)"):
            if verdict != "ok":
                raise sqlite3.DatabaseError(verdict)
        with closing(db.execute("SELECT 1 FROM game, move, team, result, used, setting LIMIT 1")) as probe:
            probe.fetchone()
    except BaseException:
        db.close()
        raise
    return db


def passing(error: sqlite3.DatabaseError) -> bool:
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


def move_aside(path: Path) -> Path:
    """Rename a database and its logs to a name not taken yet, and return that name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.unreadable-{number}")).exists():
        number += 1
    for ending in ("-wal", "-shm", ""):
        part = path.with_name(path.name + ending)
        if part.exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside
