"""Export and import by a USB folder."""

import errno
import hashlib
import itertools
import json
import os
import re
import shutil
import tracemalloc
import zipfile
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest

from device.app.open import open_store
from device.files.assets import assets
from device.files.texts import Texts, languages
from device.owner import archive as archive_module
from device.owner import backup, staging
from device.owner.archive import BEFORE, FILE
from device.owner.backup import LOG, export_steps, import_steps
from device.owner.copy_packs import copy_packs
from device.owner.staging import READY, ROOM_LEFT, clean_up, finish
from device.owner.transfer import Progress, TransferError
from device.storage.rows import Rows
from device.storage.store import GameResult, Store, StoreError
from tests.cards.test_own_packs import album, nested, words
from tests.owner.updates import with_size_spoilt


def filled(folder: Path) -> Store:
    store = Store(folder)
    store.add_team("Owls")
    store.set_notes("Owls", "meet on Fridays")
    store.book(GameResult("duet", "won", "agents", 8, 8, 17, 15, mission="prague", team="Owls"), leave=True)
    store.set_setting("language", "pl")
    (folder / "packs").mkdir()
    (folder / "packs/mine.yaml").write_text("id: mine")
    return store


def export(store: Store, data: Path, folder: Path) -> None:
    deque(export_steps(store, data, folder), maxlen=0)


def import_(store: Store, data: Path, folder: Path) -> None:
    deque(import_steps(store, data, folder), maxlen=0)


def settings(store: Store) -> dict[str, object]:
    """Return the settings, but for what tells a box from others, and the rows of one import from those of another."""
    own = ("operator_taken_in", "operator_box", "operator_was", "operator_others", "operator_passed_over")
    return {name: value for name, value in store.settings().items() if name not in own}


def kept(store: Store) -> object:
    return store.results(), store.teams(), settings(store)


