"""The options of the games: their values, defaults first, and how a mapping becomes a game's options."""

from collections.abc import Mapping
from typing import Any

from device.rules.errors import InvalidValue
from device.rules.missions import MISSIONS
from device.rules.model import DuetOptions, Options, VersusOptions

MAX_TOKENS = 11
MAX_SECONDS = 3600

_TIMER: dict[str, range | tuple[str, ...]] = {
    "timer": ("off", "gentle", "strict"),
    "clue_seconds": range(1, MAX_SECONDS + 1),
    "guess_seconds": range(1, MAX_SECONDS + 1),
}
OPTIONS: dict[str, dict[str, range | tuple[str, ...]]] = {
    "duet": {
        "tokens": range(1, MAX_TOKENS + 1),
        "mistakes": range(MAX_TOKENS + 1),
        "mission": tuple(MISSIONS),
        "turn_order": ("strict", "loose"),
        **_TIMER,
    },
    "versus": {
        "grid": ("5x5", "5x4"),
        "starts": ("red", "blue"),
        "ending": ("standard", "assassin"),
        "opponent": ("team", "simulated"),
        "operatives": ("two", "shared"),
        **_TIMER,
    },
}
"""Game, option name, the values it may have."""


def read_options(game: str, given: Mapping[str, Any]) -> Options:
    """Return a game's complete options from those given, the defaults filled in.

    Raises:
        InvalidValue: an unknown option, a value out of its range, or two that exclude each other.
    """
    known = OPTIONS[game]
    for name, value in given.items():
        if name not in known:
            raise InvalidValue("options", name, f"the options of {game} are {', '.join(known)}")
        _check(f"options.{name}", value, known[name])
    return _duet_options(given) if game == "duet" else _versus_options(given)


def _check(place: str, value: Any, allowed: range | tuple[str, ...]) -> None:
    if isinstance(allowed, range):
        if type(value) is not int or value not in allowed:
            raise InvalidValue(place, value, f"a whole number from {allowed.start} to {allowed.stop - 1}")
    elif type(value) is not str or value not in allowed:
        hint = " (quote it)" if isinstance(value, bool) else ""
        raise InvalidValue(place, value, f"one of {', '.join(allowed)}{hint}")


def _duet_options(given: Mapping[str, Any]) -> DuetOptions:
    rest = {name: value for name, value in given.items() if name not in ("tokens", "mistakes")}
    if "mission" in given:
        for name in ("tokens", "mistakes"):
            if name in given:
                raise InvalidValue(f"options.{name}", given[name], "a mission sets tokens and mistakes itself")
        mission = MISSIONS[given["mission"]]
        return DuetOptions(tokens=mission.turns, mistakes=mission.mistakes, **rest)
    tokens = given.get("tokens", 9)
    mistakes = given.get("mistakes", tokens)
    if mistakes > tokens:
        raise InvalidValue("options.mistakes", mistakes, f"at most the {tokens} tokens")
    return DuetOptions(tokens=tokens, mistakes=mistakes, **rest)


def _versus_options(given: Mapping[str, Any]) -> VersusOptions:
    options = VersusOptions(**given)
    if options.operatives == "shared" and options.opponent == "simulated":
        raise InvalidValue("options.operatives", "shared", "two against the simulated opponent")
    return options
