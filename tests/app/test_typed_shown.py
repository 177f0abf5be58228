"""Typed clues of two teams: relaxed ones, and those the other spymaster sees first."""

from collections.abc import Callable

import pytest

from device.headless.pilot import NoSuchTarget, Pilot
from device.rules.model import Clue, Phase, Side
from device.ui.table.typed_clue import checker
from hardware.ports import Seat


def begin(pilot: Pilot, *options: str) -> None:
    for target in ("new_game", "game:classic", "option:clue_entry:typed", *options, "start"):
        pilot.tap(target)


def shown_first(pilot: Pilot) -> None:
    begin(pilot, "option:shown_first")
    pilot.press("b")
    pilot.type("quartz")
    pilot.tap("digit:2")
    pilot.tap("confirm")


def texts(pilot: Pilot, side: Side | None) -> set[str]:
    return {record.text for record in pilot.kiosk.frame.record if record.seat is side}


def phase(pilot: Pilot) -> Phase:
    table = pilot.kiosk.context.table
    assert table is not None
    return table.phase


def test_the_other_spymaster_allows_a_clue_and_then_it_stands(pilot: Pilot) -> None:
    shown_first(pilot)
    assert phase(pilot) is Phase.CLUE
    assert {"Blue: do you allow this clue?", "Red would like to give: quartz · 2"} <= texts(pilot, Seat.B)
    pilot.tap("confirm:b")
    assert pilot.screen == "table"
    table = pilot.kiosk.context.table
    assert table is not None and table.clue == Clue(Side.RED, 2, "quartz")
    pilot.tap("menu:b")
    with pytest.raises(NoSuchTarget):
        pilot.tap("object")


def test_an_objection_before_the_clue_is_given_costs_nothing_and_leads_back_to_the_pad(pilot: Pilot) -> None:
    shown_first(pilot)
    pilot.tap("cancel:b")
    assert pilot.screen == "clue_pad"
    assert phase(pilot) is Phase.CLUE
    assert "Blue objects: choose another clue" in texts(pilot, Seat.B)
    for _ in "quartz":
        pilot.tap("key:backspace")
    pilot.type("granite")
    pilot.press("b")
    pilot.tap("confirm:b")
    table = pilot.kiosk.context.table
    assert table is not None and table.clue == Clue(Side.RED, 2, "granite")


def test_a_word_that_was_only_spoken_is_not_shown_and_may_be_objected_to(pilot: Pilot) -> None:
    begin(pilot, "option:shown_first")
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    assert phase(pilot) is Phase.GUESS
    pilot.tap("menu:a")
    pilot.tap("object")
    assert phase(pilot) is Phase.COVER


def test_signs_alone_are_no_clue_that_was_only_spoken(pilot: Pilot) -> None:
    """They vanished from the clue without a word, and nobody was asked whether it is allowed."""
    begin(pilot, "option:shown_first")
    pilot.press("b")
    pilot.type("--")
    pilot.tap("digit:2")
    assert not pilot.target("confirm").enabled
    pilot.type("quartz")
    assert pilot.target("confirm").enabled


def test_side_a_learns_nothing_of_a_clue_before_it_is_given(make: Callable[..., Pilot]) -> None:
    seen = []
    for word, answers in (("quartz", ["confirm:b"]), ("tin", ["cancel:b", "confirm", "confirm:b"])):
        pilot = make()
        begin(pilot, "option:shown_first")
        pilot.press("b")
        told = []
        for act, name in (("type", word), ("tap", "digit:2"), ("tap", "confirm"), *(("tap", name) for name in answers)):
            if phase(pilot) is Phase.CLUE:
                getattr(pilot, act)(name)
            if phase(pilot) is Phase.CLUE:
                dump = pilot.dump()
                assert not [text for text in texts(pilot, Seat.A) | texts(pilot, None) if word in text]
                told.append(
                    (sorted(texts(pilot, Seat.A)), dump["sounds"][1:], dump["lamps"]["a"], dump["state"]["clue"])
                )
        assert phase(pilot) is Phase.GUESS
        seen.append(told)
    first, second = seen
    assert {repr(each) for each in second} == {repr(each) for each in first}


def test_a_clock_stands_while_the_other_spymaster_reads(pilot: Pilot) -> None:
    begin(pilot, "option:shown_first", "option:timer:strict")
    pilot.press("b")
    pilot.type("tin")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.wait(130)
    assert phase(pilot) is Phase.CLUE
    pilot.tap("confirm:b")
    assert phase(pilot) is Phase.GUESS


def test_a_relaxed_clue_may_have_several_words_and_the_game_keeps_it(pilot: Pilot) -> None:
    begin(pilot, "option:relaxed")
    pilot.power_cut()
    pilot.tap("continue")
    pilot.press("b")
    pilot.type("da vinci")
    assert not pilot.kiosk.screens.top.doubts()  # type: ignore[attr-defined]
    pilot.tap("cancel")
    pilot.tap("menu:b")
    pilot.tap("abandon")
    pilot.tap("confirm:b")
    pilot.tap("home")
    begin(pilot, "option:relaxed")  # it is remembered: a touch leaves it out again
    pilot.press("b")
    pilot.type("da vinci")
    assert "That is more than one word" in texts(pilot, Seat.B)


def test_the_checker_is_ready_before_anybody_types(pilot: Pilot) -> None:
    begin(pilot)
    checker.cache_clear()
    pilot.press("b")
    pilot.wait(0.5)
    pilot.settle()
    known = checker("en")._entry.cache_info()
    table = pilot.kiosk.context.table
    assert table is not None
    assert known.currsize >= len(table.cards)


def test_what_one_team_was_typing_when_its_time_ran_out_is_not_the_other_teams(pilot: Pilot) -> None:
    begin(pilot, "option:timer:strict", *["option:clue_seconds:less"] * 9)
    pilot.press("b")
    pilot.type("tin")
    pilot.tap("digit:3")
    pilot.wait(20)
    assert pilot.screen == "table"
    pilot.press("b")
    assert pilot.screen == "clue_pad"
    assert not pilot.target("confirm").enabled
    assert not [text for text in texts(pilot, Seat.B) if "tin" in text.split()]


def test_a_team_alone_shows_its_clue_to_nobody(make: Callable[..., Pilot]) -> None:
    """Begun from home, with the owner's setting, it waited for opponents there were not."""
    pilot = make()
    pilot.kiosk.screens.set_default("clue_entry", "typed")
    for target in ("new_game", "game:classic", "option:opponent:simulated", "start", "menu:a", "abandon", "confirm:a"):
        pilot.tap(target)
    pilot.wait(4.0)
    pilot.tap("home:a")
    pilot.kiosk.screens.set_default("shown_first", True)
    pilot.tap("play:classic")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None
    assert not setup.shown_first
