"""One pack: a file in YAML or JSON, a list of words, or a folder of pictures, read and checked."""

import unicodedata
from collections.abc import Sequence
from functools import cache
from os.path import normpath
from pathlib import Path

from device.cards import pictures, word_lists
from device.cards.folders import (
    LIST_ENDINGS,
    PACK_ENDINGS,
    fault_of_name,
    is_other,
    is_picture,
    other_ending,
    pictures_in,
)
from device.cards.other_pictures import is_other_picture, not_taken
from device.cards.packs import ANY, MAX_CARDS, MIN_CARDS, Card, Fits, Kind, Pack, folded
from device.files.assets import assets, is_ours
from device.files.clean import without_invisible
from device.files.failures import reason
from device.files.limits import FEW
from device.files.messages import Message, message, plainer
from device.files.places import is_own_file, spelt_as_in
from device.files.reader import Malformed, Reader, first_of, load, writable
from device.files.texts import SOURCE, languages

MAX_WORD, MAX_TITLE, MAX_ABOUT, MAX_NAME = 40, 60, 300, 100
"""Characters of a word and its parts, of titles and ids, of what is said about a pack, of a picture's name."""
SIGNS = "-–'’.·,:&/+!?()%_"
"""What a word may have between and behind its letters and digits."""
MAX_PIECES = 20
"""Pieces of a word, or look-alikes."""
_FIELDS, _MORE = ("id", "title", "language", "kind", "cards"), ("about", "standard")
"""What a pack file must say, and what it may."""
MAX_FAULTS = 50
"""Faults of one pack that are told."""
Examined = tuple[Pack | None, list[Malformed]]
"""A pack as far as it can be told, and the faults found."""


def read_pack(path: Path, fits: Fits | None = None) -> Pack:
    """Return a pack without a fault.

    Raises:
        Malformed: its first fault.
    """
    pack, faults = examine(path, fits)
    if pack is None or faults:
        raise faults[0]
    return pack


def taken(path: Path, pack: Pack, other: str = "") -> tuple[str, str, Message]:
    """Say that another pack has the id of one, whose owner may have written none: of a list or a folder, the name."""
    if path.name.lower().endswith(PACK_ENDINGS):
        told = message("an id that no other pack has; {title} has this one", title=other)
        return "id", repr(pack.id), told if other else message("an id that no other pack has")
    told = message("a name that no other pack has; {title} has this one", title=other)
    return "", repr(pack.title), told if other else message("a name that no other pack has")


def examine(path: Path, fits: Fits | None = None, language: str = SOURCE, *, remarks: bool = False) -> Examined:
    """Read a pack; `language` is that of a list of words which does not say its own.

    With `remarks` the file may be one on pictures, which is plainly no pack: of that there is nothing to tell.
    """
    reader = Reader(str(path))
    try:
        if path.is_dir():
            return _album(reader, path, fits)
        if is_other(path.name):
            kinds = message("words as .txt or .csv, a pack file as .yaml or .json, or a folder of PNG or JPEGs")
            return None, [
                Malformed(reader.file, "", repr(path.name[-len(other_ending(path.name)) :]), kinds, unreadable=True)
            ]
        if path.is_file() and (is_picture(path.name) or is_other_picture(path.name)):
            folder = message("pictures belong in a folder, which is the pack then")
            return None, [Malformed(reader.file, "", "", folder, unreadable=True)]
        if path.name.lower().endswith(LIST_ENDINGS):
            listed = word_lists.read(path, language)
            return _pack(Reader(reader.file, FEW), listed.content, fits, listed)
        document = load(path)
        fields = document if isinstance(document, dict) else {}
        if remarks and document is not None and not _is_meant(fields):
            return None, []
        return _pack(reader if "cards" in fields else Reader(reader.file, FEW), document, fits)
    except Malformed as fault:
        return None, [fault]
    except OSError as error:
        return None, [Malformed(reader.file, "", "", reason(error), unreadable=True)]


