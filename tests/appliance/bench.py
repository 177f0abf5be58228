"""The bench: the machine, its twin, its disks, and where the results go."""

import random
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tests.appliance.build import make_disk, say
from tests.appliance.machine import Machine
from tests.appliance.twin import Twin, wait_for_picture
from tests.kills.__main__ import kept

DATABASE = ("spytable.db", "spytable.db-wal")


class Bench:
    """The machine, its twin and where the results go."""

    def __init__(self, work: Path, results: Path, cuts: int) -> None:
        """Begin with a machine that is switched off; the plug will be pulled `cuts` times."""
        self.cuts = cuts
        self.machine, self.work, self.results = Machine(work), work, results
        self.rng = random.Random(1)
        self.twin = Twin(self.machine, results / "twin", results)

    def new_data(self, name: str) -> Path:
        """Return an empty data directory for the twin of one trial."""
        shutil.rmtree(self.results / name, ignore_errors=True)
        (self.results / name / "twin").mkdir(parents=True)
        return self.results / name / "twin"

    def boot(self) -> None:
        """Switch on and wait for a picture."""
        machine = self.machine.power_on()
        ready = machine.wait_until_ready()
        waited = wait_for_picture(machine)
        say(f"   boot {machine.boots}: first frame {ready:.1f} s after the kernel's start, seen {waited:.1f} s later")

    @contextmanager
    def own_disk(self, files: Mapping[str, str] = MappingProxyType({})) -> Iterator[None]:
        """Give the machine a new disk of what was installed, some files changed; then the old one again."""
        machine, before = self.machine, self.machine.image
        machine.power_cut()
        there = {name: (machine.root / name).read_bytes() if (machine.root / name).exists() else None for name in files}
        try:
            for name, text in files.items():
                (machine.root / name).parent.mkdir(parents=True, exist_ok=True)
                (machine.root / name).write_text(text)
            machine.image = self.work / "own.img"
            make_disk(machine.root, machine.image)
        finally:
            for name, content in there.items():
                if content is None:
                    (machine.root / name).unlink()
                else:
                    (machine.root / name).write_bytes(content)
        try:
            yield
        finally:
            machine.power_cut()
            machine.image = before

    def kept(self) -> tuple[Any, int]:
        """Return the game the machine's disk holds, and the number of its last move."""
        folder = self.results / "kept"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        self.machine.data_files(folder, DATABASE)
        return kept(folder)

    def check_kept(self) -> None:
        """Hold the machine's disk against the twin's game."""
        state, number = self.kept()
        session = self.twin.pilot.kiosk.context.session
        assert number == session.number, f"the disk holds move {number}, the twin made {session.number}"
        assert state.public == session.public, "the disk holds another game than the twin"
