"""The kiosk: inputs, to the screen on top, to the session, to what people see, hear and feel."""

from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from device.app import sounds
from device.app.box_partner import BoxPartner
from device.app.box_proposal import Proposal, Recollection, Vocabulary
from device.app.buttons import Buttons, Gesture
from device.app.counter import Counter
from device.app.frame import Frame
from device.app.idle import Idle
from device.app.outputs import Outputs
from device.app.pacing import Rest
from device.app.pin_reset import Recovery
from device.app.threads import in_thread
from device.app.tick_guard import TickGuard
from device.app.turn_clock import TurnClock
from device.files.failures import say
from device.game.session import WRITE_SECONDS, Change
from device.publish.command import Command
from device.rules.model import Phase
from device.ui.kit.context import Context
from device.ui.kit.stack import ScreenStack
from device.ui.kit.target import Target, find
from device.ui.screens import find_screen
from hardware import ports
from hardware.debounce import Debouncer
from hardware.ports import SEATS, Seat

MESSAGE_SECONDS = 60.0
REFUSED_SECONDS = 3.0
SAVE_SECONDS = 3.0
"""So often it is looked whether everything is saved, and tried again what is not."""
FAST, SLOW, DIM = 60, 20, 5
"""Ticks a second while something moves, at rest, and when the screen is dark."""


