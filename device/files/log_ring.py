"""The last megabyte of the log, kept in the data directory: the journal of a box does not survive unplugging.

What stands in it goes to the owner's stick with everything else, so nothing secret may be written: no values of a
config, no PIN, no key.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from device.files.failures import reason
from device.files.places import see_no_link
from device.files.reader import Malformed, open_file

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

    def write(self, line: str, now: float) -> str:
        """Write a line, on the disk when this returns; `now` in seconds of the machine's monotonic clock.

        A log that cannot be written is no reason to stop a game: return why it could not, or nothing.
        """
        try:
            self._write(line, now)
        except FileNotFoundError:  # no folder is there yet
            return ""
        except OSError as error:
            return Malformed(str(self._new), "", "", reason(error)).line
        return ""

    def _write(self, line: str, now: float) -> None:
        with self._lock:
            lines, self._begun = (self._begun, line) if self._begun else (line,), ""
            told = (f"start {self._start}, {now:.1f} s: {' '.join(each.split())[:MAX_LINE]}\n" for each in lines)
            content = "".join(told).encode(errors="replace")
            if self._new.exists() and self._new.stat().st_size + len(content) > MAX_BYTES // 2:
                self._new.replace(self._old)
            see_no_link(self._new)
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


def log_text(folder: Path, failed: Callable[[OSError], object] = lambda _: None) -> bytes:
    """Return all of the log there is, oldest first; `failed` is told of what is there and cannot be read."""
    content = b""
    for name in (OLD, NEW):
        try:
            content += _content(folder / name)
        except FileNotFoundError:
            continue
        except OSError as error:
            failed(error)
    return content


def _content(file: Path) -> bytes:
    """Return what stands in a file of the ring; a pipe, a device or a link is not read: none is written through.

    Raises:
        OSError: it cannot be read.
    """
    see_no_link(file)
    with open_file(file, follow=False) as opened:
        return opened.read(MAX_BYTES)
