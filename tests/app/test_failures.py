"""No exception ends the game: whatever a screen throws is told, and leads to a safe screen."""

import errno
import io
import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, Literal

import pygame
import pytest

from device.app import build
from device.app.fault_log import Journal, Log
from device.app.open import DAMAGED
from device.app.pin_reset import HOLD_SECONDS
from device.app.tick_guard import MANY, TickGuard, where
from device.files.log_ring import LogRing, log_text
from device.headless.pilot import Pilot
from device.rules.actions import GiveClue, Undo
from device.rules.model import Side
from device.ui.kit.screen import Screen
from device.ui.lobby.home import Home
from device.ui.table.clue_log import ClueLog
from device.ui.table.table import Table
from hardware.ports import Pointer
from tests.app.conftest import dealt, texts


def broken(*_: object, **__: object) -> None:
    """Fail as a bug would; the text must not be written down."""
    raise KeyError("a secret card")


@pytest.fixture
def lines(pilot: Pilot) -> list[str]:
    """Guard the kiosk as a running box does; return the lines of its journal."""
    written: list[str] = []
    pilot.kiosk.on_failure = TickGuard(written.append).failed
    return written


def test_what_is_owed_to_the_memory_is_written_tick_by_tick(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.fail("store")
    session = pilot.kiosk.context.session
    session.do(GiveClue(Side.A, 2))
    for _ in range(5):
        session.do(Undo())
        session.do(GiveClue(Side.A, 2))
    session.clock = count().__next__
    pilot.kiosk.screens.go_home()
    pilot.wait(6.0)
    pilot.mend("store")
    assert not session.behind
    pilot.power_cut()
    assert pilot.kiosk.context.session.number == 11


@pytest.mark.parametrize("method", ["draw", "layout", "tick", "animate", "moving"])
def test_a_screen_that_fails_leads_to_the_game_that_stands(
    method: str, pilot: Pilot, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.start(dealt())
    before = pilot.dump()["state"]
    monkeypatch.setattr(ClueLog, method, broken)
    pilot.kiosk.screens.open("clue_log", seat=None)
    pilot.inputs.put(Pointer(1, "down", 0.5, 0.5))
    pilot.wait(1.0)
    assert (pilot.screen, "Nothing is lost" in texts(pilot)) == ("standing", True)
    assert pilot.dump()["state"] == before
    assert len(lines) == 1
    assert "KeyError at " in lines[0]
    assert "secret" not in lines[0]
    pilot.tap("continue:a")
    assert pilot.screen == "table"


def test_a_drawing_that_fails_half_way_hides_nothing_of_what_is_drawn_next(
    pilot: Pilot, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had drawn within a part of the screen; the rest kept what was there, and touches met what nobody saw."""
    pilot.start(dealt())
    scale, surface = pygame.transform.scale, pilot.box.recordings["screen"].surface

    def fails_within(*given: Any) -> pygame.Surface:
        if surface.get_clip() != surface.get_rect():
            broken()
        return scale(*given)

    with monkeypatch.context() as patched:
        patched.setattr(pygame.transform, "scale", fails_within)
        pilot.press("a")
        pilot.tick()
    pilot.tick()
    assert len(lines) == 1 and pilot.screen == "standing"
    surface.set_at((0, 0), (255, 0, 255))
    pilot.kiosk.screens.invalidate()
    pilot.tick()
    assert surface.get_at((0, 0)) != (255, 0, 255)


@pytest.mark.parametrize(("screen", "method"), [(Table, "press"), (Table, "lit"), (Table, "raw"), (Table, "changed")])
def test_a_touch_a_press_or_a_move_that_fails_does_too(
    screen: type[Screen], method: str, pilot: Pilot, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot.start(dealt())
    with monkeypatch.context() as patched:
        patched.setattr(screen, method, broken)
        pilot.press("a")
    pilot.wait(0.5)
    assert pilot.screen in ("standing", "clue_pad")
    assert pilot.dump()["state"]["phase"] == "first_clue"


def test_what_fails_again_and_again_ends_the_process_for_a_safe_start(
    pilot: Pilot, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Home, "draw", broken)
    pilot.kiosk.screens.invalidate()
    with pytest.raises(KeyError):
        pilot.wait(5.0)
    assert len(lines) == MANY


def test_a_failure_is_told_by_its_places_alone(make: Callable[..., Pilot]) -> None:
    try:
        broken()
    except KeyError as error:
        assert where(error).startswith("KeyError at test_failures.py:")
        assert "card" not in where(error)


def test_a_tick_that_fails_is_told_where_no_file_can_be_opened(
    pilot: Pilot, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What tells it was read from the disk then: where that or the number of files was what failed, the game ended."""
    pilot.start(dealt())
    monkeypatch.delitem(sys.modules, "traceback", raising=False)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "meta_path", [Unreadable()])
        patched.setattr(Table, "lit", broken)
        pilot.press("a")
    pilot.wait(0.5)
    assert pilot.screen == "standing"
    assert lines == [lines[0]] and lines[0].startswith("KeyError at ")


class Unreadable:
    """A disk from which no module can be read any more."""

    def find_spec(self, name: str, *_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE), name)


@pytest.mark.parametrize("first", ["end", "standing"])
def test_what_was_found_at_the_start_is_told_at_home_as_well(
    first: str, pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was taken for a line of the game where a game that was over lay on the table."""
    if first == "end":
        over(pilot)
    else:
        pilot.start(dealt())
    open_store = build.open_store
    monkeypatch.setattr(build, "open_store", lambda *given: (open_store(*given)[0], [DAMAGED]))
    pilot.power_cut()
    assert pilot.screen == first and DAMAGED in texts(pilot)
    pilot.tap("home")
    assert pilot.screen == "home" and DAMAGED in texts(pilot)


def over(pilot: Pilot) -> None:
    """Have a game that is over lie on the table."""
    pilot.start(dealt())
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.wait(0.5)
    pilot.tap("confirm:a")


@pytest.mark.parametrize("told", ["The PIN is cleared.", "saved once the memory works again"])
def test_what_is_told_of_the_pin_over_a_game_that_is_over_is_told_at_home_as_well(told: str, pilot: Pilot) -> None:
    over(pilot)
    pilot.kiosk.context.pin.set_pin("1234")
    pilot.power_cut()
    if "memory" in told:
        pilot.fail("store")
    for side in "ab":
        pilot.box.recordings[f"button:{side}"].down = True  # since before the power came
    pilot.wait(HOLD_SECONDS + 1.0)
    assert pilot.screen == "end" and told in texts(pilot)
    pilot.tap("home")
    assert pilot.screen == "home" and told in texts(pilot)
    pilot.wait(20)
    assert told in texts(pilot)


def test_that_a_page_failed_over_a_game_that_is_over_is_told_at_home_as_well(
    pilot: Pilot, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    over(pilot)
    monkeypatch.setattr(ClueLog, "tick", broken)
    pilot.kiosk.screens.open("clue_log", seat=None)
    pilot.wait(0.5)
    assert (pilot.screen, len(lines)) == ("end", 1) and "Nothing is lost" in texts(pilot)
    pilot.tap("home")
    assert pilot.screen == "home" and "Nothing is lost" in texts(pilot)


class Full(io.StringIO):
    """A log on a disk that is full."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def test_a_log_that_takes_no_line_ends_no_game(pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(LogRing(tmp_path, "1"), lambda: pilot.now)
    pilot.kiosk.on_failure = TickGuard(log.tell).failed
    pilot.kiosk.outputs.failing = Journal(log.tell).follow
    pilot.start(dealt())
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", Full())
        pilot.fail("panel:a")
        patched.setattr(Table, "lit", broken)
        pilot.press("a")
    pilot.wait(0.5)
    assert pilot.screen == "standing"
    assert "KeyError at " in log_text(tmp_path).decode()


@pytest.mark.parametrize("kind", ["down", "move", "up"])
@pytest.mark.parametrize("x", [float("nan"), float("inf"), float("-inf"), 1e308, -1e308, -3.0, 1.0, 7.0])
def test_a_touch_may_lie_anywhere(x: float, kind: Literal["down", "move", "up"], pilot: Pilot) -> None:
    pilot.start(dealt())
    before = pilot.dump()["state"]
    for place in ((x, 0.5), (0.5, x), (x, x)):
        pilot.inputs.put(Pointer(1, "down", 0.5, 0.5))
        pilot.inputs.put(Pointer(1, kind, *place))
        pilot.tick()
        pilot.inputs.put(Pointer(1, "up", *place))
        pilot.wait(0.5)
    assert (pilot.screen, pilot.dump()["state"]) == ("table", before)
