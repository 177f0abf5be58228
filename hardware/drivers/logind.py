"""Switching off and starting again through systemd-logind; a polkit rule lets the service's group do it."""

import subprocess
from collections.abc import Callable, Sequence

from hardware.errors import PartError
from hardware.spec import Wiring

Answer = tuple[bool, str]
"""Whether a command worked, and what it said."""
Poll = Callable[[], Answer | None]
"""Gives a command's answer, None while it still runs."""
Start = Callable[[Sequence[str]], Poll]

LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
SECONDS = "5"


def start(command: Sequence[str]) -> Poll:
    """Start a command; the box goes on, and asks for its answer."""
    try:
        running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as error:
        said = f"{command[0]} is not installed" if isinstance(error, FileNotFoundError) else str(error)
        return lambda: (False, said)
    return lambda: _answer(command, running)


def _answer(command: Sequence[str], running: "subprocess.Popen[bytes]") -> Answer | None:
    if running.poll() is None:
        return None
    out, err = (text.decode(errors="replace").strip() for text in running.communicate())
    return (True, out) if running.returncode == 0 else (False, err or f"{command[0]} failed with {running.returncode}")


class LogindPower:
    """Asks logind by busctl and goes on; at the start it asks only whether it may.

    The answers come at a later tick. When it is tried again after a failure, it works only once the answer was yes.
    """

    def __init__(self, wiring: Wiring, start: Start = start) -> None:
        self._start = start
        self._buses = wiring.shared.buses
        why = self._buses.get("logind")
        self._asked: tuple[str, Poll] | None = self._buses.pop("logind asked", None) or self._call("CanPowerOff")
        if why:
            answer = self._take()
            if answer is None:  # it is asked on, and looked at when it is tried again
                self._buses["logind asked"] = self._asked
                raise PartError(why)

    @property
    def waits(self) -> bool:
        """Whether logind has not answered yet."""
        return self._asked is not None

    def tick(self, now: float) -> None:
        """Take logind's answer.

        Raises:
            PartError: logind refuses or cannot be reached.
        """
        if self._asked is not None:
            self._take()

    def off(self) -> str:
        """Begin a clean shutdown."""
        self._asked = self._call("PowerOff", "b", "false")
        return "logind switches the machine off"

    def reboot(self) -> str:
        """Begin a restart."""
        self._asked = self._call("Reboot", "b", "false")
        return "logind starts the machine again"

    def close(self) -> None:
        """There is nothing to let go of."""

    def _call(self, method: str, *arguments: str) -> tuple[str, Poll]:
        command = ("timeout", SECONDS, "busctl", "call", "--system", *LOGIND, method, *arguments)
        return method, self._start(command)

    def _take(self) -> str | None:
        assert self._asked is not None
        method, poll = self._asked
        answer = poll()
        if answer is None:
            return None
        self._asked = None
        worked, said = answer
        why = "" if worked else f"logind {method}: {said.splitlines()[0]}"
        if worked and method == "CanPowerOff" and "yes" not in said:
            why = f"logind does not let this user switch off ({said}): is the polkit rule installed?"
        self._buses["logind"] = why
        if why:
            raise PartError(why)
        return said
