"""Play whole games in the real window with a mouse, as a guest would.

    python -m tests.window [--out DIR] [GAME ...]

Needs Xvfb, xdotool and ImageMagick's import. A twin of the kiosk without a display, dealt the same cards, says where
each target is and what the key is; after each game both must have booked the same result.
"""

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from device.headless.pilot import Pilot, Setup
from device.rules.model import DuetPublic, Identity, Phase, Side, VersusPublic
from device.rules.modes import to_act
from device.storage.store import FILE, Store
from hardware.simulated.geometry import Geometry, geometry

DISPLAY = ":93"
SIZE = (1280, 720)
PATIENCE = 20.0


class Guest:
    """Hands at the real window, and the twin that knows where things are."""

    def __init__(self, folder: Path, out: Path, seed: int) -> None:
        self.out, self.seed = out, seed
        self.real, self.twin = folder / "real", Pilot(Setup(folder / "twin", SIZE, language="en", seed=seed))
        self.places: Geometry = geometry(SIZE)
        self.process = self._open()

    def _open(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "DISPLAY": DISPLAY, "SDL_VIDEO_WINDOW_POS": "0,0", "SDL_AUDIODRIVER": "dummy"}
        environment.pop("SDL_VIDEODRIVER", None)
        command = [sys.executable, "-m", "device", "--data-dir", str(self.real), "run", "--seed", str(self.seed)]
        size = f"{SIZE[0]}x{SIZE[1]}"
        process = subprocess.Popen([*command, "--size", size, "--lang", "en"], env=environment)
        wait_until(lambda: xdotool("search", "--pid", str(process.pid)).strip() != "", "the window")
        time.sleep(1.5)
        return process

    def close(self) -> None:
        """Close the real window."""
        self.process.terminate()
        began = time.monotonic()
        assert self.process.wait(5) == 0
        took = time.monotonic() - began
        assert took < 1, f"gone after {took:.1f} s"

    def pull_the_plug(self) -> None:
        """Kill the real kiosk, cut the twin's power, and start both again."""
        self.process.kill()
        self.process.wait()
        self.process = self._open()
        self.twin.power_cut()

    def tap(self, name: str) -> None:
        """Click a target in both."""
        self._click(self._at(name), 0.12)
        self.twin.tap(name)
        self._together()

    def hold(self, name: str) -> None:
        """Hold a target in both until it is confirmed."""
        self._click(self._at(name), 0.95)
        self.twin.hold(name)
        self._together()

    def press(self, side: str) -> None:
        """Click a button of the case in both."""
        self._click(self.places.seats["b" if side == "b" else "a"].button.center, 0.15)
        self.twin.press(side)
        self._together()

    def _at(self, name: str) -> tuple[int, int]:
        x, y = self.twin.target(name).rect.center
        return x + self.places.screen.x, y + self.places.screen.y

    def _click(self, place: tuple[int, int], seconds: float) -> None:
        x, y = map(str, place)
        xdotool("mousemove", x, y, "sleep", "0.1", "mousedown", "1", "sleep", str(seconds), "mouseup", "1")

    def _together(self) -> None:
        """Wait until the real kiosk has kept as many moves as the twin."""
        time.sleep(0.6)
        wait_until(lambda: kept(self.real) == kept(self.twin.setup.data), "the same move")

    def shot(self, name: str) -> None:
        """Keep a picture of the real window."""
        self.out.mkdir(parents=True, exist_ok=True)
        time.sleep(0.4)
        command = ["import", "-window", "root", str(self.out / f"{name}.png")]
        subprocess.run(command, env={**os.environ, "DISPLAY": DISPLAY}, check=True)

    # What a guest who knows the key would do

    @property
    def table(self) -> DuetPublic | VersusPublic:
        """Return the table."""
        table = self.twin.kiosk.context.table
        assert isinstance(table, DuetPublic | VersusPublic)
        return table

    def card(self, guesser: Side, *wanted: Identity) -> str:
        """Return an open card that is one of some identities for a guesser."""
        table, session = self.table, self.twin.kiosk.context.session
        face = session.key(guesser.other if isinstance(table, DuetPublic) else guesser)
        for place, name in enumerate(table.cards):
            marked = isinstance(table, DuetPublic) and guesser in table.markers[place]
            if face[place] in wanted and not table.covered(name) and not marked:
                return f"card:{name}"
        raise LookupError(f"no card left for {guesser} that is {wanted}")

    def clue(self, number: int = 2) -> None:
        """Give a clue by the giver's button and pad."""
        table = self.table
        side = "b" if isinstance(table, VersusPublic) else to_act(table)[0]
        self.press(side)
        self.tap(f"digit:{number}")
        self.tap("confirm")


def kept(data: Path) -> list[tuple[int]]:
    """Return how many moves and results a data directory holds."""
    with closing(sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True)) as db:
        return db.execute("SELECT (SELECT max(number) FROM move), (SELECT count(*) FROM result)").fetchall()


def xdotool(*words: str) -> str:
    """Run xdotool on the harness's display."""
    command = ["xdotool", *words]
    done = subprocess.run(command, env={**os.environ, "DISPLAY": DISPLAY}, capture_output=True, text=True)
    return done.stdout


