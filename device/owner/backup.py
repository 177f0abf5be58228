"""Export and import of everything the box keeps, as one file in a folder of a USB stick.

The file is a zip: `manifest.json` with the format's version and a SHA-256 for each member, `store.json` with teams,
results, used words and settings, and the owner's packs. A running game, whose key is secret, never leaves the box.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NamedTuple

from device.cards.pack_file import examined
from device.cards.packs import Fits
from device.owner.pin import SETTING
from device.storage.store import Store, StoreError

FILE = "spytable-export.zip"
VERSION = 1
MOST_BYTES = 2 * 1024**3
_PIECE = 1024**2
_STORE, _MANIFEST, _PACKS = "store.json", "manifest.json", "packs/"
_DAMAGED = (
    OSError,
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    ValueError,
    KeyError,
    TypeError,
    EOFError,
    RuntimeError,
)
"""What a zip that is no good raises."""


Trouble = Literal["no_folder", "no_export", "no_packs", "damaged", "version", "disk"]


class TransferError(Exception):
    """An export or import that could not be done; the text says why in one line, and nothing was changed."""

    def __init__(self, trouble: Trouble, text: str) -> None:
        super().__init__(text)
        self.trouble = trouble


class Progress(NamedTuple):
    """How many steps of an export or import are done, and how many there are."""

    done: int
    total: int


def exporting(store: Store, data: Path, folder: Path) -> Iterator[Progress]:
    """Write everything into a folder, a file at each step; the export of before stays until the new one is whole.

    Raises:
        TransferError: it could not be written.
    """
    part = (folder / FILE).with_suffix(".part")
    try:
        if not folder.is_dir():
            raise TransferError("no_folder", f"{folder}: no such folder; is the stick in?")
        packs = [path for path in sorted((data / "packs").rglob("*")) if path.is_file()]
        names = [f"{_PACKS}{path.relative_to(data / 'packs').as_posix()}" for path in packs]
        if sum(path.stat().st_size for path in packs) > MOST_BYTES // 2:
            raise TransferError("disk", f"{data / 'packs'}: at most {MOST_BYTES // 2} bytes of packs can be saved")
        total, digests = len(packs) + 2, {}
        with part.open("wb") as file:
            with zipfile.ZipFile(file, "w") as archive:
                for done, (name, path) in enumerate([(_STORE, None), *zip(names, packs, strict=True)], 1):
                    content = path.read_bytes() if path else json.dumps(_kept(store), ensure_ascii=False).encode()
                    digests[name] = _digest(content)
                    archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
                    yield Progress(done, total)
                archive.writestr(zipfile.ZipInfo(_MANIFEST), json.dumps({"version": VERSION, "sha256": digests}))
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / FILE)
        _sync_folder(folder)
    except (OSError, StoreError, UnicodeError) as error:
        with suppress(OSError):
            part.unlink()
        raise TransferError("disk", _told(error)) from None
    yield Progress(total, total)


def importing(store: Store, data: Path, folder: Path) -> Iterator[Progress]:
    """Take everything from an export in a folder: look at it, bring the packs over, and only then change anything.

    Raises:
        TransferError: there is none, or it is damaged or of another version; nothing was changed.
    """
    path, fresh = folder / FILE, data / "packs.import"
    try:
        _remove(fresh)
        content = yield from _unpack(path, fresh)
        store.restore({**content, "setting": [*content["setting"], *_own(store)]})
        for file in [file for file in fresh.rglob("*") if file.is_file()]:
            target = data / "packs" / file.relative_to(fresh)
            target.parent.mkdir(parents=True, exist_ok=True)
            file.replace(target)
    except (OSError, StoreError, KeyError, TypeError) as error:
        disk = isinstance(error, OSError)
        raise TransferError("disk" if disk else "damaged", _told(error) if disk else f"{path}: {error}") from None
    finally:
        with suppress(OSError):
            _remove(fresh)
    yield Progress(1, 1)


def keeping(data: Path, folder: Path, fits: Fits | None) -> Iterator[Progress]:
    """Copy every good pack in a folder's `packs` into the box, with its pictures.

    Raises:
        TransferError: there is none, or it could not be written.
    """
    packs, files = folder / "packs", list[Path]()
    for path, pack, faults in examined(packs, fits):
        if pack is not None and not faults:
            files += [path] if path.is_file() else []
            files += [card.file for card in pack.cards if card.file is not None]
    if not files:
        raise TransferError("no_packs", f"{packs}: no pack without a fault")
    for done, file in enumerate(files, 1):
        try:
            target = data / "packs" / file.resolve().relative_to(packs.resolve())
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f"{target.name}.part")
            part.write_bytes(file.read_bytes())
            part.replace(target)
        except (OSError, ValueError) as error:
            raise TransferError("disk", f"{file}: {_told(error)}") from None
        yield Progress(done, len(files))


def _kept(store: Store) -> dict[str, list[list[Any]]]:
    """What the box keeps, but not the PIN: a stick may get into other hands."""
    content = store.dump()
    return {**content, "setting": [row for row in content["setting"] if row[0] != SETTING]}


def _own(store: Store) -> list[list[Any]]:
    """The PIN, which stays with its box."""
    return [row for row in store.dump()["setting"] if row[0] == SETTING]


def _unpack(path: Path, fresh: Path) -> Generator[Progress, None, dict[str, Any]]:
    """Check an export from end to end, its packs put into a fresh folder on the way; return what the store holds."""
    try:
        with zipfile.ZipFile(path) as archive:
            digests = _digests(path, archive)
            for done, (name, digest) in enumerate(digests.items(), 1):
                if name != _STORE and _extracted(archive, name, fresh / name.removeprefix(_PACKS)) != digest:
                    raise TransferError("damaged", f"{path}: {name}: damaged")
                yield Progress(done, len(digests) + 1)
            content = archive.read(_STORE)
            if _digest(content) != digests[_STORE]:
                raise TransferError("damaged", f"{path}: {_STORE}: damaged")
            kept: dict[str, Any] = json.loads(content)
            return kept
    except FileNotFoundError:
        raise TransferError("no_export", f"{path}: no export here; is the stick in?") from None
    except _DAMAGED as error:
        raise TransferError("damaged", f"{path}: damaged: {error}") from None


def _digests(path: Path, archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the digest each member must have, once the export is one that this box reads."""
    sizes = {member.filename: member.file_size for member in archive.infolist()}
    if sum(sizes.values()) > MOST_BYTES:
        raise TransferError("damaged", f"{path}: larger than an export of this box")
    manifest = json.loads(archive.read(_MANIFEST))
    if manifest["version"] != VERSION:
        raise TransferError("version", f"{path}: version {manifest['version']}; this box reads {VERSION}")
    digests: dict[str, str] = dict(manifest["sha256"])
    if {*digests, _MANIFEST} != {*sizes}:
        raise TransferError("damaged", f"{path}: damaged")
    for name in digests:
        inside = name == _STORE or (name.startswith(_PACKS) and ".." not in PurePosixPath(name).parts)
        if not inside or PurePosixPath(name.removeprefix(_PACKS)).is_absolute():
            raise TransferError("damaged", f"{path}: {name}: a file outside the packs folder")
    return digests


def _extracted(archive: zipfile.ZipFile, name: str, target: Path) -> str:
    """Write a member to a file piece by piece and return its digest."""
    digest = hashlib.sha256()
    with archive.open(name) as source:
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()
        except OSError as error:
            raise TransferError("disk", _told(error)) from None
        while piece := source.read(_PIECE):
            digest.update(piece)
            try:
                with target.open("ab") as file:
                    file.write(piece)
            except OSError as error:
                raise TransferError("disk", _told(error)) from None
    return digest.hexdigest()


def _told(error: Exception) -> str:
    """Return an error without its number."""
    text = error.strerror if isinstance(error, OSError) else None
    return text or str(error)


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _remove(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    if folder.is_dir():
        folder.rmdir()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
