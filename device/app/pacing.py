"""A box on which nothing happens: only its inputs are looked at every tick, the rest once a second."""

from device.app.heap import give_back
from device.ui.kit.stack import ScreenStack

CALM_SECONDS = 3.0
"""So long nothing may have moved or changed; the longest tune of a buzzer is over by then."""
LOOK_SECONDS = 1.0
RESTING = 12
"""Ticks a second that are enough for the first touch after a rest: its answer comes within two frames of a film."""


class Rest:
    """Tells which ticks need not look after anything but the inputs; `fast` is the pace of what moves."""

    def __init__(self, fast: int) -> None:
        self.pace = fast
        self._fast = fast
        self._version = -1
        self._calm_since: float | None = None
        self._look_at = float("-inf")

    def asleep(self, now: float, screens: ScreenStack) -> bool:
        """Tell whether nothing is due unless there is an input."""
        return now < self._look_at and screens.version == self._version

    def after(self, now: float, screens: ScreenStack, pace: int, pulsing: bool) -> None:
        """Take note of a tick that looked after everything, and of what it found."""
        restless = pace == self._fast or pulsing or screens.touch.busy or screens.notice is not None
        restless = restless or bool(screens.context.clock.text)
        changed = screens.version != self._version
        self.pace, self._version = pace, screens.version
        if self._calm_since is None or changed or restless or not screens.top.calm:
            self._calm_since = now
        calm = now - self._calm_since >= CALM_SECONDS
        if calm:
            self.pace = min(self.pace, RESTING)
        if calm and self._look_at == float("-inf"):
            give_back()
        self._look_at = now + LOOK_SECONDS if calm else float("-inf")
