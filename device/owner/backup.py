"""Export and import of everything the box keeps, as one file in a folder of a USB stick.

The file is a zip: `manifest.json` with the format's version, the box and a SHA-256 for each member, `store.json` with
teams, results, used words and settings, and the owner's packs. A running game, whose key is secret, never leaves the
box, nor does the operator's PIN; whatever a file says, the PIN and the label of a box stay its own.
"""

import errno
import fcntl
import json
import os
import zipfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from device.cards.examined import size_of
from device.cards.folders import LIST_ENDINGS, PACK_ENDINGS, fault_of_name, is_other, pictures_in
from device.config.table import Values
from device.files.digest import sha256
from device.files.log_ring import log_text
from device.files.messages import joined, message
from device.files.places import files_in, is_folder, stop
from device.files.reader import Malformed, open_file, writable
from device.files.replacing import replacing
from device.owner.archive import (
    FILE,
    MANIFEST,
    MAX_DIRECTORY_BYTES,
    MAX_MEMBERS,
    MAX_STORE_BYTES,
    PACKS,
    STORE,
    VERSION,
    Summary,
    export_in,
    in_rows,
    unpack,
)
from device.owner.earlier import place_for_before
from device.owner.first_start import GUIDE_DONE
from device.owner.fit_in import Found, look_through, see_all_looked_at, weighed, without_place
from device.owner.names import BOX, OTHERS, WAS, is_anothers, name_of, taken_over, with_taken_over
from device.owner.staging import GATHERED, READY, STAGED, finish, spell, take_in, taking_in
from device.owner.transfer import MAX_PACKS_BYTES, Progress, TransferError, read_piece, told
from device.storage.rows import Rows
from device.storage.store import Store, StoreError

LOG = "spytable-log.txt"
"""The log beside the export, for whoever looks for a fault."""
_PRIVATE = "operator_"
"""How the names of settings begin that stay with their box."""
_WHOLE = Path()
"""Where a fault lies that is of no pack, but of all of them together."""


def export_steps(store: Store, data: Path, folder: Path) -> Generator[Progress, None, tuple[str, ...]]:
    """Write everything into a folder, a piece at each step; the export of before stays until the new one is whole.

    Return what is wrong with the files among the packs that cannot be in it.

    Raises:
        TransferError: it could not be written.
    """
    try:
        if not is_folder(folder):
            raise TransferError("no_folder", f"{folder}: no such folder; is the stick in?")
        with _alone(folder):
            left_out: list[str] = []
            _see_whole(store)
            _finish_import(store, data, left_out)
            found = _within_limits(data / "packs", _named_well(data / "packs", left_out), left_out)
            packs = yield from _readable(found, left_out)
            looked = yield from look_through(data / "packs", None)
            whole = not left_out and not any(each.faults for each in looked)
            members = {_member(data / "packs", path): digest for path, digest in packs.items()}
            new = in_rows(store.dump(), members, whole, name_of(store), taken_over(store))
            before = yield from place_for_before(folder, new)
            with replacing(folder / FILE, before) as file:
                yield from _written(file, store, data / "packs", [*packs], new, len(found))
            _write_log(data, folder, left_out)
    except (OSError, StoreError, RuntimeError, ValueError) as error:
        raise TransferError("disk", told(error, folder)) from None
    yield Progress(1, 1)
    return tuple(left_out)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """See that nobody else writes into a folder meanwhile: one of two would lose what it was told is saved.

    Raises:
        OSError: somebody does.
    """
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another process uses it", str(folder)) from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)


def _finish_import(store: Store, data: Path, left_out: list[str]) -> None:
    """Have what an import left waiting count; where a card takes no more of it, the rest is saved all the same."""
    try:
        finish(data, store)
    except (OSError, StoreError) as error:
        left_out.append(told(error, data / READY))


def _within_limits(packs: Path, found: list[Path], left_out: list[str]) -> list[Path]:
    """Return files that can be in an export together: where all cannot, without the pictures, or none; it is told."""
    beyond = _beyond(packs, found)
    if beyond is None:
        return found
    texts = [path for path in found if path.suffix.lower() in PACK_ENDINGS + LIST_ENDINGS]
    if _beyond(packs, texts) is None:
        kept, without = texts, message("saved without pictures")
    else:
        kept, without = [], message("saved without packs")
    left_out.append(Malformed(str(packs), "", "", joined(without, beyond)).line)
    return kept


