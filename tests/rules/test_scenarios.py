"""Golden games: what each scenario tells, line by line, against the reviewed lines beside it.

`pytest tests/rules/test_scenarios.py --write-golden` writes them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from device.headless.replay import load_scenario, run

FOLDER = Path(__file__).parent / "scenarios"
GAMES = sorted(FOLDER.glob("*.yaml"))


def _told(game: Path) -> str:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in run(load_scenario(game)))


def _final(name: str) -> dict[str, Any]:
    *_, last = run(load_scenario(FOLDER / f"{name}.yaml"))
    return dict(last["final"])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_game_is_told_as_ever(game: Path, write_golden: bool) -> None:
    """Events, states and refusals are those of the golden file; a missing one is a failure."""
    golden = game.with_suffix(".jsonl")
    if write_golden:
        golden.write_text(_told(game), encoding="utf-8")
    assert _told(game).splitlines() == golden.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_what_the_file_calls_refused_is_refused(game: Path) -> None:
    """A move is refused exactly where its comment says so (the files of refusals say it of all but a few)."""
    if game.stem.endswith("_refusals"):
        return
    moves = [line for line in game.read_text(encoding="utf-8").splitlines() if line.startswith("  - {")]
    lines = [line for line in run(load_scenario(game)) if "move" in line]
    assert len(moves) == len(lines)
    for text, line in zip(moves, lines, strict=True):
        assert line["ok"] == ("# refused" not in text), text


def test_each_golden_file_has_its_game() -> None:
    """No golden file is left over."""
    assert sorted(path.stem for path in FOLDER.glob("*.jsonl")) == [game.stem for game in GAMES]


def test_the_three_turns() -> None:
    """6 tokens in the bank, 8 agents to find, one token kept by each side, and B to give the next clue."""
    final = _final("duet_three_turns")
    assert final["bank"] == {"bystander": 6, "check": 0}
    assert final["agents_left"] == 8
    assert final["kept"] == {"a": 1, "b": 1}
    assert (final["phase"], final["to_act"], final["turn"]) == ("clue", ["b"], 4)
    assert final["markers"] == {"SADDLE": ["b"]}
    assert final["covers"]["SADDLE"] == {"identity": "agent", "by": "a"}


@pytest.mark.parametrize(
    ("name", "outcome", "winner", "reason", "score"),
    [
        ("duet_won", "won", None, "agents", 3 * 6 + 3),
        ("duet_lost_assassin", "lost", None, "assassin", None),
        ("duet_lost_time", "lost", None, "time", None),
        ("duet_time_with_mistakes_left", "lost", None, "sudden_death", None),
        ("duet_mission_vatican", "lost", None, "time", None),
        ("duet_sudden_death_won", "won", None, "sudden_death", 0 + 1 - 1),
        ("duet_sudden_death_assassin", "lost", None, "assassin", None),
        ("duet_objection_empties_the_bank", "abandoned", None, "abandoned", None),
        ("duet_finished_guesser", "won", None, "agents", 3 * 3 + 3),
        ("duet_finished_into_sudden_death", "won", None, "sudden_death", None),
        ("versus_won", "won", "blue", "agents", None),
        ("versus_won_by_the_others", "won", "blue", "agents", None),
        ("versus_assassin", "won", "blue", "assassin", None),
        ("versus_objection", "won", "blue", "agents", None),
        ("versus_finale_won", "won", "red", "assassin", None),
        ("versus_finale_limit", "won", "red", "sudden_death", None),
        ("versus_finale_lost", "won", "blue", "sudden_death", None),
        ("versus_finale_lost_to_an_enemy", "won", "red", "sudden_death", None),
        ("versus_finale_stop", "won", "blue", "sudden_death", None),
        ("versus_finale_objection", "won", "blue", "assassin", None),
        ("versus_finale_the_others_covered", "won", "blue", "assassin", None),
        ("versus_simulated_won", "won", "red", "agents", 6),
        ("versus_simulated_lost_by_cover", "lost", None, "enemy_agents", None),
        ("versus_simulated_lost_by_guess", "lost", None, "enemy_agents", None),
        ("versus_simulated_assassin", "lost", None, "assassin", None),
        ("versus_simulated_finale", "lost", None, "sudden_death", None),
        ("versus_simulated_finale_enemies", "won", "red", "assassin", 2),
    ],
)
def test_results(name: str, outcome: str, winner: str | None, reason: str, score: int | None) -> None:
    """Each game ends as the rules say."""
    assert _final(name)["result"] == {"outcome": outcome, "winner": winner, "score": score, "reason": reason}
