"""Interface texts in the languages of the box: gettext catalogues, English as the source."""

import gettext
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from device.files.messages import Message
from device.files.reader import Reader, load

SOURCE = "en"
"""The language the texts in the code are written in."""
DOMAIN = "spytable"


class Language:
    """A language of the box: a folder of assets."""

    def __init__(self, folder: Path) -> None:
        """Take the language of a folder; its files are read when they are needed."""
        self.folder = folder
        self.code = folder.name

    @cached_property
    def _reader(self) -> Reader:
        return Reader(str(self.folder / "language.json"))

    @cached_property
    def _about(self) -> Mapping[str, Any]:
        return self._reader.mapping(load(self.folder / "language.json"), "", ("name", "keyboard"), optional=("binds",))

    @cached_property
    def name(self) -> str:
        """Return its own name for itself."""
        return self._reader.text(self._about["name"], "name")

    @cached_property
    def keyboard(self) -> tuple[str, ...]:
        """Return the rows of its on-screen keyboard, top first, one letter a key."""
        rows = self._reader.listing(self._about["keyboard"], "keyboard", "rows of letters")
        return tuple(self._reader.text(row, f"keyboard[{n}]") for n, row in enumerate(rows, 1))

    @cached_property
    def _binds(self) -> str:
        return self._reader.text(self._about["binds"], "binds") if "binds" in self._about else ""

    def bound(self, text: str) -> str:
        """Return a text whose lines never break after the one-letter words it must not end a line with.

        Where a language has such words, none breaks before a number either.
        """
        return _bound(text, self._binds) if self._binds else text


@lru_cache(maxsize=1024)
def _bound(text: str, letters: str) -> str:
    return re.sub(
        rf"(?<!\w)([{letters}]) (?=\S)| (?=\d)", lambda m: f"{m[1] or ''}\N{NO-BREAK SPACE}", text, flags=re.I
    )


def languages(assets: Path) -> dict[str, Language]:
    """Return the languages there are, by code."""
    folders = sorted((assets / "languages").iterdir())
    return {folder.name: Language(folder) for folder in folders if (folder / "language.json").is_file()}


class Texts:
    """The interface texts of one language; a text without a translation stands in English."""

    def __init__(self, language: Language) -> None:
        """Load a language's catalogue."""
        self.language = language
        self._catalogue: gettext.NullTranslations = gettext.NullTranslations()
        path = language.folder / f"{DOMAIN}.mo"
        if path.exists():
            with path.open("rb") as file:
                self._catalogue = gettext.GNUTranslations(file)

    def __call__(self, text: str, **values: object) -> str:
        """Return a text, its `{fields}` filled in; another language's `again` tells it as well."""
        return self._said(text, values)

    def p(self, context: str, text: str, **values: object) -> str:
        """Return a text that means different things in different places."""
        return self._set(self._catalogue.pgettext(context, text), values)

    def n(self, one: str, many: str, n: int, **values: object) -> str:
        """Return a text that counts, in the form its language asks for; `{n}` is the number."""
        return self._set(self._catalogue.ngettext(one, many, n), {"n": n, **values})

    def again(self, said: object) -> str:
        """Return in this language what a `message` says, or a text of another one; anything else as it stands."""
        if not isinstance(said, Message):
            return str(said)
        told = said.values.items()
        values = {name: self.again(value) if isinstance(value, Message) else value for name, value in told}
        return self._said(said.source, values)

    def _said(self, text: str, values: dict[str, object]) -> Message:
        said = Message(self._set(self._catalogue.gettext(text), values))
        said.source, said.values = text, values
        return said

    def _set(self, text: str, values: dict[str, object]) -> str:
        """Fill the fields of a text in, and bind what must stay on one line."""
        return self.language.bound(text.format(**values) if values else text)
