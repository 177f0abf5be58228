"""A box on which nothing happens: only its inputs are looked at every tick, the rest once a second."""

from device.ui.kit.stack import Desk

CALM_SECONDS = 3.0
"""So long nothing may have moved or changed; the longest tune of a buzzer is over by then."""
LOOK_SECONDS = 1.0
RESTING = ("home", "attract", "standing", "end", "table")
"""The screens that do nothing by themselves that could not wait for the next look."""


class Rest:
    """Tells which ticks need not look after anything but the inputs; `fast` is the pace of what moves."""

    def __init__(self, fast: int) -> None:
        self.pace = fast
        self._fast = fast
        self._version = -1
        self._calm_since: float | None = None
        self._look_at = float("-inf")

    def asleep(self, now: float, desk: Desk) -> bool:
        """Tell whether nothing is due unless there is an input."""
        return now < self._look_at and desk.version == self._version

    def after(self, now: float, desk: Desk, pace: int, pulsing: bool) -> None:
        """Take note of a tick that looked after everything, and of what it found."""
        restless = pace == self._fast or pulsing or desk.notice is not None or bool(desk.clock_text)
        changed = desk.version != self._version
        self.pace, self._version = pace, desk.version
        if self._calm_since is None or changed or restless or desk.top.name not in RESTING:
            self._calm_since = now
        calm = now - self._calm_since >= CALM_SECONDS
        self._look_at = now + LOOK_SECONDS if calm else float("-inf")
