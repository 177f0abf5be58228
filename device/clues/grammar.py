"""The word-form engine: which stems a word can be read as, and when two readings are one word family.

A language is a `Grammar`: tables of endings, suffixes and prefixes. A reading is a stem plus one letter that says how
the word was cut; two words are related when they share a stem and their letters accord.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

Kinship = Literal["form", "derived"]
Readings = dict[str, set[str]]
Cut = tuple[str, str]  # what the ending replaced, the class letter
Suffix = tuple[
    int, tuple[str, ...], str
]  # the shortest stem, the ends it may have replaced, the class letters it takes
Value = TypeVar("Value")

DERIVED = "D"
PREFIXED = "P"
ALTERNATE = "A"
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe"})


def fold(word: str) -> str:
    """Return the word in lower case without accents, letters only (ł = l)."""
    marks = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in marks.translate(_LETTERS) if letter.isalnum())


def as_spelled(word: str) -> str:
    """Return the letters of a word in lower case, accents kept."""
    return "".join(letter for letter in unicodedata.normalize("NFC", word.casefold()) if letter.isalnum())


def rows(words: str, value: Value) -> dict[str, Value]:
    """Return a table in which each of the words (split at spaces; two in a row hold the empty word) has `value`."""
    return dict.fromkeys(words.split(" "), value)


def _as_written(stem: str, _cut: str) -> Iterable[str]:
    return (stem,)


def _unchanged(_stem: str) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Grammar:
    """The word formation of one language.

    `endings` map an inflectional ending to its cuts; `suffixes` map a word-building suffix to how it may be cut;
    `accords` map a sorted pair of class letters to the kinship and the
    shortest stem (letters) it needs; `prefixes` map a prefix to the shortest stem it may stand before; `before` yields
    the spellings a stem may have had before the cut ending; `alternate` yields the other stem of a word whose vowel
    changes.
    """

    letters: Callable[[str], str]
    endings: Mapping[str, tuple[Cut, ...]]
    suffixes: Mapping[str, Suffix]
    accords: Mapping[str, tuple[Kinship, int]]
    prefixes: Mapping[str, int] = field(default_factory=dict)
    before: Callable[[str, str], Iterable[str]] = _as_written
    alternate: Callable[[str], Iterable[str]] = _unchanged
    open_ends: str = ""  # letters that are endings themselves: a word that ends in one is no stem
    longest: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        longest = (max(map(len, table), default=0) for table in (self.endings, self.suffixes))
        object.__setattr__(self, "longest", tuple(longest))

    def readings(self, word: str) -> Readings:
        """Return every stem `word` can be cut to, with the class letters of the cuts."""
        letters = self.letters(word)
        found: Readings = {}
        self._inflected(letters, found, derived=True)
        for stem in [stem for stem, classes in found.items() if classes != {DERIVED}]:
            for other in self.alternate(stem):
                found.setdefault(other, set()).add(ALTERNATE)
        for prefix, shortest in self.prefixes.items():
            if letters.startswith(prefix) and len(letters) - len(prefix) >= shortest:
                rest = letters[len(prefix) :]
                inner: Readings = {}
                self._inflected(rest[1:] if rest[:2] in ("rr", "ss") else rest, inner, derived=True)
                for stem in inner:
                    if len(stem) >= shortest:
                        found.setdefault(stem, set()).add(PREFIXED)
        return found

    def forms(self, word: str) -> Readings:
        """Return the stems that only an inflectional ending was cut from."""
        found: Readings = {}
        self._inflected(self.letters(word), found, derived=False)
        return found

    def kinship(self, one: Readings, other: Readings) -> Kinship | None:
        """Return how two words are related, the closest kinship first, or None."""
        best: Kinship | None = None
        for stem in one.keys() & other.keys():
            for a in one[stem]:
                for b in other[stem]:
                    kind, shortest = self.accords.get(min(a, b) + max(a, b), (None, 0))
                    if kind and len(stem) >= shortest:
                        if kind == "form":
                            return "form"
                        best = kind
        return best

    def _inflected(self, letters: str, found: Readings, *, derived: bool) -> None:
        least = 1 if letters and letters[-1] in self.open_ends else 0
        for size in range(least, min(self.longest[0], len(letters) - 2) + 1):
            cut = letters[len(letters) - size :]
            for replaced, letter in self.endings.get(cut, ()):
                stem = letters[: len(letters) - size] + replaced
                for spelling in self.before(stem, cut):
                    found.setdefault(spelling, set()).add(letter)
                if derived:
                    self._derived(stem, letter, found)

    def _derived(self, stem: str, letter: str, found: Readings) -> None:
        """Cut the suffixes of a stem, the last one only if it takes endings of class `letter`; at most two."""
        for size in range(1, min(self.longest[1], len(stem) - 2) + 1):
            cut = stem[-size:]
            shortest, ends, letters = self.suffixes.get(cut, (99, (), ""))
            base = stem[:-size]
            if len(base) < shortest or (letter and letter not in letters):
                continue
            for end in ends:
                for spelling in self.before(base + end, cut):
                    found.setdefault(spelling, set()).add(DERIVED)
            if letter:
                self._derived(base, "", found)


PLAIN = Grammar(as_spelled, endings={"": (("", "W"),)}, suffixes={}, accords={"WW": ("form", 2)})
"""The grammar of a language without one: a word is related to itself alone."""
