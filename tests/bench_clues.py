"""How long one clue check against 25 words takes: `python -m tests.bench_clues`."""

import time

from device.clues import ClueChecker
from device.clues.checker import GRAMMARS
from device.clues.families import families
from tests.clues.cases import pack_cards

BUDGET_MS = 2.0
LOAD_BUDGET_MS = 5.0


def measure(language: str, clues: int = 200) -> tuple[float, float, float]:
    """Return load, first check and mean check in milliseconds, every clue and the grid's words new to the checker."""
    cards = list(pack_cards(language).values())
    grid, others = cards[:25], [card.word for card in cards[25:]]
    families.cache_clear()
    start = time.perf_counter()
    checker = ClueChecker(language)
    loaded = time.perf_counter()
    checker.check("planeta", grid)
    first = time.perf_counter()
    for turn in range(clues):
        checker.check(others[turn % len(others)] + "s" * (turn // len(others)), grid)
    end = time.perf_counter()
    return (loaded - start) * 1000, (first - loaded) * 1000, (end - first) * 1000 / clues


def milliseconds() -> float:
    """Return the mean time of one check against 25 words, in milliseconds, of the slowest language."""
    return max(measure(language)[2] for language in GRAMMARS)


def main() -> int:
    """Print one line a language; return 1 when a budget is exceeded."""
    late = False
    for language in GRAMMARS:
        load, first, mean = measure(language)
        late |= load > LOAD_BUDGET_MS or mean > BUDGET_MS
        print(f"clues {language}: load {load:.2f} ms, first check of a new grid {first:.2f} ms, a check {mean:.3f} ms")
    return int(late)


if __name__ == "__main__":
    raise SystemExit(main())
