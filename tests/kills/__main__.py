"""Kill the kiosk at random instants, many times, and check that nothing that was shown is lost.

    python -m tests.kills [--kills 300] [--seed 1]

A child process plays random games through the screens and tells each state once its frame was drawn. The parent kills
it with SIGKILL, reads what is on the disk, and holds it against what was told.
"""

import argparse
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from device.game.session import Session
from device.headless.pilot import Pilot, Setup
from device.rules.model import DuetPublic, Phase, State
from device.rules.modes import to_act
from device.rules.views import as_json
from device.storage.store import Store

SHOWN = "shown"


def child(data: Path, seed: int) -> None:
    """Play on, for ever, as people would."""
    pilot, rng = Pilot(Setup(data, (800, 480), seed=seed)), random.Random(seed)
    while True:
        tell(pilot)
        play_on(pilot, rng)


def tell(pilot: Pilot) -> None:
    """Tell the state that is on the screen, and how many moves are behind it."""
    table = pilot.kiosk.context.table
    number = pilot.kiosk.context.session.number
    sys.stdout.write(json.dumps({SHOWN: table and as_json(table), "number": number}) + "\n")
    sys.stdout.flush()


def play_on(pilot: Pilot, rng: random.Random) -> None:
    """Do one thing a guest might do now."""
    match pilot.screen:
        case "home":
            pilot.tap("new_game")
        case "new_game":
            pilot.tap("start")
        case "standing":
            pilot.tap("continue")
        case "end":
            pilot.tap(rng.choice(["home", "again"]))
        case "clue_pad":
            pilot.tap(f"digit:{rng.randrange(10)}")
            pilot.tap("confirm")
        case _:
            at_the_table(pilot, rng)


def at_the_table(pilot: Pilot, rng: random.Random) -> None:
    """Give a clue, guess, stop, or take a move back."""
    table = pilot.kiosk.context.table
    assert isinstance(table, DuetPublic)
    if rng.random() < 0.1 and pilot.kiosk.context.session.can_undo:
        pilot.press("a", "b", seconds=2.2)
        pilot.tap("confirm:a")
        pilot.tap("confirm:b")
        return
    side = rng.choice(to_act(table))
    may_stop = table.phase is Phase.GUESS and table.guesses > 0
    if table.phase in (Phase.FIRST_CLUE, Phase.CLUE) or (may_stop and rng.random() < 0.4):
        pilot.press(side)
    else:
        if table.phase is Phase.SUDDEN_DEATH and len(to_act(table)) == 2:
            pilot.press(side)
        cards = [t.name for t in pilot.kiosk.frame.targets if t.name.startswith("card:") and t.enabled]
        pilot.hold(rng.choice(cards))


def kept(data: Path) -> tuple[State | None, int]:
    """Return what the disk holds: the game on the table, and the number of its last move."""
    store = Store(data)
    assert store.moved_aside is None
    session = Session(store)
    state = session._state if session.resume() else None
    store.close()
    return state, session.number


def check(told: dict[str, Any], data: Path) -> str | None:
    """Return what is wrong with the disk after the last thing told."""
    state, number = kept(data)
    if told[SHOWN] is None or (state is None and told[SHOWN]["phase"] == "over"):
        return None
    if state is None:
        return "the game is gone"
    if [*state.public.cards] != told[SHOWN]["cards"]:
        return None if told[SHOWN]["phase"] == "over" else "another game is on the table"
    if number < told["number"]:
        return f"move {told['number']} was shown, {number} are kept"
    at: State | None = state
    while at is not None and at.number > told["number"]:
        at = at.past
    same = at is not None and as_json(at.public) == told[SHOWN]
    undone = number > told["number"]
    return None if same or undone else f"move {told['number']} is kept otherwise than it was shown"


def one_kill(data: Path, seed: int, rng: random.Random) -> tuple[int, str | None]:
    """Start a child, kill it at a random instant, and check; return how much it told and what is wrong."""
    command = [sys.executable, "-m", "tests.kills", "--child", str(data), "--seed", str(seed)]
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=quiet) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        end = time.monotonic() + rng.uniform(0.05, 1.5)
        while (left := end - time.monotonic()) > 0:
            if select.select([process.stdout], [], [], left)[0]:
                lines.append(process.stdout.readline())
        stopped = process.poll() is not None
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    if stopped:
        return len(lines), "the kiosk stopped by itself"
    whole = [json.loads(line) for line in lines if line.endswith("\n")]
    if not whole:
        return 0, "the kiosk did not start"
    return len(whole), check(whole[-1], data)


def main() -> int:
    """Run the harness; return 1 if something was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        child(given.child, given.seed)
    rng, told, lost = random.Random(given.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for kill in range(1, given.kills + 1):
            count, wrong = one_kill(Path(folder), given.seed * 100_000 + kill, rng)
            told += count
            if wrong:
                lost += 1
                sys.stdout.write(f"kill {kill}: {wrong}\n")
            if kill % 25 == 0 or kill == given.kills:
                sys.stdout.write(f"{kill} kills, {told} states shown, {lost} lost\n")
                sys.stdout.flush()
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
