"""Play random games side by side in the product and in a second, naive model: they must agree in everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from device.files.reader import Reader
from device.rules import IllegalAction, step
from device.rules.options import read_options
from device.rules.views import as_json
from device.storage import codec
from tests.rules.games import DUET_BANKS, VERSUS_VARIANTS, any_options, any_player, new_game
from tests.rules.naive import Naive, NaiveDuet, NaiveVersus

Json = dict[str, Any]
READER = Reader("game")
EVERYTHING: set[tuple[str, ...]] = {
    *(("duet", "turn_ended", why) for why in ("bystander", "stop", "finished", "objection", "timeout")),
    *(("versus", "turn_ended", why) for why in ("bystander", "other_team", "stop", "limit", "objection", "timeout")),
    *(("duet", "token_spent", kind, to) for kind in ("bystander", "check") for to in ("card", "kept", "box")),
    *(("duet", type_) for type_ in ("side_finished", "sudden_death", "clue_objected", "undone")),
    *(("versus", type_) for type_ in ("covered", "passed", "sudden_death", "clue_objected", "undone")),
    *(("duet", "ended", "won", reason) for reason in ("agents", "sudden_death")),
    *(("duet", "ended", "lost", reason) for reason in ("assassin", "time", "sudden_death")),
    *(("versus", "ended", "won", reason) for reason in ("agents", "assassin", "sudden_death")),
    *(("versus", "ended", "lost", reason) for reason in ("assassin", "sudden_death", "enemy_agents")),
    *((game, "ended", "abandoned", "abandoned") for game in ("duet", "versus")),
    *(
        (game, "refused", code)
        for game in ("duet", "versus")
        for code in [
            "game_over",
            "wrong_phase",
            "not_your_turn",
            "must_guess_first",
            "bad_number",
            "unknown_card",
            "covered",
        ]
    ),
    *(("duet", "refused", code) for code in ("already_objected", "marked_for_you", "nothing_to_undo")),
    *(("versus", "refused", code) for code in ("bad_side", "not_your_card", "nothing_to_undo")),
}


def play_both(game: str, given: Json, rng: Random, lines: int = 120) -> set[tuple[str, ...]]:
    """Play one game in both, comparing every step; return what was seen: refusals, ends of turns, results."""
    state = new_game(read_options(game, given), rng)
    table = as_json(state.public)
    kind = NaiveDuet if game == "duet" else NaiveVersus
    naive: Naive = kind(table["options"], table["cards"], codec.key_json(state.key, game))  # type: ignore[arg-type]
    assert naive.state() == table
    player = any_player(rng)
    told: list[Json] = []
    seen: set[tuple[str, ...]] = set()
    for line in range(1, lines):
        move = player.move(rng, state)
        told.append(move)
        ((verb, body),) = move.items()
        expected = naive.play(line, verb, **body)
        try:
            events, state = step(state, codec.read_action(READER, move, "move", game), line)
            answer: Any = ([codec.event_json(event) for event in events], as_json(state.public))
            seen |= {_sight(game, event) for event in answer[0]}
        except IllegalAction as refused:
            answer = refused.code
            seen.add((game, "refused", answer))
        assert answer == expected, (given, told)
        table = as_json(state.public)
        assert naive.state() == table, (given, told)
        if table["phase"] == "over" and rng.random() < 0.5:
            break
    return seen


def _sight(game: str, event: Json) -> tuple[str, ...]:
    if event["type"] == "ended":
        result = event["result"]
        return (game, "ended", result["outcome"], result["reason"])
    return (game, event["type"], *(str(event[field]) for field in ("why", "kind", "to") if field in event))


def test_games_of_every_kind_agree(games: int) -> None:
    """Random games of random options; all that can happen does."""
    seen: set[tuple[str, ...]] = set()
    for seed in range(games):
        rng = Random(seed)
        game, given = any_options(rng)
        seen |= play_both(game, given, rng)
    assert seen >= EVERYTHING, EVERYTHING - seen


@pytest.mark.parametrize("given", VERSUS_VARIANTS, ids=lambda given: "-".join(given.values()))
def test_every_versus_variant_agrees(given: Json) -> None:
    """Every combination of versus options, some games each."""
    for seed in range(12):
        play_both("versus", given, Random(1000 + seed))


@pytest.mark.parametrize("turn_order", ["strict", "loose"])
def test_every_bank_agrees(turn_order: str) -> None:
    """Every mission and every bank of tokens, in both turn orders."""
    for seed, bank in enumerate(DUET_BANKS):
        play_both("duet", {**bank, "turn_order": turn_order}, Random(2000 + seed))
