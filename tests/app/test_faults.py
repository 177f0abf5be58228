"""Parts that fail, a store that fails, and the plug pulled: named, and the game goes on."""

from collections.abc import Callable

import pytest

from device.app.fault_log import Journal
from device.headless.pilot import Pilot
from device.rules.actions import Abandon
from device.rules.model import Phase
from device.storage.store import StoreError
from hardware.ports import Cancelled, Seat
from tests.app.campaign import cards, table
from tests.app.conftest import dealt, texts


def printed(pilot: Pilot, side: Seat | None) -> str:
    return " | ".join(record.text for record in pilot.kiosk.frame.record if record.seat is side)


def names(pilot: Pilot) -> set[str]:
    return {target.name for target in pilot.kiosk.frame.targets}


def dark(pilot: Pilot, side: str) -> bool:
    return not any(any(rgb) for rgb in pilot.box.recordings[f"panel:{side}"].rgb)


@pytest.mark.parametrize("side", ["a", "b"])
def test_without_its_panel_a_side_peeks_while_it_holds(pilot: Pilot, side: str) -> None:
    pilot.start(dealt())
    assert f"peek:{side}" not in names(pilot)
    pilot.fail(f"panel:{side}")
    assert "Key panel not working" in printed(pilot, Seat(side))
    assert "Key panel not working" not in printed(pilot, Seat(side).other)
    before = pilot.box.recordings["screen"].shown.copy()
    pilot.down(f"peek:{side}")
    pilot.wait(0.1)
    shown = pilot.box.recordings["screen"].shown
    place = pilot.target("card:WORDA").rect.center
    assert shown.get_at(place) != before.get_at(place)
    pilot.up(f"peek:{side}")
    pilot.settle()
    assert shown.get_buffer().raw == before.get_buffer().raw
    pilot.mend(f"panel:{side}")
    assert f"peek:{side}" not in names(pilot)
    assert not dark(pilot, side)


def test_no_peek_is_offered_where_it_cannot_be_held(pilot: Pilot) -> None:
    """Behind the menu the eye was drawn and did nothing."""
    pilot.start(dealt("versus"))
    pilot.fail("panel:b")
    assert "Look at the key" in printed(pilot, Seat.B)
    pilot.tap("menu:b")
    assert "peek:b" not in names(pilot)
    assert "Look at the key" not in printed(pilot, Seat.B)
    pilot.tap("resume")
    assert "Look at the key" in printed(pilot, Seat.B)


def test_the_key_can_be_looked_at_beside_a_pad_and_the_clues(pilot: Pilot) -> None:
    """Found by a stranger: the eye stood there while the clue pad was open, and nothing happened."""
    pilot.start(dealt())
    pilot.fail("panel:a")
    pilot.press("a")
    assert pilot.screen == "clue_pad"
    look = "Look at your key"
    assert look in printed(pilot, Seat.A)
    before = pilot.box.recordings["screen"].shown.copy()
    pilot.down("peek:a")
    pilot.wait(0.1)
    place = (135, 95)
    assert pilot.box.recordings["screen"].shown.get_at(place) != before.get_at(place), "a card's key lies over it"
    pilot.up("peek:a")
    pilot.settle()
    assert pilot.box.recordings["screen"].shown.get_buffer().raw == before.get_buffer().raw
    pilot.tap("cancel")
    pilot.tap("log:a")
    assert pilot.screen == "clue_log"
    assert look in printed(pilot, Seat.A)
    assert "peek:a" in names(pilot)