def wait_until(holds: Callable[[], bool], what: str) -> None:
    """Wait for something outside this process."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not come")
        time.sleep(0.1)


def find_all(guest: Guest, *, stop_after: int = 3) -> None:
    """Play Duet to its end without a mistake."""
    while guest.table.phase is not Phase.OVER:
        if guest.table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
            guest.clue()
        side = to_act(guest.table)[0]
        found = 0
        while guest.table.phase is Phase.GUESS and to_act(guest.table) == (side,):
            if found == stop_after:
                guest.press(side)
                break
            guest.hold(guest.card(side, Identity.AGENT))
            found += 1


def won(guest: Guest) -> None:
    """Duet won, with the plug pulled on the way."""
    guest.tap("start")
    guest.shot("won-table")
    guest.clue()
    guest.hold(guest.card(to_act(guest.table)[0], Identity.AGENT))
    guest.pull_the_plug()
    guest.shot("won-standing")
    guest.tap("continue")
    find_all(guest)


def lost_to_an_assassin(guest: Guest) -> None:
    """Duet lost to an assassin."""
    guest.tap("start")
    guest.clue()
    guest.hold(guest.card(to_act(guest.table)[0], Identity.ASSASSIN))


def lost_to_time(guest: Guest) -> None:
    """Duet lost to one mistake too many."""
    guest.tap("option:tokens:4")
    guest.tap("option:mistakes:1")
    guest.tap("start")
    while guest.table.phase is not Phase.OVER:
        guest.clue()
        guest.hold(guest.card(to_act(guest.table)[0], Identity.BYSTANDER))


def to_sudden_death(guest: Guest, stops: int, each: int) -> None:
    """Play turns of some correct guesses until the bank is empty."""
    guest.tap(f"option:tokens:{stops}")
    guest.tap("start")
    while guest.table.phase is not Phase.SUDDEN_DEATH:
        guest.clue()
        side = to_act(guest.table)[0]
        for _ in range(each):
            guest.hold(guest.card(side, Identity.AGENT))
        guest.press(side)


def claim(guest: Guest) -> Side:
    """Claim the next guess of a sudden death where both may guess."""
    side = to_act(guest.table)[0]
    if len(to_act(guest.table)) == 2:
        guest.press(side)
    return side


def sudden_death_won(guest: Guest) -> None:
    """Duet won in sudden death."""
    to_sudden_death(guest, 4, 3)
    guest.shot("sudden-death")
    while guest.table.phase is not Phase.OVER:
        guest.hold(guest.card(claim(guest), Identity.AGENT))


def sudden_death_lost(guest: Guest) -> None:
    """Duet lost to a bystander in sudden death."""
    to_sudden_death(guest, 2, 2)
    guest.hold(guest.card(claim(guest), Identity.BYSTANDER))


def versus(guest: Guest, *options: str) -> None:
    """Play versus to the end: each team finds its own, two a turn; the finale takes the assassin last."""
    for option in options:
        guest.tap(option)
    guest.tap("start")
    guest.shot("-".join(["versus", *options]).replace(":", "_"))
    while guest.table.phase is not Phase.OVER:
        table = guest.table
        assert isinstance(table, VersusPublic)
        team = table.team
        if table.phase is Phase.COVER:
            guest.hold(guest.card(team, Identity(team.other)))
            continue
        guest.clue(2)
        for _ in range(2):
            left = guest.table.agents_left(team) if isinstance(guest.table, VersusPublic) else 0
            if guest.table.phase is Phase.GUESS:
                guest.hold(guest.card(team, Identity(team) if left else Identity.ASSASSIN))
        if guest.table.phase is Phase.GUESS:
            guest.press("a")


GAMES: dict[str, Callable[[Guest], None]] = {
    "won": won,
    "assassin": lost_to_an_assassin,
    "time": lost_to_time,
    "sudden_death_won": sudden_death_won,
    "sudden_death_lost": sudden_death_lost,
    "classic": lambda guest: versus(guest, "game:classic"),
    "finale": lambda guest: versus(guest, "game:classic", "option:ending:assassin"),
    "simulated": lambda guest: versus(guest, "game:classic", "option:opponent:simulated"),
    "pictures": lambda guest: versus(guest, "game:pictures"),
}


@contextmanager
def display() -> Iterator[None]:
    """A screen that nobody sees."""
    server = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "1600x1100x24"], stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        yield
    finally:
        server.terminate()
        server.wait()


def play(name: str, out: Path, seed: int) -> str:
    """Play one game and return its booked result; raise if the two kiosks disagree."""
    with tempfile.TemporaryDirectory() as folder:
        guest = Guest(Path(folder), out, seed)
        try:
            guest.tap("new_game")
            GAMES[name](guest)
            guest.shot(f"{name}-end")
            guest.tap("show_keys")
            guest.shot(f"{name}-keys")
            guest.tap("home")
        finally:
            guest.close()
        real = Store(guest.real).results()
        assert real == guest.twin.store.results(), (real, guest.twin.store.results())
        return f"{real[-1].outcome}/{real[-1].reason}, score {real[-1].score}"


def main() -> int:
    """Play the games asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("build/window"))
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    given = parser.parse_args()
    with display():
        for seed, name in enumerate(given.games or GAMES, 11):
            sys.stdout.write(f"{name}: {play(name, given.out, seed)}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
