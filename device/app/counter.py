"""The counter's orders carried out: the table locked or opened, a session's time, a line for the guests, an end."""

from collections.abc import Callable

from device.owner.orders import TOLD_AT
from device.publish.command import Command
from device.rules.actions import Abandon
from device.rules.model import Phase
from device.ui.kit.fit import fault_of
from device.ui.kit.stack import ScreenStack

MESSAGE_SECONDS, WARNING_SECONDS = 120.0, 30.0
MESSAGES = 3
"""So many wait to be touched; of more the newest one counts."""
READ = 1.0
"""Seconds in which nothing that begins counts: it was meant for what an order took the place of."""
STAND = ("locked", "time_up")
"""The screens that stand for as long as an order holds."""


class Counter:
    """Obeys what the owner allowed; `journal` hears of each order.

    `play` sounds a cue, `restart` starts the box again.
    """

    def __init__(self, screens: ScreenStack, play: Callable[[str], None], restart: Callable[[], object]) -> None:
        self.journal: Callable[[str], object] = lambda line: None
        self._screens, self._play, self._restart = screens, play, restart
        self._orders = screens.context.orders
        self._last: float | None = None
        self._later: list[Command] = []

    def obey(self, command: Command) -> None:
        """Do what the owner wants; what would end a transfer to or from a stick waits for its end."""
        if command.name in ("end_game", "restart") and self._screens.busy:
            self._later.append(command)
            return
        if why := self._ignored(command):
            self.journal(f"fleet: command ignored: {command.name}: {why}")
            return
        self.journal(f"fleet: command {command.name}")
        match command.name, command.value:
            case "lock", bool(locked):
                self._orders.lock(locked)
                if locked:  # the minute of who was there before does not open it
                    self._screens.context.pin.close()
            case "session", int(minutes):
                self._session(minutes)
            case "message", str(text):
                self._tell(text, MESSAGE_SECONDS, "turn")
            case "language", str(language):
                self._screens.set_language(language)
            case "end_game", None:
                self._end_game()
            case "restart", None:
                self._restart()

    def _ignored(self, command: Command) -> str:
        """Return why a command is not obeyed now; empty where it is."""
        context = self._screens.context
        if command.name == "restart" and (context.unsaved is not None or context.session.behind):
            return "the memory fails, and what is new would be lost"
        if command == ("session", 0) and self._orders.session_left is None:
            return "no session runs"
        if command.name == "end_game" and context.table is None and not self._orders.time_is_up:
            return "no game is on the table"
        return (command.name == "message" and fault_of(str(command.value))) or ""

    def _session(self, minutes: int) -> None:
        """Begin a session; of no minutes: end the one there is, or what is left of one that is over."""
        if minutes == 0 and not self._orders.session_left:
            self._orders.end_session()
        else:
            self._orders.begin_session(minutes)
            if 0 < minutes * 60 <= TOLD_AT[0]:
                self._warn(minutes)

    def _end_game(self) -> None:
        """End the game as an abandoned one, and a session that is over, and leave the table to others."""
        context = self._screens.context
        if self._orders.time_is_up:
            self._orders.end_session()
        if context.table is None:
            return
        if context.table.phase is not Phase.OVER:
            context.session.do(Abandon())
        context.session.finish()
        self._screens.go_home()
        self._screens.unread(READ)

    def _tell(self, text: str, seconds: float, cue: str, holds: Callable[[], bool] = lambda: True) -> None:
        """Tell something over what was told before, which comes back when this was touched."""
        if sum(screen.key == "message" for screen in self._screens.screens) >= MESSAGES:
            self._screens.close()
        self._screens.open("message", text=text, seconds=seconds, holds=holds)
        self._screens.unread(READ)
        self._play(cue)

    def _warn(self, minutes: int) -> None:
        text = self._screens.context.texts.n("One minute is left", "{n} minutes are left", minutes)
        self._tell(text, WARNING_SECONDS, "time", lambda: 0 < (self._orders.session_left or 0) <= minutes * 60)

    def tick(self, now: float) -> None:
        """Let a session's time pass, and have the screen be the one an order asks for."""
        passed = now - self._last if self._last is not None else 0.0
        self._last = now
        left = self._orders.pass_time(passed)
        if left is not None:
            self._warn(left // 60)
        wanted = "locked" if self._orders.locked else "time_up" if self._orders.time_is_up else None
        bottom = self._screens.screens[0].key
        if self._screens.busy:
            return
        while self._later:
            self.obey(self._later.pop(0))
        if wanted is not None and bottom != wanted:
            self._screens.go(wanted)
            self._screens.unread(READ)
            self._play("time")
        elif wanted is None and bottom in STAND:
            self._screens.go_home()
            self._screens.unread(READ)
