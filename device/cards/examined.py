"""All packs in a folder, as far as they are read without a wait."""

from collections.abc import Callable, Iterator, Sequence
from os.path import normpath
from pathlib import Path

from device.cards.folders import PICTURE_ENDINGS, Found, is_list, look_into
from device.cards.other_pictures import NotTaken
from device.cards.pack_file import examine
from device.cards.packs import MIN_CARDS, Fits, Pack
from device.files.limits import MAX_BYTES
from device.files.messages import message
from device.files.reader import Malformed, number_of
from device.files.texts import SOURCE

MAX_PACKS, MAX_IN_ALL = 200, 10_000
"""Packs in a folder and their cards: so many, in no more bytes than one file may have, are read without a wait."""
REMARK = 1000
"""What lies near pictures and may be a remark on one takes as long to be opened as so many bytes to be read."""
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
    remarks, beyond, number, cards = {*found.near, *found.alike}, _beyond(found), 0, 0
    files = {path for path in (*found.packs, *remarks) if not is_list(path.name)}
    beside, unread = remarks - files, beyond & remarks
    most = message("all packs together at most {n} MB", n=MAX_BYTES // 1_000_000)
    for path in (*sorted(files), *found.lists, *found.albums, *sorted(beside)):
        few = found.albums.get(path, MIN_CARDS["pictures"]) < MIN_CARDS["pictures"]
        if normpath(path) in theirs or path in unread or (few and _is_below(path, sound - spoilt)):
            continue  # a few pictures beside or below a pack adorn it
        if path in beyond:
            pack, faults = None, [Malformed(str(path), "", "", most, unreadable=True)]
        else:
            pack, faults = examine(path, fits, language, remarks=path in remarks)
        if not (pack or faults) or (path in beside and not _is_list(pack, faults)):
            continue  # remarks on the pictures
        number += 1
        if number > MAX_PACKS or cards > MAX_IN_ALL:
            allowed = message("at most {packs} packs, {cards} cards in all", packs=MAX_PACKS, cards=MAX_IN_ALL)
            yield root, None, [Malformed(str(root), "", "", allowed)]
            return
        cards += len(pack.cards) if pack else 0
        theirs |= {normpath(card.file.parent) for card in (pack.cards if pack else ()) if card.file} - {normpath(path)}
        if path in files and path.parent != root:
            (spoilt if faults else sound).add(path.parent)
        yield path, pack, faults
    if unread:
        fault = Malformed(str(root), str(min(unread).relative_to(root)), "", most, unreadable=True)
        fault.number = len(unread)
        yield root, None, [fault]
    for path in found.others:
        yield path, *examine(path)
    for folder, names in found.strange.items():
        few = len(names) < MIN_CARDS["pictures"]
        if normpath(folder) not in theirs and not (few and _is_below(folder, sound - spoilt)):
            yield folder / names[0], None, [NotTaken(folder, names)]


def _is_below(folder: Path, others: set[Path]) -> bool:
    """Tell whether a folder is one of some others or lies below one."""
    return not others.isdisjoint((folder, *folder.parents))


def _is_list(pack: Pack | None, faults: Sequence[Malformed]) -> bool:
    """Tell whether what lies beside pictures was meant as a list of words, be it with some faults, not one of files."""
    words = [card.name.lower() for card in (pack.cards if pack else ())]
    files = any(ending in word for word in words for ending in PICTURE_ENDINGS)
    return len(words) >= max(MIN_CARDS["words"], FAULT_SHARE * number_of(faults)) and not files


def _beyond(found: Found) -> set[Path]:
    """Return the files that are not read: with what comes first they are more than anybody would wait for.

    Packs come before what may be remarks on pictures, the smaller ones before the larger; one that is too large by
    itself is told as that.
    """
    left, beyond = MAX_BYTES, set[Path]()
    for least, paths in ((0, [*found.packs, *found.lists]), (REMARK, found.near), (REMARK, found.alike)):
        for size, path in sorted((max(size_of(path), least), path) for path in paths):
            if size > left:
                beyond |= {path} if size <= MAX_BYTES else set()
            else:
                left -= size
    return beyond


def size_of(path: Path) -> int:
    """Return the bytes of a file; none where it cannot be looked at."""
    try:
        return path.lstat().st_size
    except OSError:
        return 0