def test_a_side_without_panel_and_button_is_told_of_both(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.fail("panel:a")
    pilot.fail("button:a")
    pilot.fail("speaker")
    assert "Not working: key panel A, button A (+ 1)" in printed(pilot, Seat.A)
    assert "speaker" not in printed(pilot, Seat.A), "more would be too small to read"
    assert {"peek:a", "press:a"} <= names(pilot)


def test_the_guessers_of_two_teams_have_no_key_to_miss(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    pilot.fail("panel:a")
    assert "peek:a" not in names(pilot)
    assert "Key panel not working" not in printed(pilot, Seat.A)
    pilot.fail("panel:b")
    assert "peek:b" in names(pilot)
    assert "Key panel not working" in printed(pilot, Seat.B)


def test_without_a_button_the_corner_does_what_it_did(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.fail("button:a")
    pilot.tap("press:a")
    assert pilot.screen == "clue_pad"


def test_a_corner_is_named_only_where_a_touch_does_something_there(pilot: Pilot) -> None:
    """Beside a pad and at the end of a game a side was sent to an empty corner."""
    corner, plain = "Button not working: touch the corner here", "Not working: button A"
    pilot.start(dealt())
    pilot.fail("button:a")
    assert corner in texts(pilot)
    pilot.tap("press:a")
    assert (pilot.screen, corner in texts(pilot), plain in texts(pilot)) == ("clue_pad", False, True)
    pilot.tap("cancel")
    pilot.kiosk.screens.do(Abandon())
    pilot.settle()
    assert (pilot.screen, corner in texts(pilot), plain in texts(pilot)) == ("end", False, True)


def test_without_buttons_a_touch_at_each_edge_asks_for_an_undo(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.fail("button:a")
    pilot.fail("button:b")
    pilot.down("press:a", "press:b")
    pilot.wait(2.1)
    assert pilot.screen == "menu"
    assert {"confirm:a", "confirm:b"} <= names(pilot)


def test_without_a_button_a_long_touch_opens_the_menu(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.fail("button:b")
    pilot.down("press:b")
    pilot.wait(3.1)
    assert pilot.screen == "menu"


def test_a_silent_speaker_is_named_and_the_game_goes_on(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.fail("speaker")
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    assert "the speaker" in printed(pilot, Seat.A)
    assert pilot.kiosk.context.table is not None
    assert pilot.kiosk.context.table.phase is Phase.GUESS


def test_a_store_that_fails_is_named_and_what_it_owes_is_kept_later(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.fail("store")
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    assert "memory" in printed(pilot, Seat.A)
    pilot.mend("store")
    assert "memory" not in printed(pilot, Seat.A)
    pilot.power_cut()
    pilot.tap("continue")
    assert pilot.kiosk.context.table is not None
    assert pilot.kiosk.context.table.phase is Phase.GUESS


def test_after_a_power_cut_the_game_stands_with_its_keys_hidden(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.power_cut()
    assert pilot.screen == "standing"
    assert dark(pilot, "a") and dark(pilot, "b")
    assert {"continue:a", "continue:b", "home:a", "home:b"} == names(pilot)
    pilot.tap("home:b")
    assert dark(pilot, "a") and dark(pilot, "b")
    pilot.tap("continue")
    assert pilot.screen == "table"
    assert not dark(pilot, "a")
    assert not dark(pilot, "b")


def test_a_claim_is_not_kept_through_a_power_cut(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.press("a")
    pilot.power_cut()
    pilot.tap("continue")
    assert all(pilot.box.recordings[f"lamp:{side}"].lit for side in "ab")


def test_a_finished_game_comes_back_to_its_end(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:b")
    pilot.tap("abandon")
    pilot.tap("confirm:b")
    assert pilot.screen == "end"
    assert dark(pilot, "a") and dark(pilot, "b")
    pilot.power_cut()
    assert pilot.screen == "end"
    pilot.tap("undo")
    pilot.tap("confirm:a")
    pilot.tap("confirm:b")
    assert pilot.screen == "table"
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.tap("confirm:a")
    pilot.tap("show_keys")
    assert "undo:a" not in names(pilot)
    pilot.power_cut()
    assert pilot.screen == "end"
    assert "show_keys:a" not in names(pilot)
    pilot.press("a", "b", seconds=2.3)
    assert "The keys were shown: nothing can be taken back any more." in {
        record.text for record in pilot.kiosk.frame.record
    }
    pilot.tap("home")
    pilot.power_cut()
    assert pilot.screen == "home"


def test_what_fails_and_works_again_is_logged_once(pilot: Pilot) -> None:
    lines: list[str] = []
    pilot.kiosk.outputs.failing = Journal(lines.append).follow
    pilot.fail("panel:a")
    pilot.wait(10)
    assert lines == ["panel:a (simulated): failed: unplugged"]
    pilot.mend("panel:a")
    assert lines[1:] == ["panel:a: works again"]
    pilot.start(dealt())
    pilot.fail("store")
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    assert lines[2].startswith("store: failed: ")
    pilot.mend("store")
    assert lines[3:] == ["store: works again"]


def test_settings_made_while_the_store_fails_are_kept_once_it_works(make: Callable[..., Pilot]) -> None:
    pilot = make()
    pilot.fail("store")
    pilot.kiosk.screens.set_default("language", "pl")
    pilot.settle()
    assert "gdy pamięć znów zadziała" in printed(pilot, None)
    pilot.kiosk.screens.set_default("volume", 0.25)
    pilot.kiosk.screens.set_preference("seats", "same_side")
    with pytest.raises(StoreError):
        pilot.kiosk.context.pin.set_pin("2580")
    pilot.wait(10)
    assert "Usterka pamięci" in printed(pilot, None)
    pilot.mend("store")
    assert "Usterka pamięci" not in printed(pilot, None)
    pilot.power_cut()
    made = pilot.kiosk.context.preferences
    assert (made.language, made.volume, made.defaults["volume"], made.seats) == ("pl", 0.25, 0.25, "same_side")
    assert pilot.kiosk.context.pin.has_pin


def test_a_card_that_is_held_when_the_touch_lead_slips_out_is_not_guessed(pilot: Pilot) -> None:
    """Nobody tells that the finger is up: the ring filled up by itself, and the guess counted."""
    pilot.start(dealt())
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    before = table(pilot)
    pilot.down(f"card:{cards(pilot, Seat.A, 'agent')[0]}")
    pilot.wait(0.1)
    assert pilot.kiosk.screens.touch.busy
    pilot.inputs.put(Cancelled(pilot.now))
    pilot.wait(0.1)
    assert not pilot.kiosk.screens.touch.busy
    pilot.wait(4.0)
    assert table(pilot) == before


def test_a_window_that_lost_its_picture_shows_all_of_it_again(pilot: Pilot) -> None:
    """A window of another size and back at once is empty, as large as before, and still the same surface."""
    pilot.start(dealt())
    screen = pilot.box.recordings["screen"]
    before = screen.shown.get_buffer().raw
    for picture in (screen.surface, screen.shown):
        picture.fill((0, 0, 0))
    pilot.inputs.put(Cancelled(pilot.now))
    pilot.tick()
    assert screen.shown.get_buffer().raw == before


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_a_key_that_is_down_when_its_encoder_is_pulled_is_no_press(pilot: Pilot, seconds: float) -> None:
    """It is let go by nobody, and a press short enough gave a clue, or ended a turn."""
    pilot.start(dealt())
    button = pilot.box.recordings["button:a"]
    button.set(True, pilot.now)
    if seconds:
        pilot.wait(seconds)
    pilot.inputs.put(Cancelled(pilot.now))
    button.set(False, pilot.now + 0.03)
    pilot.wait(0.5)
    assert pilot.screen == "table"
    pilot.press("a")
    assert pilot.screen == "clue_pad", "the next press counts again"


def test_a_stand_in_that_is_held_when_the_touch_lead_slips_out_is_let_go(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.fail("button:a")
    pilot.down("press:a")
    pilot.inputs.put(Cancelled(pilot.now))
    pilot.wait(5.0)
    assert pilot.screen == "table", "no hold goes on by itself"
    pilot.tap("press:a")
    assert pilot.screen == "clue_pad"
