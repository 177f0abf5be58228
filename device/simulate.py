"""Random legal games, for counting and for timing the rules."""

from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

from device.rules import deal, key_view, legal, play, public, start
from device.rules.actions import Abandon, Action, CoverCard, Timeout
from device.rules.deal import grid_size
from device.rules.model import Identity, Phase, State, VersusPublic
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
            state = play(state, rng.choice(choices(state)))[1]
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


def choices(state: State) -> list[Action]:
    """Return what may happen next: a time-out only where a strict timer runs, and no one gives up.

    A spymaster who covers knows the key.
    """
    table = public(state)
    strict = table.options.timer == "strict"
    actions = [a for a in legal(table) if not isinstance(a, Abandon) and (strict or not isinstance(a, Timeout))]
    if not isinstance(table, VersusPublic) or table.phase is not Phase.COVER:
        return actions
    owner = Identity(table.team if table.objecting else table.team.other)
    face = key_view(state, table.team)
    mine = {card for card, identity in zip(table.cards, face, strict=True) if identity is owner}
    return [a for a in actions if not isinstance(a, CoverCard) or a.card in mine]
