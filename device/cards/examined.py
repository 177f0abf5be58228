"""All packs in a folder, as far as they are read without a wait."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from os.path import normpath
from pathlib import Path

from device.cards.folders import PICTURE_ENDINGS, look_into
from device.cards.other_pictures import NotTaken
from device.cards.pack_file import examine
from device.cards.packs import MIN_CARDS, Fits, Pack
from device.files.limits import MAX_BYTES
from device.files.messages import message
from device.files.reader import Malformed, number_of
from device.files.texts import SOURCE

MAX_PACKS, MAX_IN_ALL = 200, 10_000
"""Packs in a folder and their cards: so many, in no more bytes than one file may have, are read without a wait."""
FAULT_SHARE = 4
"""A list has so many words for each fault; a text with more faults is none."""


def examined(
    root: Path, fits: Fits | None, language: str = SOURCE, failed: Callable[[OSError], None] | None = None
) -> Iterator[tuple[Path, Pack | None, list[Malformed]]]:
    """Examine every pack in a folder and below it: files, lists of words, folders of pictures that no file names.

    `failed` is told of what cannot be looked at, otherwise it is a fault.
    """
    found = look_into(root, failed)
    for path, why in found.faults:
        yield path, None, [Malformed(str(path), "", "", why)]
    theirs, sound, spoilt = set[str](), set[Path](), set[Path]()
    beside, near = found.beside[:MAX_PACKS], [*found.near, *found.like_pictures[:MAX_PACKS]]
    too_large = _too_large([*found.packs, *found.lists]) | _too_large(near) | _too_large(beside)
    files, remarks, number, cards = {*found.packs, *near}, {*near}, 0, 0
    for path in (*sorted(files), *found.lists, *found.albums, *beside):
        if normpath(path) in theirs or (path in sound - spoilt and found.albums[path] < MIN_CARDS["pictures"]):
            continue  # a few pictures beside a pack adorn it
        if path in too_large:
            allowed = message("all packs together at most {n} MB", n=MAX_BYTES // 1_000_000)
            pack, faults = None, [Malformed(str(path), "", "", allowed, unreadable=True)]
        else:
            pack, faults = examine(path, fits, language, remarks=path in remarks)
        if not (pack or faults) or (path in beside and not _is_list(pack, faults)):
            continue  # remarks on the pictures
        number += 1
        if number > MAX_PACKS or cards > MAX_IN_ALL:
            most = message("at most {packs} packs, {cards} cards in all", packs=MAX_PACKS, cards=MAX_IN_ALL)
            yield root, None, [Malformed(str(root), "", "", most)]
            return
        cards += len(pack.cards) if pack else 0
        theirs |= {normpath(card.file.parent) for card in (pack.cards if pack else ()) if card.file} - {normpath(path)}
        if path in files:
            (spoilt if faults else sound).add(path.parent)
        yield path, pack, faults
    for path in found.others:
        yield path, *examine(path)
    for folder, names in found.strange.items():
        if normpath(folder) not in theirs and not (folder in sound - spoilt and len(names) < MIN_CARDS["pictures"]):
            yield folder / names[0], None, [NotTaken(folder, names)]


def _is_list(pack: Pack | None, faults: Sequence[Malformed]) -> bool:
    """Tell whether what lies beside pictures was meant as a list of words, be it with some faults, not one of files."""
    words = [card.name.lower() for card in (pack.cards if pack else ())]
    files = any(ending in word for word in words for ending in PICTURE_ENDINGS)
    return len(words) >= max(MIN_CARDS["words"], FAULT_SHARE * number_of(faults)) and not files


def _too_large(paths: Sequence[Path]) -> set[Path]:
    """Return the files that are not read, for with all smaller ones they are more than anybody would wait for."""
    sizes = {path: size_of(path) for path in paths}
    smallest_first = sorted(paths, key=sizes.__getitem__)
    sums = accumulate(map(sizes.__getitem__, smallest_first))
    return {path for path, total in zip(smallest_first, sums, strict=True) if total > MAX_BYTES >= sizes[path]}


def size_of(path: Path) -> int:
    """Return the bytes of a file; none where it cannot be looked at."""
    try:
        return path.lstat().st_size
    except OSError:
        return 0
