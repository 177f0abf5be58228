"""Export and import of everything the box keeps, as one file in a folder of a USB stick.

The file is a zip: `manifest.json` with the format's version and a SHA-256 for each member, `store.json` with teams,
results, used words and settings, and the owner's packs. A running game, whose key is secret, never leaves the box, nor
does the operator's PIN; whatever a file says, the PIN of a box stays its own.
"""

import filecmp
import hashlib
import json
import zipfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from device.cards.folders import fault_of_name, pictures_in
from device.cards.pack_file import MAX_IN_ALL, MAX_PACKS, examined
from device.cards.packs import MAX_CARDS, Fits, Pack
from device.files.failures import reason
from device.files.log_ring import log_text
from device.files.messages import message
from device.files.places import files_in, is_file, is_folder
from device.files.reader import Malformed, open_file, writable
from device.files.replacing import replacing, sync
from device.owner.archive import (
    FILE,
    MANIFEST,
    MAX_BYTES,
    MAX_MEMBERS,
    MAX_STORE_BYTES,
    PACKS,
    PIECE,
    STORE,
    VERSION,
    Progress,
    TransferError,
    unpack,
)
from device.owner.staging import GATHERED, STAGED, Unfinished, clean_up, finish, remove, see_folder, see_room, take_in
from device.storage.rows import Rows
from device.storage.store import Store, StoreError

BEFORE = "spytable-export-before.zip"
"""The export of before, where the new one lacks something that may be in it."""
LOG = "spytable-log.txt"
"""The log beside the export, for whoever looks for a fault."""
_PRIVATE = "operator_"
"""How the names of settings begin that stay with their box."""


def export_steps(store: Store, data: Path, folder: Path) -> Generator[Progress, None, tuple[str, ...]]:
    """Write everything into a folder, a piece at each step; the export of before stays until the new one is whole.

    Return what is wrong with the files among the packs that cannot be in it.

    Raises:
        TransferError: it could not be written.
    """
    try:
        if not is_folder(folder):
            raise TransferError("no_folder", f"{folder}: no such folder; is the stick in?")
        left_out: list[str] = []
        found = _named_well(data / "packs", left_out)
        if len(found) > MAX_MEMBERS - 2 or sum(path.stat().st_size for path in found) > MAX_BYTES // 2:
            limits = f"at most {MAX_BYTES // 2} bytes and {MAX_MEMBERS - 2} files of packs can be saved"
            raise TransferError("disk", f"{data / 'packs'}: {limits}")
        total = 2 * len(found) + 2
        packs = yield from _readable(found, left_out, total)
        digests = {}
        with replacing(folder / FILE, folder / BEFORE if left_out else None) as file:
            with zipfile.ZipFile(file, "w") as archive:
                content = json.dumps(_shared(store.dump()), ensure_ascii=False).encode()
                if len(content) > MAX_STORE_BYTES:
                    raise TransferError("disk", f"{STORE}: at most {MAX_STORE_BYTES} bytes can be saved")
                archive.writestr(zipfile.ZipInfo(STORE), content, zipfile.ZIP_DEFLATED)
                digests[STORE] = hashlib.sha256(content).hexdigest()
                for done, path in enumerate(packs, len(found) + 1):
                    name = f"{PACKS}{path.relative_to(data / 'packs').as_posix()}"
                    digest = hashlib.sha256()
                    info = zipfile.ZipInfo(name)
                    info.compress_type = zipfile.ZIP_DEFLATED
                    with path.open("rb") as source, archive.open(info, "w") as target:
                        while piece := _read(source, path):
                            digest.update(piece)
                            target.write(piece)
                            yield Progress(done, total)
                    digests[name] = digest.hexdigest()
                archive.writestr(zipfile.ZipInfo(MANIFEST), json.dumps({"version": VERSION, "sha256": digests}))
            if log := log_text(data):
                with replacing(folder / LOG) as file:
                    file.write(log)
        sync(folder)
    except (OSError, StoreError, UnicodeError) as error:
        raise TransferError("disk", _told(error, folder)) from None
    yield Progress(total, total)
    return tuple(left_out)


def _named_well(packs: Path, left_out: list[str]) -> list[Path]:
    """Return the files among the packs that can be in an export; of the others it is told."""

    def failed(error: OSError) -> None:
        left_out.append(_told(error, packs))

    found = []
    for path in files_in(packs, failed):
        fault = next(filter(None, map(fault_of_name, path.relative_to(packs).parts)), None)
        if fault is None:
            found.append(path)
        else:
            left_out.append(Malformed(str(path), "", "", fault).line)
    return found


