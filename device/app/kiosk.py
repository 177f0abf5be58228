"""The kiosk: inputs, to the screen on top, to the session, to what people see, hear and feel."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random

from device.app import sounds
from device.app.buttons import Buttons, Meant
from device.app.frame import Frame
from device.app.idle import Idle
from device.app.outputs import Outputs, port
from device.app.pacing import Rest
from device.app.pin_reset import Recovery
from device.app.turn_clock import TurnClock
from device.cards.packs import Decks
from device.config.config_file import Settings
from device.config.preferences import Preferences
from device.files.texts import Language, Texts
from device.game.session import Change, Session
from device.owner.pin import Operator
from device.rules.model import Phase, Side
from device.storage.store import Store
from device.ui.kit.stack import Desk
from device.ui.kit.target import Target, find
from device.ui.table.seats import SEATS
from hardware import ports
from hardware.box import Box
from hardware.debounce import Debouncer

MESSAGE_SECONDS = 60.0
PLAYING = ("table", "clue_pad", "clue_log")
"""The screens over which a held button opens the menu, and both ask for an undo."""
FAST, SLOW, DIM = 60, 20, 5
"""Ticks a second while something moves, at rest, and when the screen is dark."""


@dataclass(frozen=True, slots=True)
class Services:
    """What the kiosk is given besides the box: the game's keeper, what is kept, what is shown and dealt from."""

    session: Session
    store: Store
    decks: Decks
    preferences: Preferences
    languages: Mapping[str, Language]
    rng: Random
    settings: Settings
    data: Path
    selftest: Callable[[], Sequence[Mapping[str, object]]] = tuple
    message: str = ""


