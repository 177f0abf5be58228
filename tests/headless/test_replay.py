"""Scenario files: what is malformed is told in one line, and what is refused leaves the game as it was."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from device.commands import main
from device.files.reader import Malformed
from device.headless.replay import load_scenario, run

Json = dict[str, Any]
CARDS = [f"CARD{number}" for number in range(1, 26)]
DUET: Json = {
    "game": "duet",
    "options": {"tokens": 9},
    "cards": CARDS,
    "key": {"a": "AAAAAAAAAKKK.............", "b": "AAAK.....AK.AAAAAK......."},
    "moves": [{"clue": {"side": "a", "word": "sea", "number": 1}}, {"guess": {"side": "b", "card": "CARD1"}}],
}
VERSUS: Json = {
    "game": "versus",
    "cards": CARDS,
    "key": "RRRRRRRRRBBBBBBBB.......K",
    "moves": [{"clue": {"side": "red", "number": "unlimited"}}, {"guess": {"side": "red", "card": "CARD1"}}],
}
MISSING = object()


def changed(base: Json, path: str, value: object) -> Json:
    """Return a copy of a scenario with the value at a dotted path replaced, added, or taken out."""
    content: Any = copy.deepcopy(base)
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    here = content
    for part in way:
        here = here[part]
    if value is MISSING:
        del here[last]
    else:
        here[last] = value
    return dict(content)


def malformed(path: Path, text: str | bytes) -> str:
    """Return the one line told of a malformed file."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(Malformed) as told:
        load_scenario(path)
    line = str(told.value)
    assert line.startswith(str(path)), line
    assert "\n" not in line and len(line) < 500
    return line.removeprefix(str(path))


def test_a_scenario_plays(tmp_path: Path) -> None:
    """A line per move, then the final state; YAML and JSON alike."""
    for base in (DUET, VERSUS):
        for suffix, text in ((".yaml", yaml.safe_dump(base)), (".json", json.dumps(base, indent=1))):
            file = tmp_path / f"game{suffix}"
            file.write_text(text)
            *lines, final = run(load_scenario(file))
            assert [line["move"] for line in lines] == [1, 2]
            assert all(line["ok"] for line in lines)
            assert final == {"final": lines[-1]["state"]}
            assert final["final"]["covers"] == {
                "CARD1": {"identity": lines[1]["events"][0]["identity"], "by": "b"}
            } or (base is VERSUS)


def test_options_are_complete(tmp_path: Path) -> None:
    """Defaults are filled in, and a mission's tokens and mistakes."""
    file = tmp_path / "game.yaml"
    timer = {"timer": "off", "clue_seconds": 120, "guess_seconds": 90}
    cases: list[tuple[Json, Json, Json]] = [
        (DUET, {}, {"tokens": 9, "mistakes": 9, "mission": None, "turn_order": "strict"}),
        (DUET, {"tokens": 11}, {"tokens": 11, "mistakes": 11, "mission": None, "turn_order": "strict"}),
        (DUET, {"mission": "rio_de_janeiro"}, {"tokens": 7, "mistakes": 3, "mission": "rio_de_janeiro"}),
        (
            VERSUS,
            {},
            {"grid": "5x5", "starts": "red", "ending": "standard", "opponent": "team", "operatives": "two"},
        ),
    ]
    for base, given, complete in cases:
        file.write_text(json.dumps({**base, "options": given, "moves": []}))
        (final,) = run(load_scenario(file))
        assert {**final["final"]["options"]}.items() >= {**complete, **timer}.items()


def test_options_may_be_left_out(tmp_path: Path) -> None:
    """All options have defaults."""
    file = tmp_path / "game.yaml"
    file.write_text(json.dumps(changed(DUET, "options", MISSING)))
    (*_, final) = run(load_scenario(file))
    assert final["final"]["options"]["tokens"] == 9