def test_an_import_gives_the_same_results_teams_settings_and_packs(tmp_path: Path, stick: Path) -> None:
    old = filled(tmp_path / "old")
    export(old, tmp_path / "old", stick)
    new = Store(tmp_path / "new")
    new.add_team("Foxes")
    import_(new, tmp_path / "new", stick)
    assert kept(new) == kept(old)
    assert (tmp_path / "new/packs/mine.yaml").read_text() == "id: mine"
    assert not (tmp_path / "new/packs.import").exists()
    assert [path.name for path in stick.iterdir()] == [FILE]


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rewrite(path: Path, content: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, body in content.items():
            archive.writestr(name, body)


@pytest.mark.parametrize(
    "damage", ["cut", "flipped", "member", "missing", "version", "empty", "outside", "rows", "key", "twice"]
)
def test_a_damaged_export_is_refused_whole(tmp_path: Path, stick: Path, damage: str) -> None:
    export(filled(tmp_path / "old"), tmp_path / "old", stick)
    path = stick / FILE
    body, content = path.read_bytes(), members(path)
    manifest = json.loads(content["manifest.json"])
    if damage == "cut":
        path.write_bytes(body[: len(body) // 2])
    elif damage == "flipped":
        path.write_bytes(body[:60] + bytes([body[60] ^ 255]) + body[61:])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "missing":
        path.unlink()
    else:
        if damage == "member":
            content["store.json"] = content["store.json"].replace(b"Owls", b"Cats")
        elif damage == "version":
            manifest["version"] = 99
        else:
            name = "packs/../../evil" if damage == "outside" else "store.json"
            store = json.loads(content["store.json"])
            store = {**store, "team": [[1, 2, 3, 4, 5]]} if damage == "rows" else {"team": []}
            content[name] = json.dumps(store).encode()
            if damage == "twice":
                content[name] = content[name].replace(b"{", b'{"team": [], ', 1)
            manifest["sha256"][name] = hashlib.sha256(content[name]).hexdigest()
        rewrite(path, {**content, "manifest.json": json.dumps(manifest).encode()})
    new = Store(tmp_path / "new")
    new.add_team("Foxes")
    before = kept(new)
    with pytest.raises(TransferError) as refused:
        import_(new, tmp_path / "new", stick)
    assert FILE in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1
    assert kept(new) == before
    assert not (tmp_path / "evil").exists()
    assert not (tmp_path / "new/packs").exists()


def test_an_export_whose_last_member_ends_too_early_is_told_as_damaged(tmp_path: Path, stick: Path) -> None:
    """The line ended in nothing."""
    export(filled(tmp_path / "old"), tmp_path / "old", stick)
    path = with_size_spoilt(stick / FILE)
    with pytest.raises(TransferError) as refused:
        import_(Store(tmp_path / "new"), tmp_path / "new", stick)
    assert (refused.value.trouble, str(refused.value)) == ("damaged", f"{path}: damaged")


def test_the_longest_name_in_a_damaged_export_is_told_in_one_short_line(tmp_path: Path, stick: Path) -> None:
    """3,600 letters were squeezed into the page's width."""
    export(filled(tmp_path / "old"), tmp_path / "old", stick)
    content = members(stick / FILE)
    manifest = json.loads(content["manifest.json"])
    name = f"packs/{'/'.join(['M' * 255] * 13)}/words.txt"
    manifest["sha256"][name] = "0" * 64
    rewrite(stick / FILE, {**content, "manifest.json": json.dumps(manifest).encode(), name: b"LAMP"})
    with pytest.raises(TransferError) as refused:
        import_(Store(tmp_path / "new"), tmp_path / "new", stick)
    assert refused.value.trouble == "damaged"
    for language in languages(assets()).values():
        told = Texts(language).again(refused.value.text)
        assert str(stick / FILE) in told
        assert len(told) < 300 + len(str(stick))


def test_an_export_without_a_stick_or_room_leaves_nothing_half_written(tmp_path: Path, stick: Path) -> None:
    store = filled(tmp_path / "old")
    with pytest.raises(TransferError, match="is the stick in"):
        export(store, tmp_path / "old", tmp_path / "gone")
    (stick / FILE).mkdir()
    with pytest.raises(TransferError):
        export(store, tmp_path / "old", stick)
    assert [path.name for path in stick.rglob("*")] == [FILE]


def test_packs_with_photographs_come_back_whole(tmp_path: Path, stick: Path) -> None:
    old = filled(tmp_path / "old")
    photo = tmp_path / "old/packs/Summer/photo.jpg"
    photo.parent.mkdir()
    with photo.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    export(old, tmp_path / "old", stick)
    import_(Store(tmp_path / "new"), tmp_path / "new", stick)
    assert (tmp_path / "new/packs/Summer/photo.jpg").stat().st_size == 200 * 1024 * 1024


@pytest.mark.parametrize(("most", "without"), [(20, "pictures"), (7, "packs")])
def test_of_more_packs_than_an_import_takes_everything_else_is_exported(
    most: int, without: str, tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither teams nor results could be saved while 600 photographs of 2 MB lay there."""
    store = filled(tmp_path / "old")
    album(tmp_path / "old/packs/Summer")
    monkeypatch.setattr(backup, "MAX_PACKS_BYTES", most)
    (tmp_path / "old/log.txt").write_text("start 1, 1.0 s: version 1\n")
    (told,) = ended(export_steps(store, tmp_path / "old", stick))
    assert f"packs: saved without {without}: at most 19998 files and 0 MB in all; the largest is Summer/shot" in told
    assert (stick / LOG).exists()
    new = Store(tmp_path / "new")
    import_(new, tmp_path / "new", stick)
    assert kept(new) == kept(store)
    assert [*files(tmp_path / "new/packs")] == (["mine.yaml"] if without == "pictures" else [])


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("when", ["unpacking", "moving the first", "moving the last", "restoring"])
def test_a_full_memory_card_changes_nothing(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """Whenever it fills up: the store, and every pack, new, replaced or old, is as it was."""
    old, box = filled(tmp_path / "old"), tmp_path / "new"
    (tmp_path / "old/packs/deep/er").mkdir(parents=True)
    (tmp_path / "old/packs/deep/er/other.yaml").write_text("id: other")
    export(old, tmp_path / "old", stick)
    new = Store(box)
    new.add_team("Foxes")
    (box / "packs").mkdir()
    (box / "packs/mine.yaml").write_text("id: mine, but older")
    (box / "packs/theirs.yaml").write_text("id: theirs")
    before, packs = kept(new), files(box / "packs")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    def full_for(place: str) -> Callable[[Path, Path], Path]:
        replace = Path.replace

        def replacing(path: Path, target: Path) -> Path:
            if path.parent.name == place and READY in path.parts:
                full()
            return replace(path, target)

        return replacing

    match when:
        case "unpacking":
            monkeypatch.setattr(os, "fsync", full)
        case "moving the first":
            monkeypatch.setattr(Path, "replace", full_for("er"))
        case "moving the last":
            monkeypatch.setattr(Path, "replace", full_for("packs"))
        case _:
            monkeypatch.setattr(new, "restore", full)
    with pytest.raises(TransferError) as refused:
        import_(new, box, stick)
    monkeypatch.undo()
    assert refused.value.trouble == "disk"
    assert str(refused.value).endswith(": No space left on device")
    assert kept(new) == before
    assert files(box / "packs") == packs
    assert sorted(path.name for path in (box / "packs").iterdir()) == ["mine.yaml", "theirs.yaml"]
    assert not list(box.glob("packs.*"))
    import_(new, box, stick)
    assert kept(new) == kept(old)
    assert files(box / "packs") == {**packs, **files(tmp_path / "old/packs")}


def test_a_store_that_fails_at_the_end_changes_nothing(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(filled(tmp_path / "old"), tmp_path / "old", stick)
    new = Store(tmp_path / "new")
    (pages,) = new._db.execute("PRAGMA page_count").fetchone()
    new._db.execute(f"PRAGMA max_page_count = {pages}")
    for number in range(2000):
        with suppress(StoreError):
            new.set_setting(f"filler{number}", "x" * 200)
    before = new.dump()
    monkeypatch.setattr("device.owner.backup.unpack", lambda path, staged, agreed: _huge())
    with pytest.raises(TransferError) as refused:
        import_(new, tmp_path / "new", stick)
    assert refused.value.trouble == "disk"
    assert new.dump() == before


def _huge() -> Generator[Progress, None, Rows]:
    """Unpack an export with more in it than the card has room for."""
    yield Progress(0, 1)
    return {"team": [[1, "Owls", ""]], "result": [], "used": [["p", f"W{n}", 1] for n in range(20_000)], "setting": []}


class Cut(BaseException):
    """The power goes."""


class Plug:
    """Counts what is done to the disk; from the `last` on nothing is done any more."""

    DOES = ("rename", "replace", "mkdir", "rmdir", "unlink")

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Store, last: int) -> None:
        self.left = last
        for name in self.DOES:
            monkeypatch.setattr(os, name, self._counted(getattr(os, name)))
        monkeypatch.setattr(store, "restore", self._counted(store.restore))

    def _counted(self, does: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object, **named: object) -> object:
            if self.left == 0:
                raise Cut
            self.left -= 1
            return does(*given, **named)

        return counted


def started_again(data: Path) -> Store:
    clean_up(data)
    store = Store(data)
    finish(data, store)
    assert not list(data.glob("packs.*"))
    return store


@pytest.mark.parametrize("way", ["import", "packs"])
def test_a_power_cut_leaves_all_as_it_was_or_all_that_was_brought(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """F5, F6: at whatever step it goes, no half of a pack, and no new pack beside an old store."""
    old = filled(tmp_path / "old")
    album(tmp_path / "old/packs/shots")
    words(tmp_path / "old/packs/mine.yaml", title="Newer")
    words(tmp_path / "old/packs/deep/er/other.yaml", id="other")
    export(old, tmp_path / "old", stick)
    shutil.copytree(tmp_path / "old/packs", stick / "packs")
    outcomes = []
    for last in range(1000):
        box = tmp_path / f"box{last}"
        store = Store(box)
        store.add_team("Foxes")
        words(box / "packs/mine.yaml", title="Older")
        before = kept(store), files(box / "packs")
        whole = False
        with monkeypatch.context() as patched, suppress(Cut):
            Plug(patched, store, last)
            deque(import_steps(store, box, stick) if way == "import" else copy_packs(store, box, stick, None), maxlen=0)
            whole = True
        store.close()
        again = started_again(box)
        after = kept(again), files(box / "packs")
        new = kept(old) if way == "import" else before[0], files(tmp_path / "old/packs")
        assert after in (before, new)
        outcomes.append(after == new)
        again.close()
        shutil.rmtree(box)
        if whole:
            break
    assert outcomes == sorted(outcomes), "what was done once stays done"
    assert outcomes.count(True) > 20
    assert outcomes.count(False) > 20


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("kind", ["a folder for a file", "a file for a folder"])
def test_what_is_in_the_way_of_a_pack_is_named_and_stays(tmp_path: Path, stick: Path, way: str, kind: str) -> None:
    """F10: "Not a directory" alone says nothing; and nobody's folder gives way to a file."""
    old = filled(tmp_path / "old")
    words(tmp_path / "old/packs/kids/words.yaml")
    export(old, tmp_path / "old", stick)
    shutil.copytree(tmp_path / "old/packs", stick / "packs")
    box = tmp_path / "box"
    store = Store(box)
    place = "packs/kids/words.yaml/theirs.yaml" if kind == "a folder for a file" else "packs/kids"
    theirs = words(box / place, id="theirs")
    before = files(box / "packs")
    with pytest.raises(TransferError) as refused:
        deque(import_steps(store, box, stick) if way == "import" else copy_packs(store, box, stick, None), maxlen=0)
    assert str(refused.value).startswith(f"{box / 'packs/kids'}")
    assert theirs.exists()
    assert files(box / "packs") == before
    assert not list(box.glob("packs.*"))


@pytest.mark.parametrize("rows", [json.dumps({"team": [["no id", "Owls", ""]]}), "[]", "spoilt", "[" * 100_000])
def test_what_cannot_be_finished_after_a_power_cut_is_told(tmp_path: Path, rows: str) -> None:
    """The store does not take it: it is not tried again over what is played from now on."""
    (tmp_path / "packs.ready").mkdir(parents=True)
    (tmp_path / "packs.ready/store.json").write_text(rows)
    store, notes = open_store(tmp_path, Store)
    assert notes == ["A power cut ended what was being taken from the stick. Do it again."]
    assert store.teams() == []
    assert not list(tmp_path.glob("packs.*"))


@pytest.mark.parametrize("way", ["import", "packs"])
def test_what_would_leave_no_room_for_games_is_refused_at_once(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """F4: a copy that filled the disk cost the moves behind it."""
    old = filled(tmp_path / "old")
    export(old, tmp_path / "old", stick)
    shutil.copytree(tmp_path / "old/packs", stick / "packs")
    words(stick / "packs/words.yaml")
    box = tmp_path / "box"
    store = Store(box)

    def steps() -> Iterator[Progress]:
        return import_steps(store, box, stick) if way == "import" else copy_packs(store, box, stick, None)

    size = sum(len(body) for body in files(tmp_path / "old/packs" if way == "import" else stick / "packs").values())
    size -= 0 if way == "import" else len((stick / "packs/mine.yaml").read_bytes())  # it is no pack
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**9, free=size + ROOM_LEFT - 1))
    with pytest.raises(TransferError, match="No space left on device") as refused:
        deque(steps(), maxlen=0)
    assert refused.value.trouble == "disk"
    assert not (box / "packs").exists()
    assert not list(box.glob("packs.*"))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10**9, free=size + ROOM_LEFT))
    deque(steps(), maxlen=0)
    assert (box / "packs").exists()


# Exports that mean harm


def forged(stick: Path, store: object, members: dict[str, bytes] | None = None, version: object = 2) -> None:
    """Write an export whose digests are right, whatever is in it."""
    content = {"store.json": store if isinstance(store, bytes) else json.dumps(store).encode(), **(members or {})}
    digests = {name: hashlib.sha256(body).hexdigest() for name, body in content.items()}
    manifest = json.dumps({"version": version, "sha256": digests}).encode()
    with zipfile.ZipFile(stick / FILE, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in {**content, "manifest.json": manifest}.items():
            archive.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)


RESULT = [1, "duet", None, 9, 9, "won", "agents", None, 7, 8, 8, 17, 15, None, None, None]


def content(**tables: object) -> dict[str, object]:
    return {"team": [], "result": [], "used": [], "setting": [], **tables}


def result(place: int, value: object) -> dict[str, object]:
    return content(result=[[*RESULT[:place], value, *RESULT[place + 1 :]]])


BAD_ROWS: dict[str, object] = {
    "an integer of 64 bits and more": result(10, 2**63),
    "a negative number of guesses": result(11, -1),
    "text for clues": result(10, "abc"),
    "true for turns": result(9, True),
    "a half for hits": result(12, 0.5),
    "no mode": result(1, "dueu"),
    "no mission": result(2, "atlantis"),
    "no outcome": result(5, "drawn"),
    "no winner": result(7, "green"),
    "a team that is not there": result(13, 9),
    "a short row": content(result=[RESULT[:-1]]),
    "a row that is a text": content(team=["abc"]),
    "NUL in a team": content(team=[[1, "a\0b", ""]]),
    "U+200B as a team": content(team=[[1, "\u200b", ""]]),
    "half a surrogate pair as a team": content(team=[[1, "\ud800", ""]]),
    "bidi in notes": content(team=[[1, "Owls", "\u202e"]]),
    "a team of 10,000 letters": content(team=[[1, "x" * 10_000, ""]]),
    "notes of 100,000 letters": content(team=[[1, "Owls", "x" * 100_000]]),
    "a blank team": content(team=[[1, " ", ""]]),
    "two teams of a name": content(team=[[1, "Owls", ""], [2, "Owls", ""]]),
    "two teams of an id": content(team=[[1, "Owls", ""], [1, "Cats", ""]]),
    "a team without a number": content(team=[[None, "Owls", ""]]),
    "a card used twice": content(used=[["p", "A", 1], ["p", "A", 2]]),
    "a list as a card": content(used=[["p", ["A"], 1]]),
    "a setting that is no JSON": content(setting=[["label", "{"]]),
    "a setting with NUL in it": content(setting=[["label", '"a\\u0000b"']]),
    "a setting with half a pair": content(setting=[["label", '["\\ud800"]']]),
    "a deep setting": content(setting=[["label", "[" * 9000]]),
    "a setting of thousands of digits": content(setting=[["label", "9" * 9000]]),
    "a table too many": content(move=[]),
    "a table too few": {"team": []},
    "no tables": [],
    "a table that is no list": content(team={}),
    "deep JSON": b"[" * 100_000,
    "no JSON": b"\xff",
    "a number of thousands of digits": b"9" * 10_000,
    "NaN": b'{"team": [[NaN, "Owls", ""]], "result": [], "used": [], "setting": []}',
}


@pytest.mark.parametrize("rows", BAD_ROWS.values(), ids=list(BAD_ROWS))
def test_m1_rows_that_no_store_would_hold_are_refused(tmp_path: Path, stick: Path, rows: object) -> None:
    """Told as damaged, in one line; nothing ends the process, now or when a page shows it later."""
    forged(stick, rows, {"packs/new.yaml": b"id: new"})
    new = filled(tmp_path / "new")
    before = kept(new)
    with pytest.raises(TransferError) as refused:
        import_(new, tmp_path / "new", stick)
    assert refused.value.trouble == "damaged"
    assert len(str(refused.value).splitlines()) == 1
    assert len(str(refused.value)) < 1000
    assert kept(new) == before
    assert list(files(tmp_path / "new/packs")) == ["mine.yaml"]


@pytest.mark.parametrize("bomb", ["store", "manifest", "lists", "members", "total"])
def test_m2_a_bomb_is_refused_before_it_goes_off(tmp_path: Path, stick: Path, bomb: str) -> None:
    """A small file that unpacks to a great one: bounded in memory, whatever part of it is large."""
    match bomb:
        case "store":
            forged(stick, b'{"team": [' + b" " * 64 * 1024**2 + b"]}")
        case "manifest":
            with zipfile.ZipFile(stick / FILE, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("store.json", json.dumps(content()))
                archive.writestr("manifest.json", b" " * 64 * 1024**2)
        case "lists":
            forged(stick, b'{"team": [' + b"[]," * 2_000_000 + b"[]]}")
        case "members":
            forged(stick, content(), {f"packs/{number}.yaml": b"" for number in range(archive_module.MAX_MEMBERS)})
        case _:
            forged(stick, content(), {"packs/a.png": b"x" * 1000})
            body = (stick / FILE).read_bytes()
            size = (1000).to_bytes(4, "little")
            assert body.count(size) == 2
            (stick / FILE).write_bytes(body.replace(size, (2**32 - 2).to_bytes(4, "little")))
    new = Store(tmp_path / "new")
    tracemalloc.start()
    try:
        with pytest.raises(TransferError) as refused:
            import_(new, tmp_path / "new", stick)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused.value.trouble == "damaged"
    assert peak < 24 * 1024**2
    assert not (tmp_path / "new/packs").exists()


@pytest.mark.parametrize(
    "name",
    ["packs/", "packs/a/", "packs//a", "packs/./a", "packs/../a", "packs", "other/a", "/packs/a", f"packs/{'x' * 300}"],
)
def test_m3_a_member_that_is_no_file_among_the_packs_blocks_nothing(tmp_path: Path, stick: Path, name: str) -> None:
    """It is refused, and the next import, of a good file, goes through."""
    forged(stick, content(), {name: b"content"})
    new = Store(tmp_path / "new")
    with pytest.raises(TransferError) as refused:
        import_(new, tmp_path / "new", stick)
    assert refused.value.trouble == "damaged"
    assert not list((tmp_path / "new").glob("packs*"))
    old = filled(tmp_path / "old")
    export(old, tmp_path / "old", stick)
    import_(new, tmp_path / "new", stick)
    assert kept(new) == kept(old)


def test_m3_a_file_where_another_needs_a_folder_is_refused(tmp_path: Path, stick: Path) -> None:
    forged(stick, content(), {"packs/a": b"", "packs/a/b": b""})
    with pytest.raises(TransferError) as refused:
        import_(Store(tmp_path / "new"), tmp_path / "new", stick)
    assert refused.value.trouble == "damaged"


@pytest.mark.parametrize("leftover", ["file", "folder", "link"])
def test_m3_what_an_import_left_behind_is_cleaned(tmp_path: Path, stick: Path, leftover: str) -> None:
    old, box = filled(tmp_path / "old"), tmp_path / "new"
    export(old, tmp_path / "old", stick)
    new = Store(box)
    if leftover == "file":
        (box / "packs.import").write_text("in the way")
    elif leftover == "folder":
        (box / "packs.import/mine.yaml").mkdir(parents=True)
    else:
        (box / "packs.import").symlink_to(tmp_path / "old")
    import_(new, box, stick)
    assert kept(new) == kept(old)
    assert (tmp_path / "old/packs/mine.yaml").exists()
    assert not list(box.glob("packs.*"))


@pytest.mark.parametrize("own", [None, {"salt": "00", "hash": "11"}, ""])
@pytest.mark.parametrize("theirs", ['"4711"', '""', "null"])
def test_m4_an_import_neither_sets_nor_clears_the_operators_pin(
    tmp_path: Path, stick: Path, own: object, theirs: str
) -> None:
    """Nor anything else that is the operator's, such as how often a wrong PIN was tried."""
    forged(stick, content(setting=[["operator_pin", theirs], ["operator_tries", "0"], ["language", '"pl"']]))
    new = Store(tmp_path / "new")
    new.set_setting("operator_pin", own)
    new.set_setting("operator_tries", 4)
    import_(new, tmp_path / "new", stick)
    pin = {} if own is None else {"operator_pin": own}
    assert settings(new) == {**pin, "operator_tries": 4, "language": "pl"}


def test_a_pin_made_while_the_memory_failed_outlives_an_import(tmp_path: Path, stick: Path) -> None:
    """And what guests changed then does not come back over what was imported."""
    forged(stick, content(setting=[["language", '"pl"']]))
    new = Store(tmp_path / "new")
    away = new.path.rename(tmp_path / "away")
    with pytest.raises(StoreError):
        new.set_settings({"operator_pin": "", "language": "es"})
    away.rename(new.path)
    import_(new, tmp_path / "new", stick)
    new.set_setting("volume", 0.5)
    assert settings(new) == {"operator_pin": "", "language": "pl", "volume": 0.5}


def test_an_export_holds_nothing_of_the_operators(tmp_path: Path, stick: Path) -> None:
    old = filled(tmp_path / "old")
    old.set_setting("operator_pin", {"salt": "00", "hash": "11"})
    old.set_setting("operator_tries", 4)
    export(old, tmp_path / "old", stick)
    assert b"operator" not in members(stick / FILE)["store.json"]


def test_an_export_of_the_first_version_is_still_taken(tmp_path: Path, stick: Path) -> None:
    """As the boxes of schema 1 wrote it."""
    rows = content(
        team=[[1, "Owls", "meet on Fridays"]],
        result=[[1, "duet", "prague", 9, 9, "won", "agents", None, 7, 8, 8, 17, 15, 1]],
        used=[["lantern", "SALT"]],
        setting=[["language", '"pl"']],
    )
    forged(stick, rows, {"packs/mine.yaml": b"id: mine"}, version=1)
    new = Store(tmp_path / "new")
    import_(new, tmp_path / "new", stick)
    assert new.used(["lantern"]) == {"lantern": {"SALT": 1}}
    assert [(row.team, row.score, row.box) for row in new.results()] == [("Owls", 7, None)]
    assert (tmp_path / "new/packs/mine.yaml").read_bytes() == b"id: mine"


def test_what_a_damaged_disk_left_is_not_exported(tmp_path: Path, stick: Path) -> None:
    """An export that no box would take back is none."""
    old = filled(tmp_path / "old")
    old.add_team("Cats")
    old.book(GameResult("duet", "won", "agents", 8, 8, 17, 15, team="Cats"), leave=True)
    old._db.execute("UPDATE team SET name = ? WHERE name = 'Cats'", ("C\u200bats",))
    old._db.execute("INSERT INTO used VALUES ('lantern', ?, 1)", ("A\0B",))
    export(old, tmp_path / "old", stick)
    new = Store(tmp_path / "new")
    import_(new, tmp_path / "new", stick)
    assert [team.name for team in new.teams()] == ["Owls"]
    assert [row.team for row in new.results()] == ["Owls", None]


def test_a_box_that_does_not_know_the_date_exports(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.localtime", lambda *_: (1970, 1, 1, 0, 0, 0, 3, 1, 0))
    export(filled(tmp_path / "old"), tmp_path / "old", stick)
    assert (stick / FILE).is_file()


def test_a_file_whose_name_no_stick_takes_is_left_out_and_told(tmp_path: Path, stick: Path) -> None:
    """A file named in another encoding than UTF-8 among the packs: nothing at all could be saved while it was there."""
    store = filled(tmp_path / "old")
    (tmp_path / "old/packs" / os.fsdecode(b"caf\xe9.yaml")).write_text("id: x")
    (told,) = ended(export_steps(store, tmp_path / "old", stick))
    assert told.endswith("packs/caf?.yaml: a name in UTF-8")
    box = tmp_path / "new"
    deque(import_steps(Store(box), box, stick), maxlen=0)
    assert files(box / "packs").keys() == files(tmp_path / "old/packs").keys() - {os.fsdecode(b"caf\xe9.yaml")}


@pytest.mark.parametrize("failing", ["a folder", "a file", "a part of a file"])
def test_what_an_export_cannot_have_is_told_and_the_one_of_before_is_kept(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """A folder was left out without a word, over a good export of before; a file kept everything else from it."""
    store = filled(tmp_path / "old")
    export(store, tmp_path / "old", stick)
    before = (stick / FILE).read_bytes()
    words(tmp_path / "old/packs/words.yaml")
    match failing:
        case "a folder":
            nested(tmp_path / "old/packs")
        case "a file":
            look = backup.open_file
            monkeypatch.setattr(
                backup, "open_file", lambda path, **how: fail(path) if path.name == "mine.yaml" else look(path, **how)
            )
        case _:
            read = backup.read_piece
            monkeypatch.setattr(
                backup,
                "read_piece",
                lambda source, path: fail(path) if path.name == "mine.yaml" else read(source, path),
            )
    told = ended(export_steps(store, tmp_path / "old", stick))
    assert len(told) == 1
    assert told[0].endswith("yyy: File name too long" if failing == "a folder" else "mine.yaml: Input/output error")
    assert len(told[0]) <= 300
    assert (stick / BEFORE).read_bytes() == before
    box = tmp_path / "new"
    deque(import_steps(Store(box), box, stick), maxlen=0)
    assert files(box / "packs").keys() == {"words.yaml"} | ({"mine.yaml"} if failing == "a folder" else set())


def fail(path: Path) -> NoReturn:
    raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))


def ended(steps: Generator[Progress, None, tuple[str, ...]]) -> tuple[str, ...]:
    """Do every step and return what they return."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        found: tuple[str, ...] = end.value
        return found


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_a_disk_that_goes_on_failing_loses_no_pack(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, way: str, count: int
) -> None:
    """The second of two failing renames was the one that should put the box's own pack back: no copy was left."""
    old = filled(tmp_path / "old")
    for name in ("one", "two", "three"):
        words(tmp_path / f"old/packs/{name}.yaml", id=name, title="New")
    export(old, tmp_path / "old", stick)
    shutil.copytree(tmp_path / "old/packs", stick / "packs")
    new = files(tmp_path / "old/packs")
    new.pop("mine.yaml" if way == "packs" else "", None)
    told = set()
    for first in range(1, 40):
        box = tmp_path / f"box {first}"
        store = Store(box)
        for name in ("one", "two"):
            words(box / f"packs/{name}.yaml", id=name, title="Old")
        before, calls = files(box / "packs"), itertools.count(1)

        def failing(does: Callable[..., None], first: int = first, calls: Iterator[int] = calls) -> Callable[..., None]:
            def move(*given: object, **named: object) -> None:
                if first <= next(calls) < first + count:
                    raise OSError(errno.EIO, os.strerror(errno.EIO))
                does(*given, **named)

            return move

        with monkeypatch.context() as patch:
            patch.setattr(os, "rename", failing(os.rename))
            patch.setattr(os, "replace", failing(os.replace))
            steps = import_steps(store, box, stick) if way == "import" else copy_packs(store, box, stick, None)
            trouble = ""
            try:
                deque(steps, maxlen=0)
            except TransferError as error:
                trouble = error.trouble
        told.add(trouble)
        if trouble == "disk":
            assert files(box / "packs") == before
        store.add_team("Played on")
        store.close()
        again, _ = open_store(box, Store)
        assert files(box / "packs") == (before if trouble == "disk" else before | new)
        assert "Played on" in [team.name for team in again.teams()]
        assert bool(again.results()) is (way == "import" and not trouble)
        again.close()
    assert told == ({"", "disk"} if count == 1 else {"", "disk", "unfinished"})


@pytest.mark.parametrize("after", ["packs", "import", "export", "packs, failing again"])
def test_what_could_not_be_finished_is_made_up_for_by_what_comes_next(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    """It was told that nothing had changed, and an export left out the packs that were on their way."""
    old, box = filled(tmp_path / "old"), tmp_path / "box"
    for name in ("one", "two"):
        words(tmp_path / f"old/packs/{name}.yaml", id=name, title="New")
        words(box / f"packs/{name}.yaml", id=name, title="Old")
    export(old, tmp_path / "old", stick)
    shutil.copytree(tmp_path / "old/packs", stick / "packs")
    store, before = Store(box), files(box / "packs")
    replaced: list[Path] = []
    move = Path.replace

    def failing(path: Path, target: Path) -> Path:
        """Fail once the first pack is new, and at whatever would put the second one right."""
        if "two.yaml" in (path.name, target.name) and target.parent == box / "packs":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        replaced.append(target)
        return move(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", failing)
        with pytest.raises(TransferError) as caught:
            deque(copy_packs(store, box, stick, None), maxlen=0)
    assert caught.value.trouble == "unfinished"
    assert box / "packs/one.yaml" in replaced
    new = files(stick / "packs")
    if after == "export":
        export(store, box, tmp_path)
        saved = members(tmp_path / FILE)
        assert {name: saved[f"packs/{name}"] for name in ("one.yaml", "two.yaml")} == {
            name: content for name, content in new.items() if name != "mine.yaml"
        }
    elif after == "packs, failing again":
        left = iter([True])

        def once(path: Path, target: Path) -> Path:
            if target == box / "packs/two.yaml" and next(left, False):
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return move(path, target)

        monkeypatch.setattr(Path, "replace", once)
        with pytest.raises(TransferError) as caught:
            deque(copy_packs(store, box, stick, None), maxlen=0)
        assert caught.value.trouble == "disk"
        assert files(box / "packs") == before, "also what the first try had moved"
    else:
        deque(import_steps(store, box, stick) if after == "import" else copy_packs(store, box, stick, None), maxlen=0)
        assert files(box / "packs").items() >= {name: new[name] for name in ("one.yaml", "two.yaml")}.items()
    assert not (box / READY).exists()


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize("too_many", ["packs", "cards", "pictures"])
def test_what_is_brought_pushes_out_nothing_the_box_has(tmp_path: Path, stick: Path, way: str, too_many: str) -> None:
    """Packs "in the box now" took the place of others there, or made a folder of pictures larger than a pack may be."""
    old, box = filled(tmp_path / "old"), tmp_path / "box"
    packs, fresh = box / "packs", tmp_path / "old/packs"
    store = Store(box)
    match too_many:
        case "packs":
            for number in range(199):
                words(packs / f"own {number}.yaml", id=f"own-{number}")
            words(fresh / "one.yaml", id="one")
        case "cards":
            for number in range(5):
                packs.mkdir(exist_ok=True)
                (packs / f"own {number}.txt").write_text("\n".join(f"W{n}" for n in range(1999)))
            words(fresh / "one.yaml", id="one")
        case _:
            album(packs / "summer", 490)
            album(fresh / "summer", 20, "jpg")
    words(fresh / "two.yaml", id="two")
    shutil.copytree(fresh, stick / "packs")
    export(old, tmp_path / "old", stick)
    before = files(packs)
    if way == "import":
        told = " ".join(ended(import_steps(store, box, stick)))
        assert kept(store) == kept(old), "the rest is not lost by it"
    elif too_many == "cards":
        with pytest.raises(TransferError) as refused:
            deque(copy_packs(store, box, stick, None), maxlen=0)
        told = refused.value.text
    else:
        told = " ".join(ended(copy_packs(store, box, stick, None)))
    assert re.search(r"at most (200 packs, 10000 cards in all|500 cards)", told)
    assert before.items() <= files(packs).items()
    assert way == "import" or len(files(packs)) == len(before) + (too_many != "cards")


def test_a_pack_whose_id_another_file_has_is_not_copied(tmp_path: Path, stick: Path) -> None:
    """It took the place of the box's own, unasked, or lay in the box and was never used."""
    box = tmp_path / "box"
    words(box / "packs/fish.yaml", id="fish")
    words(box / "packs/Birds.yaml", id="birds")
    before = files(box / "packs")
    for name, ident in (("fish.yml", "fish"), ("birds.yaml", "birds"), ("new.yaml", "new"), ("new2.yaml", "new")):
        words(stick / "packs" / name, id=ident, title="Theirs")
    deque(copy_packs(Store(box), box, stick, None), maxlen=0)
    assert files(box / "packs") == before | {"new.yaml": (stick / "packs/new.yaml").read_bytes()}
    (stick / "packs/new.yaml").unlink()
    (stick / "packs/new2.yaml").unlink()
    with pytest.raises(
        TransferError, match=r"birds\.yaml: id: 'birds': an id that no other pack has; Birds\.yaml has this one"
    ):
        deque(copy_packs(Store(box), box, stick, None), maxlen=0)


def test_an_export_leaves_the_packs_whose_id_another_file_has(tmp_path: Path, stick: Path) -> None:
    old, box = filled(tmp_path / "old"), tmp_path / "box"
    for name, ident in (("fish.yml", "fish"), ("new.yaml", "new")):
        words(tmp_path / "old/packs" / name, id=ident, title="Theirs")
    export(old, tmp_path / "old", stick)
    words(box / "packs/fish.yaml", id="fish")
    before, store = files(box / "packs"), Store(box)
    (told,) = ended(import_steps(store, box, stick))
    assert told.endswith("fish.yml: id: 'fish': an id that no other pack has; fish.yaml has this one")
    assert files(box / "packs").keys() == before.keys() | {"new.yaml", "mine.yaml"}
    assert kept(store) == kept(old)


@pytest.mark.parametrize("below", ["", "./", "saved/"])
def test_an_export_that_a_pc_packed_again_is_taken_or_told(below: str, tmp_path: Path, stick: Path) -> None:
    """A PC's packer names the folders as well, and often a folder around everything: `damaged: 'manifest.json'`."""
    old = filled(tmp_path / "old")
    export(old, tmp_path / "old", stick)
    with zipfile.ZipFile(stick / FILE) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(stick / FILE, "w") as archive:
        archive.writestr(f"{below}packs/", b"")
        for name, each in content.items():
            archive.writestr(f"{below}{name}", each)
    store = Store(tmp_path / "box")
    if below:
        with pytest.raises(TransferError, match=r"damaged: no manifest\.json and store\.json at its top"):
            ended(import_steps(store, tmp_path / "box", stick))
    else:
        assert not ended(import_steps(store, tmp_path / "box", stick))
    assert (kept(store) == kept(old)) is not bool(below)


@pytest.mark.parametrize("name", ["packs.ready", "packs.import"])
def test_a_file_in_the_place_of_what_is_brought_is_cleared_away(tmp_path: Path, stick: Path, name: str) -> None:
    words(stick / "packs/words.yaml")
    box = tmp_path / "box"
    box.mkdir()
    (box / name).write_text("left by anything")
    deque(copy_packs(Store(box), box, stick, None), maxlen=0)
    assert files(box / "packs").keys() == {"words.yaml"}
    assert not list(box.glob("packs.*"))


@pytest.mark.parametrize("way", ["export", "import", "packs"])
def test_nothing_goes_through_a_link_in_the_place_of_the_packs(tmp_path: Path, stick: Path, way: str) -> None:
    """Its packs are not used: what was brought "into the box" went elsewhere, and replaced what was there."""
    box, elsewhere = filled(tmp_path / "box"), tmp_path / "elsewhere"
    export(box, tmp_path / "box", stick)
    shutil.rmtree(tmp_path / "box/packs")
    words(elsewhere / "words.yaml")
    words(stick / "packs/words.yaml", title="Theirs")
    (tmp_path / "box/packs").symlink_to(elsewhere)
    before = files(elsewhere), files(stick), kept(box)
    does = {"export": export_steps, "import": import_steps}.get(way)
    with pytest.raises(TransferError, match="the file or folder itself, not a link to it"):
        deque(does(box, tmp_path / "box", stick) if does else copy_packs(box, tmp_path / "box", stick, None), maxlen=0)
    assert (files(elsewhere), files(stick), kept(box)) == before


@pytest.mark.parametrize("way", ["import", "packs"])
@pytest.mark.parametrize(("fails", "taken"), [("before", False), ("after", True)])
def test_what_is_told_of_the_last_step_is_so(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch, way: str, fails: str, taken: bool
) -> None:
    """The disk fails around the rename by which all counts: "nothing was changed", and the next start changed it."""
    old, box = filled(tmp_path / "old"), tmp_path / "new"
    words(tmp_path / "old/packs/words.yaml")
    export(old, tmp_path / "old", stick)
    words(stick / "packs/words.yaml")
    store = Store(box)

    def sync(path: Path) -> None:
        if path == box and (box / READY).exists() is (fails == "before"):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(staging, "sync", sync)
    steps = import_steps(store, box, stick) if way == "import" else copy_packs(store, box, stick, None)
    if taken:
        deque(steps, maxlen=0)
    else:
        with pytest.raises(TransferError, match="Input/output error"):
            deque(steps, maxlen=0)
    monkeypatch.undo()
    clean_up(box)
    finish(box, store)
    assert bool(files(box / "packs")) is taken
    assert bool(store.teams()) is (taken and way == "import")


def test_an_export_while_nothing_can_be_saved_has_the_settings_in_use(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(tmp_path / "old")
    store.set_settings({"volume": 0.3, "timer": "strict"})
    monkeypatch.setattr(Store, "gone", lambda self: True)
    for changed in ({"language": "es", "timer": None}, {"operator_pin": "1234", "confirm": "instant"}):
        with pytest.raises(StoreError):
            store.set_settings(changed)
    export(store, tmp_path / "old", stick)
    monkeypatch.undo()
    new = Store(tmp_path / "new")
    import_(new, tmp_path / "new", stick)
    assert settings(new) == {"language": "es", "volume": 0.3, "confirm": "instant"}
    assert new.results() == store.results()


@pytest.mark.parametrize("kind", ["file", "link", "folder", "full folder"])
def test_what_a_cut_export_left_on_the_stick_goes_with_the_next(kind: str, tmp_path: Path, stick: Path) -> None:
    store = filled(tmp_path / "old")
    for name in (FILE, "spytable-log.txt"):
        part = stick / f"{name}.part"
        if kind == "file":
            part.write_bytes(b"half")
        elif kind == "link":
            part.symlink_to("/dev/null")
        else:
            part.mkdir()
            if kind == "full folder":
                (part / "x").touch()
    (tmp_path / "old/log.txt").write_text("start 1\n")
    export(store, tmp_path / "old", stick)
    folders = {f"{FILE}.part", "spytable-log.txt.part"} if "folder" in kind else set()
    assert {path.name for path in stick.iterdir()} == {FILE, "spytable-log.txt"} | folders


def test_what_was_half_copied_when_the_power_went_is_swept_at_the_start(tmp_path: Path, stick: Path) -> None:
    store = filled(tmp_path / "old")
    left = [tmp_path / "old" / name for name in ("album/2.png.part", "update/asked.update.part")]
    (tmp_path / "old/packs/notes.part").write_text("the owner's")
    for part in left:
        part.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(b"half")
    clean_up(tmp_path / "old")
    assert not [part for part in left if part.exists()]
    assert {path.name for path in (tmp_path / "old/packs").iterdir()} == {"mine.yaml", "notes.part"}
    store.close()
