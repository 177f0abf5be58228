"""Every schema of the store that ever shipped, as one table of steps: each makes the next schema out of the one before.

A schema that has shipped is never changed; a change is a further step at the end of `STEPS`.
"""

import json
import sqlite3
from collections.abc import Callable
from contextlib import suppress

Step = Callable[[sqlite3.Connection], None]

_SCHEMA_1 = (
    """CREATE TABLE game (
    one INTEGER PRIMARY KEY CHECK (one = 1), family TEXT NOT NULL, options TEXT NOT NULL, cards TEXT NOT NULL,
    key TEXT NOT NULL, about TEXT NOT NULL, keys_shown INTEGER NOT NULL DEFAULT 0)""",
    "CREATE TABLE move (number INTEGER PRIMARY KEY, action TEXT NOT NULL)",
    "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, notes TEXT NOT NULL DEFAULT '')",
    """CREATE TABLE result (
    id INTEGER PRIMARY KEY, mode TEXT NOT NULL, mission TEXT, tokens INTEGER, mistakes INTEGER, outcome TEXT NOT NULL,
    reason TEXT NOT NULL, winner TEXT, score INTEGER, turns INTEGER NOT NULL, clues INTEGER NOT NULL,
    guesses INTEGER NOT NULL, hits INTEGER NOT NULL, team INTEGER REFERENCES team (id) ON DELETE SET NULL)""",
    "CREATE TABLE used (pack TEXT NOT NULL, card TEXT NOT NULL, PRIMARY KEY (pack, card)) WITHOUT ROWID",
    "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
)


def _to_1(db: sqlite3.Connection) -> None:
    for statement in _SCHEMA_1:
        db.execute(statement)


def _to_2(db: sqlite3.Connection) -> None:
    """Note in which game a card was drawn, what the box played, and what the cards on the table are."""
    db.execute("ALTER TABLE used ADD COLUMN game INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE result ADD COLUMN box TEXT")
    db.execute("ALTER TABLE result ADD COLUMN temper TEXT")
    db.execute("ALTER TABLE game ADD COLUMN contents TEXT NOT NULL DEFAULT '{}'")
    for (cards,) in db.execute("SELECT cards FROM game").fetchall():
        with suppress(ValueError, TypeError):
            on_the_table = [(card,) for card in json.loads(cards) if isinstance(card, str)]
            db.executemany("UPDATE used SET game = 1 WHERE card = ?", on_the_table)


def _to_3(db: sqlite3.Connection) -> None:
    """Note what the table looked like after a move: moves are replayed, perhaps by the rules of a later version."""
    db.execute("ALTER TABLE move ADD COLUMN checksum INTEGER")


STEPS: tuple[Step, ...] = (_to_1, _to_2, _to_3)
"""The step at index n makes schema n + 1 out of schema n; schema 0 is an empty file."""
SCHEMA = len(STEPS)


def migrate(db: sqlite3.Connection, schema: int) -> None:
    """Carry a database over from a schema to the newest, in one transaction."""
    db.execute("BEGIN IMMEDIATE")
    for step in STEPS[schema:]:
        step(db)
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    db.execute("COMMIT")
