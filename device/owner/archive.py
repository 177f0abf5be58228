"""An export as a file: read from end to end, bounded in memory, and believed in nothing that was not checked."""

import json
import os
import struct
import zipfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple
from unicodedata import normalize

from device.files.digest import sha256
from device.files.json_loader import once
from device.files.messages import Message, cleaned, joined, message, plainer
from device.files.places import MAX_DEPTH, is_own_file, is_regular
from device.files.reader import Malformed, open_file, printable, shortened
from device.files.replacing import PART
from device.owner.names import MAX_OTHERS, idents, is_ident
from device.owner.staging import see_room
from device.owner.transfer import PIECE, Progress, TransferError, told, write_piece
from device.storage.rows import COLUMNS, MAX_ROWS, Rows, check_rows

FILE = "spytable-export.zip"
BEFORE = "spytable-export-before.zip"
"""The export of before, of this box or another."""
UNNAMED = f"{FILE}{PART}"
"""The newest export until it is whole."""
VERSION = 2
MAX_BYTES = 2 * 1024**3
MAX_MEMBERS = 20_000
MAX_STORE_BYTES = 8 * 1024**2
MAX_DIRECTORY_BYTES = 4 * 1024**2
_END_BYTES = 20 + 22 + 65_535
"""A zip ends with a record of 22 bytes, after which a comment may stand; one of 20 may stand before it."""
_MAX_NAME_BYTES, MAX_WHY = 255, 120
_NO_LIST = message("its list of files is no list, or too long")
STORE, MANIFEST, PACKS = "store.json", "manifest.json", "packs/"


def unpack(
    path: Path, staged: Path, agreed: str | None = None
) -> Generator[Progress, None, tuple[Rows, str, tuple[str, ...]]]:
    """Check an export from end to end, its packs put into a fresh folder on the way; `agreed` tells the one wanted.

    Return what the store holds, and what tells its box, and this export with those it had taken over, from others.
    """
    try:
        if not is_regular(path):
            raise TransferError("no_export", f"{path}: no export here; is the stick in?")
        with _opened(path) as archive:
            version, digests, (_, box, others) = _manifest(archive, path)
            if agreed is not None and agreed != _ident(digests):
                raise TransferError("other", f"{path}: another export than a moment ago")
            packs = [name for name in digests if name != STORE]
            with _writing(staged):
                see_room(staged, sum(archive.getinfo(name).file_size for name in packs))
            for done, name in enumerate(packs, 1):
                for size in extract(archive, name, staged / name.removeprefix(PACKS), digests[name]):
                    yield Progress(done, len(packs) + 1, size)
            content = _stored(archive, digests[STORE])
        rows = check_rows(STORE, _newest(content, version))
        return rows, box, tuple(dict.fromkeys((_ident(digests), *others)))[:MAX_OTHERS]
    except TransferError:
        raise
    except Malformed as error:
        raise TransferError("damaged", joined(str(path), error.line)) from None
    except Exception as error:
        if isinstance(error, OSError):
            raise TransferError("disk", told(error, path)) from None
        raise TransferError("damaged", _damaged(path, error)) from None


def _damaged(path: Path, error: Exception) -> Message:
    """Return what an export has that no box wrote; a screen, which says itself that it is damaged, has what we know."""
    why = error.args[0] if error.args else ""

    def clean(each: str) -> str:
        return shortened(printable(" ".join(each.split())), MAX_WHY)

    text = clean(str(error))
    known = cleaned(why, text, clean) if isinstance(why, Message) else ""
    return plainer(": ".join(filter(None, (str(path), "damaged", text))), joined(str(path), known))


def export_in(folder: Path) -> Path:
    """Return the export to bring back from a folder: the newest, or where that is gone or damaged the last one before.

    Raises:
        OSError: whether it is there cannot be told.
    """
    newest, unnamed = folder / FILE, folder / UNNAMED
    there = is_regular(newest)
    if not there and label_of(unnamed)[0]:
        return unnamed  # it is whole: the power went between the name of the one before and its own
    if not there or _is_damaged(newest):
        with suppress(OSError):
            kept = [path for path in folder.glob(BEFORE.replace(".", "*.")) if is_own_file(path)]
            sound = [path for path in kept if not _is_damaged(path)]
            return max(sound or kept, key=lambda path: path.stat().st_mtime, default=newest)
    return newest


