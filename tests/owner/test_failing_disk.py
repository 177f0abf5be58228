"""A disk that fails at a look or a step: nothing is taken for not there, nothing comes over what is played since."""

import errno
import os
import shutil
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from device.app.open import open_store
from device.cards.library import PackLibrary
from device.files.assets import assets
from device.owner import staging
from device.owner.archive import FILE, summary_of
from device.owner.backup import import_steps
from device.owner.copy_packs import changed, copy_packs
from device.owner.staging import GATHERED, READY
from device.owner.transfer import TransferError
from device.storage import database, home
from device.storage import store as storing
from device.storage.store import Store, StoreError
from tests.cards.test_own_packs import words
from tests.owner.test_backup import ended, export
from tests.storage.test_store import WON

Call = Callable[..., object]


def failing(code: int, path: object = None) -> OSError:
    return OSError(code, os.strerror(code), path and str(path))


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Return a stick with an export of three games, a team and a pack, and the pack itself."""
    old, folder = tmp_path / "old", tmp_path / "stick"
    words(old / "packs/mine.yaml")
    words(folder / "packs/mine.yaml")
    with_games(old, 3, "Owls")
    store = Store(old)
    export(store, old, folder)
    return folder


def with_games(data: Path, games: int, team: str) -> None:
    store = Store(data)
    store.add_team(team)
    for _ in range(games):
        store.book(WON, leave=True)
    store.close()


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """Return a box with a team."""
    with_games(tmp_path / "box", 0, "Foxes")
    return tmp_path / "box"


def once(monkeypatch: pytest.MonkeyPatch, where: object, name: str, wanted: Callable[[object], bool]) -> None:
    """Have the first look at a wanted path fail."""
    real, failed = getattr(where, name), list[object]()

    def look(path: object, *given: object, **named: object) -> object:
        if wanted(path) and not failed:
            failed.append(path)
            raise failing(errno.EIO, path)
        return real(path, *given, **named)

    monkeypatch.setattr(where, name, look)


def names(store: Store) -> list[str]:
    return [team.name for team in store.teams()]


@pytest.mark.parametrize("again", [False, True], ids=["for good", "for a moment"])
def test_an_import_that_cannot_be_put_away_does_not_come_over_what_is_played_since(
    again: bool, box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card can only be read from the moment on at which the import counts; it was told that packs come, no more."""
    store, rename, on = Store(box), Path.rename, list[int]()

    def read_only(real: Call) -> Call:
        def call(path: Path, *given: object, **named: object) -> object:
            if on and path.is_relative_to(box):
                raise failing(errno.EROFS, path)
            return real(path, *given, **named)

        return call

    def first(path: Path, target: Path) -> object:
        if path.name == staging.STAGED:
            found = rename(path, target)
            on.append(1)
            return found
        return read_only(rename)(path, target)

    with monkeypatch.context() as patch, pytest.raises(TransferError) as told:
        patch.setattr(Path, "rename", first)
        for name in ("replace", "unlink", "mkdir", "rmdir"):
            patch.setattr(Path, name, read_only(getattr(Path, name)))
        ended(import_steps(store, box, stick))
    assert told.value.trouble == "unfinished"
    if again:
        store.book(WON, leave=True)
    before = (len(store.results()), names(store))
    store.close()
    after, _ = open_store(box, Store)
    assert (len(after.results()), names(after)) == before