WRONG: list[tuple[str, Json, str, object, tuple[str, ...]]] = [
    # what, the scenario, the place changed, the value put there, what the line must name
    ("unknown-field", DUET, "colour", "blue", ("colour", "unknown field")),
    ("no-game", DUET, "game", MISSING, ("game", "missing")),
    ("no-cards", DUET, "cards", MISSING, ("cards", "missing")),
    ("no-key", DUET, "key", MISSING, ("key", "missing")),
    ("no-moves", DUET, "moves", MISSING, ("moves", "missing")),
    ("unknown-game", DUET, "game", "chess", ("game", "chess", "duet", "versus")),
    ("game-not-text", DUET, "game", 5, ("game", "5", "duet")),
    ("options-a-list", DUET, "options", [1], ("options", "[1]", "mapping")),
    ("options-null", DUET, "options", None, ("options", "null")),
    ("unknown-option", DUET, "options.speed", 3, ("options", "speed", "tokens")),
    ("option-of-versus", DUET, "options.grid", "5x5", ("options", "grid")),
    ("option-of-duet", VERSUS, "options", {"tokens": 9}, ("options", "tokens")),
    ("tokens-0", DUET, "options.tokens", 0, ("options.tokens", "0", "1 to 11")),
    ("tokens-12", DUET, "options.tokens", 12, ("options.tokens", "12", "1 to 11")),
    ("tokens-true", DUET, "options.tokens", True, ("options.tokens", "true", "1 to 11")),
    ("tokens-text", DUET, "options.tokens", "9", ("options.tokens", "'9'", "1 to 11")),
    ("tokens-float", DUET, "options.tokens", 9.0, ("options.tokens", "9.0", "1 to 11")),
    ("tokens-null", DUET, "options.tokens", None, ("options.tokens", "null", "1 to 11")),
    ("mistakes-over", DUET, "options.mistakes", 10, ("options.mistakes", "10", "9")),
    ("mistakes-minus", DUET, "options.mistakes", -1, ("options.mistakes", "-1", "0")),
    ("mission-unknown", DUET, "options", {"mission": "atlantis"}, ("options.mission", "atlantis", "prague")),
    ("mission-and-tokens", DUET, "options.mission", "prague", ("options.tokens", "9", "mission")),
    ("mission-and-mistakes", DUET, "options", {"mission": "cairo", "mistakes": 5}, ("options.mistakes", "mission")),
    ("mission-null", DUET, "options", {"mission": None}, ("options.mission", "null", "prague")),
    ("turn-order", DUET, "options.turn_order", "any", ("options.turn_order", "any", "strict, loose")),
    ("timer-boolean", DUET, "options.timer", False, ("options.timer", "false", "off", "quote it")),
    ("clue-seconds", DUET, "options.clue_seconds", 0, ("options.clue_seconds", "0")),
    ("guess-seconds-text", DUET, "options.guess_seconds", "ninety", ("options.guess_seconds", "ninety")),
    ("grid", VERSUS, "options", {"grid": "6x6"}, ("options.grid", "6x6", "5x5, 5x4")),
    ("starts", VERSUS, "options", {"starts": "a"}, ("options.starts", "red, blue")),
    (
        "shared-against-nobody",
        VERSUS,
        "options",
        {"operatives": "shared", "opponent": "simulated"},
        ("options.operatives", "shared", "simulated"),
    ),
    ("cards-not-a-list", DUET, "cards", "CARD1", ("cards", "CARD1", "list")),
    ("too-few-cards", DUET, "cards", CARDS[:24], ("cards", "24", "25")),
    ("too-many-cards", DUET, "cards", [*CARDS, "CARD26"], ("cards", "26", "25")),
    ("25-cards-on-5x4", VERSUS, "options", {"grid": "5x4"}, ("cards", "25", "20")),
    ("card-twice", DUET, "cards.4", "CARD1", ("cards", "CARD1", "once")),
    ("card-a-boolean", DUET, "cards.4", False, ("cards[5]", "false", "quote it")),
    ("card-a-number", DUET, "cards.4", 90, ("cards[5]", "90", "quote it")),
    ("card-null", DUET, "cards.4", None, ("cards[5]", "null", "quote it")),
    ("card-a-list", DUET, "cards.4", ["X"], ("cards[5]", "text")),
    ("card-blank", DUET, "cards.4", "  ", ("cards[5]", "blank")),
    ("key-text", DUET, "key", "A" * 25, ("key", "mapping")),
    ("key-a-mapping", VERSUS, "key", {"a": "R"}, ("key", "text")),
    ("key-side-missing", DUET, "key.b", MISSING, ("key", "b", "missing")),
    ("key-side-unknown", DUET, "key.c", ".", ("key.c", "unknown field")),
    ("key-letter", DUET, "key.a", "AAAAAAAAAKKK............R", ("key.a", "'R'", "A K .")),
    ("key-letter-versus", VERSUS, "key", "RRRRRRRRRBBBBBBBB.......A", ("key", "'A'", "R B . K")),
    ("key-short", DUET, "key.a", "AAAAAAAAAKKK............", ("key", "24", "25")),
    ("key-counts", DUET, "key.a", "AAAAAAAAAAKK.............", ("key", "pairs of a key card")),
    ("key-pairs", DUET, "key.b", "AAAAAAAAAKKK.............", ("key", "pairs of a key card")),
    ("key-counts-versus", VERSUS, "key", "RRRRRRRRRBBBBBBBB......KK", ("key", "starting team is red")),
    ("key-starter", VERSUS, "options", {"starts": "blue"}, ("key", "starting team is blue")),
    ("moves-a-mapping", DUET, "moves", {"undo": {}}, ("moves", "list")),
    ("move-text", DUET, "moves.0", "undo", ("moves[1]", "undo", "one move")),
    ("move-two-verbs", DUET, "moves.0", {"undo": {}, "abandon": {}}, ("moves[1]", "one move")),
    ("move-empty", DUET, "moves.1", {}, ("moves[2]", "one move")),
    ("unknown-verb", DUET, "moves.0", {"shout": {}}, ("moves[1]", "shout", "clue, guess")),
    ("verb-a-list", DUET, "moves.0", {"undo": []}, ("moves[1].undo", "[]")),
    ("verb-null", DUET, "moves.0", {"undo": None}, ("moves[1].undo", "null")),
    ("undo-with-a-field", DUET, "moves.0", {"undo": {"side": "a"}}, ("moves[1].undo.side", "no fields")),
    ("side-of-versus", DUET, "moves.0.clue.side", "red", ("moves[1].clue.side", "red", "a, b")),
    ("side-of-duet", VERSUS, "moves.0.clue.side", "a", ("moves[1].clue.side", "'a'", "red, blue")),
    ("side-missing", DUET, "moves.0.clue.side", MISSING, ("moves[1].clue", "side", "missing")),
    ("side-upper-case", DUET, "moves.0.clue.side", "A", ("moves[1].clue.side", "'A'", "a, b")),
    ("side-boolean", DUET, "moves.0.clue.side", True, ("moves[1].clue.side", "true", "a, b")),
    ("number-missing", DUET, "moves.0.clue.number", MISSING, ("moves[1].clue", "number", "missing")),
    ("number-text", DUET, "moves.0.clue.number", "1", ("moves[1].clue.number", "'1'", "whole number")),
    ("number-boolean", DUET, "moves.0.clue.number", True, ("moves[1].clue.number", "true", "whole number")),
    ("number-float", DUET, "moves.0.clue.number", 1.5, ("moves[1].clue.number", "1.5", "whole number")),
    ("number-null", DUET, "moves.0.clue.number", None, ("moves[1].clue.number", "null", "whole number")),
    ("word-number", DUET, "moves.0.clue.word", 7, ("moves[1].clue.word", "7", "quote it")),
    ("word-blank", DUET, "moves.0.clue.word", "", ("moves[1].clue.word", "blank")),
    ("card-missing", DUET, "moves.1.guess.card", MISSING, ("moves[2].guess", "card", "missing")),
    ("guess-a-number", DUET, "moves.1.guess.card", 12, ("moves[2].guess.card", "12", "quote it")),
    ("guess-extra", DUET, "moves.1.guess.number", 12, ("moves[2].guess.number", "unknown field", "side")),
]


