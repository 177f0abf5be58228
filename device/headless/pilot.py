"""The pilot: drives a whole kiosk without a display, as people would, at simulated time."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from device.app.build import build_kiosk, open_data
from device.app.buttons import AGAIN
from device.config.settings import Settings
from device.owner.machine import Machine
from device.owner.selftest import Result, selftest
from device.rules.events import Dealt
from device.rules.modes import MODES
from device.rules.views import as_json
from device.storage.saved_game import family_of
from device.storage.store import GameSetup, Store, StoreError
from device.ui.kit.photos import png
from device.ui.kit.target import Target, named
from device.ui.kit.touch import REST
from device.ui.table.prompts import box_says
from hardware.ports import SEATS, Input, Pointer, Seat, TypedText
from hardware.simulated.offscreen import OffscreenBox, offscreen_box

TICK = 1 / 60
PRESS = 0.15
"""Seconds of a short press, and of a tap."""
SETTLE = 300
"""Ticks given after a step to what moves, and to what is shown for a moment."""

PARTS = ("panel:a", "panel:b", "button:a", "button:b", "lamp:a", "lamp:b", "speaker", "backlight", "store")
"""What can be made to fail."""


class NoSuchTarget(LookupError):
    """A target that is not on the screen; the text lists those that are."""


def _raise(error: Exception) -> None:
    """Let a failure end what the pilot does: it is there to find one, and nobody would see it reported."""
    raise error


class FailingStore(Store):
    """A store that fails on demand, as a full or worn-out card would."""

    failing = False

    @contextmanager
    def _commit(self) -> Iterator[sqlite3.Connection]:
        if self.failing:
            raise StoreError(f"{self.path}: disk I/O error")
        with super()._commit() as db:
            yield db


@dataclass(frozen=True, slots=True)
class Setup:
    """What a pilot starts a kiosk with."""

    data: Path
    size: tuple[int, int] = (1280, 720)
    settings: Settings = field(default_factory=Settings)
    language: str | None = None
    seed: int | None = None
    config: Path | None = None


class Pilot:
    """A kiosk, its offscreen box, and hands."""

    def __init__(self, setup: Setup) -> None:
        """Start at home, or with what the data directory holds."""
        self.setup = setup
        self.now, self._pressed_at = 1000.0, 0.0
        self.heard: list[str] = []
        self._rng = Random(setup.seed)
        self._finger = 0
        self._down: dict[str, tuple[int, tuple[int, int]]] = {}
        self._failed: set[str] = set()
        self._start()

    def _start(self) -> None:
        settings = self.setup.settings
        self.inputs: SimpleQueue[Input] = SimpleQueue()
        self.box = self._make_box(settings)
        chosen: dict[str, object] = {"hints": False}
        if self.setup.language:
            chosen["language"] = self.setup.language
        opened = open_data(self.setup.data, settings, chosen, FailingStore, _raise)
        assert isinstance(opened.store, FailingStore)
        self.store = opened.store
        for part in self._failed:
            self._set(part, failing=True)
        self.kiosk = build_kiosk(
            opened,
            self.box,
            self.inputs,
            self._rng,
            self._selftest,
            think_in=lambda work: work(),
            config=self.setup.config,
        )
        self.kiosk.outputs.heard = self.heard.append
        self.kiosk.on_failure = lambda error, now: _raise(error)
        self.settle()

    def _make_box(self, settings: Settings) -> OffscreenBox:
        """Open the box to drive."""
        return offscreen_box(self.setup.size, self.inputs.put, lambda: self.now, settings.box.simulated())

    def _selftest(self) -> list[Result]:
        return list(selftest(self.setup.settings.box.simulated(), self.box, (), self.setup.data, Machine()))

    @property
    def screen(self) -> str:
        """Return the name of the screen on top."""
        top = self.kiosk.screens.top
        return top.shown_as or top.key

    # Time

    def tick(self) -> None:
        """Let one tick pass."""
        self.now += TICK
        self.kiosk.tick(self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / TICK)):
            self.tick()

    def settle(self) -> None:
        """Let inputs drain and what moves come to rest."""
        self.tick()
        for _ in range(SETTLE):
            if self._down or not self.kiosk.frame.passing(self.now):
                break
            self.tick()

    # Hands

    def target(self, name: str) -> Target:
        """Return a target on the screen.

        Raises:
            NoSuchTarget: it is not there.
        """
        found = named(self.kiosk.frame.targets, name)
        if found is None and self.kiosk.frame.passing(self.now):
            self.settle()
            found = named(self.kiosk.frame.targets, name)
        if found is None:
            there = ", ".join(target.name for target in self.kiosk.frame.targets) or "none"
            raise NoSuchTarget(f"no target {name!r} on the screen {self.screen}; there are: {there}")
        return found

    def tap(self, name: str) -> None:
        """Touch a target briefly."""
        self.down(name)
        self.wait(PRESS)
        self.up(name)
        self.settle()

    def hold(self, name: str) -> None:
        """Touch a target for the confirmation time and a tick, as the settings ask for."""
        confirm = self.kiosk.context.preferences.confirm
        if confirm != "hold":
            self.wait(REST)
            for _ in range(2 if confirm == "second_tap" else 1):
                self.tap(name)
            return
        self.down(name)
        self.wait(self.kiosk.context.preferences.hold_seconds + 2 * TICK)
        self.up(name)
        self.settle()

    def down(self, *names: str) -> None:
        """Put a finger on each target, once a touch there is no longer taken for the second of two in a row."""
        for target in [self.target(name) for name in names]:
            self._finger += 1
            pixel = target.seen[0].center
            while self.kiosk.frame.stale(pixel, self.now + TICK):
                self.tick()
            self._down[target.name] = (self._finger, pixel)
            self._point("down", self._finger, pixel)
        self.tick()

    def up(self, name: str) -> None:
        """Lift the finger that is down on a target; where none is, slide the first one that is down there and lift it.

        Raises:
            NoSuchTarget: the target is not there, and no finger went down on it.
        """
        if self.lift(name):
            return
        target = self.target(name)
        finger, _ = self._down.pop(next(iter(self._down)), (0, None)) if self._down else (0, None)
        self._point("move", finger, target.seen[0].center)
        self._point("up", finger, target.seen[0].center)
        self.tick()

    def lift(self, name: str) -> bool:
        """Lift the finger that went down on a target where it is, wherever the screen has gone; tell if one did."""
        full = next((each for each in (name, f"{name}:a") if each in self._down), None)
        if full is None:
            return False
        self._point("up", *self._down.pop(full))
        self.tick()
        return True

    def _point(self, kind: Any, finger: int, pixel: tuple[int, int]) -> None:
        w, h = self.box.screen.surface.get_size()
        self.inputs.put(Pointer(finger, kind, (pixel[0] + 0.5) / w, (pixel[1] + 0.5) / h))

    def press(self, *sides: str, seconds: float = PRESS) -> None:
        """Press a button, or both together."""
        self.wait(max(0.0, self._pressed_at + AGAIN - self.now, self.kiosk.screens.unread_until - self.now))
        names = [f"button:{side}" for side in sides]
        buttons = [self.box.recordings[name] for name in names if name in self.box.recordings]
        for button in buttons:
            button.set(True, self.now)
        self.wait(seconds)
        for button in buttons:
            button.set(False, self.now)
        self.wait(0.05)
        self._pressed_at = self.now
        self.settle()

    def type(self, text: str) -> None:
        """Type on the keyboard that is open, else on an attached one."""
        for letter in text:
            key = named(self.kiosk.frame.targets, f"key:{letter}") or named(
                self.kiosk.frame.targets, f"key:{letter.upper()}"
            )
            if key is not None:
                self.tap(key.name)
            else:
                self.inputs.put(TypedText(letter))
                self.settle()

    # Games, faults, power

    def start(self, dealt: Dealt, box: tuple[str, ...] = ()) -> None:
        """Go straight to the table with a game, in which the box plays some roles."""
        mode = next(mode.name for mode in MODES.values() if mode.game == family_of(dealt.options))
        chosen = self.kiosk.context.preferences
        entry = "typed" if box else chosen.clue_entry
        self.kiosk.context.session.start(dealt, GameSetup(mode, chosen.language, clue_entry=entry, box=box))
        self.kiosk.screens.go("home", "table")
        self.settle()

    def fail(self, part: str) -> None:
        """Make a part, or the store, fail, also beyond a power cut."""
        self._failed.add(part)
        self._set(part, failing=True)
        self.wait(3.2)

    def mend(self, part: str) -> None:
        """Make a part, or the store, work again."""
        self._failed.discard(part)
        self._set(part, failing=False)
        self.wait(3.2)

    def _set(self, part: str, failing: bool) -> None:
        if part == "store":
            self.store.failing = failing
        elif part in self.box.recordings:
            recording = self.box.recordings[part]
            recording.fail() if failing else recording.mend()

    def power_cut(self) -> None:
        """Forget the whole process without closing anything, and start again from the data directory."""
        self._down.clear()
        self._start()

    def close(self) -> None:
        """Let go of the box and the store."""
        self.box.close()
        self.store.close()

    # Looking

    def screenshot(self, box: bool = False) -> bytes:
        """Return a picture of the touchscreen, or of the whole box, as PNG."""
        return png(self.box.picture() if box else self.box.recordings["screen"].shown)

    def dump(self) -> dict[str, Any]:
        """Return what is on the screen, the panels, the lamps, and the cues since the last dump."""
        table = self.kiosk.context.table
        sounds, self.heard[:] = list(self.heard), []
        return {
            "screen": self.screen,
            "targets": [
                {"name": t.name, "rect": list(t.rect), "side": _name(t.seat), "enabled": t.enabled}
                for t in self.kiosk.frame.targets
            ],
            "text": [{"text": r.text, "side": _name(r.seat), "rect": list(r.rect)} for r in self.kiosk.frame.record],
            "panels": {seat: [list(c) for c in self.box.colours(seat)] for seat in SEATS},
            "lamps": {seat: self.box.lit(seat) for seat in SEATS},
            "sounds": sounds,
            "state": as_json(table) if table is not None else None,
            **self._partner(),
        }

    def _partner(self) -> dict[str, Any]:
        """Return what is seen of the box as a player, where it plays."""
        partner, table = self.kiosk.context.partner, self.kiosk.context.table
        if not partner.plays or table is None:
            return {}
        says = box_says(self.kiosk.context, table)
        return {"box": {"plays": list(partner.plays), "thinking": partner.thinking, "says": says}}


def _name(seat: Seat | None) -> str | None:
    return str(seat) if seat is not None else None
