"""Opening what a data directory holds: whatever is wrong with it, play goes on, and people are told."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from device.config.places import runtime_directory
from device.files.failures import print_failure, reason
from device.files.messages import Message, message
from device.files.places import is_own_file
from device.files.reader import Malformed, open_file
from device.game.session import Session
from device.owner.staging import clean_up, finish, pass_over
from device.storage.database import is_newer, kept_file
from device.storage.files import beside, remove_folder
from device.storage.home import Home
from device.storage.migrations import SCHEMA
from device.storage.store import FILE, NewerStore, Store, StoreError

S = TypeVar("S", bound=Store)
CUT_SHORT = message("A power cut ended what was being taken from the stick. Do it again.")
DAMAGED = message("The memory was damaged: the last moves may be missing.")
NEWER = message(
    "{place} is from a newer version and stays whole. Nothing new is saved until that version is back.", place=FILE
)
BEFORE_NEWER = message("The saved games are from a newer version and stay as they are. Here are those from before it.")


def open_store(data: Path, make: Callable[[Path], S]) -> tuple[S, list[Message]]:
    """Return the store, and what people must know of it; without a place to write, one that power-off forgets."""
    with suppress(OSError, RecursionError):
        clean_up(data)
    try:
        store = make(data)
    except NewerStore as error:
        return _forgetful(make, reason(error)), [NEWER]
    except StoreError as error:
        return _standing_in(make, reason(error), data)
    notes = list[Message]()
    try:
        finish(data, store)
    except (OSError, StoreError):
        notes.append(CUT_SHORT)
    if store.newer_left:
        notes.append(BEFORE_NEWER)
    if store.moved_aside is not None:
        aside = store.moved_aside.name
        if store.salvaged:
            note = message(
                "The memory was damaged. What could be read is here; the old file is kept as {place}.", place=aside
            )
        else:
            note = message("The saved games could not be read. They were moved to {place}.", place=aside)
        notes.append(note)
    _forget_exports(store)
    return store, [*notes, DAMAGED] if store.log_damaged else notes


def _forget_exports(store: Store) -> None:
    """Have a store that was damaged be that of another box: it may lack what an export of before holds."""
    if store.moved_aside is not None or store.log_damaged:
        from device.owner.names import lose_name

        with suppress(StoreError):
            lose_name(store)


def _standing_in(make: Callable[[Path], S], why: str, data: Path) -> tuple[S, list[Message]]:
    """Return a store in the place of one that cannot be opened now, and what people must know of it."""
    path = data / FILE
    ours = is_own_file(path)
    strange = os.path.lexists(path) and not ours
    notes = [message("Nothing can be saved: {place} cannot be written.", place=path if strange else data)]
    if ours and is_newer(path):  # as `Store` finds it where it can write
        path = kept_file(path, SCHEMA)
        if not is_own_file(path):
            return _forgetful(make, why), [*notes, NEWER]
        notes.append(BEFORE_NEWER)
    store = _forgetful(make, why, path)
    _forget_exports(store)
    notes += [DAMAGED] if store.log_damaged or store.moved_aside is not None else []
    with suppress(OSError, StoreError):
        notes += [CUT_SHORT] if pass_over(data, store) else []
    return store, notes


def _forgetful(make: Callable[[Path], S], why: str, path: Path | None = None) -> S:
    """Return a store that power-off forgets, with a copy of what can be read of one that cannot be written.

    One that has all there is moves to where it belongs as soon as that can be written.
    """
    import tempfile  # few starts need any of this
    import weakref

    for place in (None, runtime_directory(), "/dev/shm"):
        with suppress(OSError, StoreError):
            directory = Path(tempfile.mkdtemp(prefix="spytable-", dir=place))
            home = _copied(path, directory / FILE) if path else None
            store = make(directory)
            weakref.finalize(store, remove_folder, directory)
            store.forgetful = why
            store.home = None if store.moved_aside else home
            return store
    place, _, told = why.rpartition(": ")
    raise Malformed(place, "", told, "a folder that can be written, there or in /dev/shm")


def _copied(path: Path, to: Path) -> Home | None:
    """Copy a store's files; return where they belong, unless not all of them could be read."""
    from shutil import copyfileobj

    try:
        home = Home(path)
        for ending in ("", "-wal"):
            if os.path.lexists(beside(path, ending)):
                with open_file(beside(path, ending), follow=False) as source, beside(to, ending).open("wb") as copy:
                    copyfileobj(source, copy)
    except OSError:
        return None
    return home


def open_session(store: Store, report: Callable[[Exception], None] = print_failure) -> tuple[Session, list[Message]]:
    """Return the session with the game that was on the table, and what people must know of it."""
    session = Session(store, report)
    try:
        session.resume()
    except StoreError:
        return session, [message("The game that was on the table could not be read.")]
    return session, []
