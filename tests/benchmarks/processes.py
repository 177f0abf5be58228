"""Whole processes, measured from outside."""

import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

BARE = (sys.executable, "-m", "tests.benchmarks.bare")


def kiosk(data: Path) -> tuple[str, ...]:
    """Return the command that opens the box on a data directory."""
    return (sys.executable, "-m", "device", "run", "--data-dir", str(data), "--lang", "en")


@contextmanager
def started(command: Sequence[str]) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """Start a program, wait for its READY; yield it and the seconds that took, and kill it afterwards."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        address = str(Path(folder) / "notify")
        manager.bind(address)
        manager.settimeout(60)
        environment = {**os.environ, "NOTIFY_SOCKET": address, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program is compiled once, not at every start
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            while manager.recv(100) != b"READY=1":
                pass
            yield process, time.perf_counter() - began
        finally:
            process.kill()
            process.wait()


def cpu_seconds(pid: int) -> float:
    """Return the processor time all threads of a process have used; the kernel's ticks would be too coarse."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def memory(pid: int | None = None) -> int:
    """Return the bytes a process (this one) holds in memory."""
    pages = Path(f"/proc/{pid or 'self'}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def most_memory() -> int:
    """Return the most bytes this process ever held in memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
