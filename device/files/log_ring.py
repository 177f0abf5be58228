"""The last megabyte of the log, kept in the data directory: the journal of a box does not survive unplugging.

What stands in it goes to the owner's stick with everything else, so nothing secret may be written: no values of a
config, no PIN, no key.
"""

import os
from contextlib import suppress
from pathlib import Path
from threading import Lock

from device.files.reader import open_file

NEW, OLD = "log.txt", "log-before.txt"
MAX_BYTES = 1024**2
MAX_LINE = 1000


class LogRing:
    """Two files: when the newer one is half of all, it takes the place of the older one."""

    def __init__(self, folder: Path, version: str) -> None:
        """Begin a start; the first line tells its number and the version."""
        self._new, self._old = folder / NEW, folder / OLD
        self._start = self._last_start() + 1
        self._begun = f"version {version}"
        self._lock = Lock()  # the line to a broker writes on a thread of its own

    def write(self, line: str, now: float) -> None:
        """Write a line, on the disk when this returns; `now` in seconds of the machine's monotonic clock.

        A log that cannot be written is no reason to stop a game.
        """
        with suppress(OSError), self._lock:
            lines, self._begun = (self._begun, line) if self._begun else (line,), ""
            told = (f"start {self._start}, {now:.1f} s: {' '.join(each.split())[:MAX_LINE]}\n" for each in lines)
            content = "".join(told).encode(errors="replace")
            if self._new.exists() and self._new.stat().st_size + len(content) > MAX_BYTES // 2:
                self._new.replace(self._old)
            handle = os.open(self._new, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
            try:
                os.write(handle, content)
                os.fsync(handle)
            finally:
                os.close(handle)

    def _last_start(self) -> int:
        for file in (self._new, self._old):
            with suppress(OSError, ValueError):
                last = _content(file)[-2 * MAX_LINE :].decode(errors="replace").splitlines()[-1:]
                if last:
                    return int(last[0].removeprefix("start ").partition(",")[0])
        return 0


def log_text(folder: Path) -> bytes:
    """Return all of the log there is, oldest first."""
    content = b""
    for name in (OLD, NEW):
        with suppress(OSError):
            content += _content(folder / name)
    return content


def _content(file: Path) -> bytes:
    """Return what stands in a file of the ring; a pipe or a device is not read.

    Raises:
        OSError: it cannot be read.
    """
    with open_file(file) as opened:
        return opened.read(MAX_BYTES)
