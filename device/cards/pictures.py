"""Whether a file is a picture a card can show, told from its first and last bytes; no picture is drawn for it."""

import os
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from device.files.failures import reason
from device.files.messages import message
from device.files.reader import open_file

MIN_SIDE = 32
MAX_PIXELS = 24_000_000
MAX_STRETCH = 4
MAX_BYTES = 40_000_000
_PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
_JPEG, _JPEG_END = b"\xff\xd8", b"\xff\xd9"
_TAIL = 64
_HEAD = 65_536
_MAX_SEGMENTS, _MAX_PADDING = 2000, 16
"""Segments of a JPEG before its picture, and bytes that may pad a marker."""
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""The JPEG markers that tell the picture's size."""
_MARK = re.compile(rb"\xff([^\x00\xff])", re.DOTALL)
_RESTARTS = range(0xD0, 0xD8)
_BETWEEN_SCANS = {0xC4, 0xDA, 0xDB, 0xDC, 0xDD, 0xFE, *range(0xE0, 0xF0)}
_SCAN, _APP1, _ORIENTATION = 0xDA, 0xE1, 0x0112


class Look(NamedTuple):
    """What the head of a picture says; `orientation` is Exif's, 1 when it stands upright."""

    width: int
    height: int
    colours: int
    orientation: int
    whole: bool


class Unfit(ValueError):
    """A file that is no picture a card can show."""


def fault_of(path: Path) -> str | None:
    """Say what a card needs instead of this file; None when it can show it."""
    try:
        with open_file(path, follow=False) as file:
            return _seen(file)[1]
    except OSError as error:
        return reason(error)


def mark(content: BinaryIO) -> str:
    """Return what tells a picture from nearly any other that may come to lie in its file: its size, how it begins."""
    content.seek(0)
    begins = zlib.crc32(content.read(_HEAD))
    size = content.seek(0, os.SEEK_END)
    content.seek(0)
    return f"{size}-{begins:08x}"


def mark_of(path: Path) -> str:
    """Return the mark of the picture in a file; of one that cannot be read none."""
    try:
        with open_file(path, follow=False) as file:
            return mark(file)
    except OSError:
        return ""


@contextmanager
def opened(path: Path, *, any_shape: bool = False) -> Iterator[tuple[BinaryIO, int]]:
    """Open a picture to decode it, and tell how it lies: 1 upright, 6 to be turned clockwise, and so on to 8 (Exif's).

    What lies there may have changed since its pack was read. One of `any_shape` was made by the box, small or narrow.

    Raises:
        OSError: the file cannot be read.
        Unfit: it is none that a card can show.
    """
    with open_file(path, follow=False) as file:
        look, fault = _seen(file, any_shape=any_shape)
        if look is None or fault is not None:
            raise Unfit(fault)
        file.seek(0)
        # Classic pygame reads on from where the file itself stands, not from where its buffer does.
        yield BytesIO(file.read(MAX_BYTES)), look.orientation


