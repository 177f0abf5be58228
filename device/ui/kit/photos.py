"""Pictures as pygame sees them: read to the last pixel, and written so that a full disk is noticed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import pygame

from device.cards.packs import Pack
from device.cards.pictures import Unfit, broken_inside, opened
from device.files.messages import message
from device.files.reader import Malformed, writable


def spoilt(pack: Pack, file: Path) -> Iterator[Malformed]:
    """Yield a fault for every picture of a pack, read from a file, that is not whole inside."""
    for card in pack.cards:
        if card.file is not None and not _is_whole(card.file):
            allowed = message("a whole picture, PNG or JPEG")
            yield Malformed(str(file), writable(card.file.name), "", allowed)


def _is_whole(file: Path) -> bool:
    try:
        with opened(file) as (content, _):
            if broken_inside(content):
                return False
            content.seek(0)
            read(content)
            return True
    except (OSError, Unfit, pygame.error):
        return False


def read(content: BinaryIO) -> pygame.Surface:
    """Return the picture of a file's content; what its library has to say of it, which names no file, is not heard.

    Raises:
        pygame.error: it is none.
    """
    with _unheard():
        return pygame.image.load(content)


@contextmanager
def _unheard() -> Iterator[None]:
    try:
        stderr = os.dup(2)
    except OSError:  # there is none
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.close(nowhere)
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)


def png(picture: pygame.Surface) -> bytes:
    """Return a picture as PNG; pygame itself says nothing when a disk is full."""
    content = BytesIO()
    pygame.image.save(picture, content, ".png")
    return content.getvalue()
