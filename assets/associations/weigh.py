"""Weigh what people wrote: one weight for every clue word and card, first and second hand."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping

from assets.associations.sources import HEAVIEST_WRITTEN, Sources
from device.clues.families import families
from device.clues.grammar import fold
from device.players.associations import HEAVIEST, Associations
from device.players.knowledge import Words

OWN_NAME = 110
"""A card's own name, as a clue while the card is elsewhere, points at it more than anything."""
AGREED = 8
"""What is added where a card's block and a clue's line say the same."""
BACKWARD = 15
"""What is lost from a card's block read the other way: its name as a clue for the card that its word is."""
INFLECTED = 20
"""What another form of a clue loses."""
PIECE, SHORTEST_PIECE, COMMONEST_PIECE = 25, 4, 8
"""A longer word of a fixed phrase counts so much by itself, unless it stands in many cards' phrases."""
MIN_WEIGHT, MAX_UNWRITTEN = 3, 28
"""What weighs less than the least is left out; the heaviest that nobody wrote."""
NEARER, TOO_FAR = 10, 1
"""What a nearness of 1 weighs, and what is taken from it: some is by chance."""
MOST_PAIRS = 2_600_000
"""How many pairs a table holds: they fit into 4 MiB."""
RELUCTANCE = (0.4, 0.2, 0.0, -0.2)
"""How much nearer a pair nobody wrote must be, by how well its clue is known: more is told of what people say most."""
USUAL, ORDERED, MOST_ORDERED = 1.5, 8, 10
"""How near written pairs are as a rule, what a nearness of 1 more adds to one, and the most that is added or taken."""

Rows = dict[str, dict[str, int]]
Nearness = Callable[
    [Mapping[str, str], Mapping[str, Mapping[str, int]], Mapping[str, float], int, int],
    Iterator[tuple[str, dict[str, float]]],
]
"""How near clues are to cards: `nearness.nearness`."""


