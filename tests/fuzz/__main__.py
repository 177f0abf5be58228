"""Try to break the box with what comes from outside, for as long as asked.

    python -m tests.fuzz [formats|store|imports|play …] [--seconds 60] [--seed 1]

`formats`: spoilt configs, packs, scenarios and scripts give one line, never a traceback. `store`: flipped bits and cut
ends of a database never stop a start. `imports`: spoilt exports change nothing. `play`: fingers and buttons at random,
parts that fail, power cuts; nothing throws, there is always a way home, memory stays flat.
Prints what was tried; exits 1 at the first find, with the seed that leads there.
"""

import argparse
import contextlib
import hashlib
import io
import json
import random
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from device.commands import main as spytable
from device.game.session import Session
from device.headless.pilot import PARTS, Pilot, Setup
from device.owner.archive import FILE as EXPORT
from device.owner.archive import MANIFEST, STORE
from device.owner.backup import export_steps, import_steps
from device.owner.transfer import TransferError
from device.storage.store import FILE, Store, StoreError
from hardware.ports import Pointer
from tests.benchmarks.processes import most_memory
from tests.fuzz.samples import SAMPLES, spoilt

ROOT = Path(__file__).parents[2]
MAX_LINE = 400
"""Characters of a complaint."""


class Found(Exception):
    """Something that broke."""


def formats(folder: Path, rng: random.Random) -> Iterator[str]:
    """Spoil a file of every format in turn, and have the command line read it."""
    while True:
        for command, sample in SAMPLES.items():
            read(folder, command, spoilt(sample, rng))
            yield command[0]


def read(folder: Path, command: tuple[str, ...], content: bytes) -> None:
    """Have a command read a file.

    Raises:
        Found: it does not end as it should, or says more than a short line.
    """
    file = folder / "spoilt.yaml"
    file.write_bytes(content)
    named = {"FILE": str(file), "OUT": str(folder / "out")}
    words = [named.get(word, word) for word in command]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(words)
    lines = [line.partition("; there are: ")[0] for line in err.getvalue().splitlines()]  # a screen has many targets
    if code not in (0, 1, 2) or any(len(line) > MAX_LINE or "Traceback" in line for line in lines):
        raise Found(f"{words}: exit {code}, {lines[:1]}, {content[:200]!r}")


def run(words: list[str]) -> object:
    """Return the exit status of a command."""
    try:
        return spytable(words)
    except SystemExit as stop:
        return stop.code


def store(folder: Path, rng: random.Random) -> Iterator[str]:
    """Flip bits of a database, or cut its end off, and start."""
    good = folder / "good"
    pilot = Pilot(Setup(good, (800, 480), seed=1))
    pilot.tap("new_game")
    pilot.tap("start")
    pilot.close()
    content = (good / FILE).read_bytes()
    while True:
        broken = bytearray(content)
        if rng.random() < 0.2:
            del broken[rng.randrange(len(broken)) :]
        for _ in range(rng.choice((1, 1, 3, 20))):
            if broken:
                broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
        data = folder / "broken"
        shutil.rmtree(data, ignore_errors=True)
        data.mkdir()
        (data / FILE).write_bytes(broken)
        with contextlib.suppress(StoreError):
            opened = Store(data)
            with contextlib.suppress(StoreError):
                Session(opened).resume()
            opened.set_setting("fuzz", 1)
            opened.close()
        yield "start"


def imports(folder: Path, rng: random.Random) -> Iterator[str]:
    """Spoil an export and bring it back: it is refused and nothing changed, or it is sound."""
    stick, data = folder / "stick", folder / "data"
    stick.mkdir()
    kept = Store(data)
    kept.add_team("Owls")
    for _ in export_steps(kept, data, stick):
        pass
    good = (stick / EXPORT).read_bytes()
    while True:
        (stick / EXPORT).write_bytes(spoilt(good, rng) if rng.random() < 0.3 else spoilt_inside(good, rng))
        before = kept.dump()
        try:
            for _ in import_steps(kept, data, stick):
                pass
        except TransferError:
            if kept.dump() != before:
                raise Found("a refused import changed the store") from None
        yield "import"


def spoilt_inside(export: bytes, rng: random.Random) -> bytes:
    """Return an export whose store is spoilt, and whose sums are right."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(export)) as old, zipfile.ZipFile(written, "w") as new:
        content = spoilt(old.read(STORE), rng)
        new.writestr(STORE, content)
        manifest = json.loads(old.read(MANIFEST))
        manifest["sha256"][STORE] = hashlib.sha256(content).hexdigest()
        new.writestr(MANIFEST, json.dumps(manifest))
    return written.getvalue()


def play(folder: Path, rng: random.Random) -> Iterator[str]:
    """Touch, press, fail, mend and pull the plug at random."""
    pilot = Pilot(Setup(folder / "play", (800, 480), seed=rng.randrange(1 << 30)))
    while True:
        action = rng.random()
        if action < 0.6:
            named = [target.name for target in pilot.kiosk.frame.targets if target.enabled]
            if named:
                pilot.tap(rng.choice(named))
        elif action < 0.75:
            finger, kinds = rng.randrange(3), ("down", "move", "up")
            for _ in range(rng.randrange(1, 6)):
                spot = rng.uniform(-0.2, 1.2), rng.uniform(-0.2, 1.2)
                pilot.inputs.put(Pointer(finger, rng.choice(kinds), *spot))  # type: ignore[arg-type]
            pilot.wait(rng.choice((0.02, 0.1, 0.8)))
        elif action < 0.9:
            sides = rng.choice((["a"], ["b"], ["a", "b"]))
            pilot.press(*sides, seconds=rng.choice((0.1, 0.3, 0.7, 2.2, 3.2)))
        elif action < 0.94:
            (pilot.fail if rng.random() < 0.5 else pilot.mend)(rng.choice(PARTS))
        elif action < 0.96:
            pilot.power_cut()
        elif action < 0.98:
            pilot.wait(rng.choice((5.0, 130.0)))
        else:
            pilot.kiosk.screens.go_home()
            pilot.settle()
        if pilot.kiosk.quitting:
            pilot.power_cut()
        yield "step"


KINDS: dict[str, Callable[[Path, random.Random], Iterator[str]]] = {
    "formats": formats,
    "store": store,
    "imports": imports,
    "play": play,
}


def main() -> int:
    """Run the kinds asked for, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=(*KINDS, []), default=[])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for kind in given.kinds or KINDS:
        with tempfile.TemporaryDirectory() as folder:
            tried, until, start = 0, time.monotonic() + given.seconds, most_memory()
            rng = random.Random(f"{kind}:{given.seed}")
            try:
                for _ in KINDS[kind](Path(folder), rng):
                    tried += 1
                    if time.monotonic() > until:
                        break
            except Exception as error:
                sys.stdout.write(f"{kind}: broken after {tried} tries with seed {given.seed}: {error!r}\n")
                raise
        sys.stdout.write(f"{kind}: {tried} tried, nothing broke; memory {start >> 20} -> {most_memory() >> 20} MiB\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
