"""The table of associations: how strongly each clue word points at each card, in one language.

A file is read once and kept small: words are numbered in the order of their keys, and every card has a column of the
words that point at it. Weights run from 1 (hardly) to 127; a pair that is not there weighs 0.
`assets/associations/build.py` writes the files.
"""

import struct
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

HEAVIEST = 127
_MAGIC = b"SPYTABLE associations 1\n"
_HEAD = struct.Struct("<32sIII")


@dataclass(frozen=True, slots=True)
class Column:
    """The words that point at a card, by number and rising, and how heavily each does."""

    words: "array[int]"
    weights: bytes

    def __getitem__(self, word: int) -> int:
        at = bisect_left(self.words, word)
        return self.weights[at] if at < len(self.words) and self.words[at] == word else 0

    def items(self) -> Iterator[tuple[int, int]]:
        """Yield each word and its weight."""
        return zip(self.words, self.weights, strict=True)


NO_COLUMN = Column(array("H"), b"")


class Associations:
    """What a language's words have to do with its cards."""

    def __init__(
        self,
        words: Sequence[tuple[str, str, int]],
        aliases: Mapping[str, str],
        columns: Mapping[str, Mapping[str, int]],
        sources: bytes = bytes(32),
    ) -> None:
        """Make a table.

        Words are (key, spelling, how well known 0-3) with rising keys; an alias is another key of a word; a column
        has a card's weights by word key; `sources` is the hash of the files it was made of.
        """
        self.sources = sources
        self.keys = [key for key, _, _ in words]
        self.spellings = [spelling for _, spelling, _ in words]
        self.known = bytes(known for _, _, known in words)
        place = {key: number for number, key in enumerate(self.keys)}
        self._aliases = {alias: place[key] for alias, key in aliases.items()}
        self._columns = {card: column_of({place[key]: w for key, w in rows.items()}) for card, rows in columns.items()}

    def __contains__(self, card: str) -> bool:
        return self.column(card) is not NO_COLUMN

    def column(self, card: str) -> Column:
        """Return the words that point at a card; an owner's card finds the word of ours, whatever its case."""
        return self._columns.get(card) or self._columns.get(card.upper(), NO_COLUMN)

    def row(self, number: int, lightest: int) -> dict[str, int]:
        """Return the cards a word points at with some weight at least."""
        weights = ((card, column[number]) for card, column in self._columns.items())
        return {card: weight for card, weight in weights if weight >= lightest}

    def number(self, key: str) -> int | None:
        """Return the number of the word of a key, or of an alias of one."""
        at = bisect_left(self.keys, key)
        if at < len(self.keys) and self.keys[at] == key:
            return at
        return self._aliases.get(key)

    def beginning(self, letters: str) -> range:
        """Return the numbers of the words whose keys begin with some letters."""
        return range(bisect_left(self.keys, letters), bisect_left(self.keys, letters + "\U0010ffff"))

    def to_bytes(self) -> bytes:
        """Return the table as a file."""
        words = "\n".join(
            f"{known}{spelling}\t{key}" if key != spelling else f"{known}{spelling}"
            for key, spelling, known in zip(self.keys, self.spellings, self.known, strict=True)
        )
        aliases = "\n".join(f"{alias}\t{number}" for alias, number in sorted(self._aliases.items()))
        cards = "\n".join(f"{card}\t{len(column.weights)}" for card, column in self._columns.items())
        texts = [text.encode() for text in (words, aliases, cards)]
        steps = array("H", (step for column in self._columns.values() for step in _steps(column.words)))
        weights = b"".join(column.weights for column in self._columns.values())
        body = b"".join((*texts, _little(steps).tobytes(), weights))
        return _MAGIC + _HEAD.pack(self.sources, *map(len, texts)) + zlib.compress(body, 9)

    @classmethod
    def from_bytes(cls, data: bytes) -> "Associations":
        """Return the table of a file's content.

        Raises:
            ValueError, zlib.error, struct.error: it is none.
        """
        if not data.startswith(_MAGIC):
            raise ValueError("no table of associations")
        start = len(_MAGIC) + _HEAD.size
        sources, *sizes = _HEAD.unpack(data[len(_MAGIC) : start])
        body = zlib.decompress(data[start:])
        ends = [0, *accumulate(sizes)]
        words, aliases, cards = (body[a:b].decode().split("\n") for a, b in pairwise(ends))
        table = cls.__new__(cls)
        table.sources = sources
        table.known = bytes(int(line[:1]) for line in words if line)
        lines = [line[1:].partition("\t") for line in words if line]
        table.spellings = [spelling for spelling, _, _ in lines]
        table.keys = [key or spelling for spelling, _, key in lines]
        table._aliases = {alias: int(number) for alias, _, number in (x.partition("\t") for x in aliases if x)}
        table._columns = _columns(cards, body[ends[-1] :])
        return table


def load(path: Path) -> Associations:
    """Return the table of a file.

    Raises:
        OSError: it cannot be read.
        ValueError, zlib.error, struct.error: it is none.
    """
    return Associations.from_bytes(path.read_bytes())


def column_of(weights: Mapping[int, int]) -> Column:
    """Return the column of some words' weights by their numbers."""
    numbers = sorted(weights)
    return Column(array("H", numbers), bytes(weights[number] for number in numbers))


def _columns(cards: Iterable[str], data: bytes) -> dict[str, Column]:
    counts = [(card, int(count)) for card, _, count in (line.partition("\t") for line in cards if line)]
    total = sum(count for _, count in counts)
    steps = array("H")
    steps.frombytes(data[: 2 * total])
    steps = _little(steps)
    columns, at = {}, 0
    for card, count in counts:
        weights = data[2 * total + at : 2 * total + at + count]
        columns[card] = Column(array("H", accumulate(steps[at : at + count])), weights)
        at += count
    return columns


def _steps(numbers: Sequence[int]) -> Iterator[int]:
    """Yield how far each number is from the one before: they repeat, and pack better."""
    return (b - a for a, b in pairwise((0, *numbers)))


def _little(numbers: "array[int]") -> "array[int]":
    """Return numbers in the byte order of the file, or back from it."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
