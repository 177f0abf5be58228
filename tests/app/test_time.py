"""What time does: nothing to a table at rest; dimming, sleep, the wipe lock, the clock of a turn."""

import pytest

from device.app.idle import STANDS_AFTER
from device.headless.pilot import Pilot
from device.rules.model import Phase
from device.ui.kit import theme
from hardware.ports import Seat
from tests.app.conftest import dealt


def presented(pilot: Pilot) -> int:
    shown: int = pilot.box.recordings["screen"].presented
    return shown


def clock_corners(pilot: Pilot) -> list[tuple[int, int]]:
    """Return a pixel just beside the digits of each side's clock."""
    clocks = [record.rect for record in pilot.kiosk.frame.record if record.text[1:2] == ":"]
    assert len(clocks) == 2
    return [(clock.left - 3, clock.centery) for clock in clocks]


def test_a_table_at_rest_is_never_drawn_again(pilot: Pilot) -> None:
    pilot.start(dealt())
    before = presented(pilot)
    pilot.wait(5.0)
    assert presented(pilot) == before
    assert pilot.kiosk.tick(pilot.now) == 20


def test_a_box_at_rest_looks_less_often_for_what_is_touched(pilot: Pilot) -> None:
    pilot.wait(5.0)
    assert pilot.kiosk.tick(pilot.now) == 12
    pilot.down("settings")
    assert pilot.kiosk.tick(pilot.now) > 12


def paced(pilot: Pilot, seconds: float) -> None:
    """Let time pass at the kiosk's own pace."""
    end = pilot.now + seconds
    while pilot.now < end:
        pilot.now += 1 / pilot.kiosk.tick(pilot.now)


@pytest.mark.parametrize("since", [0.0, 0.01, 0.03])
def test_a_button_that_goes_down_wakes_a_dark_box_at_once(since: float, pilot: Pilot) -> None:
    """One that had only just moved at a tick was not believed there, and the next look was a second later."""
    paced(pilot, 1000.0)
    assert pilot.kiosk.screens.dark
    pilot.box.recordings["button:b"].set(True, pilot.now - since)
    paced(pilot, 0.1)
    assert not pilot.kiosk.screens.dark


