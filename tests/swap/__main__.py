"""Play random games twice, with other identities under the cards not shown yet, and look for any difference.

    python -m tests.swap [--games 1000] [--seed 1] [--jobs 2]

Each game is dealt with random options of either family. Its twin differs in the identities of some cards that are
not shown. Both are driven alike, through every screen that random touches lead to. After each step the shared screen,
texts, targets, sounds, lamps, backlight, what the log says and the time and kind of every call to a part (what a key
panel is sent apart) are the same, until an outcome itself differs.
"""

import argparse
import contextlib
import io
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from device.headless.pilot import Pilot, Setup
from device.rules import deal
from device.rules.errors import InvalidValue
from device.rules.events import Dealt
from device.rules.model import Public
from device.rules.options import OPTIONS, read_options
from tests.app.conftest import WORDS
from tests.app.test_secrets import shared
from tests.rules.games import swapped

STEPS = 60
CALLS = ("show_key", "light", "backlight", "play", "shine")
AWAY = ("back", "close", "continue:a", "cancel:a", "cancel:b")


class Leak(Exception):
    """Two games differed before an outcome did."""


def random_game(rng: Random) -> Dealt:
    """Deal a game with random options."""
    family = rng.choice(list(OPTIONS))
    while True:
        given = {name: rng.choice(list(values)) for name, values in OPTIONS[family].items() if rng.random() < 0.5}
        with contextlib.suppress(InvalidValue):  # not everything goes together
            options = read_options(family, given)
            break
    count = 20 if given.get("grid") == "5x4" else 25
    return deal(options, WORDS[:count], rng)


class Twin:
    """One of the two: a pilot, and all that its parts are told."""

    def __init__(self, folder: Path, game: Dealt, seed: int) -> None:
        self._folder = folder
        self.pilot = Pilot(Setup(folder, (800, 480), seed=seed))
        self._calls: list[tuple[object, ...]] = []
        for name in CALLS:
            self._listen(name)
        self.pilot.start(game)

    def __enter__(self) -> "Twin":
        """Play in it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it, and leave its folder to the other."""
        self.pilot.close()
        shutil.rmtree(self._folder)

    def _listen(self, name: str) -> None:
        call = getattr(self.pilot.box, name)

        def heard(*given: Any) -> Any:
            self._calls.append((self.pilot.now, name, given[0] if name == "show_key" else given))
            return call(*given)

        setattr(self.pilot.box, name, heard)

    def shared(self) -> dict[str, Any]:
        """Return all that everybody perceives, since the last time."""
        calls, self._calls = self._calls, []
        return {**shared(self.pilot), "calls": calls}


def step(pilot: Pilot, hidden: set[str], rng: Random) -> tuple[str, ...]:
    """Return a random thing to do now."""
    names = [target.name for target in pilot.kiosk.frame.targets if target.enabled]
    away = [name for name in names if name in AWAY]
    cards = [name for name in names if name.startswith("card:")]
    others = [name for name in names if not name.startswith(("card:", "show_keys"))]
    if pilot.screen != "table" and away and rng.random() < 0.4:
        return "tap", rng.choice(away)
    chance = rng.random()
    if cards and chance < 0.55:
        plain = [name for name in cards if name not in hidden]
        return "hold", rng.choice(plain if plain and rng.random() < 0.9 else cards)
    if cards and chance < 0.65:
        return "tap", rng.choice(cards)
    if others and chance < 0.8:
        return "tap", rng.choice(others)
    if chance < 0.85:
        return "wait", rng.choice(("0.5", "3", "70"))
    return "press", *rng.choice((["a"], ["b"], ["a", "b"]))


def do(pilot: Pilot, verb: str, *names: str) -> None:
    """Do a thing."""
    match verb:
        case "press":
            pilot.press(*names, seconds=2.2 if len(names) == 2 else 0.15)
        case "wait":
            pilot.wait(float(names[0]))
        case _:
            getattr(pilot, verb)(*names)


def play(folder: Path, seed: int) -> int:
    """Play one game and its twin; return the steps that were compared.

    Raises:
        Leak: they differed.
    """
    rng = Random(seed)
    game = random_game(rng)
    places = rng.sample(range(len(game.cards)), rng.randint(2, len(game.cards) - 4))
    other = swapped(game, places)
    faces = list(zip(game.key.faces, other.key.faces, strict=True))
    hidden = {f"card:{game.cards[place]}" for place in places if any(one[place] != two[place] for one, two in faces)}
    seen, steps, tables = first(folder, game, seed, hidden, rng)
    return second(folder, other, seed, hidden, seen, steps, tables)


def first(
    folder: Path, game: Dealt, seed: int, hidden: set[str], rng: Random
) -> tuple[list[dict[str, Any]], list[tuple[str, ...]], list[Public | None]]:
    """Play a game at random; return what was perceived, what was done next, and the table it led to."""
    seen, steps, tables = [], [], []
    with Twin(folder / "box", game, seed) as one:
        while len(steps) < STEPS:
            seen.append(one.shared())
            table = one.pilot.kiosk.context.table
            if table is None or table.result is not None or one.pilot.kiosk.quitting:
                break
            steps.append(step(one.pilot, hidden, rng))
            do(one.pilot, *steps[-1])
            tables.append(one.pilot.kiosk.context.table)
    return seen, steps, tables


def second(
    folder: Path,
    game: Dealt,
    seed: int,
    hidden: set[str],
    seen: list[dict[str, Any]],
    steps: list[tuple[str, ...]],
    tables: list[Public | None],
) -> int:
    """Do the same with the twin, in a folder of the same name; return how many steps were alike.

    Raises:
        Leak: they differed.
    """
    with Twin(folder / "box", game, seed) as two:
        for number, (perceived, what, table) in enumerate(zip(seen, steps, tables, strict=False)):
            if two.shared() != perceived:
                raise Leak(f"game {seed}, step {number}")
            do(two.pilot, *what)
            if what[0] in ("hold", "tap") and what[1] in hidden and two.pilot.kiosk.context.table != table:
                return number + 1
    return len(steps)


def one_job(seed: int) -> tuple[int, str]:
    """Play one game in a folder of its own; return its steps, and what leaked."""
    log = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(log):
        try:
            return play(Path(folder), seed), ""
        except Leak as leak:
            return 0, str(leak)


def main() -> int:
    """Play all games; return 1 if anything leaked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    sums: Counter[str] = Counter()
    first_seed = given.seed * 100_000
    for steps, leak in _results(range(first_seed, first_seed + given.games), given.jobs):
        sums["games"] += 1
        sums["steps"] += steps
        if leak:
            sums["leaks"] += 1
            sys.stdout.write(f"{leak}\n")
        if sums["games"] % 50 == 0 or sums["games"] == given.games:
            sys.stdout.write(f"{sums['games']} games, {sums['steps']} steps alike, {sums['leaks']} leaks\n")
            sys.stdout.flush()
    return 1 if sums["leaks"] else 0


def _results(seeds: range, jobs: int) -> Iterator[tuple[int, str]]:
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(one_job, seeds)


if __name__ == "__main__":
    sys.exit(main())
