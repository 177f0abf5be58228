"""Whether a file is a picture a card can show, told from its first and last bytes; no picture is drawn for it."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from device.files.messages import message

ENDINGS = (".png", ".jpg", ".jpeg")
LEAST_SIDE = 32
MOST_PIXELS = 24_000_000
MOST_STRETCH = 4
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
_JPEG = b"\xff\xd8"
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The JPEG markers that tell the picture's size."""


def why_not(path: Path) -> str | None:
    """Say what a card needs instead of this file; None when it can show it."""
    try:
        with path.open("rb") as file:
            size = _size(file)
    except OSError as error:
        return error.strerror or str(error)
    if size is None:
        return message("a whole picture, PNG or JPEG")
    short, long = sorted(size)
    if short < LEAST_SIDE:
        return message("a picture of at least {n} × {n} pixels", n=LEAST_SIDE)
    if short * long > MOST_PIXELS:
        return message("a picture of at most {n} million pixels", n=MOST_PIXELS // 1_000_000)
    if long > MOST_STRETCH * short:
        return message("a picture at most {n} times as long as it is wide", n=MOST_STRETCH)
    return None


def folders(root: Path, packs: list[Path]) -> Iterator[Path]:
    """Yield the folders below one that hold pictures of their own: not in or below that of a pack file."""
    of_files = {path.parent for path in packs} - {root}
    for folder in sorted(path for path in root.rglob("*") if path.is_dir() and not hidden(path, root)):
        own = not of_files & {folder, *folder.parents} and not any(folder in path.parents for path in packs)
        if own and next(files(folder), None):
            yield folder


def files(folder: Path) -> Iterator[Path]:
    """Yield the picture files of a folder."""
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in ENDINGS and path.is_file() and not hidden(path, folder):
            yield path


def hidden(path: Path, root: Path) -> bool:
    """Tell whether a file or a folder on its way was put there by a computer, not by people."""
    return any(part.startswith(".") or part == "__MACOSX" for part in path.relative_to(root).parts)


def _size(file: BinaryIO) -> tuple[int, int] | None:
    """Return the width and height of a picture; None when it is none or its end is missing."""
    head = file.read(24)
    if head.startswith(_PNG):
        file.seek(max(0, file.seek(0, 2) - 64))
        whole = head[12:16] == b"IHDR" and _PNG_END in file.read()
        return struct.unpack(">II", head[16:24]) if whole else None
    return _jpeg_size(file) if head.startswith(_JPEG) else None


def _jpeg_size(file: BinaryIO) -> tuple[int, int] | None:
    """Go from marker to marker until one tells the size."""
    file.seek(len(_JPEG))
    while len(mark := file.read(4)) == 4 and mark[0] == 0xFF:
        kind, length = mark[1], struct.unpack(">H", mark[2:])[0]
        if kind in _FRAMES:
            told = file.read(5)
            height, width = struct.unpack(">xHH", told) if len(told) == 5 else (0, 0)
            return width, height
        if kind == 0xDA or length < 2:
            return None
        file.seek(length - 2, 1)
    return None