def test_what_is_told_to_have_changed_nothing_changes_nothing(
    box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(box)
    with monkeypatch.context() as patch, pytest.raises(TransferError) as told:
        once(patch, Path, "lstat", lambda path: path == box / READY / staging.REPLACED)
        ended(import_steps(store, box, stick))
    assert told.value.trouble == "disk"
    store.book(WON, leave=True)
    store.close()
    after, _ = open_store(box, Store)
    assert names(after) == ["Foxes"]


def unfinished(box: Path, stick: Path, store: Store) -> None:
    """Have an import end with packs that could be neither moved nor taken back."""
    with pytest.MonkeyPatch.context() as patch, pytest.raises(TransferError) as told:
        once(patch, Path, "replace", lambda path: GATHERED in path.parts)
        once(patch, Path, "rename", lambda path: path.name == READY)
        ended(import_steps(store, box, stick))
    assert told.value.trouble == "unfinished"


def test_an_import_that_failed_twice_does_not_come_over_what_is_played_since(
    box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one could not put the first away; what was played was no longer to stand, and the first came over it."""
    store = Store(box)
    unfinished(box, stick, store)
    store.book(WON, leave=True)
    with monkeypatch.context() as patch, pytest.raises(TransferError, match=READY):
        once(patch, Path, "rename", lambda path: path.name == READY)
        ended(import_steps(store, box, stick))
    store.close()
    after, _ = open_store(box, Store)
    assert (len(after.results()), names(after)) == (1, ["Foxes"])


def test_an_import_that_failed_takes_no_pack_of_one_before_back(
    box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first had replaced lay still where the second was gathered, and came back with it."""
    words(box / "packs/mine.yaml", title="Ours")
    store = Store(box)
    unfinished(box, stick, store)
    real, failed = staging.sync, list[Path]()

    def sync(path: Path) -> None:
        if path == box and not failed:
            failed.append(path)
            raise failing(errno.EIO, path)
        real(path)

    with monkeypatch.context() as patch, pytest.raises(TransferError) as told:
        patch.setattr(staging, "sync", sync)
        once(patch, Path, "replace", lambda path: bool(failed) and GATHERED in Path(str(path)).parts)
        ended(import_steps(store, box, stick))
    assert told.value.trouble == "disk"
    assert "Ours" not in (box / "packs/mine.yaml").read_text()


@pytest.mark.parametrize("way", ["copy", "import"])
def test_packs_that_cannot_be_looked_at_are_not_told_to_be_in_the_box(
    way: str, box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were taken for none, deleted, and all was told to be done."""
    once(monkeypatch, Path, "lstat", lambda path: str(path).endswith(f"{READY}/{GATHERED}"))
    with pytest.raises(TransferError):
        ended(import_steps(Store(box), box, stick) if way == "import" else copy_packs(Store(box), box, stick, None))
    assert not (box / "packs/mine.yaml").exists()


def test_packs_beside_a_place_that_fails_are_not_dropped(
    box: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words(tmp_path / "old/packs/x/two.yaml", id="two")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    once(monkeypatch, os, "scandir", lambda path: str(path).endswith(f"{staging.STAGED}/{GATHERED}/x"))
    with pytest.raises(TransferError):
        ended(import_steps(Store(box), box, stick))
    assert not (box / "packs").exists()


def test_a_copy_that_comes_to_nothing_is_not_told_to_come_with_the_next_start(
    box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = staging.sync

    def sync(path: Path) -> None:
        if path == box:
            raise failing(errno.EIO, path)
        real(path)

    with monkeypatch.context() as patch, pytest.raises(TransferError) as told:
        patch.setattr(staging, "sync", sync)
        ended(copy_packs(Store(box), box, stick, None))
    open_store(box, Store)
    assert told.value.trouble == "disk"
    assert not PackLibrary(assets(), [box / "packs"]).custom()


def test_a_look_that_fails_brings_no_older_export_back(box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(box)
    for _ in range(2):
        store.book(WON, leave=True)
        export(store, box, stick)
    once(monkeypatch, Path, "lstat", lambda path: path == stick / FILE)
    with pytest.raises(TransferError) as told:
        ended(import_steps(store, box, stick))
    assert told.value.trouble == "disk"
    assert len(store.results()) == 2


def test_a_look_that_fails_lets_no_export_of_another_box_be_replaced(
    box: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(box)
    once(monkeypatch, Path, "lstat", lambda path: path == stick / FILE)
    with pytest.raises(TransferError):
        export(store, box, stick)
    assert [path for path in stick.glob("*.zip") if (held := summary_of(path)) and len(held.results) == 3]


def test_the_log_of_a_store_outlives_a_look_at_it_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is neither a file nor a folder was deleted, also where nobody could tell: all that was saved last."""
    store = Store(tmp_path / "box")
    store.add_team("Owls")
    shutil.copytree(tmp_path / "box", tmp_path / "cut")  # as a power cut leaves it: all is in the log
    with monkeypatch.context() as patch:
        once(patch, Path, "stat", lambda path: str(path).endswith("cut/spytable.db-wal"))
        stand_in, _ = open_store(tmp_path / "cut", Store)
    assert stand_in.forgetful is not None
    assert names(Store(tmp_path / "cut")) == ["Owls"]


def test_a_store_whose_file_cannot_be_looked_at_is_not_gone_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, failed = storing.which_file, list[int]()

    def look(path: Path, **named: bool) -> object:
        if not failed:
            failed.append(1)
            raise failing(errno.EIO, path)
        return real(path, **named)

    monkeypatch.setattr(storing, "which_file", look)
    store, _ = open_store(tmp_path, Store)
    store.add_team("Owls")
    store.go_home()
    assert store.home is None
    assert names(Store(tmp_path)) == ["Owls"]


def test_a_store_that_stands_in_goes_home_at_the_second_try(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To open it had changed the file: from then on another file lay there."""
    with_games(tmp_path / "box", 1, "Owls")

    def make(folder: Path) -> Store:
        if folder == tmp_path / "box":
            raise StoreError(f"{folder}: disk I/O error")
        return Store(folder)

    store, _ = open_store(tmp_path / "box", make)
    real = database._shape

    def shape(db: sqlite3.Connection) -> object:
        monkeypatch.setattr(database, "_shape", real)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    monkeypatch.setattr(database, "_shape", shape)
    for _ in range(2):
        store.go_home()
    assert store.home is None


def test_a_look_that_fails_does_not_keep_a_store_from_home_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own log had just been emptied into the file, which was another one from then on."""
    box, running = tmp_path / "box", Store(tmp_path / "running")
    box.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(f"{running.path}{ending}", box / f"spytable.db{ending}")

    def make(folder: Path) -> Store:
        if folder == box:
            raise StoreError(f"{folder}: disk I/O error")
        return Store(folder)

    store, _ = open_store(box, make)
    store.add_team("Owls")
    log = str(box / "spytable.db-wal")
    once(monkeypatch, Path, "lstat", lambda path: str(path) == log and not Path(log).exists())
    for _ in range(2):
        store.go_home()
    assert store.home is None
    store.close()
    assert names(Store(box)) == ["Owls"]


def test_a_store_that_goes_home_takes_no_file_for_its_own_by_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ext4 gives the number of a copy that was taken away to the next file, which the owner had put there."""
    with_games(tmp_path / "box", 1, "Owls")
    with_games(tmp_path / "theirs", 1, "Foxes")

    def make(folder: Path) -> Store:
        if folder == tmp_path / "box":
            raise StoreError(f"{folder}: disk I/O error")
        return Store(folder)

    def fails(*_: object) -> None:
        raise failing(errno.EIO)

    store, _ = open_store(tmp_path / "box", make)
    monkeypatch.setattr(home, "which_file", lambda path, **_: (1, 1) if path.exists() else None)
    for name in ("put_in_place", "copy_into"):
        with monkeypatch.context() as patch:
            patch.setattr(home, name, fails)
            store.go_home()
    shutil.copy(tmp_path / "theirs/spytable.db", tmp_path / "box/spytable.db")
    store.go_home()
    assert names(Store(tmp_path / "box")) == ["Foxes"]


def cut(box: Path, stick: Path, name: str, at: int) -> None:
    """Pull the plug in an import, before the packs that wait are moved or renamed for the so-manieth time."""
    store = Store(box)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        real, calls = getattr(Path, name), count(1)

        def call(path: Path, target: Path) -> object:
            if READY in str(path) and next(calls) >= at:
                raise KeyboardInterrupt
            return real(path, target)

        patch.setattr(Path, name, call)
        patch.setattr(staging, "_undo", lambda *_: None)
        ended(import_steps(store, box, stick))
    store.close()


@pytest.mark.parametrize("fails", ["is_dir", "the import", "what was replaced", "the rows", "nothing"])
def test_after_a_power_cut_one_step_that_fails_loses_no_pack(
    fails: str, box: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What had been put aside was deleted with the rest of the import."""
    words(tmp_path / "old/packs/other.yaml", id="other", title="Theirs")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    for name in ("mine", "other"):
        words(box / f"packs/{name}.yaml", id=name, title="Ours")
    cut(box, stick, "replace", 2)
    with monkeypatch.context() as patch:
        if fails == "is_dir":
            once(patch, Path, "is_dir", lambda path: str(path).endswith(READY))
        elif fails == "the rows":
            once(patch, Path, "read_bytes", lambda path: str(path).endswith(staging.ROWS))
        elif fails != "nothing":
            where = READY if fails == "the import" else staging.REPLACED
            once(patch, Path, "lstat", lambda path: str(path).endswith(where))
        for _ in range(2):
            open_store(box, Store)[0].close()
    found = sorted(pack.title for pack in PackLibrary(assets(), [box / "packs"]).custom())
    assert found in (["Ours", "Ours"], ["Mine", "Theirs"])


def test_packs_whose_rows_are_there_come_as_well(
    box: Path, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words(tmp_path / "old/packs/new.yaml", id="new")
    words(box / "packs/mine.yaml", title="Ours")
    export(Store(tmp_path / "old"), tmp_path / "old", stick)
    cut(box, stick, "rename", 1)
    real, failed = staging.sync, list[Path]()

    def sync(path: Path) -> None:
        if path.name == "packs" and not failed:
            failed.append(path)
            raise failing(errno.EIO, path)
        real(path)

    monkeypatch.setattr(staging, "sync", sync)
    for _ in range(2):
        store, _ = open_store(box, Store)
        store.close()
    assert sorted(path.name for path in (box / "packs").iterdir()) == ["mine.yaml", "new.yaml"]
    assert "Ours" not in (box / "packs/mine.yaml").read_text()
    assert not (box / READY).exists()


@pytest.mark.parametrize("way", ["copy", "import"])
def test_a_folder_that_cannot_be_looked_at_for_a_moment_gets_no_twin(way: str, box: Path, tmp_path: Path) -> None:
    """Spelt as on a Mac it was taken for not there: what was to replace its list came to lie in another one beside."""
    mac, other = (unicodedata.normalize(form, "Café") for form in ("NFD", "NFC"))
    words(box / f"packs/{mac}/ours.yaml", id="club", title="Ours")
    words(tmp_path / f"other/packs/{other}/ours.yaml", id="club", title="Theirs")
    export(Store(tmp_path / "other"), tmp_path / "other", tmp_path / "other")
    store, source, left = Store(box), tmp_path / "other", 0

    def due(path: object) -> bool:
        nonlocal left
        left -= str(path).endswith(f"packs/{mac}")
        return left == 0

    for at in range(1, 30):
        left = at
        with pytest.MonkeyPatch.context() as patch, suppress(TransferError):
            for where in (os, Path):
                once(patch, where, "lstat", due)
            ended(copy_packs(store, box, source, None) if way == "copy" else import_steps(store, box, source))
        assert [each.name for each in (box / "packs").iterdir()] == [mac]
    assert 0 < left < 25


def test_what_cannot_be_looked_at_for_a_moment_is_not_replaced_unasked(box: Path, stick: Path) -> None:
    """It was taken for not there, and nothing was asked about what the copy then came over."""
    ours = words(box / "packs/mine.yaml", title="Ours").read_text()
    store, left = Store(box), 0

    def due(path: object) -> bool:
        nonlocal left
        left -= path == box / "packs/mine.yaml"
        return left == 0

    for at in range(1, 21):
        left = at
        with pytest.MonkeyPatch.context() as patch:
            for name in ("stat", "lstat"):
                once(patch, Path, name, due)
            would = ended(changed(box, stick, None))
        with suppress(TransferError):
            ended(copy_packs(store, box, stick, None, would))
        assert (box / "packs/mine.yaml").read_text() == ours or would[0] == ("mine.yaml",)
        words(box / "packs/mine.yaml", title="Ours")
    assert 0 < left < 12
