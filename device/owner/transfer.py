"""What every way to and from a stick has: pieces, progress, and failures that name their place."""

from pathlib import Path
from typing import IO, Literal, NamedTuple

from device.files.failures import reason
from device.files.reader import Malformed

PIECE = 1024**2
"""Bytes that are read and written at a step."""
Trouble = Literal[
    "config",
    "damaged",
    "disk",
    "limits",
    "no_config",
    "no_export",
    "no_folder",
    "no_packs",
    "other",
    "unfinished",
    "version",
]
"""What can be wrong with an export, an import or a copy."""
UpdateTrouble = Literal["damaged", "disk", "foreign", "machine", "no_file", "not_installed", "older", "unsigned"]
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


def told(error: Exception, otherwise: Path) -> str:
    """Return what went wrong, with the file at which it did; of two, the one that was to be there."""
    place = getattr(error, "filename2", None) or getattr(error, "filename", None) or otherwise
    return Malformed(str(place), "", "", reason(error)).line
