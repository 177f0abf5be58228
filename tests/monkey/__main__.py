"""Touch and press the box at random, in simulated time: nothing throws, no screen is a dead end.

    python -m tests.monkey [--touches 1000000] [--seed 1] [--seconds 3600]

Several fingers, drags, slides off, points outside the screen and points that are no numbers, buttons that bounce, whose
edges are missing or come twice, parts that fail and mend, every language and seat, the plug pulled. From wherever that
led, home must be found by touches, and from the guide's questions for touches by both buttons. Ends at the touches or
the seconds asked for, whichever comes first.
"""

import argparse
import gc
import math
import random
import sys
import tempfile
import time
from pathlib import Path

from device.headless.pilot import PARTS, Pilot, Setup
from hardware.ports import SEATS, ButtonEdge, Pointer, TypedText
from tests.benchmarks.processes import memory

WAYS_HOME = (
    *("home", "back", "cancel", "continue", "close", "skip", "done", "resume", "leave", "no", "later", "again"),
    *("abandon", "confirm", "menu", "stop", "next", "start"),
)
"""Names of targets that lead home sooner or later, the best first."""
STEPS_HOME = 60
STRANGE = (math.nan, math.inf, -math.inf, -1.0, 2.0, 1e300)
TYPED = ("a", "ł", "\b", "\n", " ", "'", "😀", "\u202e")


class Unseen(Exception):
    """A screen of which something was drawn and not shown."""


class Stuck(Exception):
    """A screen from which nothing led home."""


def cut(pilot: Pilot) -> None:
    """Pull the plug; what the process before had in memory ends with it, as it would in a box."""
    pilot.power_cut()
    gc.collect()


def storm(pilot: Pilot, rng: random.Random) -> int:
    """Let some fingers and buttons loose for a moment; return how many touches that were."""
    touches = rng.randrange(1, 12)
    width, height = pilot.box.screen.surface.get_size()
    targets = [target.rect.center for target in pilot.kiosk.frame.targets]
    for _ in range(touches):
        finger, kind = rng.randrange(4), rng.choice(("down", "down", "move", "up", "up"))
        if targets and rng.random() < 0.7:
            x, y = rng.choice(targets)
            spot = x / width, y / height
        else:
            spot = rng.uniform(-0.2, 1.2), rng.uniform(-0.2, 1.2)
        if rng.random() < 0.02:
            spot = rng.choice(STRANGE), rng.choice(STRANGE)
        pilot.inputs.put(Pointer(finger, kind, *spot))  # type: ignore[arg-type]
    if rng.random() < 0.2:
        seat = rng.choice(SEATS)
        for _ in range(rng.randrange(1, 6)):  # bounce: levels in any order, some twice, some missing
            pilot.inputs.put(ButtonEdge(seat, rng.random() < 0.5, pilot.now))
    if rng.random() < 0.03:
        pilot.inputs.put(TypedText(rng.choice(TYPED)))
    for _ in range(rng.choice((1, 1, 1, 2, 5, 45))):
        pilot.tick()
    look(pilot)
    return touches


def look(pilot: Pilot) -> None:
    """Hold what was put on the display, part by part, against what is drawn.

    Raises:
        Unseen: something that was drawn was never put there.
    """
    screen = pilot.box.recordings["screen"]
    if pilot.box.screen.surface is screen.surface and screen.surface.get_buffer().raw != screen.shown.get_buffer().raw:
        raise Unseen(pilot.screen)


def happen(pilot: Pilot, rng: random.Random) -> None:
    """Let something happen that is no touch."""
    what = rng.random()
    if what < 0.35:
        (pilot.fail if rng.random() < 0.5 else pilot.mend)(rng.choice(PARTS))
    elif what < 0.6:
        pilot.press(*rng.choice((["a"], ["b"], ["a", "b"])), seconds=rng.choice((0.1, 0.7, 2.2, 3.2)))
    elif what < 0.7:
        cut(pilot)
    elif what < 0.75:
        pilot.now += rng.choice((130.0, 1000.0, 86_400.0))
    else:
        pilot.wait(rng.choice((0.5, 2.0)))
    if pilot.kiosk.quitting:
        cut(pilot)


def lead_home(pilot: Pilot, rng: random.Random) -> None:
    """Find home by touches, from any screen; where it asks for touches, by both buttons.

    Raises:
        Stuck: no touch led there.
    """
    for finger in range(4):
        pilot.inputs.put(Pointer(finger, "up", 0.5, 0.5))
    been = []
    for _ in range(STEPS_HOME):
        pilot.settle()
        if pilot.kiosk.quitting:
            cut(pilot)
        if pilot.screen == "home":
            return
        been.append(pilot.screen)
        enabled = [target.name for target in pilot.kiosk.frame.targets if target.enabled]
        ways = [name for way in WAYS_HOME for name in enabled if name.partition(":")[0] == way]
        if ways and rng.random() < 0.7:
            pilot.tap(ways[0])
        elif enabled:
            pilot.tap(rng.choice(enabled))
        else:
            pilot.wait(31.0)  # a table that is wiped, or dark
            pilot.inputs.put(Pointer(9, "down", 0.5, 0.5))
            pilot.inputs.put(Pointer(9, "up", 0.5, 0.5))
            if pilot.kiosk.screens.top.key == "guide":
                pilot.press("a", "b", seconds=2.2)  # as it says: it may be asking for touches
    raise Stuck(" ".join(been[-12:]))


def main() -> int:
    """Play the monkey."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--touches", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600.0)
    given = parser.parse_args()
    rng, until, done, homes = random.Random(given.seed), time.monotonic() + given.seconds, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        pilot = Pilot(Setup(Path(folder), (800, 480), seed=given.seed))
        before, most = memory(), [0, 0]
        while done < given.touches and time.monotonic() < until:
            for _ in range(rng.randrange(20, 60)):
                done += storm(pilot, rng)
                if pilot.kiosk.quitting:
                    cut(pilot)
            happen(pilot, rng)
            if rng.random() < 0.2:
                lead_home(pilot, rng)
                homes += 1
            half = int(done > given.touches / 2)
            most[half] = max(most[half], memory())
        pilot.close()
    first, second = (f"{held / 2**20:.0f} MiB" for held in most)
    told = f"memory {before / 2**20:.0f} MiB, then at most {first} in the first half, {second} in the second"
    sys.stdout.write(f"{done} touches, nothing broke, home found {homes} times; {told}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
