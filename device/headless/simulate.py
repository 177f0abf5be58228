"""Games played by players without a table: for counting, for timing the rules, and for how well the box plays."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from device.game.observe import observe
from device.players.observation import Player
from device.players.random_player import RandomPlayer
from device.rules import deal, legal, public, start, step, to_act
from device.rules.actions import Action
from device.rules.clue_log import LogEntry, extend_log
from device.rules.deal import grid_size
from device.rules.model import Options, Phase, Public, Side, State
from device.rules.options import read_options
from device.storage.codec import SIDES

Players = dict[Side, Player]
Log = tuple[LogEntry, ...]
_SELDOM = 0.05
"""How often a random team interrupts the other: in so many of its moves."""
RANDOM: Players = dict.fromkeys(Side, RandomPlayer())


def simulate(
    game: str,
    given: dict[str, object],
    games: int,
    seed: int,
    players: Sequence[Player] = (RandomPlayer(), RandomPlayer()),
    words: Sequence[str] = (),
) -> dict[str, Any]:
    """Play games and tell how they ended and how fast they went.

    `players` play sides a and b, or red and blue; cards are drawn from `words`, or have none.

    Raises:
        InvalidValue: the game has no such option or value.
    """
    options, rng = read_options(game, given), Random(seed)
    playing = dict(zip(map(Side, SIDES[game]), players, strict=True))
    outcomes: Counter[str] = Counter()
    moves = 0
    began = perf_counter()
    for _ in range(games):
        state, _ = play(options, draw(options, words, rng), playing, rng)
        moves += state.number
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


def draw(options: Options, words: Sequence[str], rng: Random) -> list[str]:
    """Return the cards of one game: some of the words, or numbered ones."""
    size = grid_size(options)
    return rng.sample(words, size) if words else [f"CARD {number}" for number in range(1, size + 1)]


def play(options: Options, cards: Sequence[str], players: Players, rng: Random) -> tuple[State, Log]:
    """Play one game to its end; return its last state, and its clues if anybody heeds them."""
    state, log = start(deal(options, cards, rng)), Log()
    heeded = not all(isinstance(player, RandomPlayer) for player in players.values())
    while state.public.phase is not Phase.OVER:
        events, state = step(state, choose(state, log, players, rng))
        if heeded:
            log = extend_log(log, events)
    return state, log


def choose(state: State, log: Log, players: Players, rng: Random) -> Action:
    """Return what happens next; where several sides may act, any of them does."""
    side = _mover(public(state), players, rng)
    return players[side].act(observe(state, side, log), rng)


def _mover(table: Public, players: Players, rng: Random) -> Side:
    acting = to_act(table)
    if len(acting) > 1:
        return rng.choice(acting)
    other = acting[0].other
    if isinstance(players[other], RandomPlayer) and rng.random() < _SELDOM:
        objects = any(getattr(action, "side", None) is other for action in legal(table))
        return other if objects else acting[0]
    return acting[0]
