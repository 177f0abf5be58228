"""A recorded disk: what it may hold when the power goes, by what was written, and what was synced."""

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from random import Random

_HEAD = struct.Struct("=IIIIQ")
_SECTOR = 512
Lands = Callable[[], bool]
"""Whether the next change that was not synced is on the disk."""


class Kind(IntEnum):
    """What was done to a file."""

    WRITE = 1
    TRUNCATE = 2
    SYNC = 3
    CREATE = 4
    UNLINK = 5
    RENAME = 6


@dataclass(frozen=True, slots=True)
class Entry:
    """One change or sync; a rename's `data` is the new name; a sync of no file is one of the folder."""

    kind: Kind
    path: str
    data: bytes
    offset: int


def read(log: Path) -> Iterator[Entry]:
    """Yield the entries of a log; the last may be cut short."""
    content = log.read_bytes()
    at = 0
    while at + _HEAD.size <= len(content):
        kind, path, size, _, offset = _HEAD.unpack_from(content, at)
        start = at + _HEAD.size
        at = start + path + size
        if at <= len(content):
            yield Entry(Kind(kind), content[start : start + path].decode(), content[start + path : at], offset)


@dataclass(slots=True)
class _File:
    """A file: what is surely on the disk, and the changes since, of which any may be there or not."""

    synced: bytearray = field(default_factory=bytearray)
    since: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        self.synced = self.content(lambda: True)
        self.since.clear()

    def content(self, lands: Lands) -> bytearray:
        content = bytearray(self.synced)
        for offset, data in self.since:
            if data is None:
                if lands():
                    del content[offset:]
                    content.extend(bytes(offset - len(content)))
                continue
            for at in range(0, len(data), _SECTOR):
                if lands():
                    part, start = data[at : at + _SECTOR], offset + at
                    content.extend(bytes(max(0, start - len(content))))
                    content[start : start + len(part)] = part
        return content


class Disk:
    """The files of a folder while a recording is played back; file names are changed for sure once it is synced."""

    def __init__(self) -> None:
        """Begin with an empty folder."""
        self._names: dict[str, _File] = {}
        self._history: list[dict[str, _File]] = [{}]

    def apply(self, entry: Entry) -> None:
        """Do what was recorded."""
        file = self._names.get(entry.path)
        if entry.kind is Kind.SYNC and file is None:
            self._history = [self._names]
            return
        match entry.kind:
            case Kind.WRITE:
                assert file is not None
                file.since.append((entry.offset, entry.data))
            case Kind.TRUNCATE:
                assert file is not None
                file.since.append((entry.offset, None))
            case Kind.SYNC:
                assert file is not None
                file.sync()
            case Kind.CREATE:
                self._rename({**self._names, entry.path: _File()})
            case Kind.UNLINK:
                self._rename({name: each for name, each in self._names.items() if name != entry.path})
            case Kind.RENAME:
                assert file is not None
                others = {name: each for name, each in self._names.items() if name != entry.path}
                self._rename({**others, entry.data.decode(): file})

    def _rename(self, names: dict[str, _File]) -> None:
        self._names = names
        self._history.append(names)

    def all_written(self, folder: Path) -> None:
        """Put into a folder what a killed process leaves."""
        self._put(folder, self._names, lambda: True)

    def only_synced(self, folder: Path) -> None:
        """Put into a folder the least that a power cut leaves."""
        self._put(folder, self._history[0], lambda: False)

    def some_written(self, folder: Path, rng: Random) -> None:
        """Put into a folder what a power cut may leave: any of what was not synced, sector by sector."""
        self._put(folder, rng.choice(self._history), lambda: rng.random() < 0.5)

    def _put(self, folder: Path, names: dict[str, _File], lands: Lands) -> None:
        for name, file in names.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content(lands))
