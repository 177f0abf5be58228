"""A thousand games in one process, and how much memory it holds, left alone, after the first half and after all.

    python -m tests.benchmarks.games

Prints the bytes as JSON. It is a program of its own because the floor is one, too.
"""

import json
import random
import sys
import tempfile
from pathlib import Path

from device.headless.pilot import Pilot, Setup
from device.headless.simulate import RANDOM, choose
from tests.benchmarks.processes import memory

GAMES = 1000
AT_REST = 5.0
"""Seconds after which nothing moves any more."""


def main() -> None:
    """Play."""
    after = []
    with tempfile.TemporaryDirectory() as data:
        pilot, rng = Pilot(Setup(Path(data), (1280, 720), seed=1)), random.Random(1)
        session = pilot.kiosk.context.session
        for game in range(1, GAMES + 1):
            pilot.kiosk.screens.go("home", "new_game")
            pilot.tap("start")
            while session.public is not None and session.public.phase != "over":
                session.do(choose(session._state, (), RANDOM, rng))
                pilot.tick()
            session.finish()
            pilot.heard.clear()
            if game in (GAMES // 2, GAMES):
                pilot.kiosk.screens.go_home()
                pilot.wait(AT_REST)
                after.append(memory())
    sys.stdout.write(json.dumps(after) + "\n")


if __name__ == "__main__":
    main()
