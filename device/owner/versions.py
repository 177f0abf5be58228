"""The versions of the program on this machine: which one runs, the trial of a new one, and what is told of it.

systemd/versions does the switch, the trial and the way back; here it is read.
"""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from device import __version__
from device.files.clean import is_number
from device.files.messages import Message, message, plainer
from device.files.places import is_own_file
from device.files.reader import open_file, printable
from device.files.replacing import replacing
from device.storage.store import Store, StoreError

ASKED = Path("update") / "asked.update"
"""Where in the data directory an update is handed over."""
TAKEN = ASKED.with_name("taken.update")
"""Where it lies while it is put in; the machine's service takes it away when that ends, however it does."""
STOOD = "stood"
"""The file in the data directory by which a version on trial says that it has stayed up."""
STAND_SECONDS = 120.0
MAX_WORDS, MAX_DIGITS = 1000, 9
"""Characters read of a file of the versions, and of a number in it."""
_BEGUN = "begun"
TOLD = "operator_update_told"
"""Under this name the store keeps which news of an update people were told."""


_WHY = {
    "config": message("the settings file has a fault"),
    "damaged": message("the file is damaged"),
    "foreign": message("it is no update of this box"),
    "installer": message("its installer failed"),
    "machine": message("it is for another kind of machine"),
    "older": message("it is not newer than what runs here"),
    "unsigned": message("the owner of this box has not signed it"),
}
"""What is told on a screen of an update that was not put in, by what is called its trouble."""


def _plainly(why: str, trouble: str) -> str:
    """Return why an update was not put in, as a log has it, for a screen in plainer words where there are some."""
    said = _WHY.get(trouble)
    if trouble == "disk":
        from device.files.plain import plain_end  # few updates fail

        said = plain_end(why)
    return why if said is None else plainer(why, said)


class Versions(NamedTuple):
    """The folder of the versions, and which of them runs."""

    home: Path
    running: str

    @classmethod
    def here(cls) -> "Versions":
        """Return those of this machine."""
        return cls(Path(os.environ.get("SPYTABLE_HOME", "/opt/spytable")), Path(sys.prefix).resolve().name)

    @property
    def guard(self) -> Path:
        """Return the copy of systemd/versions that no new version can spoil."""
        return self.home / "libexec/versions"

    @property
    def installed(self) -> bool:
        """Tell whether the running version is one of them."""
        return (self.home / self.running / "bin").is_dir()

    @property
    def next(self) -> str:
        """Name the version that runs from the next start on."""
        with suppress(OSError):
            return (self.home / "venv").readlink().name
        return self.running

    @property
    def switched(self) -> bool:
        """Tell whether another version runs from the next start on."""
        return self.next != self.running

    @property
    def trial(self) -> tuple[str, int] | None:
        """Return the version on trial and how often it has been started, if the running one is that."""
        words = self._words("trial")
        starts = words[2] if len(words) == 3 else ""
        if not is_number(starts, MAX_DIGITS) or words[0] != self.running:
            return None
        return version_of(words[0]), int(starts)

    @property
    def outcome(self) -> tuple[str, str, str] | None:
        """Return what the last update came to (stood, back, failed), its version, and why it failed."""
        words = self._words("outcome")
        if len(words) < 2 or words[0] not in ("stood", "back", "failed"):
            return None
        return words[0], version_of(words[1]), _plainly(" ".join(words[2:]), words[1].rpartition("-")[2])

    @property
    def outcome_at(self) -> int:
        """Return a number that is another one for each outcome."""
        return _written_at(self.home / "outcome")

    @property
    def begun_at(self) -> int:
        """Return a number that is another one for each update that was begun."""
        return _written_at(self.home / _BEGUN)

    def _words(self, name: str) -> list[str]:
        path = self.home / name
        with suppress(OSError):
            if is_own_file(path):
                with path.open(encoding="utf-8", errors="replace") as file:
                    return [printable(word) for word in file.read(MAX_WORDS).split()]
        return []

    def failed(self, version: str, why: str, trouble: str = "") -> None:
        """Note that an update was not put in; of what is called `trouble` a screen tells in its language."""
        with replacing(self.home / "outcome") as file:
            file.write(f"failed venv-{version}-{trouble} {why}\n".encode(errors="replace"))

    @contextmanager
    def putting_in(self, version: str) -> Iterator[None]:
        """While this lasts, a locked file names the version; after a power cut it is there and nobody's."""
        path = self.home / _BEGUN
        with path.open("w", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            try:
                file.write(version)
                file.flush()
                os.fsync(file.fileno())
                (self.home / "outcome").unlink(missing_ok=True)
                yield
            finally:
                path.unlink(missing_ok=True)

    @property
    def busy(self) -> bool:
        """Tell whether an update is being put in."""
        with suppress(OSError), open_file(self.home / _BEGUN) as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    @property
    def cut_short(self) -> str | None:
        """Return the version whose update a power cut ended before it was in."""
        path = self.home / _BEGUN
        if not is_own_file(path):
            return None
        with suppress(OSError), path.open(encoding="utf-8", errors="replace") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            version = printable(file.read(40).strip("\0 \n")) or "?"
            got_in = version_of(self.running), self.outcome[1] if self.outcome else ""
            return version if version not in got_in else None
        return None

    def status(self, data: Path) -> dict[str, object]:
        """Return what is known, for the command line."""
        trial, outcome = self.trial, self.outcome
        return {
            "version": __version__,
            "installed": self.installed,
            "trial": {"version": trial[0], "starts": trial[1]} if trial else None,
            "last": {"outcome": outcome[0], "version": outcome[1], "why": outcome[2]} if outcome else None,
            "asked": (data / ASKED).exists(),
        }


def _written_at(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0


def version_of(name: str) -> str:
    """Return the version in the name of a version's folder."""
    return name.removeprefix("venv-").rpartition("-")[0] or name


class Standing:
    """Says of a version on trial that it stayed up, until that is written; `now` in seconds of a monotonic clock."""

    def __init__(self, versions: Versions, data: Path) -> None:
        self._versions, self._data = versions, data
        self._due: float | None = None
        self._done = versions.trial is None

    def tick(self, now: float) -> None:
        """Called after each tick, first with the first frame."""
        if self._done:
            return
        if self._due is None:
            self._due = now + STAND_SECONDS
        if now >= self._due:
            self._due = now + STAND_SECONDS  # for a disk that is full just now
            with suppress(OSError):
                with replacing(self._data / STOOD) as file:
                    file.write(self._versions.running.encode())
                self._done = True


def news(versions: Versions, store: Store) -> list[Message]:
    """Return what people must know of an update, once."""
    trial, outcome, cut_short = versions.trial, versions.outcome, versions.cut_short
    if trial:
        what, text = (
            f"trial {versions.running}",
            message("This box was updated to version {version}.", version=trial[0]),
        )
    elif outcome and outcome[0] == "back":
        what = f"back {outcome[1]} {versions.outcome_at}"
        text = message(
            "Version {version} did not stay up. The one from before is back; nothing is lost.", version=outcome[1]
        )
    elif cut_short:
        what = f"cut {cut_short} {versions.begun_at}"
        text = message("The update to version {version} was cut short. Put it in again.", version=cut_short)
    elif outcome and outcome[0] == "failed":
        what = f"failed {outcome[1]} {versions.outcome_at}"
        why = {"version": outcome[1], "why": outcome[2]}
        text = message("The update to version {version} could not be put in: {why}.", **why)
    else:
        return []
    try:
        if store.setting(TOLD) == what:
            return []
        store.set_setting(TOLD, what)
    except StoreError:
        pass  # told once too often is no harm
    return [text]
