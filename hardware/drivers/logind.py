"""Switching off and starting again through systemd-logind; a polkit rule lets the service's group do it."""

import subprocess
from collections.abc import Callable, Sequence

from hardware.errors import PartError
from hardware.spec import Wiring

Run = Callable[[Sequence[str]], tuple[bool, str]]
"""Run a command; return whether it worked, and what it said."""

LOGIND = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
SECONDS = 5


def run(command: Sequence[str]) -> tuple[bool, str]:
    """Run a command for a few seconds at most; return whether it worked, and what it said."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except FileNotFoundError:
        return False, f"{command[0]} is not installed"
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, str(error)
    if done.returncode == 0:
        return True, done.stdout.strip()
    return False, done.stderr.strip() or f"{command[0]} failed with {done.returncode}"


class LogindPower:
    """Asks logind by busctl; at the start it asks only whether it may."""

    def __init__(self, wiring: Wiring, run: Run = run) -> None:
        self._run = run
        answer = self._call("CanPowerOff")
        if "yes" not in answer:
            raise PartError(f"logind does not let this user switch off ({answer}): is the polkit rule installed?")

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

    def _call(self, method: str, *arguments: str) -> str:
        worked, said = self._run(("busctl", "call", "--system", *LOGIND, method, *arguments))
        if not worked:
            raise PartError(f"logind {method}: {said.splitlines()[0]}")
        return said
