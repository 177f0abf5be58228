"""An update as a file: a zip with a manifest, its signature, the wheels and the system's files; made by systemd/bundle.

`manifest.json` names the version, the machines and Pythons it is for, and a SHA-256 of every other member, so that a
signature of the manifest is one of the whole.
"""

import platform
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

from device.files.failures import reason
from device.files.json_loader import parse
from device.files.messages import joined
from device.files.minisign import is_signed
from device.files.places import is_own_file
from device.files.reader import Reader, open_file
from device.owner.archive import MAX_MEMBERS, digest_of, extract, open_archive, plain
from device.owner.transfer import Progress, TransferError

NAMES = "spytable-*.update"
MANIFEST, SIGNATURE = "manifest.json", "manifest.json.minisig"
PROGRAM, FORMAT = "spytable", 1
MAX_BYTES = 1024**3
_MAX_MANIFEST_BYTES = 1024**2
_FIELDS = ("name", "format", "version", "machines", "pythons", "sha256")


class UpdateError(TransferError):
    """An update that is not put in; the text says why in one line, and nothing was changed."""


class Wanted(NamedTuple):
    """What an update must be: newer than `version`, signed by `key` unless that is empty, for this machine."""

    version: str
    key: str = ""
    machine: str = platform.machine()
    python: str = f"{sys.version_info[0]}.{sys.version_info[1]}"


class UpdateFile:
    """An update whose manifest was read and found good; what else is in it is checked as it is read."""

    def __init__(self, path: Path, archive: zipfile.ZipFile, manifest: Mapping[str, Any]) -> None:
        self._path, self._archive = path, archive
        self.version = str(manifest["version"])
        self._digests = dict[str, str](manifest["sha256"])

    def check(self) -> Iterator[Progress]:
        """Read everything, a piece at each step.

        Raises:
            UpdateError: a member is damaged.
        """
        for done, (name, digest) in enumerate(self._digests.items(), 1):
            with _as_one_error(self._path, name):
                yield from (Progress(done, len(self._digests)) for _ in digest_of(self._archive, name, digest))

    def unpack(self, target: Path) -> Iterator[Progress]:
        """Write everything into a fresh folder, a piece at each step.

        Raises:
            UpdateError: a member is damaged, or could not be written.
        """
        for done, (name, digest) in enumerate(self._digests.items(), 1):
            with _as_one_error(self._path, name):
                for _ in extract(self._archive, name, target / name, digest):
                    yield Progress(done, len(self._digests))


@contextmanager
def opened(path: Path, wanted: Wanted, file: IO[bytes] | None = None) -> Iterator[UpdateFile]:
    """Open an update that may be put in; `file` is the open file, else the path is opened.

    Raises:
        UpdateError: it may not, or cannot be read.
    """
    with _as_one_error(path), file or open_update(path) as source, open_archive(source) as archive:
        yield UpdateFile(path, archive, _manifest(path, archive, wanted))


def open_update(path: Path) -> IO[bytes]:
    """Open the file of an update, not through a link: the folder it lies in may be another user's.

    Raises:
        UpdateError: there is none, or it cannot be read.
    """
    try:
        return open_file(path, follow=False)
    except OSError as error:
        gone = isinstance(error, FileNotFoundError | NotADirectoryError)
        raise UpdateError("no_file" if gone else "unreadable", joined(str(path), reason(error))) from None


def newest(folder: Path) -> Path | None:
    """Return the update in a folder with the highest version in its name."""
    with suppress(OSError):
        there = filter(is_own_file, folder.glob(NAMES))
        return max(there, key=lambda path: number(path.stem.removeprefix("spytable-")), default=None)
    return None


def number(version: str) -> tuple[int, ...]:
    """Return a version as something to compare; empty where it is none."""
    if not re.fullmatch(r"\d{1,6}(\.\d{1,6}){0,3}", version):
        return ()
    parts = [int(part) for part in version.split(".")]
    return tuple(parts + [0] * (4 - len(parts)))


