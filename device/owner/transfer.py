"""What every way to and from a stick has: pieces, progress, and failures that name their place."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Literal, NamedTuple

from device.files.failures import reason
from device.files.messages import message
from device.files.reader import Malformed

PIECE = 1024**2
"""Bytes that are read and written at a step."""
MAX_PACKS_BYTES = 1024**3
"""Bytes of all packs that an export takes, half of what an import does: no more come into a box."""
Trouble = Literal[
    "config",
    "damaged",
    "disk",
    "limits",
    "no_config",
    "no_export",
    "no_folder",
    "no_packs",
    "no_place",
    "other",
    "unfinished",
    "version",
]
"""What can be wrong with an export, an import or a copy."""
UpdateTrouble = Literal[
    "damaged",
    "disk",
    "foreign",
    "installer",
    "machine",
    "no_file",
    "not_installed",
    "older",
    "unreadable",
    "unsigned",
]
"""What can be wrong with an update."""


class TransferError(Exception):
    """An export or import that could not be done; the text says why in one line, and nothing was changed."""

    def __init__(self, trouble: Trouble | UpdateTrouble, text: str) -> None:
        super().__init__(text)
        self.trouble, self.text = trouble, text


class Progress(NamedTuple):
    """How many steps of an export or import are done, and how many there are; `size`: the bytes of the last piece."""

    done: int
    total: int
    size: int = PIECE


def read_piece(source: IO[bytes], path: Path) -> bytes:
    """Read a piece of a file; a failure names it, as one that opens it does."""
    try:
        return source.read(PIECE)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_piece(target: IO[bytes], piece: bytes) -> None:
    """Write a piece of a file to the disk: all of a large one at its end takes longer than a watchdog waits."""
    rest = memoryview(piece)
    while rest:
        rest = rest[target.write(rest) :]
    target.flush()
    os.fsync(target.fileno())


def more_of(lines: Sequence[str]) -> str:
    """Return the first of some lines, and how many more there are."""
    return lines[0] if len(lines) == 1 else message(f"{{line}} (+ {len(lines) - 1})", line=lines[0])


def told(error: Exception, otherwise: Path) -> str:
    """Return what went wrong, with the file at which it did; of two, the one that was to be there."""
    place = getattr(error, "filename2", None) or getattr(error, "filename", None) or otherwise
    return Malformed(str(place), "", "", reason(error)).line
