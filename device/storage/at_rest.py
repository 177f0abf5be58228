"""What stands in a store that is not opened: nothing beside it is made, locked or changed, whoever else has it open."""

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from device.files.places import is_own_file
from device.storage import codec
from device.storage.database import is_newer, kept_file
from device.storage.migrations import SCHEMA
from device.storage.store import FILE


def stored_settings(data: Path) -> dict[str, Any]:
    """Return the settings made on the screen, as a box that starts on a data directory finds them.

    A store that is not there or cannot be read has none.
    """
    path = data / FILE
    if is_own_file(path) and is_newer(path):
        path = kept_file(path, SCHEMA)
    with suppress(OSError, sqlite3.Error), TemporaryDirectory() as folder:
        for end in ("", "-wal"):
            if is_own_file(lies := path.with_name(path.name + end)):
                shutil.copyfile(lies, f"{folder}/{FILE}{end}")
        with closing(sqlite3.connect(f"{folder}/{FILE}")) as db:
            return codec.read_settings(dict(db.execute("SELECT name, value FROM setting")))
    return {}