@contextmanager
def _as_one_error(path: Path, member: str = "") -> Iterator[None]:
    """Take whatever a file that is no good makes the readers raise for one thing; name the file, and its member."""
    try:
        yield
    except UpdateError:
        raise
    except TransferError as error:
        raise UpdateError("disk", joined(str(path), error.text)) from None
    except OSError as error:
        raise UpdateError("disk", joined(str(path), member, reason(error))) from None
    except Exception as error:
        why = " ".join(str(error).split()).removesuffix(": damaged")
        place = "" if member in why else member
        raise UpdateError("damaged", ": ".join(filter(None, (str(path), "damaged", place, why)))) from None


def _manifest(path: Path, archive: zipfile.ZipFile, wanted: Wanted) -> Mapping[str, Any]:
    members = {member.filename: member for member in archive.infolist()}
    if MANIFEST not in members:
        raise UpdateError("foreign", f"{path}: no update of this box")
    if len(members) != len(archive.infolist()) or len(members) > MAX_MEMBERS:
        raise ValueError("a member twice, or too many")
    if members[MANIFEST].file_size > _MAX_MANIFEST_BYTES or sum(m.file_size for m in members.values()) > MAX_BYTES:
        raise ValueError("larger than an update of this box")
    content = archive.read(MANIFEST)
    if wanted.key:
        _check_signature(path, archive, content, wanted.key)
    manifest = _read(content)
    if manifest["name"] != PROGRAM or manifest["format"] != FORMAT:
        raise UpdateError("foreign", f"{path}: no update of this box, or of a kind this version does not know")
    _check_fields(manifest)
    _check_names(members.keys() - {MANIFEST, SIGNATURE}, manifest["sha256"])
    _check_wanted(path, manifest, wanted)
    return manifest


def _read(content: bytes) -> Mapping[str, Any]:
    try:
        found = parse(content.decode())
    except UnicodeDecodeError:
        raise ValueError(f"{MANIFEST}: no text in UTF-8") from None
    except ValueError as error:
        raise ValueError(f"{MANIFEST}: no JSON: {error}") from None
    return Reader(MANIFEST).mapping(found, "", _FIELDS, (*found,) if isinstance(found, dict) else ())


def _check_fields(manifest: Mapping[str, Any]) -> None:
    reader = Reader(MANIFEST)
    if not number(reader.text(manifest["version"], "version")):
        reader.fail("version", manifest["version"], "up to four numbers with dots between, as 1.2.3")
    for field in ("machines", "pythons"):
        for each in reader.listing(manifest[field], field, "texts"):
            reader.text(each, field)
    if not isinstance(manifest["sha256"], dict):
        reader.fail("sha256", manifest["sha256"], "a mapping of files to their SHA-256")
    for name, digest in manifest["sha256"].items():
        reader.text(digest, f"sha256.{name:.40}")


def _check_signature(path: Path, archive: zipfile.ZipFile, content: bytes, key: str) -> None:
    try:
        with archive.open(SIGNATURE) as file:
            signature = file.read(4096).decode()
    except KeyError:
        raise UpdateError("unsigned", f"{path}: not signed, and operator.update_key asks for it") from None
    if not is_signed(content, signature, key):
        raise UpdateError("unsigned", f"{path}: not signed with the key of operator.update_key")


def _check_names(names: "set[str]", digests: Mapping[str, str]) -> None:
    if names != {*digests}:
        raise ValueError("other files than its manifest names")
    for name in names:
        if not (plain(name) and name.partition("/")[0] in ("wheels", "systemd") and "/" in name):
            raise ValueError(f"{name!r:.60}: no file of an update")


def _check_wanted(path: Path, manifest: Mapping[str, Any], wanted: Wanted) -> None:
    version = manifest["version"]
    if wanted.machine not in manifest["machines"] or wanted.python not in manifest["pythons"]:
        kind = f"{wanted.machine} with Python {wanted.python}"
        raise UpdateError("machine", f"{path}: for other machines; this one is {kind}")
    if number(version) <= number(wanted.version):
        raise UpdateError("older", f"{path}: version {version} is not newer than {wanted.version}, which runs here")
