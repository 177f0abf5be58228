"""Where an import puts fresh packs before any of them counts, and what it replaced until all is done."""

import os
import shutil
from contextlib import ExitStack
from pathlib import Path

from device.files.places import is_own_file
from device.files.replacing import PART

STAGED, REPLACED = "packs.import", "packs.replaced"
_WRITTEN = ("packs", "album", "update")
"""The folders in which files are half written when the power goes."""


def clean_up(data: Path) -> None:
    """Take away what an import left that a power cut ended; a pack it had replaced comes back."""
    staged, replaced = data / STAGED, data / REPLACED
    remove(staged)
    with ExitStack() as undo:
        move_in(replaced, data / "packs", staged, undo)
        undo.pop_all()
    remove(replaced)
    remove(staged)
    for folder in _WRITTEN:
        for part in (data / folder).rglob(f"*{PART}"):  # the others are not looked at: there may be thousands
            if is_own_file(part):
                part.unlink()


def move_in(staged: Path, packs: Path, replaced: Path, undo: ExitStack) -> None:
    """Move fresh files among the packs; `undo` takes every one out again and puts what it replaced back."""
    for file in files_in(staged):
        target, aside = (root / file.relative_to(staged) for root in (packs, replaced))
        for folder in reversed([target.parent, *target.parent.parents]):
            if folder.is_relative_to(packs) and not folder.exists():
                folder.mkdir()
                undo.callback(folder.rmdir)
        if os.path.lexists(target):
            aside.parent.mkdir(parents=True, exist_ok=True)
            target.replace(aside)
            undo.callback(aside.replace, target)
        file.replace(target)
        undo.callback(target.replace, file)


def files_in(folder: Path) -> list[Path]:
    """Return every file in a folder and below it; links are none."""
    return [path for path in sorted(folder.rglob("*")) if is_own_file(path)]


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with all in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
