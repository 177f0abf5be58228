"""The twin: the same kiosk without a display on this side, doing what the machine's guests do.

It knows where each target is, and what the machine's screen must come to show.
"""

import time
from collections.abc import Callable
from pathlib import Path

import pygame

from device.config.settings import Settings
from device.headless.pilot import Pilot, Setup
from hardware.spec import BoxSpec, PartSpec
from tests.appliance.build import say
from tests.appliance.machine import PATIENCE, SIZE, Late, Machine

KEYS = {"a": "1", "b": "2"}
SEED = 7
CELLS = (64, 36)
"""Pictures are compared cell by cell, for a lost ring on one card is little of a whole screen."""
LIKE = 24
"""The most by which one cell's colour may differ."""
TRIES, SLOW = 3, 12.0
"""How often a touch or press is tried, and the seconds its effect may take to be seen."""
NONE = PartSpec("none")


class Twin:
    """A pilot and a machine that must agree after every step."""

    def __init__(self, machine: Machine, data: Path, results: Path, setup: Setup | None = None) -> None:
        """Start the pilot in an empty data directory; the machine is at home with an empty store."""
        self.machine, self.data, self.results = machine, data, results
        parts = BoxSpec(key_panels={"a": NONE, "b": NONE}, sound=NONE, backlight=NONE, size=SIZE)
        self.pilot = Pilot(setup or Setup(data, SIZE, Settings(parts), seed=SEED))

    # Looking

    def picture(self) -> pygame.Surface:
        """Return what the machine shows now."""
        return pygame.image.load(str(self.machine.screenshot(self.machine.work / "now.png")))

    def expected(self) -> pygame.Surface:
        """Return what the twin shows now."""
        shown: pygame.Surface = self.pilot.box.recordings["screen"].shown
        return shown.copy()

    def agree(self, what: str) -> float:
        """Wait until the machine shows what the twin shows; return the seconds that took."""
        expected = self.expected()

        def alike() -> bool:
            return difference(self.picture(), expected) <= LIKE

        try:
            return self.machine.wait(what, alike, every=0.2)
        except Late:
            self.keep("late-machine")
            pygame.image.save(expected, self.results / "late-twin.png")
            raise Late(f"{what}: the machine shows something else; see late-*.png in {self.results}") from None

    def keep(self, name: str) -> None:
        """Keep a picture of the machine's screen in the results."""
        self.machine.screenshot(self.results / f"{name}.png")

    def at(self, name: str) -> tuple[int, int]:
        """Return where a target is, in pixels."""
        x, y = self.pilot.target(name).rect.center
        return int(x), int(y)

    # Doing

    def tap(self, *names: str) -> None:
        """Touch targets briefly, all at once."""
        places = [self.at(name) for name in names]

        def touch() -> None:
            for finger, place in enumerate(places):
                self.machine.finger("down", finger, place)
            time.sleep(0.4)
            for finger, place in enumerate(places):
                self.machine.finger("up", finger, place)

        before = self.expected()
        for name in names:
            self.pilot.tap(name)
        self.again_until_seen(touch, before)
        self.agree(f"tap {', '.join(names)}")

    def hold(self, name: str) -> None:
        """Hold a card until it is confirmed."""
        place = self.at(name)
        self.machine.finger("down", 0, place)
        self.pilot.hold(name)
        self.agree(f"hold {name}")
        self.machine.finger("up", 0, place)

    def press(self, *sides: str, seconds: float = 0.15) -> None:
        """Press buttons: keys of the USB keyboard."""

        def press() -> None:
            for side in sides:
                self.machine.key(KEYS[side], True)
            time.sleep(seconds)
            for side in sides:
                self.machine.key(KEYS[side], False)

        before = self.expected()
        self.pilot.press(*sides, seconds=seconds)
        self.again_until_seen(press, before)
        self.agree(f"press {', '.join(sides)}")

    def again_until_seen(self, act: Callable[[], None], before: pygame.Surface) -> None:
        """Do it once more where nothing changes: on a slow machine a short press becomes a long one."""
        for attempt in range(1, TRIES + 1):
            act()
            end = time.monotonic() + SLOW
            while time.monotonic() < end:
                if difference(self.picture(), before) > LIKE:
                    return
                time.sleep(0.3)
            say(f"   nothing changed after attempt {attempt}")
            self.keep("nothing-changed")

    def start_again(self) -> None:
        """Start the twin again from what it has kept, as a machine that lost power does."""
        self.pilot.power_cut()


def difference(one: pygame.Surface, other: pygame.Surface) -> int:
    """Return by how much the most different cell of two pictures differs, 0 to 255."""
    small = [pygame.transform.smoothscale(each.convert(24), CELLS) for each in (one, other)]
    most = 0
    for first, second in (small, small[::-1]):
        rest = first.copy()
        rest.blit(second, (0, 0), special_flags=pygame.BLEND_SUB)
        most = max(most, max(pygame.image.tobytes(rest, "RGB")))
    return most


def lit(picture: pygame.Surface) -> bool:
    """Tell whether a picture is more than a black console."""
    return sum(pygame.transform.average_color(picture)[:3]) > 12


def wait_for_picture(machine: Machine, patience: float = PATIENCE) -> float:
    """Wait until the screen is no longer black; return the seconds that took."""

    def seen() -> bool:
        return lit(pygame.image.load(str(machine.screenshot(machine.work / "now.png"))))

    return machine.wait("a picture", seen, patience, every=0.3)
