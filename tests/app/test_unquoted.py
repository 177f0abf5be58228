"""Whatever fails in a game, and however talkative its error is: nothing that is hidden gets into the log."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.app.fault_log import Journal, Log
from device.app.threads import in_thread
from device.app.tick_guard import TickGuard
from device.files.failures import keep_secrets, print_failure
from device.files.log_ring import LogRing, log_text
from device.headless.pilot import Pilot
from device.rules.model import Side, State
from device.storage.store import Store
from device.ui.screens import find_screen
from hardware.box import Box
from hardware.ports import Seat
from tests.app.conftest import WORDS, dealt

SECRETS = ("agent", "assassin", "bystander", "AGENT", "ASSASSIN", "Face(", "Key(faces", *WORDS)
PARTS = ("panel:a", "panel:b", "button:a", "button:b", "lamp:a", "lamp:b", "speaker", "backlight", "screen")
ERRORS = (KeyError, ValueError, TypeError, AssertionError, IndexError, AttributeError, LookupError)
SCREENS = ("table", "menu", "clue_pad", "clue_log", "standing")
METHODS = ("draw", "layout", "tick", "changed", "press", "lit", "raw", "animate", "situation", "cells")


@pytest.fixture
def log(pilot: Pilot, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Start a game on a box that journals as one in service; return what reads all of its logs."""
    kept = Log(LogRing(tmp_path, "1"), lambda: pilot.now)
    pilot.kiosk.on_failure = TickGuard(kept.tell).failed
    pilot.kiosk.outputs.failing = Journal(kept.tell).follow
    pilot.kiosk.context.session._report = print_failure
    pilot.start(dealt())
    return lambda: log_text(tmp_path).decode() + "".join(capsys.readouterr())


def talkative(pilot: Pilot, kind: type[Exception] = KeyError) -> Callable[..., Any]:
    """Return what fails with everything the box knows in its text, its cause and its frame."""

    def fail(*given: object, **named: object) -> Any:
        session = pilot.kiosk.context.session
        state = session._state
        assert state is not None
        known = [str(each) for face in state.key.faces for each in face]
        try:
            raise ValueError(repr(state), known, session.public, given)
        except ValueError as cause:
            raise kind(f"{known} {state} {session.public}") from cause

    return fail


def hold_nothing_hidden(text: str) -> None:
    found = {secret for secret in SECRETS if secret in text}
    assert found == set()


@pytest.mark.parametrize("kind", ERRORS, ids=lambda kind: kind.__name__)
def test_a_listener_that_fails(
    kind: type[Exception], pilot: Pilot, log: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.kiosk.context.session.subscribe(talkative(pilot, kind))
    pilot.press("a")
    pilot.tap("digit:2")
    pilot.press("a")
    pilot.hold(f"card:{WORDS[0]}")
    told = log()
    assert told.count(f"failed: {kind.__name__} at ") >= 2
    assert "test_unquoted.py:" in told
    hold_nothing_hidden(told)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_that_fails(
    screen: str, method: str, pilot: Pilot, log: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = find_screen(screen)
    with monkeypatch.context() as patched:
        patched.setattr(page, method, talkative(pilot))
        try:
            if screen != "table":
                pilot.kiosk.screens.open(screen, **({} if screen == "standing" else {"seat": Seat.A}))
            for down in (True, False):
                pilot.kiosk.screens.invalidate()
                pilot.box.recordings["button:a"].set(down, pilot.now)
                pilot.wait(0.1)
        except KeyError as error:  # the safe screen fails as well: that ends the process
            print_failure(error)
    hold_nothing_hidden(log())


@pytest.mark.parametrize("kind", [KeyError, ValueError], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("part", PARTS)
def test_a_driver_that_fails(
    part: str, kind: type[Exception], pilot: Pilot, log: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = pilot.box.recordings[part]
    for method in ("show", "shine", "tick", "set", "pressed", "play", "present", "poll", "close"):
        if hasattr(driver, method) and (method, part[:6]) != ("set", "button"):  # that is a hand's
            monkeypatch.setattr(driver, method, talkative(pilot, kind))
    pilot.press("a")
    pilot.kiosk.context.sound("touch")
    pilot.wait(4.0)
    told = log()
    assert part in told
    hold_nothing_hidden(told)
    assert not any(secret in fault.why for fault in pilot.box.faults() for secret in SECRETS)


@pytest.mark.parametrize("method", ["show_key", "light", "backlight", "play", "tick", "faults", "upright"])
def test_the_box_itself(method: str, pilot: Pilot, log: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Box, method, talkative(pilot))
        pilot.kiosk.screens.invalidate()
        for _ in range(3):
            pilot.tick()
    hold_nothing_hidden(log())


@pytest.mark.parametrize("method", ["add_moves", "gone", "put_game", "book", "clear_table"])
def test_the_store(method: str, pilot: Pilot, log: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Store, method, talkative(pilot))
        pilot.press("a")
        pilot.press("b")
        pilot.wait(3.5)
    hold_nothing_hidden(log())


def test_what_ends_the_process_or_a_thread(
    pilot: Pilot, log: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((sys, "excepthook"), (threading, "excepthook"), (sys, "unraisablehook")):
        monkeypatch.setattr(module, name, getattr(module, name))
    keep_secrets()
    fail = talkative(pilot)
    try:
        fail()
    except KeyError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    before = set(threading.enumerate())
    in_thread(fail)
    for thread in set(threading.enumerate()) - before:
        thread.join()

    class Gone:
        def __del__(self) -> None:
            fail()

    Gone()
    told = log()
    assert told.count("failed: KeyError at ") == 3
    hold_nothing_hidden(told)


def test_no_repr_tells_a_key(pilot: Pilot, log: Callable[[], str]) -> None:
    session, game = pilot.kiosk.context.session, dealt()
    state = session._state
    assert isinstance(state, State)
    told = [repr(thing) for thing in (state, state.key, game, game.key, session.observe(Side.A))]
    assert all("assassin" not in text.lower() for text in told)
