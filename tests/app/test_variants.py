"""Every variant of the two-team games, played to each of its ends through drive scripts."""

import json
from argparse import Namespace
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from device.cards.pack_file import read_pack
from device.config.settings import Settings
from device.files.assets import assets
from device.files.texts import Texts, languages
from device.headless.script import load_script, run_script
from device.rules.model import Result, Side
from device.rules.options import OPTIONS
from device.ui.table import advice
from tests.app.conftest import WORDS

Json = dict[str, Any]
PICTURES = tuple(card.name for card in read_pack(assets() / "pictures" / "deck.yaml").cards)
FINALE = {"ending": "assassin"}
ALONE = {"opponent": "simulated"}
STRICT = {"timer": "strict", "clue_seconds": 30, "guess_seconds": 20}


def agents(options: Json) -> dict[str, int]:
    """Return how many cards of each letter a key has."""
    more, less, rest = (9, 8, 7) if options.get("grid", "5x5") == "5x5" else (8, 7, 4)
    red, blue = (more, less) if options.get("starts", "red") == "red" else (less, more)
    return {"R": red, "B": blue, ".": rest, "K": 1}


PHRASES: dict[str, list[Json]] = {
    "stop": [{"press": "a"}],
    "object": [{"tap": "menu:b"}, {"tap": "object"}],
    "pass": [{"tap": "pass"}],
    "give_up": [{"tap": "menu:a"}, {"tap": "give_up"}, {"tap": "confirm:a"}],
    "undo": [{"press": ["a", "b"], "seconds": 2.1}, {"tap": "confirm:a"}, {"tap": "confirm:b"}],
    "cut": [{"power_cut": {}}, {"tap": "continue"}],
}


@dataclass
class Story:
    """A game told in short words; it becomes a drive script."""

    options: Json
    told: str
    pictures: bool = False
    left: dict[str, list[str]] = field(default_factory=dict)

    def steps(self) -> list[Json]:
        counts = agents(self.options)
        key = "".join(letter * count for letter, count in counts.items())
        cards = (PICTURES if self.pictures else WORDS)[: len(key)]
        self.left = {letter: [c for c, told in zip(cards, key, strict=True) if told == letter] for letter in counts}
        scenario = {"game": "versus", "options": self.options, "cards": list(cards), "key": key}
        return [{"start": scenario}, *(step for word in self._words() for step in self._step(word))]

    def _words(self) -> list[str]:
        """`R*3` is three times `R`."""
        words = []
        for word in self.told.split():
            what, _, times = word.partition("*")
            words += [what] * int(times or 1)
        return words

    def _step(self, word: str) -> list[Json]:
        verb, _, value = word.partition(":")
        if verb in self.left:
            return [{"hold": f"card:{self.left[verb].pop(0)}"}]
        match verb:
            case "clue":
                return [{"press": "b"}, {"tap": f"digit:{value}"}, {"tap": "confirm"}]
            case "wrong":
                return [{"hold": f"card:{self.left['.'][0]}"}]
            case "wait":
                return [{"wait": float(value)}]
        return PHRASES[verb]


def run(tmp_path: Path, steps: list[Json], size: tuple[int, int] = (800, 480)) -> dict[str, Json]:
    """Run a script; return its dumps by name."""
    file = tmp_path / "script.json"
    file.write_text(json.dumps(steps), encoding="utf-8")
    out = tmp_path / "out"
    assert (
        run_script(load_script(file), Settings(), Namespace(out=out, size=size, lang=None, seed=5, data_dir=None)) == 0
    )
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in out.glob("*.json")}


def ends(tmp_path: Path, story: Story) -> tuple[str, str, str | None, int | None]:
    """Play a story and the end screen; return the result."""
    steps = [*story.steps(), {"dump": "end"}, {"tap": "show_keys"}, {"dump": "keys"}, {"tap": "home"}, {"dump": "home"}]
    dumps = run(tmp_path, steps)
    assert [dumps[name]["screen"] for name in ("end", "keys", "home")] == ["end", "end", "home"]
    assert dumps["end"]["lamps"] == {"a": False, "b": False}
    assert not any(any(cell) for name in ("end", "keys", "home") for cell in dumps[name]["panels"]["b"])
    result = dumps["end"]["state"]["result"]
    return result["outcome"], result["reason"], result["winner"], result["score"]


