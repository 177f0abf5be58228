"""A tick that fails: told, and on to a safe screen; only what fails again and again ends the process."""

from collections import deque
from collections.abc import Callable

from device.files.failures import where

MANY, WITHIN_SECONDS = 5, 10.0
"""So many failures in so many seconds are more than a safe screen can help."""


class TickGuard:
    """Counts the ticks that failed; `write` takes a line for the journal, without values: they may be secret."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._lately: deque[float] = deque(maxlen=MANY)

    def failed(self, error: Exception, now: float) -> None:
        """Take note of a tick that failed.

        Raises:
            Exception: that error, when it is one too many.
        """
        self._write(where(error))
        self._lately.append(now)
        if len(self._lately) == MANY and now - self._lately[0] < WITHIN_SECONDS:
            raise error
