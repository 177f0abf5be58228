"""Reading YAML and JSON files that people wrote: strict, and every complaint is one clear line."""

import errno
import io
import json
import os
import stat
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

from device.files import json_loader
from device.files.clean import fault_of_text
from device.files.failures import reason
from device.files.limits import MAX_BYTES
from device.files.messages import Message, cleaned, joined, message

T = TypeVar("T")
MAX_TEXT = 200
"""Characters of a text, where nothing else is said."""
MAX_LINE = 300
"""Characters of a complaint."""
MAX_FAULTS = 20
"""Faults of one file that are told, where nothing else is said."""
_SHOWN = 60
"""A value longer than this many characters is shortened in a message."""
_FILE, _PLACE, _VALUE, _ALLOWED = 130, 50, 90, 24
"""What of it there is always room for; what is allowed takes the rest too."""


class Malformed(Exception):
    """A file that is not what it should be: the file, the place in it, the value, and what is allowed there."""

    def __init__(self, file: str, place: str, value: str, allowed: str, *, unreadable: bool = False) -> None:
        parts = [end_of(_line(file), _FILE), _fitted(place, _PLACE), _fitted(value, _VALUE)]
        room = MAX_LINE - sum(len(part) + 2 for part in parts)
        parts.append(_fitted(allowed, max(_ALLOWED, room)))
        self.line = joined(*parts)
        """All of it in one line, which a screen can tell in its language."""
        self.spot = ": ".join(part for part in parts[:2] if part)
        """The file and the place alone, for a log that may hold no values."""
        super().__init__(str(self.line))
        self.unreadable = unreadable
        """Whether not even the file's form could be read."""
        self.number = 1
        """How many faults it tells of."""
        self._fault = place, value, allowed

    @property
    def place(self) -> str:
        """Return the place in the file."""
        return self._fault[0]

    def of(self, file: str) -> "Malformed":
        """Return the same fault of a file by another name."""
        return Malformed(file, *self._fault, unreadable=self.unreadable)


def first_of(faults: list[Malformed], file: str, most: int = MAX_FAULTS) -> list[Malformed]:
    """Return the faults of a file; of more than `most` the first, and a line that counts the others."""
    if len(faults) <= most:
        return faults
    others = Malformed(file, "", "", message("… and {n} more", n=len(faults) - most))
    others.number = len(faults) - most
    return [*faults[:most], others]


def number_of(faults: Sequence[Malformed]) -> int:
    """Return how many faults of a file there are, also where not all of them are told."""
    return sum(fault.number for fault in faults)


def counted(faults: Sequence[Malformed]) -> Message:
    """Return the first of a file's faults in a line, and how many more there are."""
    more = number_of(faults) - 1
    return message(f"{{line}} (+ {more})", line=faults[0].line) if more else faults[0].line


def writable(text: str) -> str:
    """Return a text, such as a file's name, with a question mark for every byte that is no UTF-8."""
    return text.encode(errors="replace").decode()


def printable(text: str) -> str:
    """Return a text that any terminal and any screen can show: what is invisible stands as its code."""
    plain = writable(text)
    return plain if plain.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in plain)


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text that is too long."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _line(text: str) -> str:
    return printable(" ".join(text[: 2 * MAX_LINE].split()))


def _fitted(text: str, most: int) -> str:
    """Return a text in the room there is for it; what a screen tells in its place may be longer."""
    cut = shortened(_line(text), most)
    return cleaned(text, cut, _value) if isinstance(text, Message) else cut


def _value(text: str) -> str:
    return shortened(_line(text), MAX_LINE)


def end_of(text: str, most: int) -> str:
    """Return the end of a text that is too long."""
    return text if len(text) <= most else "…" + text[1 - most :]


def load(path: Path, secret: Callable[[str], bool] = lambda _: False) -> Any:
    """Return the one document of a YAML or JSON file; what stands in a `secret` section is not repeated in a fault.

    Raises:
        Malformed: the file cannot be read or parsed.
    """
    return _parsed(path, "parse", secret)


def load_all(path: Path) -> list[Any]:
    """Return the documents of a YAML or JSON file, parted by `---`.

    Raises:
        Malformed: the file cannot be read or parsed.
    """
    documents: list[Any] = _parsed(path, "parse_all", lambda _: False)
    return documents


def _parsed(path: Path, how: str, secret: Callable[[str], bool]) -> Any:
    text = read_text(path)
    if text.lstrip()[:1] in ("{", "["):
        with suppress(ValueError):
            return json_loader.parse(text) if how == "parse" else [json_loader.parse(text)]
    from device.files import yaml_loader  # home needs no YAML, and importing it takes longer than all of home's files

    try:
        return getattr(yaml_loader, how)(text)
    except yaml_loader.Fault as error:
        if secret(error.section):  # a field's name may be the secret as well
            place = joined(error.line, error.section, by=", ")
            raise Malformed(str(path), place, "", error.allowed, unreadable=True) from None
        raise Malformed(str(path), error.place, error.value, error.allowed, unreadable=True) from None


