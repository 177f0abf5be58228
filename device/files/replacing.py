"""A file given its content in one step."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PART = ".part"
"""How the name of a file ends that is being written."""


def sync(path: Path) -> None:
    """Have what was written to a file, or the names of what is in a folder, on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def replacing(path: Path, before: Path | None = None) -> Iterator[IO[bytes]]:
    """Write a file that takes the place of another by one rename, once all of it is on the disk.

    It is called `<name>.part` until then; whatever is raised meanwhile leaves the other as it was. With `before` the
    other is given that name just before: a power cut between the two leaves it there.
    """
    part = path.with_name(f"{path.name}{PART}")
    while part.is_dir() and not part.is_symlink():  # somebody's: it stays
        part = part.with_name(f"{part.name}{PART}")
    part.unlink(missing_ok=True)  # a pipe or a link may lie there, or what a power cut left half written
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            path.replace(before)
        try:
            part.replace(path)
        except OSError:
            if before is not None:
                before.replace(path)
            raise
        sync(path.parent)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