STANDARD = {
    "own agents": ("clue:8 R*9", "agents", "red"),
    "unlimited": ("clue:unlimited R*9", "agents", "red"),
    "zero": ("clue:0 R*9", "agents", "red"),
    "the limit, then the others": ("clue:1 R*2 clue:7 B*8", "agents", "blue"),
    "a bystander, then the others": ("clue:3 R . clue:7 B*8", "agents", "blue"),
    "a stop, then the others": ("clue:3 R stop clue:9 B*8", "agents", "blue"),
    "the last one by the other team": ("clue:8 R*8 stop clue:1 R", "agents", "red"),
    "the other team's last one": ("clue:1 R*2 clue:7 B*7 stop clue:2 R B", "agents", "blue"),
    "assassin": ("clue:2 R K", "assassin", "blue"),
    "assassin by the second team": ("clue:2 B clue:1 K", "assassin", "red"),
    "an objection, a cover": ("clue:1 R object B clue:6 B*7", "agents", "blue"),
    "an objection, a wrong cover first": ("clue:1 object wrong B clue:6 B*7", "agents", "blue"),
    "an objection passed": ("clue:1 object pass clue:7 B*8", "agents", "blue"),
    "a cover that wins": ("clue:1 . clue:8 B*7 stop clue:1 object B", "agents", "blue"),
    "taken back": ("clue:1 K undo R*2 clue:0 B*8", "agents", "blue"),
    "a power cut on the way": ("clue:1 R cut R clue:1 object cut R clue:9 cut R*6", "agents", "red"),
}


@pytest.mark.parametrize("name", STANDARD)
def test_standard_ending(name: str, tmp_path: Path) -> None:
    told, reason, winner = STANDARD[name]
    assert ends(tmp_path, Story({}, told)) == ("won", reason, winner, None)


