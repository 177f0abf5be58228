"""The budgets, each row measured against its floor in the same run.

    python -m tests.benchmarks [ROW ...]

Ratios are of medians of runs taken in turn. `rules` needs the package `codenames` from PyPI beside the project's own.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.processes import BARE, cpu_seconds, kiosk, memory, started

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


class Row(NamedTuple):
    """What was measured against what it should be, and whether it is."""

    line: str
    good: bool


def start() -> Row:
    """Start to the first frame of home, against the bare program."""
    bare, ours = [], []
    with tempfile.TemporaryDirectory() as data:
        for _ in range(9):
            with started(BARE) as (_, seconds):
                bare.append(seconds)
            with started(kiosk(Path(data))) as (_, seconds):
                ours.append(seconds)
    return against(statistics.median(ours[1:]), statistics.median(bare[1:]), "s", 1.5, 1.3)


def history() -> Row:
    """Start with 10,000 past games, against an empty store."""
    from device.storage.store import GameResult, Store

    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty", Path(folder) / "full"
        Store(empty).close()
        store = Store(full)
        with store._commit() as db:
            row = GameResult("duet", "won", "agents", 8, 8, 18, 15, tokens=9, mistakes=9, score=7)
            values = (row.mode, row.outcome, row.reason, row.turns, row.clues, row.guesses, row.hits)
            names = "mode, outcome, reason, turns, clues, guesses, hits"
            db.executemany(f"INSERT INTO result ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)", [values] * 10_000)
        store.close()
        times: dict[Path, list[float]] = {empty: [], full: []}
        for _ in range(9):
            for data, taken in times.items():
                with started(kiosk(data)) as (_, seconds):
                    taken.append(seconds)
    return against(statistics.median(times[full][1:]), statistics.median(times[empty][1:]), "s", 1.05, 1.05)


def idle() -> Row:
    """Processor time of an idle home screen, against `get` + `tick(20)`."""
    with tempfile.TemporaryDirectory() as data:
        used = [_used(command) for command in (kiosk(Path(data)), BARE)]
    return against(used[0], used[1], "s in 20 s", 1.5, 1.2)


def fleet() -> Row:
    """Processor time of an idle box whose broker is away, against a box of no fleet."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "config.yaml"
        parts = "screen: {driver: simulated}\n"  # run as a service, a config without parts would be a fault
        config.write_text(f"{parts}fleet: {{broker: 'mqtt://127.0.0.1:1', name: table-1}}\n", encoding="utf-8")
        alone = kiosk(Path(folder))
        used = [_used(command) for command in ((*alone, "--config", str(config)), alone)]
    return against(used[0], used[1], "s in 20 s", 1.2, 1.1)


def _used(command: Sequence[str]) -> float:
    """Return the processor time a program at rest takes in 20 s."""
    with started(command) as (process, _):
        time.sleep(3)
        before = cpu_seconds(process.pid)
        time.sleep(20)
        return cpu_seconds(process.pid) - before


def touch() -> Row:
    """A touch to its finished frame, against one full-screen blit and flip."""
    import pygame

    from device.headless.pilot import Pilot, Setup

    pygame.display.init()
    screen = pygame.display.set_mode((1280, 720))
    with tempfile.TemporaryDirectory() as data:
        pilot = Pilot(Setup(Path(data), (1280, 720), seed=1))
        pilot.tap("new_game")
        pilot.tap("start")
        pilot.press("a")
        pilot.tap("digit:2")
        pilot.tap("confirm")
        picture = pilot.box.screen.surface.copy().convert(screen)
        cards = [target.name for target in pilot.kiosk.frame.targets if target.name.startswith("card:")]
        bare, ours = [], []
        for turn in range(100):
            began = time.perf_counter()
            screen.blit(picture, (0, 0))
            pygame.display.flip()
            bare.append(time.perf_counter() - began)
            began = time.perf_counter()
            pilot.down(cards[turn % len(cards)])  # ends with one full-screen blit, as a real screen's present does
            pygame.display.flip()
            ours.append(time.perf_counter() - began)
            pilot.lift(cards[turn % len(cards)])
            pilot.settle()
    return against(statistics.median(ours) * 1000, statistics.median(bare) * 1000, "ms", 2.0, 1.5)


