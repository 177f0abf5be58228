"""The box as a player in one language: its table of associations, the clue checker, and the packs put together."""

from collections.abc import Sequence
from functools import lru_cache

from device.cards.library import PackLibrary
from device.cards.visible import visible_words
from device.clues import CardWord, ClueChecker
from device.game import box_words
from device.players.associations import load
from device.players.box import BoxPlayer
from device.players.knowledge import Kinship, Knowledge
from device.players.temper import EVEN, Temper


class CheckedWords:
    """A language's words as its clue checker knows them."""

    def __init__(self, language: str, packs: PackLibrary) -> None:
        """Take a language, and the packs that name parts and look-alikes."""
        self._checker = ClueChecker(language)
        self._language = language
        self._packs = packs
        self._visible = lru_cache(maxsize=64)(self._as_words)

    def key(self, word: str) -> str:
        """Return how a word is compared."""
        return self._checker.key(word)

    def kinship(self, word: str, other: str) -> Kinship | None:
        """Return whether two words are forms of one, or built on one another."""
        return self._checker.kinship(word, other)

    def is_valid(self, clue: str, words: Sequence[str]) -> bool:
        """Tell whether the form of a clue is valid against the words on open cards, by the strict rule."""
        return not self._checker.check(clue, self._visible(tuple(words)))

    def _as_words(self, words: tuple[str, ...]) -> list[CardWord]:
        return visible_words(words, self._packs.packs(self._language))


def box_player(language: str, packs: PackLibrary, temper: Temper = EVEN) -> BoxPlayer | None:
    """Return the box as a player of a language, or None where it knows no words of it."""
    if not box_words.knows_words(language):
        return None
    return BoxPlayer(Knowledge(load(box_words.table_file(language)), CheckedWords(language, packs)), temper)
