"""The command line and the drive script as the formats promise them, sentence by sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.__main__ import main

Run = Callable[..., tuple[int, list[Any], list[str]]]
SCREENS = {
    "attract",
    "home",
    "new_game",
    "map",
    "table",
    "clue_pad",
    "clue_log",
    "menu",
    "standing",
    "end",
    "how_to_play",
    "statistics",
    "settings",
    "selftest",
    "power",
}
WORDS = [f"WORD{number}" for number in range(25)]
KEY_A = "AAAAAAAAAKKK............."
KEY_B = "AAAK.....AK.KAAAAA......."
VERSUS = "RRRRRRRRRBBBBBBBB.......K"
REAL = """
key_panels: {a: {driver: ws281x_spi, first: 0}, b: {driver: ws281x_spi, first: 25}}
buttons: {a: {driver: gpio, pin: 17, lamp: 27}, b: {driver: gpio, pin: 22, lamp: 23}}
sound: {driver: mixer}
"""


@pytest.fixture
def spytable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command: its exit status, the objects on stdout, the lines on stderr."""
    monkeypatch.setenv("SPYTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SPYTABLE_CONFIG", raising=False)

    def run(*arguments: object) -> tuple[int, list[Any], list[str]]:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as error:
            status = int(error.code or 0)
        told = capsys.readouterr()
        return status, [json.loads(line) for line in told.out.splitlines()], told.err.splitlines()

    return run


@pytest.fixture
def drive(tmp_path: Path, spytable: Run) -> Callable[..., list[dict[str, Any]]]:
    """Return what runs a script and gives back its dumps in their order."""

    def run(*steps: object, options: tuple[object, ...] = ()) -> list[dict[str, Any]]:
        script, out = tmp_path / "script.yaml", tmp_path / "out"
        script.write_text(json.dumps(steps))
        assert spytable("drive", script, "--out", out, "--seed", 1, "--size", "800x480", *options) == (0, [], [])
        names = [step["dump"] for step in steps if isinstance(step, dict) and "dump" in step]
        return [json.loads((out / f"{name}.json").read_text()) for name in names]

    return run


Drive = Callable[..., list[dict[str, Any]]]


def start(game: str = "duet", **options: object) -> dict[str, object]:
    """Return the step that begins a game of WORD0 to WORD24."""
    key: object = {"a": KEY_A, "b": KEY_B} if game == "duet" else VERSUS
    return {"start": {"game": game, "options": options, "cards": WORDS, "key": key}}


def names(dump: dict[str, Any]) -> set[str]:
    """Return the names of the targets of a dump."""
    return {target["name"] for target in dump["targets"]}


def test_a_script_drives_the_box_of_a_config_with_its_real_parts_simulated(tmp_path: Path, drive: Drive) -> None:
    (tmp_path / "real.yaml").write_text(REAL)
    steps = (start(), {"fail": "panel:a"}, {"mend": "panel:a"}, {"press": "a"}, {"dump": "pad"})
    (pad,) = drive(*steps, options=("--config", tmp_path / "real.yaml"))
    assert pad["screen"] == "clue_pad"
    assert all(any(any(rgb) for rgb in panel) and len(panel) == 25 for panel in pad["panels"].values())
    assert pad["sounds"] == ["start"]


def test_what_the_config_leaves_out_is_not_there_in_a_script_either(tmp_path: Path, drive: Drive) -> None:
    (tmp_path / "bare.yaml").write_text("key_panels: {a: {driver: none}}\nbuttons: {a: {driver: none}}\n")
    steps = (start(), {"press": "a"}, {"fail": "button:a"}, {"dump": "table"})
    (table,) = drive(*steps, options=("--config", tmp_path / "bare.yaml"))
    assert table["screen"] == "table"
    assert {"peek:a"} == {name for name in names(table) if name.startswith("peek")}
    assert table["panels"]["a"] == [[0, 0, 0]] * 25
    assert table["lamps"] == {"a": False, "b": True}


