"""Drive scripts."""

import json
import os
import signal
import tempfile
from argparse import Namespace
from pathlib import Path

import pytest

from device.commands import main
from device.config.settings import Settings
from device.files.reader import Malformed
from device.headless.script import load_script, run_script
from tests.app.conftest import WORDS, dealt

SCENARIO = {
    "game": "duet",
    "options": {"tokens": 7},
    "cards": list(WORDS),
    "key": {
        name: "".join({"agent": "A", "assassin": "K", "bystander": "."}[identity] for identity in face)
        for name, face in zip("ab", dealt().key.faces, strict=True)
    },
}


def run(tmp_path: Path, steps: list[object], **given: object) -> int:
    file = tmp_path / "script.yaml"
    file.write_text(json.dumps(steps))
    chosen = {"out": tmp_path / "out", "size": (800, 480), "lang": None, "seed": 5, "data_dir": None, **given}
    return run_script(load_script(file), Settings(), Namespace(**chosen))


def test_every_verb(tmp_path: Path) -> None:
    agent = WORDS[dealt().key.faces[0].index("agent")]  # type: ignore[arg-type]
    steps: list[object] = [
        {"start": SCENARIO},
        {"press": "a"},
        {"type": "3"},
        {"press": "a", "seconds": 0.2},
        {"dump": "clue"},
        {"down": [f"card:{WORDS[0]}", f"card:{WORDS[1]}"]},
        {"wait": 1},
        {"up": f"card:{WORDS[0]}"},
        {"up": f"card:{WORDS[1]}"},
        {"dump": "none"},
        {"hold": f"card:{agent}"},
        {"fail": "speaker"},
        {"mend": "speaker"},
        {"screenshot": "screen"},
        {"screenshot": "box", "box": True},
        {"dump": "hit"},
        {"power_cut": {}},
        {"tap": "continue"},
        {"press": ["a", "b"], "seconds": 2.1},
        {"dump": "end"},
    ]
    assert run(tmp_path, steps) == 0
    out = tmp_path / "out"
    clue, none, hit, end = (json.loads((out / f"{name}.json").read_text()) for name in ("clue", "none", "hit", "end"))
    assert clue["state"]["clue"] == {"side": "a", "word": None, "number": 3}
    assert clue["state"]["options"]["tokens"] == 7
    assert clue["sounds"] == ["start", "clue"]
    assert none["state"] == clue["state"]
    assert list(hit["state"]["covers"]) == [agent]
    assert hit["sounds"] == ["reveal_agent"]
    assert hit["lamps"] == {"a": False, "b": True}
    assert end["screen"] == "menu"
    assert end["state"] == hit["state"]
    assert {len(panel) for panel in end["panels"].values()} == {25}
    assert all(set(target) == {"name", "rect", "side", "enabled"} for target in end["targets"])
    assert all(set(text) == {"text", "side", "rect"} for text in end["text"])
    assert (out / "screen.png").stat().st_size > 1000
    assert (out / "box.png").stat().st_size > 1000


def test_a_target_that_is_not_there_is_one_line_that_lists_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, [{"tap": "new_game"}, {"tap": "nonsense"}]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "[2]" in told and "'nonsense'" in told and "start" in told and "pack:en-lantern" in told


def test_a_disabled_target_is_no_error(tmp_path: Path) -> None:
    steps: list[object] = [{"start": SCENARIO}, {"hold": f"card:{WORDS[3]}"}, {"dump": "same"}]
    assert run(tmp_path, steps) == 0
    assert json.loads((tmp_path / "out/same.json").read_text())["state"]["covers"] == {}


def test_a_bare_name_is_side_a_s(tmp_path: Path) -> None:
    assert run(tmp_path, [{"start": SCENARIO}, {"tap": "menu"}, {"dump": "menu"}]) == 0
    sides = {target["side"] for target in json.loads((tmp_path / "out/menu.json").read_text())["targets"]}
    assert sides == {"a"}


