"""Whether anything in a folder changed since it was read."""

import os
from pathlib import Path

from device.cards.folders import MAX_ENTRIES
from device.files.places import stop_at_depth


def stamp(root: Path) -> int:
    """Return what changes when anything in a folder or below it does: no file is opened for it."""
    told, seen = 0, 0

    def note(error: OSError) -> None:
        nonlocal told
        told = hash((told, error.errno, error.filename))

    for base, folders, names in os.walk(root, onerror=note):
        for name in (*folders, *names):
            told = hash((told, base, name, stamp_of(f"{base}/{name}")))
        stop_at_depth(root, base, folders, note)
        seen += len(folders) + len(names)
        if seen > MAX_ENTRIES:  # more are a fault
            break
    return told


def stamp_of(path: str | Path) -> tuple[int, ...]:
    """Return what changes when a file does; of one that cannot be looked at nothing."""
    try:
        told = os.lstat(path)
    except OSError:
        return ()
    # No inode: the file systems of sticks number a file anew whenever it is looked up again.
    return told.st_mode, told.st_size, told.st_mtime_ns, told.st_ctime_ns
