"""The first picture of the table after *Play on*: no tick of it may keep a slow machine busy for seconds.

Work is counted in calls, not in time: the same on every machine. A process of its own has nothing drawn or read yet.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from device.headless.pilot import Pilot, Setup

MAX_CALLS = 40_000
"""Of one tick; it was 650,000 when all packs of the box were read for the cards on the table."""


def counted(pilot: Pilot, do: Callable[[], object]) -> int:
    """Return the calls in the tick that made most of them."""
    tick, most = pilot.kiosk.tick, 0

    def counting(now: float) -> int:
        nonlocal most
        calls = 0

        def note(frame: FrameType, event: str, given: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            return tick(now)
        finally:
            sys.setprofile(None)
            most = max(most, calls)

    pilot.kiosk.tick = counting  # type: ignore[method-assign]
    do()
    return most


def play_on(data: Path, width: int, height: int, language: str) -> int:
    """Return the most calls of a tick while people play on after the box was switched on."""
    pilot = Pilot(Setup(data, (width, height), language=language))
    assert pilot.screen == "standing"
    pilot.wait(2)
    most = counted(pilot, lambda: (pilot.tap("continue:a"), pilot.wait(2)))
    assert pilot.screen == "table"
    pilot.close()
    return most


@pytest.mark.parametrize("size", [(800, 480), (1280, 800)], ids=["800x480", "1280x800"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_no_tick_does_much_when_people_play_on(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    pilot = Pilot(Setup(tmp_path, size, language=language, seed=1))
    pilot.tap("new_game")
    pilot.tap("start")
    pilot.wait(5)
    pilot.close()
    call = f"play_on(Path({str(tmp_path)!r}), *{size}, {language!r})"
    code = f"from pathlib import Path; from {__name__} import play_on; print({call})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert 1000 < int(done.stdout.split()[-1]) < MAX_CALLS
