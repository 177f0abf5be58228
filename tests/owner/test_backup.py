"""Export and import by a USB folder."""

import json
import os
import zipfile
from collections import deque
from pathlib import Path

import pytest

from device.owner import backup as transfer
from device.owner.backup import FILE, TransferError, exporting, importing
from device.storage.store import Row, Store


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def filled(folder: Path) -> Store:
    store = Store(folder)
    store.add_team("Owls")
    store.set_notes("Owls", "meet on Fridays")
    store.book(Row("duet", "won", "agents", 8, 8, 17, 15, mission="prague", team="Owls"), leave=True)
    store.set_setting("language", "pl")
    (folder / "packs").mkdir()
    (folder / "packs/mine.yaml").write_text("id: mine")
    return store


def export(store: Store, data: Path, folder: Path) -> None:
    deque(exporting(store, data, folder), maxlen=0)


def import_(store: Store, data: Path, folder: Path) -> None:
    deque(importing(store, data, folder), maxlen=0)


def kept(store: Store) -> object:
    return store.results(), store.teams(), store.settings()


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
    "damage", ["cut", "flipped", "member", "missing", "version", "empty", "outside", "rows", "key"]
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
            import hashlib

            name = "packs/../../evil" if damage == "outside" else "store.json"
            store = json.loads(content["store.json"])
            store = {**store, "team": [[1, 2, 3, 4, 5]]} if damage == "rows" else {"team": []}
            content[name] = json.dumps(store).encode()
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


def test_an_export_without_a_stick_or_room_leaves_nothing_half_written(tmp_path: Path, stick: Path) -> None:
    store = filled(tmp_path / "old")
    with pytest.raises(TransferError, match="is the stick in"):
        export(store, tmp_path / "old", tmp_path / "gone")
    (stick / "spytable-export.part").mkdir()
    with pytest.raises(TransferError):
        export(store, tmp_path / "old", stick)
    assert not (stick / FILE).exists()


def test_packs_with_photographs_come_back_whole(tmp_path: Path, stick: Path) -> None:
    old = filled(tmp_path / "old")
    photo = tmp_path / "old/packs/Summer/photo.jpg"
    photo.parent.mkdir()
    with photo.open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    export(old, tmp_path / "old", stick)
    import_(Store(tmp_path / "new"), tmp_path / "new", stick)
    assert (tmp_path / "new/packs/Summer/photo.jpg").stat().st_size == 200 * 1024 * 1024


def test_more_packs_than_an_import_takes_are_not_exported(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(tmp_path / "old")
    monkeypatch.setattr(transfer, "MOST_BYTES", 7)
    with pytest.raises(TransferError, match="at most"):
        export(store, tmp_path / "old", stick)
    assert list(stick.iterdir()) == []


def test_a_full_memory_card_changes_nothing(tmp_path: Path, stick: Path) -> None:
    export(filled(tmp_path / "old"), tmp_path / "old", stick)
    new = Store(tmp_path / "new")
    (tmp_path / "new/packs.import").write_text("in the way")
    with pytest.raises(TransferError) as refused:
        import_(new, tmp_path / "new", stick)
    assert refused.value.trouble == "disk"
    assert new.teams() == []


def test_a_box_that_does_not_know_the_date_exports(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.localtime", lambda *_: (1970, 1, 1, 0, 0, 0, 3, 1, 0))
    export(filled(tmp_path / "old"), tmp_path / "old", stick)
    assert (stick / FILE).is_file()


def test_a_file_whose_name_no_stick_takes_is_told(tmp_path: Path, stick: Path) -> None:
    store = filled(tmp_path / "old")
    (tmp_path / "old/packs" / os.fsdecode(b"caf\xe9.yaml")).write_text("id: x")
    with pytest.raises(TransferError) as refused:
        export(store, tmp_path / "old", stick)
    assert refused.value.trouble == "disk"
    assert list(stick.iterdir()) == []
