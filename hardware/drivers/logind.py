"""Switching off and starting again through systemd-logind; a polkit rule lets the service's group do it."""

import subprocess
from collections.abc import Callable, Sequence

from hardware.errors import PartError
from hardware.spec import Wiring

Run = Callable[[Sequence[str]], str]
"""Run a command and return what it complains about; empty when it worked."""

LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
SECONDS = 5


def run(command: Sequence[str]) -> str:
    """Run a command for a few seconds at most; return its complaint, empty when it worked."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except FileNotFoundError:
        return f"{command[0]} is not installed"
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else (done.stderr.strip() or f"{command[0]} failed with {done.returncode}")


class LogindPower:
    """Asks logind by busctl; at the start it asks only whether it may."""

    def __init__(self, wiring: Wiring, run: Run = run) -> None:
        self._run = run
        self._call("CanPowerOff")

    def off(self) -> str:
        """Begin a clean shutdown.

        Raises:
            PartError: logind refuses or cannot be reached.
        """
        self._call("PowerOff", "b", "false")
        return "logind switches the machine off"

    def reboot(self) -> str:
        """Begin a restart.

        Raises:
            PartError: logind refuses or cannot be reached.
        """
        self._call("Reboot", "b", "false")
        return "logind starts the machine again"

    def close(self) -> None:
        """There is nothing to let go of."""

    def _call(self, method: str, *arguments: str) -> None:
        complaint = self._run(("busctl", "call", "--system", *LOGIND, method, *arguments))
        if complaint:
            raise PartError(f"logind {method}: {complaint.splitlines()[0]}")