def _is_meant(fields: dict[object, object]) -> bool:
    """Tell whether a file with these fields was meant as a pack, be it with a fault, and is no remark on pictures."""
    ours = fields.keys() & {*_FIELDS, *_MORE}
    named = {"id", "language"} <= ours and len(ours) * 2 > len(fields)
    return "cards" in fields or fields.get("kind") in [*MIN_CARDS] or named


def _pack(reader: Reader, document: object, fits: Fits | None, of: word_lists.WordList | None = None) -> Examined:
    content = reader.mapping(document, "", _FIELDS, _MORE)
    kind: Kind = "words" if reader.choice(content["kind"], "kind", tuple(MIN_CARDS)) == "words" else "pictures"
    title = _label(reader, content["title"], "" if of else "title", MAX_TITLE, fits)
    name: str = content["id"] if of else _id(reader, content["id"])
    language = reader.choice(content["language"], "language", (*_languages(), ANY))
    if kind == "pictures" and language != ANY:
        reader.fail("language", language, message("{any}, for pictures", any=ANY))
    listed = reader.listing(content["cards"], "cards", message("cards"))
    about = _label(reader, content["about"], "about", MAX_ABOUT, fits) if "about" in content else ""
    standard = content.get("standard", True)
    if not isinstance(standard, bool):
        reader.fail("standard", standard, plainer("true | false", message("true or false")))
    whole = message("cards") if of else "cards"  # a list has no fields
    if len(listed) > MAX_CARDS[kind]:
        reader.fail(whole, len(listed), message("at most {n} cards", n=MAX_CARDS[kind]))
    cards: list[tuple[str, Card]] = []
    faults: list[Malformed] = []
    places = of.places if of else [f"cards[{n}]" for n in range(1, len(listed) + 1)]
    for place, value in zip(places, listed, strict=True):
        try:
            card = _picture(reader, value, place) if kind == "pictures" else _word(reader, value, place, fits)
            cards.append((place, card))
        except Malformed as fault:
            faults.append(fault)
    faults += _faults_together(reader, cards, kind, whole, len(listed))
    pack = Pack(name, title, language, kind, tuple(card for _, card in cards), about, standard)
    return pack, first_of(faults, reader.file, MAX_FAULTS)


def _album(reader: Reader, folder: Path, fits: Fits | None) -> Examined:
    """Return a folder of pictures as a pack of the folder's name, each picture a card of its file's name."""
    files = list(pictures_in(folder))
    if not files:
        fault = message("a pack file, or a folder of PNG or JPEGs")
        return None, [*not_taken(folder)] or [Malformed(reader.file, "", "", fault, unreadable=True)]
    if len(files) > MAX_CARDS["pictures"]:
        reader.fail(message("cards"), len(files), message("at most {n} cards", n=MAX_CARDS["pictures"]))
    cards: list[tuple[str, Card]] = []
    faults: list[Malformed] = []
    for file in files:
        place = writable(file.name)
        try:
            why = fault_of_name(file.name) or _fault_of_picture(file, folder)
            if why:
                raise Malformed(reader.file, place, "", why)
            cards.append((place, Card(_text(reader, file.stem, place, MAX_NAME), file=file)))
        except Malformed as fault:
            faults.append(fault)
    faults += _faults_together(reader, cards, "pictures", message("cards"), len(files))
    called = Path(normpath(folder.absolute())).name  # `.` has no name, and `..` another one
    name = _text(reader, writable(called), "", MAX_TITLE)
    title = _label(reader, name, "", MAX_TITLE, fits)
    pack = Pack(name, title, ANY, "pictures", tuple(card for _, card in cards))
    return pack, first_of(faults, reader.file, MAX_FAULTS)


@cache
def _languages() -> tuple[str, ...]:
    return tuple(languages(assets()))


def _text(reader: Reader, value: object, place: str, most: int) -> str:
    """Return a text as it is shown: what was pasted carries signs that no one can see."""
    return reader.text(without_invisible(value) if isinstance(value, str) else value, place, most)


