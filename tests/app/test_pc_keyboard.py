"""The keyboard of a PC: letters, space, backspace and enter where something is written."""

from device.headless.pilot import Pilot
from hardware.ports import BACKSPACE, ENTER, TypedText
from tests.app.conftest import dealt


def keys(pilot: Pilot, *texts: str) -> None:
    for text in texts:
        pilot.inputs.put(TypedText(text))
        pilot.settle()


def test_a_teams_name_is_written_and_submitted(pilot: Pilot) -> None:
    pilot.tap("campaign")
    pilot.tap("new_team")
    keys(pilot, *"Red  Foxess", BACKSPACE, ENTER)
    assert [team.name for team in pilot.store.teams()] == ["Red Foxes"]
    assert pilot.screen == "map"


def test_a_pin_is_submitted_once_it_is_long_enough(pilot: Pilot) -> None:
    pilot.kiosk.context.pin.set_pin("4711")
    pilot.tap("settings")
    keys(pilot, *"471", ENTER)
    assert pilot.screen == "menu"
    keys(pilot, "2", BACKSPACE, "1", ENTER)
    assert pilot.screen == "settings"


def test_a_typed_clue_is_mended_and_given(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    pilot.press("a")
    keys(pilot, *"self-madee", BACKSPACE, ENTER)
    assert pilot.screen == "clue_pad"
    keys(pilot, "2", ENTER)
    clue = pilot.kiosk.context.table.clue  # type: ignore[union-attr]
    assert clue is not None
    assert (clue.word, clue.number) == ("self-made", 2)


def test_enter_gives_a_spoken_clue_with_its_number(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.press("a")
    keys(pilot, ENTER, "3", ENTER)
    clue = pilot.kiosk.context.table.clue  # type: ignore[union-attr]
    assert clue is not None
    assert clue.number == 3
