"""A walk through every screen that home and the table lead to: how long the longest tick of each takes.

    python -m tests.benchmarks.walk

Prints, as JSON, for each screen the milliseconds of processor time of its longest tick: on the first visit, and again.
What a box reads ahead is read before the walk. It is a program of its own because a first visit also imports.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from device.app.ahead import Ahead
from device.headless.pilot import Pilot, Setup
from device.rules.actions import Abandon

LOBBY = ("new_game", "campaign", "how_to_play", "statistics", "settings", "power")
GAMES = ("duet", "classic", "pictures")
MENU_SECONDS = 3.1


class Walk:
    """One kiosk, walked through; keeps its longest tick since `begin`."""

    def __init__(self, data: Path) -> None:
        self._pilot = Pilot(Setup(data, (1280, 720), seed=1))
        self._longest = 0.0
        self._tick = self._pilot.kiosk.tick
        self._pilot.kiosk.tick = self._timed  # type: ignore[method-assign]
        Ahead(self._pilot.kiosk.context, run_in=lambda work: work()).follow()

    def _timed(self, now: float) -> int:
        began = time.process_time()
        pace = self._tick(now)
        self._longest = max(self._longest, time.process_time() - began)
        return pace

    def visits(self) -> dict[str, float]:
        """Return the milliseconds of each screen's longest tick, from the touch that opens it until it is at rest."""
        taken = {}
        for name in LOBBY:
            self._home()
            taken[name] = self._longest_of(partial(self._pilot.tap, name))
        for mode in GAMES:
            self._home()
            taken[mode] = self._longest_of(partial(self._pilot.tap, f"play:{mode}"))
            taken[f"{mode}, menu"] = self._longest_of(partial(self._pilot.press, "a", seconds=MENU_SECONDS))
            assert self._pilot.screen == "menu"
            self._pilot.kiosk.screens.close_to("table")
            self._pilot.settle()
            taken[f"{mode}, end"] = self._longest_of(self._give_up)
            self._pilot.kiosk.context.session.finish()
        return taken

    def _home(self) -> None:
        self._pilot.kiosk.screens.go_home()
        self._pilot.settle()

    def _give_up(self) -> None:
        """Give up as a touch would: what follows belongs to the tick of that touch."""
        began = time.process_time()
        self._pilot.kiosk.context.session.do(Abandon())
        self._tick(self._pilot.now)
        self._longest = time.process_time() - began
        self._pilot.settle()

    def _longest_of(self, act: Callable[[], object]) -> float:
        self._longest = 0.0
        act()
        return self._longest * 1000


def main() -> None:
    """Walk twice."""
    with tempfile.TemporaryDirectory() as data:
        walk = Walk(Path(data))
        sys.stdout.write(json.dumps([walk.visits(), walk.visits()]) + "\n")


if __name__ == "__main__":
    main()