def _is_damaged(path: Path) -> bool:
    """Tell whether a file has nothing in it that an export has; what cannot be read now, or is newer, may have it."""
    try:
        with _opened(path) as archive:
            _manifest(archive, path)
    except (OSError, TransferError):
        return False
    except Exception:  # whatever a file that is none makes its readers throw
        return True
    return False


class Summary(NamedTuple):
    """What an export holds: the games' results, teams and files of packs by name.

    `exact` holds what may be changed in them: a pack's content, a team's notes, whose a result is. `whole`: nothing is
    left out, and no pack has a fault. `ident` tells it from any other one; it is of a `box`, which had taken over
    `others`. One that says no box may be anybody's.
    """

    results: frozenset[tuple[object, ...]]
    teams: frozenset[object]
    packs: frozenset[str]
    whole: bool = True
    box: str = ""
    others: tuple[str, ...] = ()
    ident: str = ""
    exact: frozenset[tuple[object, ...]] = frozenset()

    def covers(self, other: "Summary") -> bool:
        """Tell whether this export has every game, team and file of another one, of its box or that it took over.

        What its own box changed meanwhile was meant; what it took over may be all that another box saved.
        """
        held = self.results >= other.results and self.teams >= other.teams and self.packs >= other.packs
        own = self.box == other.box != ""
        theirs = own or (other.ident in self.others and self.exact >= other.exact)
        return held and self.whole >= other.whole and theirs


def in_rows(
    rows: Rows, packs: Mapping[str, str], whole: bool, box: str, others: tuple[str, ...], ident: str = ""
) -> Summary:
    """Return what an export holds, with the digests of its packs' files by their names."""
    at, teams = [*COLUMNS["result"]].index("team"), {row[0]: tuple(row[1:]) for row in rows["team"]}
    results = {(*row[:at], *row[at + 1 :]): teams.get(row[at], (None,))[0] for row in rows["result"]}
    files = {normalize("NFC", name): digest for name, digest in packs.items()}
    exact = frozenset((*results.items(), *files.items(), *teams.values()))
    names = frozenset(name for name, *_ in teams.values())
    return Summary(frozenset(results), names, frozenset(files), whole, box, others, ident, exact)


def label_of(path: Path) -> tuple[str, str]:
    """Return what tells an export from any other one, and its box from others; empty where this version finds none."""
    try:
        with _opened(path) as archive:
            _, digests, (_, box, _) = _manifest(archive, path)
        return _ident(digests), box
    except Exception:  # whatever a file that is none makes its readers throw
        return "", ""


def summary_of(path: Path) -> Summary | None:
    """Return what an export holds; None where this version finds none."""
    try:
        with _opened(path) as archive:
            _, digests, about = _manifest(archive, path)
            content = _stored(archive, digests[STORE])
        return in_rows(content, {name: digests[name] for name in digests.keys() - {STORE}}, *about, _ident(digests))
    except Exception:  # whatever a file that is none makes its readers throw
        return None


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an export of a stick, where no pipe is waited for and no link followed."""
    with open_file(path, follow=False) as file, open_archive(file) as archive:
        yield archive


def _stored(archive: zipfile.ZipFile, wanted: str) -> Any:
    """Return what the store held; its SHA-256 must be the one that is wanted."""
    content = archive.read(STORE)
    if sha256(content).hexdigest() != wanted:
        raise ValueError(message("{place}: damaged", place=STORE))
    if content.count(b"[") + content.count(b"{") > 2 * MAX_ROWS:
        raise ValueError(message("{place}: more than a box can hold", place=STORE))
    return json.loads(content, object_pairs_hook=once)


def open_archive(file: IO[bytes]) -> zipfile.ZipFile:
    """Open a zip whose list of members is no longer than an export's, and whose members are read a piece at a time.

    Raises:
        zipfile.BadZipFile: it is none.
    """
    end = _check_directory(file)
    archive = zipfile.ZipFile(file)
    if not all(0 <= member.header_offset < end for member in archive.infolist()):  # to go there fails like a stick
        raise zipfile.BadZipFile(_NO_LIST)
    if any(member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for member in archive.infolist()):
        # The others are unpacked whole at once.
        raise zipfile.BadZipFile(message("compressed in a way that no box uses"))
    return archive


def _check_directory(file: IO[bytes]) -> int:
    """See to the length of the list of members before any of it is read into memory; return the byte it ends at."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_BYTES))
    end = file.read()
    at = end.rfind(b"PK\5\6")
    if at < 0 or len(end) - at < 22:
        raise zipfile.BadZipFile(message("no zip file"))
    _, members, length = struct.unpack_from("<HHI", end, at + 8)
    larger = end[max(0, at - 20) :].startswith(b"PK\6\7")  # another list is believed then, of any length
    ends = size - len(end) + at
    if members > MAX_MEMBERS or length > min(MAX_DIRECTORY_BYTES, ends) or larger:
        raise zipfile.BadZipFile(_NO_LIST)
    return ends


