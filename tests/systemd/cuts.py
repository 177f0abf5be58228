"""Scripts with the power cut before any of their commands, on stand-ins for what would change this machine."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

CUT = """
set -T
left={left}
trap 'left=$((left - 1)); if [ $left -lt 0 ]; then kill -9 $$; fi' DEBUG
"""
"""Kills the script before its command number `left`, counted from 0: what the disk has then is all there is."""
CUT_OFF = -9
MAX_STEPS = 300
"""More commands than any script here runs."""


def tools(folder: Path, **scripts: str) -> Path:
    """Make programs that stand before those of the machine; `sync` does nothing, for nothing is lost here unsynced."""
    folder.mkdir(exist_ok=True)
    for name, script in {"sync": "", **scripts}.items():
        (folder / name.replace("_", "-")).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name.replace("_", "-")).chmod(0o755)
    return folder


def run(
    command: Sequence[str | Path], folder: Path, settings: Mapping[str, str], cut: int | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a script with the tools in a folder, the power cut before one of its commands."""
    env = {**os.environ, **settings, "PATH": f"{folder}:{os.environ['PATH']}"}
    if cut is not None:
        (folder / "cut").write_text(CUT.format(left=cut))
        env["BASH_ENV"] = str(folder / "cut")
    return subprocess.run(["bash", *command], env=env, capture_output=True, text=True, check=cut is None)
