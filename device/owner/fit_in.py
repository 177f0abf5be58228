"""Which packs that come from a stick have a place in the box, beside those that are there."""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from os.path import normpath
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from device.cards.examined import MAX_IN_ALL, MAX_PACKS, examined, size_of
from device.cards.folders import MAX_ENTRIES, PACK_ENDINGS, is_other, is_picture, pictures_in
from device.cards.other_pictures import is_other_picture
from device.cards.pack_file import taken
from device.cards.packs import MAX_CARDS, Fits, Pack, folded
from device.files.limits import MAX_BYTES
from device.files.messages import Message, message
from device.files.places import files_in, is_folder, spelt_as_in
from device.files.reader import Malformed, writable
from device.owner.transfer import MAX_PACKS_BYTES, PIECE, Progress, TransferError

WEIGHT = 4096
"""A card takes as long to be looked at as so many bytes to be read."""


class Found(NamedTuple):
    """What was found in a folder of packs: where it lies there, the pack as far as it can be told, and its faults.

    `album`: it is a folder of pictures. `shown` are the pictures of its cards, and where it has faults any that may be;
    `folders` those its pictures lie in; `sizes` the bytes of its files, or what all pictures of a folder add.
    """

    path: Path
    pack: Pack | None
    faults: Sequence[Malformed] = ()
    album: bool = False
    shown: frozenset[Path] = frozenset()
    folders: frozenset[Path] = frozenset()
    sizes: Mapping[Path, int] = MappingProxyType({})

    @property
    def sound(self) -> bool:
        """Tell whether it can be played with."""
        return self.pack is not None and not self.faults

    @property
    def size(self) -> int:
        """Return the bytes of its text."""
        return 0 if self.album else self.sizes.get(self.path, 0)

    @property
    def title(self) -> str:
        """Return what people call it."""
        return self.pack.title if self.pack else str(self.path)


def look_through(
    folder: Path,
    fits: Fits | None,
    failed: Callable[[OSError], None] | None = None,
    other: Callable[[Malformed], None] = lambda _: None,
) -> Generator[Progress, None, list[Found]]:
    """Examine every pack in a folder, one at each step; paths are within it.

    `failed` is told of what cannot be looked at, otherwise it is a fault; `other` of files of no kind a box takes, and
    of pictures in no folder.
    """
    found, loose = list[Found](), None
    for path, pack, faults in examined(folder, fits, failed=failed):
        strays = any(is_stray(path.name) for is_stray in (is_other, is_other_picture, is_picture))
        if strays and faults and not is_folder(path):  # no pack: it takes no pack's place
            other(faults[0])
            continue
        place = path.relative_to(folder) if path.is_relative_to(folder) else path
        cards = pack.cards if pack else ()
        shown = frozenset(_within(folder, card.file) for card in cards if card.file is not None)
        album = is_folder(path)
        sizes = {each: size_of(folder / each) for each in (*shown, *(() if album else (place,)))}
        if faults and path.parent == folder and path.name.lower().endswith(PACK_ENDINGS) and not album:
            loose = _loose(folder) if loose is None else loose
            shown = loose if shown <= loose else shown | loose
        folders = frozenset((*(each.parent for each in shown), *((place,) if album else ())))
        found.append(Found(place, pack, faults, album, shown, folders, sizes))
        yield Progress(0, 1, WEIGHT * len(cards) if pack else PIECE)
    return found


def _loose(packs: Path) -> frozenset[Path]:
    """Return the pictures beside the pack files at the top: nobody can tell which are those of a faulty one."""
    with suppress(OSError):
        return frozenset(each.relative_to(packs) for each in pictures_in(packs))
    return frozenset()


def _within(folder: Path, path: Path) -> Path:
    with suppress(ValueError):
        return Path(normpath(path)).relative_to(normpath(folder))
    return path.resolve().relative_to(folder.resolve())  # a pack may spell a path as it is behind a link


def weighed(gathered: Path, found: Sequence[Found], packs: Path) -> Generator[Progress, None, list[Found]]:
    """Return packs with what all that comes with them adds to a box, pictures that no card shows among it."""
    added = dict[Path, int]()
    for folder in {folder for each in found for folder in each.folders}:
        places = [picture.relative_to(gathered) for picture in pictures_in(gathered / folder)]
        added[folder] = sum(size_of(gathered / place) - size_of(packs / place) for place in places)
        yield Progress(0, 1, WEIGHT * len(places))
    return [
        each._replace(sizes={each.path: each.size} | {folder: added[folder] for folder in each.folders})
        for each in found
    ]


def without_place(
    fresh: Sequence[Found], own: Sequence[Found], packs: Path, reserved: Collection[str] = ()
) -> dict[Path, tuple[str, str, Message]]:
    """Return what of fresh packs would not be used in the box, or push others out or spoil an album, and why.

    One that stays out leaves its predecessor in the box, which may keep others out. `packs` is the box's folder,
    `reserved` are ids that no pack of an owner's has.
    """
    out, here = dict[Path, tuple[str, str, Message]](), {each.path for each in own}
    replacing_first = sorted(fresh, key=lambda each: each.path not in here)  # they need no room beside the others
    lying = {path.relative_to(packs): size_of(path) for path in files_in(packs, lambda _: None)}
    while True:
        coming = {each.path: each for each in replacing_first if each.path not in out}
        more = dict(_refused(coming, [each for each in own if each.path not in coming], packs, reserved, lying))
        if not more:
            return out
        out |= more


