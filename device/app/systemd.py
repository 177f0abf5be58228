"""Running as a system service: readiness, the watchdog, and how often it has crashed lately.

Time is the monotonic clock of one boot: the box has no clock that survives power-off.
"""

import _socket  # `socket` takes three milliseconds to be read, at every start
import os
from contextlib import closing, suppress
from pathlib import Path

from device.files.clean import is_number
from device.files.places import is_there
from device.files.reader import open_file

_DIGITS, _BYTES = 18, 1000
"""Read of a number in the environment, and of the file of the crashes."""
CRASHES = 3
"""So many crashes ..."""
WITHIN_SECONDS = 120.0
"""... in so many seconds, and the box starts in safe mode."""


class Service:
    """Tells the service manager what is going on; does nothing where there is none."""

    def __init__(self, address: str = "", watchdog_seconds: float = 0.0) -> None:
        """Talk to a notify socket; ping it at least twice in the watchdog's time."""
        self._address = address
        self._every = watchdog_seconds / 3
        self._due = 0.0

    @classmethod
    def of_environment(cls) -> "Service":
        """Return the service as the manager describes it in the environment."""
        microseconds = os.environ.get("WATCHDOG_USEC", "")
        seconds = int(microseconds) / 1e6 if is_number(microseconds, _DIGITS) else 0.0
        return cls(os.environ.get("NOTIFY_SOCKET", ""), seconds)

    def ready(self) -> None:
        """Say that the first frame stands on the screen."""
        self._send("READY=1")

    def stopping(self) -> None:
        """Say that it is going down on purpose."""
        self._send("STOPPING=1")

    def alive(self, now: float) -> None:
        """Say that a tick was completed: called after each, sent now and then."""
        if self._every and now >= self._due:
            self._due = now + self._every
            self._send("WATCHDOG=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        with suppress(OSError), closing(_socket.socket(_socket.AF_UNIX, _socket.SOCK_DGRAM)) as link:
            # whatever fails, the game goes on
            link.connect(self._address.replace("@", "\0", 1) if self._address[0] == "@" else self._address)
            link.sendall(message.encode())


class CrashCounter:
    """Keeps when it crashed, in a file that is there from a start to a clean stop; a reboot forgets it.

    A start that finds the file follows a crash just now, however long the box had been running before.
    """

    def __init__(self, folder: Path | None) -> None:
        """Keep the count in a service's runtime folder; without one nothing is counted."""
        self._file = folder / "crashes" if folder else None

    def start(self, now: float) -> bool:
        """Note a start; return whether it should be a safe one."""
        crashes = self._read(now)
        self._write(crashes)
        return len(crashes) >= CRASHES

    def clean_stop(self) -> None:
        """Forget the crashes: it went down as it should."""
        with suppress(OSError):
            if self._file:
                self._file.unlink(missing_ok=True)

    def _read(self, now: float) -> list[float]:
        """Return when it crashed lately, the crash before this start included."""
        if self._file is None:
            return []
        try:
            if not is_there(self._file):
                return []
            with open_file(self._file) as file:
                known = [float(line) for line in file.read(_BYTES).decode("ascii").split()]
        except (OSError, ValueError):
            known = []
        return [at for at in (*known, now) if 0 <= now - at <= WITHIN_SECONDS]

    def _write(self, crashes: list[float]) -> None:
        try:
            if self._file:
                self._file.unlink(missing_ok=True)  # a pipe would be waited for
                self._file.write_text("".join(f"{at:.1f}\n" for at in crashes), encoding="ascii")
        except OSError:
            return  # without the folder nothing is counted, and nothing is lost
