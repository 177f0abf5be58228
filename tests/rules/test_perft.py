"""Count every path from small positions, depth by depth, against golden numbers.

A position is a whole game in which nearly all cards lie under covers, so that all that can still happen can be counted.
`pytest tests/rules/test_perft.py --write-golden` counts anew.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.rules import IllegalAction, apply, legal, step
from device.rules import actions as a
from device.rules.model import UNLIMITED, Cover, DuetPublic, Identity, Key, Phase, Side, State
from device.rules.options import read_options
from device.rules.views import as_json
from device.storage import codec
from tests.rules.games import new_game
from tests.rules.naive import Naive, NaiveDuet, NaiveVersus

GOLDEN = Path(__file__).parent / "golden" / "perft.json"
DEPTH = 6
NUMBERS = (0, 1, UNLIMITED)
"""The clue numbers counted; the others only repeat them."""


@dataclass(frozen=True)
class Position:
    """A game, its options, and the cards left open: Duet by what A and B see of each, versus by identity."""

    game: str
    options: dict[str, Any]
    open: tuple[str, ...]


DUET_OPEN = ("AA", "A.", ".A", "..", ".K")
VERSUS_OPEN = ("R", "R", "B", "B", ".", "K")
POSITIONS = {
    "duet-strict": Position("duet", {"tokens": 3}, DUET_OPEN),
    "duet-loose": Position("duet", {"tokens": 3, "turn_order": "loose"}, DUET_OPEN),
    "duet-no-mistakes": Position("duet", {"tokens": 4, "mistakes": 0}, DUET_OPEN),
    "duet-one-mistake": Position("duet", {"tokens": 3, "mistakes": 1, "turn_order": "loose"}, DUET_OPEN),
    "duet-last-token": Position("duet", {"tokens": 1}, DUET_OPEN),
    "duet-one-side": Position("duet", {"tokens": 3}, ("A.", "A.", ".K", "..")),
    "versus-standard": Position("versus", {}, VERSUS_OPEN),
    "versus-finale": Position("versus", {"ending": "assassin", "starts": "blue"}, VERSUS_OPEN),
    "versus-shared": Position("versus", {"grid": "5x4", "operatives": "shared"}, VERSUS_OPEN),
    "versus-simulated": Position("versus", {"opponent": "simulated", "grid": "5x4"}, VERSUS_OPEN),
    "versus-simulated-finale": Position("versus", {"opponent": "simulated", "ending": "assassin"}, VERSUS_OPEN),
}


def set_up(position: Position) -> State:
    """Return a position: the first cards that look as wanted stay open, all others are covered."""
    state = new_game(read_options(position.game, position.options), Random(1))
    faces = _sorted_faces(state)
    key = codec.key_json(Key(faces), position.game)
    looks = [*zip(key["a"], key["b"], strict=True)] if isinstance(key, dict) else [*key]
    left = Counter(tuple(look) if isinstance(key, dict) else look for look in position.open)
    covers: list[Cover | None] = []
    for place, look in enumerate(looks):
        if left[look] > 0:
            left[look] -= 1
            covers.append(None)
            continue
        seen = [face[place] for face in faces]
        covers.append(Cover(Identity.AGENT if Identity.AGENT in seen else seen[0], _toucher(position.game)))
    assert not left.total()
    table = replace(state.public, covers=tuple(covers))
    if isinstance(table, DuetPublic):
        done = frozenset(
            side
            for side, face in zip((Side.A, Side.B), faces, strict=True)
            if all(cover for cover, identity in zip(covers, face, strict=True) if identity is Identity.AGENT)
        )
        if done:
            (giver,) = {Side.A, Side.B} - done
            table = replace(table, finished=done, phase=Phase.CLUE, giver=giver, streak=1)
    return State(table, Key(faces))


def _sorted_faces(state: State) -> tuple[tuple[Identity, ...], ...]:
    columns = sorted(zip(*state.key.faces, strict=True))
    return tuple(zip(*columns, strict=True))


def _toucher(game: str) -> Side:
    return Side.A if game == "duet" else Side.RED


def moves(state: State) -> list[a.Action]:
    """Return the moves counted: all but giving up, and only some numbers of a clue."""
    return [
        action
        for action in legal(state.public)
        if not isinstance(action, a.Abandon)
        and not (isinstance(action, a.GiveClue) and action.number not in NUMBERS)
        and not (isinstance(action, a.CoverCard) and _refused(state, action))
    ]


def _refused(state: State, action: a.Action) -> bool:
    try:
        apply(state, action)
    except IllegalAction:
        return True
    return False


def count(state: State, depth: int = DEPTH) -> dict[str, Any]:
    """Return how many paths there are of each length, how many tables they lead to, and how the games ended."""
    paths: Counter[Any] = Counter({state.public: 1})
    told: dict[str, Any] = {"paths": [], "tables": [], "ended": Counter()}
    for _ in range(depth):
        further: Counter[Any] = Counter()
        for table, ways in paths.items():
            here = State(table, state.key)
            for action in moves(here):
                _, after = step(here, action)
                further[after.public] += ways
        told["paths"].append(further.total())
        told["tables"].append(len(further))
        for table, ways in further.items():
            if table.result:
                told["ended"][f"{table.result.outcome}/{table.result.reason}"] += ways
        paths = further
    return {**told, "ended": dict(sorted(told["ended"].items()))}


@pytest.fixture(scope="module")
def golden(write_golden: bool) -> dict[str, Any]:
    """Return the golden numbers; missing ones are a failure, not a reason to write them."""
    if write_golden:
        counted = {name: count(set_up(position)) for name, position in POSITIONS.items()}
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(numbers)}" for name, numbers in counted.items())
        GOLDEN.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return dict(json.loads(GOLDEN.read_text(encoding="utf-8")))


def test_the_golden_positions_are_these(golden: dict[str, Any]) -> None:
    """No position lacks its numbers, and no numbers their position."""
    assert list(golden) == list(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_counts(name: str, golden: dict[str, Any]) -> None:
    """The product counts what it always did."""
    assert count(set_up(POSITIONS[name])) == golden[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_model_counts_the_same(name: str, golden: dict[str, Any]) -> None:
    """The first depths, counted by the naive model trying every move it can think of."""
    position, state = POSITIONS[name], set_up(POSITIONS[name])
    table = as_json(state.public)
    kind: Any = NaiveDuet if position.game == "duet" else NaiveVersus
    naive: Naive = kind(table["options"], table["cards"], codec.key_json(state.key, position.game))
    naive.g.update({field: value for field, value in table.items() if field in naive.g})
    if isinstance(state.public, DuetPublic):
        naive.g.update(last=state.public.giver, row=state.public.streak)
    assert naive.state() == table
    assert [_naive_paths(naive, depth) for depth in (1, 2, 3)] == golden[name]["paths"][:3]


def _naive_paths(naive: Naive, depth: int) -> int:
    paths = 0
    for verb, body in _thinkable(naive):
        answer = naive.play(1, verb, **body)
        if not isinstance(answer, str):
            paths += 1 if depth == 1 else _naive_paths(naive, depth - 1)
            naive.play(2, "undo")
    return paths


def _thinkable(naive: Naive) -> list[tuple[str, dict[str, Any]]]:
    told: list[tuple[str, dict[str, Any]]] = [("timeout", {})]
    for side in ("a", "b") if isinstance(naive, NaiveDuet) else ("red", "blue"):
        told += [("clue", {"side": side, "number": number}) for number in NUMBERS]
        told += [(verb, {"side": side}) for verb in ("stop", "object", "pass")]
        open_cards = [card for card in naive.cards if card not in naive.g["covers"]]
        told += [(verb, {"side": side, "card": card}) for verb in ("guess", "cover") for card in open_cards]
    return copy.deepcopy(told)
