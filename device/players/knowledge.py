"""What a player knows of a language: the table of associations, and which words are forms of which."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, Protocol

from device.players.associations import NO_COLUMN, Associations, Column, column_of

Kinship = Literal["form", "derived"]
_NEAR = 3
"""How many letters a word and its forms begin with in common."""
_LONGER = 5
"""How many letters a form may be longer or shorter."""
_SHARED, _SHARED_CARDS = 30, 3
"""How heavy a link is at least to be shared with a card of the owner's, and how many cards its name must point at."""
_BORROWED, _MIN_BORROWED = 90, 8
"""The heaviest and the lightest of borrowed weights."""


class Words(Protocol):
    """What is known of a language's words: the clue checker's side of the matter."""

    def key(self, word: str) -> str:
        """Return how a word is compared: lower case, without the accents that do not tell words apart."""

    def kinship(self, word: str, other: str) -> Kinship | None:
        """Return whether two words are forms of one, or built on one another."""

    def is_valid(self, clue: str, words: Sequence[str]) -> bool:
        """Tell whether the form of a clue is valid against the words on open cards."""


class Knowledge:
    """Weighs clues by a table, and finds a clue there by its form."""

    def __init__(self, table: Associations, words: Words) -> None:
        """Take a language's table, and what is known of its words' forms."""
        self.table = table
        self.words = words
        self._found = lru_cache(maxsize=256)(self._look_up)
        self._borrowed = lru_cache(maxsize=64)(self._borrow)

    def weights(self, clue: str, cards: Sequence[str]) -> tuple[int, ...] | None:
        """Return how heavily a clue points at each of some cards, or None when it is not known."""
        found = self._found(clue)
        if not found:
            return None
        columns = [self.column(card) for card in cards]
        return tuple(max(column[word] for word in found) for column in columns)

    def column(self, card: str) -> Column:
        """Return the words that point at a card: written for it, or borrowed where it is only a clue."""
        return self.table.column(card) if card in self.table else self._borrowed(card)

    def _borrow(self, card: str) -> Column:
        """Return the words that point at the same cards as a card's name does, each the heavier the more they share."""
        number = self._number(card)
        row = self.table.row(number, _SHARED) if number is not None else {}
        if len(row) < _SHARED_CARDS:
            return NO_COLUMN
        whole, shares = sum(row.values()), dict[int, int]()
        for name, weight in row.items():
            for word, other in self.table.column(name).items():
                if other >= _SHARED:
                    shares[word] = shares.get(word, 0) + weight * min(other, _BORROWED)
        return column_of({word: share // whole for word, share in shares.items() if share // whole >= _MIN_BORROWED})

    def _look_up(self, clue: str) -> tuple[int, ...]:
        """Return the numbers of a clue's words: itself, or a relative of it; of several words those that are known."""
        whole = self._number(clue)
        if whole is not None:
            return (whole,)
        pieces = clue.replace("-", " ").split()
        if len(pieces) < 2:
            return ()
        return tuple(number for piece in pieces if (number := self._number(piece)) is not None)

    def _number(self, word: str) -> int | None:
        key, table = self.words.key(word), self.table
        number = table.number(key)
        if number is not None or len(key) < _NEAR:
            return number
        near = [n for n in table.beginning(key[:_NEAR]) if abs(len(table.keys[n]) - len(key)) <= _LONGER]
        kin = [(self.words.kinship(word, table.spellings[n]), n) for n in near]
        relatives = [(kind == "form", _shared(key, table.keys[n]), -n) for kind, n in kin if kind]
        return -max(relatives)[2] if relatives else None


def _shared(one: str, other: str) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
