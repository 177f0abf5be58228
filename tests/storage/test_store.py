"""The store: what is saved is saved, whatever happens to the process, the file or the disk."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cards.packs import Card, Pack, draw, folded
from device.files.reader import Malformed
from device.game.session import Session
from device.game.statistics import statistics
from device.owner.orders import Orders
from device.rules import deal, legal
from device.rules.actions import Abandon, CoverCard, GiveClue, Guess
from device.rules.model import DuetOptions, Side, VersusOptions
from device.rules.views import as_json
from device.storage.rows import COLUMNS as ROWS
from device.storage.rows import MAX_TEAMS, check_rows
from device.storage.saved_game import COLUMNS, UnreadableGame, read_game
from device.storage.store import FILE, CardContent, Drawn, GameResult, GameSetup, NewerStore, Store, StoreError
from tests.rules.games import names

ABOUT = GameSetup("duet", "en", ("lantern",))
VERSUS = GameSetup("classic", "en", ("lantern",))
WON = GameResult("duet", "won", "agents", 8, 8, 17, 15, mission="prague", tokens=9, mistakes=9, score=7, team="Owls")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Return a store in an empty directory."""
    store = Store(tmp_path / "data")
    yield store
    store.close()


def reopened(store: Store) -> Store:
    """Return what another process would find."""
    return Store(store.path.parent)


def filled(directory: Path) -> Path:
    """Make a store with something of everything in it and return its file."""
    store = Store(directory)
    store.add_team("Owls")
    store.set_notes("Owls", "n" * 1000)
    for _ in range(60):
        store.book(WON, leave=True)
    store.put_game(deal(DuetOptions(), names(25), Random(1)), ABOUT, Drawn((("lantern", "SALT"),)))
    store.add_moves([(1, GiveClue(Side.A, 2, "sea"))])
    store.set_setting("language", "pl")
    store.close()
    return directory / FILE


def works(store: Store) -> bool:
    """Tell whether a store keeps things."""
    store.put_game(deal(DuetOptions(), names(25), Random(2)), ABOUT)
    store.add_moves([(1, Abandon())])
    store.book(WON, leave=False)
    saved = reopened(store).game()
    return saved is not None and saved.moves == ((1, Abandon()),) and saved.keys_shown


# Durability


@pytest.mark.parametrize("options", [DuetOptions(mission="cairo", tokens=9, mistakes=5), VersusOptions(grid="5x4")])
def test_each_move_is_there_after_a_restart(store: Store, options: Any) -> None:
    """Reopened after each move, the game stands just as it did."""
    session, rng = Session(store), Random(5)
    cards, setup = (names(20), VERSUS) if isinstance(options, VersusOptions) else (names(25), ABOUT)
    session.start(deal(options, cards, rng), setup)
    while session.public and session.public.result is None and session.number < 40:
        session.do(rng.choice(_mostly_quiet(session)))
        again = Session(reopened(store))
        assert again.resume()
        assert again.public == session.public
        assert again.number == session.number
        assert [again.key(side) for side in (Side.A, Side.B)] == [session.key(side) for side in (Side.A, Side.B)]
        assert again.clue_log() == session.clue_log()
        assert again.setup == setup


def _mostly_quiet(session: Session) -> list[Any]:
    assert session.public
    moves = [move for move in legal(session.public) if not isinstance(move, Abandon)]
    quiet = [move for move in moves if not isinstance(move, Guess | CoverCard)]
    return quiet or moves


def test_the_disk_is_written_before_the_call_returns(store: Store) -> None:
    """WAL and synchronous FULL: a commit is on the disk, not in a cache."""
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)


CHILD = """
import json, sys
from pathlib import Path
from random import Random
from device.rules import deal, legal
from device.rules.actions import Abandon
from device.rules.model import VersusOptions
from device.rules.views import as_json
from device.game.session import Session
from device.storage.store import GameSetup, Store
session, rng = Session(Store(Path(sys.argv[1]))), Random(int(sys.argv[2]))
while True:
    session.start(deal(VersusOptions(), [f"CARD{n}" for n in range(25)], rng), GameSetup("classic", "en"))
    print(json.dumps([session.number, as_json(session.public)]), flush=True)
    for _ in range(60):
        moves = [m for m in legal(session.public) if not isinstance(m, Abandon)]
        move = rng.choice(moves) if moves else None
        if move is None or type(move).__name__ == "CoverCard":
            break
        session.do(move)
        print(json.dumps([session.number, as_json(session.public)]), flush=True)
"""


