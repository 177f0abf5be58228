"""Where an import puts fresh packs before any of them counts, and how all of them come to count at once.

They are gathered in one folder. When it is whole and on the disk it is renamed, and from then on it is the import: a
power cut before leaves the box as it was, one after is made up for by the next start.
"""

import errno
import json
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from device.files.messages import message
from device.files.places import files_in, is_own_file, is_there, no_folder, places_in, see_no_link
from device.files.reader import Malformed
from device.files.replacing import PART, replacing, sync
from device.owner.transfer import TransferError, told
from device.storage.rows import Rows, check_rows, numbered_anew
from device.storage.store import Store, StoreError

STAGED, READY = "packs.import", "packs.ready"
GATHERED, ROWS, REPLACED = "packs", "store.json", "replaced"
"""What is in either: the packs, what the store is to hold, if that changes, and what was replaced until all is done."""
OUT = "packs.out"
"""Where several things that are taken out of the packs gather; until all are there none has gone."""
_TAKEN = "operator_taken_in"
"""A setting that tells the rows of one import from those of another."""
_PASSED = "operator_passed_over"
"""A setting of a store over which no rows that wait are to come: something was played since."""
ROOM_LEFT, ROOM_SHARE = 8_000_000, 20
"""So many bytes stay free for games, or this part of a small disk."""
_WRITTEN = ("album", "update")
"""The folders in which files are half written when the power goes."""


class Unfinished(OSError):
    """Packs that are partly taken in and cannot be taken out again; the next start takes in the rest of them."""


def clean_up(data: Path) -> None:
    """Take away what was half written when the power went, and put back what was half taken out."""
    remove(data / STAGED)
    if is_there(data / READY) and not stat.S_ISDIR((data / READY).lstat().st_mode):
        remove(data / READY)  # no import is there, but something in its place
    for folder in _WRITTEN:
        for base, _, names in os.walk(data / folder):
            for part in (Path(base) / name for name in names if name.endswith(PART)):
                if is_own_file(part):
                    part.unlink()
    put_back(data)


def put_back(data: Path) -> None:
    """Put back among the packs what was to be taken out of them, where not all of it was.

    Raises:
        OSError: not all of it is there.
    """
    if is_there(data / OUT):
        see_no_link(data / "packs")
        _join(data / OUT, data / "packs")


def _join(source: Path, target: Path) -> None:
    """Move what is left of a folder to where it was; what has come there since stays."""
    if not is_there(target):
        source.rename(target)
    elif all(stat.S_ISDIR(path.lstat().st_mode) for path in (source, target)):
        for each in [*source.iterdir()]:
            _join(each, target / each.name)
        source.rmdir()
    else:
        remove(source)


def see_room(folder: Path, wanted: int) -> None:
    """See that so many bytes fit in a folder, there or not yet, and that games can be saved after that.

    Raises:
        OSError: they do not.
    """
    from shutil import disk_usage  # no start needs it

    disk = disk_usage(next(path for path in (folder, *folder.parents) if path.exists()))
    if wanted + min(ROOM_LEFT, disk.total // ROOM_SHARE) > disk.free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def taking_in(data: Path, store: Store) -> Iterator[None]:
    """Have what came before count, and afterwards nothing be left of what does not.

    Raises:
        TransferError: what is done in it failed; nothing was changed, or the next start makes up for it.
    """
    try:
        see_no_link(data / "packs")
        if no_folder(data / "packs"):  # what was to lie in it would be named
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(data / "packs"))
        clean_up(data)
        finish(data, store)
        _see_all_gone(data)
        yield
    except Unfinished as error:
        raise TransferError("unfinished", told(error, data)) from None
    except (OSError, StoreError, RuntimeError, ValueError) as error:
        raise TransferError("disk", told(error, data)) from None
    finally:
        with suppress(OSError, RecursionError):
            remove(data / STAGED)


def _see_all_gone(data: Path) -> None:
    """See that nothing of what came before is left: it would be taken for a part of what comes.

    Raises:
        OSError: it waits still.
    """
    remove(data / STAGED)
    if is_there(data / READY):
        raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), str(data / READY))


def spell(gathered: Path, packs: Path) -> None:
    """Have what was gathered for a folder of packs be spelt as what it replaces there.

    Raises:
        OSError: not all of it is.
    """
    for path, place in places_in(packs, [file.relative_to(gathered) for file in files_in(gathered)]).items():
        if path != place:
            (gathered / place).parent.mkdir(parents=True, exist_ok=True)
            (gathered / path).rename(gathered / place)
            with suppress(OSError):  # more lies there
                os.removedirs((gathered / path).parent)


def take_in(data: Path, store: Store | None = None, rows: Rows | None = None) -> None:
    """Have what was gathered count, all or nothing: the packs, and the rows in a store.

    Raises:
        OSError, StoreError: nothing was changed.
        Unfinished: some packs are changed already.
    """
    see_no_link(data / "packs")
    staged = data / STAGED
    staged.mkdir(exist_ok=True)
    if rows is not None:
        if store is not None and _PASSED in store.settings():
            store.set_setting(_PASSED, None)
        kept = [row for row in rows["setting"] if row[0] not in (_TAKEN, _PASSED)]
        rows = {**numbered_anew(rows), "setting": [*kept, [_TAKEN, json.dumps(os.urandom(8).hex())]]}
        with replacing(staged / ROWS) as file:
            file.write(json.dumps(rows).encode())
    sync_folders(staged)
    staged.rename(data / READY)
    try:
        sync(data)
    except OSError as error:
        _undo(data, ExitStack(), error, store)
        raise
    _finish(data, store, rows)