def test_it_begins_with_an_empty_data_directory_unless_one_is_given(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert run(tmp_path, [{"start": SCENARIO}], data_dir=str(data)) == 0
    assert run(tmp_path, [{"dump": "again"}], data_dir=str(data)) == 0
    assert json.loads((tmp_path / "out/again.json").read_text())["screen"] == "standing"
    assert run(tmp_path, [{"dump": "fresh"}]) == 0
    assert json.loads((tmp_path / "out/fresh.json").read_text())["screen"] == "home"


def test_the_same_seed_deals_the_same_game(tmp_path: Path) -> None:
    steps: list[object] = [{"tap": "new_game"}, {"tap": "start"}, {"dump": "game"}]
    seen = []
    for seed in (5, 5, 6):
        assert run(tmp_path, steps, seed=seed) == 0
        seen.append((tmp_path / "out/game.json").read_text())
    assert seen[0] == seen[1] != seen[2]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ({"tap": "x"}, "a list of steps"),
        ([{"poke": "x"}], "[1].poke"),
        ([{"tap": "x"}, {}], "[2]"),
        ([{"tap": "x", "hold": "y"}], "one of"),
        ([{"tap": 3}], "[1].tap: 3"),
        ([{"tap": "x", "seconds": 1}], "only with press"),
        ([{"press": "c"}], "[1].press: 'c': one of a, b"),
        ([{"press": []}], "[1].press: []: a or b, or a list of both"),
        ([{"press": ["a", "a"]}], '[1].press: ["a", "a"]: a or b, or a list of both'),
        ([{"down": []}], "[1].down: []: a target, or a list of them"),
        ([{"dump": "x" * 300}], "a file name without a folder"),
        ([{"screenshot": "a\0b"}], "a file name without a folder"),
        ([{"press": "a", "seconds": True}], "[1].seconds: true"),
        ([{"wait": -1}], "[1].wait: -1"),
        ([{"fail": "leg"}], "[1].fail: 'leg'"),
        ([{"screenshot": "../x"}], "a file name without a folder"),
        ([{"screenshot": "x", "box": 1}], "true or false"),
        ([{"power_cut": {"x": 1}}], "[1].power_cut"),
        ([{"start": {**SCENARIO, "cards": ["A"]}}], "[1].start"),
        ([{"start": {**SCENARIO, "partnr": "b"}}], "options, partner, box"),
        ([{"start": "duet"}], "options, partner, box"),
    ],
)
def test_a_malformed_script_is_one_line_and_nothing_is_done(tmp_path: Path, steps: list[object], told: str) -> None:
    with pytest.raises(Malformed) as caught:
        run(tmp_path, steps)
    assert told in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_an_out_that_cannot_be_a_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(Malformed, match=r"out: Not a directory: a folder for screenshots and dumps"):
        run(tmp_path, [{"dump": "x"}])


def test_a_dump_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "out/x.json").mkdir(parents=True)
    with pytest.raises(Malformed, match=r"x\.json: Is a directory"):
        run(tmp_path, [{"dump": "x"}])


def printed(tmp_path: Path, steps: list[object], **given: object) -> str:
    assert run(tmp_path, [*steps, {"dump": "told"}], **given) == 0
    return " | ".join(text["text"] for text in json.loads((tmp_path / "out/told.json").read_text())["text"])


def test_a_data_directory_that_cannot_be_read_is_named_on_the_screen_and_play_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "spytable.db").write_text("no database, not at all")
    told = printed(tmp_path, [], data_dir=str(data))
    aside = next(path.name for path in data.iterdir() if "spytable.db" not in (path.name, path.name[:-4]))
    assert aside in told
    assert run(tmp_path, [{"start": SCENARIO}, {"press": "a"}], data_dir=str(data)) == 0


def test_a_data_directory_that_cannot_be_written_is_named_on_the_screen_and_play_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.write_text("a file")
    told = printed(tmp_path, [], data_dir=str(data))
    assert f"Nothing can be saved: {data}" in told
    assert run(tmp_path, [{"start": SCENARIO}, {"press": "a"}, {"power_cut": {}}], data_dir=str(data)) == 0


def test_a_part_that_failed_still_fails_after_a_power_cut_until_it_is_mended(tmp_path: Path) -> None:
    steps: list[object] = [{"start": SCENARIO}, {"fail": "panel:a"}, {"power_cut": {}}, {"tap": "continue"}]
    assert "Key panel not working" in printed(tmp_path, steps)
    assert "Key panel not working" not in printed(tmp_path, [*steps, {"mend": "panel:a"}])


def test_where_no_folder_can_be_made_it_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(**_: object) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found in ['/tmp', '/var/tmp']")

    (tmp_path / "script.yaml").write_text("- {wait: 1}\n")
    monkeypatch.setattr(tempfile, "TemporaryDirectory", none)
    monkeypatch.setenv("TMPDIR", "/full")
    assert main(["drive", str(tmp_path / "script.yaml"), "--out", str(tmp_path / "out")]) == 2
    _, err = capsys.readouterr()
    assert err == "spytable: TMPDIR: /full: a folder that can be written\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_leaves_no_folder_behind(
    number: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "script.yaml").write_text("- {wait: 1}\n")
    kept = tmp_path / "kept"
    kept.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(kept))
    monkeypatch.setattr("device.headless.script.drive", lambda *_: os.kill(os.getpid(), number))
    before = signal.signal(number, signal.default_int_handler)  # it may be ignored where the tests run
    try:
        with pytest.raises(SystemExit) as ended:
            main(["drive", str(tmp_path / "script.yaml"), "--out", str(tmp_path / "out")])
        assert ended.value.code == 128 + number
        assert list(kept.iterdir()) == []
        assert signal.getsignal(number) is signal.default_int_handler
    finally:
        signal.signal(number, before)