@pytest.mark.parametrize(("base", "path", "value", "named"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_malformed(tmp_path: Path, base: Json, path: str, value: object, named: tuple[str, ...]) -> None:
    """One line names the file, the place, the value and what is allowed."""
    line = malformed(tmp_path / "game.yaml", json.dumps(changed(base, path, value)))
    for part in named:
        assert part in line, line


FACE = "AAAKA....KAKAA..AA......."


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("key", FACE),
        ("key", [FACE, FACE]),
        ("key", {"a": FACE, "b": FACE, FACE: "x"}),
        ("key", {"a": {"x": FACE}, "b": FACE}),
        ("key", {"a": [FACE], "b": FACE}),
        ("key.a", FACE[:-1] + "x"),
        ("key.a", FACE + FACE * 20),
        ("game", {"key": {"a": FACE}}),
        ("game", FACE),
        ("cards", {"key": FACE}),
        ("options", [FACE]),
        (FACE.replace(".", "-"), "x"),
        ("moves", {"key": FACE}),
        ("moves.0", {FACE: {}}),
    ],
)
@pytest.mark.parametrize("form", ["scenario", "script"])
def test_a_fault_repeats_nothing_of_a_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], path: str, value: object, form: str
) -> None:
    """Scripts and scenarios are shown around; a key in the wrong place stood in the line that refused it."""
    game = changed(DUET, path, value)
    file = tmp_path / "game.yaml"
    file.write_text(json.dumps(game if form == "scenario" else [{"start": game}, {"stort": game}]))
    for command in (["replay", str(file)], ["think", str(file), "--side", "a"], ["drive", str(file), "--out", "x"]):
        assert main(command) != 0
        told = "".join(capsys.readouterr())
        assert FACE[:6] not in told
        assert FACE[9:15].replace(".", "-") not in told.replace(".", "-")


