"""The values the rules are made of, and the names that games are kept with: nothing of them changes."""

import sys
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from device.rules import actions, clue_log, events, missions, model, modes, step
from device.rules.actions import GiveClue, Undo
from device.rules.model import Clue, DuetOptions, DuetPublic, Identity, Phase, Public, Side, VersusPublic
from device.rules.modes import MODES, STANDARD
from device.rules.roles import BOX_ROLES, TEMPERS, spymaster, whole_team
from device.rules.values import dataclass
from tests.rules.games import new_game


def _values() -> Iterator[type[Any]]:
    for module in (actions, clue_log, events, missions, model, modes):
        for thing in vars(module).values():
            if is_dataclass(thing) and isinstance(thing, type) and thing.__module__ == module.__name__:
                yield thing


VALUES = [*_values()]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: value.__name__)
def test_a_value_never_changes_and_holds_nothing_but_its_fields(value: Any) -> None:
    made = object.__new__(value)
    for name in (*(each.name for each in fields(value)), "another"):
        with pytest.raises(FrozenInstanceError):
            setattr(made, name, 1)
        with pytest.raises(FrozenInstanceError):
            delattr(made, name)
    assert value.__dictoffset__ == 0


def test_a_value_is_made_compared_and_printed_as_the_standard_library_has_it() -> None:
    @dataclass(frozen=True, slots=True)
    class Pair:
        """Two things."""

        one: int
        other: dict[str, int] = field(default_factory=dict)
        hidden: str = field(default="x", repr=False)

    @dataclass(slots=True)
    class Changing:
        """One thing, which changes."""

        one: int = 1

    assert Pair(1) == Pair(1) != Pair(2) and Pair(1) != (1, {}, "x")
    assert Pair(1).other is not Pair(1).other
    assert repr(Pair(1)).endswith("Pair(one=1, other={})")
    assert replace(Pair(1), one=2) == Pair(2) and asdict(Pair(1)) == {"one": 1, "other": {}, "hidden": "x"}
    assert hash(Clue(Side.A, 1)) == hash(Clue(Side.A, 1))
    with pytest.raises(TypeError, match="missing"):
        Pair()  # type: ignore[call-arg]
    changing = Changing()
    changing.one = 2
    assert changing == Changing(2) and Changing.__hash__ is None


def test_a_value_keeps_what_it_has_of_its_own_but_how_it_is_made() -> None:
    @dataclass(frozen=True, slots=True)
    class Own:
        """A thing that is told, compared and counted in its own way."""

        one: int

        def __init__(self, **_: int) -> None:
            raise AssertionError

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return False

        def __hash__(self) -> int:
            return 7

    made = Own(one=1)
    assert (made.one, repr(made), made == made, hash(made)) == (1, "own", False, 7)


def test_a_value_that_is_asked_for_nothing_can_change_and_grow() -> None:
    @dataclass()
    class Open:
        """One thing."""

        one: int

    made = Open(one=1)
    made.one, made.more = 2, 3  # type: ignore[attr-defined]
    assert vars(made) == {"one": 2, "more": 3}


def test_the_methods_of_a_value_are_written_when_the_first_is_made() -> None:
    @dataclass(frozen=True, slots=True)
    class Late:
        """One thing."""

        one: int

    written = {"__repr__", "__eq__"}
    assert not written & vars(Late).keys()
    with pytest.raises(FrozenInstanceError, match=r"^cannot assign to field 'one'$"):
        Late(1).one = 2  # type: ignore[misc]
    assert written <= vars(Late).keys()


def test_a_value_is_whole_for_whoever_asks_for_its_fields_before_one_was_made() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Base:
        """Two things."""

        one: int
        two: str = "x"

    @dataclass(frozen=True, slots=True, kw_only=True)
    class More(Base):
        """One more, and another default."""

        two: str = "z"
        three: tuple[int, ...] = ()

    assert [each.name for each in fields(More)] == ["one", "two", "three"]
    assert [each.name for each in fields(Base)] == ["one", "two"]
    more = More(one=1, three=(2,))
    assert (more.one, more.two, more.three) == (1, "z", (2,)) and replace(more, two="y").two == "y"
    assert repr(Base(one=3)).endswith("Base(one=3, two='x')") and Base(one=3) != More(one=3)
    assert not hasattr(more, "__dict__") and Base(one=4).two == "x" and More.two is Base.two


def _two_kinds() -> tuple[Any, Any]:
    @dataclass(frozen=True, slots=True)
    class Base:
        """Two things."""

        one: int
        two: str = "x"

    @dataclass(frozen=True, slots=True)
    class More(Base):
        """One more."""

        three: int = 3

    return Base, More


def test_a_value_may_be_made_before_the_one_it_goes_on_from() -> None:
    @dataclass(frozen=True, slots=True)
    class Base:
        """One thing."""

        one: int = 1

    @dataclass(frozen=True, slots=True)
    class More(Base):
        """One more."""

        two: int = 2

    assert More(5) == More(5, 2) and asdict(More()) == {"one": 1, "two": 2}
    assert Base() == Base(1) and hash(More()) == hash(More())
    match More(7, 8):
        case More(one, two):
            assert (one, two) == (7, 8)


@pytest.mark.parametrize("table", [Public, DuetPublic, VersusPublic])
def test_a_table_is_made_by_the_names_of_its_fields_alone(table: type[Public]) -> None:
    assert all(each.kw_only for each in fields(table))
    with pytest.raises(TypeError, match="positional"):
        table(DuetOptions())  # type: ignore[misc]


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


def test_a_value_of_which_two_threads_make_the_first_is_whole_for_both() -> None:
    """The box thinks in a thread: it makes a guess while a finger does, at every place where a switch may come."""
    for steps in range(1, 5000):
        base, more = _two_kinds()
        made: list[object] = []
        left = steps

        def elsewhere(*_: object, kinds: tuple[Any, Any] = (base, more), made: list[object] = made) -> Any:
            nonlocal left
            left -= 1
            if left == 0:
                sys.settrace(None)
                made += [each for kind in kinds for each in (kind(1), kind(one=1, two="x"), len(fields(kind)))]
            return elsewhere

        before = sys.gettrace()
        sys.settrace(elsewhere)
        try:
            first = more(1)
        finally:
            sys.settrace(before)
        assert made in ([], [base(1), base(1), 2, first, first, 3]) and more(1) == first
        assert repr(more(3, "y")).endswith("(one=3, two='y', three=3)")
        if not made:
            return
    raise AssertionError("not every place was tried")
