"""What happens while nobody touches the box: it dims, goes dark, and puts the keys away."""

from device.config.preferences import Preferences
from device.ui.kit.stack import ScreenStack

WAKING = 0.5
"""Seconds after a touch or press that only woke: the second of two in a row was for the dark screen as well."""
STANDS_AFTER = 600.0
"""Seconds after which a game left alone stands with its keys hidden, and any other screen goes back to home."""


class Idle:
    """Counts the seconds since the last touch or press."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences
        self._since: float | None = None
        self._now = 0.0

    def start(self, now: float) -> None:
        """Begin to count."""
        self._now = now
        if self._since is None:
            self._since = now

    @property
    def seconds(self) -> float:
        """Return how long nobody has touched anything."""
        return self._now - (self._since if self._since is not None else self._now)

    @property
    def dark(self) -> bool:
        """Tell whether the screen is blanked."""
        return self.seconds >= self._preferences.blank_after_seconds

    @property
    def level(self) -> float:
        """Return the backlight's level, 0 to 1; dimmed it is never brighter than in use."""
        if self.dark:
            return 0.0
        day, night = self._preferences.day, self._preferences.night
        return min(day, night) if self.seconds >= self._preferences.dim_after_seconds else day

    def woken(self, now: float, screens: ScreenStack) -> bool:
        """Take note of a touch or press; return whether it counts (a dark or an attract screen swallows it)."""
        asleep = self.dark or screens.top.key == "attract"
        self._now = self._since = now
        if asleep:
            screens.unread(WAKING)
        screens.dark = False
        if screens.top.key == "attract":
            screens.go("home")
        return not asleep

    def tick(self, now: float, screens: ScreenStack) -> None:
        """Put the keys away, or begin to attract, when it is time."""
        self._now = now
        if self.seconds >= STANDS_AFTER and not screens.under.at_rest and not screens.busy:
            screens.go_home()
        if screens.top.key == "home" and self.seconds >= self._preferences.dim_after_seconds:
            screens.forget_guests()
            screens.go("home", "attract")
        if self.dark and not screens.dark:
            screens.forget_guests()
            screens.cancel_touches()  # a key that is looked at does not come back with the light
        screens.dark = self.dark
