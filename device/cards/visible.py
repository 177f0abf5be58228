"""The words on the table as the clue checker sees them."""

from collections.abc import Iterable, Sequence

from device.cards.packs import Card, Pack
from device.clues import CardWord


def visible_words(words: Sequence[str], packs: Iterable[Pack]) -> list[CardWord]:
    """Return words as cards, with the parts and look-alikes all the packs' cards of that name have."""
    cards: dict[str, list[Card]] = {}
    for pack in packs:
        for card in pack.cards:
            cards.setdefault(card.name.casefold(), []).append(card)

    def known(word: str) -> CardWord:
        same = cards.get(word.casefold(), [])
        parts = tuple(part for card in same for part in card.parts)
        return CardWord(word, parts, tuple(like for card in same for like in card.allow))

    return [known(word) for word in words]
