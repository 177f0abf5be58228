"""Word and picture packs: ours and the owner's, checked, and the cards a game draws from them."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Literal

from device.cards import pictures
from device.files.assets import assets
from device.files.messages import message
from device.files.reader import Malformed, Reader, load, writable
from device.files.texts import languages
from device.storage.store import CardContent, Drawn

Kind = Literal["words", "pictures"]
ANY = "any"
"""The language of pictures."""
LEAST = {"words": 25, "pictures": 20}
"""The smallest grid a pack of a kind must fill."""
MOST_MEGABYTES = 2


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


def read_pack(path: Path, fits: Fits | None = None) -> Pack:
    """Return a pack without a fault.

    Raises:
        Malformed: its first fault.
    """
    pack, faults = examine(path, fits)
    if pack is None or faults:
        raise faults[0]
    return pack


def examine(path: Path, fits: Fits | None = None) -> tuple[Pack | None, list[Malformed]]:
    """Read a pack file, or a folder of pictures: the pack as far as it can be told, and every fault found."""
    reader = Reader(str(path))
    if path.is_dir():
        return _album(reader, path)
    if path.is_file() and path.stat().st_size > MOST_MEGABYTES * 1_000_000:
        return None, [
            Malformed(reader.file, "", "", message("a file of at most {n} MB", n=MOST_MEGABYTES), unreadable=True)
        ]
    faults: list[Malformed] = []
    try:
        content = reader.mapping(load(path), "", ("id", "title", "language", "kind", "cards"), ("about", "standard"))
        kind: Kind = "words" if reader.choice(content["kind"], "kind", tuple(LEAST)) == "words" else "pictures"
        texts = [reader.text(content[name], name) for name in ("id", "title", "language")]
        listed = reader.listing(content["cards"], "cards", message("cards"))
        if kind == "pictures" and texts[2] != ANY:
            reader.fail("language", texts[2], message("{any}, for pictures", any=ANY))
        reader.choice(texts[2], "language", (*_languages(), ANY))
        about = reader.text(content["about"], "about") if "about" in content else ""
        standard = content.get("standard", True)
        if not isinstance(standard, bool):
            reader.fail("standard", standard, "true | false")
    except Malformed as fault:
        return None, [fault]
    cards: list[Card] = []
    for number, value in enumerate(listed, 1):
        try:
            cards.append(_card(reader, value, f"cards[{number}]", kind, path.parent, fits))
        except Malformed as fault:
            faults.append(fault)
    faults += _faults_together(reader, cards, kind)
    return Pack(texts[0], texts[1], texts[2], kind, tuple(cards), about, standard), faults


def _album(reader: Reader, folder: Path) -> tuple[Pack | None, list[Malformed]]:
    """Return a folder of pictures as a pack of the folder's name, each picture a card of its file's name."""
    cards = [Card(writable(path.stem), file=path) for path in pictures.files(folder)]
    if not cards:
        return None, [
            Malformed(reader.file, "", "", message("a pack file, or a folder of PNG or JPEGs"), unreadable=True)
        ]
    looked = [(card.file, pictures.why_not(card.file)) for card in cards if card.file]
    faults = [Malformed(reader.file, file.name, "", why) for file, why in looked if why]
    faults += _faults_together(reader, cards, "pictures")
    name = writable(folder.name)
    return Pack(name, name, ANY, "pictures", tuple(cards)), faults


@cache
def _languages() -> tuple[str, ...]:
    return tuple(languages(assets()))


def _card(reader: Reader, value: object, place: str, kind: Kind, folder: Path, fits: Fits | None) -> Card:
    if kind == "pictures":
        return _picture(reader, value, place, folder)
    if not isinstance(value, dict):
        card = Card(reader.text(value, place))
    else:
        content = reader.mapping(value, place, ("word",), ("parts", "allow"))
        pieces = {
            name: tuple(
                reader.text(piece, f"{place}.{name}[{number}]")
                for number, piece in enumerate(
                    reader.listing(content.get(name, []), f"{place}.{name}", message("words")), 1
                )
            )
            for name in ("parts", "allow")
        }
        card = Card(reader.text(content["word"], f"{place}.word"), pieces["parts"], pieces["allow"])
    fault = fits(card) if fits else None
    if fault:
        reader.fail(place, card.name, fault)
    return card


def _picture(reader: Reader, value: object, place: str, folder: Path) -> Card:
    content = reader.mapping(value, place, ("id", "file"))
    file = folder / reader.text(content["file"], f"{place}.file")
    if not file.is_file():
        reader.fail(f"{place}.file", content["file"], message("a picture file beside the pack"))
    fault = pictures.why_not(file)
    if fault:
        reader.fail(f"{place}.file", content["file"], fault)
    return Card(reader.text(content["id"], f"{place}.id"), file=file)


def _faults_together(reader: Reader, cards: Sequence[Card], kind: Kind) -> list[Malformed]:
    faults = []
    first: dict[str, str] = {}
    for card in cards:
        twin = first.setdefault(folded(card.name), card.name)
        if twin is not card.name:
            once = message("each card once, and {twin} is the same", twin=repr(twin))
            faults.append(Malformed(reader.file, "cards", repr(card.name), once))
    if len(cards) < LEAST[kind]:
        faults.append(Malformed(reader.file, "cards", str(len(cards)), message("at least {n} cards", n=LEAST[kind])))
    return faults


def folded(word: str) -> str:
    """Return a word as duplicates are told: no case, space, hyphen or accent, and l for ł."""
    plain = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in plain if letter.isalnum())


def same(one: Pack, other: Pack) -> bool:
    """Tell whether two packs are copies of each other, wherever their pictures lie."""
    told = [(pack.id, pack.title, pack.language, pack.kind) for pack in (one, other)]
    return told[0] == told[1] and [card.name for card in one.cards] == [card.name for card in other.cards]


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
            cards.setdefault(folded(card.name), (pack.id, card))
        for name, game in used.get(pack.id, {}).items():
            games[folded(name)] = max(game, games.get(folded(name), game))
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
    return Drawn(
        tuple((pack, card.name) for pack, card in drawn),
        {card.name: content(card) for _, card in drawn if card != Card(card.name)},
    )


def content(card: Card) -> CardContent:
    """Return what is kept of a card beside its name."""
    return CardContent(card.parts, card.allow, None if card.file is None else str(card.file))


class PackLibrary:
    """The packs on this box; files are read when a language is first asked for.

    `faults` holds a line for each bad pack of the owner's, which is skipped; `every_fault` one for each of its faults.
    """

    def __init__(self, shipped: Path, custom: Iterable[Path] = (), fits: Fits | None = None) -> None:
        """Look for our packs under `shipped`, and for the owner's in the `custom` folders."""
        self._shipped = shipped
        self._custom_folders = tuple(custom)
        self._fits = fits
        self._ours: dict[str, tuple[Pack, ...]] = {}
        self._custom: tuple[Pack, ...] | None = None
        self.faults: tuple[str, ...] = ()
        self.every_fault: tuple[str, ...] = ()

    def packs(self, language: str, kind: Kind = "words") -> tuple[Pack, ...]:
        """Return the packs one may play with in a language, ours first."""
        wanted = ANY if kind == "pictures" else language
        owners = (pack for pack in self.custom() if pack.kind == kind and pack.language in (wanted, ANY))
        return (*self._read(wanted), *owners)

    def all(self) -> tuple[Pack, ...]:
        """Return every pack of every language, ours first."""
        folders = sorted(path.parent.name for path in (self._shipped / "languages").glob("*/words"))
        return (*(pack for language in (*folders, ANY) for pack in self._read(language)), *self.custom())

    def find(self, ids: Iterable[str], language: str) -> tuple[Pack, ...]:
        """Return the packs of some ids, as far as they are here."""
        known = {pack.id: pack for kind in LEAST for pack in self.packs(language, kind)}  # type: ignore[arg-type]
        return tuple(known[name] for name in ids if name in known)

    def custom(self) -> tuple[Pack, ...]:
        """Return the owner's packs without a fault."""
        if self._custom is None:
            good: list[Pack] = []
            bad: list[list[Malformed]] = []
            for folder in self._custom_folders:
                try:
                    bad += self._look_in(folder, good)
                except OSError as error:
                    bad.append([Malformed(str(folder), "", "", error.strerror or str(error))])
            self._custom, self.faults = tuple(good), tuple(faults[0].line for faults in bad)
            self.every_fault = tuple(fault.line for faults in bad for fault in faults)
        return self._custom

    def _look_in(self, folder: Path, good: list[Pack]) -> Iterator[list[Malformed]]:
        for path, pack, found in examined(folder, self._fits):
            faults = found if found or pack is None else self._taken(path, pack, good)
            if faults:
                yield faults

    def _taken(self, path: Path, pack: Pack, good: list[Pack]) -> list[Malformed]:
        """Put a pack among the good ones; a copy of one is no fault, another one of its id is."""
        ours = (*self._read(pack.language), *self._read(ANY))
        twin = next((other for other in (*ours, *good) if other.id == pack.id), None)
        if twin is None:
            good.append(pack)
        elif not same(pack, twin):
            return [Malformed(str(path), "id", repr(pack.id), message("an id that no other pack has"))]
        return []

    def look_again(self) -> None:
        """Forget the owner's packs, to find those on a stick that has just been put in."""
        self._custom = None

    def _read(self, language: str) -> tuple[Pack, ...]:
        if language not in self._ours:
            self._ours[language] = tuple(read_pack(path) for path in self.files(language))
        return self._ours[language]

    def files(self, language: str) -> list[Path]:
        """Return our pack files of a language."""
        folder = self._shipped / "pictures" if language == ANY else self._shipped / "languages" / language / "words"
        return pack_files(folder) if language != ANY else [path for path in [folder / "deck.yaml"] if path.exists()]


def examined(folder: Path, fits: Fits | None) -> Iterator[tuple[Path, Pack | None, list[Malformed]]]:
    """Examine every pack file in a folder and below it, then every folder of pictures that belongs to none of them."""
    theirs: set[Path] = set()
    for path in pack_files(folder):
        pack, faults = examine(path, fits)
        theirs |= {card.file.parent.resolve() for card in (pack.cards if pack else ()) if card.file}
        yield path, pack, faults
    for path in pictures.folders(folder, pack_files(folder)):
        if path.resolve() not in theirs:
            yield path, *examine(path, fits)


def pack_files(folder: Path) -> list[Path]:
    """Return the files in a folder, and in those below it, that may be packs."""
    if not folder.is_dir():
        return []
    found = (path for path in folder.rglob("*") if path.suffix.lower() in (".yaml", ".yml", ".json"))
    return sorted(path for path in found if path.is_file() and not pictures.hidden(path, folder))
