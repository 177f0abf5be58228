"""What lies at a path that came from outside: a path that cannot be looked at leads to nothing."""

import errno
import os
import stat
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

from device.files.clean import fault_of_text
from device.files.failures import reason
from device.files.messages import message

MAX_PATH = 1000
"""Characters of a path."""
MAX_DEPTH = 20
"""Folders in one another; what goes through them goes deeper itself at each."""
NO_LINK = message("the file or folder itself, not a link to it")
"""A link on a stick may lead to any file of the box."""
NO_FOLDER = message("a file, no folder and no device")


def is_whole_path(text: str) -> bool:
    """Tell whether a text is a path that leads to the same place from everywhere, in characters one can see."""
    return text.startswith("/") and fault_of_text(text, MAX_PATH) is None


def is_there(path: Path) -> bool:
    """Tell whether anything lies at a path, if only a link.

    Raises:
        OSError: it cannot be looked at; what is there may be lost by who takes it for nothing.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def spelt_as_in(folder: Path, path: Path) -> Path:
    """Return a path within a folder as what lies there is spelt: a Mac may write an accent as a sign of its own.

    Raises:
        OSError: it cannot be told; spelt otherwise it would come to lie beside what it belongs to.
    """
    spelt = Path()
    for part in path.parts:
        spellings = part, unicodedata.normalize("NFC", part), unicodedata.normalize("NFD", part)
        there = (each for each in spellings if _lies_there(folder / spelt / each))
        spelt /= part if part.isascii() else next(there, part)
    return spelt


def _lies_there(path: Path) -> bool:
    try:
        return is_there(path)
    except ValueError:
        return False
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:  # its accents apart a name is longer
            raise
        return False


def places_in(folder: Path, paths: Iterable[Path]) -> dict[Path, Path]:
    """Return where in a folder what comes from paths within another one is to lie, no two in one place.

    Raises:
        OSError: it cannot be told, as `spelt_as_in`.
    """
    coming = [*paths]
    places, taken = dict[Path, Path](), {*coming}
    for path in coming:
        spelt = spelt_as_in(folder, path)
        places[path] = path if spelt in taken else spelt
        taken.add(spelt)
    return places


def is_file(path: Path) -> bool:
    """Tell whether a path leads to a file one can look at."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_own_file(path: Path) -> bool:
    """Tell whether a file one can look at lies at a path itself, not a link: a stick's may lead anywhere in the box."""
    try:
        return is_regular(path)
    except (OSError, ValueError):
        return False


def is_regular(path: Path) -> bool:
    """Tell whether a file lies at a path itself, not a link.

    Raises:
        OSError: it cannot be looked at, as `is_there`.
    """
    return is_there(path) and stat.S_ISREG(path.lstat().st_mode)


def fault_of_link(path: Path) -> str | None:
    """Say what should lie at a path instead of a link, or why it cannot be looked at; None where it is neither."""
    try:
        return NO_LINK if stat.S_ISLNK(path.lstat().st_mode) else None
    except OSError as error:
        return reason(error)


def fault_of_file(path: Path) -> str | None:
    """Say what should lie at a path instead of what does; None where it is a file, nothing, or cannot be looked at."""
    try:
        mode = path.lstat().st_mode
    except (OSError, ValueError):
        return None
    return NO_LINK if stat.S_ISLNK(mode) else None if stat.S_ISREG(mode) else NO_FOLDER


def see_no_link(path: Path) -> None:
    """See that what is read or written at a path lies there itself.

    Raises:
        OSError: a link lies in its place.
    """
    if path.is_symlink():
        raise NotADirectoryError(errno.ENOTDIR, NO_LINK, str(path))


def stop(error: OSError) -> None:
    """Raise what a walk is told of: nothing is to be passed over."""
    raise error


def files_in(folder: Path, failed: Callable[[OSError], None] = stop) -> list[Path]:
    """Return every file in a folder and below it; links are none. `failed` is told of what cannot be looked at.

    Raises:
        OSError: the folder is a link; or some of it cannot be looked at, and nobody else is told.
    """
    try:
        there = is_there(folder)
    except OSError as error:
        failed(error)
        return []
    if not there:
        return []
    see_no_link(folder)
    found = []
    for base, folders, names in os.walk(folder, onerror=failed):
        stop_at_depth(folder, base, folders, failed)
        for path in (Path(base) / name for name in names):
            try:
                found += [path] if stat.S_ISREG(path.lstat().st_mode) else []
            except OSError as error:
                failed(error)
    return sorted(found)


def stop_at_depth(top: Path, base: str, folders: list[str], failed: Callable[[OSError], None]) -> None:
    """Take out the folders in one that lies as deep below the top as a walk goes; `failed` is told of them."""
    if folders and len(Path(base).parts) - len(top.parts) >= MAX_DEPTH:
        folders.clear()
        failed(OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG), base))


def is_folder(path: Path) -> bool:
    """Tell whether a path leads to a folder one can look at."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder and those above it, where there is none yet.

    Raises:
        OSError: it cannot be made; something else may lie in its place.
    """
    try:
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None


def no_folder(path: Path) -> bool:
    """Tell whether something that is no folder lies at a path, or where a folder above it should be."""
    there = next((place for place in (path, *path.parents) if os.path.lexists(place)), None)
    return there is not None and not is_folder(there)