def _refused(
    coming: Mapping[Path, Found],
    staying: Sequence[Found],
    packs: Path,
    reserved: Collection[str],
    lying: Mapping[Path, int],
) -> Iterator[tuple[Path, tuple[str, str, Message]]]:
    """Yield which packs have no place beside those that stay and those that came before them.

    `lying` are the bytes of all files in the box, which it saves.
    """
    there = [*staying]
    ids = dict.fromkeys(reserved, "") | {each.pack.id: each.path.name for each in staying if each.pack and each.sound}
    number, cards = len(staying), sum(len(each.pack.cards) for each in staying if each.pack)
    size = sum(each.size for each in staying if each.size <= MAX_BYTES)
    sizes, saved = {**lying}, sum(lying.values())
    for path, each in coming.items():
        pack, more = each.pack, len(each.pack.cards) if each.pack else 0
        grown = saved + sum(new - sizes.get(place, 0) for place, new in each.sizes.items())
        beside = next((other.title for other in there if _shut_out(each, other)), None)
        if beside is None:
            beside = next((other.title for other in staying if other.sound and each.shown & other.shown), None)
        if pack is not None and each.sound and pack.id in ids:
            yield path, taken(path, pack, ids[pack.id])
        elif beside is not None:
            yield path, ("", "", message("a folder that no other pack has; {title} has this one", title=beside))
        elif pack is not None and each.album and (fault := _fault_of_album(packs / path, pack)) is not None:
            yield path, fault
        elif staying and (number >= MAX_PACKS or cards + more > MAX_IN_ALL):
            most = message("at most {packs} packs, {cards} cards in all", packs=MAX_PACKS, cards=MAX_IN_ALL)
            yield path, ("", "", most)
        elif staying and MAX_BYTES - size < each.size <= MAX_BYTES:
            yield path, ("", "", message("all packs together at most {n} MB", n=MAX_BYTES // 1_000_000))
        elif grown > max(saved, MAX_PACKS_BYTES):
            yield path, ("", "", _too_heavy(grown))
        else:
            sizes.update(each.sizes)
            saved = grown
            there.append(each)
            ids |= {pack.id: path.name} if pack is not None and each.sound else {}
            number, cards, size = number + 1, cards + more, size + each.size


def _too_heavy(grown: int) -> Message:
    sizes = {"size": -(-grown // 1_000_000), "n": MAX_PACKS_BYTES // 1_000_000}
    return message(
        "smaller or fewer pictures: with these all packs have {size} MB, at most {n} MB can be saved", **sizes
    )


def see_all_looked_at(packs: Path, coming: Collection[Path]) -> None:
    """See that with more files, within a folder of packs, no file in it is beyond those a box looks at.

    Raises:
        TransferError: some would be.
    """
    found = files_in(packs, lambda _: None)  # what cannot be looked at is told of elsewhere
    there = {path.relative_to(packs) for path in found} | {*coming}
    folders = {folder for path in there for folder in path.parents}
    if len(there) + len(folders) > MAX_ENTRIES:
        raise TransferError("limits", Malformed(str(packs), "", "", message("at most {n} files", n=MAX_ENTRIES)).line)


def pictures_there(folder: Path) -> list[Path]:
    """Return the pictures in a folder of the box; none where it is not there.

    Raises:
        OSError: it cannot be looked at; what comes may join some.
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        return [*pictures_in(folder)]
    return []


def _shut_out(one: Found, other: Found) -> bool:
    """Tell whether one of two packs is not found beside the other, by what `device.cards.examined` goes by."""
    return (other.sound and _hides(one, other)) or (one.sound and _hides(other, one))


def _hides(one: Found, other: Found) -> bool:
    """Tell whether a folder of pictures is taken for a part of another pack."""
    return other.album and not one.album and other.path in one.folders


def _fault_of_album(path: Path, pack: Pack) -> tuple[str, str, Message] | None:
    """Say what is wrong with an album of the box once a pack's pictures lie in it, too."""
    there = {each.name: each.stem for each in pictures_there(path)}
    files = (Path(card.file.name) for card in pack.cards if card.file is not None)
    names = {*there}.union(spelt_as_in(path, file).name for file in files)
    if len(names) > MAX_CARDS["pictures"]:
        return "", "", message("at most {n} cards", n=MAX_CARDS["pictures"])
    twins = {folded(stem): name for name, stem in there.items()}
    for name in sorted(names - {*there}):
        if (twin := twins.get(folded(Path(name).stem))) is not None:
            once = message("each card once, and {twin} is the same", twin=repr(writable(twin)))
            return "", repr(writable(name)), once
    return None
