"""The scripts that the README tells people to start from do what they say."""

import json
from pathlib import Path

import pytest

from device.commands import main

SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.yaml"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_shipped_script_runs(script: Path, tmp_path: Path) -> None:
    assert main(["drive", str(script), "--out", str(tmp_path), "--size", "800x480"]) == 0
    assert list(tmp_path.glob("*.png"))


def test_the_first_turn_ends_with_one_agent_found_and_one_token_taken(tmp_path: Path) -> None:
    main(["drive", str(SCRIPTS[0].with_name("first_turn.yaml")), "--out", str(tmp_path), "--size", "800x480"])
    state = json.loads((tmp_path / "second_turn.json").read_text())["state"]
    assert (state["turn"], state["agents_left"], state["kept"]) == (2, 14, {"a": 0, "b": 1})