def finish(data: Path, store: Store | None) -> None:
    """Have what was gathered count, if there is any, at the start after a power cut.

    Raises:
        OSError, StoreError: not all of it does; what was done in this call is undone. What is played now stands.
        Unfinished: not even that could be done.
    """
    if store is not None and store.forgetful is not None and os.path.lexists(data / READY):
        raise StoreError(store.forgetful)  # what waits there is for the store that comes back
    try:
        waits = is_there(data / READY)
    except OSError:
        _pass_over(store)
        raise
    if waits:
        _finish(data, store, None)


def _finish(data: Path, store: Store | None, rows: Rows | None) -> None:
    """Have what was gathered count, as `finish`; `rows` are what a store is to hold, where it is known."""
    ready, undo, taken = data / READY, ExitStack(), False
    try:
        _put_back_later(ready, data / "packs", undo)
        if store is not None and rows is None and is_there(ready / ROWS):
            rows = _rows(ready / ROWS)
        taken = store is not None and rows is not None and _are_taken(store, rows)
        _move_in(ready, data / "packs", undo)
        if store is not None and rows is not None and not taken and _PASSED not in store.settings():
            store.restore(rows)
    except BaseException as error:
        if taken:  # with its rows the packs belong to it as well
            undo.pop_all()
            raise _unfinished(error) from error
        _undo(data, undo, error, store)
        raise
    undo.pop_all()
    with suppress(OSError):  # all of it counts, whatever becomes of what is left
        _forget(data)


def _undo(data: Path, undo: ExitStack, error: BaseException, store: Store | None) -> None:
    """Undo what was done, and have nobody finish the rest.

    Raises:
        Unfinished: that could not be done: the packs come with the next start. What is played until then stands.
    """
    try:
        undo.close()
        if files_in(data / READY / REPLACED):
            raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), str(data / READY / REPLACED))
        _forget(data)
    except OSError:
        _pass_over(store)
        with suppress(OSError):
            if not is_there(data / READY):
                return
        raise _unfinished(error) from error


def _unfinished(error: BaseException) -> Unfinished:
    file = getattr(error, "filename", None)
    return Unfinished(*error.args[:2], *([] if file is None else [file]))


def _forget(data: Path) -> None:
    """Have nobody finish what was gathered: in one step, for half of it would be finished as the whole."""
    (data / READY).rename(data / STAGED)
    sync(data)
    remove(data / STAGED)


def pass_over(data: Path, store: Store) -> bool:
    """Have rows that wait not come over what is played in a store that stands in; tell whether some wait.

    Raises:
        OSError, StoreError: they cannot be read.
    """
    if not is_there(data / READY / ROWS) or _are_taken(store, _rows(data / READY / ROWS)):
        return False
    _pass_over(store)
    return True


def _pass_over(store: Store | None) -> None:
    """Have rows that wait, if any do, not come over what is played in a store from now on."""
    if store is not None:
        with suppress(StoreError):  # it is kept with what is saved next
            store.set_setting(_PASSED, True)


def _are_taken(store: Store, rows: Rows) -> bool:
    """Tell whether a store has had these rows: what it holds since is newer."""
    return [_TAKEN, json.dumps(store.setting(_TAKEN))] in rows["setting"]


def _rows(path: Path) -> Rows:
    try:
        return check_rows(str(path), json.loads(path.read_bytes()))
    except (ValueError, RecursionError, Malformed):
        raise StoreError(message("{place}: damaged", place=path)) from None


def _put_back_later(ready: Path, packs: Path, undo: ExitStack) -> None:
    """Have what was replaced before a power cut, or by a call that could not be finished, put back by `undo`."""
    for aside in files_in(ready / REPLACED):
        place = aside.relative_to(ready / REPLACED)
        undo.callback(_put_back, ready / GATHERED / place, packs / place, aside)


def _move_in(ready: Path, packs: Path, undo: ExitStack) -> None:
    """Move fresh files among the packs; `undo` takes every one out again and puts what it replaced back."""
    for file in files_in(ready / GATHERED):
        target, aside = (root / file.relative_to(ready / GATHERED) for root in (packs, ready / REPLACED))
        for folder in reversed([target.parent, *target.parent.parents]):
            if folder.is_relative_to(packs):
                see_no_link(folder)
                if not is_there(folder):
                    folder.mkdir()
                    undo.callback(folder.rmdir)
        if target.is_dir() and not target.is_symlink():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
        undo.callback(_put_back, file, target, aside)
        if is_there(target):
            aside.parent.mkdir(parents=True, exist_ok=True)
            target.replace(aside)
        file.replace(target)
    if is_there(packs):
        sync_folders(packs)


def _put_back(file: Path, target: Path, aside: Path) -> None:
    """Take a fresh file out from among the packs, and put back what it replaced; where the first fails, it stays."""
    if not is_there(file):
        target.replace(file)
    if is_there(aside):
        aside.replace(target)


def sync_folders(top: Path) -> None:
    """Have the names of what is in a folder, and in those below it, on the disk."""
    for folder, _, _ in os.walk(top):
        sync(Path(folder))


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with all in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        from shutil import rmtree

        rmtree(path)
    else:
        path.unlink(missing_ok=True)
