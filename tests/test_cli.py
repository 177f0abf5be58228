"""The command line, as a shell sees it: exit status, standard output, standard error."""

import json
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.commands import _parser, main
from device.files.assets import assets
from device.storage.store import Store

DUET_A = "AAAAAAAAAKKK............."
DUET_B = "AAAK.....AK.KAAAAA......."


def spytable(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "device", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=Path(__file__).parent.parent,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", **environment},
    )


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def scenario(tmp_path: Path, moves: str, **changes: object) -> Path:
    content = {
        "game": "duet",
        "cards": [f"CARD{n}" for n in range(25)],
        "key": {"a": DUET_A, "b": DUET_B},
        **changes,
    }
    path = tmp_path / "game.yaml"
    path.write_text(
        "\n".join(f"{name}: {json.dumps(value)}" for name, value in content.items()) + f"\nmoves: {moves}\n"
    )
    return path


def test_replay_tells_a_line_a_move_and_the_final_state(tmp_path: Path) -> None:
    done = spytable("replay", scenario(tmp_path, "[{clue: {side: a, number: 2}}, {guess: {side: b, card: CARD0}}]"))
    told = lines(done.stdout)
    assert done.returncode == 0
    assert [line.get("ok") for line in told] == [True, True, None]
    assert told[1]["events"] == [{"type": "revealed", "card": "CARD0", "identity": "agent", "by": "b"}]
    assert told[2]["final"] == told[1]["state"]
    assert done.stderr == ""


def test_replay_goes_on_after_a_refused_move_and_says_no(tmp_path: Path) -> None:
    done = spytable("replay", scenario(tmp_path, "[{stop: {side: a}}, {clue: {side: a, number: 12}}, {undo: {}}]"))
    assert done.returncode == 1
    assert [line["error"] for line in lines(done.stdout)[:3]] == ["wrong_phase", "bad_number", "nothing_to_undo"]


