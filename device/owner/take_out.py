"""Taking cards of the owner's out of the box: all that is of a pack at once, and nothing that is of another one."""

import errno
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from device.cards.folders import PACK_ENDINGS, look_into, pictures_in
from device.cards.library import Seen
from device.cards.other_pictures import NotTaken, is_other_picture
from device.files.places import is_there, see_no_link, stop
from device.files.reader import printable
from device.files.replacing import sync
from device.owner.staging import OUT, STAGED, put_back, sync_folders, taking_in
from device.storage.store import Store


def name_in(packs: Path, seen: Seen) -> str:
    """Return what people call what lies in the box's folder of packs; nothing for what lies elsewhere or is all."""
    if packs not in seen.path.parents:
        return ""
    if seen.pack is not None and not seen.faults:
        return seen.pack.title
    strange = _strange(seen)
    return strange.some if strange else printable(str(seen.path.relative_to(packs)))


def belongings(packs: Path, everything: Sequence[Seen], out: Seen) -> tuple[Path, ...]:
    """Return what goes with one of everything that was seen, as paths within the box's folder of packs.

    A folder goes whole where no other pack and no picture but this one's lies in it; of any other one what is its own.
    Pictures that a pack file with a fault may name as well stay.

    Raises:
        OSError: it cannot be told.
    """
    others = [each for each in everything if each is not out and packs in (each.path, *each.path.parents)]
    others = [each for each in others if not (each.path.parent == out.path and _strange(each))]
    own, folders = _own(packs, out, {each.path.parent for each in others if _may_name_more(each)})
    used = {path for each in others for path in (each.path, *_shown(each))}
    beyond = packs in used  # more lies there than was looked at
    parts = {folder for path in used for folder in (path, *path.parents)}
    whole = {each for each in folders if not beyond and each not in parts and own.issuperset(_pictures_below(each))}
    going = (whole | own) - parts
    return tuple(sorted(each.relative_to(packs) for each in going if not whole.intersection(each.parents)))


def _own(packs: Path, out: Seen, faulty: set[Path]) -> tuple[set[Path], set[Path]]:
    """Return the files that are of what was seen, and the folders its pictures lie in; nothing behind a link is.

    No picture that a pack file names is, where it lies in or below a folder of a `faulty` one.
    """
    if _is_folder(out.path):
        return {*pictures_in(out.path)}, {out.path}
    if _strange(out):
        folder = out.path.parent
        return {each for each in folder.iterdir() if is_other_picture(each.name)}, {folder} - {packs}
    shown = {file for file in _shown(out) if packs in file.parents and not _behind_link(packs, file)}
    shown = {file for file in shown if faulty.isdisjoint(file.parents)}
    return {out.path, *shown}, {file.parent for file in shown} - {packs}


def _strange(seen: Seen) -> NotTaken | None:
    """Return the fault of pictures of kinds a box does not take, which lie in the folder of the path."""
    return next((fault for fault in seen.faults if isinstance(fault, NotTaken)), None)


def _shown(seen: Seen) -> list[Path]:
    return [card.file for card in (seen.pack.cards if seen.pack else ()) if card.file is not None]


def _may_name_more(seen: Seen) -> bool:
    """Tell whether this is a pack file with a fault, which may name other pictures than could be told."""
    is_file = seen.path.name.lower().endswith(PACK_ENDINGS)
    return is_file and bool(seen.faults) and (seen.pack is None or seen.pack.kind == "pictures")


def _is_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)


def _behind_link(packs: Path, file: Path) -> bool:
    return any((packs / folder).is_symlink() for folder in file.relative_to(packs).parents)


def _pictures_below(folder: Path) -> set[Path]:
    """Return the pictures in a folder and below it, also of kinds a box does not take."""
    found = look_into(folder, stop)
    strange = {place / name for place, names in found.strange.items() for name in names}
    return strange.union(*(pictures_in(each) for each in (folder, *found.albums)))


def take_out(data: Path, store: Store, everything: Sequence[Seen], out: Seen) -> None:
    """Take one of everything that was seen out of the box: all that goes with it or nothing, also when the power goes.

    Raises:
        TransferError: it could not be done; all of it is there.
    """
    packs = data / "packs"
    with taking_in(data, store):
        places = belongings(packs, everything, out)
        if not places:
            raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), str(out.path))
        for place in places:
            _see_it_goes(packs, place)
        # One alone goes in one step, for which a full card has room.
        leaving = packs / places[0] if len(places) == 1 else data / OUT
        try:
            if leaving == data / OUT:
                _gather(packs, places, leaving)
            leaving.rename(data / STAGED)
            for folder in {(packs / place).parent for place in places}:
                sync(folder)
            sync(data)
        except OSError:
            with suppress(OSError):
                if is_there(data / STAGED):
                    (data / STAGED).rename(leaving)
                put_back(data)
            raise
    for place in places:
        with suppress(OSError):  # other things lie there
            for folder in [*place.parents][:-1]:
                (packs / folder).rmdir()


def _see_it_goes(packs: Path, place: Path) -> None:
    """See that a path leads through no link, and that all that lies there can be removed, not only a part.

    Raises:
        OSError: it is not so.
    """
    for folder in place.parents:
        see_no_link(packs / folder)
    if not _is_folder(packs / place):
        return
    for base, _, _, handle in os.fwalk(packs / place, onerror=stop):
        if not os.access(".", os.R_OK | os.W_OK | os.X_OK, dir_fd=handle):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), base)


def _gather(packs: Path, places: Sequence[Path], out: Path) -> None:
    """Move several things out of the packs into a folder, whence they come back unless it goes as a whole."""
    for place in places:
        (out / place).parent.mkdir(parents=True, exist_ok=True)
        (packs / place).rename(out / place)
    sync_folders(out)
