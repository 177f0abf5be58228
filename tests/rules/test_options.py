"""The options of a game: each fault names its place, the value and what is allowed instead, in these words."""

from typing import Any

import pytest

from device.rules import InvalidValue
from device.rules.missions import MISSIONS
from device.rules.model import DuetOptions, VersusOptions
from device.rules.options import read_options

DUET = "the options of duet are tokens, mistakes, mission, turn_order, timer, clue_seconds, guess_seconds"
VERSUS = "the options of versus are grid, starts, ending, opponent, operatives, timer, clue_seconds, guess_seconds"
SECONDS = "a whole number from 1 to 3600"
FAULTS: list[tuple[str, dict[str, Any], str, Any, str]] = [
    ("duet", {"grid": "5x5"}, "options", "grid", DUET),
    ("versus", {"tokens": 9}, "options", "tokens", VERSUS),
    ("duet", {"tokens": 0}, "options.tokens", 0, "a whole number from 1 to 11"),
    ("duet", {"tokens": 12}, "options.tokens", 12, "a whole number from 1 to 11"),
    ("duet", {"tokens": True}, "options.tokens", True, "a whole number from 1 to 11"),
    ("duet", {"tokens": 9.0}, "options.tokens", 9.0, "a whole number from 1 to 11"),
    ("duet", {"mistakes": -1}, "options.mistakes", -1, "a whole number from 0 to 11"),
    ("duet", {"mistakes": 12}, "options.mistakes", 12, "a whole number from 0 to 11"),
    ("duet", {"mistakes": 10}, "options.mistakes", 10, "at most the 9 tokens"),
    ("duet", {"tokens": 4, "mistakes": 5}, "options.mistakes", 5, "at most the 4 tokens"),
    ("duet", {"mission": "atlantis"}, "options.mission", "atlantis", f"one of {', '.join(MISSIONS)}"),
    (
        "duet",
        {"mission": "prague", "tokens": 8},
        "options.tokens",
        8,
        "a mission sets tokens and mistakes itself",
    ),
    (
        "duet",
        {"mission": "prague", "mistakes": 2},
        "options.mistakes",
        2,
        "a mission sets tokens and mistakes itself",
    ),
    ("duet", {"turn_order": "any"}, "options.turn_order", "any", "one of strict, loose"),
    ("duet", {"timer": False}, "options.timer", False, "one of off, gentle, strict (quote it)"),
    ("duet", {"timer": "fast"}, "options.timer", "fast", "one of off, gentle, strict"),
    ("duet", {"timer": 0}, "options.timer", 0, "one of off, gentle, strict"),
    *(
        (game, {name: value}, f"options.{name}", value, SECONDS)
        for game in ("duet", "versus")
        for name in ("clue_seconds", "guess_seconds")
        for value in (0, 3601, "90")
    ),
    ("versus", {"grid": "6x6"}, "options.grid", "6x6", "one of 5x5, 5x4"),
    ("versus", {"starts": "a"}, "options.starts", "a", "one of red, blue"),
    ("versus", {"ending": "soft"}, "options.ending", "soft", "one of standard, assassin"),
    ("versus", {"opponent": "box"}, "options.opponent", "box", "one of team, simulated"),
    ("versus", {"operatives": "one"}, "options.operatives", "one", "one of two, shared"),
    (
        "versus",
        {"operatives": "shared", "opponent": "simulated"},
        "options.operatives",
        "shared",
        "two against the simulated opponent",
    ),
]


@pytest.mark.parametrize(("game", "given", "place", "value", "allowed"), FAULTS)
def test_a_fault_names_its_place_the_value_and_what_is_allowed(
    game: str, given: dict[str, Any], place: str, value: Any, allowed: str
) -> None:
    with pytest.raises(InvalidValue) as fault:
        read_options(game, given)
    assert (fault.value.place, fault.value.value, fault.value.allowed) == (place, value, allowed)
    assert str(fault.value) == f"{place}: {value!r}: {allowed}"


def test_what_is_not_given_is_the_standard_game() -> None:
    assert read_options("duet", {}) == DuetOptions(9, 9, None, "strict", "off", 120, 90)
    assert read_options("versus", {}) == VersusOptions("5x5", "red", "standard", "team", "two", "off", 120, 90)
    assert (DuetOptions(), VersusOptions()) == (read_options("duet", {}), read_options("versus", {}))


def test_every_bank_from_the_smallest_to_the_largest_is_a_game() -> None:
    for tokens in range(1, 12):
        assert read_options("duet", {"tokens": tokens}) == DuetOptions(tokens, tokens)
        for mistakes in range(tokens + 1):
            given = {"tokens": tokens, "mistakes": mistakes}
            assert read_options("duet", given) == DuetOptions(tokens, mistakes)


def test_a_mission_fills_the_bank_and_leaves_the_rest_as_given() -> None:
    for name, mission in MISSIONS.items():
        rest = {"turn_order": "loose", "timer": "gentle", "clue_seconds": 1, "guess_seconds": 3600}
        expected = DuetOptions(mission.turns, mission.mistakes, name, "loose", "gentle", 1, 3600)
        assert read_options("duet", {"mission": name, **rest}) == expected
