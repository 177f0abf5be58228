"""The stack of screens, and what all of them share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from device.config.preferences import preferences
from device.files.texts import Texts
from device.game.last_choice import forget
from device.rules.actions import Action
from device.rules.errors import IllegalAction
from device.rules.model import Phase, VersusPublic
from device.storage.store import StoreError
from device.ui.kit import saving
from device.ui.kit.context import Context
from device.ui.kit.screen import NOTICE_SECONDS, Dock, Notice, Screen
from device.ui.kit.touch import Touch
from hardware.ports import Seat

TABLES = ("table", "end")
"""Screens of a game, on which the colours are those of its teams."""


class ScreenStack:
    """Holds the open screens, a notice, and the fingers that are down.

    `find` returns the class of a key. `version` grows with everything that changes what is drawn at rest.
    """

    def __init__(self, context: Context, find: Callable[[str], type[Screen]]) -> None:
        """Begin with an empty stack."""
        self.context = context
        self.screens: list[Screen] = []
        self.version = 0
        self.now = 0.0
        self.unread_until = float("-inf")
        self.dark = False
        self._notice: Notice | None = None
        self.touch = Touch(lambda: context.preferences.confirm, context.preferences.hold_seconds)
        self.on_turn: Callable[[], None] = lambda: None
        """Called when another screen comes to the top."""
        self._find = find

    @property
    def top(self) -> Screen:
        """Return the screen that is touched."""
        return self.screens[-1]

    @property
    def under(self) -> Screen:
        """Return the screen on top, but for what outlasts the others."""
        return next(screen for screen in reversed(self.screens) if not screen.outlasts)

    @property
    def busy(self) -> bool:
        """Tell whether something is under way that is not to be cut short, also below what lies on top."""
        return any(screen.busy for screen in self.screens)

    @property
    def shown(self) -> list[Screen]:
        """Return the screens that are seen: the last full one and what lies over it."""
        first = len(self.screens) - 1
        while first > 0 and self.screens[first].overlay:
            first -= 1
        return self.screens[first:]

    @property
    def over_table(self) -> bool:
        """Tell whether the table is seen below the screen on top."""
        return self.shown[0].key == "table"

    @property
    def team(self) -> str:
        """Return the team on turn, or that has won, while its game is seen; empty where none plays."""
        table = self.context.table
        if not isinstance(table, VersusPublic) or self.shown[0].key not in TABLES:
            return ""
        if table.result is None:
            return str(table.team)
        return str(table.result.winner) if table.result.winner is not None else ""

    @property
    def notice(self) -> Notice | None:
        """Return the line that is told now; one of the game only while that is seen."""
        notice = self._notice
        return notice if notice is None or not notice.of_game or self.shown[0].key in TABLES else None

    @notice.setter
    def notice(self, notice: Notice | None) -> None:
        self._notice = notice

    @property
    def dock(self) -> Dock | None:
        """Return the room that a screen over the table takes beside the board."""
        return next((screen.dock for screen in reversed(self.shown) if screen.dock), None)

    def invalidate(self) -> None:
        """Have the picture drawn anew."""
        self.version += 1

    def unread(self, seconds: float) -> None:
        """Let nothing count that begins within so many seconds: what came by itself was read by nobody."""
        self.unread_until = max(self.unread_until, self.now + seconds)

    # From one screen to another

    def open(self, key: str, **arguments: Any) -> None:
        """Put a screen on top; a guarded one once the PIN was entered."""
        screen = self._find(key)
        if screen.guarded:
            self.guard(lambda: self._put(screen(self, **arguments)), arguments.get("seat"))
        else:
            self._put(screen(self, **arguments))

    def _put(self, screen: Screen) -> None:
        self.screens.append(screen)
        self._turned()

    def ask(self, question: str, yes: str, seats: tuple[Seat, ...], then: Callable[[], object]) -> None:
        """Ask the sides, and do something once all of them agreed."""
        self.open("consent", question=question, yes=yes, seats=seats, then=then)

    def go(self, *keys: str) -> None:
        """Leave every screen for these, the last on top but for what outlasts the others."""
        fresh, before = [self._find(key)(self) for key in keys], self.screens
        lasting = [screen for screen in before if screen.outlasts]
        self.screens = fresh + lasting
        for screen in reversed(before):
            if screen not in lasting:
                screen.left()
        self._turned()

    def go_home(self) -> None:
        """Go home; a game that is on the table stands, with its keys hidden, until someone plays on."""
        table = self.context.table
        if table is None:
            self.go("home")
        else:
            self.go("home", "end" if table.phase is Phase.OVER else "standing")

    def close(self) -> None:
        """Take the top screen away."""
        if len(self.screens) > 1:
            self.screens.pop().left()
            self._turned()

    def close_to(self, key: str) -> None:
        """Take every screen above the one of this key away, but for what outlasts the others."""
        lasting = [screen for screen in self.screens if screen.outlasts]
        self.screens = [screen for screen in self.screens if screen not in lasting]
        while len(self.screens) > 1 and self.top.key != key:
            self.screens.pop().left()
        self.screens += lasting
        self._turned()

    def cut_short(self) -> None:
        """Leave what is under way, for the program stops."""
        for screen in self.screens:
            if screen.busy:
                screen.left()

    def guard(self, action: Callable[[], object], seat: Seat | None = None) -> None:
        """Do what only the owner may, once the PIN was entered at a side; at once where there is none or it is open."""
        if self.context.pin.is_open(self.now):
            action()
        else:
            self.open("pin", then=action, seat=seat)

    def face(self, seat: Seat) -> None:
        """Turn the screens that are for everyone to a side."""
        facing = Seat.B if seat is Seat.B else None
        if facing != self.context.visit.seat:
            self.context.visit.seat = facing
            self.invalidate()

    def cancel_touches(self) -> None:
        """Let no finger or button that is down now mean anything any more."""
        self.on_turn()

    def _turned(self) -> None:
        self.cancel_touches()
        self.touch.leave()
        self.invalidate()

    # The game, and lines that are told

    def do(self, action: Action) -> bool:
        """Do an action on the game; a refusal is told on the screen."""
        try:
            self.context.session.do(action)
        except IllegalAction as error:
            self.notify(_refusal(self.context.texts, error.code), Seat.B if error.code == "not_your_card" else None)
            return False
        return True

    def notify(
        self, text: str, seat: Seat | None = None, seconds: float = NOTICE_SECONDS, of_box: bool = False
    ) -> None:
        """Tell a line for some seconds, to one side or to everyone; at a game it is about that, unless `of_box`."""
        of_game = not of_box and self.context.table is not None and self.shown[0].key in TABLES
        self._notice = Notice(text, self.now + seconds, seat, of_game)
        self.invalidate()

    def why_refused(self, card: str) -> str:
        """Return why a card cannot be touched now."""
        crowd = self.context.texts("One finger at a time: lift the others off the cards")
        return crowd if self.touch.crowded else self.top.why_refused(card)

    def tick(self, now: float) -> None:
        """Let time pass: the screens', and a notice's."""
        for screen in list(self.shown):
            screen.tick(now)
        if self._notice is not None and now >= self._notice.until:
            self._notice = None
            self.invalidate()

    # Settings made on the screen

    def clear_pin(self) -> None:
        """Let the owner in without a PIN until a new one is made, also to a table that the counter locked."""
        if self.context.orders.locked:
            self.context.orders.lock(False)
        self.notify(self._without_pin(), seconds=30.0, of_box=True)

    def _without_pin(self) -> str:
        """Clear the PIN, where there is one; return what is told of it."""
        t, pin = self.context.texts, self.context.pin
        if not pin.has_pin:
            return t("The table is open")
        try:
            pin.set_pin("")
        except StoreError:
            return saving.not_kept(self.context, failed=True)
        if late := saving.not_kept(self.context):
            return late
        if pin.config_overruled:
            return t("The PIN is cleared; that of the config file no longer counts. Make a new one in the settings.")
        return t("The PIN is cleared. A new one can be made in the settings.")

    def set_preference(self, name: str, value: object) -> None:
        """Make a setting; that it could not be saved is told."""
        with self._saving():
            self.context.preferences.set(name, value)
        self.invalidate()

    def set_default(self, name: str, value: object) -> None:
        """Make a setting as the owner does; that it could not be saved is told."""
        forget(self.context.store, name)
        with self._saving():
            self.context.preferences.set_default(name, value)
        self.invalidate()

    def set_language(self, language: str) -> None:
        """Change the language of the screen, until the box attracts new guests."""
        self.set_preference("language", language)

    def forget_guests(self) -> None:
        """Return what guests changed to the owner's defaults, and end their visit."""
        self.context.visit.end()
        try:
            self.context.preferences.for_new_guests()
        except StoreError:
            self.notify(saving.not_kept(self.context, failed=True))
        self.invalidate()

    def reload(self) -> None:
        """Have what the store holds hold at once: after an import."""
        context = self.context
        context.preferences.take(preferences(context.settings, context.store))
        context.pin.read()
        context.packs.look_again()
        # home tells how each game was played last
        self.screens = [self._find("home")(self) if screen.key == "home" else screen for screen in self.screens]
        self.invalidate()

    @contextmanager
    def _saving(self) -> Iterator[None]:
        """Tell when what holds now is not saved yet."""
        failed = False
        try:
            yield
        except StoreError:
            failed = True
        if late := saving.not_kept(self.context, failed=failed):
            self.notify(late, of_box=True)  # also where it is set at a game


def _refusal(t: Texts, code: str) -> str:
    """Put a refusal in plain words."""
    if code == "not_your_card":
        return t("That card cannot be covered. Choose another one.")
    if code == "nothing_to_undo":
        return t("There is no move to take back.")
    return t("That cannot be done now.")
