"""What a damaged database still holds comes back: one spoilt byte takes no game off the table."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from device.game.session import Session
from device.rules import deal, legal
from device.rules.actions import Abandon, Timeout, Undo
from device.rules.model import DuetOptions, Public
from device.storage import database, files, salvage
from device.storage.store import FILE, CardContent, Drawn, NewerStore, Store, StoreError
from tests.rules.games import names
from tests.storage.test_store import ABOUT, WON, works

PAGE = 4096
CARDS = tuple(("lantern", name) for name in names(25))


@dataclass
class Kept:
    """What stands in a store that is well."""

    content: bytes
    table: Public
    results: int
    settings: dict[str, object]


def played(directory: Path, results: int = 0, drawn: Drawn | None = None) -> Store:
    """Return a store of a box that was played on: settings, a team, results, used cards, twelve moves of a game."""
    store = Store(directory)
    store.add_team("Owls")
    for _ in range(results):
        store.book(WON, leave=True)
    for number in range(results // 12):
        used = tuple(("lantern", f"{name}-{number}") for name in names(25))
        store.put_game(deal(DuetOptions(), names(25), Random(number)), ABOUT, Drawn(used))
    for number in range(40):
        store.set_setting(f"setting{number}", "value" * 10)
    session = Session(store)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT, drawn or Drawn(CARDS))
    rng = Random(3)
    for _ in range(12):
        session.do(rng.choice([a for a in legal(table(session)) if not isinstance(a, Undo | Abandon | Timeout)]))
    return store


def table(session: Session) -> Public:
    assert session.public is not None
    return session.public


def standing(store: Store) -> Public | None:
    """Return the table as it is after a start."""
    session = Session(store)
    with suppress(StoreError):
        session.resume()
    return session.public


def kept(directory: Path, results: int = 0) -> Kept:
    store = played(directory, results)
    before = standing(store)
    assert before is not None
    settings = store.settings()
    store.close()
    return Kept((directory / FILE).read_bytes(), before, results, settings)


def spoilt(directory: Path, content: bytes, place: int, bits: int) -> Store:
    """Return the store that is opened over a file with one byte changed."""
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir()
    (directory / FILE).write_bytes(content[:place] + bytes([content[place] ^ bits]) + content[place + 1 :])
    return Store(directory)


@pytest.mark.parametrize("results", [3, 150], ids=["a new box", "a box of years"])
def test_a_byte_at_the_head_of_any_page_costs_nothing(tmp_path: Path, results: int) -> None:
    """At offset 100 of the file too, where the schema's page begins."""
    good = kept(tmp_path / "good", results)
    heads = [*range(100, 108), *(PAGE * page + at for page in range(1, len(good.content) // PAGE) for at in range(8))]
    for place in heads:
        for bits in (0x01, 0x08, 0xFF) if results < 10 else (0x08,):
            store = spoilt(tmp_path / "spoilt", good.content, place, bits)
            assert store.moved_aside is not None, place
            assert store.salvaged
            assert standing(store) == good.table, place
            assert (len(store.results()), store.settings()) == (good.results, good.settings), place
            assert [team.name for team in store.teams()] == ["Owls"]
            assert len(store.used(["lantern"])["lantern"]) == 25 + results // 12 * 25
            store.close()


def test_a_bit_in_the_head_of_the_file_costs_nothing(tmp_path: Path) -> None:
    """But that a greater number of its schema may be a newer program's: its file stays as it is."""
    good, newer = kept(tmp_path / "good"), 0
    for place in range(100):
        for bit in range(8):
            try:
                store = spoilt(tmp_path / "spoilt", good.content, place, 1 << bit)
            except NewerStore:
                assert place in (62, 63), place
                newer += 1
                continue
            assert standing(store) == good.table, (place, bit)
            assert store.settings() == good.settings
            store.close()
    assert newer == 8


@pytest.mark.parametrize("results", [3, 150], ids=["a new box", "a box of years"])
def test_a_byte_in_the_middle_of_any_page_costs_a_row_at_most(tmp_path: Path, results: int) -> None:
    good = kept(tmp_path / "good", results)
    for middle in range(PAGE // 2, len(good.content), PAGE):
        store = spoilt(tmp_path / "spoilt", good.content, middle, 0x80)
        assert standing(store) == good.table, middle
        assert len(store.results()) >= good.results - 1
        store.close()


@pytest.mark.parametrize("text", [b'{"guess"', b'["CARD', b'"mission"'], ids=["a move", "the cards", "the options"])
def test_when_the_games_own_bytes_are_gone_play_goes_on(tmp_path: Path, text: bytes) -> None:
    good = kept(tmp_path / "good", 3)
    store = spoilt(tmp_path / "spoilt", good.content, good.content.index(text), 0x80)
    assert standing(store) is None
    assert len(store.results()) == 3
    assert works(store)
    store.close()


def test_a_row_that_goes_over_several_pages_comes_back(tmp_path: Path) -> None:
    contents = {name: CardContent(file=f"/pictures/{'x' * 900}/{name}.png") for name in names(25)}
    played(tmp_path / "good", drawn=Drawn(CARDS, contents=contents)).close()
    content = (tmp_path / "good" / FILE).read_bytes()
    store = spoilt(tmp_path / "spoilt", content, 100, 0x01)
    saved = store.game()
    assert saved is not None
    assert saved.contents == contents
    store.close()


def test_what_only_the_log_holds_comes_back(tmp_path: Path) -> None:
    """A killed process leaves the last moves in the log alone."""
    store = played(tmp_path / "killed")
    table = standing(store)
    shutil.copytree(tmp_path / "killed", tmp_path / "copy")
    with (tmp_path / "copy" / FILE).open("r+b") as file:
        file.write(b"spoilt")
    after = Store(tmp_path / "copy")
    assert after.moved_aside is not None
    assert standing(after) == table
    store.close()
    after.close()


def test_a_file_of_the_first_schema_comes_back(tmp_path: Path) -> None:
    content = (Path(__file__).parent / "schema1.db").read_bytes()
    well = spoilt(tmp_path / "well", content, 0, 0)
    rows, table = well.dump(), standing(well)
    store = spoilt(tmp_path / "spoilt", content, 100, 0x01)
    assert store.moved_aside is not None
    assert standing(store) == table is not None
    assert {name: len(each) for name, each in store.dump().items()} == {name: len(each) for name, each in rows.items()}


def test_what_was_forgotten_does_not_come_back(tmp_path: Path) -> None:
    store = played(tmp_path / "good", 3)
    store.delete_team("Owls")
    store.set_setting("setting7", None)
    store.clear_table()
    store.close()
    store = spoilt(tmp_path / "spoilt", (tmp_path / "good" / FILE).read_bytes(), 100, 0x01)
    assert (store.teams(), standing(store)) == ([], None)
    assert "setting7" not in store.settings()


def test_no_import_a_box_would_refuse_comes_back(tmp_path: Path) -> None:
    """Each row is judged as an import is."""
    played(tmp_path / "good", 3).close()
    with sqlite3.connect(tmp_path / "good" / FILE) as db:
        db.execute("UPDATE result SET mode = 'chess' WHERE id = 1")
        db.execute("INSERT INTO setting VALUES ('bad', 'no json')")
    db.close()
    store = spoilt(tmp_path / "spoilt", (tmp_path / "good" / FILE).read_bytes(), 100, 0x01)
    assert len(store.dump()["result"]) == 2
    assert "bad" not in {name for name, _ in store.dump()["setting"]}


def test_every_table_is_looked_for(tmp_path: Path) -> None:
    with sqlite3.connect(Store(tmp_path / "new").path) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        found = {name: len(db.execute(f"PRAGMA table_info({name})").fetchall()) for name in tables}
    db.close()
    assert found == salvage.WIDTHS


class Cut(Exception):
    """The power goes."""


def _steps() -> list[tuple[type | ModuleType, str]]:
    return [
        (salvage, "put"),
        (database, "move_aside"),
        (database, "sync"),
        (files, "sync"),
        (Path, "rename"),
        (Path, "replace"),
    ]


@pytest.mark.parametrize("owner,name", _steps(), ids=[f"{owner.__name__}.{name}" for owner, name in _steps()])
@pytest.mark.parametrize("nth", range(4))
def test_a_power_cut_while_it_comes_back_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, name: str, nth: int
) -> None:
    good = kept(tmp_path / "good", 3)
    data = tmp_path / "spoilt"
    data.mkdir()
    (data / FILE).write_bytes(b"spoilt" + good.content[6:])
    do: Callable[..., object] = getattr(owner, name)
    calls = 0

    def cut(*given: object, **named: object) -> object:
        nonlocal calls
        calls += 1
        if calls > nth:
            raise Cut
        return do(*given, **named)

    with monkeypatch.context() as power:
        power.setattr(owner, name, cut)
        with suppress(Cut):
            Store(data).close()
    store = Store(data)
    assert standing(store) == good.table
    assert any(path.read_bytes().startswith(b"spoilt") for path in data.glob(f"{FILE}.unreadable-*"))
    assert not list(data.glob("*.salvaged*"))
    store.close()


def test_a_row_whose_number_no_database_takes_keeps_no_box_from_starting(tmp_path: Path) -> None:
    """Read without its sign, -1 is more than SQLite holds: every start ended by it."""
    played(tmp_path / "good", 3).close()
    with sqlite3.connect(tmp_path / "good" / FILE) as db:
        db.execute("UPDATE move SET number = -1 WHERE number = 5")
    db.close()
    store = spoilt(tmp_path / "spoilt", (tmp_path / "good" / FILE).read_bytes(), 100, 0x01)
    assert len(store.results()) == 3
    assert works(store)
    store.close()


def test_a_file_that_makes_its_reader_fail_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = kept(tmp_path / "good")

    def failing(path: Path) -> object:
        raise OverflowError("nobody foresaw it")

    monkeypatch.setattr(salvage, "salvage", failing)
    store = spoilt(tmp_path / "spoilt", good.content, 100, 0x01)
    assert store.moved_aside is not None
    assert works(store)
    store.close()


def test_damage_to_an_index_is_seen_at_the_start(tmp_path: Path) -> None:
    """Nobody saw it, and from then on nothing of that table could be saved, at this start and any later one."""
    good = kept(tmp_path / "good", 30)
    with closing(sqlite3.connect(tmp_path / "good" / FILE)) as db:
        query = "SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'team' AND name LIKE 'sqlite_autoindex%'"
        (page,) = db.execute(query).fetchone()
    at = good.content.index(b"Owls", (page - 1) * PAGE, page * PAGE)
    store = spoilt(tmp_path / "spoilt", good.content, at, 0x02)
    store.delete_team("Owls")
    assert store.teams() == []
    assert len(store.results()) == 30
    store.close()
