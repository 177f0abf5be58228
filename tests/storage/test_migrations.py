"""Stores of every schema that shipped: opened with everything there, whatever happens on the way."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from device.app.open import open_store
from device.game.session import Session
from device.rules.actions import Abandon, GiveClue, Guess
from device.rules.model import DuetOptions, Side
from device.storage import database
from device.storage.migrations import SCHEMA, STEPS, migrate
from device.storage.store import FILE, GameResult, NewerStore, Store, StoreError

SHIPPED = Path(__file__).parent / "schema1.db"
"""Written by the program of commit 1e0f880, and closed by it."""

EVERY_LINE = 1000
"""With so many random games asked for, the plug is pulled at every line; else at every third or fourth."""

SCHEMA_1 = """
PRAGMA journal_mode = WAL;
BEGIN;
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
PRAGMA user_version = 1;
COMMIT;
INSERT INTO team VALUES (1, 'Owls', 'meet on Fridays'), (2, 'Żółwie', '');
INSERT INTO result VALUES
    (1, 'duet', 'prague', 9, 9, 'won', 'agents', NULL, 7, 8, 8, 17, 15, 1),
    (2, 'classic', NULL, NULL, NULL, 'won', 'assassin', 'blue', NULL, 3, 3, 5, 2, NULL);
INSERT INTO used VALUES ('lantern', 'OLD1'), ('lantern', 'WORD9'), ('gone-pack', 'ZEPPELIN QUAY');
INSERT INTO setting VALUES ('language', '"pl"'), ('volume', '0.25');
"""
CARDS = ["ZEPPELIN QUAY", *(f"WORD{n}" for n in range(24))]
KEY = {"a": "AAAAAAAAAKKK.............", "b": "AAAK.....AK.AAAAAK......."}
OPTIONS = {
    "tokens": 9,
    "mistakes": 5,
    "mission": "cairo",
    "turn_order": "strict",
    "timer": "off",
    "clue_seconds": 120,
    "guess_seconds": 90,
}
ABOUT = {
    "mode": "duet",
    "language": "en",
    "packs": ["lantern", "gone-pack"],
    "team": "Owls",
    "clue_entry": "spoken",
    "relaxed": False,
    "shown_first": False,
    "swapped": False,
}
MOVES = [
    {"clue": {"side": "a", "number": 2, "word": "sea"}},
    {"guess": {"side": "b", "card": "WORD0"}},
    {"stop": {"side": "b"}},
    {"undo": {}},
]
RESULTS = [
    GameResult("duet", "won", "agents", 8, 8, 17, 15, mission="prague", tokens=9, mistakes=9, score=7, team="Owls"),
    GameResult("classic", "won", "assassin", 3, 3, 5, 2, winner="blue"),
]


def fill(db: sqlite3.Connection) -> None:
    """Write a store of schema 1 by statements that no code under test has a hand in."""
    db.executescript(SCHEMA_1)
    texts = [json.dumps(value) for value in (OPTIONS, CARDS, KEY, ABOUT)]
    db.execute("INSERT INTO game VALUES (1, 'duet', ?, ?, ?, ?, 0)", texts)
    db.executemany("INSERT INTO move VALUES (?, ?)", [(n, json.dumps(move)) for n, move in enumerate(MOVES, 1)])
    db.commit()


def old_store(directory: Path, *, killed: bool = False) -> Path:
    """Make a store of schema 1, closed, or left as a killed process leaves it: all of it in the log."""
    directory.mkdir()
    with closing(sqlite3.connect(directory / FILE)) as db:
        fill(db)
        if killed:
            shutil.copytree(directory, directory.with_name("running"))
    if killed:
        shutil.rmtree(directory)
        directory.with_name("running").rename(directory)
    return directory / FILE


def version(path: Path) -> int:
    """Return the schema a file is in."""
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def check_everything(store: Store) -> None:
    """Look at all that the old store held, and play on."""
    assert store.moved_aside is None
    assert [(team.name, team.notes) for team in store.teams()] == [("Owls", "meet on Fridays"), ("Żółwie", "")]
    assert store.results() == RESULTS
    assert store.results("Owls") == RESULTS[:1]
    assert store.settings()["language"] == "pl" and store.settings()["volume"] == 0.25
    used = store.used(["lantern", "gone-pack"])
    assert used["lantern"]["OLD1"] < used["lantern"]["WORD9"] == used["gone-pack"]["ZEPPELIN QUAY"]
    session = Session(store)
    assert session.resume()
    assert session.public is not None and session.setup is not None
    assert session.public.options == DuetOptions(tokens=9, mistakes=5, mission="cairo")
    assert session.public.cards == tuple(CARDS)
    assert session.public.guesses == 1
    assert session.number == 4
    assert session.setup.packs == ("lantern", "gone-pack")
    assert session.setup.team == "Owls"
    assert [entry.clue.word for entry in session.clue_log()] == ["sea"]


@pytest.fixture(params=["closed", "killed", "shipped"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the file of a store of schema 1."""
    if request.param == "shipped":
        (tmp_path / "data").mkdir()
        return Path(shutil.copy(SHIPPED, tmp_path / "data" / FILE))
    return old_store(tmp_path / "data", killed=request.param == "killed")


