"""Settings made on the screen: kept in the store, laid over the config, under the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from device.config.config_file import CLUE_ENTRY, CONFIRM, SEATS, Settings
from device.files.assets import assets
from device.files.texts import languages
from device.rules.options import OPTIONS
from device.storage.store import Store, StoreError
from hardware.palette import PALETTES

ALLOWED: dict[str, Callable[[Any], bool]] = {
    "label": lambda value: isinstance(value, str) and len(value) <= LONGEST_LABEL,
    "language": lambda value: isinstance(value, str) and value in languages(assets()),
    "clue_entry": lambda value: value in CLUE_ENTRY,
    "timer": lambda value: value in tuple(OPTIONS["duet"]["timer"]),
    "seats": lambda value: value in SEATS,
    "confirm": lambda value: value in CONFIRM,
    "palette": lambda value: isinstance(value, str) and value in PALETTES,
    **{name: lambda value: isinstance(value, bool) for name in ("muted", "motion", "hints", "relaxed", "shown_first")},
    **{name: lambda value: _level(value) for name in ("volume", "led_brightness", "day", "night")},
    **{name: lambda value: type(value) is int and value > 0 for name in ("dim_after_seconds", "blank_after_seconds")},
}
"""Each setting one can make on the screen, and whether a value may stand there."""
LONGEST_LABEL = 24
"""The label of a box has so many letters at most."""
FOR_GUESTS = ("language", "volume", "muted")
"""What returns to the owner's defaults with the attract screen."""
_OWNERS = "default_"
"""Before a name of FOR_GUESTS in the store: what the owner made it, beside what guests have made of it since."""


def _level(value: object) -> bool:
    return type(value) in (int, float) and 0 <= float(str(value)) <= 1


@dataclass(slots=True)
class Preferences:
    """What holds now; levels and volume 0-1, times in seconds."""

    label: str = ""
    language: str = "en"
    clue_entry: str = "spoken"
    relaxed: bool = False
    shown_first: bool = False
    timer: str = "off"
    volume: float = 0.5
    muted: bool = False
    motion: bool = True
    confirm: str = "hold"
    hold_seconds: float = 0.6
    seats: str = "opposite"
    hints: bool = True
    palette: str = "standard"
    led_brightness: float = 0.4
    day: float = 1.0
    night: float = 0.4
    dim_after_seconds: int = 120
    blank_after_seconds: int = 900
    keep: Callable[[str, object], None] = field(default=lambda name, value: None, repr=False, compare=False)
    defaults: dict[str, object] = field(default_factory=dict)

    def set(self, name: str, value: object) -> None:
        """Make a setting and keep it.

        Raises:
            ValueError: the setting does not take this value.
            StoreError: it holds now, but could not be kept.
        """
        self._hold(name, value)
        self.keep(name, value)

    def set_default(self, name: str, value: object) -> None:
        """Make a setting as the owner: it is also what it returns to for new guests.

        Raises:
            ValueError: the setting does not take this value.
            StoreError: it holds now, but could not be kept.
        """
        self._hold(name, value)
        if name not in FOR_GUESTS:
            self.keep(name, value)
            return
        self.defaults[name] = value
        self.keep(f"{_OWNERS}{name}", value)
        self.keep(name, None)

    def for_new_guests(self) -> bool:
        """Return what guests may change to the owner's defaults; tell whether anything changed.

        Raises:
            StoreError: it holds now, but could not be kept.
        """
        changed = [name for name in FOR_GUESTS if getattr(self, name) != self.defaults.get(name, getattr(self, name))]
        for name in changed:
            setattr(self, name, self.defaults[name])
        for name in changed:
            self.keep(name, None)
        return bool(changed)

    def take(self, other: "Preferences") -> None:
        """Have every setting one can make on the screen as another's."""
        for name in ALLOWED:
            setattr(self, name, getattr(other, name))
        self.defaults = dict(other.defaults)

    def _hold(self, name: str, value: object) -> None:
        if not ALLOWED[name](value):
            raise ValueError(f"{name}: {value!r}")
        setattr(self, name, value)


def preferences(settings: Settings, store: Store, command_line: Mapping[str, object] | None = None) -> Preferences:
    """Return what holds at the start: the command line over screen settings over the config."""
    config = {f.name: getattr(settings, f.name) for f in fields(Preferences) if hasattr(settings, f.name)}
    config |= {"palette": settings.box.leds.palette, "led_brightness": settings.box.leds.brightness}
    try:
        stored = store.settings()
    except StoreError:
        stored = {}
    kept = _valid(stored)
    owners = _valid({name: stored[f"{_OWNERS}{name}"] for name in FOR_GUESTS if f"{_OWNERS}{name}" in stored})
    given = dict(command_line or {})
    owner = {**{name: config[name] for name in FOR_GUESTS if name in config}, **owners, **given}
    defaults = {name: owner.get(name, getattr(Preferences(), name)) for name in FOR_GUESTS}
    return Preferences(**{**config, **owners, **kept, **given}, keep=store.set_setting, defaults=defaults)


def _valid(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in stored.items() if name in ALLOWED and ALLOWED[name](value)}