def test_memory_is_given_back_once_whenever_the_box_comes_to_rest(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    monkeypatch.setattr("device.app.pacing.give_back", lambda: given.append(pilot.now))
    pilot.wait(10)
    assert len(given) == 1
    pilot.tap("settings")
    pilot.tap("back")
    assert len(given) == 1
    pilot.wait(10)
    assert len(given) == 2


def test_a_frame_is_drawn_at_most_once_a_tick(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.down("card:WORDA")
    before = presented(pilot)
    for _ in range(10):
        pilot.tick()
    assert 0 < presented(pilot) - before <= 10
    assert pilot.kiosk.tick(pilot.now) == 60


def test_a_blank_screen_swallows_the_touch_that_wakes_it_and_a_dim_one_does_not(pilot: Pilot) -> None:
    prefs = pilot.kiosk.context.preferences
    prefs.dim_after_seconds, prefs.blank_after_seconds = 5, 10
    light = pilot.box.recordings["backlight"]
    pilot.start(dealt())
    pilot.wait(6)
    assert light.level == pytest.approx(prefs.night)
    pilot.tap("menu:a")
    assert pilot.screen == "menu"
    pilot.wait(11)
    assert light.level == 0
    pilot.tap("resume")
    assert pilot.screen == "menu"
    assert light.level == pytest.approx(prefs.day)
    pilot.tap("resume")
    assert pilot.screen == "table"


def test_a_game_left_alone_stands_with_its_keys_hidden(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.kiosk.tick(pilot.now + STANDS_AFTER - 1)
    assert pilot.screen == "table"
    pilot.kiosk.tick(pilot.now + STANDS_AFTER + 1)
    assert pilot.screen == "standing"
    assert not any(any(rgb) for side in "ab" for rgb in pilot.box.recordings[f"panel:{side}"].rgb)


def test_wipe_mode_takes_no_touch_for_half_a_minute(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:a")
    pilot.tap("wipe")
    assert pilot.kiosk.frame.targets == ()
    pilot.press("a", seconds=3.2)
    pilot.wait(24)
    assert pilot.kiosk.frame.targets == ()
    pilot.wait(4)
    assert pilot.screen == "table"


def test_a_strict_clock_runs_out_and_a_gentle_one_only_says_so(pilot: Pilot) -> None:
    for timer, phase in (("strict", Phase.CLUE), ("gentle", Phase.GUESS)):
        pilot.start(dealt(timer=timer, guess_seconds=20, clue_seconds=30))
        pilot.wait(40)
        assert pilot.kiosk.context.table is not None
        assert pilot.kiosk.context.table.phase is Phase.FIRST_CLUE, "no clock before the first clue"
        pilot.press("a")
        pilot.tap("digit:1")
        pilot.tap("confirm")
        pilot.wait(21)
        assert pilot.kiosk.context.table.phase is phase
        assert pilot.dump()["sounds"].count("time") == 1
        assert sum(record.text == "Time's up" for record in pilot.kiosk.frame.record) == 2


def test_the_last_seconds_are_lit_at_both_sides(pilot: Pilot) -> None:
    pilot.start(dealt("versus", timer="gentle", clue_seconds=20))
    lit = [pilot.box.recordings["screen"].shown.get_at(place)[:3] == theme.WARN for place in clock_corners(pilot)]
    assert lit == [False, False]
    pilot.wait(11)
    lit = [pilot.box.recordings["screen"].shown.get_at(place)[:3] == theme.WARN for place in clock_corners(pilot)]
    assert lit == [True, True]


def test_a_game_that_takes_the_place_of_another_begins_with_a_full_clock(pilot: Pilot) -> None:
    pilot.start(dealt("versus", timer="strict", clue_seconds=30))
    pilot.wait(25)
    pilot.start(dealt("versus", seed=2, timer="strict", clue_seconds=30))
    pilot.wait(25)
    assert pilot.kiosk.context.table is not None
    assert pilot.kiosk.context.table.turn == 1


def test_a_pause_stops_the_clock(pilot: Pilot) -> None:
    pilot.start(dealt(timer="strict", guess_seconds=20))
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    pilot.tap("menu:b")
    pilot.tap("pause")
    pilot.wait(60)
    pilot.tap("continue")
    assert pilot.kiosk.context.table is not None
    assert pilot.kiosk.context.table.phase is Phase.GUESS


def test_movement_can_be_switched_off(pilot: Pilot) -> None:
    pilot.kiosk.context.preferences.motion = False
    pilot.start(dealt())
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    face = pilot.kiosk.context.session.key(Seat.A)
    agent = next(card for card, told in zip(dealt().cards, face, strict=True) if told == "agent")
    pilot.hold(f"card:{agent}")
    assert not pilot.kiosk.screens.top.moving(pilot.now)


@pytest.mark.parametrize("seconds", [0.2, 0.45])
def test_what_moved_leaves_no_trace(pilot: Pilot, seconds: float) -> None:
    pilot.start(dealt())
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    shown = pilot.box.recordings["screen"].shown
    before = shown.get_buffer().raw
    pilot.down("card:WORDG")
    pilot.wait(seconds)
    assert shown.get_buffer().raw != before
    pilot.up("card:WORDA")
    pilot.settle()
    assert shown.get_buffer().raw == before
    pilot.kiosk.screens.invalidate()
    pilot.settle()
    assert shown.get_buffer().raw == before


def test_what_landed_looks_as_if_drawn_anew(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.press("a")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    face = pilot.kiosk.context.session.key(Seat.A)
    for identity in ("agent", "bystander"):
        card = next(card for card, told in zip(dealt().cards, face, strict=True) if told == identity)
        pilot.hold(f"card:{card}")
        shown = pilot.box.recordings["screen"].shown
        landed = shown.get_buffer().raw
        pilot.kiosk.screens.invalidate()
        pilot.settle()
        assert shown.get_buffer().raw == landed
