"""All packs of this box: ours, and the owner's without a fault."""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from device.cards.packs import ANY, Fits, Kind, Pack, same
from device.files.messages import message
from device.files.places import is_folder
from device.files.reader import Malformed, number_of
from device.files.texts import SOURCE


class Seen(NamedTuple):
    """What lies in a folder of packs: a pack, as far as it can be told, and its faults.

    `twice`: it is a copy of one that is used.
    """

    path: Path
    pack: Pack | None
    faults: tuple[Malformed, ...] = ()
    twice: bool = False


class PackLibrary:
    """The packs on this box; files are read when a language is first asked for.

    `faults` holds a line for each bad pack of the owner's, which is skipped, and `more_faults` how many more it has;
    `every_fault` holds a line for each; `faulty` are the ids of such packs, where they are known.
    """

    def __init__(
        self,
        shipped: Path,
        custom: Iterable[Path] = (),
        fits: Fits | None = None,
        language: Callable[[], str] = lambda: SOURCE,
    ) -> None:
        """Look for our packs under `shipped`, for the owner's in the `custom` folders; `language` is the box's own."""
        self._shipped = shipped
        self._custom_folders = tuple(custom)
        self._fits, self._language = fits, language
        self._ours: dict[Path, Pack] = {}
        self._reading, self._looking = Lock(), Lock()
        self._found: dict[str, list[Path]] = {}
        self._custom: tuple[Pack, ...] | None = None
        self._seen: tuple[Seen, ...] = ()
        self._read_as: tuple[object, ...] = ()
        self._pictures_as = 0
        self._places: dict[str, Path] = {}
        self._lasting = True  # no fault may have gone by itself
        self.faults: tuple[str, ...] = ()
        self.more_faults: tuple[int, ...] = ()
        self.every_fault: tuple[str, ...] = ()
        self.faulty: frozenset[str] = frozenset()

    def packs(self, language: str, kind: Kind = "words") -> tuple[Pack, ...]:
        """Return the packs one may play with in a language, ours first."""
        return (*self._read(ANY if kind == "pictures" else language), *self._owners(language, kind))

    def _owners(self, language: str, kind: Kind) -> Iterator[Pack]:
        wanted = ANY if kind == "pictures" else language
        return (pack for pack in self.custom() if pack.kind == kind and pack.language in (wanted, ANY))

    def read_ours(self, language: str) -> None:
        """Read our packs of a language and those for any, to have them at once when they are asked for."""
        for each in (language, ANY):
            self._read(each)

    def all(self) -> tuple[Pack, ...]:
        """Return every pack of every language, ours first."""
        folders = sorted(path.parent.name for path in (self._shipped / "languages").glob("*/words"))
        return (*(pack for language in (*folders, ANY) for pack in self._read(language)), *self.custom())

    def find(self, ids: Iterable[str], language: str) -> tuple[Pack, ...]:
        """Return the packs of some ids, as far as they are here: ours of a language, and the owner's.

        What an owner's list says of its language, or the box's for it, may have changed since it was chosen. No more of
        ours are read than must be.
        """
        names, known = tuple(ids), dict[str, Pack]()
        likely_first = sorted((*self._files(language), *self._files(ANY)), key=lambda path: path.stem not in names)
        for path in likely_first:
            if known.keys() >= {*names}:
                break
            pack = self._our(path)
            known[pack.id] = pack
        if not known.keys() >= {*names}:
            known |= {pack.id: pack for pack in self.custom()}
        return tuple(known[name] for name in names if name in known)

    def titles(self, ids: Collection[str]) -> dict[str, str]:
        """Return the titles of the owner's packs of some ids, where they are others; no pack is looked for."""
        return {pack.id: pack.title for pack in self._custom or () if pack.id in ids and pack.title != pack.id}

    def custom(self) -> tuple[Pack, ...]:
        """Return the owner's packs without a fault."""
        with self._looking:  # the box thinks beside the loop, and asks for them as well
            if self._custom is None:
                from device.cards.other_pictures import NotTaken

                good: list[Pack] = []
                self._read_as = self._stamps()
                self._seen = tuple(each for folder in self._custom_folders for each in self._look_in(folder, good))
                bad = [each for each in self._seen if each.faults]
                self._custom, self.faults = tuple(good), tuple(each.faults[0].line for each in bad)
                self._pictures_as = self._stamps_of_pictures()
                self._lasting = all(isinstance(each.faults[0], NotTaken) for each in bad)
                self.more_faults = tuple(number_of(each.faults) - 1 for each in bad)
                self.every_fault = tuple(fault.line for each in bad for fault in each.faults)
                self.faulty = frozenset(each.pack.id for each in bad if each.pack is not None)
            return self._custom

    def seen(self) -> tuple[Seen, ...]:
        """Return all that lies in the owner's folders, as it was found for `custom`."""
        self.custom()
        return self._seen

    def _look_in(self, folder: Path, good: list[Pack]) -> Iterator[Seen]:
        from device.cards.examined import examined  # no pack is read before the first frame

        for path, pack, found in examined(folder, self._fits, self._language()):
            before = len(good)
            faults = found if found or pack is None else self._taken(path, pack, good)
            yield Seen(path, pack, tuple(faults), twice=not faults and len(good) == before)

    def _taken(self, path: Path, pack: Pack, good: list[Pack]) -> list[Malformed]:
        """Put a pack among the good ones; a copy of one is no fault, another one of its id is."""
        ours = (*self._read(pack.language), *self._read(ANY))
        twin = next((other for other in (*ours, *good) if other.id == pack.id), None)
        if twin is None and pack.id not in self.our_ids():
            good.append(pack)
            self._places[pack.id] = path
        elif twin is None or not same(pack, twin):
            return [self._fault_beside(path, pack, twin if twin in good else None)]
        return []

    def _fault_beside(self, path: Path, pack: Pack, twin: Pack | None) -> Malformed:
        """Say that another pack has a pack's id: one of ours, or a twin of the owner's."""
        from device.cards.pack_file import taken

        place, value, why = taken(path, pack, twin.title if twin else "")
        if twin is not None and self._comes_over(path, self._places[twin.id]):
            joins = message("another {title} than the one in the box; a copy joins them", title=twin.title)
            comes = message("another {title} than the one in the box, which a copy replaces", title=twin.title)
            why = joins if is_folder(path) else comes
        return Malformed(str(path), place, value, why)

    def _comes_over(self, path: Path, other: Path) -> bool:
        """Tell whether a copy of what is not in the first folder comes to lie, in that one, where another one lies."""
        ours, *further = self._custom_folders
        places = [_within(folder, path) for folder in further if path.is_relative_to(folder)]
        return other.is_relative_to(ours) and _within(ours, other) in places

    def against_ours(self, path: Path, pack: Pack) -> list[Malformed]:
        """Say why a pack has no place beside ours."""
        return self._taken(path, pack, [])

    def our_ids(self) -> set[str]:
        """Return the ids of our packs in every language, which are made of where they lie: none is read for it."""
        words = (self._shipped / "languages").glob("*/words/*.yaml")
        return {f"{path.parts[-3].lower()}-{path.stem}" for path in words} | {
            each.parent.name for each in self._files(ANY)
        }

    def look_again(self) -> None:
        """Forget the owner's packs, to find those on a stick that has just been put in.

        Packs without a fault in folders where nothing changed are kept: thousands of pictures take seconds to look at.
        """
        with self._looking:
            if self._custom is not None and (not self._lasting or self._read_as != self._stamps()):
                self._custom = None

    def _stamps(self) -> tuple[object, ...]:
        from device.cards.stamps import stamp  # with the reading of packs

        return self._language(), *map(stamp, self._custom_folders)

    def look_again_if_pictures_changed(self) -> None:
        """Forget the owner's packs where a picture of theirs is gone, or was written over, since they were read."""
        with self._looking:
            if self._custom is not None and self._pictures_as != self._stamps_of_pictures():
                self._custom = None

    def _stamps_of_pictures(self) -> int:
        from device.cards.stamps import stamp_of

        pictures = (card.file for pack in self._custom or () for card in pack.cards if card.file is not None)
        return hash(tuple(map(stamp_of, pictures)))

    def _read(self, language: str) -> tuple[Pack, ...]:
        return tuple(self._our(path) for path in self._files(language))

    def _our(self, path: Path) -> Pack:
        with self._reading:  # who asks for one that is being read ahead waits for it: both would take twice as long
            if path not in self._ours:
                from device.cards.pack_file import read_pack

                self._ours[path] = read_pack(path)
            return self._ours[path]

    def _files(self, language: str) -> list[Path]:
        if language not in self._found:
            pictures = self._shipped / "pictures" / "deck.yaml"
            words = (self._shipped / "languages" / language / "words").glob("*.yaml")
            self._found[language] = [path for path in [pictures] if path.exists()] if language == ANY else sorted(words)
        return self._found[language]


def _within(folder: Path, path: Path) -> str:
    return unicodedata.normalize("NFC", str(path.relative_to(folder)))
