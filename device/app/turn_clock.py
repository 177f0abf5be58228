"""The clock of a turn: gentle (light and sound) or strict (the time runs out)."""

from collections.abc import Callable, Hashable

from device.rules import legal
from device.rules.actions import Timeout
from device.rules.model import Phase, Public
from device.ui.kit.stack import ScreenStack

WARNING = 10
"""The last seconds, each with a tick."""
READ = 0.8
"""Seconds in which nothing that begins counts: it was meant for the turn whose time has run out."""


class TurnClock:
    """Counts down while the table, a pad or the log is seen; anything else pauses it, a dark screen too."""

    def __init__(self) -> None:
        self._moment: Hashable = None
        self._game: object = None
        self._left = 0.0
        self._last: float | None = None
        self._shown: int | None = None

    def tick(self, now: float, screens: ScreenStack, play: Callable[[str], None]) -> None:
        """Count, tell the seconds left, and in a strict game let the time run out."""
        passed = now - self._last if self._last is not None else 0.0
        self._last = now
        limit = _limit(screens.context.table)
        if screens.context.table is None or limit is None:
            self._moment = None
            self._show(screens, None)
            return
        moment, game = (screens.context.table.turn, screens.context.table.phase), screens.context.session.setup
        if moment != self._moment or game is not self._game:
            self._moment, self._game, self._left, passed = moment, game, float(limit), 0.0
        if not screens.top.playing or screens.dark:
            return
        before, self._left = self._left, max(0.0, self._left - passed)
        self._show(screens, -int(-self._left // 1))
        if int(before) != int(self._left) and 0 < self._left <= WARNING:
            play("tick")
        if self._left == 0.0 < before:
            if screens.context.table.options.timer == "strict":
                screens.do(Timeout())
                screens.unread(READ)
            else:
                play("time")
            screens.notify(screens.context.texts("Time's up"))

    def _show(self, screens: ScreenStack, seconds: int | None) -> None:
        if seconds != self._shown:
            self._shown = seconds
            screens.context.clock.low = seconds is not None and seconds <= WARNING
            screens.context.clock.text = "" if seconds is None else f"{seconds // 60}:{seconds % 60:02d}"
            screens.invalidate()


def _limit(table: Public | None) -> int | None:
    """Return the seconds of the moment; None where no clock runs, which the rules say by what is legal."""
    if table is None or table.options.timer == "off" or Timeout() not in legal(table):
        return None
    return table.options.clue_seconds if table.phase is Phase.CLUE else table.options.guess_seconds
