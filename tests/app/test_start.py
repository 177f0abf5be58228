"""What a start reads before its first picture."""

import os
import subprocess
import sys
from pathlib import Path

NEEDLESS = ("dataclasses", "inspect", "shutil", "socket", "tempfile", "traceback")
PROGRAM = f"""
import os, sys
from device.app.systemd import Service

def ready(self):
    sys.stderr.write(" ".join(name for name in {NEEDLESS!r} if name in sys.modules))
    sys.stderr.flush()
    os._exit(0)

Service.ready = ready
from device.commands import main
main()
"""


def test_a_start_reads_nothing_that_only_a_game_or_a_fault_needs(tmp_path: Path) -> None:
    """All this took a fifth of it, and none of it may come back unseen."""
    there = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-c", PROGRAM, "run", "--data-dir", str(tmp_path / "data")]
    done = subprocess.run(command, env=there, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