def _beyond(packs: Path, found: list[Path]) -> str | None:
    """Say what files would be more than a box brings back; None where they are not."""
    if _listed(packs, found) > MAX_DIRECTORY_BYTES:
        return message("the names of all files are too long together")
    sizes = {path: path.stat().st_size for path in found}
    if len(found) <= MAX_MEMBERS - 2 and sum(sizes.values()) <= MAX_PACKS_BYTES:
        return None
    largest = max(found, key=sizes.__getitem__).relative_to(packs)
    limits = {"n": MAX_MEMBERS - 2, "size": MAX_PACKS_BYTES // 1_000_000, "name": writable(str(largest))}
    return message("at most {n} files and {size} MB in all; the largest is {name}", **limits)


def _write_log(data: Path, folder: Path, left_out: list[str]) -> None:
    """Write the log beside an export; of one that cannot be read or written it is told: everything else is saved."""
    if log := log_text(data, lambda error: left_out.append(told(error, data))):
        try:
            with replacing(folder / LOG) as file:
                file.write(log)
        except OSError as error:
            left_out.append(told(error, folder / LOG))


def _see_whole(store: Store) -> None:
    """See that a store is what the box has: one that stands in for what cannot be read is empty.

    Raises:
        TransferError: it is not.
    """
    if store.forgetful is not None and store.home is None:
        raise TransferError("disk", store.forgetful)


def _listed(folder: Path, packs: Sequence[Path]) -> int:
    """Return the bytes that the longer list of a file's members can take: the zip's own, and the manifest."""
    names = [_member(folder, path) for path in packs]
    return len(_json(names)) + 120 * len(names)


def _member(folder: Path, path: Path) -> str:
    """Return what a file of the packs in a folder is called in an export."""
    return f"{PACKS}{path.relative_to(folder).as_posix()}"


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _written(
    file: IO[bytes], store: Store, folder: Path, packs: Sequence[Path], about: Summary, before: int
) -> Iterator[Progress]:
    """Write what a store holds, and packs in a folder, into a file; so many steps were done before."""
    digests, total = {}, before + len(packs) + 1
    with zipfile.ZipFile(file, "w") as archive:
        content = _json(_shared(store.dump()))
        if len(content) > MAX_STORE_BYTES:
            most = message("a file of at most {n} MB", n=MAX_STORE_BYTES // 1_000_000)
            raise TransferError("limits", Malformed(STORE, "", "", most).line)
        archive.writestr(zipfile.ZipInfo(STORE), content, zipfile.ZIP_DEFLATED)
        digests[STORE] = sha256(content).hexdigest()
        for done, path in enumerate(packs, before + 1):
            name = _member(folder, path)
            digest = sha256()
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            with path.open("rb") as source, archive.open(info, "w") as target:
                while piece := read_piece(source, path):
                    digest.update(piece)
                    target.write(piece)
                    yield Progress(done, total, len(piece))
            digests[name] = digest.hexdigest()
        whose = {"box": about.box, "others": about.others}
        manifest = {"version": VERSION, **whose, "whole": about.whole, "sha256": digests}
        archive.writestr(zipfile.ZipInfo(MANIFEST), _json(manifest))


def _named_well(packs: Path, left_out: list[str]) -> list[Path]:
    """Return the files among the packs that can be in an export; of the others it is told, as of one that is empty."""

    def failed(error: OSError) -> None:
        left_out.append(told(error, packs))

    found = []
    for path in files_in(packs, failed):
        fault = next(filter(None, map(fault_of_name, path.relative_to(packs).parts)), None)
        if fault is None and path.suffix.lower() in PACK_ENDINGS + LIST_ENDINGS and not size_of(path):
            fault = message("a pack file, or a folder of PNG or JPEGs")  # a damaged disk leaves such
        if fault is None:
            found.append(path)
        else:
            left_out.append(Malformed(str(path), "", "", fault).line)
    return found


def _readable(paths: Sequence[Path], left_out: list[str]) -> Generator[Progress, None, dict[Path, str]]:
    """Return the SHA-256 of files that can be read from end to end; of the others it is told before one is written."""
    readable = {}
    for done, path in enumerate(paths, 1):
        digest = sha256()
        try:
            with open_file(path, follow=False) as source:
                while piece := read_piece(source, path):
                    digest.update(piece)
                    yield Progress(done, 2 * len(paths) + 1, len(piece))
            readable[path] = digest.hexdigest()
        except OSError as error:
            left_out.append(told(error, path))
    return readable


def import_steps(
    store: Store, data: Path, folder: Path, agreed: str | None = None
) -> Generator[Progress, None, tuple[str, ...]]:
    """Take everything from an export in a folder: unpack and check all of it, and only then change anything.

    `agreed` tells the export that may be taken, as `label_of` does; without it, any. Return what is wrong with the
    packs of it that stay out.

    Raises:
        TransferError: there is none, or it is damaged or of another version; nothing was changed.
    """
    if store.forgetful is not None:
        raise TransferError("disk", store.forgetful)
    with taking_in(data, store):
        gathered = data / STAGED / GATHERED
        source = export_in(folder)
        rows, box, others = yield from unpack(source, gathered, agreed)
        spell(gathered, data / "packs")
        yield Progress(0, 1)
        own = yield from look_through(data / "packs", None)
        found = yield from weighed(gathered, (yield from look_through(gathered, None, stop)), data / "packs")
        left_out = _sift(gathered, found, own, data / "packs", source / PACKS)
        yield Progress(0, 1)
        see_all_looked_at(data / "packs", [path.relative_to(gathered) for path in files_in(gathered)])
        yield Progress(0, 1)
        store.keep_late_settings()
        label = Values.label.name
        mine = [row for row in store.dump()["setting"] if _stays(row) and row[0] not in (BOX, OTHERS, WAS)]
        stays = {*dict(mine), *([label] if is_anothers(store, box) else [])}
        theirs = [row for row in _shared(rows)["setting"] if row[0] not in stays]
        # An export of which something stays out is not taken over: it alone has that.
        whose = with_taken_over(store, () if left_out else others)
        rows = {**rows, "setting": [*theirs, *mine, *whose]}
        take_in(data, store, rows)
    yield Progress(1, 1)
    return left_out


def _sift(gathered: Path, found: Sequence[Found], own: Sequence[Found], packs: Path, source: Path) -> tuple[str, ...]:
    """Take out of what was gathered from a source for a folder of packs whatever has no place there, and return why.

    What is of no pack goes without a word: it could hide one, and is of no use to anybody; but a pack file that an
    editor called a text comes along, whose owner is told there what to call it.
    """
    theirs = [each for each in found if each.path != _WHOLE]
    sound = {each.path for each in own if each.sound}
    useless = [each for each in theirs if each.faults and each.path in sound]
    out = {each.path: each.faults[0].of(str(source / each.path)) for each in useless}
    why_not = without_place([each for each in theirs if each.path not in out], own, packs)
    out |= {path: Malformed(str(source / path), *why) for path, why in why_not.items()}
    stay = _files_of(gathered, [each for each in theirs if each.path not in out])
    # Beyond what a box looks through.
    unseen = [each.faults[0].of(str(source)) for each in found if each.path == _WHOLE]
    for file in files_in(gathered):
        if file not in stay and not (is_other(file.name) and file.suffix.lower() in LIST_ENDINGS):
            file.unlink()
    return tuple(fault.line for fault in (*out.values(), *unseen))


def _files_of(gathered: Path, packs: Sequence[Found]) -> set[Path]:
    """Return the files of packs, and every picture in their folders."""
    folders = {folder for each in packs for folder in each.folders}
    pictures = {picture for folder in folders for picture in pictures_in(gathered / folder)}
    return pictures | {gathered / each.path for each in packs if not each.album}


def _private(row: object) -> bool:
    """Tell whether a row of settings stays with its box: a stick may get into other hands, or come from them."""
    return isinstance(row, list) and bool(row) and str(row[0]).startswith((_PRIVATE, GUIDE_DONE))


def _stays(row: list[str]) -> bool:
    """Tell whether a row of settings stays where rows of another box come: a label, if there is one, tells it apart."""
    return _private(row) or (row[0] == Values.label.name and json.loads(row[1]) != "")


def _shared(rows: Rows) -> Rows:
    return {**rows, "setting": [row for row in rows["setting"] if not _private(row)]}
