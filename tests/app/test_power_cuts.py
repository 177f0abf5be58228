"""A whole game by drive script, the plug pulled after every single step: it ends as without."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.headless.pilot import Pilot
from device.headless.script import drive, load_script
from device.rules import deal, legal, start, step
from device.rules.actions import GiveClue, Guess, Stop
from device.rules.events import Dealt
from device.rules.model import Identity, Phase
from device.rules.options import read_options
from device.storage.codec import key_json
from tests.app.conftest import WORDS

Steps = list[dict[str, Any]]


def a_game(dealt: Dealt) -> list[Steps]:
    """Return the moves of a game that sees a mistake, stops, a take-back and sudden death, as steps."""
    state, moves, rng = start(dealt), [], Random(5)
    while state.public.phase is not Phase.OVER:
        table = state.public
        allowed = [a for a in legal(table) if isinstance(a, GiveClue | Guess | Stop)]
        safe = [
            a for a in allowed if not isinstance(a, Guess) or harmless(state.key.face(a.side.other), table.cards, a)
        ]
        stops = [a for a in safe if isinstance(a, Stop)]
        action = stops[0] if stops and rng.random() < 0.7 else rng.choice(safe)
        moves.append(steps(action, table.phase, len(moves) == 6))
        state = step(state, action)[1]
    return moves


def harmless(face: tuple[Identity, ...], cards: tuple[str, ...], guess: Guess) -> bool:
    return face[cards.index(guess.card)] is not Identity.ASSASSIN


def steps(action: GiveClue | Guess | Stop, phase: Phase, undone: bool) -> Steps:
    side = str(action.side)
    if isinstance(action, GiveClue):
        return [{"press": side}, {"tap": f"digit:{action.number}"}, {"tap": "confirm"}]
    if isinstance(action, Stop):
        return [{"press": side}]
    hold: Steps = [{"hold": f"card:{action.card}"}]
    if phase is Phase.SUDDEN_DEATH:
        return [{"press": side}, *hold]
    back: Steps = [{"press": ["a", "b"], "seconds": 2.1}, {"tap": "confirm:a"}, {"tap": "confirm:b"}]
    return [*hold, *back, *hold] if undone else hold


def run(folder: Path, script: Steps, make: Callable[..., Pilot]) -> dict[str, Any]:
    folder.mkdir()
    path = folder / "script.yaml"
    path.write_text(json.dumps([*script, {"dump": "end"}]))
    pilot = make()
    drive(load_script(path), folder, pilot)
    pilot.tap("home")
    dump: dict[str, Any] = json.loads((folder / "end.json").read_text())
    return {"screen": dump["screen"], "state": dump["state"], "results": pilot.store.results()}


@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_with_a_cut_after_every_step_ends_as_without(
    tmp_path: Path, make: Callable[..., Pilot], seed: int
) -> None:
    dealt = deal(read_options("duet", {"tokens": 5}), WORDS, Random(seed))
    begin: Steps = [
        {
            "start": {
                "game": "duet",
                "options": {"tokens": 5},
                "cards": list(dealt.cards),
                "key": key_json(dealt.key, "duet"),
            }
        }
    ]
    moves = a_game(dealt)
    cut: Steps = [{"power_cut": {}}]
    go_on: Steps = [{"power_cut": {}}, {"tap": "continue"}]
    plain: Steps = [*begin, *(step for move in moves for step in move)]
    broken: Steps = [*begin, *go_on]
    for number, move in enumerate(moves):
        for length in range(1, len(move)):
            if not any("hold" in step for step in move[:length]):
                broken += [*move[:length], *go_on]
        broken += [*move, *(cut if number == len(moves) - 1 else go_on)]
    one, two = run(tmp_path / "plain", plain, make), run(tmp_path / "broken", broken, make)
    assert one == two
    assert one["screen"] == "end"
    assert len(one["results"]) == 1