@pytest.mark.parametrize(
    ("moves", "changes", "parts"),
    [
        ("[{guess: {side: b, card: NO}}]", {}, ["moves[1].guess.card", "NO", "quote it"]),
        ("[{jump: {}}]", {}, ["moves[1]", "jump", "the verbs are"]),
        ("[{clue: {side: red, number: 1}}]", {}, ["moves[1].clue.side", "red", "a, b"]),
        ("[{clue: {side: a, number: yes}}]", {}, ["moves[1].clue.number", "yes", "whole number"]),
        ("[]", {"options": {"tokens": 12}}, ["options.tokens", "12", "1 to 11"]),
        ("[]", {"key": {"a": DUET_A, "b": DUET_A}}, ["key", "pairs of a key card"]),
        ("[]", {"cards": ["X"] * 25}, ["cards", "X", "once"]),
        ("[]", {"hands": 2}, ["hands", "unknown field"]),
    ],
)
def test_a_malformed_scenario_is_one_clear_line(
    tmp_path: Path, moves: str, changes: dict[str, object], parts: list[str]
) -> None:
    path = scenario(tmp_path, moves, **changes)
    done = spytable("replay", path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    for part in [str(path), *parts]:
        assert part in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["replay"],
        ["replay", "/no/such/file"],
        ["simulate", "--game", "chess", "--games", "1", "--seed", "1"],
        ["simulate", "--game", "duet", "--games", "0", "--seed", "1"],
        ["simulate", "--game", "duet", "--games", "1", "--seed", "1", "--option", "tokens=99"],
        ["run", "--size", "720x1280"],
        ["run", "--lang", "xx"],
        ["clue", "--lang", "en", "--visible", "CAT", " "],
        ["update", "/no/such/file"],
        ["packs", "--config", "/no/such/file"],
        ["config"],
        ["config", "check", "/no/such/file"],
        ["packs", "check", "/"],
    ],
)
def test_bad_usage_is_one_line_and_exit_2(arguments: list[str]) -> None:
    done = spytable(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_simulate_counts_every_game() -> None:
    arguments = ["simulate", "--game", "versus", "--games", 20, "--seed", 4, "--option", "opponent=simulated"]
    one, again = (lines(spytable(*arguments).stdout)[0] for _ in range(2))
    assert sum(one["outcomes"].values()) == one["games"] == 20  # type: ignore[attr-defined]
    assert (one["moves"], one["outcomes"]) == (again["moves"], again["outcomes"])
    assert set(one) == {"games", "moves", "moves_per_second", "outcomes"}


def test_options_may_stand_before_and_after_the_command(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    cards = ", ".join(f"WORD{number}" for number in range(25))
    pack = f"{{id: mine, title: Mine, language: en, kind: words, cards: [{cards}]}}"
    (tmp_path / "packs/mine.yaml").write_text(pack)
    before = spytable("--data-dir", tmp_path, "packs")
    after = spytable("packs", "--data-dir", tmp_path)
    assert before.returncode == after.returncode == 0
    assert before.stdout == after.stdout
    assert lines(before.stdout)[-1]["id"] == "mine"


@pytest.mark.parametrize(
    ("given", "words", "other"),
    [
        (("--lang", "pl"), ("clue", "--visible", "KRAJOBRAZ", "krajowy"), ("--lang", "en")),
        (("--seed", "7"), ("simulate", "--game", "duet", "--games", "3"), ("--seed", "8")),
        (("--seed", "0"), ("simulate", "--game", "duet", "--games", "3"), ("--seed", "8")),
    ],
)
def test_an_option_counts_wherever_it_stands_and_the_later_one_more(
    given: tuple[str, ...], words: tuple[str, ...], other: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the command it was missing, or taken for what the command has where nothing is given."""

    def told(*arguments: str) -> object:
        assert main([*arguments]) in (0, 1)
        (line,) = lines(capsys.readouterr().out)
        line.pop("moves_per_second", None)
        return line

    name, *rest = words
    after = told(name, *given, *rest)
    assert told(*given, *words) == after
    assert told(*other, name, *given, *rest) == after
    assert told(*given, name, *other, *rest) == told(name, *other, *rest) != after


def _parsers(parser: ArgumentParser, name: str = "") -> Iterator[tuple[str, ArgumentParser]]:
    for action in parser._actions:
        for each, sub in action.choices.items() if isinstance(action, _SubParsersAction) else ():
            yield f"{name} {each}".strip(), sub
            yield from _parsers(sub, f"{name} {each}".strip())


VALUES = {"--data-dir": "here", "--config": "c.yaml", "--size": "800x480", "--lang": "pl", "--seed": "7"}
NEEDED = {
    "replay": "f",
    "clue": "--lang en --visible CAT dog",
    "simulate": "--game duet --games 1 --seed 1",
    "think": "f --side a",
    "drive": "f --out d",
    "update": "f",
    "fleet": "--broker mqtt://b",
    "packs check": "f",
    "config check": "f",
}


def test_every_option_of_both_places_counts_in_each() -> None:
    top = {option for action in _parser()._actions for option in action.option_strings} - {"-h", "--help"}
    both = 0
    for command, sub in _parsers(_parser()):
        needed = f"{command} {NEEDED.get(command, '')}".split()
        for option in sorted(top & sub._option_string_actions.keys()) if command != "config" else ():
            given = [option, VALUES[option]] if option in VALUES else [option]
            words = needed.copy()
            if option in words:
                del words[words.index(option) : words.index(option) + 2]
            before, after = (_parser().parse_args(each) for each in ([*given, *words], [*words, *given]))
            assert before == after, (command, option)
            both += 1
    assert both > 30


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("packs --seed 3", "spytable packs: unrecognized arguments: --seed"),
        ("--foo 3 packs", "spytable: unrecognized arguments: --foo"),
        ("packs check f --seed 3", "spytable: unrecognized arguments: --seed 3"),
        ("--seed 3 packs", "spytable: argument --seed: spytable packs takes none"),
        ("--size 800x480 selftest", "spytable: argument --size: spytable selftest takes none"),
        ("--lang pl config check f", "spytable: argument --lang: spytable config takes none"),
        ("--fullscreen packs", "spytable: argument --fullscreen: spytable packs takes none"),
        ("packs 3", "spytable packs: argument check: invalid choice: '3' (choose from 'check')"),
    ],
)
def test_an_option_that_a_command_does_not_take_is_refused_wherever_it_stands(
    words: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the command it was passed over; behind `packs`, its value was no choice."""
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.replace("choose from check", "choose from 'check'") == f"{told}\n"


@pytest.mark.parametrize("words", ["--lang pl packs check *", "packs --lang pl check *", "packs check * --lang pl"])
def test_a_list_without_a_language_may_be_told_its_own(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.txt"
    file.write_text("\n".join(f"{chr(97 + n)}klub" for n in range(26)))
    assert main([str(file) if word == "*" else word for word in words.split()]) == 0
    assert '"language": "pl"' in capsys.readouterr().out


def test_packs_names_a_bad_pack_of_the_owners(tmp_path: Path) -> None:
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs/mine.yaml").write_text("{id: x, title: X, language: en, kind: words, cards: [A, a]}")
    done = spytable("packs", "--data-dir", tmp_path)
    assert done.returncode == 1
    assert "mine.yaml" in done.stderr
    checked = spytable("packs", "check", tmp_path / "packs/mine.yaml")
    assert checked.returncode == 1
    assert len(checked.stderr.splitlines()) == 2  # a twin, and too few cards


def test_config_check_judges_as_the_box_does_where_one_is_installed(tmp_path: Path) -> None:
    """Of a config without a part it said that it was good, and the box started with nothing but its screen."""
    path = tmp_path / "config.yaml"
    path.write_text("defaults: {language: pl}\n")
    assert spytable("config", "check", path).returncode == 0, "that of a PC is simulated"
    (tmp_path / Path(sys.prefix).resolve().name / "bin").mkdir(parents=True)
    done = spytable("config", "check", path, SPYTABLE_HOME=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.endswith("screen: 'driver': this field is missing\n")
    path.write_text("screen: {driver: kmsdrm}\n")
    assert spytable("config", "check", path, SPYTABLE_HOME=str(tmp_path)).returncode == 0


def test_config_check_tells_the_effective_config_or_every_fault(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("leds: {brightness: 0.2}\n")
    done = spytable("config", "check", path)
    assert done.returncode == 0
    (told,) = lines(done.stdout)
    assert told["leds"] == {"brightness": 0.2, "max_milliamps": 900, "palette": "standard"}
    path.write_text("leds: {brightness: 2, colour: 1}\ntouch: {confirm: maybe}\n")
    done = spytable("config", "check", path)
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 3
    assert all(str(path) in line for line in done.stderr.splitlines())


def test_a_number_of_games_that_is_too_large_is_told_how_large_it_may_be(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["simulate", "--game", "duet", "--games", "9" * 20, "--seed", "1"])
    assert "a whole number from 1, of at most 18 digits" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run", "--size", "-5x7"], "argument --size: '-5x7': a landscape size"),
        (["--size", "-.5"], "argument --size: '-.5': a landscape size"),
        (["run", "--lang", "-1"], "argument --lang: '-1': one of "),
        (["run", "--seed", "-5.5.5"], "argument --seed: '-5.5.5': a whole number"),
        (["simulate", "--game", "duet", "--games", "-3k"], "argument --games: '-3k': a whole number from 1"),
        (["simulate", "--game", "-1a"], "argument --game: invalid choice: '-1a' (choose from "),
        (["clue", "--lang", "en", "--visible", "CAT", "..!"], "argument clue: '..!': a word, with a letter or a digit"),
        (["simulate", "--option", "-3=4x"], "--option: options: '-3': the options of duet are "),
        (["simulate", "--players", "-2,box"], "argument --players: '-2,box': random or box"),
        (["think", "game.yaml", "--side", "-1b"], "argument --side: invalid choice: '-1b' (choose from "),
        (["fleet", "--broker", "-1:1883"], "argument --broker: mqtt://HOST"),
    ],
    ids=lambda given: given[-2] if isinstance(given, list) else "",
)
def test_a_value_that_begins_with_a_minus_is_told_what_is_allowed(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = ["--game", "duet", "--games", "1", "--seed", "1"] if "--option" in arguments else []
    try:
        status = main([*arguments, *rest])
    except SystemExit as error:
        status = error.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert told in err


@pytest.mark.parametrize(
    ("visible", "told"),
    [
        ("CAT,,DOG", "no card between two commas"),
        ("CAT,", "no card between two commas"),
        (",CAT", "no card between two commas"),
        (" , , ", "no card between two commas"),
        ("CAT,\u3000,DOG", "no card between two commas"),
        ("CAT,DOG,CAT", "'CAT' twice"),
        ("Żaba,SUN, żaba", "'żaba' twice"),
        ("É,E\u0301", "twice"),
    ],
)
def test_a_table_has_no_empty_card_and_none_twice(visible: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["clue", "--lang", "en", f"--visible={visible}", "TREE"])
    out, err = capsys.readouterr()
    assert (ended.value.code, out, err.count("\n")) == (2, "", 1)
    assert "argument --visible: " in err
    assert told in err


@pytest.mark.parametrize("again", ["tokens=11", "tokens=10"])
def test_an_option_that_stands_twice_is_told_by_its_name(again: str, capsys: pytest.CaptureFixture[str]) -> None:
    simulate = ["simulate", "--game", "duet", "--games", "1", "--seed", "1", "--option", "tokens=10"]
    assert main([*simulate, "timer=off"]) == 0
    capsys.readouterr()
    assert main([*simulate, "--option", "timer=off", "--option", again]) == 2
    assert capsys.readouterr() == ("", "spytable simulate: argument --option: tokens: stands twice; each option once\n")


def test_a_number_of_thousands_of_digits_is_told_with_what_is_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["simulate", "--game", "duet", "--games", "1", "--seed", "1", "--option", "tokens=" + "9" * 5000])
    _, err = capsys.readouterr()
    assert "argument --option: 'tokens=999" in err
    assert err.endswith(": a number of at most 18 digits\n")


def test_words_are_read_as_typed_where_the_locale_knows_no_letters() -> None:
    done = spytable(
        *("clue", "--lang", "pl", "--visible", "ŁÓDŹ", "łódką"), LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0"
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["because"] == [{"word": "ŁÓDŹ", "rule": "derived"}]


LONG = "x" * 100_000


@pytest.mark.parametrize(
    "arguments",
    [
        ["clue", "--lang", "en", "--visible=--", "CAT"],
        ["clue", "--lang=--", "--visible", "CAT", "CAT"],
        ["simulate", "--game", "duet", "--games=--", "--seed", "1"],
        ["simulate", "--game", "duet", "--games", "1", "--seed=--"],
        ["simulate", "--game", "duet", "--games", "1", "--seed", "1", "--option=--"],
        ["simulate", "--game", "duet", "--games", "9" * 6000, "--seed", "1"],
        ["simulate", "--game", "duet", "--games", "1", "--seed", "9" * 6000],
        ["simulate", "--game", "duet", "--games", "1", "--seed", "1", "--option", f"tokens={'9' * 6000}"],
        ["simulate", "--game", "duet", "--games", "1", "--seed", "1", "--option", f"{LONG}=1"],
        ["--data-dir=--", "packs"],
        ["--data-dir", LONG, "packs"],
        ["--config", LONG, "packs"],
        ["--lang", LONG],
        ["--size", LONG],
        [LONG],
        ["packs", LONG],
        ["packs", "check", LONG],
        ["config", "check", LONG],
        ["replay", LONG],
        ["replay", "\x1b[31mred\x9b31m"],
        ["config", "check", "\x1b[31mred"],
        ["\x1b[31mred"],
        ["--", "--"],
        ["clue", "--lang", "en", "--visible", "CAT", LONG],
        ["clue", "--lang", "en", "--visible", f"CAT,{LONG}", "DOG"],
        ["clue", "--lang", "en", "--visible", "CAT,D\u200bOG", "SUN"],
        ["clue", "--lang", "en", "--visible", "CAT,\udcff", "SUN"],
        ["simulate", "--game", "duet", "--games", "٣", "--seed", "1"],
        ["simulate", "--game", "duet", "--games", "1", "--seed", "1", "--option", "tokens=٣"],
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_an_argument_that_is_no_good_is_one_short_line(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(arguments)
    except SystemExit as error:
        status = error.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.endswith("\n")
    assert len(err) <= 301
    assert err[:-1].isprintable()


def to(place: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command with its output to a file, device or closed descriptor, in the shell's words, as people do."""
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = f'exec "$0" -m device "$@" {place}'
    return subprocess.run(
        ["sh", "-c", command, sys.executable, *arguments],
        capture_output=True,
        text=True,
        env=buffered | environment,
        check=False,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
@pytest.mark.parametrize("command", [("packs",), ("selftest",), ("clue", "--lang", "en", "--visible", "CAT", "DOG")])
def test_output_that_cannot_be_written_is_one_line(command: tuple[str, ...]) -> None:
    done = to(">/dev/full", *command)
    assert done.returncode == 2
    assert done.stderr == "spytable: the output cannot be written: No space left on device\n"


COMMANDS = (
    *("--help", "replay", "clue", "simulate", "simulate by the box", "think", "selftest", "update", "packs"),
    *("packs check", "config check"),
)


def of_every_kind(folder: Path) -> dict[str, list[str]]:
    """Return a call of every command that tells something on standard output."""
    game, config = scenario(folder, "[]"), folder / "config.yaml"
    config.write_text("{}")
    pack = folder / "animals.txt"
    pack.write_text("\n".join(f"ANIMAL{chr(65 + n)}" for n in range(25)))
    simulate = ["simulate", "--game", "duet", "--games", "1", "--seed", "1"]
    return {
        "--help": ["--help"],
        "replay": ["replay", str(game)],
        "clue": ["clue", "--lang", "en", "--visible", "CAT", "DOG"],
        "simulate": simulate,
        "simulate by the box": [*simulate, "--players", "box"],
        "think": ["think", str(game), "--side", "a", "--lang", "en"],
        "selftest": ["--data-dir", str(folder / "data"), "selftest"],
        "update": ["update", "--status"],
        "packs": ["packs"],
        "packs check": ["packs", "check", str(pack)],
        "config check": ["config", "check", str(config)],
    }


@pytest.mark.parametrize("place", [">&-", "<&- >&-", "1</dev/null"])
@pytest.mark.parametrize("command", COMMANDS)
def test_output_that_is_closed_is_told(command: str, place: str, tmp_path: Path) -> None:
    done = to(place, *of_every_kind(tmp_path)[command])
    assert done.returncode == 2
    assert done.stderr.startswith("spytable: the output cannot be written: ")
    assert done.stderr.count("\n") == 1


def test_output_and_complaints_that_are_closed_leave_the_exit_status() -> None:
    assert to(">&- 2>&-", "packs").returncode == 2
    assert to("2>&-", "packs").returncode == 0


def test_a_command_that_tells_nothing_needs_no_output(tmp_path: Path) -> None:
    (tmp_path / "script.yaml").write_text("- {wait: 1}\n")
    drive = ["drive", str(tmp_path / "script.yaml"), "--out", str(tmp_path), "--data-dir", str(tmp_path / "data")]
    done = to(">&- <&-", *drive)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_ascii_terminal_gets_json_all_the_same() -> None:
    done = to("", "packs", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "Brújula" in {pack["title"] for pack in lines(done.stdout)}
    assert done.stdout.isascii()
    assert to("", "clue", "--help", LC_ALL="C", PYTHONIOENCODING="ascii").returncode == 0
    refused = to("", "packs", "check", "żółć", PYTHONIOENCODING="ascii")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


@pytest.mark.parametrize("seed", ["9" * 19, "9" * 6000, "-" + "9" * 19, "", " ", "abc", "1e3", "--1", "٣", "0x10"])
@pytest.mark.parametrize(
    "command",
    [
        ["run"],
        ["drive", "script.yaml", "--out", "there"],
        ["think", "game.yaml", "--side", "a"],
        ["simulate", "--game", "duet", "--games", "1"],
    ],
    ids=lambda command: command[0],
)
def test_a_seed_is_a_whole_number_of_at_most_18_digits(
    command: list[str], seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, f"--seed={seed}"])
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert "a whole number of at most 18 digits" in err
    assert len(err) < 200
    assert len(seed) <= 20 or "…" in err


@pytest.mark.parametrize("seed", ["-5", "0", "999999999999999999"])
def test_any_other_whole_number_is_a_seed(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--game", "duet", "--games", "1", f"--seed={seed}"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 1


@pytest.mark.parametrize("path", ["", " ", "a\0b"])
@pytest.mark.parametrize(
    "command",
    [
        ["drive", "script.yaml", "--out", "*"],
        ["drive", "*", "--out", "there"],
        ["--data-dir", "*", "packs"],
        ["packs", "--config", "*"],
        ["packs", "check", "*"],
        ["config", "check", "*"],
        ["replay", "*"],
        ["think", "*", "--side", "a"],
        ["update", "*"],
        ["fleet", "--broker", "mqtt://x", "--password-file", "*"],
        ["fleet", "--broker", "mqtt://x", "--ca-file", "*"],
    ],
    ids=" ".join,
)
def test_an_empty_path_is_not_the_folder_one_is_in(
    command: list[str], path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([path if word == "*" else word for word in command])
    out, err = capsys.readouterr()
    assert (ended.value.code, out, len(err.splitlines())) == (2, "", 1)
    assert "a path of 1 to 1000 characters" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", [("--help",), ("packs", "--help"), ("config", "check", "--help")], ids=" ".join)
def test_help_that_cannot_be_written_is_one_line_too(command: tuple[str, ...], unbuffered: str) -> None:
    done = to(">/dev/full", *command, PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (2, "spytable: the output cannot be written: No space left on device\n")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", [("--help",), ("packs",), ("clue", "--lang", "en", "--visible", "CAT", "DOG")])
def test_nobody_who_reads_is_no_fault(command: tuple[str, ...], unbuffered: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "device", *command],
            stdout=writes,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    finally:
        os.close(writes)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("coding", ["ascii", "latin-1", "cp1252", "utf-16"])
def test_any_coding_of_the_output_will_do(coding: str) -> None:
    for command in (("packs",), ("--help",)):
        done = subprocess.run(
            [sys.executable, "-m", "device", *command],
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": coding, "LC_ALL": "C"},
            check=False,
        )
        assert done.returncode == 0
        assert done.stdout.decode(coding)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
@pytest.mark.parametrize(("step", "file"), [("{screenshot: x}", "x.png"), ("{dump: x}", "x.json")])
@pytest.mark.parametrize("spoil", ["full", "folder"])
def test_a_picture_or_dump_that_cannot_be_written_is_told_and_nothing_half_written(
    step: str,
    file: str,
    spoil: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script, out = tmp_path / "script.yaml", tmp_path / "out"
    script.write_text(f"- {step}\n")
    out.mkdir()
    (out / file).write_text("of before") if spoil == "full" else (out / file).mkdir()
    really = Path.open

    def full(path: Path, mode: str = "r", *given: object, **named: object) -> object:
        file = really(path, mode, *given, **named)  # type: ignore[call-overload]
        if spoil == "full" and path.parent == out and set(mode) & {"w", "x", "a"}:
            file.close()
            return really(Path("/dev/full"), "wb")
        return file

    monkeypatch.setattr(Path, "open", full)
    assert main(["drive", str(script), "--out", str(out), "--size", "800x480"]) == 2
    told, err = capsys.readouterr()
    why = "No space left on device" if spoil == "full" else "Is a directory"
    assert (told, err) == ("", f"{out / file}: {why}: a file that can be written\n")
    assert [path.name for path in out.iterdir()] == [file]
    assert spoil == "folder" or (out / file).read_text() == "of before"


def in_the_way(kind: str, folder: Path) -> Path:
    """Return a path at which no folder can be."""
    if kind == "device":
        return Path("/dev/null")
    place = folder / "place"
    os.mkfifo(place) if kind == "pipe" else place.write_text("a file")
    return place / "below" if kind == "below a file" else place


PLACES = ("device", "file", "pipe", "below a file")


@pytest.mark.parametrize("option", ["--data-dir", "SPYTABLE_DATA"])
@pytest.mark.parametrize("kind", PLACES)
def test_a_data_directory_that_is_no_folder_is_named_with_its_option(
    kind: str, option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would be told by its beginning
    place = in_the_way(kind, Path())
    given = ["--data-dir", str(place)] if option == "--data-dir" else []
    if not given:
        monkeypatch.setenv(option, str(place))
    for command in (["packs"], ["clue", "--lang", "en", "--visible", "CAT", "DOG"]):
        assert main([*command[:1], *given, *command[1:]] if command == ["packs"] else [*given, *command]) == 2
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"spytable: {option}: {place}: a folder\n")
    assert main([*given, "selftest"]) == 1
    (told,) = [line for line in lines(capsys.readouterr().out) if line["part"] == "storage"]
    assert told["why"] == f"{place}: no folder"
    assert "SPYTABLE_DATA" in str(told["do"])


@pytest.mark.parametrize("kind", PLACES)
def test_a_drive_that_keeps_nothing_says_so(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place, script = in_the_way(kind, tmp_path), tmp_path / "script.yaml"
    script.write_text("- {wait: 1}\n")
    assert main(["drive", str(script), "--out", str(tmp_path / "out"), "--data-dir", str(place)]) == 0
    assert capsys.readouterr().err == f"--data-dir: {place}/spytable.db: Not a directory: nothing is saved\n"
    assert main(["drive", str(script), "--out", str(place)]) == 2
    assert capsys.readouterr().err == f"{place}: Not a directory: a folder for screenshots and dumps\n"


@pytest.mark.parametrize("name", ["no such file", "folder", "pipe", "x" * 300])
def test_a_file_that_is_none_is_told_alike_by_every_command(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("paho.mqtt.client")
    place = tmp_path / name
    if name == "folder":
        place.mkdir()
    elif name == "pipe":
        os.mkfifo(place)
    commands = [
        ["config", "check", "*"],
        ["packs", "--config", "*"],
        ["replay", "*"],
        ["think", "*", "--side", "a"],
        ["drive", "*", "--out", str(tmp_path)],
        ["update", "*"],
        ["fleet", "--broker", "mqtts://localhost:1", "--ca-file", "*"],
        ["fleet", "--broker", "mqtt://localhost:1", "--user", "me", "--password-file", "*"],
    ]
    if name != "folder":  # of pictures, it is a pack
        commands.append(["packs", "check", "*"])
    told = set()
    for command in commands:
        status = main([str(place) if word == "*" else word for word in command])
        out, err = capsys.readouterr()
        assert (status, out, err.count("\n")) == (2, "", 1)
        told.add(err.rpartition(": ")[2])
    assert len(told) == 1, told


@pytest.mark.parametrize("content", [b"", "hasło\n".encode("utf-16")])
@pytest.mark.parametrize("options", [["mqtts://x", "--ca-file"], ["mqtt://x", "--user", "me", "--password-file"]])
def test_a_file_for_the_broker_that_holds_nothing_of_use_is_malformed(
    options: list[str], content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that is missing ended with 2, one that is empty with 1."""
    pytest.importorskip("paho.mqtt.client")
    file = tmp_path / "owner"
    file.write_bytes(content)
    assert main(["fleet", "--broker", *options, str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"{file}: ")


@pytest.mark.parametrize(
    ("option", "needed"), [("--password-file", "--user"), ("--ca-file", "mqtts://")], ids=["password", "authority"]
)
def test_a_file_that_would_not_be_used_is_told(option: str, needed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", "--broker", "mqtt://localhost:1", option, "file"]) == 2
    assert capsys.readouterr().err == f"spytable fleet: argument {option}: only with {needed}\n"


@pytest.mark.parametrize("command", ["packs", "run", "selftest"])
def test_a_user_without_a_home_is_told_what_to_give(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "SPYTABLE_DATA", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda place: place)
    assert main([command]) == 2


@pytest.mark.parametrize("command", ["packs", "run", "selftest"])
@pytest.mark.parametrize("home", ["here", "./here", "", "~"])
def test_a_home_that_depends_on_the_folder_one_is_in_is_none(
    command: str, home: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("SPYTABLE_DATA", "STATE_DIRECTORY", "SPYTABLE_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    monkeypatch.setenv("HOME", home)
    assert main([command]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "--data-dir" in err
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full disk to write to")
@pytest.mark.parametrize("place", ["2>/dev/full", "2>&-"])
def test_a_complaint_nobody_hears_changes_no_answer(place: str) -> None:
    assert to(place, "packs", "check", "/no/such/file").returncode == 2
    assert to(place, "clue", "--lang", "xx", "--visible", "CAT", "DOG").returncode == 2


INTERRUPTED = """
import builtins, os, runpy, signal, sys

real, at = builtins.__import__, sys.argv.pop(1)

def interrupting(name, *given, **named):
    if name == at:
        os.kill(os.getpid(), signal.SIGINT)
    return real(name, *given, **named)

builtins.__import__ = interrupting
runpy.run_module("device", run_name="__main__")
"""


@pytest.mark.parametrize(
    ("at", "status"),
    [("device.commands", -2), ("device.files.reader", -2), ("device.storage.lock", -2), ("device.app.build", 130)],
)
def test_an_interrupt_from_the_first_line_on_leaves_no_traceback(at: str, status: int) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, at, "packs"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout) == (status, "", "")


QUITTING = """
import builtins, os, runpy, signal, sys

real = builtins.__import__

def quitting(name, *given, **named):
    done = real(name, *given, **named)
    if name == "pygame":
        os.kill(os.getpid(), signal.SIGQUIT)
    return done

builtins.__import__ = quitting
runpy.run_module("device", run_name="__main__")
"""


@pytest.mark.parametrize(
    "command",
    [
        "selftest",
        "packs",
        f"packs check {assets()}/pictures/deck.yaml",
        "simulate --game duet --games 1 --seed 1 --players box",
        "drive shots.yaml --out out",
    ],
)
def test_a_quit_ends_a_command_that_draws_without_a_word(command: str, tmp_path: Path) -> None:
    """As any other signal that ends a process does; pygame would tell of it with a stack."""
    (tmp_path / "shots.yaml").write_text("- screenshot: home")
    done = subprocess.run(
        [sys.executable, "-c", QUITTING, *command.split()],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), "SPYTABLE_DATA": str(tmp_path / "data")},
        check=False,
    )
    assert (done.returncode, done.stderr, done.stdout) == (-signal.SIGQUIT, "", "")


ENDING = """
import atexit, os, runpy, signal, sys

atexit.register(os.kill, os.getpid(), signal.SIGINT)
runpy.run_module("device", run_name="__main__")
"""


def test_an_interrupt_while_a_command_ends_leaves_no_traceback() -> None:
    done = subprocess.run([sys.executable, "-c", ENDING, "packs"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-2, "")
    assert done.stdout


def test_nothing_is_read_before_an_interrupt_is_quiet() -> None:
    """The first thing the program does; a module of Python's that is read first can be interrupted, none built in."""
    before = "import sys; known = {*sys.modules}; sys.modules['device.commands'] = None\n"
    before += "try:\n import device.__main__\nexcept ImportError:\n print(*({*sys.modules} - known))"
    done = subprocess.run([sys.executable, "-c", before], capture_output=True, text=True, check=False)
    assert set(done.stdout.split()) <= {"_signal", "gc", "device", "device.__main__", "device.commands"}


def test_a_box_that_may_open_few_files_says_so_and_ends(tmp_path: Path) -> None:
    program = f'ulimit -n 12; exec "{sys.executable}" -m device --data-dir "{tmp_path}/data" run'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "spytable: ulimit -n: 12: at least 64 open files\n"


def test_where_nothing_can_be_written_anywhere_it_says_so_and_ends(tmp_path: Path) -> None:
    program = f'ulimit -f 10; exec "{sys.executable}" -m device --data-dir "{tmp_path}/data" run'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{tmp_path}/data/spytable.db: ")
    assert done.stderr.count("\n") == 1


def test_without_a_desktop_it_says_so_and_ends(tmp_path: Path) -> None:
    """As over ssh: SDL then took a driver that shows nothing, and the box ran on unseen."""
    nowhere = {"SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": str(tmp_path)}
    done = spytable("run", "--data-dir", tmp_path / "data", **nowhere)
    assert (done.returncode, done.stdout) == (2, "")
    told = done.stderr.splitlines()[-1]
    assert told.startswith("spytable: screen: no window: ")
    assert "a desktop" in told


def test_a_folder_that_looks_like_an_address_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Store(Path("file:abc?mode=ro")).add_team("Owls")
    assert [team.name for team in Store(tmp_path / "file:abc?mode=ro").teams()] == ["Owls"]


@pytest.mark.parametrize("service", [False, True])
def test_without_a_window_it_says_so_and_ends(tmp_path: Path, service: bool) -> None:
    """A service is started again by its manager, which hears the same line."""
    notify = {"NOTIFY_SOCKET": str(tmp_path / "nobody"), "RUNTIME_DIRECTORY": str(tmp_path)} if service else {}
    done = spytable("run", "--data-dir", tmp_path / "data", SDL_VIDEODRIVER="bogus", **notify)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("spytable: screen: no window: bogus not available: ")
    assert done.stderr.count("\n") == 1


def test_a_fault_of_the_program_is_one_line_without_values(tmp_path: Path) -> None:
    broken = "import sys; import device.app.packs as p; p.packs = lambda _: {}['secret']; import device.commands as c"
    for flags, traced in ((), False), (("-X", "dev"), True):
        command = [sys.executable, *flags, "-c", f"{broken}; sys.exit(c.main(['--data-dir', sys.argv[1], 'packs']))"]
        done = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False)
        assert done.returncode == (1 if traced else 70)
        assert ("Traceback" in done.stderr) is traced
        assert traced or done.stderr.startswith("failed: KeyError at commands.py:")
        assert traced or "secret" not in done.stderr


@pytest.mark.parametrize("user", ["a" * 70_000, "\x1b[1m", "\udcff"], ids=["long", "control", "no text"])
def test_a_user_of_a_broker_is_a_short_name(user: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fleet", "--broker", "mqtt://localhost:1", "--once", "--user", user])
    assert capsys.readouterr().err == "spytable fleet: argument --user: a name of at most 40 letters\n"


def test_too_little_memory_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr("device.app.packs.packs", full)
    assert main(["packs"]) == 2
    assert capsys.readouterr() == ("", "spytable: Cannot allocate memory\n")
