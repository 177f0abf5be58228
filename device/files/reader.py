"""Reading YAML and JSON files that people wrote: strict, and every complaint is one clear line."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NoReturn

from device.files.messages import Message, message

_SHOWN = 60
"""A value longer than this many characters is shortened in a message."""


class Malformed(Exception):
    """A file that is not what it should be: the file, the place in it, the value, and what is allowed there."""

    def __init__(self, file: str, place: str, value: str, allowed: str, *, unreadable: bool = False) -> None:
        given = (file, place, value, allowed)
        parts = [part if isinstance(part, Message) else writable(" ".join(part.split())) for part in given]
        named = {f"part{number}": part for number, part in enumerate(parts) if part}
        self.line = message(": ".join(f"{{{name}}}" for name in named), **named)
        """All of it in one line, which a screen can tell in its language."""
        super().__init__(str(self.line))
        self.unreadable = unreadable
        """Whether not even the file's form could be read."""


def writable(text: str) -> str:
    """Return a text, such as a file's name, with a question mark for every byte that is no UTF-8."""
    return text.encode(errors="replace").decode()


def load(path: Path) -> Any:
    """Return the one document of a YAML or JSON file.

    Raises:
        Malformed: the file cannot be read or parsed.
    """
    return _parsed(path, "parse")


def load_all(path: Path) -> list[Any]:
    """Return the documents of a YAML or JSON file, parted by `---`.

    Raises:
        Malformed: the file cannot be read or parsed.
    """
    documents: list[Any] = _parsed(path, "parse_all")
    return documents


def _parsed(path: Path, how: str) -> Any:
    text = _read(path)
    from device.files import yaml_loader  # home needs no YAML, and importing it takes longer than all of home's files

    try:
        return getattr(yaml_loader, how)(text)
    except yaml_loader.Fault as error:
        raise Malformed(str(path), error.place, error.problem, message("YAML or JSON"), unreadable=True) from None


def load_json(path: Path) -> Any:
    """Return the document of a JSON file.

    Raises:
        Malformed: the file cannot be read or parsed.
    """
    try:
        return json.loads(_read(path))
    except json.JSONDecodeError as error:
        raise Malformed(str(path), f"line {error.lineno}", error.msg, "JSON", unreadable=True) from None
    except RecursionError:
        raise Malformed(str(path), "", "nested too deeply", "JSON", unreadable=True) from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(str(path), f"byte {error.start}", "", message("text in UTF-8"), unreadable=True) from None
    except OSError as error:
        raise Malformed(str(path), "", "", error.strerror or str(error), unreadable=True) from None


class Reader:
    """Checks the values of one file; places read like `moves[3].clue.number`."""

    def __init__(self, file: str) -> None:
        self.file = file

    def fail(self, place: str, value: object, allowed: str) -> NoReturn:
        """Raise `Malformed` for a value."""
        raise Malformed(self.file, place, shown(value), allowed)

    def mapping(
        self, value: object, place: str, required: Collection[str] = (), optional: Collection[str] = ()
    ) -> Mapping[str, Any]:
        """Return a mapping with all of the required and none but the known fields."""
        known = [*required, *optional]
        if not isinstance(value, dict):
            self.fail(
                place,
                value,
                message("a mapping with {fields}", fields=", ".join(known)) if known else "an empty mapping {}",
            )
        for name in value:
            if name not in known:
                where = f"{place}.{name}" if place else str(name)
                fields = ", ".join(known)
                self.fail(
                    where,
                    name,
                    message("unknown field; known are {fields}", fields=fields) if known else "no fields here",
                )
        for name in required:
            if name not in value:
                self.fail(place, name, message("this field is missing"))
        return value

    def text(self, value: object, place: str) -> str:
        """Return a text that is not blank."""
        if not isinstance(value, str):
            self.fail(place, value, message("text (quote it)") if quote_hint(value) else message("text"))
        if not value.strip():
            self.fail(place, value, message("text that is not blank"))
        return value

    def integer(self, value: object, place: str, allowed: str = "a whole number") -> int:
        """Return a whole number; a boolean is none."""
        if type(value) is not int:
            self.fail(place, value, allowed)
        return value

    def choice(self, value: object, place: str, choices: Collection[str]) -> str:
        """Return one of some words."""
        if not isinstance(value, str) or value not in choices:
            listed = ", ".join(choices)
            quoted = message("one of {choices} (quote it)", choices=listed)
            self.fail(place, value, quoted if quote_hint(value) else message("one of {choices}", choices=listed))
        return value

    def listing(self, value: object, place: str, of: str) -> list[Any]:
        """Return a list."""
        if not isinstance(value, list):
            self.fail(place, value, message("a list of {things}", things=of))
        return value


def shown(value: object) -> str:
    """Return a value as a message quotes it, on one line and not too long."""
    if isinstance(value, dict | list):
        text = _begun(value)
    elif isinstance(value, bool) or value is None:
        text = {True: "true", False: "false", None: "null"}[value]
    else:
        text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _begun(value: object) -> str:
    """Return the beginning of a value as JSON; aliases can make a value that never ends."""
    text = ""
    for piece in json.JSONEncoder(ensure_ascii=False, check_circular=False, default=str).iterencode(value):
        text += piece
        if len(text) > _SHOWN:
            break
    return text


def quote_hint(value: object) -> str:
    """Return advice for a word that YAML read as something else."""
    return "" if isinstance(value, str | dict | list) else " (quote it)"