def _readable(paths: Sequence[Path], left_out: list[str], total: int) -> Generator[Progress, None, list[Path]]:
    """Return the files that can be read from end to end; of the others it is told before anything is written."""
    readable = []
    for done, path in enumerate(paths, 1):
        try:
            with open_file(path, follow=False) as source:
                while _read(source, path):
                    yield Progress(done, total)
            readable.append(path)
        except OSError as error:
            left_out.append(_told(error, path))
    return readable


def import_steps(store: Store, data: Path, folder: Path) -> Iterator[Progress]:
    """Take everything from an export in a folder: unpack and check all of it, and only then change anything.

    Raises:
        TransferError: there is none, or it is damaged or of another version; nothing was changed.
    """
    try:
        see_folder(data / "packs")
        clean_up(data)
        finish(data, store)
        gathered = data / STAGED / GATHERED
        rows = yield from unpack(folder / FILE, gathered)
        fresh = {path: pack for path, pack, _ in examined(gathered, None) if pack is not None}
        _see_place({data / "packs" / path.relative_to(gathered): pack for path, pack in fresh.items()}, data / "packs")
        store.keep_late_settings()
        own = [row for row in store.dump()["setting"] if _private(row)]
        rows = {**rows, "setting": [*_shared(rows)["setting"], *own]}
        take_in(data, store, rows)
    except Unfinished as error:
        raise TransferError("unfinished", _told(error, data)) from None
    except (OSError, StoreError) as error:
        raise TransferError("disk", _told(error, data)) from None
    finally:
        with suppress(OSError):
            remove(data / STAGED)
    yield Progress(1, 1)


def copy_packs(data: Path, folder: Path, fits: Fits | None) -> Iterator[Progress]:
    """Copy every good pack in a folder's `packs` into the box, with its pictures.

    Raises:
        TransferError: there is none, or it could not be written; nothing was changed.
    """
    packs, files = folder / "packs", list[Path]()
    good = {path: pack for path, pack, faults in examined(packs, fits) if pack is not None and not faults}
    for path, pack in good.items():
        files += [path] if is_file(path) else []
        files += [card.file for card in pack.cards if card.file is not None]
    if not files:
        raise TransferError("no_packs", f"{packs}: no pack without a fault")
    try:
        see_folder(data / "packs")
        _see_place({data / "packs" / path.relative_to(packs): pack for path, pack in good.items()}, data / "packs")
        clean_up(data)
        see_room(data, sum(file.stat().st_size for file in files))
        for done, reading in enumerate(files, 1):
            target = data / STAGED / GATHERED / reading.resolve().relative_to(packs.resolve())
            target.parent.mkdir(parents=True, exist_ok=True)
            with reading.open("rb") as source, replacing(target) as copy:
                while piece := _read(source, reading):
                    copy.write(piece)
            yield Progress(done, len(files))
        take_in(data)
    except Unfinished as error:
        raise TransferError("unfinished", _told(error, data)) from None
    except (OSError, StoreError, RuntimeError, ValueError) as error:
        raise TransferError("disk", _told(error, data)) from None
    finally:
        with suppress(OSError):
            remove(data / STAGED)


def _see_place(fresh: Mapping[Path, Pack], packs: Path) -> None:
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


def replaced(data: Path, folder: Path) -> list[str]:
    """Return the names of what is among the packs that a copy of a folder's packs would change.

    Those are files that it replaces by other ones, and folders of pictures that others come into.
    """
    ours, names = data / "packs", list[str]()
    try:
        for path in files_in(folder / "packs"):
            own = ours / path.relative_to(folder / "packs")
            if is_file(own) and not filecmp.cmp(path, own, shallow=False):
                names.append(writable(path.name))
            elif not is_file(own) and own.parent != ours and is_folder(own.parent) and any(pictures_in(own.parent)):
                names.append(writable(own.parent.name))
    except OSError:
        pass  # the copy tells of it
    return list(dict.fromkeys(names))


def _read(source: IO[bytes], path: Path) -> bytes:
    """Read a piece of a file; a failure names it, as one that opens it does."""
    try:
        return source.read(PIECE)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _told(error: Exception, otherwise: Path) -> str:
    """Return what went wrong, with the file at which it did; of two, the one that was to be there."""
    place = getattr(error, "filename2", None) or getattr(error, "filename", None) or otherwise
    return Malformed(str(place), "", "", reason(error)).line


def _private(row: object) -> bool:
    """Tell whether a row of settings stays with its box: a stick may get into other hands, or come from them."""
    return isinstance(row, list) and bool(row) and str(row[0]).startswith(_PRIVATE)


def _shared(rows: Rows) -> Rows:
    return {**rows, "setting": [row for row in rows["setting"] if not _private(row)]}
