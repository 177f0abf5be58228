"""Copying the packs of a stick into the box: nothing half, and nothing that is there is pushed out."""

from collections.abc import Collection, Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from device.cards.packs import Fits
from device.files.places import is_folder, is_there, places_in, spelt_as_in
from device.files.reader import Malformed, open_file, writable
from device.owner.fit_in import WEIGHT, Found, look_through, pictures_there, see_all_looked_at, without_place
from device.owner.staging import GATHERED, STAGED, see_room, take_in, taking_in
from device.owner.transfer import Progress, TransferError, more_of, read_piece, write_piece
from device.storage.store import Store


class Choice(NamedTuple):
    """What a copy takes: files, within the packs' folder; why sound packs stay out, and what is wrong with others.

    `state` tells the files from any other ones: each with its size and the time it was changed.
    """

    files: tuple[Path, ...]
    stay: tuple[str, ...]
    faulty: tuple[str, ...]
    state: tuple[tuple[str, int, int], ...]


class Changed(NamedTuple):
    """The names of what a copy would change in the box: files it replaces, folders that more pictures come into.

    `state` is that of the files it would copy.
    """

    replaced: tuple[str, ...]
    joined: tuple[str, ...]
    state: tuple[tuple[str, int, int], ...] = ()


def copy_packs(
    store: Store,
    data: Path,
    folder: Path,
    fits: Fits | None,
    agreed: Changed | None = None,
    reserved: Collection[str] = (),
) -> Generator[Progress, None, tuple[str, ...]]:
    """Copy every good pack in a folder's `packs` into the box, with its pictures; return why others stay out.

    `agreed` is what may be changed; without it, anything. `reserved` are ids that no pack of an owner's has; the
    store gets what an import left for it.

    Raises:
        TransferError: there is none, or it could not be written; nothing was changed.
    """
    packs = folder / "packs"
    if not is_folder(folder):
        raise TransferError("no_folder", f"{folder}: no such folder; is the stick in?")
    with taking_in(data, store):
        choice = yield from _chosen(data, folder, fits, reserved)
        if agreed is not None and choice.state != agreed.state:
            raise TransferError("other", f"{folder}: other packs than a moment ago")
        if not choice.files and choice.stay:
            raise TransferError("limits", more_of(choice.stay))
        if not choice.files:
            none = f"{packs}: no pack without a fault"
            raise TransferError("no_packs", more_of(choice.faulty) if choice.faulty else none)
        places = places_in(data / "packs", choice.files)
        see_all_looked_at(data / "packs", places.values())
        see_room(data, sum(size for _, size, _ in choice.state))
        for done, (path, place) in enumerate(places.items(), 1):
            target = data / STAGED / GATHERED / place
            target.parent.mkdir(parents=True, exist_ok=True)
            with open_file(packs / path, follow=False) as source, target.open("xb") as copy:
                while piece := read_piece(source, packs / path):
                    write_piece(copy, piece)
                    yield Progress(done, len(choice.files), len(piece))
        take_in(data)
    return (*choice.stay, *choice.faulty)


def _chosen(
    data: Path, folder: Path, fits: Fits | None, reserved: Collection[str]
) -> Generator[Progress, None, Choice]:
    """Choose, from what is on the stick, what would be used in the box."""
    packs = folder / "packs"
    others: list[Malformed] = []
    own = yield from look_through(data / "packs", fits)
    theirs = yield from look_through(packs, fits, other=others.append)
    sound = [each for each in theirs if each.sound]
    places = places_in(data / "packs", [each.path for each in sound])
    coming = [_at(each, places[each.path], data / "packs") for each in sound]
    step = Progress(0, 1, WEIGHT * sum(len(each.shown) for each in own))
    yield step
    out = without_place(coming, own, data / "packs", reserved)
    yield step
    files = _files_of([each for each in sound if places[each.path] not in out], packs)
    whole = {place: packs / path for path, place in places.items()}
    stay = tuple(Malformed(str(whole[place]), *why).line for place, why in out.items())
    faulty = tuple(fault.line for fault in [*(each.faults[0] for each in theirs if each.faults), *others])
    states = [(path, (packs / path).stat()) for path in files]
    state = tuple((str(path), found.st_size, found.st_mtime_ns) for path, found in states)
    return Choice(files, stay, faulty, state)


def _at(found: Found, place: Path, packs: Path) -> Found:
    """Return what was found as it is to lie in a folder of packs, its pictures as those that are there are spelt."""
    shown, folders = ({each: spelt_as_in(packs, each) for each in paths} for paths in (found.shown, found.folders))
    sizes = {shown.get(path, place): size for path, size in found.sizes.items()}
    return found._replace(path=place, shown=frozenset(shown.values()), folders=frozenset(folders.values()), sizes=sizes)


def _files_of(chosen: Sequence[Found], packs: Path) -> tuple[Path, ...]:
    """Return the files of packs, within their folder, each once however it is spelt."""
    whole = packs.resolve()
    files = [packs / each.path for each in chosen if not each.album]
    files += [card.file for each in chosen if each.pack for card in each.pack.cards if card.file is not None]
    return tuple(dict.fromkeys(file.resolve().relative_to(whole) for file in files))


def changed(
    data: Path, folder: Path, fits: Fits | None, reserved: Collection[str] = ()
) -> Generator[Progress, None, Changed]:
    """Find what a copy of packs would change, a piece at each step; the copy tells of what cannot be read."""
    ours, replaced, joined = data / "packs", dict[str, None](), dict[str, None]()
    try:
        choice = yield from _chosen(data, folder, fits, reserved)
        for done, (path, place) in enumerate(places_in(ours, choice.files).items(), 1):
            own = ours / place
            if is_there(own):
                alike = yield from _are_alike(folder / "packs" / path, own, Progress(done, len(choice.files)))
                replaced |= {} if alike else {writable(str(place)): None}
            elif own.parent != ours and pictures_there(own.parent):
                joined[writable(own.parent.name)] = None
    except (OSError, RuntimeError, ValueError):
        return Changed((), ())
    return Changed(tuple(replaced), tuple(joined), choice.state)


def _are_alike(path: Path, own: Path, progress: Progress) -> Generator[Progress, None, bool]:
    """Find whether two files hold the same; one that cannot be read may hold anything."""
    try:
        if path.stat().st_size != own.stat().st_size:
            return False
        with open_file(path, follow=False) as theirs, open_file(own, follow=False) as mine:
            while piece := read_piece(theirs, path):
                if piece != read_piece(mine, own):
                    return False
                yield progress._replace(size=len(piece))
    except OSError:
        return False
    return True
