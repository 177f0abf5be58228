"""What is set while the store only stands in for the box's own is not told as if it were kept."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from device.headless.pilot import Pilot
from device.storage import store as store_module
from device.storage.migrations import SCHEMA
from device.storage.store import FILE, Store
from tests.app.conftest import texts

LATE = "This holds now, and is saved once the memory works again."
GONE = "This holds until the box is switched off."
Setting = Callable[[Pilot], None]


@pytest.fixture
def stand_in(make: Callable[..., Pilot], monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Return a pilot whose data directory cannot be written now."""
    opened = store_module.open_database

    def not_there(path: Path) -> object:
        if "spytable-" not in str(path):
            raise OSError(30, "Read-only file system", str(path))
        return opened(path)

    monkeypatch.setattr(store_module, "open_database", not_there)
    pilot = make()
    assert pilot.store.forgetful is not None
    assert pilot.store.home is not None
    return pilot


@pytest.fixture
def newer(make: Callable[..., Pilot], tmp_path: Path) -> Pilot:
    """Return a pilot whose memory is a newer version's, to which this one never gets back."""
    box = tmp_path / "box0"
    Store(box).close()
    with closing(sqlite3.connect(box / FILE)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    pilot = make()
    assert pilot.store.forgetful is not None
    assert pilot.store.home is None
    return pilot


def settings(pilot: Pilot, page: str) -> None:
    pilot.kiosk.screens.go("home")
    pilot.kiosk.screens.notice = None
    pilot.tap("settings")
    pilot.tap(f"page:{page}")


def pin(pilot: Pilot) -> None:
    settings(pilot, "owner")
    pilot.tap("pin:set")
    for _ in range(2):
        for digit in "4711":
            pilot.tap(f"digit:{digit}")
        pilot.tap("confirm")
    assert pilot.kiosk.context.pin.has_pin


def no_pin(pilot: Pilot) -> None:
    pin(pilot)
    pilot.kiosk.screens.notice = None
    pilot.tap("pin:clear")
    pilot.wait(0.5)
    pilot.tap("confirm")
    assert not pilot.kiosk.context.pin.has_pin


def way_to_guess(pilot: Pilot) -> None:
    settings(pilot, "game")
    pilot.tap("setting:confirm:instant")
    assert pilot.kiosk.context.preferences.confirm == "instant"


def language(pilot: Pilot) -> None:
    pilot.kiosk.screens.go("home")
    pilot.tap("language:pl")
    pilot.tap("language:en")


def label(pilot: Pilot) -> None:
    settings(pilot, "owner")
    pilot.tap("power")
    pilot.tap("label")
    pilot.type("ab")
    pilot.tap("confirm")
    assert pilot.kiosk.context.preferences.label


@pytest.mark.parametrize("change", [pin, no_pin, way_to_guess, language, label])
def test_what_is_set_in_a_store_that_stands_in_is_told_to_be_saved_later(stand_in: Pilot, change: Setting) -> None:
    """ "The PIN is set", it said, and after a power cut there was none."""
    change(stand_in)
    assert LATE in texts(stand_in)


@pytest.mark.parametrize("change", [pin, no_pin, way_to_guess, language, label])
def test_what_is_never_saved_is_not_told_to_be_saved_later(newer: Pilot, change: Setting) -> None:
    change(newer)
    assert GONE in texts(newer)


@pytest.mark.parametrize("change", [pin, no_pin, way_to_guess, language, label])
def test_what_is_kept_is_told_as_it_was(pilot: Pilot, change: Setting) -> None:
    change(pilot)
    assert LATE not in texts(pilot) and GONE not in texts(pilot)
