"""Export and import of everything the box keeps, as one file in a folder of a USB stick.

The file is a zip: `manifest.json` with the format's version and a SHA-256 for each member, `store.json` with teams,
results, used words and settings, and the owner's packs. A running game, whose key is secret, never leaves the box.
"""

import hashlib
import json
import os
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from device.store import Store, StoreError

FILE = "spytable-export.zip"
VERSION = 1
_MOST_BYTES = 512 * 1024 * 1024
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


class TransferError(Exception):
    """An export or import that could not be done; the text says why in one line, and nothing was changed."""


def export(store: Store, data: Path, folder: Path) -> Path:
    """Write everything into a folder and return the file; the file of before stays until the new one is whole.

    Raises:
        TransferError: it could not be written.
    """
    target = folder / FILE
    part = target.with_suffix(".part")
    try:
        if not folder.is_dir():
            raise TransferError(f"{folder}: no such folder; is the stick in?")
        members = {"store.json": json.dumps(store.dump(), ensure_ascii=False).encode()}
        for path in sorted((data / "packs").rglob("*")):
            if path.is_file():
                members[f"packs/{path.relative_to(data / 'packs').as_posix()}"] = path.read_bytes()
        manifest = {"version": VERSION, "sha256": {name: _digest(content) for name, content in members.items()}}
        with part.open("wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("manifest.json", json.dumps(manifest))
                for name, content in members.items():
                    archive.writestr(name, content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
        _sync_folder(folder)
    except (OSError, StoreError) as error:
        with suppress(OSError):
            part.unlink()
        raise TransferError(str(error)) from None
    return target


def import_(store: Store, data: Path, folder: Path) -> None:
    """Take everything from an export in a folder, in place of what the box keeps.

    Raises:
        TransferError: there is none, or it is damaged or of another version; nothing was changed.
    """
    path = folder / FILE
    content, packs = _read(path)
    try:
        fresh = data / "packs.import"
        _remove(fresh)
        for name, body in packs.items():
            target = fresh / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body)
        store.restore(content)
        for name in packs:
            (data / "packs" / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).replace(data / "packs" / name)
        _remove(fresh)
    except (OSError, StoreError) as error:
        raise TransferError(f"{path}: {error}") from None


def _read(path: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(member.file_size for member in archive.infolist()) > _MOST_BYTES:
                raise TransferError(f"{path}: larger than an export of this box")
            members = {member.filename: archive.read(member) for member in archive.infolist()}
        manifest = json.loads(members.pop("manifest.json"))
        if manifest["version"] != VERSION:
            raise TransferError(f"{path}: version {manifest['version']}; this box reads {VERSION}")
        if {name: _digest(content) for name, content in members.items()} != manifest["sha256"]:
            raise TransferError(f"{path}: damaged")
        content = json.loads(members.pop("store.json"))
    except FileNotFoundError:
        raise TransferError(f"{path}: no export here; is the stick in?") from None
    except _DAMAGED as error:
        raise TransferError(f"{path}: damaged: {error}") from None
    packs = {name.removeprefix("packs/"): body for name, body in members.items() if name.startswith("packs/")}
    for name in packs:
        if ".." in PurePosixPath(name).parts or PurePosixPath(name).is_absolute():
            raise TransferError(f"{path}: {name}: a file outside the packs folder")
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
