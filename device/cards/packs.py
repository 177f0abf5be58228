"""Word and picture packs, and the cards a game draws from them."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from device.cards.pictures import mark_of
from device.files.assets import is_ours
from device.storage.store import CardContent, Drawn

Kind = Literal["words", "pictures"]
ANY = "any"
"""The language of pictures."""
MIN_CARDS: dict[Kind, int] = {"words": 25, "pictures": 20}
"""The smallest grid a pack of a kind must fill."""
MAX_CARDS: dict[Kind, int] = {"words": 2000, "pictures": 500}
"""So many are looked through without anybody waiting for it."""


class Card(NamedTuple):
    """A card: its word, or a picture's id and file.

    `parts` are the pieces of a compound a clue may not use, `allow` the look-alikes it may. `mark` is the picture's, of
    a game that was dealt with one of the owner's.
    """

    name: str
    parts: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    file: Path | None = None
    mark: str = ""


class Pack(NamedTuple):
    """A pack of cards.

    `about` tells a stranger what is in it; one that is not `standard` is played only when chosen.
    """

    id: str
    title: str
    language: str
    kind: Kind
    cards: tuple[Card, ...]
    about: str = ""
    standard: bool = True


Fits = Callable[[Card | str], str | None]
"""Says why a word cannot be printed on a card, or a text as a label; None when it can."""


@lru_cache(maxsize=2048)
def folded(word: str) -> str:
    """Return a word as duplicates are told: no case, space, hyphen or accent, and l for ł.

    Each word of the packs is asked for at every deal.
    """
    plain = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l"))
    return plain if plain.isalnum() else "".join(filter(str.isalnum, plain))


def same(one: Pack, other: Pack) -> bool:
    """Tell whether two packs are copies of each other, wherever their pictures lie."""
    label = [(pack.id, pack.title, pack.language, pack.kind) for pack in (one, other)]
    return label[0] == label[1] and [card.name for card in one.cards] == [card.name for card in other.cards]


def draw(packs: Sequence[Pack], used: Mapping[str, Mapping[str, int]], count: int, rng: Random) -> Drawn:
    """Draw different cards at random from packs joined: those never drawn first, then those drawn longest ago.

    `used` holds, for each pack, the number of the game that drew a card last. A large pack draws from the quarter that
    was drawn longest ago, so that the same words do not meet again.

    Raises:
        ValueError: the packs together do not fill the grid.
    """
    cards: dict[str, tuple[str, Card]] = {}
    games: dict[str, int] = {}
    for pack in packs:
        for card in pack.cards:
            cards.setdefault(_told_by(pack, card.name), (pack.id, card))
        for name, game in used.get(pack.id, {}).items():
            told = _told_by(pack, name)
            games[told] = max(game, games.get(told, game))
    if len(cards) < count:
        raise ValueError(f"{len(cards)} different cards, {count} are needed")
    words = [*cards]
    rng.shuffle(words)
    fresh = [word for word in words if word not in games]
    oldest = sorted((word for word in words if word in games), key=games.__getitem__)
    missing = max(0, count - len(fresh))
    chosen = fresh[:count] + rng.sample(oldest[: max(missing, len(cards) // 4)], missing)
    rng.shuffle(chosen)
    drawn = [cards[word] for word in chosen]
    names = _names(drawn)
    return Drawn(
        tuple((pack, card.name) for pack, card in drawn),
        names,
        {name: content(card) for name, (_, card) in zip(names, drawn, strict=True) if card != Card(card.name)},
    )


def _told_by(pack: Pack, name: str) -> str:
    """Return by what a card is told from others: a word alone, while each pack has pictures of its own."""
    return folded(name) if pack.kind == "words" else f"{pack.id}/{folded(name)}"


def _names(drawn: Sequence[tuple[str, Card]]) -> tuple[str, ...]:
    """Return a name for each card that no other has; a word keeps its own, for it is what people read."""
    names, taken = [card.name for _, card in drawn], set[str]()
    for at in sorted(range(len(drawn)), key=lambda at: drawn[at][1].file is not None):
        pack, card = drawn[at]
        # The id may be signs alone, or like another one.
        numbered = (f"{card.name} {number}" for number in range(2, len(drawn) + 2))
        tried = chain((card.name, f"{card.name} {pack}"), numbered)
        names[at] = next(name for name in tried if folded(name) not in taken)
        taken.add(folded(names[at]))
    return tuple(names)


def content(card: Card) -> CardContent:
    """Return what is kept of a card beside its name."""
    if card.file is None:
        return CardContent(card.parts, card.allow)
    mark = "" if is_ours(card.file) else mark_of(card.file)
    return CardContent(card.parts, card.allow, str(card.file), mark)