BOARDS = {
    "words 5x4": ({"grid": "5x4"}, False),
    "pictures 5x4": ({"grid": "5x4"}, True),
    "pictures 5x5": ({"grid": "5x5"}, True),
    "words 5x4, blue starts": ({"grid": "5x4", "starts": "blue"}, False),
    "pictures 5x4, three players": ({"grid": "5x4", "operatives": "shared"}, True),
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("finale", [False, True])
def test_every_board_to_its_ends(board: str, finale: bool, tmp_path: Path) -> None:
    options, pictures = BOARDS[board]
    options = {**options, **(FINALE if finale else {})}
    first, letter, other = ("red", "R", "blue") if options.get("starts", "red") == "red" else ("blue", "B", "red")
    own = f"clue:unlimited {letter}*{agents(options)[letter]}"
    assert ends(tmp_path, Story(options, f"{own} K" if finale else own, pictures)) == (
        *("won", "assassin" if finale else "agents", first),
        None,
    )
    lost = ("won", "sudden_death" if finale else "assassin", other, None)
    assert ends(tmp_path, Story(options, "clue:1 K ." if finale else "clue:1 K", pictures)) == lost


LAST = {
    "all agents, then the assassin": ("clue:unlimited R*9 K", "assassin", "red"),
    "all agents do not end it": ("clue:unlimited R*9 . clue:1 K .", "sudden_death", "red"),
    "all agents, the assassin in a later turn": ("clue:8 R*9 clue:1 . clue:1 K", "assassin", "red"),
    "sudden death won": ("clue:3 R K R*8", "sudden_death", "red"),
    "sudden death won after the last allowed guess": ("clue:1 R K R*8", "sudden_death", "red"),
    "sudden death, a bystander": ("clue:1 K R .", "sudden_death", "blue"),
    "sudden death, an enemy agent": ("clue:1 K B", "sudden_death", "blue"),
    "sudden death given up": ("clue:1 K R give_up", "sudden_death", "blue"),
    "the second team in sudden death": ("clue:1 . clue:3 B K B*7", "sudden_death", "blue"),
    "a cover of the last agent does not end it": (
        "clue:1 . clue:8 B*7 stop clue:1 object B clue:1 K",
        "assassin",
        "blue",
    ),
    "sudden death after a power cut": ("clue:1 K cut R*9", "sudden_death", "red"),
}


@pytest.mark.parametrize("name", LAST)
def test_assassin_finale(name: str, tmp_path: Path) -> None:
    told, reason, winner = LAST[name]
    assert ends(tmp_path, Story(FINALE, told)) == ("won", reason, winner, None)


PRAISE = {8: "beyond belief", 6: "incredible", 1: "better than losing"}


@pytest.mark.parametrize("score", range(1, 9))
def test_against_the_simulated_opponent_every_score(score: int, tmp_path: Path) -> None:
    covered = 8 - score
    told = f"{'clue:1 R stop B ' * covered}clue:unlimited R*{9 - covered}"
    dumps = run(tmp_path, [*Story(ALONE, told).steps(), {"dump": "end"}])
    result = dumps["end"]["state"]["result"]
    assert result == {"outcome": "won", "winner": "red", "score": score, "reason": "agents"}
    lines = [text["text"] for text in dumps["end"]["text"] if str(score) in text["text"]]
    assert len(lines) == 2 and lines[0] == lines[1]
    assert PRAISE.get(score, "") in lines[0]


def test_each_score_has_its_own_line() -> None:
    t = Texts(languages(assets())["en"])
    told = [advice.score(t, Result("won", "agents", Side.RED, score)) for score in range(1, 9)]
    assert len(set(told)) == 8 and all(told)


SIMULATED: dict[str, tuple[Json, str, tuple[str, str, str | None, int | None]]] = {
    "5x4, best": ({"grid": "5x4"}, "clue:7 R*8", ("won", "agents", "red", 7)),
    "blue plays": ({"starts": "blue"}, "clue:1 B stop R clue:8 B*8", ("won", "agents", "blue", 7)),
    "assassin": ({}, "clue:1 K", ("lost", "assassin", None, None)),
    "the enemy's last by a cover": ({}, "clue:1 B B " * 4, ("lost", "enemy_agents", None, None)),
    "the enemy's last by a guess": (
        {},
        f"{'clue:1 B B ' * 3}clue:1 . B clue:1 B",
        ("lost", "enemy_agents", None, None),
    ),
    "a wrong cover first": ({}, "clue:1 . wrong B clue:8 R*9", ("won", "agents", "red", 7)),
    "finale, assassin last": (FINALE, "clue:1 . B clue:unlimited R*9 K", ("won", "assassin", "red", 7)),
    "finale, sudden death won": (FINALE, "clue:1 R K R*8", ("won", "sudden_death", "red", 8)),
    "finale, sudden death lost": (FINALE, "clue:1 K .", ("lost", "sudden_death", None, None)),
    "finale, an enemy in sudden death": (FINALE, "clue:1 K B", ("lost", "sudden_death", None, None)),
    "finale, given up": (FINALE, "clue:1 K give_up", ("lost", "sudden_death", None, None)),
    "finale, all enemies": (FINALE, "clue:1 B B " * 4, ("lost", "enemy_agents", None, None)),
}


@pytest.mark.parametrize("name", SIMULATED)
def test_against_the_simulated_opponent(name: str, tmp_path: Path) -> None:
    options, told, result = SIMULATED[name]
    assert ends(tmp_path, Story({**ALONE, **options}, told)) == result


OUT_OF_TIME: dict[str, tuple[Json, str, tuple[str, str, str | None, int | None]]] = {
    "clue": ({}, "wait:30.2 clue:1 K", ("won", "assassin", "red", None)),
    "guess": ({}, "clue:1 R wait:20.2 clue:1 K", ("won", "assassin", "red", None)),
    "cover": ({}, "clue:1 object wait:20.2 clue:7 B*8", ("won", "agents", "blue", None)),
    "sudden death": (FINALE, "clue:1 K wait:20.2", ("won", "sudden_death", "blue", None)),
    "alone, clue": (ALONE, "wait:30.2 B clue:8 R*9", ("won", "agents", "red", 7)),
    "alone, guess": (ALONE, "clue:1 R wait:20.2 B clue:8 R*8", ("won", "agents", "red", 7)),
    "alone, no clock for the enemy's card": (ALONE, "clue:1 . wait:60 B clue:0 R*9", ("won", "agents", "red", 7)),
    "alone, sudden death": ({**ALONE, **FINALE}, "clue:1 K wait:20.2", ("lost", "sudden_death", None, None)),
}


@pytest.mark.parametrize("name", OUT_OF_TIME)
def test_a_strict_timer(name: str, tmp_path: Path) -> None:
    options, told, result = OUT_OF_TIME[name]
    assert ends(tmp_path, Story({**STRICT, **options}, told)) == result


def test_three_players_may_swap_their_spymasters_between_games(tmp_path: Path) -> None:
    story = Story({"operatives": "shared", "starts": "blue"}, "clue:1 B stop clue:1 K")
    # fresh words come from packs, so the game to be played again is begun on the screen
    taps = ["new_game", "game:classic", "option:operatives:shared", "option:starts:blue", "start"]
    steps: list[Json] = [{"tap": name} for name in taps]
    steps += [{"tap": "menu:a"}, {"tap": "abandon"}, {"tap": "confirm:a"}, {"dump": "end"}]
    steps += [{"tap": "swap:b"}, {"dump": "swapped"}, {"power_cut": {}}, {"tap": "continue"}, {"dump": "cut"}]
    steps += [{"press": "b"}, {"tap": "digit:1"}, {"tap": "confirm"}, {"dump": "clue"}]
    steps += [{"tap": "menu:a"}, {"tap": "abandon"}, {"tap": "confirm:a"}, {"tap": "again"}, {"dump": "again"}]
    dumps = run(tmp_path, steps)
    told = "The spymasters have swapped: who led Red leads Blue now"
    for name, count in (("swapped", 2), ("cut", 2), ("again", 0)):
        assert [text["text"] for text in dumps[name]["text"]].count(told) == count, name
        assert dumps[name]["state"]["options"]["operatives"] == "shared"
        assert dumps[name]["state"]["to_act"] == ["blue"]
    ended = ends(tmp_path, story)
    assert ended == ("won", "assassin", "blue", None)


def test_two_teams_are_offered_no_swap(tmp_path: Path) -> None:
    dumps = run(tmp_path, [*Story({}, "clue:1 K").steps(), {"dump": "end"}])
    assert not [target for target in dumps["end"]["targets"] if target["name"].startswith("swap")]


CHIPS = [
    (mode, option, value)
    for mode, family in (("duet", "duet"), ("classic", "versus"), ("pictures", "versus"))
    for option, values in OPTIONS[family].items()
    if isinstance(values, tuple) and option != "mission"
    for value in values
]


@pytest.mark.parametrize("mode", ["duet", "classic", "pictures"])
def test_every_option_is_chosen_on_the_screen(mode: str, tmp_path: Path) -> None:
    for number, (_, option, value) in enumerate(chip for chip in CHIPS if chip[0] == mode):
        folder = tmp_path / str(number)
        folder.mkdir()
        taps = ["new_game", f"game:{mode}", f"option:{option}:{value}"]
        dumps = run(folder, [*({"tap": name} for name in (*taps, "start")), {"dump": "table"}])
        assert dumps["table"]["state"]["options"][option] == value


def test_the_clocks_times_are_set_in_steps(tmp_path: Path) -> None:
    taps = ["new_game", "game:classic", "option:timer:gentle"]
    taps += ["option:clue_seconds:more"] * 2 + ["option:guess_seconds:less"] * 20 + ["start"]
    dumps = run(tmp_path, [*({"tap": name} for name in taps), {"dump": "table"}])
    options = dumps["table"]["state"]["options"]
    assert (options["timer"], options["clue_seconds"], options["guess_seconds"]) == ("gentle", 180, 15)
