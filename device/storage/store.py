"""What the box keeps: the game on the table move by move, results, teams, used words, settings.

One SQLite file. Every change is one transaction that is on the disk when the call returns (WAL, synchronous FULL).
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from device.files.failures import reason
from device.files.messages import joined, message
from device.files.places import make_folder
from device.files.reader import Malformed
from device.rules.actions import Action
from device.rules.events import Dealt
from device.rules.model import Public
from device.rules.values import fields, replace
from device.storage import codec, saved_game
from device.storage.database import (
    NewerSchema,
    Unreadable,
    finish_replacing,
    kept_file,
    open_database,
    passing,
    replace_damaged,
)
from device.storage.files import copy_into, free_name, remove_folder, which_file
from device.storage.home import Home, make_ready, put_home
from device.storage.migrations import SCHEMA
from device.storage.records import (
    CardContent,
    DamagedRows,
    Drawn,
    GameResult,
    GameSetup,
    NewerStore,
    SavedGame,
    StoreError,
    Team,
    UnreadableGame,
)
from device.storage.rows import COLUMNS, MAX_TEAMS, Rows, check_rows, is_result, is_sound, put_settings, sound_rows

__all__ = [
    "FILE",
    "CardContent",
    "Drawn",
    "GameResult",
    "GameSetup",
    "NewerStore",
    "SavedGame",
    "Store",
    "StoreError",
    "Team",
    "UnreadableGame",
]

FILE = "spytable.db"


class Store:
    """The store of one data directory.

    `moved_aside` is where a damaged file of before went, if there was one, `salvaged`: some of it could be read and is
    here; `log_damaged`: of what was saved last something is missing; `newer_left`: a newer program's file is there and
    stays as it is, and this is the one of before the update.
    """

    def __init__(self, directory: Path) -> None:
        """Open the store, making it where there is none.

        Raises:
            NewerStore: it is a newer program's, and none of before the update is there; it was not touched.
            StoreError: it cannot be read or written now.
        """
        self.path = directory / FILE
        self.moved_aside: Path | None = None
        self.salvaged = self.newer_left = False
        self._late: dict[str, str | None] = {}  # settings that could not be kept yet; None: to be forgotten
        self.forgetful: str | None = None  # why what is written here is lost when the power goes
        self.home: Home | None = None  # where the store belongs, if it is elsewhere only until it can be there
        try:
            make_folder(directory, 0o700)
            try:
                self._open()
            except NewerSchema as newer:
                before = kept_file(self.path, SCHEMA)
                if not before.exists():
                    raise NewerStore(joined(str(self.path), reason(newer))) from None
                self.path, self.newer_left = before, True
                self._open()
        except (OSError, sqlite3.Error, Unreadable, NewerSchema) as error:
            named = str(getattr(error, "filename", ""))
            place = named if named.startswith(str(self.path)) else self.path  # a file beside it may be in the way
            raise StoreError(joined(str(place), reason(error))) from None

    def _open(self) -> None:
        self.moved_aside = finish_replacing(self.path)
        try:
            self._db, self.log_damaged = open_database(self.path)
        except Unreadable:
            self.moved_aside = replace_damaged(self.path)
            self._db, self.log_damaged = open_database(self.path)
        tables = () if self.moved_aside is None else ("game", "move", *COLUMNS)
        self.salvaged = any(self._rows(f"SELECT 1 FROM {table} LIMIT 1") for table in tables)
        self._file = which_file(self.path, strict=True)

    def gone(self) -> bool:
        """Tell whether the file was deleted or replaced under the running program: what it keeps would be lost."""
        return which_file(self.path) != self._file

    def go_home(self) -> None:
        """Move to where the store belongs, if it is elsewhere and can be there by now."""
        if (home := self.home) is not None:
            with suppress(OSError, sqlite3.Error, Unreadable, NewerSchema):
                make_ready(home)
                put_home(self._db, home, self.path)
                file, opened = which_file(home.path, strict=True), open_database(home.path)
                self._db.close()
                self._db, self.log_damaged = opened
                remove_folder(self.path.parent)
                self.path, self.home, self.forgetful, self._file = home.path, None, None, file

    def keep_copy(self) -> None:
        """Copy the file aside, as far as there is room, before what cannot be read in it is overwritten."""
        try:
            copy_into(self._db, free_name(self.path))
        except (sqlite3.Error, OSError) as error:
            raise StoreError(joined(str(self.path), reason(error))) from None

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @contextmanager
    def _commit(self) -> Iterator[sqlite3.Connection]:
        """One durable transaction.

        Raises:
            StoreError: it could not be saved; the store is as it was before.
        """
        if self.gone():
            raise StoreError(message("{place}: the file is gone", place=self.path))
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                put_settings(self._db, self._late)
                yield self._db
                self._db.execute("COMMIT")
                self._late.clear()
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except (sqlite3.Error, ValueError, OverflowError) as error:
            raise StoreError(joined(str(self.path), reason(error))) from None

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(query, values).fetchall()
        except (sqlite3.Error, ValueError) as error:
            later = isinstance(error, sqlite3.Error) and passing(error)
            raise (StoreError if later else DamagedRows)(joined(str(self.path), reason(error))) from None

    # The game on the table

    def put_game(self, dealt: Dealt, setup: GameSetup, drawn: Drawn | None = None) -> None:
        """Put a game on the table in place of any other, and note in which game the cards it drew were used last."""
        drawn = drawn or Drawn()
        values = saved_game.write_game(dealt, setup, drawn.contents)
        with self._commit() as db:
            saved_game.clear(db)
            marks = ", ?" * len(values)
            db.execute(f"INSERT INTO game (one, {', '.join(values)}) VALUES (1{marks})", [*values.values()])
            (game,) = db.execute("SELECT coalesce(max(game), 0) + 1 FROM used").fetchone()
            rows = [(pack, card, game) for pack, card in drawn.cards]
            db.executemany("INSERT OR REPLACE INTO used (pack, card, game) VALUES (?, ?, ?)", rows)

    def add_moves(self, moves: Iterable[tuple[int, Action]], after: Public | None = None) -> None:
        """Append numbered moves to the game on the table, all in one commit, and note how it looks after them."""
        checksum = None if after is None else codec.checksum(after)
        rows = [(number, json.dumps(codec.action_json(action)), checksum) for number, action in moves]
        with self._commit() as db:
            db.executemany("INSERT INTO move (number, action, checksum) VALUES (?, ?, ?)", rows)

    def game(self) -> SavedGame | None:
        """Return the game on the table.

        Raises:
            UnreadableGame: what is saved is no game.
            StoreError: it cannot be read now.
        """
        try:
            rows = self._rows(f"SELECT {', '.join(saved_game.COLUMNS)} FROM game")
            moves = self._rows("SELECT number, action, checksum FROM move ORDER BY number")
        except DamagedRows as error:
            raise UnreadableGame(str(error)) from None
        if not rows:
            return None
        row = dict(zip(saved_game.COLUMNS, rows[0], strict=True))
        game = saved_game.read_game(str(self.path), row, [(number, action) for number, action, _ in moves])
        return replace(game, checksum=moves[-1][2] if moves else None)

    def book(self, result: GameResult, *, leave: bool) -> None:
        """Book a finished game's result; then its keys may be shown, or with `leave` it is off the table."""
        with self._commit() as db:
            values = {field.name: getattr(result, field.name) for field in fields(result)}
            names = ", ".join(values)
            marks = ", ".join("(SELECT id FROM team WHERE name = :team)" if n == "team" else f":{n}" for n in values)
            db.execute(f"INSERT INTO result ({names}) VALUES ({marks})", values)
            db.execute("UPDATE game SET keys_shown = 1")
            if leave:
                saved_game.clear(db)

    def clear_table(self) -> None:
        """Take the game off the table."""
        with self._commit() as db:
            saved_game.clear(db)

    # Words, settings, teams, results

    def used(self, packs: Iterable[str]) -> dict[str, dict[str, int]]:
        """Return the cards already played of each pack, and the number of the game that drew each last."""
        query = "SELECT card, game FROM used WHERE pack = ? AND typeof(card) = 'text' AND typeof(game) = 'integer'"
        return {pack: dict(self._rows(query, pack)) for pack in packs}

    def settings(self) -> dict[str, Any]:
        """Return the settings made on the screen, as far as they can be read."""
        return codec.read_settings({**dict(self._rows("SELECT name, value FROM setting")), **self._late})

    def setting(self, name: str) -> Any:
        """Return one setting made on the screen; None where it was never made, or cannot be read."""
        kept = dict(self._rows("SELECT name, value FROM setting WHERE name = ?", name))
        late = {name: self._late[name]} if name in self._late else {}
        return codec.read_settings({**kept, **late}).get(name)

    def set_setting(self, name: str, value: object) -> None:
        """Keep one setting, as `set_settings` does."""
        self.set_settings({name: value})

    def set_settings(self, values: Mapping[str, object]) -> None:
        """Keep settings made on the screen, in one commit; None forgets one.

        Raises:
            StoreError: not now; they are written with whatever is saved next, or by `keep_late_settings`.
        """
        self._late |= {name: None if value is None else json.dumps(value) for name, value in values.items()}
        self.keep_late_settings()

    def keep_late_settings(self) -> None:
        """Try again to keep the settings that could not be kept."""
        with self._commit() if self._late else nullcontext():
            pass

    def teams(self) -> list[Team]:
        """Return the campaign teams by name; of very many, those added last."""
        rows = self._rows("SELECT id, name, notes FROM team ORDER BY id DESC LIMIT ?", MAX_TEAMS)
        named = sorted((row for row in rows if is_sound("team", [*row[:2], ""])), key=lambda row: str(row[1]))
        return [Team(row[1], row[2] if is_sound("team", [*row]) else "") for row in named]

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

    def results(self, team: str | None = None) -> list[GameResult]:
        """Return all booked results in the order they were booked, or those of one team; what is none is left out."""
        team_name = "CASE typeof(team.name) WHEN 'text' THEN team.name END"
        names = [team_name if field.name == "team" else f"result.{field.name}" for field in fields(GameResult)]
        query = f"SELECT {', '.join(names)} FROM result LEFT JOIN team ON team.id = result.team"
        query += (" WHERE team.name = ?" if team else "") + " ORDER BY result.id"
        results = [GameResult(*row) for row in self._rows(query, *([team] if team else []))]
        return list(filter(is_result, results))

    def last_team(self) -> str | None:
        """Return the name of the team that played last, if there is one."""
        rows = self._rows("SELECT name FROM team JOIN result ON team.id = result.team ORDER BY result.id DESC LIMIT 1")
        return next((name for (name,) in rows if isinstance(name, str)), None)

    def dump(self) -> Rows:
        """Return all sound rows that belong to the box and not to the game on the table; also what comes late."""
        rows = {name: self._rows(f"SELECT {', '.join(columns)} FROM {name}") for name, columns in COLUMNS.items()}
        rows["setting"] = [row for row in {**dict(rows["setting"]), **self._late}.items() if row[1] is not None]
        return sound_rows({name: [*map(list, found)] for name, found in rows.items()})

    def restore(self, content: Rows) -> None:
        """Put rows that `dump` returned in the place of those there are, all or none.

        Raises:
            StoreError: they are no such rows.
        """
        try:
            rows = check_rows(str(self.path), content)
        except Malformed as error:
            raise StoreError(error.line) from None
        with self._commit() as db:
            for table in reversed(COLUMNS):
                db.execute(f"DELETE FROM {table}")
            for table, columns in COLUMNS.items():
                marks = ", ".join("?" * len(columns))
                db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows[table])
