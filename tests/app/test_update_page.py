"""An update from the stick, as an owner puts it in."""

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest

from device.app import run, updating
from device.app.fault_log import Log
from device.app.systemd import Service
from device.config.settings import Settings
from device.files.log_ring import LogRing, log_text
from device.headless.pilot import Pilot
from device.owner import update_file
from device.owner.versions import ASKED, TAKEN, Versions, news
from device.ui.owner import owner_rows
from hardware.ports import Input, Quit
from hardware.simulated.offscreen import offscreen_box
from tests.app.conftest import texts
from tests.owner.updates import Signer, make_update


@pytest.fixture
def versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Versions:
    """The folder of an installed box, with the version that runs this test."""
    home = tmp_path / "home"
    (home / "venv-0.1.0-a/bin").mkdir(parents=True)
    monkeypatch.setenv("SPYTABLE_HOME", str(home))
    monkeypatch.setattr(sys, "prefix", str(home / "venv-0.1.0-a"))
    return Versions.here()


def at_the_box(pilot: Pilot) -> None:
    pilot.tap("settings")
    pilot.tap("page:owner")


def handing_over(make: Callable[..., Pilot], stick: Path) -> Pilot:
    """Return a box to which the update of a stick was handed over."""
    make_update(stick)
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("update")
    pilot.tap("confirm")
    pilot.wait(0.5)
    return pilot


def test_an_update_is_handed_over_and_what_the_machine_refuses_is_told(
    make: Callable[..., Pilot], stick: Path, versions: Versions
) -> None:
    path = make_update(stick)
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("update")
    assert "Put spytable-9.0.update in?" in texts(pilot)
    assert not (pilot.setup.data / ASKED).exists()
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert "The update is being put in." in texts(pilot)
    assert (pilot.setup.data / ASKED).read_bytes() == path.read_bytes()
    versions.failed("9.0", "the card is full")
    pilot.wait(2.0)
    assert "could not be put in: the card is full. Nothing was changed on this box." in texts(pilot)
    pilot.tap("back")
    assert pilot.screen == "settings"


def test_an_update_of_another_name_is_not_put_in_unasked(
    make: Callable[..., Pilot], stick: Path, versions: Versions
) -> None:
    """spytable.update, as somebody may rename it, was found by no look, and handed over without a question."""
    make_update(stick).rename(stick / "spytable.update")
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("update")
    pilot.wait(0.5)
    assert "There is no update in" in texts(pilot)
    assert not (pilot.setup.data / ASKED).exists()


@pytest.mark.parametrize("seen", [True, False])
def test_an_update_that_cannot_be_read_is_not_said_to_be_missing(
    seen: bool, make: Callable[..., Pilot], stick: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of root's alone, or on a stick that fails: "There is no update", and to put the right stick in."""
    make_update(stick)
    if not seen:
        monkeypatch.setattr(owner_rows, "newest", lambda folder: None)
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)

    def closed(path: Path, **given: object) -> object:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(update_file, "open_file", closed)
    pilot.tap("update")
    if seen:
        pilot.tap("confirm")
    pilot.wait(0.5)
    assert ".update: the box may not use it. Nothing was changed on this box." in texts(pilot)


