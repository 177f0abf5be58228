"""How long the box thinks, and what its table takes: `python -m tests.bench_players`.

The table is made up: 20,000 words, each pointing at about 25 of 1,100 cards.
"""

import gc
import tempfile
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from device.cards.library import PackLibrary
from device.files.assets import assets
from device.game.box_player import CheckedWords
from device.game.observe import observe
from device.headless.simulate import Log
from device.players.associations import Associations, load
from device.players.box import BoxPlayer
from device.players.knowledge import Knowledge
from device.rules import deal, start, step, to_act
from device.rules.clue_log import extend_log
from device.rules.model import Phase
from device.rules.options import read_options
from tests.benchmarks.processes import memory

WORDS, CARDS, CARDS_A_WORD = 20_000, 1100, 25
CLUE_MS, GUESS_MS, MEMORY_MIB, FILE_MIB = 300, 30, 15, 4


class Figures(NamedTuple):
    """The slowest clue and guess in milliseconds, the memory and the file of the table in MiB."""

    clue: float
    guess: float
    memory: float
    file: float

    @property
    def good(self) -> bool:
        """Tell whether all are within their budgets."""
        within = self.clue <= CLUE_MS, self.guess <= GUESS_MS, self.memory <= MEMORY_MIB, self.file <= FILE_MIB
        return all(within)

    @property
    def line(self) -> str:
        """Return them with their budgets."""
        return (
            f"slowest clue {self.clue:.0f} ms (<= {CLUE_MS}), guess {self.guess:.1f} ms (<= {GUESS_MS}); "
            f"memory {self.memory:.1f} MiB (<= {MEMORY_MIB}), file {self.file:.1f} MiB (<= {FILE_MIB})"
        )


@cache
def names() -> tuple[str, ...]:
    """Return the names of the cards."""
    return tuple(f"CARD{number}" for number in range(CARDS))


def made_up(seed: int = 1) -> Associations:
    """Return a table of made-up words."""
    rng, words = Random(seed), set[str]()
    while len(words) < WORDS:
        words.add("".join(rng.choices("etaoinshrdlu", k=rng.randint(4, 10))))
    columns: dict[str, dict[str, int]] = {name: {} for name in names()}
    for word in sorted(words):
        for name in rng.sample(names(), rng.randint(CARDS_A_WORD // 2, CARDS_A_WORD * 3 // 2)):
            columns[name][word] = rng.choice((10, 15, 20, 25, 30, 30, 60, 60, 90))
    return Associations([(word, word, rng.randint(0, 3)) for word in sorted(words)], {}, columns)


def measure(games: int = 8) -> Figures:
    """Return the figures of some Duet games the box plays with itself."""
    words = CheckedWords("en", PackLibrary(assets()))
    words.is_valid("sun", ("MOON",))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "en.table"
        file.write_bytes(made_up().to_bytes())
        size = file.stat().st_size / 2**20
        gc.collect()
        before = memory()
        box = BoxPlayer(Knowledge(load(file), words))
        clue, guess = _slowest(box, games)
        return Figures(clue, guess, (memory() - before) / 2**20, size)


def _slowest(box: BoxPlayer, games: int) -> tuple[float, float]:
    slowest = {True: 0.0, False: 0.0}
    rng = Random(1)
    for _ in range(games):
        state, log = start(deal(read_options("duet", {}), rng.sample(names(), 25), rng)), Log()
        while state.public.phase is not Phase.OVER:
            observation = observe(state, to_act(state.public)[0], log)
            began = time.perf_counter()
            action = box.act(observation, rng)
            taken = (time.perf_counter() - began) * 1000
            giving = state.public.phase in (Phase.FIRST_CLUE, Phase.CLUE)
            slowest[giving] = max(slowest[giving], taken)
            events, state = step(state, action)
            log = extend_log(log, events)
    return slowest[True], slowest[False]


def main() -> int:
    """Print the figures; return 1 when a budget is exceeded."""
    found = measure()
    print(found.line)
    late = found.clue > CLUE_MS or found.guess > GUESS_MS
    return int(late or found.memory > MEMORY_MIB or found.file > FILE_MIB)


if __name__ == "__main__":
    raise SystemExit(main())