def _id(reader: Reader, value: object) -> str:
    name = _text(reader, value, "id", MAX_TITLE)
    if name.startswith(".") or {*name} & {"/", "\\"}:
        reader.fail("id", name, message("an id without / and \\ that begins with no dot"))
    return name


def _label(reader: Reader, value: object, place: str, most: int, fits: Fits | None) -> str:
    """Return a text that is printed beside others, without the signs the font lacks: nobody reads them."""
    text = _text(reader, value, place, most)
    fault = fits(text) if fits else None
    if fits is None or fault is None:
        return text
    printed = " ".join("".join(letter for letter in text if not fits(letter)).split())
    if not printed:
        reader.fail(place, text, fault)
    return printed


def _letters(reader: Reader, value: object, place: str) -> str:
    """Return a word, or a piece of one: a formula, a tag or a path from a pasted table is none."""
    word = _text(reader, value, place, MAX_WORD)
    if unicodedata.category(word[0])[0] not in "LN" or not all(map(_of_a_word, word)):
        allowed = message("letters and digits first, then also spaces and {signs}", signs=SIGNS)
        reader.fail(place, word, allowed)
    return word


def _of_a_word(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN" or letter in f" {SIGNS}"


def _word(reader: Reader, value: object, place: str, fits: Fits | None) -> Card:
    if not isinstance(value, dict):
        card = Card(_letters(reader, value, place))
    else:
        content = reader.mapping(value, place, ("word",), ("parts", "allow"))
        pieces = {
            name: _pieces(reader, content.get(name, []), _within(place, f".{name}")) for name in ("parts", "allow")
        }
        card = Card(_letters(reader, content["word"], _within(place, ".word")), pieces["parts"], pieces["allow"])
    fault = fits(card) if fits else None
    if fault:
        reader.fail(place, card.name, fault)
    return card


def _within(place: str, field: str) -> str:
    """Return the place of a field of a card; a line of a list has none, and what is quoted tells which word it is."""
    return place if isinstance(place, Message) else f"{place}{field}"


def _pieces(reader: Reader, value: object, place: str) -> tuple[str, ...]:
    listed = reader.listing(value, place, message("words"))
    if len(listed) > MAX_PIECES:
        reader.fail(place, len(listed), message("at most {n} words", n=MAX_PIECES))
    return tuple(_letters(reader, piece, _within(place, f"[{number}]")) for number, piece in enumerate(listed, 1))


def _picture(reader: Reader, value: object, place: str) -> Card:
    content = reader.mapping(value, place, ("id", "file"))
    folder = Path(reader.file).parent
    told = Path(reader.text(content["file"], f"{place}.file"))
    file = Path(normpath(folder / spelt_as_in(folder, told)))  # by one spelling
    fault = _fault_of_picture(file, folder)
    if fault:
        reader.fail(f"{place}.file", content["file"], fault)
    return Card(_text(reader, content["id"], f"{place}.id", MAX_NAME), file=file)


def _fault_of_picture(file: Path, folder: Path) -> str | None:
    """Say what a card needs instead of this file; a link, or one that leads out of the pack's folder, is none of it.

    Ours are not looked into at every start: they take as long as all words, and the tests look into them.
    """
    if is_ours(folder):
        return None
    try:
        inside = is_own_file(file) and (file.parent == folder or file.resolve().is_relative_to(folder.resolve()))
    except (OSError, RuntimeError, ValueError):
        inside = False
    return pictures.fault_of(file) if inside else message("a picture file beside the pack")


def _faults_together(
    reader: Reader, cards: Sequence[tuple[str, Card]], kind: Kind, whole: str, count: int
) -> list[Malformed]:
    faults = []
    first: dict[str, str] = {}
    for place, card in cards:
        twin = first.get(folded(card.name))
        first.setdefault(folded(card.name), card.name)
        if twin is not None:
            once = message("each card once, and {twin} is the same", twin=repr(twin))
            faults.append(Malformed(reader.file, place, repr(card.name), once))
    if count < MIN_CARDS[kind]:
        least = message("at least {n} cards", n=MIN_CARDS[kind])
        faults.append(Malformed(reader.file, whole, str(count), least))
    return faults
