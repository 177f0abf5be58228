"""Word families, compounds and look-alikes of one language, read from its data file.

The file has four parts, one entry a line: `[kin]` families; `[parts]` a compound and its parts; `[apart]` a word and
look-alikes of it; `[elements]` words that compounds are made of. Words are spelled as the language's grammar spells
them, with a space on either side, so that an entry is found by searching the text: nothing is parsed at the start.
`assets/families/build.py` writes the files.
"""

from collections.abc import Iterator
from functools import cache

from device.files.assets import assets

Words = tuple[str, ...]
SECTIONS = ("kin", "parts", "apart", "elements")


class Families:
    """What is known of single words."""

    def __init__(self, text: str) -> None:
        sections = dict.fromkeys(SECTIONS, "")
        for section in text.split("[")[1:]:
            name, _, entries = section.partition("]")
            sections[name] = entries
        self._kin, self._parts, self._apart = (sections[name] for name in SECTIONS[:3])
        self.elements = frozenset(sections["elements"].split())

    def kin(self, word: str) -> Words:
        """Return the words of every family that `word` is in."""
        return tuple(dict.fromkeys(mate for line in _lines(self._kin, word) for mate in line if mate != word))

    def apart(self, word: str) -> Words:
        """Return the look-alikes of `word` that are no relatives of it."""
        lines = _lines(self._apart, word)
        return tuple(other for line in lines for other in (line[1:] if line[0] == word else line[:1]))

    def parts(self, word: str) -> Words | None:
        """Return the parts of a known compound, nothing for a word that only looks like one, None when unknown."""
        return next((line[1:] for line in _lines(self._parts, word) if line[0] == word), None)

    def split(self, word: str) -> Words:
        """Return the parts of a compound: from the table, else two known elements, else nothing."""
        known = self.parts(word)
        if known is not None:
            return known
        for at in range(3, len(word) - 2):
            if word[:at] in self.elements and not self.elements.isdisjoint((word[at:], word[at:].removesuffix("s"))):
                return (word[:at], word[at:])
        return ()


def _lines(section: str, word: str) -> Iterator[Words]:
    """Yield the entries of a section that hold `word`."""
    sought = f" {word} "
    at = section.find(sought)
    while at >= 0:
        start, end = section.rfind("\n", 0, at) + 1, section.find("\n", at)
        yield tuple(section[start:end].split())
        at = section.find(sought, end)


@cache
def families(language: str) -> Families:
    """Load the families of `language` once; a language without a file has none."""
    path = assets() / "families" / f"{language}.txt"
    return Families(path.read_text(encoding="utf-8") if path.exists() else "")