def test_a_look_that_fails_ends_no_waiting_for_an_update(
    make: Callable[..., Pilot], stick: Path, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the card could not be read for a moment the page went: something had gone wrong, and nobody knew what."""
    pilot, failed = handing_over(make, stick), list[object]()
    for name in ("exists", "lstat"):
        real = getattr(Path, name)

        def look(path: Path, real: Callable[[Path], object] = real) -> object:
            if path.name == ASKED.name:
                failed.append(path)
                raise OSError(5, "Input/output error", str(path))
            return real(path)

        monkeypatch.setattr(Path, name, look)
    pilot.wait(2.0)
    assert failed
    assert "The update is being put in." in texts(pilot)
    monkeypatch.undo()


@pytest.mark.parametrize("begun", ["9.0", ""])
def test_an_update_that_ends_without_a_word_is_told_to_who_waits(
    make: Callable[..., Pilot], stick: Path, versions: Versions, begun: str
) -> None:
    """The machine ended what put it in, for want of memory or time: the page waited for ever."""
    pilot = handing_over(make, stick)
    asked, taken = pilot.setup.data / ASKED, pilot.setup.data / TAKEN
    asked.rename(taken)
    pilot.wait(5.0)
    assert "The update is being put in." in texts(pilot)
    if begun:
        (versions.home / "begun").write_text(begun)
    taken.unlink()
    pilot.wait(2.0)
    assert f"The update to version {begun or '?'} was cut short. Put it in again." in texts(pilot)


def test_an_update_that_is_in_is_not_told_as_cut_short(
    make: Callable[..., Pilot], stick: Path, versions: Versions
) -> None:
    pilot = handing_over(make, stick)
    (versions.home / "venv").symlink_to("venv-9.0-b")
    (pilot.setup.data / ASKED).unlink()
    pilot.wait(5.0)
    assert "The update is being put in." in texts(pilot), "the box starts again in a moment"


def test_a_config_with_a_fault_is_told_to_who_waits(
    make: Callable[..., Pilot], stick: Path, versions: Versions, tmp_path: Path
) -> None:
    """The page waited for ever."""
    pilot = handing_over(make, stick)
    config = tmp_path / "config.yaml"
    config.write_text("screen: {driver: abacus}\n")
    data = pilot.setup.data
    told = updating.run(argparse.Namespace(status=False, config=str(config), data_dir=str(data), file=data / ASKED))
    assert "'abacus'" in told[1][0] and "its operator.update_key cannot be known" in told[1][0]
    assert versions.outcome == ("failed", "?", f"config: {config}: screen.driver"), "the log holds no values"
    pilot.wait(2.0)
    assert "could not be put in: the settings file has a fault." in texts(pilot)


def test_by_hand_a_root_that_is_only_read_is_written_meanwhile(
    versions: Versions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asked as root was told to ask as root."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    guard = versions.home / "libexec/versions"
    guard.parent.mkdir()
    guard.write_text(f'#!/bin/sh\n[ "$1" = unlock ] && touch {tmp_path}/open || rm {tmp_path}/open\n')
    guard.chmod(0o755)
    monkeypatch.setattr(os, "access", lambda *_: (tmp_path / "open").exists())
    monkeypatch.setattr(updating, "start_again", lambda _: None)
    config = tmp_path / "config.yaml"
    config.write_text("screen: {driver: auto}\n")
    update = make_update(tmp_path / "by_hand")
    given = argparse.Namespace(status=False, config=str(config), data_dir=str(tmp_path), file=update)
    assert updating.run(given) == ([], [])
    assert not (tmp_path / "open").exists()


def test_with_a_pin_only_the_owner_puts_an_update_in(
    make: Callable[..., Pilot], stick: Path, versions: Versions
) -> None:
    make_update(stick)
    pilot = make(settings=Settings(usb=stick, pin="1234"))
    pilot.tap("settings")
    assert pilot.screen == "menu", "the pad of the PIN"
    for digit in "1234":
        pilot.tap(f"digit:{digit}")
    pilot.tap("confirm")
    pilot.tap("page:owner")
    pilot.tap("update")
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert (pilot.setup.data / ASKED).exists()


@pytest.mark.parametrize(
    ("version", "other", "settings", "told"),
    [
        ("0.0.1", {}, {}, "not newer"),
        ("9.0", {"name": "chess"}, {}, "no update of this box"),
        ("9.0", {"machines": ["vax"]}, {}, "another kind of machine"),
        ("9.0", {"sha256": {}}, {}, "damaged"),
        ("9.0", {}, {"update_key": Signer().key}, "not signed by the owner"),
    ],
)
def test_what_is_refused_is_told_and_nothing_is_handed_over(
    version: str,
    other: dict[str, object],
    settings: dict[str, object],
    told: str,
    make: Callable[..., Pilot],
    stick: Path,
    versions: Versions,
) -> None:
    path = make_update(stick, version, **other)
    path.rename(stick / f"spytable-{version}.update")
    pilot = make(settings=Settings(usb=stick, **settings))
    at_the_box(pilot)
    pilot.tap("update")
    pilot.tap("confirm")
    pilot.wait(0.5)
    assert told in texts(pilot)
    assert "Nothing was changed on this box." in texts(pilot)
    assert not (pilot.setup.data / ASKED).exists()


@pytest.mark.usefixtures("versions")
def test_without_an_update_on_the_stick_it_says_so(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = make(settings=Settings(usb=stick))
    at_the_box(pilot)
    pilot.tap("update")
    pilot.wait(0.5)
    assert f"There is no update in {stick}" in texts(pilot)


def test_a_program_on_a_pc_cannot_put_an_update_in(make: Callable[..., Pilot], stick: Path) -> None:
    pilot = handing_over(make, stick)
    assert "not set up by its installer" in texts(pilot)


def test_news_of_an_update_are_told_once(make: Callable[..., Pilot], versions: Versions) -> None:
    store = make().store
    assert news(versions, store) == []
    (versions.home / "trial").write_text("venv-0.1.0-a venv-0.0.9-z 1\n")
    assert news(versions, store) == ["This box was updated to version 0.1.0."]
    assert news(versions, store) == []
    (versions.home / "trial").unlink()
    (versions.home / "outcome").write_text("stood venv-0.1.0-a\n")
    assert news(versions, store) == []
    (versions.home / "outcome").write_text("back venv-0.2.0-b\n")
    told = news(versions, store)
    assert told == ["Version 0.2.0 did not stay up. The one from before is back; nothing is lost."]
    assert news(versions, store) == []
    os.utime(versions.home / "outcome", (1, 1))
    assert news(versions, store) == told, "it came back once more"
    assert news(versions, store) == []


def test_an_update_that_a_power_cut_ended_is_told_at_the_next_start(
    make: Callable[..., Pilot], versions: Versions
) -> None:
    store = make().store
    with versions.putting_in("0.2.0"):
        assert news(versions, store) == [], "it is still being put in"
        begun = next(path for path in versions.home.iterdir() if path.name == "begun").read_text()
    assert news(versions, store) == []
    (versions.home / "begun").write_text(begun)
    assert news(versions, store) == ["The update to version 0.2.0 was cut short. Put it in again."]
    assert news(versions, store) == []
    os.utime(versions.home / "begun", (1, 1))
    assert news(versions, store) == ["The update to version 0.2.0 was cut short. Put it in again."], "once more"
    assert news(versions, store) == []
    got_in = Versions(versions.home, "venv-0.2.0-b")
    assert news(got_in, store) == [], "it was cut after the switch"


def test_an_update_that_was_not_put_in_is_told_at_the_next_start(
    make: Callable[..., Pilot], versions: Versions
) -> None:
    store = make().store
    versions.failed("0.3.0", "the card is full")
    assert news(versions, store) == ["The update to version 0.3.0 could not be put in: the card is full."]
    assert news(versions, store) == []


def test_the_log_has_why_an_update_was_not_put_in_in_the_words_of_the_machine(
    versions: Versions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a Polish screen it is told in Polish, and in plainer words; so it stood in the log that goes to a helper."""
    versions.failed("0.3.0", "/opt/spytable: No space left on device", "disk")
    given = argparse.Namespace(data_dir=str(tmp_path), config=None, lang="pl", seed=1, size=None, fullscreen=False)
    inputs: SimpleQueue[Input] = SimpleQueue()
    inputs.put(Quit())
    monkeypatch.setattr(run, "_build", lambda spec, _: offscreen_box((800, 480), inputs.put, time.monotonic, spec))
    run._loop(given, Settings(), [], False, inputs, Service(), Log(LogRing(tmp_path, "1"), time.monotonic))
    told = log_text(tmp_path).decode()
    assert "The update to version 0.3.0 could not be put in: /opt/spytable: No space left on device." in told
