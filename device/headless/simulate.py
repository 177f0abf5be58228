"""Random legal games, for counting and for timing the rules."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from device.rules import deal, key_view, legal, public, start, step
from device.rules.actions import Abandon, Action, CoverCard, Timeout
from device.rules.deal import grid_size
from device.rules.model import IDENTITY, Phase, State, VersusPublic
from device.rules.options import read_options


def simulate(game: str, given: dict[str, object], games: int, seed: int) -> dict[str, Any]:
    """Play random legal games and tell how they ended and how fast they went.

    Raises:
        InvalidValue: the game has no such option or value.
    """
    options, rng = read_options(game, given), Random(seed)
    cards = [f"CARD {number}" for number in range(1, grid_size(options) + 1)]
    outcomes: Counter[str] = Counter()
    moves = 0
    began = perf_counter()
    for _ in range(games):
        state = start(deal(options, cards, rng))
        while state.public.phase is not Phase.OVER:
            state = step(state, choose(state, rng))[1]
            moves += 1
        result = state.public.result
        assert result is not None
        outcomes[f"{result.outcome}/{result.reason}"] += 1
    seconds = perf_counter() - began
    return {
        "games": games,
        "moves": moves,
        "moves_per_second": round(moves / seconds) if seconds else 0,
        "outcomes": dict(sorted(outcomes.items())),
    }


def choose(state: State, rng: Random) -> Action:
    """Return what happens next: a time-out only where a strict timer runs, and no one gives up.

    A spymaster who covers knows the key.
    """
    table = public(state)
    actions: Sequence[Action] = legal(table)
    if isinstance(table, VersusPublic) and table.phase is Phase.COVER:
        owner = IDENTITY[table.team if table.objecting else table.team.other]
        mine = {
            card for card, identity in zip(table.cards, key_view(state, table.team), strict=True) if identity is owner
        }
        actions = [a for a in actions if not isinstance(a, CoverCard) or a.card in mine]
    unlikely = (Abandon,) if table.options.timer == "strict" else (Abandon, Timeout)
    while isinstance(chosen := rng.choice(actions), unlikely):
        pass
    return chosen
