"""What the box keeps: the game on the table move by move, results, teams, used words, settings.

One SQLite file. Every change is one transaction that is on the disk when the call returns (WAL, synchronous FULL).
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from device.files.reader import Malformed, Reader
from device.rules.actions import Action
from device.rules.deal import deal_with_key
from device.rules.errors import InvalidValue
from device.rules.events import Dealt
from device.rules.model import DuetOptions, VersusOptions
from device.storage import codec
from device.storage.database import move_aside, open_database, passing

FILE = "spytable.db"
_LASTING = ("team", "result", "used", "setting")
"""The tables an export holds; a table stands behind those it refers to."""


class StoreError(Exception):
    """Something could not be saved or read; the text says why in one line."""


class UnreadableGame(StoreError):
    """What is saved as the game on the table is no game."""


@dataclass(frozen=True, slots=True)
class About:
    """What belongs to a game beside its rules: its mode and packs, the words' language, the team that plays.

    Typed clues: `relaxed` ones may have several words; with `shown_first` the other spymaster sees them before they
    are given. `swapped`: the spymasters changed teams for this game.
    """

    mode: str
    language: str
    packs: tuple[str, ...] = ()
    team: str | None = None
    clue_entry: str = "spoken"
    relaxed: bool = False
    shown_first: bool = False
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A finished game as statistics keep it; nothing in it names a person."""

    mode: str
    outcome: str
    reason: str
    turns: int
    clues: int
    guesses: int
    hits: int
    mission: str | None = None
    tokens: int | None = None
    mistakes: int | None = None
    winner: str | None = None
    score: int | None = None
    team: str | None = None


@dataclass(frozen=True, slots=True)
class Team:
    """A campaign team."""

    name: str
    notes: str


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The game on the table: as dealt, its numbered moves, and whether its keys were shown (and it is booked)."""

    dealt: Dealt
    about: About
    moves: tuple[tuple[int, Action], ...]
    keys_shown: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards a game took from the packs, by pack; `again` names the packs that were used up and begin anew."""

    cards: tuple[tuple[str, str], ...] = ()
    again: tuple[str, ...] = ()


