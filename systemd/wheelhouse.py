"""The wheels a box installs, for a machine and a Python that need not be this one."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PYTHONS = {"3.11": "bookworm", "3.13": "trixie"}
"""The Pythons of 64-bit Raspberry Pi OS, and Debian's name of each."""
BUILT = {"spidev", "rpi-ws281x"}
"""What has no wheel: compiled on the Pi, or brought by its distribution."""


def requirements(python: str, machine: str) -> list[str]:
    """Give the requirements that must come as wheels for a Python; the drivers' packages only for a Pi."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    drivers = extras["pi"] if machine == "aarch64" else []
    wanted = []
    for requirement in [*project["dependencies"], *extras["fleet"], *drivers]:
        plain, _, marker = requirement.partition(";")
        before = re.search(r"python_version < '3\.(\d+)'", marker)
        too_new = before is not None and int(python.partition(".")[2]) >= int(before[1])
        if re.split(r"[<>=~! ]", plain)[0] not in BUILT and not too_new:
            wanted.append(plain.strip())
    return wanted


def download(wanted: list[str], python: str, machine: str, folder: Path) -> str:
    """Download wheels and what they depend on; return pip's complaint, empty when there is none."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--only-binary", ":all:"]
    command += ["--implementation", "cp", "--python-version", python]
    for abi in (f"cp{python.replace('.', '')}", "abi3", "none"):
        command += ["--abi", abi]
    for platform in ("manylinux_2_34", "manylinux_2_28", "manylinux2014"):
        command += ["--platform", f"{platform}_{machine}"]
    done = subprocess.run([*command, "-d", folder, *wanted], capture_output=True, text=True, check=False)
    return done.stderr.strip() if done.returncode else ""


def told(error: OSError) -> str:
    """Return what failed, with the file at which it did and without the number."""
    file = error.filename2 or error.filename
    return f"{f'{file}: ' if file else ''}{error.strerror or error}"
