"""A thousand games in one process, and how much memory it holds, left alone, after the first half and after all.

    python -m tests.benchmarks.games

Prints the bytes as JSON. It is a program of its own because the floor is one, too.
"""

import json
import random
import sys
import tempfile
from pathlib import Path

import pygame

from device.config.settings import Settings
from device.headless.pilot import Pilot, Setup
from device.headless.simulate import RANDOM, choose
from hardware.simulated.offscreen import OffscreenBox, OffscreenScreen, offscreen_box
from hardware.spec import Wiring
from tests.benchmarks.processes import memory

GAMES = 1000
AT_REST = 5.0
"""Seconds after which nothing moves any more."""


class _Window(OffscreenScreen):
    """A screen with a window, as the floor has one; what it showed is not kept once more, as a pilot's is."""

    def __init__(self, wiring: Wiring) -> None:
        super().__init__(wiring)
        pygame.display.init()
        self.surface = self.shown = pygame.display.set_mode(wiring.spec.size)

    def present(self, changed: pygame.Rect | None = None) -> None:
        pygame.display.update(changed or self.surface.get_rect())


class _Windowed(Pilot):
    def _make_box(self, settings: Settings) -> OffscreenBox:
        spec = settings.box.simulated()
        return offscreen_box(self.setup.size, self.inputs.put, lambda: self.now, spec, _Window)


def main() -> None:
    """Play."""
    after = []
    with tempfile.TemporaryDirectory() as data:
        pilot, rng = _Windowed(Setup(Path(data), (1280, 720), seed=1)), random.Random(1)
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
