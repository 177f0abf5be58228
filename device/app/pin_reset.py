"""Both buttons held at power-on: how an owner who forgot the PIN gets back in."""

import math

from device.ui.kit.stack import ScreenStack

HOLD_SECONDS = 10.0
BEGIN_SECONDS = 10.0
"""The hold must have begun within so many seconds of the first tick."""


class Recovery:
    """Watches both buttons after power-on."""

    def __init__(self) -> None:
        self._started: float | None = None
        self._since: float | None = None
        self._over = False

    @property
    def over(self) -> bool:
        """Tell whether no hold counts any more."""
        return self._over

    def left(self, both_down: bool, now: float) -> float | None:
        """Return how many seconds the buttons must still be held, 0 just once; None when no hold counts."""
        if self._over:
            return None
        if self._started is None:
            self._started = now
        if self._since is None or not both_down:
            self._since = now if both_down else None
            self._over = now - self._started > BEGIN_SECONDS  # ticks may be far apart, a late hold its first
            if self._since is None or self._over:
                return None
        left = HOLD_SECONDS - (now - self._since)
        if left <= 0:
            self._over = True
            return 0.0
        return left

    def tick(self, both_down: bool, now: float, screens: ScreenStack) -> None:
        """Tell how long both must still be held; then clear the PIN, also that of the config file, and open a lock."""
        left, context = self.left(both_down, now), screens.context
        if left is None or not (context.pin.has_pin or context.orders.locked):
            return
        if left == 0:
            screens.clear_pin()
            return
        t, n = context.texts, math.ceil(left)
        if context.pin.has_pin:
            label = t("Hold both buttons to clear the PIN: {n}", n=n)
        else:
            label = t("Hold both buttons to open the table: {n}", n=n)
        if screens.notice is None or screens.notice.text != label:
            screens.notify(label, seconds=1.5)
