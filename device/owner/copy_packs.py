"""Copying the packs of a stick into the box: all or nothing, and nothing that is there is pushed out."""

import filecmp
import os
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from device.cards.folders import pictures_in
from device.cards.pack_file import MAX_IN_ALL, MAX_PACKS, examined
from device.cards.packs import MAX_CARDS, Fits, Pack, folded
from device.files.messages import message
from device.files.places import files_in, is_file, is_folder
from device.files.reader import Malformed, writable
from device.owner.staging import GATHERED, STAGED, see_room, take_in, taking_in
from device.owner.transfer import PIECE, Progress, TransferError, read_piece
from device.storage.store import Store

_WEIGHT = 4096
"""A card takes as long to be looked at as so many bytes to be read."""

Examined = tuple[Path, Pack | None, list[Malformed]]
"""Where a pack lies, as far as it can be told, and its faults."""


def copy_packs(
    data: Path,
    folder: Path,
    fits: Fits | None,
    agreed: "Changed | None" = None,
    reserved: Collection[str] = (),
    store: Store | None = None,
) -> Generator[Progress, None, tuple[str, ...]]:
    """Copy every good pack in a folder's `packs` into the box, with its pictures; return why others stay out.

    One whose id a pack of another name has, in the box or the folder, would not be used, or that one no more. `agreed`
    is what may be changed; without it, anything. `reserved` are ids that no pack of an owner's has, `store` gets
    what an import left for it.

    Raises:
        TransferError: there is none, or it could not be written; nothing was changed.
    """
    ours, packs = data / "packs", folder / "packs"
    if not is_folder(folder):
        raise TransferError("no_folder", f"{folder}: no such folder; is the stick in?")
    with taking_in(data, store):
        if agreed is not None and changed(data, folder) != agreed:
            raise TransferError("other", f"{folder}: other packs than a moment ago")
        own = yield from look_through(ours, fits)
        theirs = yield from look_through(packs, fits)
        sound = {ours / path.relative_to(packs): pack for path, pack, faults in theirs if pack and not faults}
        fresh = _used(sound, own, reserved)
        stay = [taken_line(packs / place.relative_to(ours), sound[place]) for place in sound if place not in fresh]
        if not fresh and stay:
            raise TransferError("limits", stay[0])
        if not fresh:
            raise TransferError("no_packs", f"{packs}: no pack without a fault")
        for _, why in without_place(fresh, own):
            raise TransferError("limits", why)
        files = [path for place in fresh if is_file(path := packs / place.relative_to(ours))]
        files += [card.file for pack in fresh.values() for card in pack.cards if card.file is not None]
        see_room(data, sum(file.stat().st_size for file in files))
        for done, reading in enumerate(dict.fromkeys(files), 1):
            target = data / STAGED / GATHERED / reading.resolve().relative_to(packs.resolve())
            target.parent.mkdir(parents=True, exist_ok=True)
            with reading.open("rb") as source, target.open("xb") as copy:
                while piece := read_piece(source, reading):
                    copy.write(piece)
                    yield Progress(done, len(files), len(piece))
                copy.flush()
                os.fsync(copy.fileno())
        take_in(data)
    return (*stay, *(faults[0].line for _, _, faults in theirs if faults))


def _used(sound: dict[Path, Pack], own: Sequence[Examined], reserved: Collection[str]) -> dict[Path, Pack]:
    """Return the packs that would be used in the box: of an id that no other has there, nor one of them before it."""
    first = {pack.id: place for place, pack in reversed(sound.items()) if pack.id not in reserved}
    fresh = {place: pack for place, pack in sound.items() if first.get(pack.id) == place}
    taken = taken_ids(fresh, own)
    return {place: pack for place, pack in fresh.items() if place not in taken}