def test_a_store_of_schema_1_opens_with_everything_there(old: Path) -> None:
    """Teams, results, settings, used words, and the game on the table with a word of a pack that is gone."""
    store = Store(old.parent)
    check_everything(store)
    Session(store).resume()
    store.close()
    assert version(old) == SCHEMA
    again = Store(old.parent)
    check_everything(again)
    session = Session(again)
    session.resume()
    session.do(Abandon())
    session.finish()
    assert len(again.results()) == 3


def test_the_old_file_is_kept_for_going_back(old: Path) -> None:
    """As a file of schema 1 with all in it, readable by an older program, and for the owner only."""
    Store(old.parent).close()
    kept = old.with_name(f"{FILE}.schema1")
    assert version(kept) == 1
    assert kept.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in old.parent.iterdir()) == [FILE, kept.name]
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("SELECT count(*) FROM move").fetchone() == (4,)
        assert db.execute("SELECT name FROM team ORDER BY id").fetchall() == [("Owls",), ("Żółwie",)]


def test_a_migrated_store_has_the_tables_of_a_new_one(old: Path, tmp_path: Path) -> None:
    """Every column, type and default."""
    for directory in (old.parent, tmp_path / "new"):
        Store(directory).close()
    shapes = []
    for path in (old, tmp_path / "new" / FILE):
        with closing(sqlite3.connect(path)) as db:
            tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table' ORDER BY 1")]
            shapes.append({name: db.execute(f"PRAGMA table_info({name})").fetchall() for name in tables})
    assert shapes[0] == shapes[1]


def test_the_first_schema_is_frozen() -> None:
    """What shipped is never changed: the first step makes the tables written out above."""
    with closing(sqlite3.connect(":memory:")) as made, closing(sqlite3.connect(":memory:")) as frozen:
        STEPS[0](made)
        frozen.executescript(SCHEMA_1)
        text = "SELECT name, sql FROM sqlite_schema ORDER BY name"
        assert made.execute(text).fetchall() == frozen.execute(text).fetchall()


def test_a_table_that_is_no_game_does_not_stop_the_rest(tmp_path: Path) -> None:
    """The cards on the table cannot be read: all else is carried over."""
    path = old_store(tmp_path / "data")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE game SET cards = 'no json'")
    store = Store(path.parent)
    assert store.results() == RESULTS
    with pytest.raises(StoreError, match="cannot be read"):
        Session(store).resume()


# Power cuts


def lines_of_opening(directory: Path, stop_at: int | None = None) -> int:
    """Open a store and close it; kill the process at a line of the storage room's code, or count its lines."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.endswith(("storage/database.py", "storage/migrations.py")):
            return None
        if event == "line":
            count += 1
            if count == stop_at:
                os._exit(9)
        return trace

    sys.settrace(trace)
    try:
        Store(directory).close()
    finally:
        sys.settrace(None)
    return count


@pytest.mark.parametrize(("killed", "every"), [(False, 1), (True, 4)], ids=["closed", "in the log"])
def test_a_power_cut_at_any_line_loses_nothing(tmp_path: Path, killed: bool, every: int, games: int) -> None:
    """The process is killed at each line of the migration in turn; the next start has everything and leaves no rest."""
    old_store(tmp_path / "old", killed=killed)
    shutil.copytree(tmp_path / "old", tmp_path / "count")
    total = lines_of_opening(tmp_path / "count")
    assert total > 60
    for line in range(1, total + 1, every if games >= EVERY_LINE else 4):
        directory = tmp_path / str(line)
        shutil.copytree(tmp_path / "old", directory)
        child = os.fork()
        if child == 0:
            lines_of_opening(directory, stop_at=line)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
        store = Store(directory)
        check_everything(store)
        store.close()
        assert {path.name for path in directory.iterdir()} == {FILE, f"{FILE}.schema1"}
        assert version(directory / f"{FILE}.schema1") == 1
        shutil.rmtree(directory)


def test_a_power_cut_at_any_line_of_the_first_start_leaves_a_new_box(tmp_path: Path, games: int) -> None:
    """Nothing was kept yet, so nothing is told to be unreadable."""
    total = lines_of_opening(tmp_path / "count")
    for line in range(1, total + 1, 1 if games >= EVERY_LINE else 3):
        directory = tmp_path / str(line)
        child = os.fork()
        if child == 0:
            lines_of_opening(directory, stop_at=line)
            os._exit(0)
        os.waitpid(child, 0)
        store = Store(directory)
        assert store.moved_aside is None
        store.add_team("Owls")
        store.close()
        assert [path.name for path in directory.iterdir()] == [FILE]


@pytest.mark.parametrize("what", ["replace", "fsync", "backup"])
def test_a_disk_that_refuses_the_copy_leaves_the_old_file(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told, nothing is moved aside, and the next start tries again."""
    path = old_store(tmp_path / "data")
    before = path.read_bytes()

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        match what:
            case "replace":
                full.setattr(Path, "replace", refuse)
            case "fsync":
                full.setattr(os, "fsync", refuse)
            case _:
                full.setattr("device.storage.database.migrate", refuse)
        with pytest.raises(StoreError, match="No space left"):
            Store(path.parent)
    assert path.read_bytes() == before
    check_everything(Store(path.parent))