def read_text(path: Path) -> str:
    """Return what stands in a text file.

    Raises:
        Malformed: it is none, or cannot be read.
    """
    try:
        with open_file(path) as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            allowed = message("a file of at most {n} MB", n=MAX_BYTES // 1_000_000)
            raise Malformed(str(path), "", "", allowed, unreadable=True)
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        place = message("byte {n}", n=error.start)
        plain, table = message("text in UTF-8"), message("text in UTF-8: save it as such, in Excel as CSV UTF-8")
        allowed = table if path.suffix.lower() in (".csv", ".txt") else plain
        raise Malformed(str(path), place, "", allowed, unreadable=True) from None
    except (OSError, ValueError) as error:
        raise Malformed(str(path), "", "", reason(error), unreadable=True) from None


def open_file(path: Path, *, follow: bool = True) -> BinaryIO:
    """Open a file to read; a pipe, a device or a folder is none, and is not waited for.

    Raises:
        OSError: it is not there, is no file, may not be read, or is a link that is not to be followed.
    """
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
    opened = os.open(path, flags if follow else flags | os.O_NOFOLLOW)
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        raise OSError(errno.EINVAL, message("no regular file"), str(path))
    return io.BufferedReader(_Ready(opened))


class _Ready(io.FileIO):
    """A file that has something to give: what the kernel shows as one may hold back, and would be waited for."""

    def readinto(self, buffer: Any) -> int:
        found: int | None = super().readinto(buffer)
        return _given(found)

    def readall(self) -> bytes:
        return _given(super().readall())


def _given(found: T | None) -> T:
    if found is None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    return found


class Reader:
    """Checks the values of one file; places read like `moves[3].clue.number`."""

    def __init__(self, file: str, quoted: int = _SHOWN) -> None:
        """Take the file's name, and how many characters of a value are quoted."""
        self.file = file
        self._quoted = quoted
        self._written: dict[str, str] | None = None

    def fail(self, place: str, value: object, allowed: str) -> NoReturn:
        """Raise `Malformed` for a value."""
        raise Malformed(self.file, place, self._as_written(place, value), allowed)

    def _as_written(self, place: str, value: object) -> str:
        """Return a value as a message quotes it: what YAML read as no text, as the file has it; JSON has one way."""
        if not unquoted(value) or self.file.endswith(".json"):
            return shown(value, self._quoted)
        if self._written is None:
            from device.files.yaml_loader import written

            self._written = {}
            with suppress(Malformed):
                self._written = written(read_text(Path(self.file)))
        return shortened(self._written.get(place, shown(value)), self._quoted)

    def mapping(
        self, value: object, place: str, required: Collection[str] = (), optional: Collection[str] = ()
    ) -> Mapping[str, Any]:
        """Return a mapping with all of the required and none but the known fields."""
        known = [*required, *optional]
        if not isinstance(value, dict):
            some = message("a mapping with {fields}", fields=", ".join(known))
            self.fail(place, value, some if known else message("an empty mapping {sign}", sign="{}"))
        unknown = [name for name in value if name not in known][:1]
        if unknown:
            key = shortened(unknown[0], self._quoted) if isinstance(unknown[0], str) else shown(unknown[0])
            self.fail(f"{place}.{key}" if place else key, unknown[0], unknown_field(known))
        for name in required:
            if name not in value:
                self.fail(place, name, message("this field is missing"))
        return value

    def text(self, value: object, place: str, max_length: int = MAX_TEXT) -> str:
        """Return a text of visible characters that is not blank and not too long."""
        if not isinstance(value, str):
            self.fail(place, value, message("text (quote it)") if unquoted(value) else message("text"))
        if not value.strip():
            self.fail(place, value, message("text that is not blank"))
        fault = fault_of_text(value, max_length)
        if fault:
            self.fail(place, value, fault)
        return value

    def integer(self, value: object, place: str, allowed: str) -> int:
        """Return a whole number; a boolean is none."""
        if type(value) is not int:
            self.fail(place, value, allowed)
        return value

    def choice(self, value: object, place: str, choices: Collection[str]) -> str:
        """Return one of some words."""
        if not isinstance(value, str) or value not in choices:
            listed = ", ".join(choices)
            quoted = message("one of {choices} (quote it)", choices=listed)
            self.fail(place, value, quoted if unquoted(value) else message("one of {choices}", choices=listed))
        return value

    def listing(self, value: object, place: str, of: str) -> list[Any]:
        """Return a list."""
        if not isinstance(value, list):
            self.fail(place, value, message("a list of {things}", things=of))
        return value


def unknown_field(known: Collection[str]) -> str:
    """Say which fields there may be instead of one that nobody knows."""
    return message("unknown field; known are {fields}", fields=", ".join(known)) if known else message("no fields here")


def shown(value: object, most: int = _SHOWN) -> str:
    """Return a value as a message quotes it, on one line and not too long."""
    if isinstance(value, dict | list):
        text = _begun(value)
    elif isinstance(value, bool) or value is None:
        text = {True: "true", False: "false", None: "null"}[value]
    elif isinstance(value, str):
        text = repr(value[:most])
    else:
        text = str(value)
    return shortened(text, most)


def within(value: object) -> Iterator[object]:
    """Yield a value and all that is in it, names of fields too; aliases can make a value part of itself."""
    waiting, seen = [value], set[int]()
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict | list):
            if id(each) in seen:
                continue
            seen.add(id(each))
            waiting += [*each, *each.values()] if isinstance(each, dict) else each
        yield each


def _begun(value: object) -> str:
    """Return the beginning of a value as JSON; aliases can make a value that never ends."""
    text = ""
    for piece in json.JSONEncoder(ensure_ascii=False, check_circular=False, default=str).iterencode(value):
        text += piece
        if len(text) > _SHOWN:
            break
    return text


def unquoted(value: object) -> bool:
    """Tell whether YAML read a word as something else, for it stood in no quotes."""
    return not isinstance(value, str | dict | list)