class Kiosk:
    """One box at work. `tick` does everything that is due; nothing in it waits."""

    def __init__(
        self,
        context: Context,
        inputs: "SimpleQueue[Any]",
        message: str = "",
        think_in: Callable[[Callable[[], None]], None] = in_thread,
    ) -> None:
        """Begin at home, with a message; a game that stands on the table waits there for someone to play on.

        `think_in` runs what the box thinks as a player.
        """
        self.context, self.box, self.inputs = context, context.box, inputs
        self.screens = ScreenStack(context, find_screen)
        self.screens.on_turn = self._moved_on
        self.quitting = self.starting_again = False
        self.outputs = Outputs(self.box, self.screens)
        self._debouncer = Debouncer(self.box.pressed)
        self._buttons = Buttons(self._held)
        self._clock = TurnClock()
        self._recovery = Recovery()
        self._idle = Idle(context.preferences)
        self._partner = BoxPartner(self.screens, inputs, think_in)
        self.counter = Counter(self.screens, self.outputs.play, self._restart)
        self.follow: Callable[[float], None] = lambda now: None
        """Called at the end of a tick that looked after everything."""
        self._save_at = float("-inf")
        self.on_failure: Callable[[Exception, float], None] = TickGuard(say).failed
        """Called when a tick failed; it may raise."""
        self.frame = Frame(self.screens, self.box.screen, lambda: self.box.spec.size_mm)
        self._rest = Rest(FAST)
        context.session.subscribe(self._changed)
        self._message = message
        self.screens.go_home()

    # Time

    def tick(self, now: float) -> int:
        """Do what is due at `now` (seconds, monotonic); return how many ticks a second are enough from here.

        What fails in it is told, and leads to a safe screen; the game on the table stands.

        Raises:
            Exception: a tick failed once too often.
        """
        try:
            return self._tick(now)
        except Exception as error:
            self.on_failure(error, now)
            self._make_safe()
            return SLOW

    def _make_safe(self) -> None:
        """Leave whatever failed for home, or for the game that stands."""
        self._swallow()
        self.screens.screens = [screen for screen in self.screens.screens if not screen.outlasts]  # it may have failed
        self.screens.go_home()
        self.screens.notify(self.context.texts("Something went wrong on that page. Nothing is lost."), of_box=True)

    def _tick(self, now: float) -> int:
        self.screens.now = now
        if self._rest.asleep(now, self.screens):
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
        self.follow(now)
        self._rest.after(now, self.screens, self._pace(now), self.outputs.pulsing)
        return self._rest.pace

    def _tell_first(self) -> None:
        """Tell what was found at the start; not before the first tick, which knows the time."""
        if self._message:
            self.screens.notify(self._message, seconds=MESSAGE_SECONDS, of_box=True)
            self._message = ""

    def _drain(self, now: float) -> None:
        cancelled = False
        while not self.inputs.empty():
            given = self.inputs.get_nowait()
            if isinstance(given, ports.Pointer):
                given = self.box.upright(given)
            self.screens.top.raw(given)
            match given:
                case ports.Pointer():
                    self._pointer(given, now)
                case ports.ButtonEdge():
                    self._debouncer.feed(given)
                case ports.TypedText():
                    if self._idle.woken(now, self.screens) and now >= self.screens.unread_until:
                        self._typed(given.text)
                case Proposal() | Recollection() | Vocabulary():
                    self._partner.take(given)
                case Command():
                    self.counter.obey(given)
                case ports.Cancelled():
                    cancelled = True
                case ports.Quit():
                    self.quitting = True
        for edge in self._debouncer.tick(now):
            self._edge(edge.seat, edge.down, edge.at, now)
        if cancelled:  # a key that has just gone down is known by now
            self._swallow()
            self.screens.touch.lose()
            self.screens.invalidate()  # the window was away, and may have lost what was in it

    def _typed(self, text: str) -> None:
        """Take text from an attached keyboard."""
        if text == ports.BACKSPACE:
            self.screens.top.erase()
        elif text == ports.ENTER:
            self.screens.top.submit()
        else:
            self.screens.top.typed(text)
        self.screens.invalidate()

    def _act_on_time(self, now: float) -> None:
        if (card := self.screens.touch.tick(now)) is not None:
            self._fire(card)
        if (refused := self.screens.touch.refusal(now)) is not None:
            self._refuse(self.screens.why_refused(refused))
        if (meant := self._buttons.tick(now)) is not None:
            self._meant(meant)
        self.screens.tick(now)
        self._clock.tick(now, self.screens, self.outputs.play)
        self._partner.tick(now, still=self._buttons.waiting)
        if not self._recovery.over:
            self._recovery.tick(all(self._held(seat) for seat in SEATS), now, self.screens)
        self._idle.tick(now, self.screens)
        self.counter.tick(now)
        due, album = now >= self._save_at, self.context.album
        if due:
            self._save_at = now + SAVE_SECONDS
            self.context.session.save(WRITE_SECONDS)
            self._save_at -= SAVE_SECONDS * self.context.session.catching_up
        if due or album.waiting:
            album.save_late()

    def _restart(self) -> None:
        """Start the machine again; where that cannot be done, the program."""
        if self.box.works("power") and self.box.driver("power") != "simulated":
            self.box.reboot()
        else:
            self.quitting = self.starting_again = True

    def end(self) -> None:
        """Cut short what is under way, and keep what was counted: the program ends in order."""
        self.screens.cut_short()
        self.context.orders.keep_time()

    def _pace(self, now: float) -> int:
        held = self._buttons.waiting or self._debouncer.unsure
        if held or self._partner.active or self.context.session.catching_up or self.frame.moving(now):
            return FAST
        return DIM if self._idle.dark else SLOW

    # Fingers and buttons

    def _pointer(self, pointer: ports.Pointer, now: float) -> None:
        if pointer.kind == "down" and not self._idle.woken(now, self.screens):
            self.screens.face(Seat.B if pointer.y < 0.5 else Seat.A)
            return
        point, touch = self.frame.pixel(pointer.x, pointer.y), self.screens.touch
        target = find(self.frame.targets, point)
        before = touch.pressed
        if pointer.kind == "down":
            touch.down(pointer.finger, None if self.frame.stale(point, now) else target, now)
            if touch.pressed - before:
                self.context.sound("touch")
        elif pointer.kind == "move":
            touch.move(pointer.finger, target)
        elif (fired := touch.up(pointer.finger, target)) is not None:
            self._fire(fired)
        released = target.name if pointer.kind == "up" and target is not None else ""
        self._stand_ins(before, touch.pressed, released, now)

    def _stand_ins(self, before: frozenset[str], after: frozenset[str], released: str, now: float) -> None:
        """Take the buttons on the screen for the real ones; what a finger slides off was not pressed."""
        for seat in SEATS:
            name = f"press:{seat}"
            if name in after - before:
                self._edge(seat, True, now, now)
            elif name in before - after and name == released:
                self._edge(seat, False, now, now)
            elif name in before - after:
                self._buttons.forget(seat)

    def _fire(self, target: Target) -> None:
        current = next((each for each in self.frame.targets if each.name == target.name), None)
        if current is not None and current.enabled:
            self.frame.touched(current, self.screens.now)
            if current.seat is not None:
                self.screens.face(current.seat)
            current.act()
            self.screens.invalidate()

    def _edge(self, seat: Seat, down: bool, at: float, now: float) -> None:
        situation = (self.screens.top, self.screens.top.situation())
        if down and self._idle.woken(now, self.screens) and now >= self.screens.unread_until:
            self._buttons.down(seat, at, situation)
        elif down:
            self.screens.face(seat)
        elif (meant := self._buttons.up(seat, at, situation)) is not None:
            self._meant(meant)

    def _held(self, seat: Seat) -> bool:
        return self.box.pressed(seat) or f"press:{seat}" in self.screens.touch.pressed

    def _meant(self, meant: Gesture) -> None:
        from device.ui.table.menu import ask_undo

        playing, lit = self.screens.top.playing, meant.seat in self.screens.top.lit()
        match meant.what:
            case "press" if lit:
                self.screens.top.press(meant.seat)
            case "slow" if lit:
                self._refuse(self.context.texts("Press the button only briefly"), meant.seat if playing else None)
            case "menu":
                if playing:
                    self.screens.open("menu", seat=meant.seat)
            case "undo":
                if playing or self.screens.top.key == "end":
                    ask_undo(self.screens)
        self.screens.invalidate()

    def _refuse(self, why: str, seat: Seat | None = None) -> None:
        self.screens.notify(why, seat, seconds=REFUSED_SECONDS)
        self.outputs.play("refused")

    def _moved_on(self) -> None:
        self._swallow()
        self.screens.touch.rest(self.screens.now)

    def _swallow(self) -> None:
        """Let nothing that is down now mean anything any more."""
        self.screens.touch.swallow()
        self._buttons.swallow()

    # The game's listeners

    def _changed(self, change: Change) -> None:
        self.screens.invalidate()
        if not change.of_the_table:
            return
        self._moved_on()
        if change.after is not None:  # what is told of the box goes along from a game that is over
            self.screens.notice = None
        guesses = change.before.guesses if change.before else 0
        for place, cue in enumerate(sounds.cues(change.events)):
            self.outputs.play(cue, sounds.voice(cue, guesses), place * sounds.APART_SECONDS)
        if change.before is None or change.after is None or change.before.cards != change.after.cards:
            if change.after is not None:
                self.outputs.play("start")
            return
        for screen in list(self.screens.screens):
            if screen in self.screens.screens:
                screen.changed()
        if change.after.phase is Phase.OVER and self.screens.top.key != "end":
            result = change.after.result
            self.screens.go("home", "end" if result and result.outcome == "abandoned" else "ending")
