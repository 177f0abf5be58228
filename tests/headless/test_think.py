"""`think` and `simulate --players`, as a shell sees them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from device.commands import main
from device.game import box_words
from tests.players.boards import CARDS, FACE_A, FACE_B
from tests.players.conftest import NAMES, smoke_table

Json = dict[str, Any]
DUET: Json = {"game": "duet", "cards": list(CARDS), "key": {"a": FACE_A, "b": FACE_B}, "moves": []}
VERSUS: Json = {"game": "versus", "cards": list(CARDS), "key": "RRRRRRRRRBBBBBBBB.......K", "moves": []}
OCEAN: Json = {"clue": {"side": "a", "word": "ocean", "number": 3}}


@pytest.fixture(autouse=True)
def _smoke(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """English is the smoke set; the other languages have no table."""
    folder = tmp_path_factory.mktemp("tables")
    (folder / "en.table").write_bytes(smoke_table().to_bytes())
    monkeypatch.setattr(box_words, "table_file", lambda language: folder / f"{language}.table")


def think(tmp_path: Path, *scenarios: Json, side: str = "a", more: tuple[str, ...] = ()) -> int:
    path = tmp_path / "games.yaml"
    path.write_text(yaml.safe_dump_all(scenarios, sort_keys=False), encoding="utf-8")
    return main(["think", str(path), "--side", side, "--lang", "en", "--data-dir", str(tmp_path), *more])


def lines(capsys: pytest.CaptureFixture[str]) -> tuple[list[Json], list[str]]:
    out, err = capsys.readouterr()
    return [json.loads(line) for line in out.splitlines()], err.splitlines()


def test_where_the_side_gives_the_clue(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert think(tmp_path, DUET) == 0
    (told,), complaints = lines(capsys)
    assert list(told) == ["clue", "means", "seconds"]
    assert told["clue"]["number"] == len(told["means"])
    assert set(told["means"]) <= set(CARDS[:9])
    assert not complaints
    assert main(["clue", "--lang", "en", "--visible", ",".join(CARDS), told["clue"]["word"]]) == 0


def test_where_the_side_guesses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert think(tmp_path, {**DUET, "moves": [OCEAN]}, side="b") == 0
    (told,), _ = lines(capsys)
    assert list(told) == ["guesses", "stop_after", "known", "seconds"]
    assert {guess["card"] for guess in told["guesses"][:3]} == {"WHALE", "ISLAND", "SHIP"}
    assert {guess["card"] for guess in told["guesses"]} == set(CARDS)
    assert told["stop_after"] == 3
    assert told["known"] is True


def test_an_unknown_word_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clue = {"clue": {"side": "a", "word": "qwxz", "number": 3}}
    assert think(tmp_path, {**DUET, "moves": [clue]}, side="b") == 0
    (told,), _ = lines(capsys)
    assert told["known"] is False


def test_several_scenarios_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turn = [OCEAN, {"guess": {"side": "b", "card": "WHALE"}}, {"undo": {}}]
    assert think(tmp_path, {**DUET, "moves": turn}, {**DUET, "moves": [OCEAN]}, side="b") == 0
    (one, other), _ = lines(capsys)
    assert {**one, "seconds": 0} == {**other, "seconds": 0}


@pytest.mark.parametrize(
    ("scenario", "side", "why"),
    [
        ({**DUET, "moves": [OCEAN]}, "a", "a has no clue to give"),
        ({**DUET, "moves": [{"clue": {"side": "a", "number": 3}}]}, "b", "only spoken"),
        ({**DUET, "moves": [{"stop": {"side": "a"}}]}, "a", "move 1 is refused"),
        ({**DUET, "moves": [{"abandon": {}}]}, "a", "in the phase over"),
        (
            {**VERSUS, "moves": [{"clue": {"side": "red", "number": 1, "word": "x"}}, {"object": {"side": "blue"}}]},
            "blue",
            "in the phase cover",
        ),
    ],
)
def test_nothing_to_think_about_is_one_line_and_exit_1(
    scenario: Json, side: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert think(tmp_path, scenario, side=side) == 1
    told, (complaint,) = lines(capsys)
    assert told == []
    assert why in complaint


@pytest.mark.parametrize(
    ("scenarios", "side", "why"),
    [
        ([{**DUET, "cards": []}], "a", "cards"),
        ([DUET, {**DUET, "moves": [{"jump": {}}]}], "a", "document 2: moves[1]"),
        ([], "a", "a scenario"),
        ([DUET], "red", "one of a, b"),
        ([VERSUS], "a", "one of red, blue"),
    ],
)
def test_malformed_is_one_line_and_exit_2_and_nothing_is_thought(
    scenarios: list[Json], side: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.yaml"
    path.write_text(yaml.safe_dump_all(scenarios), encoding="utf-8")
    try:
        status = main(["think", str(path), "--side", side, "--lang", "en"])
    except SystemExit as ended:
        status = int(str(ended.code))
    told, (complaint,) = lines(capsys)
    assert (status, told) == (2, [])
    assert why in complaint


@pytest.mark.parametrize("command", ["think", "simulate"])
def test_a_language_it_has_no_words_of(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(yaml.safe_dump(DUET), encoding="utf-8")
    more = {
        "think": [str(path), "--side", "a"],
        "simulate": ["--game", "duet", "--games", "1", "--seed", "1", "--players", "box"],
    }
    with pytest.raises(SystemExit) as ended:
        main([command, *more[command], "--lang", "pl"])
    assert ended.value.code == 1
    assert lines(capsys) == ([], ["the box knows no words of this language yet"])


def test_versus_in_both_roles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clue = {"clue": {"side": "red", "word": "ocean", "number": 3}}
    assert think(tmp_path, VERSUS, {**VERSUS, "moves": [clue]}, side="red") == 0
    (spymaster, operatives), _ = lines(capsys)
    assert set(spymaster["means"]) <= set(CARDS[:9])
    assert operatives["guesses"][0]["card"] in ("WHALE", "ISLAND", "SHIP")


def test_the_same_seed_the_same_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = dict(DUET, cards=list(NAMES[10:35]))
    for _ in range(2):
        assert think(tmp_path, cards, more=("--seed", "3")) == 0
    (one, again), _ = lines(capsys)
    assert {**one, "seconds": 0} == {**again, "seconds": 0}


def test_simulate_says_who_plays(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--game", "duet", "--games", "3", "--seed", "5", "--lang", "en", "--players"]
    for players in ("random", "box", "box,random", "random,box"):
        told = []
        for _ in range(2):
            assert main([*arguments, players]) == 0
            told += lines(capsys)[0]
        assert told[0]["games"] == sum(told[0]["outcomes"].values()) == 3
        assert told[0]["outcomes"] == told[1]["outcomes"]
    for players in ("boxes", "box,box,box", ""):
        with pytest.raises(SystemExit):
            main([*arguments, players])
        assert len(lines(capsys)[1]) == 1


def test_every_fault_names_the_file_and_of_several_the_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoken: Json = {**DUET, "moves": [{"clue": {"side": "b", "number": 2}}]}
    file = tmp_path / "games.yaml"
    assert think(tmp_path, spoken) == 1
    assert lines(capsys) == ([], [f"{file}: the clue was only spoken: the box cannot hear its word"])
    assert think(tmp_path, {**DUET, "moves": [{"stop": {"side": "a"}}]}) == 1
    assert lines(capsys)[1][0].startswith(f"{file}: move 1 is refused: ")
    assert think(tmp_path, DUET, spoken) == 1
    told, faults = lines(capsys)
    assert len(told) == 1
    assert faults == [f"{file}: document 2: the clue was only spoken: the box cannot hear its word"]
    assert think(tmp_path, VERSUS) == 2
    assert lines(capsys)[1] == [f"{file}: --side: a: one of red, blue"]