class Store:
    """The store of one data directory; `moved_aside` is where an unreadable file of before went, if there was one."""

    def __init__(self, directory: Path) -> None:
        """Open the store, making it where there is none.

        Raises:
            StoreError: the directory cannot be written.
        """
        self.path = directory / FILE
        self.moved_aside: Path | None = None
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            try:
                self._db = open_database(self.path)
            except sqlite3.DatabaseError as error:
                if passing(error):
                    raise
                self.moved_aside = move_aside(self.path)
                self._db = open_database(self.path)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self.path}: {error}") from None

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def _commit(self) -> Iterator[sqlite3.Connection]:
        """One durable transaction.

        Raises:
            StoreError: it could not be saved; the store is as it was before.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            try:
                self._db.execute("COMMIT")
            except sqlite3.Error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None

    # The game on the table

    def put_game(self, dealt: Dealt, about: About, drawn: Drawn | None = None) -> None:
        """Put a game on the table in place of any other, and note the cards it drew as used."""
        family = "duet" if isinstance(dealt.options, DuetOptions) else "versus"
        with self._commit() as db:
            _clear(db)
            db.execute(
                "INSERT INTO game (one, family, options, cards, key, about) VALUES (1, ?, ?, ?, ?, ?)",
                (
                    family,
                    json.dumps(asdict(dealt.options)),
                    json.dumps(dealt.cards),
                    json.dumps(codec.key_json(dealt.key, family)),
                    json.dumps(asdict(about)),
                ),
            )
            if drawn:
                db.executemany("DELETE FROM used WHERE pack = ?", [(pack,) for pack in drawn.again])
                db.executemany("INSERT OR IGNORE INTO used VALUES (?, ?)", drawn.cards)

    def add_move(self, number: int, action: Action) -> None:
        """Append a move to the game on the table."""
        with self._commit() as db:
            db.execute("INSERT INTO move VALUES (?, ?)", (number, json.dumps(codec.action_json(action))))

    def game(self) -> SavedGame | None:
        """Return the game on the table.

        Raises:
            UnreadableGame: what is saved is no game.
            StoreError: it cannot be read now.
        """
        rows = self._rows("SELECT family, options, cards, key, about, keys_shown FROM game")
        if not rows:
            return None
        family, options, cards, key, about, keys_shown = rows[0]
        reader = Reader(str(self.path))
        try:
            kind = DuetOptions if family == "duet" else VersusOptions
            faces = codec.read_faces(reader, json.loads(key), "key", family)
            told = json.loads(about)
            return SavedGame(
                deal_with_key(kind(**json.loads(options)), json.loads(cards), faces),
                About(**{**told, "packs": tuple(told["packs"])}),
                tuple(
                    (number, codec.read_action(reader, json.loads(action), f"move {number}", family))
                    for number, action in self._rows("SELECT number, action FROM move ORDER BY number")
                ),
                bool(keys_shown),
            )
        except (Malformed, InvalidValue, ValueError, TypeError, KeyError) as error:
            raise UnreadableGame(f"{self.path}: the game on the table cannot be read: {error}") from None

    def book(self, row: Row, *, leave: bool) -> None:
        """Book a finished game's result; then its keys may be shown, or with `leave` it is off the table."""
        with self._commit() as db:
            values = {field.name: getattr(row, field.name) for field in fields(row)}
            names = ", ".join(values)
            marks = ", ".join("(SELECT id FROM team WHERE name = :team)" if n == "team" else f":{n}" for n in values)
            db.execute(f"INSERT INTO result ({names}) VALUES ({marks})", values)
            db.execute("UPDATE game SET keys_shown = 1")
            if leave:
                _clear(db)

    def clear_table(self) -> None:
        """Take the game off the table."""
        with self._commit() as db:
            _clear(db)

    # Words, settings, teams, results

    def used(self, packs: Iterable[str]) -> dict[str, set[str]]:
        """Return the cards already played of each pack."""
        return {pack: {card for (card,) in self._rows("SELECT card FROM used WHERE pack = ?", pack)} for pack in packs}

    def settings(self) -> dict[str, Any]:
        """Return the settings made on the screen, as far as they can be read."""
        found = {}
        for name, value in self._rows("SELECT name, value FROM setting"):
            with suppress(ValueError, RecursionError):
                found[name] = json.loads(value)
        return found

    def set_setting(self, name: str, value: object) -> None:
        """Keep a setting made on the screen; None forgets it."""
        with self._commit() as db:
            if value is None:
                db.execute("DELETE FROM setting WHERE name = ?", (name,))
            else:
                db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, json.dumps(value)))

    def teams(self) -> list[Team]:
        """Return the campaign teams by name."""
        return [Team(*row) for row in self._rows("SELECT name, notes FROM team ORDER BY name")]

    def add_team(self, name: str) -> None:
        """Add a team; one of that name stays as it is."""
        with self._commit() as db:
            db.execute("INSERT OR IGNORE INTO team (name) VALUES (?)", (name,))

    def set_notes(self, name: str, notes: str) -> None:
        """Keep a team's notes."""
        with self._commit() as db:
            db.execute("UPDATE team SET notes = ? WHERE name = ?", (notes, name))

    def delete_team(self, name: str) -> None:
        """Forget a team's name and notes; its results stay, nameless."""
        with self._commit() as db:
            db.execute("DELETE FROM team WHERE name = ?", (name,))

    def has_results(self) -> bool:
        """Tell whether any game was ever finished on this box."""
        return bool(self._rows("SELECT 1 FROM result LIMIT 1"))

    def results(self, team: str | None = None, last: int | None = None) -> list[Row]:
        """Return all booked results in the order they were booked, or those of one team, or only the last few."""
        names = ["team.name" if field.name == "team" else f"result.{field.name}" for field in fields(Row)]
        query = f"SELECT {', '.join(names)} FROM result LEFT JOIN team"
        query += " ON team.id = result.team" + (" WHERE team.name = ?" if team else "")
        query += " ORDER BY result.id DESC LIMIT ?"
        given = ([team] if team else []) + [-1 if last is None else last]
        return [Row(*row) for row in self._rows(query, *given)][::-1]

    def last_team(self) -> str | None:
        """Return the name of the team that played last, if there is one."""
        rows = self._rows("SELECT name FROM team JOIN result ON team.id = result.team ORDER BY result.id DESC LIMIT 1")
        return str(rows[0][0]) if rows else None

    def dump(self) -> dict[str, list[list[Any]]]:
        """Return all rows that belong to the box and not to the game on the table, by table."""
        return {table: [list(row) for row in self._rows(f"SELECT * FROM {table}")] for table in _LASTING}

    def restore(self, content: dict[str, list[list[Any]]]) -> None:
        """Put rows that `dump` returned in the place of those there are, all or none.

        Raises:
            StoreError: they are no such rows.
        """
        with self._commit() as db:
            if not isinstance(content, dict) or set(content) != set(_LASTING):
                raise sqlite3.DataError(f"an export holds {', '.join(_LASTING)}")
            for table in reversed(_LASTING):
                db.execute(f"DELETE FROM {table}")
            for table in _LASTING:
                for row in content[table]:
                    db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
            for (value,) in db.execute("SELECT value FROM setting"):
                _checked(value)


def _checked(value: str) -> None:
    try:
        json.loads(value)
    except ValueError as error:
        raise sqlite3.DataError(f"setting: {error}") from None


def _clear(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM game")
    db.execute("DELETE FROM move")