def _manifest(archive: zipfile.ZipFile, path: Path) -> tuple[int, dict[str, str], tuple[bool, str, tuple[str, ...]]]:
    """Return the version of an export and the digest each member must have, once they are members a box wrote.

    And whether it is whole, of which box it is and of which others; older versions did not say so.
    """
    files = [member for member in archive.infolist() if not member.is_dir()]
    members = {member.filename: member for member in files}
    if not {MANIFEST, STORE} <= members.keys():
        raise ValueError(message("no {first} and {second} at its top", first=MANIFEST, second=STORE))
    if len(members) != len(files) or sum(each.file_size for each in members.values()) > MAX_BYTES:
        raise ValueError(message("larger than an export of this box"))
    if members[MANIFEST].file_size > MAX_DIRECTORY_BYTES or members[STORE].file_size > MAX_STORE_BYTES:
        raise ValueError(message("larger than an export of this box"))
    manifest: dict[str, Any] = json.loads(archive.read(MANIFEST), object_pairs_hook=once)
    version, digests = manifest["version"], dict[str, str](manifest["sha256"])
    if type(version) is not int or not 1 <= version <= VERSION:
        raise TransferError("version", f"{path}: version {version!r:.20}; this box reads {VERSION}")
    if {*digests, MANIFEST} != {*members}:
        raise ValueError(message("other files than its manifest names"))
    folders = {parent for name in digests for parent in _parents(name)}
    for name in digests:
        if name != STORE and not (name.startswith(PACKS) and plain(name) and name not in folders):
            raise ValueError(message("{place}: no file in the packs folder", place=f"{name!r:.60}"))
    box = manifest.get("box")
    about = manifest.get("whole") is not False, box if is_ident(box) else "", idents(manifest.get("others"))
    return version, digests, about


def _ident(digests: Mapping[str, str]) -> str:
    """Return what tells an export from any with other content."""
    return sha256(json.dumps(sorted(digests.items())).encode()).hexdigest()[:16]


def _parents(name: str) -> Iterator[str]:
    parts = name.split("/")
    return ("/".join(parts[:count]) for count in range(1, len(parts)))


def plain(name: str) -> bool:
    """Tell whether every part of a path is a name a file can have, none leads elsewhere, and it lies not too deep."""
    return name.count("/") <= MAX_DEPTH + 1 and all(
        part not in ("", ".", "..") and "\0" not in part and len(part.encode()) <= _MAX_NAME_BYTES
        for part in name.split("/")
    )


def _newest(content: Any, version: int) -> Any:
    """Return what the store of an older version held as one of this version holds it."""
    if version == 1:
        content["used"] = [[*row, 0] for row in content["used"]]
        content["result"] = [[*row, None, None] for row in content["result"]]
    return content


def extract(archive: zipfile.ZipFile, name: str, target: Path, wanted: str) -> Iterator[int]:
    """Write a member to a file, a piece at each step, whose bytes it yields; its SHA-256 must be the one wanted."""
    digest = sha256()
    with archive.open(name) as source:
        with _writing(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            file = target.open("xb", buffering=0)
        with file:
            for piece in iter(lambda: source.read(PIECE), b""):
                digest.update(piece)
                with _writing(target):
                    write_piece(file, piece)
                yield len(piece)
    if digest.hexdigest() != wanted:
        raise ValueError(message("{place}: damaged", place=name))
    yield 0


def digest_of(archive: zipfile.ZipFile, name: str, wanted: str) -> Iterator[None]:
    """Read a member, a piece at each step; its SHA-256 must be the one that is wanted."""
    digest = sha256()
    with archive.open(name) as source:
        for piece in iter(lambda: source.read(PIECE), b""):
            digest.update(piece)
            yield
    if digest.hexdigest() != wanted:
        raise ValueError(message("{place}: damaged", place=name))


@contextmanager
def _writing(place: Path) -> Iterator[None]:
    """Tell a memory card that takes no more from an export that cannot be read."""
    try:
        yield
    except OSError as error:
        raise TransferError("disk", told(error, place)) from None
