"""The clue checker: compares a clue with every visible word (rules: Clues)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from device.clues.english import ENGLISH
from device.clues.families import families
from device.clues.grammar import PLAIN, Grammar, Kinship, Readings, fold
from device.clues.polish import POLISH
from device.clues.romance import PORTUGUESE, SPANISH

Rule = Literal["same", "form", "part", "derived", "several_words"]

GRAMMARS: Final[Mapping[str, Grammar]] = {
    "en": ENGLISH,
    "pt-PT": PORTUGUESE,
    "pt-BR": PORTUGUESE,
    "es": SPANISH,
    "pl": POLISH,
}
_BETWEEN: Final = re.compile(r"[\s\-\u2010-\u2015/_]+")


class CardWord(NamedTuple):
    """A visible word, the pieces of it that a clue may not use, and the look-alikes that a clue may use."""

    word: str
    parts: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()


class Violation(NamedTuple):
    """One reason why a clue is not valid in form: the visible word (or the clue itself) and the rule."""

    word: str
    rule: Rule


class _Entry(NamedTuple):
    """One word as the checker sees it; a word that is only compared with, such as a relative, has its forms alone."""

    key: str
    folded: str
    forms: Readings
    readings: Readings
    kin: "tuple[_Entry, ...]" = ()
    apart: "tuple[str, ...]" = ()
    parts: "tuple[_Entry, ...]" = ()


def _shared(one: str, other: str) -> int:
    """Return how many letters two words begin with in common."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


class ClueChecker:
    """Judges the form of clues in one language; in one without a grammar only the same word and parts are known."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._grammar = GRAMMARS.get(language, PLAIN)
        self._families = families(language.partition("-")[0])
        self._entry = lru_cache(maxsize=4096)(self._make_entry)
        self._bare = lru_cache(maxsize=4096)(self._make_bare)

    def check(
        self, clue: str, visible: Sequence[CardWord], *, relaxed: bool = False, pictures: bool = False
    ) -> tuple[Violation, ...]:
        """Return why `clue` is not valid in form, at most one reason a word; empty when it is valid.

        `relaxed` allows several words and checks each. With `pictures` the grid has picture cards without a word to
        compare with: the one-word rule and the words in `visible` count.
        """
        words = [word for word in _BETWEEN.split(clue.strip()) if fold(word)]
        found = [Violation(clue, "several_words")] if len(words) > 1 and not relaxed else []
        if len(words) > 1:
            words.append("".join(words))
        for card in visible:
            rules = [rule for word in words if (rule := self._judge(word, card))]
            if rules:
                found.append(Violation(card.word, min(rules, key=("same", "form", "part", "derived").index)))
        return tuple(found)

    @property
    def knows_forms(self) -> bool:
        """Tell whether the forms of this language's words are known."""
        return self._grammar is not PLAIN

    def key(self, word: str) -> str:
        """Return how a word is spelled when words are compared: letters only, lower case, without most accents."""
        return self._bare(word).key

    def kinship(self, word: str, other: str) -> Kinship | None:
        """Return whether two words are forms of one word, or built on one another."""
        return self._related(self._entry(word), self._entry(other))

    def _judge(self, word: str, card: CardWord) -> Rule | None:
        """Return the rule that forbids one clue word for one card, or None."""
        clue, whole = self._entry(word), self._entry(card.word)
        if clue.folded == whole.folded:
            return "same"
        if len(clue.folded) < 2 or clue.folded.isdigit():
            return None
        for allowed in card.allow:
            if self._nearer(clue, self._bare(allowed), whole):
                return None
        kinship = self._related(clue, whole)
        if kinship:
            return kinship
        parts = tuple(map(self._bare, card.parts)) or whole.parts
        close = [self._related(clue, self._entry(part.key)) for part in parts]
        if any(part.folded == clue.folded for part in parts) or "form" in close:
            return "part"
        if any(close) or any(self._closest(a, b) for a in clue.parts for b in (whole, *parts, *whole.kin)):
            return "derived"
        return "derived" if self._built_on(clue, whole) else None

    def _related(self, clue: _Entry, other: _Entry) -> Kinship | None:
        """Return the kinship of two whole words: by their families, then by rule unless they are known look-alikes."""
        if clue.key == other.key or any(clue.key == mate.key for mate in other.kin):
            return "form" if self._grammar.kinship(clue.readings, other.readings) == "form" else "derived"
        if any(self._nearer(clue, self._bare(apart), other) for apart in other.apart):
            return None
        found = self._grammar.kinship(clue.readings, other.readings)
        if found:
            return found
        mates = [(clue, mate) for mate in other.kin] + [(other, mate) for mate in clue.kin]
        near = (one.key not in self._families.apart(mate.key) for one, mate in mates if self._closest(one, mate))
        return "derived" if any(near) else None

    def _closest(self, one: _Entry, other: _Entry) -> bool:
        """Return whether two words are forms of one word."""
        return one.key == other.key or self._grammar.kinship(one.forms, other.forms) == "form"

    def _nearer(self, clue: _Entry, lookalike: _Entry, other: _Entry) -> bool:
        """Return whether `clue` is a form of the look-alike rather than of the visible word."""
        if clue.folded[:2] != lookalike.folded[:2]:
            return False
        if lookalike.key in (clue.key, clue.key.removesuffix("s")):
            return True
        if clue.key == lookalike.folded:  # typed without accents
            return not self._closest(clue, other)
        nearer = _shared(clue.folded, lookalike.folded) > _shared(clue.folded, other.folded)
        return nearer and self._closest(clue, lookalike) and not self._closest(clue, other)

    def _built_on(self, clue: _Entry, whole: _Entry) -> bool:
        """Return whether one of two words is the other with a known element before or behind it."""
        short, long = sorted((clue.key, whole.key), key=len)
        if len(short) < 3 or whole.key in clue.apart:
            return False
        rests = {long.removeprefix(short), long.removesuffix(short)}
        return not self._families.elements.isdisjoint(rests - {long}) and self._families.parts(long) is None

    def _make_bare(self, word: str) -> _Entry:
        return _Entry(self._grammar.letters(word), fold(word), self._grammar.forms(word), {})

    def _make_entry(self, word: str) -> _Entry:
        bare, known = self._bare(word), self._families
        return _Entry(
            bare.key,
            bare.folded,
            bare.forms,
            self._grammar.readings(word),
            tuple(map(self._bare, known.kin(bare.key))),
            known.apart(bare.key),
            tuple(map(self._bare, self._pieces(word, bare.key))),
        )

    def _pieces(self, word: str, key: str) -> Iterator[str]:
        """Yield the parts of a compound; hyphenated ones also without a doubled letter (arranha, aranha)."""
        pieces = [piece for piece in _BETWEEN.split(word) if fold(piece)]
        if len(pieces) < 2:
            yield from self._families.split(key)
            return
        for piece in pieces:
            yield piece
            single = re.sub(r"([rs])\1", r"\1", piece.casefold())
            if single != piece.casefold():
                yield single
