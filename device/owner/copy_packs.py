"""Copying the packs of a stick into the box: all or nothing, and nothing that is there is pushed out."""

import filecmp
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from device.cards.folders import pictures_in
from device.cards.pack_file import MAX_IN_ALL, MAX_PACKS, examined
from device.cards.packs import MAX_CARDS, Fits, Pack
from device.files.messages import message
from device.files.places import files_in, is_file, is_folder
from device.files.reader import Malformed, writable
from device.files.replacing import replacing
from device.owner.staging import GATHERED, STAGED, see_room, take_in, taking_in
from device.owner.transfer import Progress, TransferError, read_piece


def copy_packs(data: Path, folder: Path, fits: Fits | None) -> Iterator[Progress]:
    """Copy every good pack in a folder's `packs` into the box, with its pictures.

    One whose id a pack of another name has, in the box or the folder, would not be used, or that one no more: it stays.

    Raises:
        TransferError: there is none, or it could not be written; nothing was changed.
    """
    packs, files = folder / "packs", list[Path]()
    good, taken = dict[Path, Pack](), None
    with taking_in(data):
        places = {pack.id: path for path, pack in _sound(data / "packs", fits)}
        for path, pack in _sound(packs, fits):
            place = data / "packs" / path.relative_to(packs)
            if places.setdefault(pack.id, place) == place:
                good[path] = pack
            else:
                taken = taken or Malformed(str(path), "id", repr(pack.id), message("an id that no other pack has"))
        for path, pack in good.items():
            files += [path] if is_file(path) else []
            files += [card.file for card in pack.cards if card.file is not None]
        if not files and taken is not None:
            raise TransferError("disk", taken.line)
        if not files:
            raise TransferError("no_packs", f"{packs}: no pack without a fault")
        see_place({data / "packs" / path.relative_to(packs): pack for path, pack in good.items()}, data / "packs")
        see_room(data, sum(file.stat().st_size for file in files))
        for done, reading in enumerate(files, 1):
            target = data / STAGED / GATHERED / reading.resolve().relative_to(packs.resolve())
            target.parent.mkdir(parents=True, exist_ok=True)
            with reading.open("rb") as source, replacing(target) as copy:
                while piece := read_piece(source, reading):
                    copy.write(piece)
            yield Progress(done, len(files))
        take_in(data)


def _sound(folder: Path, fits: Fits | None) -> Iterator[tuple[Path, Pack]]:
    return ((path, pack) for path, pack, faults in examined(folder, fits) if pack is not None and not faults)


def taken_ids(fresh: Mapping[Path, Pack], packs: Path) -> list[tuple[Path, str]]:
    """Return which packs, by where they are to lie, have the id of another in the box, and a line for each."""
    ours = {pack.id for path, pack in _sound(packs, None) if path not in fresh}
    why = message("an id that no other pack has")
    return [
        (path, Malformed(str(path), "id", repr(pack.id), why).line) for path, pack in fresh.items() if pack.id in ours
    ]


def see_place(fresh: Mapping[Path, Pack], packs: Path) -> None:
    """See that packs, by where they are to lie, push none out of those in the box.

    Raises:
        TransferError: the box would have more of them, or more pictures in one, than it reads.
    """
    kept = [pack for path, pack, _ in examined(packs, None) if path not in fresh]
    cards = sum(len(pack.cards) for pack in (*kept, *fresh.values()) if pack is not None)
    if kept and (len(kept) + len(fresh) > MAX_PACKS or cards > MAX_IN_ALL):
        most = message("at most {packs} packs, {cards} cards in all", packs=MAX_PACKS, cards=MAX_IN_ALL)
        raise TransferError("disk", Malformed(str(packs), "", "", most).line)
    for path, pack in fresh.items():
        pictures = {card.file.name for card in pack.cards if card.file is not None}
        if is_folder(path) and len(pictures.union(each.name for each in pictures_in(path))) > MAX_CARDS["pictures"]:
            most = message("at most {n} cards", n=MAX_CARDS["pictures"])
            raise TransferError("disk", Malformed(str(path), "", "", most).line)


class Changed(NamedTuple):
    """The names of what a copy would change in the box: files it replaces, folders that more pictures come into."""

    replaced: tuple[str, ...]
    joined: tuple[str, ...]


def changed(data: Path, folder: Path) -> Changed:
    """Return what is among the packs that a copy of a folder's packs would change."""
    ours, replaced, joined = data / "packs", dict[str, None](), dict[str, None]()
    try:
        for path in files_in(folder / "packs"):
            own = ours / path.relative_to(folder / "packs")
            if is_file(own) and not filecmp.cmp(path, own, shallow=False):
                replaced[writable(path.name)] = None
            elif not is_file(own) and own.parent != ours and is_folder(own.parent) and any(pictures_in(own.parent)):
                joined[writable(own.parent.name)] = None
    except OSError:
        pass  # the copy tells of it
    return Changed(tuple(replaced), tuple(joined))