def test_nothing_shown_is_lost_when_the_process_is_killed(tmp_path: Path, kills: int) -> None:
    """What was told after `do` returned is on the disk, or the game that followed it is (`--kills 300` for more)."""
    rng = Random(3)
    for number in range(kills):
        directory = tmp_path / str(number)
        command = [sys.executable, "-c", CHILD, str(directory), str(number)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            told = [child.stdout.readline() for _ in range(rng.randrange(1, 60))]
            child.send_signal(signal.SIGKILL)
            told += child.stdout.readlines()
        move, table = json.loads(told[-1] if told[-1].endswith("\n") else told[-2])
        session = Session(Store(directory))
        assert session.resume()
        assert session.public
        if session.number == move:
            assert as_json(session.public) == table
        else:
            assert session.number in (0, move + 1)
        shutil.rmtree(directory)


# One commit a move


def test_a_move_is_exactly_one_commit(store: Store) -> None:
    """One transaction with one insert; a refused move writes nothing."""
    session = Session(store)
    session.start(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    statements: list[str] = []
    store._db.set_trace_callback(statements.append)
    session.do(GiveClue(Side.A, 2))
    assert [statement.split()[0] for statement in statements] == ["BEGIN", "INSERT", "COMMIT"]
    statements.clear()
    with pytest.raises(Exception, match="phase"):
        session.do(GiveClue(Side.A, 2))
    assert statements == []


# Files that are no good


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _cut_to_a_header(path: Path) -> None:
    os.truncate(path, 100)


def _garbage(path: Path) -> None:
    path.write_bytes(b"this is no database " * 500)


def _garbage_inside(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:] = bytes(len(content) - 4096 - 4096) + b"\xff" * 4096
    path.write_bytes(content)


def _no_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DROP TABLE move")


def _no_column(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ALTER TABLE result DROP COLUMN turns")


def _empty(path: Path) -> None:
    os.truncate(path, 0)


def _flipped_schema_text(path: Path) -> None:
    """A bit flips in the schema's text: it is UTF-8 no more, which is no error of SQLite's."""
    content = bytearray(path.read_bytes())
    content[content.index(b"CREATE TABLE team") + 20] ^= 0x80
    path.write_bytes(content)


def _garbage_with_a_wal(path: Path) -> None:
    _garbage(path)
    path.with_name(FILE + "-wal").write_bytes(b"\x37\x7f\x06\x82" + bytes(4000))
    path.with_name(FILE + "-shm").write_bytes(bytes(32768))


@pytest.mark.parametrize(
    "spoil",
    [
        _truncate,
        _cut_to_a_header,
        _garbage,
        _garbage_inside,
        _empty,
        _no_table,
        _no_column,
        _flipped_schema_text,
        _garbage_with_a_wal,
    ],
    ids=lambda spoil: spoil.__name__[1:],
)
def test_an_unreadable_file_is_moved_aside(tmp_path: Path, spoil: Any) -> None:
    """The box goes on with a new file that holds what could be read, and the old one is kept, byte for byte."""
    path = filled(tmp_path)
    spoil(path)
    spoiled = path.read_bytes()
    store = Store(tmp_path)
    assert store.moved_aside == tmp_path / f"{FILE}.unreadable-1"
    assert store.moved_aside.read_bytes() == spoiled
    empty = (store.game(), store.results(), store.settings()) == (None, [], {})
    assert empty == (spoil in (_cut_to_a_header, _garbage, _garbage_inside, _empty, _garbage_with_a_wal))
    assert store.salvaged != empty
    assert works(store)
    store.close()
    assert Store(tmp_path).moved_aside is None


def test_a_second_unreadable_file_does_not_replace_the_first(tmp_path: Path) -> None:
    """Each one is kept."""
    for number in (1, 2, 3):
        (tmp_path / FILE).write_bytes(b"garbage" * 1000 + bytes([number]))
        store = Store(tmp_path)
        assert store.moved_aside == tmp_path / f"{FILE}.unreadable-{number}"
        store.close()
    assert (tmp_path / f"{FILE}.unreadable-2").read_bytes().endswith(b"\x02")


def test_a_wal_left_by_a_killed_process_is_taken_in(tmp_path: Path) -> None:
    """The write-ahead log of an open store belongs to it: a copy of all files has every move."""
    store = Store(tmp_path / "data")
    store.put_game(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    store.add_moves([(1, GiveClue(Side.A, 2))])
    assert (tmp_path / "data" / f"{FILE}-wal").stat().st_size > 0
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    copy = Store(tmp_path / "copy")
    saved = copy.game()
    assert copy.moved_aside is None
    assert saved is not None and saved.moves == ((1, GiveClue(Side.A, 2)),)


def test_a_torn_end_of_the_wal_costs_at_most_its_own_transaction(tmp_path: Path) -> None:
    """A power cut while the log was being written: what was committed before stays."""
    store = Store(tmp_path / "data")
    store.put_game(deal(DuetOptions(), names(25), Random(1)), ABOUT)
    store.add_moves([(1, GiveClue(Side.A, 2))])
    size = (tmp_path / "data" / f"{FILE}-wal").stat().st_size
    store.add_moves([(2, Guess(Side.B, "CARD1"))])
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    os.truncate(tmp_path / "copy" / f"{FILE}-wal", size + 1000)
    (tmp_path / "copy" / f"{FILE}-shm").unlink()
    copy = Store(tmp_path / "copy")
    saved = copy.game()
    assert copy.moved_aside is None
    assert saved is not None and saved.moves == ((1, GiveClue(Side.A, 2)),)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_bit_flips_the_box_goes_on(tmp_path: Path, seed: int) -> None:
    """Anywhere in the file: the store opens, or is moved aside, and the next game is kept."""
    content = filled(tmp_path / "good").read_bytes()
    for number in range(40):
        rng = Random(f"{seed}:{number}")
        directory = tmp_path / f"{number}"
        directory.mkdir()
        spoiled = bytearray(content)
        place = rng.randrange(rng.choice((100, 8192, len(spoiled))))
        spoiled[place] ^= 1 << rng.randrange(8)
        (directory / FILE).write_bytes(spoiled)
        try:
            store = Store(directory)
        except NewerStore:
            assert 60 <= place < 64
            continue
        session = Session(store)
        with suppress(StoreError):
            session.resume()
        statistics(store.results())
        assert all(isinstance(team.name, str) for team in store.teams())
        session.start(deal(DuetOptions(), names(25), Random(2)), ABOUT)
        assert session.unsaved is None
        saved = reopened(store).game()
        assert saved is not None and saved.dealt.cards == tuple(names(25))
        store.close()


def test_a_log_without_its_file_is_not_taken_for_that_of_a_new_one(tmp_path: Path) -> None:
    """SQLite would play it back into whatever file stands there next; what it holds is read row by row."""
    store = Store(tmp_path / "data")
    store.add_team("Owls")
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    (tmp_path / "copy" / FILE).unlink()
    copy = Store(tmp_path / "copy")
    assert copy.moved_aside == tmp_path / "copy" / f"{FILE}.unreadable-1"
    assert [team.name for team in copy.teams()] == ["Owls"]
    assert (tmp_path / "copy" / f"{FILE}.unreadable-1-wal").stat().st_size > 0


# A log that is damaged


def logged(tmp_path: Path) -> tuple[Path, list[int]]:
    """Return a copy of a running store's directory, and the size of its log after each of four commits."""
    store, sizes = Store(tmp_path / "data"), []
    for name in ("Owls", "Foxes", "Cats", "Dogs"):
        store.add_team(name)
        sizes.append((tmp_path / "data" / f"{FILE}-wal").stat().st_size)
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    (tmp_path / "copy" / f"{FILE}-shm").unlink()
    return tmp_path / "copy", sizes


@pytest.mark.parametrize(
    ("commit", "told", "left"),
    [(1, True, ["Owls"]), (2, True, ["Foxes", "Owls"]), (3, False, ["Cats", "Foxes", "Owls"])],
)
def test_a_hole_in_the_log_is_told_and_a_torn_end_is_not(
    tmp_path: Path, commit: int, told: bool, left: list[str]
) -> None:
    """Behind a hole stands what was on the disk already; a torn end is what a power cut leaves of the last commit."""
    directory, sizes = logged(tmp_path)
    with (directory / f"{FILE}-wal").open("r+b") as log:
        log.seek(sizes[commit] - 100)
        letter = log.read(1)
        log.seek(sizes[commit] - 100)
        log.write(bytes([letter[0] ^ 1]))
    store = Store(directory)
    assert store.log_damaged is told
    assert [team.name for team in store.teams()] == left


@pytest.mark.parametrize("place", [0, 9, 17, 25])
def test_a_log_whose_head_is_damaged_is_told(tmp_path: Path, place: int) -> None:
    """SQLite reads none of it."""
    directory, _ = logged(tmp_path)
    with (directory / f"{FILE}-wal").open("r+b") as log:
        content = bytearray(log.read())
        content[place] ^= 1
        log.seek(0)
        log.write(content)
    store = Store(directory)
    assert store.log_damaged
    assert store.teams() == []


def test_a_whole_log_is_not_told(tmp_path: Path) -> None:
    """Also one that was begun again over the frames of an older round."""
    directory, _ = logged(tmp_path)
    store = Store(directory)
    assert not store.log_damaged
    store.add_team("Bats")
    shutil.copytree(directory, tmp_path / "again")
    assert not Store(tmp_path / "again").log_damaged
    assert len(Store(tmp_path / "again").teams()) == 5


# Files that are none


@pytest.mark.parametrize("kind", ["link", "link to nothing", "directory", "fifo", "device"])
def test_what_is_no_regular_file_is_refused_and_left_as_it_is(tmp_path: Path, kind: str) -> None:
    """No mode is changed through a link, nothing is moved aside, and nothing hangs."""
    target, path = tmp_path / "target", tmp_path / "data" / FILE
    path.parent.mkdir()
    if kind == "link":
        target.write_bytes(b"theirs")
        target.chmod(0o644)
        path.symlink_to(target)
    elif kind == "link to nothing":
        path.symlink_to(target)
    elif kind == "directory":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null")
    with pytest.raises(StoreError, match="no regular file"):
        Store(tmp_path / "data")
    assert [each.name for each in path.parent.iterdir()] == [FILE]
    if kind == "link":
        assert stat.S_IMODE(target.stat().st_mode) == 0o644
        assert target.read_bytes() == b"theirs"
    assert kind != "link to nothing" or not target.exists()


def test_a_deleted_directory_is_noticed_and_no_move_is_taken_for_saved(tmp_path: Path) -> None:
    """SQLite would go on writing to a file that has no name any more."""
    store = Store(tmp_path / "data")
    assert not store.gone()
    shutil.rmtree(tmp_path / "data")
    assert store.gone()
    with pytest.raises(StoreError, match="gone"):
        store.add_team("Owls")
    Store(tmp_path / "data")
    assert store.gone(), "another file stands there now"


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ("UPDATE game SET family = 'chess'", "cannot be read"),
        ("UPDATE game SET key = '{}'", "key"),
        ("UPDATE game SET cards = 'no json'", "cannot be read"),
        ("UPDATE game SET options = '{\"speed\": 1}'", "speed"),
        ("UPDATE game SET about = '[]'", "cannot be read"),
        ("UPDATE move SET action = '{\"shout\": {}}'", "move 1"),
        ('UPDATE move SET action = \'{"stop": {"side": "a"}}\'', "phase"),
        ("UPDATE move SET number = 2", "numbered"),
        ("UPDATE game SET keys_shown = 1", "keys"),
        *(
            (f"UPDATE game SET {column} = replace({column}, '{old}', '{new}')", place)
            for column, old, new, place in (
                ("about", '"duet"', '"dueu"', "about.mode"),
                ("about", '"duet"', '"classic"', "about.mode"),
                ("about", '"duet"', "[]", "about.mode"),
                ("about", '"en"', '"eo"', "about.language"),
                ("about", '"spoken"', '"spokeo"', "clue_entry"),
                ("about", '"relaxed": false', '"relaxed": 0', "about.relaxed"),
                ("about", '"team": null', '"team": 3', "about.team"),
                ("about", '"lantern"', '"lan\\u0000tern"', "about.packs"),
                ("options", '"strict"', '"strjct"', "turn_order"),
                ("options", '"off"', '"ofg"', "timer"),
                ("options", '"tokens": 9', '"tokens": 90', "tokens"),
                ("options", '"tokens": 9', '"tokens": true', "tokens"),
                ("options", '"mistakes": 9', '"mistakes": 10', "mistakes"),
                ("options", '"mission": null', '"mission": "pragu"', "mission"),
                ("options", '"mission": null', '"mission": "cairo"', "mission"),
                ("options", '"clue_seconds": 120', '"clue_seconds": 12e9', "clue_seconds"),
                ("cards", '"CARD1"', '"CAR\\u200b1"', "U\\+200B"),
                ("cards", '"CARD1"', "[1]", "cards"),
                ("contents", "{}", '{"CARD99": {}}', "contents"),
                ("contents", "{}", '{"CARD1": {"parts": 3, "allow": [], "file": null}}', "parts"),
                ("contents", "{}", '{"CARD1": {"parts": [], "allow": [], "file": 3}}', "file"),
                ("contents", "{}", "[" * 100000, "cannot be read"),
            )
        ),
        ("UPDATE move SET action = replace(action, '\"sea\"', '\"s\\u0000a\"')", "move 1"),
        ("UPDATE move SET action = CAST(x'ff' AS TEXT)", "cannot be read"),
    ],
)
def test_a_game_that_is_none_leaves_the_table_empty(tmp_path: Path, change: str, place: str) -> None:
    """One line says so; teams and results stay."""
    path = filled(tmp_path)
    with sqlite3.connect(path) as db:
        db.execute(change)
    db.close()
    store = Store(tmp_path)
    session = Session(store)
    with pytest.raises(StoreError, match=place) as told:
        session.resume()
    assert "\n" not in str(told.value)
    assert session.public is None
    assert not Session(reopened(store)).resume()
    assert len(store.results()) == 60


STRANGE = (None, True, 0, -1, 10**30, 1.5, float("nan"), "", "x", "\ud800", [], ["x"], [[]], {}, {"x": 1})


def spoilt(value: object) -> Iterator[object]:
    """Yield a value with something else at each place in it, and in place of it."""
    yield from STRANGE
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, part in places:
        for other in spoilt(part):
            copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
            copy[place] = other
            yield copy


def test_whatever_a_saved_game_holds_it_is_read_or_refused(tmp_path: Path) -> None:
    """Options that were no mapping ended the box at every start."""
    filled(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as db:
        row = dict(zip(COLUMNS, db.execute(f"SELECT {', '.join(COLUMNS)} FROM game").fetchone(), strict=True))
        moves = list(db.execute("SELECT number, action FROM move ORDER BY number"))
    db.close()
    assert read_game("file", row, moves).moves
    wholes = [(name, json.loads(value)) for name, value in row.items() if str(value)[:1] in ("{", "[")]
    games = [({**row, name: json.dumps(other)}, moves) for name, whole in wholes for other in spoilt(whole)]
    games += [({**row, name: other}, moves) for name in row for other in (*STRANGE, b"\xff")]
    number, action = moves[0]
    games += [(row, [(number, json.dumps(other)), *moves[1:]]) for other in spoilt(json.loads(action))]
    games += [(row, [(number, other), *moves[1:]]) for other in (*STRANGE, b"\xff")]
    games += [(row, [(other, action), *moves[1:]]) for other in (*STRANGE, b"\xff")]
    refused = 0
    for columns, saved in games:
        try:
            read_game("file", columns, saved)
        except UnreadableGame as error:
            assert "\n" not in str(error)
            refused += 1
    assert refused > len(games) / 2


@pytest.mark.parametrize(("table", "key"), [("team", "id"), ("result", "id"), ("used", "card"), ("setting", "name")])
def test_whatever_a_row_holds_the_others_can_be_read(tmp_path: Path, table: str, key: str) -> None:
    """A team's name of 100,000 letters, or of bytes, ended the campaign's page."""
    whole = filled(tmp_path / "whole").parent
    for number, column in enumerate(ROWS[table]):
        for value in (None, -1, 1.5, "", "x" * 100_000, b"\xff\xfe"):
            folder = Path(shutil.copytree(whole, tmp_path / f"{number}{str(value)[:4]}"))
            with closing(sqlite3.connect(folder / FILE)) as db, db, suppress(sqlite3.IntegrityError):
                db.execute("PRAGMA ignore_check_constraints = ON")
                db.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = (SELECT min({key}) FROM {table})", (value,))
            with closing(Store(folder)) as store, closing(Store(folder / "other")) as other:
                assert all(isinstance(team.name, str) and len(team.name) <= 100 for team in store.teams())
                assert all(isinstance(team.notes, str) and len(team.notes) <= 1000 for team in store.teams())
                assert len(store.results()) >= 59
                assert statistics(store.results()).games >= 59
                assert all(isinstance(game, int) for game in store.used(["lantern"])["lantern"].values())
                assert isinstance(store.settings(), dict)
                assert isinstance(store.last_team(), str | None)
                other.restore(store.dump())


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_a_pipe_beside_the_store_is_not_waited_for(tmp_path: Path, ending: str) -> None:
    filled(tmp_path)
    (tmp_path / (FILE + ending)).unlink(missing_ok=True)
    os.mkfifo(tmp_path / (FILE + ending))
    assert len(Store(tmp_path).results()) == 60


# The directory and its rights


def test_only_the_owner_may_read(tmp_path: Path) -> None:
    """Names are personal data: 0700 for the directory, 0600 for every file, whatever the umask."""
    before = os.umask(0)
    try:
        store = Store(tmp_path / "data")
        store.set_setting("language", "pl")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
        assert modes == {FILE: 0o600, f"{FILE}-wal": 0o600, f"{FILE}-shm": 0o600}
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    finally:
        os.umask(before)


def test_a_file_others_could_read_is_closed(tmp_path: Path) -> None:
    """An old file with loose rights gets tight ones."""
    path = filled(tmp_path)
    path.chmod(0o644)
    Store(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_is_closed_already_may_be_somebody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A box of root, for its LEDs, opens what the box's user kept, and may not change its rights."""
    filled(tmp_path)

    def refuse(handle: int, mode: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchmod", refuse)
    assert len(Store(tmp_path).results()) == 60


def test_a_directory_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """A file in the way, or a file system that takes no files: one line, no traceback."""
    (tmp_path / "data").write_text("in the way")
    for directory in (tmp_path / "data", tmp_path / "data" / "below", Path("/proc/spytable")):
        with pytest.raises(StoreError) as told:
            Store(directory)
        assert str(told.value).startswith(str(directory / FILE))
        assert "\n" not in str(told.value)


def test_a_folder_in_the_place_of_the_new_file_is_named(tmp_path: Path) -> None:
    """`spytable.db.new`: people must know what to take away."""
    (tmp_path / f"{FILE}.new").mkdir()
    with pytest.raises(StoreError) as told:
        Store(tmp_path)
    assert str(told.value).startswith(f"{tmp_path / FILE}.new: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_directory_is_told(tmp_path: Path) -> None:
    """Rights that forbid writing."""
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError):
        Store(tmp_path)


def test_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    """The change that did not fit is told, the store stays as it was, and goes on once there is room."""
    filled(tmp_path)
    store = Store(tmp_path)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="full"):
        store.book(replace(WON, box="x" * 200_000), leave=True)
    assert len(store.results()) == 60
    store._db.execute("PRAGMA max_page_count = 1000000")
    store.book(WON, leave=True)
    assert len(reopened(store).results()) == 61


def test_a_busy_file_is_not_taken_for_a_bad_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process holds the file: that passes, and nothing is moved aside."""
    path = filled(tmp_path)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **more: connect(*args, **{**more, "timeout": 0}))
    holder = connect(path, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked"):
        Store(tmp_path)
    holder.close()
    store = Store(tmp_path)
    assert store.moved_aside is None
    assert len(store.results()) == 60


# Teams, results, settings


def test_a_deleted_team_leaves_its_results_nameless(store: Store) -> None:
    """The name is gone from the file, the numbers stay."""
    store.add_team("Xylophagous Owls")
    store.book(GameResult("duet", "won", "agents", 8, 8, 17, 15, team="Xylophagous Owls"), leave=True)
    assert [row.team for row in store.results("Xylophagous Owls")] == ["Xylophagous Owls"]
    store.delete_team("Xylophagous Owls")
    assert [row.team for row in store.results()] == [None]
    store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Xylophagous" not in store.path.read_bytes()


def test_settings_and_notes_are_kept(store: Store) -> None:
    """Any plain value; None forgets."""
    for name, value in {"language": "pl", "volume": 0.5, "motion": False, "list": [1, 2]}.items():
        store.set_setting(name, value)
    store.set_setting("volume", None)
    store.add_team("Owls")
    store.set_notes("Owls", "meet on Fridays")
    store.add_team("Owls")
    again = reopened(store)
    assert again.settings() == {"language": "pl", "motion": False, "list": [1, 2]}
    assert [(team.name, team.notes) for team in again.teams()] == [("Owls", "meet on Fridays")]


def test_a_setting_with_more_digits_than_any_number_is_none(store: Store) -> None:
    """The seconds of a session as such a number kept a box from ever starting again."""
    store.set_setting("operator_session_s", 60)
    store._db.execute("UPDATE setting SET value = ?", ("1" * 400,))
    assert Orders(store, ("session",)).session_left is None


def test_settings_that_cannot_be_kept_hold_and_are_kept_with_the_next(store: Store, tmp_path: Path) -> None:
    store.set_setting("seats", "same_side")
    away = store.path.rename(tmp_path / "away")
    for values in ({"language": "pl", "volume": 0.5}, {"volume": 0.2, "seats": None}):
        with pytest.raises(StoreError):
            store.set_settings(values)
    held = {"language": "pl", "volume": 0.2}
    assert store.settings() == held
    away.rename(store.path)
    assert reopened(store).settings() == {"seats": "same_side"}
    store.set_setting("motion", False)
    assert reopened(store).settings() == {**held, "motion": False}


def test_a_result_comes_back_as_it_was_booked(store: Store) -> None:
    """Every field, in the order of booking."""
    store.add_team("Owls")
    lost = GameResult("classic", "won", "assassin", 3, 3, 5, 2, winner="blue")
    store.book(WON, leave=True)
    store.book(lost, leave=True)
    assert reopened(store).results() == [WON, lost]
    assert reopened(store).results("Owls") == [WON]


# Used words


def pack(name: str, words: list[str]) -> Pack:
    """Return a pack of words."""
    return Pack(name, name, "en", "words", tuple(Card(word) for word in words))


def played_games(sizes: list[int], shared: int, picks: list[int], count: int, seed: int) -> Iterator[Played]:
    """Draw games from packs that may share words, through the store; yield what was drawn and what was known before."""
    common = [f"COMMON {number}" for number in range(shared)]
    packs = [
        pack(f"P{n}", [*common, *(f"WORD {n} {number}" for number in range(size))]) for n, size in enumerate(sizes)
    ]
    rng, last = Random(seed), {pack.id: dict[str, int]() for pack in packs}
    with tempfile.TemporaryDirectory() as directory:
        for number, pick in enumerate(picks, 1):
            joined = [pack for bit, pack in enumerate(packs) if pick >> bit & 1] or packs
            whole = {folded(card.name) for pack in joined for card in pack.cards}
            if len(whole) < count:
                continue
            store = Store(Path(directory))
            drawn = draw(joined, store.used([pack.id for pack in joined]), count, rng)
            words = [word for _, word in drawn.cards]
            options = VersusOptions(grid="5x4") if count == 20 else VersusOptions()
            store.put_game(deal(options, words, rng), VERSUS, drawn)
            store.close()
            known = {word: max(last[p.id].get(word, 0) for p in joined) for word in whole}
            yield {folded(word) for word in words}, known
            for name, word in drawn.cards:
                last[name][folded(word)] = number


Played = tuple[set[str], dict[str, int]]
"""The words of a game, and of every word of its packs the game that drew it last before; 0 for never."""
some_games = given(
    sizes=st.lists(st.integers(5, 40), min_size=1, max_size=3),
    shared=st.integers(0, 4),
    picks=st.lists(st.integers(1, 7), min_size=5, max_size=15),
    seed=st.integers(0, 99),
)


@settings(max_examples=15, deadline=None)
@some_games
def test_a_word_comes_back_only_when_its_packs_are_used_up(
    sizes: list[int], shared: int, picks: list[int], seed: int
) -> None:
    """Across restarts, whatever packs are joined in which game, also where packs share words."""
    for words, known in played_games(sizes, shared, picks, 20, seed):
        assert len(words) == 20
        if any(known[word] for word in words):
            assert {word for word, last in known.items() if last == 0} <= words


@settings(max_examples=15, deadline=None)
@some_games
def test_the_last_games_cards_come_back_last(sizes: list[int], shared: int, picks: list[int], seed: int) -> None:
    """No card on the table is from a later game than one left in the packs; a large pack mixes its oldest quarter."""
    for words, known in played_games(sizes, shared, picks, 20, seed):
        missing = sum(known[word] > 0 for word in words)
        oldest = sorted(last for last in known.values() if last)[: max(missing, len(known) // 4)]
        assert all(known[word] <= oldest[-1] for word in words if known[word])


@pytest.mark.parametrize("size", [25, 26, 37, 49, 50, 51, 60, 74, 75, 99, 100, 120, 200, 400])
def test_two_games_running_share_as_few_words_as_the_pack_allows(size: int) -> None:
    """None from 50 cards on; and a word comes back after three quarters of the games that the pack has words for."""
    games = list(played_games([size], 0, [1] * (2 * size // 25 + 4), 25, size))
    for (words, _), (after, _) in pairwise(games):
        assert len(words & after) == max(0, 50 - size)
    for number, (words, known) in enumerate(games, 1):
        assert all(number - known[word] >= size * 3 // 4 // 25 for word in words if known[word] and size >= 50)


def test_a_large_pack_does_not_deal_the_same_games_again() -> None:
    """The words that met once meet others the next time."""
    games = [words for words, _ in played_games([400], 0, [1] * 32, 25, 7)]
    assert not any(early == late for early in games[:16] for late in games[16:])


def test_too_few_words_are_told() -> None:
    """The same word in two packs fills one place."""
    words = [f"WORD {number}" for number in range(24)]
    with pytest.raises(ValueError, match="24 different cards, 25 are needed"):
        draw([pack("one", words), pack("two", words)], {}, 25, Random(1))


def test_what_the_cards_are_is_kept_with_the_game(store: Store, tmp_path: Path) -> None:
    """Parts, look-alikes and picture files come back without the packs."""
    cards = [Card("SNOWMAN", ("SNOW", "MAN")), Card("CARPET", (), ("CAR", "PET"))]
    cards += [Card("kite", file=tmp_path / "kite.png"), *(Card(f"WORD{n}") for n in range(22))]
    drawn = draw([Pack("mine", "Mine", "en", "words", tuple(cards))], {}, 25, Random(1))
    session = Session(store)
    session.start(deal(DuetOptions(), drawn.names, Random(1)), ABOUT, drawn)
    again = Session(reopened(store))
    again.resume()
    assert again.contents == session.contents
    assert again.contents == {
        "SNOWMAN": CardContent(("SNOW", "MAN"), ()),
        "CARPET": CardContent((), ("CAR", "PET")),
        "kite": CardContent(file=str(tmp_path / "kite.png")),
    }


def test_of_very_many_teams_the_last_ones_are_there(tmp_path: Path) -> None:
    """An export of 199,999 teams: the map stood still for seconds at every page."""
    store = Store(tmp_path)
    with store._commit() as db:
        db.executemany("INSERT INTO team (name) VALUES (?)", [(f"T{number:04}",) for number in range(MAX_TEAMS + 5)])
    teams = [team.name for team in store.teams()]
    assert (len(teams), teams[0], teams[-1]) == (MAX_TEAMS, "T0005", f"T{MAX_TEAMS + 4}")


def test_a_copy_that_is_kept_is_for_nobody_else(tmp_path: Path) -> None:
    """It has the key of a game in it."""
    store = Store(tmp_path)
    mask = os.umask(0)
    try:
        store.keep_copy()
    finally:
        os.umask(mask)
    (copy,) = tmp_path.glob(f"{FILE}.unreadable-*")
    assert copy.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("strange", [True, 1.0, "1"])
def test_what_only_looks_like_a_value_that_passed_does_not_pass(strange: object) -> None:
    """Values that passed once are not looked at again; 1, 1.0 and True are one to a set."""
    row = [1, "duet", None, 9, 9, "won", "agents", None, 3, 1, 8, 17, 15, None, None, None]
    rows = {"team": [], "result": [row, [2, *row[1:]]], "used": [], "setting": []}
    assert check_rows("x", rows) == rows
    rows["result"].append([3, *row[1:9], strange, *row[10:]])
    with pytest.raises(Malformed, match=r"result\[3\]"):
        check_rows("x", rows)
