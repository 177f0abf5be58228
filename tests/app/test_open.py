"""Opening what a data directory holds: whatever is wrong with it the box starts, and says what people must know."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from device.app.build import open_data
from device.app.open import open_session, open_store
from device.config.settings import Settings
from device.game.session import Session
from device.headless.pilot import Pilot
from device.rules import deal, legal
from device.rules.actions import GiveClue
from device.rules.model import DuetOptions, Side
from device.storage.lock import InUse, locked
from device.storage.migrations import SCHEMA
from device.storage.store import FILE, GameSetup, Store
from tests.rules.games import names


def with_a_game(directory: Path) -> Store:
    store = Store(directory)
    store.put_game(deal(DuetOptions(), names(25), Random(1)), GameSetup("duet", "en"))
    store.add_moves([(1, GiveClue(Side.A, 1))])
    return store


def full(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    """Let no file in a directory be written by a database, as on a full disk."""
    connect = sqlite3.connect

    def refusing(path: object, *given: object, **named: object) -> sqlite3.Connection:
        if str(path).startswith(str(data)):
            raise sqlite3.OperationalError("database or disk is full")
        return connect(path, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(sqlite3, "connect", refusing)


def newer(directory: Path) -> bytes:
    with_a_game(directory).close()
    with closing(sqlite3.connect(directory / FILE)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    return (directory / FILE).read_bytes()


def test_a_newer_store_is_left_alone_and_told(tmp_path: Path) -> None:
    before = newer(tmp_path)
    store, notes = open_store(tmp_path, Store)
    assert notes == [
        f"{FILE} is from a newer version and stays whole. Nothing new is saved until that version is back."
    ]
    store.add_team("Owls")
    assert store.path.parent != tmp_path
    assert open_session(store)[0].public is None
    assert (tmp_path / FILE).read_bytes() == before


def test_a_newer_store_beside_that_of_before_the_update_is_told(tmp_path: Path) -> None:
    with_a_game(tmp_path).close()
    shutil.copy(tmp_path / FILE, tmp_path / f"{FILE}.schema{SCHEMA}")
    newer(tmp_path)
    store, notes = open_store(tmp_path, Store)
    assert notes == ["The saved games are from a newer version and stay as they are. Here are those from before it."]
    assert open_session(store)[0].number == 1


@pytest.mark.parametrize("kept", [True, False])
def test_a_newer_store_that_cannot_be_written_ends_no_start(
    kept: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the way back from an update, a card that is only read: of a newer store no copy could be opened either."""
    with_a_game(tmp_path).close()
    before = tmp_path / f"{FILE}.schema{SCHEMA}"
    if kept:
        shutil.copy(tmp_path / FILE, before)
    newest, opened = newer(tmp_path), os.open

    def only_read(path: object, flags: int, *given: int, **named: int) -> int:
        if str(path).startswith(str(tmp_path)) and flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return opened(path, flags, *given, **named)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", only_read)
        store, notes = open_store(tmp_path, Store)
    assert notes[0] == f"Nothing can be saved: {tmp_path} cannot be written."
    assert "from a newer version" in notes[1]
    assert (open_session(store)[0].number == 1) is kept
    store.add_team("Owls")
    store.go_home()
    assert (store.path == before and store.forgetful is None) is kept
    store.close()
    assert (tmp_path / FILE).read_bytes() == newest
    if kept:
        assert [team.name for team in open_store(tmp_path, Store)[0].teams()] == ["Owls"]


def test_an_empty_file_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    _, notes = open_store(tmp_path, Store)
    assert notes == [f"The saved games could not be read. They were moved to {FILE}.unreadable-1."]


def test_a_damaged_file_is_told_and_its_game_stands(tmp_path: Path) -> None:
    with_a_game(tmp_path).close()
    with (tmp_path / FILE).open("r+b") as file:
        file.seek(100)
        file.write(b"\0")
    store, notes = open_store(tmp_path, Store)
    assert notes == [
        f"The memory was damaged. What could be read is here; the old file is kept as {FILE}.unreadable-1."
    ]
    assert open_session(store)[0].number == 1


def test_a_damaged_log_is_told(tmp_path: Path) -> None:
    with_a_game(tmp_path / "data")
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    with (tmp_path / "copy" / f"{FILE}-wal").open("r+b") as log:
        log.write(b"\0")
    _, notes = open_store(tmp_path / "copy", Store)
    assert notes == ["The memory was damaged: the last moves may be missing."]


