"""Cut the power at any instant of a recorded game, and check that nothing that was shown is lost.

    python -m tests.cuts [--cuts 2000] [--seed 1] [--steps 60]

A child plays through the screens while `record.c`, made with the machine's C compiler and preloaded, logs each write
and each sync of its data directory, and in between what was on the screen. The log is played back to random places;
there the disk holds all that was written, only what was synced, or any sectors between the two. The store is opened
on it: it must give exactly the last state that was shown, or the one a commit later (after a game: none).
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from device.headless.pilot import Pilot, Setup
from device.rules.views import as_json
from tests.cuts.disk import Disk, Entry, read
from tests.kills.__main__ import kept, play_on

SHOWN = "shown"
WAYS = ("all written", "only synced", "some written")
STEPS = 60


def child(folder: Path, seed: int, steps: int) -> None:
    """Play some steps, and write down each state once its frame was drawn."""
    pilot, rng = Pilot(Setup(folder / "data", (800, 480), seed=seed)), Random(seed)
    with (folder / SHOWN).open("ab", buffering=0) as shown:
        for step in range(steps + 1):
            if step:
                play_on(pilot, rng)
            table = pilot.kiosk.context.table
            shown.write(json.dumps(table and as_json(table)).encode())


def record(folder: Path, seed: int, steps: int) -> list[Entry]:
    """Let a child play and return what it did to its disk."""
    library, log, played = folder / "record.so", folder / "log", folder / "played"
    source = Path(__file__).with_name("record.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    (played / "data").mkdir(parents=True)
    spies = {"LD_PRELOAD": str(library), "RECORD_FOLDER": str(played), "RECORD_LOG": str(log)}
    command = [sys.executable, "-m", "tests.cuts", "--child", str(played), "--seed", str(seed), "--steps", str(steps)]
    subprocess.run(command, check=True, env={**os.environ, **spies, "PYGAME_HIDE_SUPPORT_PROMPT": "1"})
    return list(read(log))


def one_cut(disk: Disk, way: str, rng: Random) -> Any:
    """Return the table that a restart finds after a cut."""
    with tempfile.TemporaryDirectory() as folder:
        match way:
            case "all written":
                disk.all_written(Path(folder))
            case "only synced":
                disk.only_synced(Path(folder))
            case _:
                disk.some_written(Path(folder), rng)
        try:
            state, _ = kept(Path(folder) / "data")
        except AssertionError:
            return "the file was moved aside"
        return state and as_json(state.public)


def cuts_of(entries: list[Entry], count: int, rng: Random) -> Counter[str]:
    """Cut a recording at random places and return how often which way, and how often something was lost."""
    places = Counter(rng.randrange(len(entries)) for _ in range(count))
    shown = [json.loads(entry.data) for entry in entries if entry.path == SHOWN and entry.data]
    disk, told = Disk(), 0
    sums: Counter[str] = Counter()
    for place, entry in enumerate(entries):
        if entry.path != SHOWN:
            disk.apply(entry)
        elif entry.data:
            told += 1
        for _ in range(places[place]):
            way = rng.choice(WAYS)
            found, sums[way] = one_cut(disk, way, rng), sums[way] + 1
            before, after = shown[told - 1] if told else None, shown[told] if told < len(shown) else None
            left = found is None and before and before["phase"] == "over"
            if found not in (before, after) and not left:
                sums["lost"] += 1
                sys.stdout.write(f"lost: entry {place} of {len(entries)}, {way}, state {told}\n")
    return sums


def main() -> int:
    """Run the harness; return 1 if something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuts", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        child(given.child, given.seed, given.steps)
        return 0
    rng, sums, recordings, size = Random(given.seed), Counter[str](), 0, 0
    while (done := sum(sums[way] for way in WAYS)) < given.cuts:
        with tempfile.TemporaryDirectory() as folder:
            entries = record(Path(folder), given.seed + recordings, given.steps)
        recordings, size = recordings + 1, size + len(entries)
        sums += cuts_of(entries, min(500, given.cuts - done), rng)
        ways = ", ".join(f"{sums[way]} {way}" for way in WAYS)
        sys.stdout.write(f"{recordings} recordings, {size} writes and syncs; cuts: {ways}; {sums['lost']} lost\n")
        sys.stdout.flush()
    return 1 if sums["lost"] else 0


if __name__ == "__main__":
    sys.exit(main())