def walk() -> Row:
    """The longest tick of a walk through every screen, of three walks' medians: on the first visit, and again."""
    visits = [_told("tests.benchmarks.walk") for _ in range(3)]
    first, again = (
        {name: statistics.median(each[n][name] for each in visits) for name in visits[0][n]} for n in (0, 1)
    )
    slow, slow_again = max(first, key=first.__getitem__), max(again, key=again.__getitem__)
    line = f"first {first[slow]:.0f} ms ({slow}; <= 50, aim 25), again {again[slow_again]:.0f} ms ({slow_again}; <= 16)"
    return Row(line, first[slow] <= 50 and again[slow_again] <= 16)


def memory_row() -> Row:
    """Memory of a box left alone after 1,000 games, against the bare program; and how much the last 500 added."""
    with started(BARE) as (process, _):
        floor = memory(process.pid)
    half, whole = _told("tests.benchmarks.games")
    line, good = against(whole / 1e6, floor / 1e6, "MB", 2.0, 1.5)
    added = (whole - half) / 1e6
    return Row(f"{line}; the last 500 games added {added:.2f} MB (< 0.5)", good and added < 0.5)


def _told(program: str) -> Any:
    """Run a program of its own and return what it prints as JSON."""
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}  # pygame would be the first to speak
    done = subprocess.run((sys.executable, "-m", program), stdout=subprocess.PIPE, check=True, env=quiet)
    return json.loads(done.stdout)


def rules() -> Row:
    """Moves a second of the rules, against the package `codenames`."""
    try:
        from tests.benchmarks.rival import our_moves_per_second, rival_moves_per_second
    except ImportError as error:
        return Row(f"{error}; it takes: pip install codenames", False)
    ours, theirs = [], []
    for seed in range(7):
        ours.append(our_moves_per_second(300, seed))
        theirs.append(rival_moves_per_second(300, seed))
    ratio = statistics.median(ours) / statistics.median(theirs)
    line = (
        f"{statistics.median(ours):,.0f} against {statistics.median(theirs):,.0f} moves/s: {ratio:.1f} x (>= 2, aim 4)"
    )
    return Row(line, ratio >= 2)


def clue() -> Row:
    """One clue against 25 words."""
    from tests.bench_clues import milliseconds

    taken = milliseconds()
    return Row(f"{taken:.2f} ms (<= 2 ms)", taken <= 2)


def players() -> Row:
    """The box as a player, on a made-up table of full size."""
    from tests.bench_players import measure

    figures = measure()
    return Row(figures.line, figures.good)


def against(ours: float, floor: float, unit: str, budget: float, aim: float) -> Row:
    """Return a row: ours, the floor, their ratio, and what it should be."""
    line = f"{ours:.3f} against {floor:.3f} {unit}: {ours / floor:.2f} x (<= {budget}, aim {aim})"
    return Row(line, ours <= budget * floor)


ROWS: dict[str, Callable[[], Row]] = {
    "start": start,
    "history": history,
    "idle": idle,
    "fleet": fleet,
    "touch": touch,
    "walk": walk,
    "memory": memory_row,
    "rules": rules,
    "clue": clue,
    "players": players,
}


def main() -> int:
    """Measure the rows asked for, or all; return 1 if a budget is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", choices=[*ROWS, []], metavar="ROW", help=", ".join(ROWS))
    missed = 0
    for name in parser.parse_args().rows or ROWS:
        line, good = ROWS[name]()
        missed += not good
        sys.stdout.write(f"{name:8} {line}{'' if good else '  MISSED'}\n")
        sys.stdout.flush()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
