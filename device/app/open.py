"""Opening what a data directory holds: whatever is wrong with it, play goes on, and people are told."""

import os
import shutil
import tempfile
import weakref
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from device.config.places import runtime_directory
from device.files.failures import print_failure
from device.files.messages import Message, message
from device.files.places import is_own_file
from device.files.reader import Malformed, open_file
from device.game.session import Session
from device.owner.staging import BOX, OTHERS, clean_up, finish, pass_over
from device.storage.home import Home
from device.storage.store import FILE, NewerStore, Store, StoreError

S = TypeVar("S", bound=Store)
CUT_SHORT = message("A power cut ended what was being taken from the stick. Do it again.")


def open_store(data: Path, make: Callable[[Path], S]) -> tuple[S, list[Message]]:
    """Return the store, and what people must know of it; without a place to write, one that power-off forgets."""
    with suppress(OSError, RecursionError):
        clean_up(data)
    try:
        store = make(data)
    except NewerStore as error:
        note = message(
            "{place} is from a newer version and stays whole. Nothing new is saved until that version is back.",
            place=FILE,
        )
        return _forgetful(make, str(error)), [note]
    except StoreError as error:
        strange = os.path.lexists(data / FILE) and not is_own_file(data / FILE)
        notes = [message("Nothing can be saved: {place} cannot be written.", place=data / FILE if strange else data)]
        store = _forgetful(make, str(error), data)
        with suppress(OSError, StoreError):
            notes += [CUT_SHORT] if pass_over(data, store) else []
        return store, notes
    notes = list[Message]()
    try:
        finish(data, store)
    except (OSError, StoreError):
        notes.append(CUT_SHORT)
    if store.newer_left:
        notes.append(
            message("The saved games are from a newer version and stay as they are. Here are those from before it.")
        )
    if store.moved_aside is not None:
        aside = store.moved_aside.name
        if store.salvaged:
            note = message(
                "The memory was damaged. What could be read is here; the old file is kept as {place}.", place=aside
            )
        else:
            note = message("The saved games could not be read. They were moved to {place}.", place=aside)
        notes.append(note)
    if store.moved_aside is not None or store.log_damaged:
        with suppress(StoreError):  # what an export of before holds may be lost here
            store.set_settings({BOX: None, OTHERS: None})
    if store.log_damaged:
        notes.append(message("The memory was damaged: the last moves may be missing."))
    return store, notes


def _forgetful(make: Callable[[Path], S], why: str, data: Path | None = None) -> S:
    """Return a store that power-off forgets, with a copy of what can be read where nothing can be written.

    One that has all there is moves to where it belongs as soon as that can be written.
    """
    for place in (None, runtime_directory(), "/dev/shm"):
        with suppress(OSError, StoreError):
            directory = Path(tempfile.mkdtemp(prefix="spytable-", dir=place))
            home = _copied(data, directory) if data else None
            store = make(directory)
            weakref.finalize(store, shutil.rmtree, directory, ignore_errors=True)
            store.forgetful = why
            store.home = None if store.moved_aside else home
            return store
    place, _, reason = why.rpartition(": ")
    raise Malformed(place, "", reason, "a folder that can be written, there or in /dev/shm")


def _copied(data: Path, directory: Path) -> Home | None:
    """Copy a store's files; return where they belong, unless not all of them could be read."""
    try:
        home = Home(data / FILE)
        for path in (data / FILE, data / f"{FILE}-wal"):
            if os.path.lexists(path):
                with open_file(path, follow=False) as source, (directory / path.name).open("wb") as copy:
                    shutil.copyfileobj(source, copy)
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
