"""How long a lost line is left alone: longer each time, and by chance, so that not all boxes come back at once."""

from random import Random

FIRST, MAX = 5.0, 40.0
"""Seconds at most before the first try and before any later one."""
MIN_PART = 0.1
"""The least part of that."""


class Backoff:
    """Counts the tries."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._tries = 0

    def next(self) -> float:
        """Return how many seconds to wait before the next try."""
        most = min(MAX, FIRST * 2**self._tries)
        self._tries = min(self._tries + 1, 10)
        return self._rng.uniform(MIN_PART * most, most)

    def reset(self) -> None:
        """Begin anew: there was a line."""
        self._tries = 0
