"""Word families, compounds and look-alikes of one language, read from its data file.

The file has one entry a line; its first letter says what the words are:
`=` one family; `+` a compound and its parts; `!` a word and look-alikes of it; `&` words that compounds are made of.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

Words = tuple[str, ...]


@dataclass(slots=True)
class Families:
    """What is known of single words; every word is keyed as the language's grammar spells it."""

    kin: dict[str, Words] = field(default_factory=dict)
    parts: dict[str, Words] = field(default_factory=dict)
    apart: dict[str, Words] = field(default_factory=dict)
    elements: set[str] = field(default_factory=set)

    def add(self, lines: Iterable[str], spell: Callable[[str], str]) -> None:
        """Add the entries of a data file, each word spelled by `spell`."""
        for line in lines:
            sign, *words = line.split() or ("#",)
            if sign == "#":
                continue
            keys = tuple(map(spell, words))
            if sign == "=":
                for key in keys:
                    self.kin[key] = self.kin.get(key, ()) + keys
            elif sign == "+":
                self.parts[keys[0]] = keys[1:]
            elif sign == "!":
                self.apart[keys[0]] = self.apart.get(keys[0], ()) + keys[1:]
                for key in keys[1:]:
                    self.apart[key] = (*self.apart.get(key, ()), keys[0])
            elif sign == "&":
                self.elements.update(keys)

    def split(self, word: str) -> Words:
        """Return the parts of a compound, or nothing: from the table, else two known elements."""
        known = self.parts.get(word)
        if known is not None:
            return known
        for at in range(3, len(word) - 2):
            if word[:at] in self.elements and word[at:] in self.elements:
                return (word[:at], word[at:])
        return ()


def data_file(language: str) -> Path:
    """Return where the data file of `language` is: beside the sources, or inside the installed package."""
    device = Path(__file__).resolve().parents[1]
    near = device / "assets" / "families" / f"{language}.txt"
    return near if near.exists() else device.parent / "assets" / "families" / f"{language}.txt"


@cache
def families(language: str, spell: Callable[[str], str]) -> Families:
    """Load the families of `language` once; a language without a file has none."""
    found = Families()
    path = data_file(language)
    if path.exists():
        found.add(path.read_text(encoding="utf-8").splitlines(), spell)
    return found
