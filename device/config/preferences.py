"""Settings made on the screen: kept in the store, laid over the config, under the command line."""

from collections.abc import Callable, Mapping
from typing import Any

from device.config.setting import Setting
from device.config.settings import Settings
from device.config.table import Values, made_on_screen, rows
from device.storage.store import Store, StoreError

_OWNERS = "default_"
"""Before a guests' setting in the store: what the owner made it, beside what guests have made of it since."""


class Preferences(Values):
    """What holds now; levels and volume 0-1, times in seconds."""

    def __init__(
        self,
        values: Mapping[str, Any],
        defaults: Mapping[str, object] | None = None,
        keep: Callable[[Mapping[str, object]], None] = lambda values: None,
    ) -> None:
        """Begin with some values; `defaults` is what guests' settings return to, `keep` stores some, None: none."""
        super().__init__(values)
        self.defaults = dict(defaults or {})
        self._keep = keep

    @property
    def owners_language(self) -> str:
        """Return the language the box returns to for new guests."""
        return str(self.defaults["language"])

    @property
    def never_dims(self) -> bool:
        """Tell whether the screen goes dark before it would dim."""
        return self.blank_after_seconds <= self.dim_after_seconds

    def set(self, name: str, value: object) -> None:
        """Make a setting and keep it.

        Raises:
            ValueError: the setting does not take this value.
            StoreError: it holds now, and is kept once that can be done.
        """
        self._hold(name, value)
        self._keep({name: value})

    def try_out(self, name: str, value: object, *, default: bool = True) -> None:
        """Have a setting hold, also as what it returns to for new guests if that is the `default`, and keep nothing.

        Raises:
            ValueError: the setting does not take this value.
        """
        self._hold(name, value)
        if default and name in guests_settings():
            self.defaults[name] = value

    def set_default(self, name: str, value: object) -> None:
        """Make a setting as the owner: it is also what it returns to for new guests.

        Raises:
            ValueError: the setting does not take this value.
            StoreError: it holds now, and is kept once that can be done.
        """
        self.try_out(name, value)
        self._keep({f"{_OWNERS}{name}": value, name: None} if name in guests_settings() else {name: value})

    def for_new_guests(self) -> bool:
        """Return what guests may change to the owner's defaults; tell whether anything changed.

        Raises:
            StoreError: it holds now, and is kept once that can be done.
        """
        changed = [name for name, value in self.defaults.items() if getattr(self, name) != value]
        for name in changed:
            setattr(self, name, self.defaults[name])
        if changed:
            self._keep(dict.fromkeys(changed))
        return bool(changed)

    def take(self, other: "Preferences") -> None:
        """Have every setting one can make on the screen as another's."""
        for name in made_on_screen():
            setattr(self, name, getattr(other, name))
        self.defaults = dict(other.defaults)

    def _hold(self, name: str, value: object) -> None:
        row = made_on_screen()[name]
        if not row.accepts(value):
            raise ValueError(f"{name}: {value!r}")
        setattr(self, name, row.read(value))


def guests_settings() -> dict[str, Setting[Any]]:
    """Return the rows that return to the owner's defaults with the attract screen."""
    return {name: row for name, row in rows().items() if row.made_by == "guests"}


def preferences(settings: Settings, store: Store, command_line: Mapping[str, object] | None = None) -> Preferences:
    """Return what holds at the start: the command line over screen settings over the config."""
    try:
        stored = store.settings()
    except StoreError:
        stored = {}
    return laid_over(settings, stored, command_line or {}, store.set_settings)


def laid_over(
    settings: Settings,
    stored: Mapping[str, Any],
    given: Mapping[str, object],
    keep: Callable[[Mapping[str, object]], None] = lambda values: None,
) -> Preferences:
    """Return what holds where the screen's settings are laid over the config, and what is given over both."""
    config = {name: getattr(settings, name) for name in rows()}
    owners = _valid({name: stored.get(f"{_OWNERS}{name}") for name in guests_settings()})
    owner = {**config, **owners, **given}
    defaults = {name: owner[name] for name in guests_settings()}
    return Preferences({**config, **owners, **_valid(stored), **given}, defaults, keep)


def _valid(stored: Mapping[str, Any]) -> dict[str, Any]:
    known = made_on_screen()
    return {
        name: known[name].read(value) for name, value in stored.items() if name in known and known[name].accepts(value)
    }
