"""What stands in a store that is not opened: nothing beside it is made, locked or changed, whoever else has it open."""

import sqlite3
import struct
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from device.files.places import is_own_file
from device.storage import codec
from device.storage.database import is_newer, kept_file
from device.storage.migrations import SCHEMA
from device.storage.salvage import PAGE, pages_of
from device.storage.store import FILE

_FORMATS, _NO_LOG = slice(18, 20), b"\1\1"
"""Where a database says how it is written and read, and that it has no log: SQLite opens no other one in memory."""


def stored_settings(data: Path) -> dict[str, Any]:
    """Return the settings made on the screen, as a box that starts on a data directory finds them.

    A store that is not there or cannot be read has none.
    """
    path = data / FILE
    if is_own_file(path) and is_newer(path):
        path = kept_file(path, SCHEMA)
    if not is_own_file(path):
        return {}
    with suppress(OSError, sqlite3.Error, struct.error, ValueError), closing(sqlite3.connect(":memory:")) as db:
        pages = pages_of(path)
        content = bytearray().join(pages.get(number, bytes(PAGE)) for number in range(1, max(pages, default=0) + 1))
        content[_FORMATS] = _NO_LOG
        db.deserialize(bytes(content))
        return codec.read_settings(dict(db.execute("SELECT name, value FROM setting")))
    return {}