class Weigher:
    """Makes a language's table out of its sources."""

    def __init__(
        self, sources: Sources, words: Words, names: tuple[str, ...], nearness: Nearness | None = None
    ) -> None:
        """Take the sources, how words are compared, the names of every card, and what tells of the unwritten."""
        self._nearness = nearness
        self._sources = sources
        self._words = words
        self._names = names
        self._spellings: dict[str, Counter[str]] = defaultdict(Counter)
        self._known: dict[str, int] = {}
        self._rows: Rows = defaultdict(dict)
        self._apart = {(words.key(clue), card) for clue, card in sources.apart}

    def table(self, language: str, digest: bytes) -> Associations:
        """Return the table; its words are known in the spelling written most often."""
        self._written()
        self._named()
        self._backward()
        self._inflected()
        if self._nearness:
            self._widened(self._nearness)
        keys = sorted(key for key, row in self._rows.items() if any(row.values()))
        words = [(key, self._spelling(key), self._known.get(key, 1)) for key in keys]
        columns: Rows = {name: {} for name in self._names}
        for key in keys:
            for card, weight in self._rows[key].items():
                if weight >= MIN_WEIGHT:
                    columns[card][key] = min(weight, HEAVIEST)
        full = {card: column for card, column in columns.items() if card in self._sources.cards or column}
        return Associations(words, self._aliases(language, set(keys)), full, digest)

    def _spelling(self, key: str) -> str:
        return min(self._spellings[key].items(), key=lambda spelled: (-spelled[1], spelled[0]))[0]

    def _add(self, word: str, card: str, weight: int, known: int, times: int = 1) -> None:
        """Link a word to a card; `times` is how often it is written so."""
        key = self._words.key(word)
        if not key:
            return
        self._spellings[key][word] += times
        self._known[key] = max(self._known.get(key, 0), known)
        if (key, card) not in self._apart:
            self._rows[key][card] = max(self._rows[key].get(card, 0), weight)

    def _written(self) -> None:
        """Take what is written: the stronger of a card's block and a clue's line, and more where they agree."""
        places: Counter[str] = Counter()
        pieces: Counter[str] = Counter()
        for words in self._sources.cards.values():
            places.update({self._words.key(word) for word in words})
            pieces.update({self._words.key(piece) for word in words for piece in _pieces(word)})
        for card, words in self._sources.cards.items():
            for word, weight in words.items():
                self._add(word, card, weight, 1 + min(1, places[self._words.key(word)] // 3))
                for piece in _pieces(word):
                    if pieces[self._words.key(piece)] <= COMMONEST_PIECE:
                        self._add(piece, card, PIECE, 0)
        for clue, cards in self._sources.clues.items():
            key = self._words.key(clue)
            self._spellings[key][clue] += 100
            self._known[key] = max(self._known.get(key, 0), self._sources.known[clue])
            for card, weight in cards.items():
                before = self._rows[key].get(card, 0)
                self._add(clue, card, max(before, weight) + (AGREED if before > PIECE else 0), 0)

    def _named(self) -> None:
        for card in self._names:
            if card.isupper() and " " not in card:
                self._add(card.lower(), card, OWN_NAME, 2, times=0)

    def _backward(self) -> None:
        """A word of a card that is itself a card: its card's name is a clue for it."""
        keys = {self._words.key(card): card for card in self._names if card.isupper()}
        for card, words in self._sources.cards.items():
            for word, weight in words.items():
                other = keys.get(self._words.key(word))
                if other is not None and other != card and card.isupper():
                    self._add(card.lower(), other, weight - BACKWARD, 0, times=0)

    def _inflected(self) -> None:
        """Give each of two forms of a word what the other has, a little weaker; one begins with the other.

        A card's own name is not shared: its true forms are no valid clues for it, and what only looks like one
        (badge, BADGER) means another thing.
        """
        keys = sorted(self._rows)
        pairs = []
        for at, key in enumerate(keys):
            for longer in keys[at + 1 : at + 12]:
                if not longer.startswith(key):
                    break
                if len(key) >= 3 and len(longer) - len(key) <= 3 and self._forms(key, longer):
                    pairs.append((key, longer))
        before = {key: dict(self._rows[key]) for pair in pairs for key in pair}
        for one, other in pairs:
            for key, source in ((one, other), (other, one)):
                for card, weight in before[source].items():
                    if weight < OWN_NAME and (key, card) not in self._apart:
                        self._rows[key][card] = max(self._rows[key].get(card, 0), weight - INFLECTED)

    def _forms(self, one: str, other: str) -> bool:
        """Tell whether two keys are forms of one word; a name is none of a word that looks like it (Cairo, caído)."""
        first, second = self._spelling(one), self._spelling(other)
        return first[0].isupper() is second[0].isupper() and self._words.kinship(first, second) == "form"

    def _widened(self, nearness: Nearness) -> None:
        """Add what clues say of cards they have nothing written about, and order what is written alike, by nearness."""
        columns: Rows = {card: {} for card in self._names}
        for key, row in self._rows.items():
            for card, weight in row.items():
                columns[card][key] = weight
        spellings = {key: self._spelling(key) for key in self._rows}
        reluctance = {key: RELUCTANCE[self._known.get(key, 1)] for key in self._rows}
        for card, near in nearness(spellings, columns, reluctance, HEAVIEST_WRITTEN, MOST_PAIRS):
            for key, value in near.items():
                if (key, card) not in self._apart:
                    self._rows[key][card] = _weight(columns[card].get(key), value)

    def _aliases(self, language: str, keys: set[str]) -> dict[str, str]:
        """Return other keys of words: typed without any accent, and irregular forms."""
        aliases: dict[str, str] = {}
        for key in sorted(keys):
            for other in (fold(self._spelling(key)), *families(language.partition("-")[0]).kin(key)[:6]):
                if other not in keys:
                    aliases.setdefault(other, key)
        return aliases


def _pieces(word: str) -> list[str]:
    parts = word.replace("-", " ").split()
    return [part for part in parts if len(part) >= SHORTEST_PIECE] if len(parts) > 1 else []


def _weight(written: int | None, near: float) -> int:
    """Return what a pair weighs that is so near; even weights for what is not written take a tenth less room."""
    if written is None:
        weight = round(near * NEARER) - TOO_FAR
        return max(0, min(MAX_UNWRITTEN, weight + weight % 2))
    if written >= OWN_NAME:
        return written
    return max(MIN_WEIGHT, written + min(MOST_ORDERED, max(-MOST_ORDERED, round((near - USUAL) * ORDERED))))