def _seen(file: BinaryIO, *, any_shape: bool = False) -> tuple[Look | None, str | None]:
    """Return what a file's head says, and what a card needs instead; one that is too large is not looked into."""
    if os.fstat(file.fileno()).st_size > MAX_BYTES:
        return None, message("a file of at most {n} MB", n=MAX_BYTES // 1_000_000)
    look = _look(file)
    return look, _fault(look, any_shape=any_shape)


def _fault(look: Look | None, *, any_shape: bool = False) -> str | None:
    if look is None or not look.whole:
        return message("a whole picture, PNG or JPEG")
    if look.colours > 3:
        return message("a picture in RGB or grey, not in CMYK")
    short, long = sorted((look.width, look.height))
    if short < MIN_SIDE and not any_shape:
        return message("a picture of at least {n} × {n} pixels", n=MIN_SIDE)
    if short * long > MAX_PIXELS:
        return message("a picture of at most {n} million pixels", n=MAX_PIXELS // 1_000_000)
    if long > MAX_STRETCH * short and not any_shape:
        return message("a picture at most {n} times as long as it is wide", n=MAX_STRETCH)
    return None


def _look(file: BinaryIO) -> Look | None:
    """Return what a file's head says; None when it is no picture."""
    head = file.read(24)
    if head.startswith(_PNG) and head[12:16] == b"IHDR" and len(head) == 24:
        width, height = struct.unpack(">II", head[16:24])
        return Look(width, height, 3, 1, _PNG_END in _tail(file))
    return _jpeg(file) if head.startswith(_JPEG) else None


def _tail(file: BinaryIO, length: int = _TAIL) -> bytes:
    file.seek(max(0, file.seek(0, 2) - length))
    return file.read()


def _jpeg(file: BinaryIO) -> Look | None:
    """Go from marker to marker to the picture itself: the size and how it lies come before it."""
    found: tuple[int, int, int] | None = None
    lies = 1
    for kind, length in _segments(file):
        if kind in _FRAMES:
            height, width, colours = struct.unpack(">xHHB", file.read(6).ljust(6, b"\0"))
            found = width, height, colours
        elif kind == _APP1:
            lies = _exif_orientation(file.read(length)) or lies
        elif kind == _SCAN:
            return Look(*found, lies, _ends(file)) if found else None
    return None


def _segments(file: BinaryIO) -> Iterator[tuple[int, int]]:
    """Yield each marker and the length of what follows it, which is passed over; no more of them than any has."""
    file.seek(len(_JPEG))
    for _ in range(_MAX_SEGMENTS):
        mark = file.read(4)
        for _ in range(_MAX_PADDING):  # markers may be padded
            if mark[:2] != b"\xff\xff":
                break
            mark = mark[1:] + file.read(1)
        if len(mark) < 4 or mark[0] != 0xFF or mark[1] == 0xFF:
            return
        length = struct.unpack(">H", mark[2:])[0] - 2
        if length < 0:
            return
        start = file.tell()
        yield mark[1], length
        file.seek(start + length)


def broken_inside(file: BinaryIO) -> bool:
    """Tell whether what is drawn of a JPEG holds what none may hold; a decoder goes on over that without a word.

    Raises:
        OSError: the file cannot be read.
    """
    file.seek(0)
    if file.read(len(_JPEG)) != _JPEG:
        return False
    drawn = (file.tell() + length for kind, length in _segments(file) if kind == _SCAN)
    file.seek(next(drawn, 0))
    content = file.read(MAX_BYTES)
    at = restarts = 0
    while True:
        mark = _MARK.search(content, at)
        if mark is None:
            return True
        kind = mark[1][0]
        if kind == _JPEG_END[1]:
            return False
        if kind in _RESTARTS:
            if kind != _RESTARTS[restarts % len(_RESTARTS)]:
                return True
            at, restarts = mark.end(), restarts + 1
            continue
        if kind not in _BETWEEN_SCANS:
            return True
        at, restarts = mark.end() + int.from_bytes(content[mark.end() : mark.end() + 2]), 0


def _ends(file: BinaryIO) -> bool:
    """Tell whether a JPEG comes to its end; some cameras write more behind it, as a film of the moment."""
    start = file.tell()
    file.seek(max(start, file.seek(0, os.SEEK_END) - _HEAD))
    tail = file.read()
    if _JPEG_END in tail:
        return True
    if any(mark[1][0] not in _RESTARTS and mark[1][0] not in _BETWEEN_SCANS for mark in _MARK.finditer(tail)):
        return True  # that is no picture any more; what is before it shows when it is drawn
    file.seek(start)
    return _JPEG_END in file.read(MAX_BYTES)


def _exif_orientation(segment: bytes) -> int:
    """Return what Exif says of how the picture lies; 0 when it says nothing."""
    if segment[:6] != b"Exif\0\0":
        return 0
    tiff = segment[6:]
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2], "")
    try:
        (first,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, first)
        for entry in range(first + 2, first + 2 + 12 * count, 12):
            tag, kind, _, value = struct.unpack_from(f"{order}HHIH", tiff, entry)
            if order and (tag, kind) == (_ORIENTATION, 3) and 1 <= value <= 8:
                return int(value)
    except struct.error:
        return 0
    return 0
