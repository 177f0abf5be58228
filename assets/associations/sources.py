"""Read the associations people wrote: cards, clues and pictures (README.md tells the format)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

STRENGTHS = {"3": 90, "2": 60, "1": 30}
"""What a written strength weighs."""
HEAVIEST_WRITTEN = 90
FEWEST = 30
"""The words a card has at least."""
WELL_KNOWN = 3
"""How well a written clue is known when its line does not say."""


@dataclass
class Sources:
    """What is written for one language, cards by name, words as spelled.

    `cards` holds each card's words, `clues` each clue's cards, both with weights; `apart` the pairs of clue and card
    that do not go together; `known` how well each clue is known.
    """

    cards: dict[str, dict[str, int]] = field(default_factory=dict)
    clues: dict[str, dict[str, int]] = field(default_factory=dict)
    apart: set[tuple[str, str]] = field(default_factory=set)
    known: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Line:
    place: str
    text: str


def read_sources(folder: Path, cards: tuple[str, ...]) -> Sources:
    """Read a language's folder; `cards` are the names of every card there is, words and pictures."""
    reader = _Reader(cards)
    for part in ("cards", "pictures"):
        for path in sorted((folder / part).glob("*.txt")):
            reader.read_cards(path)
    for path in sorted((folder / "clues").glob("*.txt")):
        reader.read_clues(path)
    return reader.sources


def source_files(folder: Path) -> list[Path]:
    """Return the files a language's table is made of."""
    return sorted(path for path in folder.rglob("*.txt"))


class _Reader:
    """Reads files into sources; goes on after a fault, to name them all."""

    def __init__(self, cards: tuple[str, ...]) -> None:
        self.sources = Sources()
        self._cards = dict.fromkeys(cards)

    def read_cards(self, path: Path) -> None:
        """Read blocks of a card and its words by strength."""
        words: dict[str, int] | None = None
        for line in _lines(path):
            sign, _, rest = line.text.partition("=" if line.text.startswith("=") else ":")
            if line.text.startswith("="):
                words = self._block(line, rest.strip())
            elif sign.strip() not in STRENGTHS:
                self._fault(line, "a line is `= CARD`, `3: words`, `2: words` or `1: words`")
            elif words is not None:
                for word in rest.split():
                    weight = STRENGTHS[sign.strip()]
                    spelled = word.replace("_", " ").strip()
                    if not spelled or set(word) & set("=:/,;"):
                        self._fault(line, f"{word!r} is no word: words are parted by spaces")
                    words[spelled] = max(words.get(spelled, 0), weight)

    def _block(self, line: _Line, name: str) -> dict[str, int] | None:
        card = self._card(name)
        if card is None:
            self._fault(line, f"{name!r} is no card of this language's packs")
        return self.sources.cards.setdefault(card, {}) if card else None

    def read_clues(self, path: Path) -> None:
        """Read lines of a clue and the cards it means."""
        for line in _lines(path):
            head, colon, rest = line.text.partition(":")
            clue, slash, known = head.strip().replace("_", " ").partition("/")
            if not colon or not clue or (slash and known not in ("0", "1", "2", "3")):
                self._fault(line, "a line is `clue: CARD CARD/2 -CARD`")
                continue
            familiarity = int(known) if slash else WELL_KNOWN
            self.sources.known[clue] = max(self.sources.known.get(clue, 0), familiarity)
            self._meant(line, clue, rest.split(), self.sources.clues.setdefault(clue, {}))

    def _meant(self, line: _Line, clue: str, names: list[str], meant: dict[str, int]) -> None:
        for name in names:
            bare, slash, number = name.removeprefix("-").partition("/")
            card, weight = self._card(bare), STRENGTHS.get(number or "3")
            if card is None:
                self._fault(line, f"{bare!r} is no card of this language's packs")
            elif weight is None or (name.startswith("-") and slash):
                self._fault(line, f"{name!r}: no such strength")
            elif name.startswith("-"):
                self.sources.apart.add((clue, card))
            else:
                meant[card] = max(meant.get(card, 0), weight)

    def _card(self, name: str) -> str | None:
        return next((each for each in (name, name.replace("_", " ")) if each in self._cards), None)

    def _fault(self, line: _Line, why: str) -> None:
        self.sources.faults.append(f"{line.place}: {why}")


def _lines(path: Path) -> Iterator[_Line]:
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if text.strip() and not text.startswith("#"):
            yield _Line(f"{path.parent.name}/{path.name}:{number}", text.strip())