def look_through(folder: Path, fits: Fits | None) -> Generator[Progress, None, list[Examined]]:
    """Examine every pack in a folder, one at each step."""
    found = list[Examined]()
    for each in examined(folder, fits):
        found.append(each)
        yield Progress(0, 1, _WEIGHT * len(each[1].cards) if each[1] else PIECE)
    return found


def taken_ids(fresh: Mapping[Path, Pack], own: Sequence[Examined]) -> list[Path]:
    """Return which packs, by where they are to lie, have the id of another in the box."""
    ids = {pack.id for path, pack, faults in own if pack and not faults and path not in fresh}
    return [path for path, pack in fresh.items() if pack.id in ids]


def taken_line(path: Path, pack: Pack) -> str:
    """Return what is wrong with a pack whose id another one has."""
    return Malformed(str(path), "id", repr(pack.id), message("an id that no other pack has")).line


def without_place(fresh: Mapping[Path, Pack], own: Sequence[Examined]) -> list[tuple[Path, str]]:
    """Return which packs, by where they are to lie, would push others out of the box or spoil an album, and why."""
    kept = [pack for path, pack, _ in own if path not in fresh]
    number, cards = len(kept), sum(len(pack.cards) for pack in kept if pack is not None)
    found = []
    for path, pack in fresh.items():
        why = _fault_of_album(path, pack) if is_folder(path) else None
        if why is None and kept and (number >= MAX_PACKS or cards + len(pack.cards) > MAX_IN_ALL):
            most = message("at most {packs} packs, {cards} cards in all", packs=MAX_PACKS, cards=MAX_IN_ALL)
            why = Malformed(str(path), "", "", most).line
        if why is not None:
            found.append((path, why))
        else:
            number, cards = number + 1, cards + len(pack.cards)
    return found


def _fault_of_album(path: Path, pack: Pack) -> str | None:
    """Say what is wrong with an album of the box once a pack's pictures lie in it, too."""
    there = {each.name: each.stem for each in pictures_in(path)}
    names = {*there}.union(card.file.name for card in pack.cards if card.file is not None)
    if len(names) > MAX_CARDS["pictures"]:
        return Malformed(str(path), "", "", message("at most {n} cards", n=MAX_CARDS["pictures"])).line
    twins = {folded(stem): name for name, stem in there.items()}
    for name in sorted(names - {*there}):
        if (twin := twins.get(folded(Path(name).stem))) is not None:
            once = message("each card once, and {twin} is the same", twin=repr(writable(twin)))
            return Malformed(str(path), "", repr(writable(name)), once).line
    return None


class Changed(NamedTuple):
    """The names of what a copy would change in the box: files it replaces, folders that more pictures come into.

    `files` tells what is copied: each path with its size and the time it was changed.
    """

    replaced: tuple[str, ...]
    joined: tuple[str, ...]
    files: tuple[tuple[str, int, int], ...] = ()


def changed(data: Path, folder: Path) -> Changed:
    """Return what is among the packs that a copy of a folder's packs would change."""
    ours, replaced, joined = data / "packs", dict[str, None](), dict[str, None]()
    files = list[tuple[str, int, int]]()
    filecmp.clear_cache()  # it goes by size and time, and a stick's time may be anything
    with suppress(OSError):  # the copy tells of it
        for path in files_in(folder / "packs", lambda error: None):
            name = path.relative_to(folder / "packs")
            own, state = ours / name, path.stat()
            files.append((str(name), state.st_size, state.st_mtime_ns))
            if is_file(own):
                replaced |= {} if _are_alike(path, own) else {writable(str(name)): None}
            elif own.parent != ours and is_folder(own.parent) and any(pictures_in(own.parent)):
                joined[writable(own.parent.name)] = None
    return Changed(tuple(replaced), tuple(joined), tuple(files))


def _are_alike(path: Path, own: Path) -> bool:
    """Tell whether two files hold the same; one that cannot be read may hold anything."""
    try:
        return filecmp.cmp(path, own, shallow=False)
    except OSError:
        return False
