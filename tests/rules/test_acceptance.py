"""The command line and the drive script as the formats promise them, sentence by sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.commands import main

Run = Callable[..., tuple[int, list[Any], list[str]]]
SCREENS = {
    *("attract", "home", "new_game", "map", "table", "clue_pad", "clue_log", "menu", "standing", "end"),
    *("how_to_play", "statistics", "settings", "selftest", "power"),
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


def test_a_hold_is_a_touch_of_anything_that_is_touched_once(drive: Drive) -> None:
    pad, home = drive(
        *(start(), {"press": "a"}, {"hold": "digit:3"}, {"hold": "confirm"}, {"dump": "pad"}),
        *({"hold": "menu"}, {"hold": "pause"}, {"hold": "home"}, {"dump": "home"}),
    )
    assert pad["state"]["clue"] == {"side": "a", "word": None, "number": 3}
    assert (home["screen"], home["state"]) == ("home", pad["state"])


def test_a_finger_lifts_where_it_went_down_also_when_the_game_ended_under_it(drive: Drive) -> None:
    clue = ({"press": "a"}, {"tap": "digit:0"}, {"press": "a"})
    (end,) = drive(start(), *clue, {"down": "card:WORD9"}, {"wait": 0.7}, {"up": "card:WORD9"}, {"dump": "end"})
    assert end["screen"] == "end"
    assert end["state"]["result"] == {"outcome": "lost", "winner": None, "score": None, "reason": "assassin"}
    assert end["sounds"] == ["start", "clue", "reveal_assassin", "lost"]


CLUE = ({"press": "a"}, {"tap": "digit:2"}, {"press": "a"})
RED_CLUE = ({"press": "b"}, {"tap": "digit:unlimited"}, {"press": "b"})
LANGUAGES = {"language:en", "language:es", "language:pl", "language:pt-BR", "language:pt-PT"}
EDGES = {"menu:a", "menu:b", "log:a", "log:b"}
ALWAYS = {"resume", "rules", "abandon", "pause", "mute", "wipe", "settings", "power"}
ENDS = {f"{name}:{side}" for name in ("show_keys", "again", "home") for side in "ab"}


@pytest.mark.parametrize(
    ("steps", "screen", "there"),
    [
        ((), "home", {"new_game", "campaign", "how_to_play", "statistics", "settings", *LANGUAGES}),
        ((start(), {"tap": "menu"}, {"tap": "pause"}, {"tap": "home"}), "home", {"continue", "new_game"}),
        (({"tap": "new_game"},), "new_game", {"game:duet", "game:classic", "game:pictures", "start", "pack:pictures"}),
        (({"tap": "new_game"},), "new_game", {"option:tokens:10", "option:mistakes:4", "option:turn_order:loose"}),
        (({"tap": "new_game"}, {"tap": "game:classic"}), "new_game", {"option:ending:assassin", "option:starts:blue"}),
        (({"tap": "campaign"},), "map", {"new_team", "start", "city:prague", "city:rio_de_janeiro", "city:bogota"}),
        ((start(),), "table", {f"card:{word}" for word in WORDS} | EDGES),
        ((start(), {"press": "b"}), "clue_pad", {f"digit:{n}" for n in range(10)} | {"confirm", "cancel"}),
        ((start("versus"), {"press": "b"}), "clue_pad", {"digit:unlimited", "confirm", "cancel"}),
        ((start(), {"tap": "log:b"}), "clue_log", set()),
        ((start(), {"tap": "menu:b"}), "menu", ALWAYS),
        ((start(), *CLUE, {"tap": "menu:a"}), "menu", ALWAYS | {"object", "undo"}),
        ((start(), *CLUE, {"press": ["a", "b"], "seconds": 2.1}), "menu", {"confirm:a", "confirm:b"}),
        ((start(), {"press": "b", "seconds": 3.1}), "menu", ALWAYS),
        ((start(), {"tap": "menu"}, {"tap": "pause"}), "standing", {"continue:a", "continue:b", "home:a", "home:b"}),
        ((start("versus"), *RED_CLUE, {"tap": "menu"}, {"tap": "object"}), "table", {"pass"} | EDGES),
        (
            (start("versus", ending="assassin"), *RED_CLUE, {"hold": "card:WORD24"}, {"tap": "menu"}),
            "menu",
            ALWAYS | {"give_up", "undo"},
        ),
        ((start(), {"fail": "panel:a"}, {"fail": "panel:b"}), "table", {"peek:a", "peek:b"}),
        ((start("versus"), {"fail": "panel:a"}, {"fail": "panel:b"}), "table", {"peek:b"}),
        ((start(), {"tap": "menu"}, {"tap": "abandon"}, {"tap": "confirm"}), "end", ENDS),
    ],
)
def test_the_names_every_build_keeps(steps: tuple[object, ...], screen: str, there: set[str], drive: Drive) -> None:
    (dump,) = drive(*steps, {"dump": "here"})
    assert dump["screen"] == screen
    assert there <= names(dump)
    assert screen != "menu" or {"give_up", "object", "undo"} & names(dump) == {"give_up", "object", "undo"} & there


def test_a_dump_has_the_types_of_the_format(drive: Drive) -> None:
    home, table, again = drive({"dump": "home"}, start(), {"dump": "table"}, {"dump": "again"})
    assert home["state"] is None and home["sounds"] == [] and again["sounds"] == []
    for dump in (home, table):
        assert set(dump) == {"screen", "targets", "text", "panels", "lamps", "sounds", "state"}
        for target in dump["targets"]:
            assert set(target) == {"name", "rect", "side", "enabled"}
            assert type(target["enabled"]) is bool and target["side"] in ("a", "b", None)
        for text in dump["text"]:
            assert set(text) == {"text", "side", "rect"} and text["side"] in ("a", "b", None)
        for rect in (each["rect"] for each in dump["targets"] + dump["text"]):
            x, y, w, h = rect
            assert 0 <= x <= x + w <= 800 and 0 <= y <= y + h <= 480
        assert {side: len(panel) for side, panel in dump["panels"].items()} == {"a": 25, "b": 25}
        assert all(len(rgb) == 3 for panel in dump["panels"].values() for rgb in panel)
        assert all(type(lit) is bool for lit in dump["lamps"].values())
    assert not any(target["enabled"] for target in table["targets"] if target["name"].startswith("card:"))


def test_both_versus_teams_use_the_seats_they_have(drive: Drive) -> None:
    red, stop, blue, cover, own, passed = drive(
        *(start("versus"), {"press": "a"}, *RED_CLUE, {"press": "b"}, {"hold": "card:WORD0"}, {"dump": "red"}),
        *({"press": "a"}, {"dump": "stop"}, *RED_CLUE, {"hold": "card:WORD17"}, {"dump": "blue"}),
        *(*RED_CLUE, {"tap": "menu:b"}, {"tap": "object"}, {"hold": "card:WORD1"}, {"dump": "cover"}),
        *({"hold": "card:WORD9"}, {"dump": "own"}),
        *(*RED_CLUE, {"tap": "menu"}, {"tap": "object"}, {"tap": "pass"}, {"dump": "passed"}),
    )
    assert red["lamps"] == {"a": True, "b": False} and not any(map(any, red["panels"]["a"]))
    assert red["panels"]["b"][24] == [0, 0, 0] != red["panels"]["b"][23]  # WORD0 is the last that side B reads
    assert (stop["state"]["to_act"], stop["lamps"]) == (["blue"], {"a": False, "b": True})
    assert (blue["state"]["to_act"], blue["state"]["phase"], blue["state"]["turn"]) == (["red"], "clue", 3)
    assert (cover["state"]["to_act"], cover["state"]["phase"]) == (["blue"], "cover")
    assert "WORD1" not in cover["state"]["covers"]
    assert own["state"]["covers"]["WORD9"] == {"identity": "blue", "by": "blue"}
    assert (own["state"]["to_act"], own["state"]["phase"]) == (["blue"], "clue")
    assert (passed["state"]["to_act"], passed["state"]["phase"]) == (["red"], "clue")


def test_a_strict_clock_runs_at_the_waiting_of_the_script(drive: Drive) -> None:
    before, after = drive(
        start(timer="strict", guess_seconds=30), *CLUE, {"wait": 28.0}, {"dump": "before"}, {"wait": 2.0}, {"dump": "z"}
    )
    assert before["state"]["phase"] == "guess"
    assert (after["state"]["phase"], after["state"]["bank"]) == ("clue", {"bystander": 8, "check": 0})
    assert (after["state"]["to_act"], after["state"]["kept"]) == (["b"], {"a": 0, "b": 0})
