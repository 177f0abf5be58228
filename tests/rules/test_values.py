"""The values the rules are made of, and the names that games are kept with: nothing of them changes."""

import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from random import Random
from typing import Any

import pytest

from device.rules import actions, clue_log, events, missions, model, modes, step
from device.rules.actions import GiveClue, Undo
from device.rules.model import DuetOptions, DuetPublic, Identity, Phase, Public, Side, VersusPublic
from device.rules.modes import MODES, STANDARD
from device.rules.roles import BOX_ROLES, TEMPERS, spymaster, whole_team
from tests.rules.games import new_game


def _values() -> Iterator[type[Any]]:
    for module in (actions, clue_log, events, missions, model, modes):
        for thing in vars(module).values():
            if is_dataclass(thing) and isinstance(thing, type) and thing.__module__ == module.__name__:
                yield thing


VALUES = [*_values()]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_a_value_never_changes_and_holds_nothing_but_its_fields(value: Any) -> None:
    assert value.__dataclass_params__.frozen
    assert value.__dictoffset__ == 0


@pytest.mark.parametrize("table", [Public, DuetPublic, VersusPublic])
def test_a_table_is_made_by_the_names_of_its_fields_alone(table: type[Public]) -> None:
    assert {each.kind for each in inspect.signature(table).parameters.values()} == {inspect.Parameter.KEYWORD_ONLY}


def test_a_state_is_printed_without_its_key() -> None:
    state = new_game(DuetOptions(), Random(1))
    assert "assassin" not in repr(state).lower()
    assert "AGENT" in repr(state.key.faces)


def test_moves_count_from_one_and_an_undo_goes_to_the_number_before() -> None:
    start = new_game(DuetOptions(), Random(1))
    _, clued = step(start, GiveClue(Side.A, 2))
    _, timed = step(clued, actions.Timeout())
    assert (start.number, clued.number, timed.number) == (0, 1, 2)
    assert step(timed, Undo()) == ((events.Undone(2),), clued)
    assert step(start, GiveClue(Side.A, 2), 7)[1].number == 7


def test_games_are_kept_with_these_names() -> None:
    assert {mode.name: (mode.title, mode.game, mode.cards, dict(mode.options)) for mode in MODES.values()} == {
        "duet": ("Duet", "duet", "words", {}),
        "classic": ("Classic", "versus", "words", {"grid": "5x5"}),
        "pictures": ("Pictures", "versus", "pictures", {"grid": "5x4"}),
    }
    assert [*MODES] == [mode.name for mode in MODES.values()]
    assert STANDARD == "duet"
    assert [*Side] == ["a", "b", "red", "blue"]
    assert [*Phase] == ["first_clue", "clue", "guess", "cover", "sudden_death", "over"]
    assert [*Identity] == ["agent", "red", "blue", "bystander", "assassin"]


def test_the_box_is_kept_with_these_names() -> None:
    assert BOX_ROLES == {"duet": ("a", "b"), "versus": ("red_spymaster", "blue_spymaster", "red_team", "blue_team")}
    assert [(spymaster(team), whole_team(team)) for team in (Side.RED, Side.BLUE)] == [
        ("red_spymaster", "red_team"),
        ("blue_spymaster", "blue_team"),
    ]
    assert TEMPERS == ("careful", "even", "bold")


def test_each_sides_other_is_the_one_across() -> None:
    assert [side.other for side in Side] == [Side.B, Side.A, Side.BLUE, Side.RED]