TEXT = yaml.safe_dump(DUET, sort_keys=False)
TRAPS = {
    "empty": ("", ("mapping",)),
    "only-a-comment": ("# nothing\n", ("mapping",)),
    "only-spaces": ("   \n\n", ("mapping",)),
    "null": ("~\n", ("mapping", "~")),
    "a-list-at-the-top": (f"- {json.dumps(DUET)}\n", ("mapping",)),
    "a-text-at-the-top": ("duet\n", ("mapping", "duet")),
    "two-documents": (f"{TEXT}\n---\n{TEXT}", ("line",)),
    "a-tab": (TEXT.replace("  tokens", "\ttokens"), ("line",)),
    "a-nul": (TEXT.replace("sea", "s\0a"), ()),
    "a-key-twice": (TEXT + "game: versus\n", ("line", "'game'", "each field once")),
    "an-option-twice": (
        TEXT.replace("  tokens: 9", "  tokens: 9\n  tokens: 10"),
        ("line 4", "'tokens'", "each field once"),
    ),
    "json-cut-off": (json.dumps(DUET)[:-5], ("line",)),
    "yaml-cut-off": ("game: duet\ncards: [A, B", ("line",)),
    "an-unknown-tag": ("!!python/object/apply:os.system ['true']\n", ("line",)),
    "a-local-tag": ("!duet {}\n", ("line",)),
    "an-unknown-anchor": ("game: *duet\n", ("line 1",)),
    "nested-deeply": ("[" * 5000 + "]" * 5000, ()),
    "nested-mappings": ("{a: " * 3000 + "1" + "}" * 3000, ()),
    "a-list-as-a-key": ("? [a, b]\n: 1\n", ("a field of plain text",)),
    "not-utf-8": (TEXT.replace("sea", "mañana").encode("latin-1"), ("byte", "UTF-8")),
    "utf-16": (TEXT.encode("utf-16"), ("UTF-8",)),
    "binary": (bytes(range(256)), ()),
    "unquoted-no": (TEXT.replace("- CARD5\n", "- NO\n"), ("cards[5]: NO:", "quote it")),
    "unquoted-on": (TEXT.replace("- CARD5\n", "- ON\n"), ("cards[5]: ON:", "quote it")),
    "unquoted-yes-guess": (TEXT.replace("card: CARD1\n", "card: YES\n"), ("moves[2].guess.card: YES:", "quote it")),
    "unquoted-time": (TEXT.replace("- CARD5\n", "- 1:30\n"), ("cards[5]: 1:30:", "quote it")),
    "unquoted-date": (TEXT.replace("- CARD5\n", "- 2024-01-01\n"), ("cards[5]: 2024-01-01:", "quote it")),
    "unquoted-null": (TEXT.replace("- CARD5\n", "- null\n"), ("cards[5]: null:", "quote it")),
    "unquoted-octal": (TEXT.replace("- CARD5\n", "- 007\n"), ("cards[5]: 007:", "quote it")),
    "unquoted-float": (TEXT.replace("- CARD5\n", "- .inf\n"), ("cards[5]: .inf:", "quote it")),
    "a-no-as-a-key": ("NO: 1\n" + TEXT, ("false", "unknown field")),
    "a-merge-key": (TEXT + "<<: {colour: red}\n", ("line 41", "a field; << is none here")),
    "an-alias-loop": ("&loop [*loop]\n", ("mapping",)),
    "an-alias-loop-inside": ("game: &loop {a: *loop}\n" + TEXT.split("\n", 1)[1], ("game",)),
    "aliases-upon-aliases": (
        "game: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)),
        ("unknown field",),
    ),
    "aliases-as-cards": (
        "cards:\n  - &a0 [x]\n" + "".join(f"  - &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 25)) + "\n"
        "game: duet\nkey: {a: A, b: B}\nmoves: []\n",
        ("cards[1]", "text"),
    ),
    "a-very-long-value": (TEXT.replace("game: duet", f"game: {'x' * 5000}"), ("game", "duet")),
    "a-line-break-in-a-value": (TEXT.replace("game: duet", 'game: "du\\net"'), ("game",)),
}


@pytest.mark.parametrize(("text", "named"), TRAPS.values(), ids=TRAPS)
def test_traps(tmp_path: Path, text: str | bytes, named: tuple[str, ...]) -> None:
    """What YAML and people do to files: one line, and no traceback."""
    line = malformed(tmp_path / "game.yaml", text)
    for part in named:
        assert part in line, line


def test_an_option_that_never_ends(tmp_path: Path) -> None:
    """Aliases upon aliases as an option's value are told shortly too."""
    laughs = "&a0 [x]"
    for depth in range(1, 25):
        laughs = f"&a{depth} [{laughs}, {', '.join([f'*a{depth - 1}'] * 8)}]"
    text = TEXT.replace("tokens: 9", f"tokens: {laughs}")
    line = malformed(tmp_path / "game.yaml", text)
    assert "options.tokens" in line and "1 to 11" in line


def test_no_file(tmp_path: Path) -> None:
    """A missing file and a directory are told in one line too."""
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(Malformed) as told:
            load_scenario(path)
        assert str(told.value).startswith(f"{path}: ")
        assert "\n" not in str(told.value)


def test_quoted_words_are_words(tmp_path: Path) -> None:
    """Quoted, NO and ON and 1:30 are cards like any other; a word may be left out or null."""
    file = tmp_path / "game.yaml"
    text = TEXT.replace("- CARD5\n", "- 'NO'\n").replace("- CARD6\n", '- "1:30"\n').replace("word: sea", "word: null")
    file.write_text(text)
    *lines, final = run(load_scenario(file))
    assert final["final"]["cards"][4:6] == ["NO", "1:30"]
    assert lines[0]["state"]["clue"] == {"side": "a", "word": None, "number": 1}


def test_a_refused_move_changes_nothing(tmp_path: Path) -> None:
    """A line with the code and a message that quotes the value; play goes on."""
    file = tmp_path / "game.yaml"
    moves = [*DUET["moves"], {"clue": {"side": "a", "number": 1}}, {"guess": {"side": "b", "card": "CARD99"}}]
    file.write_text(json.dumps({**DUET, "moves": moves}))
    _, second, third, fourth, final = run(load_scenario(file))
    assert (third["ok"], third["error"]) == (False, "wrong_phase")
    assert (fourth["ok"], fourth["error"]) == (False, "unknown_card")
    assert "guess" in third["message"] and "CARD99" in fourth["message"]
    assert set(third) == {"move", "ok", "error", "message"}
    assert final["final"] == second["state"]


@pytest.mark.parametrize("number", [-1, 10, 10**30, "unlimited"])
def test_a_wrong_number_is_refused_not_malformed(tmp_path: Path, number: object) -> None:
    """Integers outside 0-9, and `unlimited` in Duet."""
    file = tmp_path / "game.yaml"
    file.write_text(json.dumps(changed(DUET, "moves.0.clue.number", number)))
    first, *_ = run(load_scenario(file))
    assert first["error"] == "bad_number"


def test_the_first_failure_wins(tmp_path: Path) -> None:
    """Where several things are wrong, the order of the formats decides."""
    file = tmp_path / "game.yaml"
    clue = {"clue": {"side": "a", "number": 2}}
    cases: list[tuple[list[Json], str]] = [
        ([{"guess": {"side": "a", "card": "NOWHERE"}}], "wrong_phase"),
        ([clue, {"guess": {"side": "a", "card": "NOWHERE"}}], "not_your_turn"),
        ([clue, {"stop": {"side": "a"}}], "not_your_turn"),
        ([clue, {"clue": {"side": "b", "number": 99}}], "wrong_phase"),
        ([clue, {"cover": {"side": "b", "card": "CARD1"}}], "wrong_phase"),
        ([clue, {"pass": {"side": "b"}}], "wrong_phase"),
        ([{"timeout": {}}], "wrong_phase"),
        ([{"undo": {}}], "nothing_to_undo"),
        ([{"abandon": {}}, {"guess": {"side": "a", "card": "NOWHERE"}}], "game_over"),
        ([{"abandon": {}}, {"abandon": {}}], "game_over"),
        ([{"abandon": {}}, {"timeout": {}}], "game_over"),
    ]
    for moves, code in cases:
        file.write_text(json.dumps({**DUET, "moves": moves}))
        *_, last, _ = run(load_scenario(file))
        assert last["error"] == code, moves
    simulated = {**VERSUS, "options": {"opponent": "simulated"}}
    over: list[tuple[list[Json], str]] = [
        ([{"object": {"side": "red"}}], "bad_side"),
        ([{"object": {"side": "blue"}}], "bad_side"),
        ([{"abandon": {}}, {"object": {"side": "blue"}}], "game_over"),
        ([{"timeout": {}}, {"pass": {"side": "red"}}], "wrong_phase"),
        ([{"timeout": {}}, {"timeout": {}}], "wrong_phase"),
    ]
    for moves, code in over:
        file.write_text(json.dumps({**simulated, "moves": moves}))
        *_, last, _ = run(load_scenario(file))
        assert last["error"] == code, moves
