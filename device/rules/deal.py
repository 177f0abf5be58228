"""Dealing a game: the one place of chance, and what a key card may look like."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from device.rules.errors import InvalidValue
from device.rules.events import Dealt
from device.rules.model import DuetOptions, Face, Identity, Key, Options, VersusOptions, agents_of

_AGENT, _ASSASSIN, _BYSTANDER = Identity.AGENT, Identity.ASSASSIN, Identity.BYSTANDER

DUET_PAIRS: dict[tuple[Identity, Identity], int] = {
    (_AGENT, _AGENT): 3,
    (_AGENT, _ASSASSIN): 1,
    (_AGENT, _BYSTANDER): 5,
    (_ASSASSIN, _AGENT): 1,
    (_ASSASSIN, _ASSASSIN): 1,
    (_ASSASSIN, _BYSTANDER): 1,
    (_BYSTANDER, _AGENT): 5,
    (_BYSTANDER, _ASSASSIN): 1,
    (_BYSTANDER, _BYSTANDER): 7,
}
"""What A and B see of a card, and on how many of the 25 cards."""


def grid_size(options: Options) -> int:
    """Return how many cards lie on the table: 25, or 20 on 5 x 4."""
    return 20 if isinstance(options, VersusOptions) and options.grid == "5x4" else 25


def identities(options: VersusOptions) -> dict[Identity, int]:
    """Return how many cards of each identity a versus key has."""
    agents = {Identity(team): count for team, count in agents_of(options).items()}
    return {**agents, _BYSTANDER: grid_size(options) - sum(agents.values()) - 1, _ASSASSIN: 1}


def deal(options: Options, cards: Sequence[str], rng: Random) -> Dealt:
    """Deal a key for the cards, every legal arrangement equally likely.

    Raises:
        InvalidValue: the wrong number of cards, or one twice.
    """
    _check_cards(options, cards)
    if isinstance(options, DuetOptions):
        pairs = [pair for pair, count in DUET_PAIRS.items() for _ in range(count)]
        rng.shuffle(pairs)
        faces: tuple[Face, ...] = (tuple(a for a, _ in pairs), tuple(b for _, b in pairs))
    else:
        face = [identity for identity, count in identities(options).items() for _ in range(count)]
        rng.shuffle(face)
        faces = (tuple(face),)
    return Dealt(options, tuple(cards), Key(faces))


def deal_with_key(options: Options, cards: Sequence[str], faces: tuple[Face, ...]) -> Dealt:
    """Return a game with a key from elsewhere, if some key card looks like that.

    Raises:
        InvalidValue: the cards or the counts of the key are none a game can have.
    """
    _check_cards(options, cards)
    size = grid_size(options)
    for face in faces:
        if len(face) != size:
            raise InvalidValue("key", len(face), f"{size} letters, one a card")
    if isinstance(options, DuetOptions):
        found, wanted = Counter(zip(*faces, strict=True)), Counter(DUET_PAIRS)
        if found != wanted:
            raise InvalidValue("key", _told(found), f"the pairs of a key card: {_told(wanted)}")
    else:
        counts, allowed = Counter(faces[0]), Counter(identities(options))
        if counts != allowed:
            raise InvalidValue("key", _told(counts), f"the starting team is {options.starts}: {_told(allowed)}")
    return Dealt(options, tuple(cards), Key(faces))


def _check_cards(options: Options, cards: Sequence[str]) -> None:
    size = grid_size(options)
    if len(cards) != size:
        raise InvalidValue("cards", len(cards), f"{size} cards")
    for card, count in Counter(cards).items():
        if count > 1:
            raise InvalidValue("cards", card, "each card once")


def _told(counts: Counter[Identity] | Counter[tuple[Identity, Identity]]) -> str:
    def name(thing: Identity | tuple[Identity, Identity]) -> str:
        return str(thing) if isinstance(thing, Identity) else "/".join(thing)

    return ", ".join(sorted(f"{name(thing)} {count}" for thing, count in counts.items()))
