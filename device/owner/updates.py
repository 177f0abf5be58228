"""How a newer version of the program gets in.

The box hands an update over in a folder of its data directory, where a service that runs as root finds it and puts it
in beside the running version. systemd/versions does the switch, the trial and the way back.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from device import __version__
from device.files.replacing import replacing
from device.owner.staging import see_room
from device.owner.transfer import Progress, read_piece, told, write_piece
from device.owner.update_file import UpdateError, Wanted, open_update, opened
from device.owner.versions import ASKED, TAKEN, Versions

Run = Callable[[Sequence[str]], int]
ROOM_TIMES = 4
"""An update takes so many times its size: its files, and what is installed of them, which they hold compressed."""


def hand_over_steps(path: Path, data: Path, key: str, versions: Versions) -> Iterator[Progress]:
    """Check an update and copy it to where the machine's service takes it, a piece at each step.

    Raises:
        UpdateError: it is not to be put in; nothing was changed.
    """
    if not versions.installed:
        raise UpdateError("not_installed", f"{versions.home}: no version put there by systemd/install runs here")
    with opened(path, Wanted(__version__, key)) as update:
        total = 1
        for checked in update.check():
            total = checked.total + 1
            yield Progress(checked.done, total)
    asked = data / ASKED
    try:
        if not versions.busy:  # one that the power ended while it was put in, or as soon as it was, lies there for ever
            (data / TAKEN).unlink(missing_ok=True)
        see_room(asked.parent, path.stat().st_size)
        asked.parent.mkdir(mode=0o700, exist_ok=True)
        with path.open("rb") as source, replacing(asked) as target:
            while piece := read_piece(source, path):
                write_piece(target, piece)
                yield Progress(total - 1, total)
    except OSError as error:
        raise UpdateError("disk", told(error, asked)) from None
    yield Progress(1, 1)


def put_in(path: Path, key: str, versions: Versions, run: Run) -> str:
    """Put an update in beside the running version, as root; return its version.

    One that was handed over is taken first: whatever it does to the machine, it does it once.

    Raises:
        UpdateError: it is not to be put in, or could not be; the running version stays.
    """
    file, fresh = open_update(path), versions.home / "update"
    writable = os.access(versions.home, os.W_OK)
    if not versions.installed or not writable:
        file.close()
        remedy = "Spytable is not installed there; systemd/install does that"
        if (versions.home / "venv").exists() and not writable:
            remedy = "cannot be written; try: sudo spytable update FILE"
        raise UpdateError("not_installed", f"{versions.home}: {remedy}")
    if path.name == ASKED.name:
        with suppress(OSError):
            path = path.rename(path.with_name(TAKEN.name))
    size = os.fstat(file.fileno()).st_size
    with opened(path, Wanted(__version__, key), file) as update, versions.putting_in(update.version):
        try:
            shutil.rmtree(fresh, ignore_errors=True)
            if versions.guard.is_file():  # of a try the power ended a version may lie there, half made
                run(("bash", str(versions.guard), "clean"))
            see_room(fresh, ROOM_TIMES * size)
            for _ in update.unpack(fresh):
                pass
            before = versions.next
            # What fails after the switch, a service that does not answer, say, leaves the update in.
            if run(("bash", str(fresh / "systemd/install"), "--no-start")) and versions.next == before:
                raise UpdateError(
                    "installer", f"{path}: the installer of version {update.version} failed; see the journal"
                )
            return update.version
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def start_again(run: Run) -> None:
    """Start the box anew, with the version that is to run; where there is no service, do nothing."""
    if Path("/run/systemd/system").is_dir():
        run(("systemctl", "restart", "--no-block", "spytable.service"))


def run_command(command: Sequence[str]) -> int:
    """Run a command with this process's output; return its exit status."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
