"""Debian packages for a machine that is not this one, with all they need, by apt in a folder of its own."""

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ARCHITECTURES = {"aarch64": "arm64", "x86_64": "amd64"}
DEBIAN = "deb http://deb.debian.org/debian {system}{pocket} main"
SECURITY = "deb http://deb.debian.org/debian-security {system}-security main"
RASPBERRY = "deb [signed-by={keyring}] http://archive.raspberrypi.com/debian {system} main"
KEYRINGS = ("raspberrypi-archive-keyring.pgp", "raspberrypi-archive-keyring.gpg")
ON_EVERY_CARD = ("required", "important", "standard")
"""Priorities of packages that Raspberry Pi OS Lite has anyway."""


def fetch(names: list[str], system: str, machine: str, folder: Path) -> str:
    """Download packages and what they need, as signed by their archive, and index them; return a complaint."""
    if shutil.which("apt-get") is None:
        return "apt-get is not on this machine: use one with Debian, Ubuntu or Raspberry Pi OS, or --debs"
    with tempfile.TemporaryDirectory() as place:
        apt = _Apt(Path(place), system, ARCHITECTURES[machine])
        complaint = apt.run("update", "-q")
        if complaint:
            return complaint
        apt.assume()
        complaint = apt.run("install", "-q", "-y", "--no-install-recommends", "--download-only", *names)
        if complaint:
            return complaint
        folder.mkdir()
        for deb in apt.downloaded():
            shutil.copy(deb, folder / deb.name.replace("%3a", "_"))
    index(folder)
    return ""


class _Apt:
    """An apt with a state of its own, for another architecture."""

    def __init__(self, place: Path, system: str, architecture: str) -> None:
        for name in ("etc/apt/preferences.d", "lists/partial", "cache/archives/partial"):
            (place / name).mkdir(parents=True)
        sources = [DEBIAN.format(system=system, pocket=""), DEBIAN.format(system=system, pocket="-updates")]
        sources.append(SECURITY.format(system=system))
        for name in KEYRINGS:
            keyring = Path("/usr/share/keyrings") / name
            if keyring.exists() and architecture == "arm64":
                sources.append(RASPBERRY.format(keyring=keyring, system=system))
                break
        (place / "sources.list").write_text("\n".join(sources) + "\n", encoding="utf-8")
        self._place = place
        self._status = place / "status"
        self._status.touch()
        options = {
            "APT::Architecture": architecture,
            "APT::Architectures": architecture,
            "APT::Sandbox::User": "root",
            "Dir::Etc": place / "etc/apt",
            "Dir::Etc::SourceList": place / "sources.list",
            "Dir::Etc::TrustedParts": "/etc/apt/trusted.gpg.d",
            "Dir::State": place,
            "Dir::State::Status": self._status,
            "Dir::Cache": place / "cache",
            "Acquire::Languages": "none",
        }
        self._options = [f"-o{name}={value}" for name, value in options.items()]

    def run(self, *command: str) -> str:
        """Run apt-get; return its complaint in one line, empty when there is none."""
        environment = {**os.environ, "LC_ALL": "C"}
        done = subprocess.run(
            ["apt-get", *self._options, *command], capture_output=True, text=True, check=False, env=environment
        )
        lines = [line for line in done.stderr.splitlines() if line.startswith("E:")]
        return " ".join(lines or ["apt-get failed"]) if done.returncode else ""

    def assume(self) -> None:
        """Take what every card has for installed, whatever its version."""
        command = ["apt-cache", *self._options, "dumpavail"]
        available = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        fields = ("Package", "Version", "Architecture", "Multi-Arch", "Provides")
        with self._status.open("w", encoding="utf-8") as status:
            for stanza in available.split("\n\n"):
                known = dict(re.findall(r"^([A-Za-z-]+): (.*)$", stanza, re.M))
                if known.get("Priority") in ON_EVERY_CARD:
                    lines = [f"{name}: {known[name]}" for name in fields if name in known]
                    status.write("\n".join([*lines, "Status: install ok installed", "Maintainer: x", "Description: x"]))
                    status.write("\n\n")

    def downloaded(self) -> list[Path]:
        """Return the files of the packages."""
        return sorted((self._place / "cache/archives").glob("*.deb"))


def index(folder: Path) -> None:
    """Write the index by which apt finds the packages of a folder, with a SHA-256 of each."""
    stanzas = []
    for deb in sorted(folder.glob("*.deb")):
        control = subprocess.run(["dpkg-deb", "-f", deb], capture_output=True, text=True, check=True).stdout.strip()
        digest = hashlib.sha256(deb.read_bytes()).hexdigest()
        stanzas.append(f"{control}\nFilename: ./{deb.name}\nSize: {deb.stat().st_size}\nSHA256: {digest}\n")
    (folder / "Packages").write_text("\n".join(stanzas), encoding="utf-8")
