"""An hour of play at one box, as it would be told to the fleet: recorded from a kiosk, at simulated time."""

import random
import tempfile
from pathlib import Path

from device.app.fleet import Fleet
from device.headless.pilot import Pilot, Setup
from device.publish.outbox import Outbox, Outgoing
from device.publish.snapshot import Facts
from device.publish.topics import Topics
from tests.app.test_counter import settings
from tests.kills.__main__ import play_on

NAME = "recorded"
PACE = (4.0, 20.0)
"""Seconds between two touches."""

Moment = tuple[float, Outgoing]


class Recorder:
    """A line that notes what is said, and when."""

    def __init__(self) -> None:
        self.outbox, self.facts, self.now = Outbox(), Facts(1200, False), 0.0
        self.said: list[Moment] = []

    def wake(self) -> None:
        """Note what waits."""
        self.said += [(self.now, message) for message in self.outbox.take()]


def record(seconds: float, seed: int) -> list[Moment]:
    """Play for so long, as people would; return what a box tells, with the seconds from the start."""
    line, rng = Recorder(), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        pilot = Pilot(Setup(Path(folder), (800, 480), settings(), seed=seed))
        began = pilot.now
        fleet = Fleet(pilot.kiosk.screens, line, Topics(NAME, "homeassistant"), lambda: "2026-11-28T20:00:00+00:00")

        def follow(now: float) -> None:
            line.now = now - began
            fleet.tick(now)

        pilot.kiosk.follow = follow
        while pilot.now - began < seconds:
            play_on(pilot, rng)
            until = pilot.now + rng.uniform(*PACE)
            while pilot.now < until:
                pilot.now += 0.5
                pilot.kiosk.tick(pilot.now)
        pilot.close()
    return line.said
