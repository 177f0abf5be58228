"""The settings as lines of choices, tab by tab: what the table of settings shows."""

from collections.abc import Callable
from functools import partial
from typing import Any

from device.config.setting import Setting, Words
from device.config.table import rows
from device.game.last_choice import KEPT_BY_GAMES
from device.rules.model import Phase
from device.ui.kit import faults
from device.ui.kit.screen import Navigator
from device.ui.owner.choices import Choice, Line

NAMES = {("muted", False): "unmute", ("muted", True): "mute"}
"""Targets that are not called after their setting and value."""
PARTS = {
    "muted": ("speaker",),
    "volume": ("speaker",),
    "bed": ("speaker",),
    "day": ("backlight",),
    "night": ("backlight",),
    "led_brightness": ("panel:a", "panel:b"),
}
"""What shows a setting at once, where it works."""


class SettingsRows:
    """Builds the lines of the settings for a screen."""

    def __init__(self, screens: Navigator, listen: Callable[[], object]) -> None:
        """Take what plays a cue, to hear the sound that was set."""
        self._screens, self._listen = screens, listen

    def lines(self, tab: str) -> list[Line]:
        """Return the lines of a tab."""
        shown = {name: row for name, row in rows().items() if row.shown and row.shown.tab == tab}
        return [self._line(name, row) for name, row in shown.items() if row.shown and row.shown.beside is None]

    def _line(self, name: str, row: Setting[Any]) -> Line:
        assert row.shown is not None
        t, value, words = (
            self._screens.context.texts,
            getattr(self._screens.context.preferences, name),
            row.shown.choices(),
        )
        chosen = _nearest(value, words)
        choices = [
            Choice(_target(name, each), t.again(text), each == chosen, self._set(name, each))
            for each, text in words.items()
        ]
        choices += self._beside(name, value)
        if name == "muted":
            choices.append(Choice("try_sound", t("Listen"), False, self._try_sound))
        return Line(t.again(row.shown.label), tuple(choices), hint=t.again(row.shown.hints.get(value, "")))

    def _beside(self, name: str, value: object) -> list[Choice]:
        """Return what stands at the end of a setting's line while it has this value."""
        t, preferences = self._screens.context.texts, self._screens.context.preferences
        return [
            Choice(f"setting:{other}", t.again(row.shown.label), getattr(preferences, other), self._toggle(other))
            for other, row in rows().items()
            if row.shown and row.shown.beside == (name, value)
        ]

    def _toggle(self, name: str) -> Callable[[], object]:
        return self._set(name, not getattr(self._screens.context.preferences, name))

    def _set(self, name: str, value: object) -> Callable[[], object]:
        return partial(self._make, name, value)

    def _make(self, name: str, value: object) -> None:
        """Make a setting; where a game stands that keeps its own, tell that it holds for the next one."""
        table = self._screens.context.table
        if name in KEPT_BY_GAMES and table is not None and table.phase is not Phase.OVER:
            self._screens.notify(self._screens.context.texts("From the next game on"))
        self._tell_failing(name)
        self._screens.set_default(name, value)  # that it is not kept is told in place of that

    def _try_sound(self) -> None:
        self._listen()
        self._tell_failing("volume")

    def _tell_failing(self, name: str) -> None:
        """Tell why nothing is seen or heard of a setting."""
        context, parts = self._screens.context, PARTS.get(name, ())
        failing = [fault.part for fault in context.box.faults() if fault.part in parts]
        if failing:
            self._screens.notify(faults.named(context.texts, failing))


def _nearest(value: Any, words: Words) -> object:
    """A number between two choices, as a config file may hold, shows as the nearest one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return min(words, key=lambda each: abs(each - value))


def _target(name: str, value: Any) -> str:
    if name == "language":
        return f"language:{value}"
    if (name, value) in NAMES:
        return NAMES[name, value]
    shown = round(value * 100) if isinstance(value, float) else str(value).lower()
    return f"setting:{name}:{shown}"