@pytest.mark.parametrize("where", ["log", "file"])
def test_a_damage_is_told_of_a_store_that_cannot_be_written_as_well(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing card is damaged and only read; once it could be written the last moves were gone without a word."""
    running = with_a_game(tmp_path / "data")
    running.set_setting("operator_box", "0123456789abcdef")
    if where == "file":
        running.close()
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    with (tmp_path / "copy" / (f"{FILE}-wal" if where == "log" else FILE)).open("r+b") as file:
        file.seek(0 if where == "log" else 100)
        file.write(b"\0")
    with monkeypatch.context() as patched:
        full(patched, tmp_path / "copy")
        store, notes = open_store(tmp_path / "copy", Store)
    assert store.forgetful
    assert notes[1:] == ["The memory was damaged: the last moves may be missing."]
    assert store.settings()["operator_box"] == "", "it may lack what an export of before holds"


def test_a_link_is_refused_and_told(tmp_path: Path) -> None:
    (tmp_path / FILE).symlink_to("/dev/null")
    mode = Path("/dev/null").stat().st_mode
    store, notes = open_store(tmp_path, Store)
    assert notes == [f"Nothing can be saved: {tmp_path / FILE} cannot be written."]
    assert Path("/dev/null").stat().st_mode == mode
    store.add_team("Owls")


def test_people_are_told_in_the_language_of_the_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is known only once the store is open, also where that is a copy of one that cannot be written."""
    store = Store(tmp_path)
    store.set_setting("language", "es")
    store.close()
    full(monkeypatch, tmp_path)
    opened = open_data(tmp_path, Settings(), {})
    assert tuple(map(opened.texts.again, opened.notes)) == (
        f"No se puede guardar nada: no se puede escribir en {tmp_path}.",
    )


def test_a_game_in_a_directory_that_cannot_be_written_stands_on_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = with_a_game(tmp_path)

    full(monkeypatch, tmp_path)
    store, notes = open_store(tmp_path, Store)
    session, more = open_session(store)
    assert notes == [f"Nothing can be saved: {tmp_path} cannot be written."]
    assert more == []
    assert session.number == 1
    assert session.unsaved is not None
    session.do(next(iter(legal(session.public))))  # type: ignore[arg-type]
    assert session.unsaved is not None, "what a power cut forgets is not saved, however often it is written"
    assert session.save() is False
    running.close()


def test_a_game_that_cannot_be_read_is_kept_for_who_can_mend_it(tmp_path: Path) -> None:
    with_a_game(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE game SET family = 'chess'")
    store, _ = open_store(tmp_path, Store)
    _, notes = open_session(store)
    assert notes == ["The game that was on the table could not be read."]
    store.clear_table()
    store.close()
    with closing(sqlite3.connect(tmp_path / f"{FILE}.unreadable-1")) as db:
        assert db.execute("SELECT family FROM game").fetchone() == ("chess",)


# One process a directory


def test_a_directory_is_held_by_one_process_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path / "data"):
        with pytest.raises(InUse, match="another spytable"), locked(tmp_path / "data"):
            pass
        with locked(tmp_path / "other"):
            pass
    with locked(tmp_path / "data"):
        pass


def test_where_nothing_can_be_written_there_is_nothing_to_hold(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    with locked(tmp_path / "data"):
        pass


@pytest.mark.parametrize("command", [["run"], ["drive", "SCRIPT", "--out", "OUT"]])
def test_a_second_process_is_told_in_one_line(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "script.yaml").write_text("- {wait: 1}\n")
    given = [{"SCRIPT": f"{tmp_path}/script.yaml", "OUT": f"{tmp_path}/out"}.get(word, word) for word in command]
    program = [sys.executable, "-m", "device", "--data-dir", str(tmp_path / "data"), *given]
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with locked(tmp_path / "data"):
        second = subprocess.run(program, capture_output=True, text=True, env=quiet, timeout=60, check=False)
    assert second.returncode == 2
    assert second.stdout == ""
    assert second.stderr.count("\n") == 1
    assert str(tmp_path / "data") in second.stderr


# While it runs


def test_what_could_not_be_saved_is_saved_by_time(make: Callable[..., Pilot]) -> None:
    pilot = make()
    pilot.fail("store")
    pilot.start(deal(DuetOptions(), names(25), Random(1)))
    session = pilot.kiosk.context.session
    assert session.unsaved is not None
    pilot.mend("store")
    assert session.unsaved is None
    pilot.power_cut()
    assert pilot.screen == "standing"


def test_a_deleted_data_directory_is_noticed_on_the_screen(make: Callable[..., Pilot]) -> None:
    pilot = make()
    pilot.start(deal(DuetOptions(), names(25), Random(1)))
    shutil.rmtree(pilot.setup.data)
    pilot.wait(4)
    texts = [record.text for record in pilot.kiosk.frame.record]
    assert any("The memory fails" in text for text in texts)


def test_a_game_on_the_table_makes_no_sound_at_the_start(make: Callable[..., Pilot]) -> None:
    """The kiosk is told how things stand; nothing happened."""
    pilot = make()
    pilot.start(deal(DuetOptions(), names(25), Random(1)))
    pilot.heard.clear()
    pilot.power_cut()
    assert pilot.heard == []


def test_a_moment_in_which_the_file_is_locked_costs_a_quarter_of_a_second_at_most(tmp_path: Path) -> None:
    store = with_a_game(tmp_path)
    assert store._db.execute("PRAGMA busy_timeout").fetchone()[0] <= 250


def test_where_the_whole_disk_is_full_it_plays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "box").write_text("no folder")
    make = tempfile.mkdtemp

    def full(prefix: str, dir: str | None = None) -> str:
        if dir is None:
            raise FileNotFoundError(2, "No usable temporary directory found")
        return make(prefix=prefix, dir=dir)

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    store, notes = open_store(tmp_path / "box", Store)
    assert "Nothing can be saved" in notes[0]
    assert store.forgetful
    assert str(store.path).startswith("/dev/shm/")
    store.close()


@pytest.mark.parametrize("again", [False, True], ids=["gone", "another one in its place"])
def test_a_lock_file_that_is_deleted_lets_no_second_program_in(again: bool, tmp_path: Path) -> None:
    with locked(tmp_path):
        (tmp_path / "spytable.lock").unlink()
        if again:
            (tmp_path / "spytable.lock").touch()
        with pytest.raises(InUse), locked(tmp_path):
            raise AssertionError("both have it")
    with locked(tmp_path):
        assert (tmp_path / "spytable.lock").exists()


def test_a_lock_file_that_cannot_be_made_hinders_nobody(tmp_path: Path) -> None:
    (tmp_path / "spytable.lock").mkdir()
    with locked(tmp_path):
        pass


@pytest.mark.parametrize("known", [True, False], ids=["with a game", "new"])
def test_a_box_that_started_on_a_full_disk_saves_once_there_is_room(
    known: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F9: it stayed in memory until it was switched off, and what was played was gone."""
    data = tmp_path / "data"
    if known:
        with_a_game(data).close()
    with monkeypatch.context() as patched:
        full(patched, data)
        store, notes = open_store(data, Store)
        session, _ = open_session(store)
        assert "Nothing can be saved" in notes[0]
        assert session.unsaved is not None
        session.start(deal(DuetOptions(), names(25), Random(2)), GameSetup("duet", "en"))
        assert not session.save()
        away = store.path.parent
        assert away.parent != tmp_path
    assert session.save()
    assert session.unsaved is None
    assert store.path == data / FILE
    assert not away.exists()
    store.set_setting("language", "pl")
    shown = session.public
    store.close()
    again = Store(data)
    assert again.settings()["language"] == "pl"
    resumed = Session(again)
    assert resumed.resume()
    assert resumed.public == shown


def test_a_power_cut_on_the_way_home_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stood in the log of the old file went before the new one had its name."""
    running = with_a_game(tmp_path / "running")
    running.add_team("Owls")
    data = tmp_path / "data"
    data.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{running.path}{ending}", data / f"{FILE}{ending}")  # as a pulled plug leaves them
    running.close()
    assert (data / f"{FILE}-wal").stat().st_size
    with monkeypatch.context() as patched:
        full(patched, data)
        store, _ = open_store(data, Store)
    replace = Path.replace

    class Cut(BaseException):
        """The power goes."""

    def cut(path: Path, target: Path) -> Path:
        if path.name.endswith(".new"):
            raise Cut
        return replace(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", cut)
        with pytest.raises(Cut):
            store.go_home()
    again = Store(data)
    assert [team.name for team in again.teams()] == ["Owls"]
    assert Session(again).resume()
    assert not again.log_damaged and again.moved_aside is None


@pytest.mark.parametrize("at", ["home.put_in_place", "store.open_database"])
def test_a_store_that_could_not_go_home_at_once_does_so_later(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By then its own log was emptied into the file: that is no other file."""
    running = with_a_game(tmp_path / "running")
    data = tmp_path / "data"
    data.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{running.path}{ending}", data / f"{FILE}{ending}")
    running.close()
    with monkeypatch.context() as patched:
        full(patched, data)
        store, _ = open_store(data, Store)
    store.add_team("Owls")

    def failing(*given: object) -> None:
        raise OSError("not now")

    with monkeypatch.context() as patched:
        patched.setattr(f"device.storage.{at}", failing)
        store.go_home()
    assert store.forgetful
    store.go_home()
    assert store.forgetful is None
    assert store.path == data / FILE
    store.close()
    assert [team.name for team in Store(data).teams()] == ["Owls"]


def test_a_store_does_not_go_home_where_something_else_lies_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        full(patched, tmp_path)
        store, _ = open_store(tmp_path, Store)
        session, _ = open_session(store)
    theirs = Store(tmp_path)
    theirs.add_team("Owls")
    theirs.close()
    assert not session.save()
    store.close()
    assert [team.name for team in Store(tmp_path).teams()] == ["Owls"]


def test_what_is_kept_elsewhere_meanwhile_goes_with_the_program(tmp_path: Path) -> None:
    """A copy of the store has the key of the game in it, and every start made another."""
    (tmp_path / "script.yaml").write_text("- {wait: 1}\n")
    (tmp_path / "data").write_text("no folder")
    (tmp_path / "kept").mkdir()
    places = ["--data-dir", str(tmp_path / "data"), "drive", str(tmp_path / "script.yaml"), "--out", str(tmp_path)]
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "TMPDIR": str(tmp_path / "kept")}
    done = subprocess.run(
        [sys.executable, "-m", "device", *places], capture_output=True, text=True, env=quiet, check=True
    )
    assert "nothing is saved" in done.stderr
    assert list((tmp_path / "kept").iterdir()) == []
