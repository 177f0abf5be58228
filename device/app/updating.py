"""The update command: what runs here, and putting a newer version in."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from device.app.run import settings_of
from device.config.places import data_directory
from device.files.reader import Malformed
from device.owner.update_file import UpdateError, number
from device.owner.updates import put_in, run_command, start_again
from device.owner.versions import Versions


def run(arguments: argparse.Namespace) -> tuple[list[dict[str, object]], list[str]]:
    """Tell what runs and how the last update went, or put one in; return what to print and what to complain about.

    Raises:
        Malformed: there is no such file.
    """
    if arguments.status:
        return [Versions.here().status(data_directory(arguments.data_dir))], []
    complaint = _update(arguments)
    return [], [complaint] if complaint else []


def _update(arguments: argparse.Namespace) -> str:
    """Put an update in and start the box with it; return why not in one line, empty when it was put in."""
    versions = Versions.here()
    settings, faults = settings_of(arguments)
    try:
        with _writable(versions):
            if faults:
                raise UpdateError("config", f"{faults[0].line}: its operator.update_key cannot be known")
            put_in(arguments.file, settings.update_key, versions, run_command)
    except UpdateError as error:
        if error.trouble in ("no_file", "unreadable"):
            raise Malformed(str(arguments.file), "", "", str(error).removeprefix(f"{arguments.file}: ")) from None
        if error.trouble != "not_installed":
            kept = f"config: {faults[0].spot}" if error.trouble == "config" else str(error)  # the log holds no values
            with suppress(OSError), _writable(versions):  # who may not write there is told all the same
                versions.failed(_version_in(arguments.file.stem), kept, error.trouble)
        return str(error)
    start_again(run_command)
    return ""


@contextmanager
def _writable(versions: Versions) -> Iterator[None]:
    """Have a root that is only read written meanwhile; who may not do that is told by what is tried there."""
    may = os.geteuid() == 0 and versions.guard.is_file()
    if may:
        run_command((str(versions.guard), "unlock"))
    try:
        yield
    finally:
        if may:
            run_command((str(versions.guard), "lock"))


def _version_in(name: str) -> str:
    version = name.removeprefix("spytable-")
    return version if number(version) else "?"