def test_every_screen_has_a_name_of_the_list(tmp_path: Path, drive: Drive) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("operator: {pin: '1234'}\n")
    ways = {
        "pin": ["settings"],
        "name": ["campaign", "new_team"],
        "question": ["power"],
        "how": ["how_to_play"],
        "numbers": ["statistics"],
        "typed": ["new_game", "option:clue_entry:typed", "start"],
    }
    opened = ["digit:1", "digit:2", "digit:3", "digit:4", "confirm", "page:owner"]
    inner = {"packs": [], "selftest": [], "export": [], "power": [], "label": ["power"], "credits": ["power"]}
    ways |= {f"owner_{name}": ["settings", *opened, *before, name] for name, before in inner.items()}
    for name, taps in ways.items():
        press = [{"press": "a"}] if name == "typed" else []
        (dump,) = drive(*({"tap": tap} for tap in taps), *press, {"dump": name}, options=("--config", config))
        assert dump["screen"] in SCREENS, name
        assert len(names(dump)) == len(dump["targets"]), name


def test_the_last_pack_stays_chosen(drive: Drive) -> None:
    steps = ({"tap": "new_game"}, {"tap": "game:pictures"}, {"tap": "pack:pictures"}, {"tap": "start"})
    (table,) = drive(*steps, {"dump": "table"})
    assert table["screen"] == "table"
    assert len(table["state"]["cards"]) == 20


def test_packs_tells_every_fault_in_a_line(tmp_path: Path, spytable: Run) -> None:
    folder = tmp_path / "data/packs"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text("{id: x, title: X, language: en, kind: words, cards: [A, a, B, b]}")
    status, listed, faults = spytable("packs")
    assert status == 1
    assert "x" not in {pack["id"] for pack in listed}
    assert len(faults) == 3 and all("mine.yaml" in fault for fault in faults)
    assert spytable("packs", "check", folder / "mine.yaml") == (1, [], faults)


def test_a_clue_may_not_use_the_parts_of_an_installed_packs_card(tmp_path: Path, spytable: Run) -> None:
    card = {"word": "ZORBLAX", "parts": ["zor"], "allow": ["zorblaxes"]}
    folder = tmp_path / "data/packs"
    folder.mkdir(parents=True)
    pack = {"id": "x", "title": "X", "language": "en", "kind": "words", "cards": [card, *WORDS]}
    (folder / "mine.json").write_text(json.dumps(pack))
    asked = ("clue", "--lang", "en", "--visible", "cat,zorblax")
    assert spytable(*asked, "zor") == (1, [{"valid": False, "because": [{"word": "zorblax", "rule": "part"}]}], [])
    assert spytable(*asked, "zorblaxes") == (0, [{"valid": True, "because": []}], [])


@pytest.mark.parametrize(
    ("language", "visible", "clue", "rules"),
    [
        ("pt-PT", "ARCO-ÍRIS,MOTORISTA", "arcada", {"derived"}),
        ("pt-PT", "ARCO-ÍRIS,MOTORISTA", "barco", set()),
        ("pt-PT", "MOTORISTA", "morto", set()),
        ("pt-BR", "ARRANHA-CÉU", "céu", {"part"}),
        ("pt-BR", "GATO,DOUTOR,RAIO", "x", set()),
        ("es", "TELA", "bagatela", set()),
        ("es", "ESPANTAPÁJAROS", "pájaro", {"part"}),
        ("pl", "SOK,SAŁATA", "soki", {"form"}),
        ("pl", "SOK,KRAJOBRAZ", "raz", set()),
        ("en", "DOG", "dog", {"same"}),
        ("en", "DOG", "obra-prima", {"several_words"}),
    ],
)
def test_a_clue_is_judged_by_its_form(language: str, visible: str, clue: str, rules: set[str], spytable: Run) -> None:
    status, (told,), faults = spytable("clue", "--lang", language, "--visible", visible, clue)
    assert set(told) == {"valid", "because"}
    assert {each["rule"] for each in told["because"]} == rules
    assert all(set(each) == {"word", "rule"} for each in told["because"])
    assert (status, told["valid"], faults) == (1 if rules else 0, not rules, [])
