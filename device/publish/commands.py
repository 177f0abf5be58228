"""What comes in from the broker: judged before the box hears of it."""

from collections.abc import Collection

from device.config.fleet import COMMANDS
from device.files.clean import fault_of_text, is_number
from device.files.reader import printable, shortened
from device.publish.command import Command
from device.publish.topics import Topics

MAX_BYTES = 512
MAX_MESSAGE = 120
"""Letters of a message."""
MAX_MINUTES = 24 * 60
AT_ONCE, A_SECOND = 10, 0.5
"""So many commands are taken at once, and so many a second from then on."""
PRESSES = ("", "PRESS")


class Refused(ValueError):
    """A command that is not obeyed; the text says why in one line."""


class Gate:
    """Lets through what the owner allowed, what is well formed, and not too much of it."""

    def __init__(self, topics: Topics, allow: Collection[str], languages: Collection[str]) -> None:
        self._allow, self._languages = frozenset(allow), frozenset(languages)
        self._prefix = topics.command("")
        self._left, self._filled_at = float(AT_ONCE), float("-inf")
        self._flooded = False

    def read(self, topic: str, payload: bytes, retained: bool, now: float) -> Command | None:
        """Return the command of a message, None for one too many whose kind was told already.

        Raises:
            Refused: it is not obeyed.
        """
        if not self._room(now):
            if self._flooded:
                return None
            self._flooded = True
            raise Refused("too many commands; those to come are dropped without a line")
        self._flooded = False
        name = topic.removeprefix(self._prefix)
        if name not in COMMANDS:
            raise Refused(f"{_quoted(name)}: no command of this box")
        if name not in self._allow:
            raise Refused(f"{name}: not in fleet.allow")
        if retained:
            raise Refused(f"{name}: a retained command is stale")
        if len(payload) > MAX_BYTES:
            raise Refused(f"{name}: {len(payload)} bytes are too many")
        return Command(name, self._value(name, payload))

    def _room(self, now: float) -> bool:
        """Tell whether one more may come now."""
        self._left = min(float(AT_ONCE), self._left + (now - self._filled_at) * A_SECOND)
        self._filled_at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _value(self, name: str, payload: bytes) -> bool | int | str | None:
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            raise Refused(f"{name}: no text") from None
        if name in ("end_game", "restart"):
            return _checked(name, None, text in PRESSES, text, f"nothing, or {PRESSES[1]}")
        if name == "lock":
            return _checked(name, text == "ON", text in ("ON", "OFF"), text, "ON or OFF")
        if name == "session":
            minutes = int(text) if is_number(text, 5) else -1
            good = 0 <= minutes <= MAX_MINUTES
            return _checked(name, minutes, good, text, f"whole minutes from 0 to {MAX_MINUTES}")
        if name == "language":
            return _checked(name, text, text in self._languages, text, f"one of {', '.join(sorted(self._languages))}")
        good = bool(text.strip()) and fault_of_text(text, MAX_MESSAGE) is None
        return _checked(name, text.strip(), good, text, f"a line of 1 to {MAX_MESSAGE} visible letters")


def _checked(name: str, value: bool | int | str | None, good: bool, text: str, allowed: str) -> bool | int | str | None:
    if not good:
        raise Refused(f"{name}: {_quoted(text)}: {allowed}")
    return value


def _quoted(text: str) -> str:
    return f"'{shortened(printable(text), 40)}'"
