"""A data directory or a stick that lies where nobody can look: the box starts, plays and tells."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.app.fault_log import Log
from device.config.settings import Settings
from device.files.log_ring import LogRing, log_text
from device.headless.pilot import Pilot, Setup
from device.owner.archive import FILE
from device.owner.backup import LOG, export_steps, import_steps
from device.owner.config_file import NAME, take_config
from device.owner.copy_packs import Changed
from device.owner.transfer import TransferError
from device.owner.update_file import newest
from device.storage.store import FILE as STORE
from device.storage.store import Store
from tests.app.conftest import dealt, texts

STRANGE = ("a name too long", "a path too long", "a loop", "a file", "below a file", "below a device", "closed")


def strange(kind: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a path of a kind at which no folder can be seen."""
    if kind == "a name too long":
        return root / ("x" * 300)
    if kind == "a path too long":
        return root.joinpath(*["y" * 200] * 30)
    if kind == "below a device":
        return Path("/dev/null/box")
    place = root / "place"
    if kind == "a loop":
        place.symlink_to(place)
    elif kind in ("a file", "below a file"):
        place.write_text("no folder")
    else:
        place.mkdir()
        refuse(place, monkeypatch)
    return place / "below" if kind == "below a file" else place


def refuse(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody into a folder, as permissions would, also for root."""

    def refusing(do: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(path: Any, *given: Any, **named: Any) -> Any:
            if str(path).startswith(f"{place}/"):
                raise PermissionError(13, "Permission denied", str(path))
            return do(path, *given, **named)

        return guarded

    for module, names in (
        (os, ("stat", "lstat", "open", "mkdir", "scandir", "listdir", "unlink")),
        (sqlite3, ("connect",)),
    ):
        for name in names:
            monkeypatch.setattr(module, name, refusing(getattr(module, name)))
    monkeypatch.setattr("io.open", refusing(open))


@pytest.mark.parametrize("kind", STRANGE)
def test_a_data_directory_no_one_can_look_into(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = strange(kind, tmp_path, monkeypatch)
    pilot = Pilot(Setup(data, size=(800, 480)))
    try:
        assert "Nothing can be saved" in texts(pilot)
        pilot.start(dealt())
        pilot.press("a")
        pilot.wait(4)
        assert pilot.screen == "clue_pad"
        for page in ("statistics", "settings", "new_game"):
            pilot.kiosk.screens.go("home", page)
            pilot.settle()
            assert pilot.screen == page
        pilot.kiosk.screens.open("packs")
        pilot.settle()
    finally:
        pilot.close()


@pytest.mark.parametrize("kind", STRANGE)
@pytest.mark.parametrize("way", ["export", "restore", "copy", "take_config"])
def test_a_stick_no_one_can_look_at(
    way: str, kind: str, make: Callable[..., Pilot], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb = strange(kind, tmp_path, monkeypatch)
    assert newest(usb) is None
    pilot = make(settings=Settings(usb=usb))
    pilot.tap("settings")
    pilot.tap("page:owner")
    agreed: dict[str, object] = {"copy": Changed((), ()), "restore": ""}
    pilot.kiosk.screens.open(way, **({"agreed": agreed[way]} if way in agreed else {}))
    pilot.wait(1.0)
    told = texts(pilot)
    assert any(each in told for each in ("There is no", "did not take it"))
    pilot.tap("back")
    pilot.kiosk.screens.go("home", "new_game")
    pilot.settle()
    assert pilot.screen == "new_game"


def a_folder(path: Path) -> None:
    path.mkdir()
    (path / "kept").write_text("kept")


def a_loop(path: Path) -> None:
    path.symlink_to(path)


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


@pytest.mark.parametrize("spoil", [a_folder, a_loop, a_pipe])
@pytest.mark.parametrize("name", [FILE, f"{FILE}.part", LOG])
def test_an_export_where_something_else_lies(
    name: str, spoil: Callable[[Path], None], tmp_path: Path, stick: Path
) -> None:
    (tmp_path / "log.txt").write_text("start 1, 0.0 s: a line\n")
    store = Store(tmp_path)
    spoil(stick / name)
    try:
        list(export_steps(store, tmp_path, stick))
    except TransferError as error:
        assert error.trouble == "disk"
        assert "Errno" not in str(error)
    if spoil is a_folder:
        assert (stick / name / "kept").read_text() == "kept"
    store.close()


@pytest.mark.parametrize("spoil", [a_folder, a_loop, a_pipe])
def test_an_import_or_a_settings_file_that_is_none(spoil: Callable[[Path], None], tmp_path: Path, stick: Path) -> None:
    store = Store(tmp_path)
    spoil(stick / FILE)
    spoil(stick / NAME)
    with pytest.raises(TransferError):
        list(import_steps(store, tmp_path, stick))
    with pytest.raises(TransferError):
        list(take_config(tmp_path, stick))
    assert (tmp_path / STORE).is_file()
    store.close()


@pytest.mark.parametrize("name", ["log.txt", "log-before.txt"])
@pytest.mark.parametrize(
    "spoil",
    [
        a_folder,
        a_loop,
        a_pipe,
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: path.symlink_to("/dev/full"),
        lambda path: path.symlink_to(path.with_name("elsewhere")),
    ],
)
def test_a_log_that_is_no_file(
    name: str, spoil: Callable[[Path], None], tmp_path: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing was kept, and the export lacked it without a word."""
    spoil(tmp_path / name)
    (tmp_path / "elsewhere").write_text("somebody's letter")
    log = Log(LogRing(tmp_path, "1"), lambda: 0.0)
    log.keep("a line")
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(": ")[0] for line in said] == ([str(tmp_path / name)] if name == "log.txt" else [])
    assert len(log_text(tmp_path)) < 100 and b"letter" not in log_text(tmp_path)
    store = Store(tmp_path)
    steps = export_steps(store, tmp_path, stick)
    told: tuple[str, ...] = ()
    while not told:
        try:
            next(steps)
        except StopIteration as ended:
            told = ended.value
    assert [line.partition(": ")[0] for line in told] == [str(tmp_path / name)]
    assert (tmp_path / "elsewhere").read_text() == "somebody's letter"
    store.close()


def test_the_first_start_of_a_box_tells_nothing_of_its_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its data directory is made later."""
    Log(LogRing(tmp_path / "later", "1"), lambda: 0.0).keep("a line")
    assert capsys.readouterr().err == ""
