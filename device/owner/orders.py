"""What the owner's counter has ordered of this table: that it is locked, and how long its guests may play.

Both hold beyond a power cut. A session counts the time the box is on; after a cut what is kept of it is at most a
minute old, after an end in order it is kept to the second.
"""

from collections.abc import Collection
from contextlib import suppress

from device.storage.store import Store, StoreError

LOCKED, SESSION = "operator_locked", "operator_session_s"
"""Under these names the store keeps them; so named they stay with their box."""
TOLD_AT = (600, 120)
"""Seconds before a session's end at which guests are told."""
KEPT_EVERY = 60.0


class Orders:
    """Knows whether the table is locked and how many seconds of a session are left."""

    def __init__(self, store: Store, allow: Collection[str] = ()) -> None:
        """Read what holds; what is no longer allowed does not hold any more."""
        self._store = store
        try:
            kept = store.settings()
        except StoreError:
            kept = {}
        left = kept.get(SESSION)
        self.locked = "lock" in allow and kept.get(LOCKED) is True
        self._left = float(left) if "session" in allow and type(left) is int and left >= 0 else None
        self._kept_at = self._left

    @property
    def session_left(self) -> float | None:
        """Return the seconds left of a session; 0 when it is over and nobody has said what becomes of it."""
        return self._left

    @property
    def time_is_up(self) -> bool:
        """Tell whether a session is over."""
        return self._left == 0.0

    def lock(self, locked: bool) -> None:
        """Lock the table, or open it."""
        self.locked = locked
        self._keep(LOCKED, locked or None)

    def begin_session(self, minutes: int) -> None:
        """Begin a session of so many minutes in place of any other; of none: the time is up now."""
        self._left = minutes * 60.0
        self._keep_session()

    def end_session(self) -> None:
        """Forget the session: guests may play as long as they like."""
        self._left = None
        self._keep_session()

    def keep_time(self) -> None:
        """Keep how much time is left: the box ends in order, and an ordered start gave the minute back."""
        if self._left != self._kept_at:
            self._keep_session()

    def pass_time(self, seconds: float) -> int | None:
        """Let time pass; return the seconds left if guests are to be told now."""
        if not self._left:
            return None
        before, self._left = self._left, max(0.0, self._left - seconds)
        if self._left == 0.0 or (self._kept_at or 0.0) - self._left >= KEPT_EVERY:
            self._keep_session()
        return next((at for at in TOLD_AT if before > at >= self._left > 0), None)

    def _keep_session(self) -> None:
        self._kept_at = self._left
        self._keep(SESSION, None if self._left is None else round(self._left))

    def _keep(self, name: str, value: object) -> None:
        with suppress(StoreError):  # it holds now; that the memory fails is told elsewhere
            self._store.set_setting(name, value)
