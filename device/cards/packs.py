"""Word and picture packs, and the cards a game draws from them."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

from device.storage.store import Drawn

Kind = Literal["words", "pictures"]
ANY = "any"
"""The language of pictures."""
MIN_CARDS: dict[Kind, int] = {"words": 25, "pictures": 20}
"""The smallest grid a pack of a kind must fill."""
MAX_CARDS: dict[Kind, int] = {"words": 2000, "pictures": 500}
"""So many are looked through without anybody waiting for it."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its word, or a picture's id and file.

    `parts` are the pieces of a compound a clue may not use, `allow` the look-alikes it may.
    """

    name: str
    parts: tuple[str, ...] = ()
    allow: tuple[str, ...] = ()
    file: Path | None = None


@dataclass(frozen=True, slots=True)
class Pack:
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


Fits = Callable[[Card], str | None]
"""Says why a word cannot be printed on a card; None when it can."""


def folded(word: str) -> str:
    """Return a word as duplicates are told: no case, space, hyphen or accent, and l for ł."""
    plain = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in plain if letter.isalnum())


def same(one: Pack, other: Pack) -> bool:
    """Tell whether two packs are copies of each other, wherever their pictures lie."""
    told = [(pack.id, pack.title, pack.language, pack.kind) for pack in (one, other)]
    return told[0] == told[1] and [card.name for card in one.cards] == [card.name for card in other.cards]


def draw(packs: Sequence[Pack], used: Mapping[str, set[str]], count: int, rng: Random) -> Drawn:
    """Draw cards at random from packs joined; no word comes back, from whichever pack, until they are used up.

    Raises:
        ValueError: the packs together do not fill the grid.
    """
    played = {folded(name) for pack in packs for name in used.get(pack.id, ())}
    fresh: list[tuple[str, str]] = []
    again: list[tuple[str, str]] = []
    for pack in packs:
        for card in pack.cards:
            (again if folded(card.name) in played else fresh).append((pack.id, card.name))
    rng.shuffle(fresh)
    drawn = _distinct(fresh, count, [])
    if len(drawn) == count:
        return Drawn(tuple(drawn))
    rng.shuffle(again)
    drawn = _distinct(again, count, drawn)
    if len(drawn) < count:
        raise ValueError(f"{len(drawn)} different cards, {count} are needed")
    rng.shuffle(drawn)
    return Drawn(tuple(drawn), tuple(pack.id for pack in packs))


def _distinct(cards: Iterable[tuple[str, str]], count: int, drawn: list[tuple[str, str]]) -> list[tuple[str, str]]:
    drawn, seen = list(drawn), {folded(name) for _, name in drawn}
    for pack, name in cards:
        if len(drawn) == count:
            break
        if folded(name) not in seen:
            seen.add(folded(name))
            drawn.append((pack, name))
    return drawn
