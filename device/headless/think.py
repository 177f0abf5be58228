"""What the box would do as one side of a scenario."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from device.files.reader import Malformed
from device.game.observe import observe
from device.headless.replay import Scenario, load_scenarios
from device.players.box import BoxPlayer
from device.players.observation import Observation
from device.rules import IllegalAction, start, step, to_act
from device.rules.actions import Undo
from device.rules.clue_log import extend_log
from device.rules.events import Event
from device.rules.model import Phase, Side
from device.storage.codec import SIDES
from device.storage.saved_game import family_of

_CLUES = (Phase.FIRST_CLUE, Phase.CLUE)
_GUESSES = (Phase.GUESS, Phase.SUDDEN_DEATH)


class NoThought(Exception):
    """Why the box has nothing to think about there."""


def scenarios_for(path: Path, side: Side) -> list[Scenario]:
    """Return the scenarios of a file, in all of which a side plays.

    Raises:
        Malformed: one is none, or has other sides.
    """
    scenarios = load_scenarios(path)
    for number, scenario in enumerate(scenarios, 1):
        sides = SIDES[family_of(scenario.dealt.options)]
        if side not in sides:
            place = f"{path}: document {number}" if len(scenarios) > 1 else str(path)
            raise Malformed(place, "--side", side, f"one of {', '.join(sides)}")
    return scenarios


def think(scenario: Scenario, side: Side, player: BoxPlayer, seed: int) -> dict[str, Any]:
    """Play a scenario's moves and return what the box would do next as a side: its clue, or its guesses.

    Raises:
        NoThought: a move is refused, or the side is to do neither.
    """
    observation = _after(scenario, side)
    table = observation.public
    if side not in to_act(table) or table.phase not in (*_CLUES, *_GUESSES):
        raise NoThought(f"{side} has no clue to give and no guess to make in the phase {table.phase}")
    if table.phase in _CLUES:
        return _timed(lambda: _clue(player, observation, seed))
    if table.phase is Phase.GUESS and (table.clue is None or table.clue.word is None):
        raise NoThought("the clue was only spoken: the box cannot hear its word")
    return _timed(lambda: _guesses(player, observation))


def _after(scenario: Scenario, side: Side) -> Observation:
    state, standing = start(scenario.dealt), list[tuple[Event, ...]]()
    for number, action in enumerate(scenario.moves, 1):
        try:
            events, state = step(state, action, number)
        except IllegalAction as refused:
            raise NoThought(f"move {number} is refused: {refused}") from None
        if isinstance(action, Undo):
            standing.pop()
        else:
            standing.append(events)
    return observe(state, side, extend_log((), (event for events in standing for event in events)))


def _timed(thinking: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    began = perf_counter()
    return {**thinking(), "seconds": round(perf_counter() - began, 3)}


def _clue(player: BoxPlayer, observation: Observation, seed: int) -> dict[str, Any]:
    idea = player.giver.think(observation, Random(seed))
    if idea is None:
        raise NoThought("no word the box knows would be a valid clue")
    return {"clue": {"word": idea.word, "number": idea.number}, "means": list(idea.means)}


def _guesses(player: BoxPlayer, observation: Observation) -> dict[str, Any]:
    thought = player.guesser.think(observation)
    guesses = [{"card": each.card, "confidence": round(each.confidence, 2)} for each in thought.candidates]
    return {"guesses": guesses, "stop_after": thought.stop_after, "known": thought.known}