class Kiosk:
    """One box at work. `tick` does everything that is due; nothing in it waits."""

    def __init__(self, box: Box, inputs: "SimpleQueue[ports.Input]", services: Services) -> None:
        """Begin at home; a game that stands on the table waits there for someone to play on."""
        self.box, self.inputs, self.services = box, inputs, services
        preferences = services.preferences
        texts = Texts(services.languages[preferences.language])
        self.desk = Desk(services.session, texts, services.decks, services.store, box, preferences, services.rng)
        self.desk.languages = dict(services.languages)
        self.desk.settings, self.desk.data = services.settings, services.data
        self.desk.selftest = services.selftest
        self.desk.operator = Operator(services.store, services.settings.pin)
        self.desk.moved_on = self._moved_on
        self.quitting = False
        self.outputs = Outputs(box, self.desk)
        self._debouncer = Debouncer(box.pressed)
        self._buttons = Buttons(self._held)
        self._clock = TurnClock()
        self._recovery = Recovery()
        self._idle = Idle(preferences)
        self._rest = Rest(FAST)
        self.frame = Frame(self.desk, box.screen, services.settings.box.size_mm)
        services.session.subscribe(self._changed)
        self._message = services.message
        self.desk.home_again()

    # Time

    def tick(self, now: float) -> int:
        """Do what is due at `now` (seconds, monotonic); return how many ticks a second are enough from here."""
        self.desk.now = now
        if self._rest.asleep(now, self.desk):
            self.box.screen.poll(now)
            if self.inputs.empty():
                return self._rest.pace
        self._tell_first()
        self._idle.start(now)
        self.box.tick(now)
        self._drain(now)
        self._act_on_time(now)
        self.outputs.follow(self._idle.level)
        self.frame.draw(now)
        pace = self._pace(now)
        self._rest.after(now, self.desk, pace, self.outputs.pulsing)
        return pace

    def _tell_first(self) -> None:
        """Tell what was found at the start; not before the first tick, which knows the time."""
        if self._message:
            self.desk.tell(self._message, seconds=MESSAGE_SECONDS)
            self._message = ""

    def _drain(self, now: float) -> None:
        while True:
            try:
                given = self.inputs.get_nowait()
            except Empty:
                break
            self.desk.top.raw(given)
            match given:
                case ports.Pointer():
                    self._pointer(given, now)
                case ports.ButtonEdge():
                    self._debouncer.feed(given)
                case ports.TypedText():
                    if self._idle.woken(now, self.desk):
                        self.desk.top.typed(given.text)
                case ports.Quit():
                    self.quitting = True
        for edge in self._debouncer.tick(now):
            self._edge(Side(edge.side), edge.down, edge.at, now)

    def _act_on_time(self, now: float) -> None:
        card = self.desk.touch.tick(now)
        if card is not None:
            self._fire(card)
        meant = self._buttons.tick(now)
        if meant is not None:
            self._meant(meant)
        self.desk.tick(now)
        self._clock.tick(now, self.desk, self.outputs.play)
        self._recover(now)
        self._idle.tick(now, self.desk)

    def _recover(self, now: float) -> None:
        """Both buttons held at power-on clear the operator's PIN, also that of the config file."""
        if self._recovery.over:
            return
        left = self._recovery.left(all(self._held(side) for side in SEATS), now)
        if left is None or not self.desk.operator.has_pin:
            return
        if left == 0:
            self.desk.clear_pin()
            return
        told = self.desk.texts("Hold both buttons to clear the PIN: {n}", n=math.ceil(left))
        if self.desk.notice is None or self.desk.notice.text != told:
            self.desk.tell(told, seconds=1.5)

    def _pace(self, now: float) -> int:
        if self.frame.moving(now) or self._buttons.waiting:
            return FAST
        return DIM if self._idle.dark else SLOW

    # Fingers and buttons

    def _pointer(self, pointer: ports.Pointer, now: float) -> None:
        if pointer.kind == "down" and not self._idle.woken(now, self.desk):
            return
        w, h = self.box.screen.surface.get_size()
        target = find(self.frame.targets, (min(w - 1, int(pointer.x * w)), min(h - 1, int(pointer.y * h))))
        touch = self.desk.touch
        before = touch.pressed
        if pointer.kind == "down":
            touch.down(pointer.finger, target, now)
        elif pointer.kind == "move":
            touch.move(pointer.finger, target)
        else:
            fired = touch.up(pointer.finger, target)
            if fired is not None:
                self._fire(fired)
        self._stand_ins(before, touch.pressed, now)

    def _stand_ins(self, before: frozenset[str], after: frozenset[str], now: float) -> None:
        for side in SEATS:
            name = f"press:{side}"
            if name in after - before:
                self._edge(side, True, now, now)
            elif name in before - after:
                self._edge(side, False, now, now)

    def _fire(self, target: Target) -> None:
        current = next((each for each in self.frame.targets if each.name == target.name), None)
        if current is not None and current.enabled:
            current.act()
            self.desk.stale()

    def _edge(self, side: Side, down: bool, at: float, now: float) -> None:
        situation = (self.desk.top, self.desk.top.situation())
        if down:
            if self._idle.woken(now, self.desk):
                self._buttons.down(side, at, situation)
            return
        meant = self._buttons.up(side, at, situation)
        if meant is not None:
            self._meant(meant)

    def _held(self, side: Side) -> bool:
        return self.box.pressed(port(side)) or f"press:{side}" in self.desk.touch.pressed

    def _meant(self, meant: Meant) -> None:
        from device.ui.table.menu import ask_undo

        playing = self.desk.top.name in PLAYING
        match meant.what:
            case "press":
                if meant.side in self.desk.top.lit():
                    self.desk.top.press(meant.side)
            case "menu":
                if playing:
                    self.desk.close_to("table")
                    self.desk.open("menu", side=meant.side)
            case "undo":
                if playing or self.desk.top.name == "end":
                    ask_undo(self.desk)
        self.desk.stale()

    def _moved_on(self) -> None:
        self.desk.touch.swallow()
        self._buttons.swallow()

    # The game's listeners

    def _changed(self, change: Change) -> None:
        self._moved_on()
        self.desk.notice = None
        for cue in sounds.cues(change.events):
            self.outputs.play(cue)
        if change.before is None or change.after is None or change.before.cards != change.after.cards:
            if change.after is not None:
                self.outputs.play("start")
            self.desk.stale()
            return
        for screen in list(self.desk.stack):
            if screen in self.desk.stack:
                screen.changed()
        if change.after.phase is Phase.OVER and self.desk.top.name != "end":
            self.desk.go("home", "end")
        self.desk.stale()
