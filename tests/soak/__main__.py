"""Play a week of a café in one process, in simulated time, and see that nothing grows.

    python -m tests.soak [--days 7] [--games 300] [--seed 1] [--seconds 3600]

Every day the guests play that many games of every mode, in every language, through new game and the end; parts fail and
mend, the table is left until it dims and goes dark, and at night all rests. A line a day: memory, open files, the size
of the data directory, the processor time of drawing home. Exit 1 where memory or the directory grew over its bound
after the first day, or where a result is missing.
"""

import argparse
import gc
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from device.headless.pilot import PARTS, Pilot, Setup
from device.headless.simulate import RANDOM, choose
from device.rules.modes import MODES
from tests.benchmarks.processes import memory

LANGUAGES = ("en", "pl", "es", "pt-PT", "pt-BR")
GROWTH = 8.0
"""Megabytes of memory, and of the data directory, that are let grow after the first day."""
MORE_FILES = 4
"""So many more files may be open: a font for each new size of text."""
LEFT_ALONE = 1000.0
"""Seconds after which the screen is dark."""
NIGHT = 10 * 3600.0


class Day(NamedTuple):
    """What was measured at the end of a day."""

    games: int
    memory: float
    files: int
    disk: float
    frame: float

    def __str__(self) -> str:
        return (
            f"{self.games} games; memory {self.memory:.1f} MB, {self.files} files open, "
            f"data {self.disk:.2f} MB, a frame {self.frame:.1f} ms"
        )


def play(pilot: Pilot, rng: random.Random) -> None:
    """Play one game from home to home."""
    screens, session = pilot.kiosk.screens, pilot.kiosk.context.session
    screens.go("home", "new_game")
    pilot.settle()
    pilot.tap(f"game:{rng.choice(list(MODES))}")
    pilot.tap("start")
    while session.public is not None and session.public.phase != "over":
        session.do(choose(session._state, (), RANDOM, rng))
        pilot.tick()
    pilot.wait(0.5)
    session.finish()
    screens.go_home()
    pilot.settle()


def happenings(pilot: Pilot, rng: random.Random) -> None:
    """Let happen what happens between two games."""
    what = rng.random()
    if what < 0.1:
        pilot.tap(f"language:{rng.choice(LANGUAGES)}")
    elif what < 0.15:
        part = rng.choice([part for part in PARTS if part != "store"])
        pilot.fail(part)
        pilot.mend(part)
    elif what < 0.2:
        leave(pilot, LEFT_ALONE)


def leave(pilot: Pilot, seconds: float) -> None:
    """Leave the box alone until it is dark, and wake it."""
    pilot.now += seconds
    pilot.wait(1.0)
    while pilot.screen == "attract":
        pilot.press("a")
    pilot.kiosk.screens.go_home()
    pilot.settle()


def frame(pilot: Pilot) -> float:
    """Return the processor time, in ms, of drawing home anew."""
    taken = []
    for _ in range(15):
        pilot.kiosk.screens.invalidate()
        began = time.process_time()
        pilot.tick()
        taken.append((time.process_time() - began) * 1000)
    return statistics.median(taken)


def week(pilot: Pilot, days: int, games: int, rng: random.Random, until: float) -> Iterator[Day]:
    """Play and yield what was measured, day by day; ends early when the time is up."""
    played = 0
    for _ in range(days):
        for _ in range(games):
            play(pilot, rng)
            happenings(pilot, rng)
            played += 1
            if time.monotonic() > until:
                break
        leave(pilot, NIGHT)
        gc.collect()
        files = len(list(Path("/proc/self/fd").iterdir()))
        disk = sum(path.stat().st_size for path in pilot.setup.data.rglob("*") if path.is_file()) / 1e6
        yield Day(played, memory() / 1e6, files, disk, frame(pilot))
        if time.monotonic() > until:
            return


def main() -> int:
    """Play the week."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=7)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pilot = Pilot(Setup(Path(folder), (800, 480), seed=given.seed))
        found = []
        for day in week(pilot, given.days, given.games, random.Random(given.seed), time.monotonic() + given.seconds):
            found.append(day)
            sys.stdout.write(f"day {len(found)}: {day}\n")
            sys.stdout.flush()
        kept = len(pilot.store.results())
        pilot.close()
    sys.stdout.write(f"{kept} results of {found[-1].games} games are kept\n")
    grew = (found[-1].memory - found[0].memory, found[-1].disk - found[0].disk)
    return int(kept != found[-1].games or max(grew) > GROWTH or found[-1].files > found[0].files + MORE_FILES)


if __name__ == "__main__":
    sys.exit(main())
