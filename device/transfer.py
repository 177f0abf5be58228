"""Export and import of everything the box keeps, as one file in a folder of a USB stick.

The file is a zip: `manifest.json` with the format's version and a SHA-256 for each member, `store.json` with teams,
results, used words and settings, and the owner's packs. A running game, whose key is secret, never leaves the box.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NamedTuple

from device.decks import Fits, examined
from device.operator import SETTING
from device.store import Store, StoreError

FILE = "spytable-export.zip"
VERSION = 1
_MOST_BYTES = 128 * 1024 * 1024
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


def export(store: Store, data: Path, folder: Path) -> Path:
    """Write everything into a folder and return the file; the file of before stays until the new one is whole.

    Raises:
        TransferError: it could not be written.
    """
    deque(exporting(store, data, folder), maxlen=0)
    return folder / FILE


def exporting(store: Store, data: Path, folder: Path) -> Iterator[Progress]:
    """Write everything into a folder, a file at each step.

    Raises:
        TransferError: it could not be written.
    """
    part = (folder / FILE).with_suffix(".part")
    try:
        if not folder.is_dir():
            raise TransferError("no_folder", f"{folder}: no such folder; is the stick in?")
        packs = [path for path in sorted((data / "packs").rglob("*")) if path.is_file()]
        names = [f"packs/{path.relative_to(data / 'packs').as_posix()}" for path in packs]
        total, digests = len(packs) + 2, {}
        with part.open("wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for done, (name, path) in enumerate([("store.json", None), *zip(names, packs, strict=True)], 1):
                    content = path.read_bytes() if path else json.dumps(_kept(store), ensure_ascii=False).encode()
                    digests[name] = _digest(content)
                    archive.writestr(name, content)
                    yield Progress(done, total)
                archive.writestr("manifest.json", json.dumps({"version": VERSION, "sha256": digests}))
            file.flush()
            os.fsync(file.fileno())
        part.replace(folder / FILE)
        _sync_folder(folder)
    except (OSError, StoreError) as error:
        with suppress(OSError):
            part.unlink()
        raise TransferError("disk", str(error)) from None
    yield Progress(total, total)


def import_(store: Store, data: Path, folder: Path) -> None:
    """Take everything from an export in a folder, in place of what the box keeps.

    Raises:
        TransferError: there is none, or it is damaged or of another version; nothing was changed.
    """
    deque(importing(store, data, folder), maxlen=0)


def importing(store: Store, data: Path, folder: Path) -> Iterator[Progress]:
    """Take everything from an export in a folder: look at it, bring the packs over, and only then change anything.

    Raises:
        TransferError: there is none, or it is damaged or of another version; nothing was changed.
    """
    path = folder / FILE
    content, packs = _read(path)
    total = len(packs) + 2
    yield Progress(1, total)
    try:
        fresh = data / "packs.import"
        _remove(fresh)
        for done, (name, body) in enumerate(packs.items(), 2):
            target = fresh / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body)
            yield Progress(done, total)
        store.restore({**content, "setting": [*content["setting"], *_own(store)]})
        for name in packs:
            (data / "packs" / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).replace(data / "packs" / name)
        _remove(fresh)
    except (OSError, StoreError, KeyError, TypeError) as error:
        raise TransferError("disk" if isinstance(error, OSError) else "damaged", f"{path}: {error}") from None
    yield Progress(total, total)


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
            raise TransferError("disk", f"{file}: {error}") from None
        yield Progress(done, len(files))


def _kept(store: Store) -> dict[str, list[list[Any]]]:
    """What the box keeps, but not the PIN: a stick may get into other hands."""
    content = store.dump()
    return {**content, "setting": [row for row in content["setting"] if row[0] != SETTING]}


def _own(store: Store) -> list[list[Any]]:
    """The PIN, which stays with its box."""
    return [row for row in store.dump()["setting"] if row[0] == SETTING]


def _read(path: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > _MOST_BYTES:
                raise TransferError("damaged", f"{path}: larger than an export of this box")
            members = {member.filename: archive.read(member) for member in archive.infolist()}
        manifest = json.loads(members.pop("manifest.json"))
        if manifest["version"] != VERSION:
            raise TransferError("version", f"{path}: version {manifest['version']}; this box reads {VERSION}")
        if {name: _digest(content) for name, content in members.items()} != manifest["sha256"]:
            raise TransferError("damaged", f"{path}: damaged")
        content = json.loads(members.pop("store.json"))
    except FileNotFoundError:
        raise TransferError("no_export", f"{path}: no export here; is the stick in?") from None
    except _DAMAGED as error:
        raise TransferError("damaged", f"{path}: damaged: {error}") from None
    packs = {name.removeprefix("packs/"): body for name, body in members.items() if name.startswith("packs/")}
    for name in packs:
        if ".." in PurePosixPath(name).parts or PurePosixPath(name).is_absolute():
            raise TransferError("damaged", f"{path}: {name}: a file outside the packs folder")
    return content, packs


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
