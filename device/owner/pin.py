"""The operator's PIN: kept salted and hashed, asked for once a minute, and slow to guess."""

import os
from contextlib import suppress
from typing import Any

from device.files.clean import is_number
from device.storage.store import Store, StoreError

SETTING = "operator_pin"
"""Under this name the store keeps the PIN made on the screen; empty when it was cleared, also that of the config."""
TRIES = "operator_tries"
"""Under this name it keeps how many wrong PINs were entered since the last right one."""
CLEARED = "operator_pin_cleared"
"""Under this name it keeps, hashed, which PIN the config had when it was cleared: another one holds."""
OPEN_SECONDS = 60.0
FREE_TRIES = 5
WAIT_SECONDS = 30.0
MIN_DIGITS, MAX_DIGITS = 4, 8
_COST = {"n": 2**12, "r": 8, "p": 1}


class Pin:
    """Knows whether the owner's side is open. Time is `now`, in seconds of a monotonic clock."""

    def __init__(self, store: Store, config_pin: str = "") -> None:
        """Take the config's PIN; one that was made or cleared on the screen comes before it."""
        self._store = store
        self._config_pin = config_pin
        self._open_until = float("-inf")
        self._wait_until = float("-inf")
        self._wrong = 0
        self._kept: Any = None
        self.read()
        self._owed = self._wrong >= FREE_TRIES

    def read(self) -> None:
        """Read what the store keeps; while it cannot be read, what was known holds."""
        self._unread = True
        with suppress(StoreError):
            settings = self._store.settings()
            self._kept, tries = settings.get(SETTING), settings.get(TRIES)
            self._another_since(settings.get(CLEARED))
            self._wrong = max(self._wrong, tries) if type(tries) is int else self._wrong
            self._unread = False

    def _another_since(self, cleared: Any) -> None:
        """Have the config's PIN hold again if it is not the one that was cleared."""
        if self._kept == "" and self._config_pin and isinstance(cleared, dict) and not _is(self._config_pin, cleared):
            self._kept = None
            with suppress(StoreError):  # from here on it is the config that tells
                self._store.set_settings({SETTING: None, CLEARED: None})

    @property
    def has_pin(self) -> bool:
        """Tell whether there is a PIN to ask for."""
        if self._unread:
            self.read()
        return bool(self._config_pin if self._kept is None else self._kept)

    @property
    def config_overruled(self) -> bool:
        """Tell whether the config names a PIN that no longer counts."""
        return bool(self._config_pin) and self._kept is not None

    def is_open(self, now: float) -> bool:
        """Tell whether the owner's side may be used now."""
        return not self.has_pin or now < self._open_until

    def stay_open(self, now: float) -> None:
        """Begin the minute anew, while the owner goes on working."""
        if self.is_open(now):
            self._open_until = now + OPEN_SECONDS

    def close(self) -> None:
        """Ask for the PIN again from now on."""
        self._open_until = float("-inf")

    def wait(self, now: float) -> float:
        """Return for how many seconds no PIN is taken: after five wrong ones each further one costs half a minute.

        A power cut saves nobody the wait: it begins again.
        """
        if self._owed:
            self._owed, self._wait_until = False, now + WAIT_SECONDS
        return max(0.0, self._wait_until - now)

    def enter(self, digits: str, now: float) -> bool:
        """Take a PIN; return whether it is the right one and the owner's side is open."""
        if self.wait(now) > 0:
            return False
        if self._right(digits):
            self._count(0)
            self._open_until = now + OPEN_SECONDS
            return True
        self._count(self._wrong + 1)
        if self._wrong >= FREE_TRIES:
            self._wait_until = now + WAIT_SECONDS
        return False

    def set_pin(self, digits: str) -> None:
        """Make a PIN of 4 to 8 digits; without digits there is none from here on, whatever the config says.

        Raises:
            ValueError: too few or too many digits.
            StoreError: it holds now, and is kept once that can be done.
        """
        if digits and not (len(digits) >= MIN_DIGITS and is_number(digits, MAX_DIGITS)):
            raise ValueError(f"{MIN_DIGITS} to {MAX_DIGITS} digits")
        self._kept = _kept(digits) if digits else ""
        cleared = None if digits else _kept(self._config_pin)
        self._wait_until, self._owed, self._unread = float("-inf"), False, False
        self._count(0)
        self._store.set_settings({SETTING: self._kept, CLEARED: cleared})

    def _count(self, wrong: int) -> None:
        """Count wrong PINs, beyond a power cut where the store takes it."""
        if wrong != self._wrong:
            self._wrong = wrong
            with suppress(StoreError):
                self._store.set_setting(TRIES, wrong or None)

    def _right(self, digits: str) -> bool:
        import hmac

        if self._kept is None:
            return hmac.compare_digest(digits.encode(), self._config_pin.encode())
        return _is(digits, self._kept)


def _kept(digits: str) -> dict[str, str]:
    """Return a PIN as it is kept."""
    salt = os.urandom(16)
    return {"salt": salt.hex(), "hash": _hashed(digits, salt)}


def _is(digits: str, kept: Any) -> bool:
    """Tell whether a PIN is the one that is kept."""
    import hmac

    try:
        return hmac.compare_digest(_hashed(digits, bytes.fromhex(kept["salt"])), kept["hash"])
    except (KeyError, TypeError, ValueError):
        return False


def _hashed(digits: str, salt: bytes) -> str:
    import hashlib  # takes long to import, and few boxes have a PIN

    return hashlib.scrypt(digits.encode(), salt=salt, **_COST).hex()
