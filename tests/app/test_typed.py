"""Typed clues: a keyboard in the game's language, advice on the form, and never a veto."""

from collections.abc import Callable

import pytest

from device.headless.pilot import Pilot
from device.rules.model import Clue, Side
from hardware.ports import TypedText
from tests.app.conftest import printed


def typing(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    pilot.press("a")
    assert pilot.screen == "clue_pad"


def test_a_word_is_typed_and_kept_with_its_number(pilot: Pilot) -> None:
    typing(pilot)
    pilot.type("submarinex")
    pilot.tap("key:backspace")
    pilot.tap("digit:3")
    pilot.tap("confirm")
    table = pilot.kiosk.context.table
    assert table is not None
    assert table.clue == Clue(Side.A, 3, "submarine")
    assert "submarine · 3" in printed(pilot)
    pilot.tap("log:b")
    assert "submarine · 3" in printed(pilot)


def test_what_the_font_has_not_cannot_be_typed(pilot: Pilot) -> None:
    """On an attached keyboard; it stood as empty boxes on the table."""
    typing(pilot)
    for letter in "s漢e\U0001f642a\u0301":
        pilot.inputs.put(TypedText(letter))
    pilot.settle()
    pilot.tap("digit:1")
    pilot.tap("confirm")
    table = pilot.kiosk.context.table
    assert table is not None
    assert table.clue == Clue(Side.A, 1, "seá")


@pytest.mark.parametrize(
    ("written", "kept"),
    [("q" + "\u0301" * 5, "q" + "\u0301" * 3), ("love\u2764\ufe0f", "love"), ("so\u202ebb\u3164ing\0", "sobbing")],
    ids=["accents", "a heart", "unseen"],
)
def test_what_is_typed_is_what_can_be_kept(written: str, kept: str, pilot: Pilot) -> None:
    """Such a clue was given, and after a power cut the game could not be read; or the pad broke."""
    typing(pilot)
    for letter in written:
        pilot.inputs.put(TypedText(letter))
    pilot.settle()
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.power_cut()
    pilot.tap("continue:a")
    table = pilot.kiosk.context.table
    assert table is not None
    assert table.clue == Clue(Side.A, 1, kept)


@pytest.mark.parametrize("entry", ["typed", "spoken"])
@pytest.mark.parametrize("letter", ["²", "①", "፩", "٣", "½"])
def test_what_only_looks_like_a_digit_is_no_number(pilot: Pilot, entry: str, letter: str) -> None:
    """A key of a French keyboard ended the program."""
    pilot.tap("new_game")
    pilot.tap(f"option:clue_entry:{entry}")
    pilot.tap("start")
    pilot.press("a")
    pilot.inputs.put(TypedText(letter))
    pilot.settle()
    assert pilot.screen == "clue_pad"
    assert not pilot.target("confirm").enabled


def test_a_doubtful_form_is_told_and_may_be_given_anyway(pilot: Pilot) -> None:
    typing(pilot)
    table = pilot.kiosk.context.table
    assert table is not None
    word = min(table.cards, key=len)
    pilot.type(word.lower())
    assert f"{word} lies on the table" in printed(pilot)
    pilot.tap("digit:1")
    assert "Give it anyway" in printed(pilot)
    pilot.press("a")
    table = pilot.kiosk.context.table
    assert table is not None and table.clue is not None
    assert table.clue.word == word.lower()


def test_the_keyboard_is_the_games_language_even_when_the_screen_speaks_another(make: Callable[..., Pilot]) -> None:
    pilot = make(language="pl")
    typing(pilot)
    assert {"key:ł", "key:ż"} <= {target.name for target in pilot.kiosk.frame.targets}
    pilot.tap("cancel")
    pilot.kiosk.screens.set_language("es")
    pilot.press("b")
    names = {target.name for target in pilot.kiosk.frame.targets}
    assert "key:ł" in names
    assert "key:ñ" not in names


def test_over_pictures_the_keyboard_is_that_of_the_screen(make: Callable[..., Pilot]) -> None:
    """Pictures are of no language: those who had come lacked their letters for the rest of the game."""
    pilot = make(language="pl")
    pilot.tap("new_game")
    pilot.tap("game:pictures")
    pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    pilot.kiosk.screens.set_language("es")
    pilot.press("b")
    names = {target.name for target in pilot.kiosk.frame.targets}
    assert "key:ñ" in names
    assert "key:ł" not in names


@pytest.mark.parametrize("side", ["a", "b"])
def test_while_the_log_is_open_the_pad_waits_unseen(side: str, pilot: Pilot) -> None:
    """Its keys were seen and did nothing, and the edges asked who gives the first clue."""
    typing(pilot)
    pilot.type("sea")
    pilot.tap(f"log:{side}")
    assert pilot.screen == "clue_log"
    assert not {"q", "3", "Cancel", "sea"} & printed(pilot)
    told = {record.text for record in pilot.kiosk.frame.record if record.seat is not None}
    assert {"Type one word, then choose its number", "A clue is coming"} <= told
    pilot.press("a", seconds=3.1)
    assert pilot.screen == "menu"
    assert not {"q", "3", "sea"} & printed(pilot)
    pilot.tap("resume")
    pilot.tap("close")
    assert {"q", "3", "Cancel", "sea"} <= printed(pilot)
    pilot.tap("digit:1")
    pilot.press("a")
    table = pilot.kiosk.context.table
    assert table is not None and table.clue == Clue(Side.A, 1, "sea")


def test_a_held_button_opens_the_menu_over_the_pad_as_a_touch_does(pilot: Pilot) -> None:
    """It took what was typed away."""
    typing(pilot)
    pilot.type("sea")
    pilot.press("b", seconds=3.1)
    assert pilot.screen == "menu"
    pilot.tap("resume")
    assert pilot.screen == "clue_pad"
    assert "sea" in printed(pilot)


def test_without_a_word_it_is_a_spoken_clue(pilot: Pilot) -> None:
    typing(pilot)
    pilot.tap("digit:0")
    pilot.tap("confirm")
    table = pilot.kiosk.context.table
    assert table is not None and table.clue == Clue(Side.A, 0, None)