# Newer programs, and going back


def newer_store(directory: Path, *, killed: bool = False) -> Path:
    """Make a store of a schema this program does not know."""
    Store(directory).close()
    change = f"CREATE TABLE news (id INTEGER); PRAGMA user_version = {SCHEMA + 1};"
    if not killed:
        with closing(sqlite3.connect(directory / FILE)) as db:
            db.executescript(change)
        return directory / FILE
    with closing(sqlite3.connect(directory / FILE)) as db:
        db.executescript(change)
        shutil.copytree(directory, directory.with_name("running"))
    shutil.rmtree(directory)
    directory.with_name("running").rename(directory)
    return directory / FILE


@pytest.mark.parametrize("killed", [False, True])
def test_a_newer_store_is_told_and_not_touched(tmp_path: Path, killed: bool) -> None:
    """Not a byte of it, nor of its log."""
    path = newer_store(tmp_path / "data", killed=killed)
    before = {each.name: each.read_bytes() for each in path.parent.iterdir() if not each.name.endswith("-shm")}
    with pytest.raises(NewerStore, match=f"schema {SCHEMA + 1}, this program knows {SCHEMA}"):
        Store(path.parent)
    assert {each.name: each.read_bytes() for each in path.parent.iterdir() if not each.name.endswith("-shm")} == before


def test_going_back_finds_the_file_of_before_the_update(tmp_path: Path) -> None:
    """An older program takes up what its own schema's file holds; the newer one stays as it is."""
    store = Store(tmp_path)
    store.add_team("Owls")
    store.close()
    shutil.copy(tmp_path / FILE, tmp_path / f"{FILE}.schema{SCHEMA}")
    path = newer_store(tmp_path)
    before = path.read_bytes()
    for _ in range(2):
        back = Store(tmp_path)
        assert back.newer_left
        assert back.moved_aside is None
        assert [team.name for team in back.teams()] == ["Owls"]
        back.set_notes("Owls", "played on the old version")
        back.close()
    assert path.read_bytes() == before


def test_every_step_leads_to_the_next_schema() -> None:
    """From nothing to the newest, one at a time."""
    for schema in range(SCHEMA):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            for step in STEPS[:schema]:
                step(db)
            migrate(db, schema)
            assert db.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_a_game_of_the_new_schema_plays_on(tmp_path: Path) -> None:
    """Moves added after the migration are there after the next start."""
    path = old_store(tmp_path / "data")
    store = Store(path.parent)
    session = Session(store)
    session.resume()
    session.undo_to(0)
    session.do(GiveClue(Side.B, 1))
    session.do(Guess(Side.A, "WORD1"))
    store.close()
    again = Session(Store(path.parent))
    assert again.resume()
    assert again.public == session.public


def test_what_is_kept_for_an_older_program_comes_home_with_the_store(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full at the first start after an update; the version before found nothing of its own."""
    with monkeypatch.context() as patch:
        carry_over = database._carry_over

        def full(path: Path, schema: int) -> None:
            if path == old:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
            carry_over(path, schema)

        patch.setattr(database, "_carry_over", full)
        store, _ = open_store(old.parent, Store)
    assert store.home is not None
    store.go_home()
    assert store.path == old
    store.close()
    kept = old.with_name(f"{FILE}.schema1")
    assert version(kept) == 1
    assert kept.stat().st_mode & 0o777 == 0o600
