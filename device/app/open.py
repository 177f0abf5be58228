"""Opening what a data directory holds: whatever is wrong with it, play goes on, and people are told."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from device.files.texts import Texts
from device.game.session import Session
from device.storage.store import Store, StoreError

S = TypeVar("S", bound=Store)


def open_store(data: Path, t: Texts, make: Callable[[Path], S]) -> tuple[S, list[str]]:
    """Return the store, and what people must know of it; without a place to write, one that power-off forgets."""
    try:
        store = make(data)
    except StoreError:
        forgetful = make(Path(tempfile.mkdtemp(prefix="spytable-")))
        return forgetful, [t("Nothing can be kept: {place} cannot be written.", place=data)]
    if store.moved_aside is None:
        return store, []
    return store, [t("The saved games could not be read. They were moved to {place}.", place=store.moved_aside.name)]


def open_session(store: Store, t: Texts) -> tuple[Session, list[str]]:
    """Return the session with the game that was on the table, and what people must know of it."""
    session = Session(store)
    try:
        session.resume()
    except StoreError:
        return session, [t("The game that was on the table could not be read.")]
    return session, []
