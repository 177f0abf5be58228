"""A box that is left alone: attract, standing, dim, dark, and what the first touch does."""

from hashlib import sha256
from pathlib import Path

import pygame

from device.app.idle import STANDS_AFTER
from device.headless.pilot import Pilot
from tests.app.conftest import dealt


def picture(pilot: Pilot) -> str:
    return sha256(pygame.image.tobytes(pilot.box.recordings["screen"].shown, "RGB")).hexdigest()


def dark(pilot: Pilot) -> bool:
    return not any(any(rgb) for side in "ab" for rgb in pilot.dump()["panels"][side])


def leap(pilot: Pilot, seconds: float) -> None:
    """Let time pass at one stroke."""
    pilot.now += seconds
    pilot.tick()


def touch(pilot: Pilot) -> None:
    """Touch the middle of the screen, whatever is there."""
    pilot._point("down", 99, (400, 240))
    pilot.tick()
    pilot._point("up", 99, (400, 240))
    pilot.settle()


def test_attract_is_never_the_same_picture_for_long_and_the_first_touch_only_wakes(pilot: Pilot) -> None:
    leap(pilot, 121)
    assert pilot.screen == "attract"
    assert pilot.box.recordings["backlight"].level == 0.4
    seen = set()
    for _ in range(5):
        seen.add(picture(pilot))
        pilot.wait(1)
    assert len(seen) == 5
    touch(pilot)
    assert pilot.screen == "home"
    assert pilot.box.recordings["backlight"].level == 1.0


def brightness(pilot: Pilot) -> list[int]:
    small = pygame.transform.smoothscale(pilot.box.recordings["screen"].shown, (16, 10))
    return [sum(small.get_at((x, y))[:3]) for x in range(16) for y in range(10)]


def test_nothing_on_attract_flickers(pilot: Pilot) -> None:
    leap(pilot, 121)
    before, rising = brightness(pilot), [0] * 160
    way = [0] * 160
    for _ in range(25):
        pilot.wait(0.2)
        now = brightness(pilot)
        for spot, (old, new) in enumerate(zip(before, now, strict=True)):
            if abs(new - old) > 24:
                turned = way[spot] == -1 and new > old
                rising[spot] += turned
                way[spot] = 1 if new > old else -1
        before = now
    assert max(rising) <= 5


def test_a_dark_screen_draws_nothing_and_swallows_the_first_touch(pilot: Pilot) -> None:
    leap(pilot, 901)
    assert pilot.box.recordings["backlight"].level == 0.0
    drawn = pilot.box.recordings["screen"].presented
    pilot.wait(5)
    assert pilot.box.recordings["screen"].presented == drawn
    touch(pilot)
    assert pilot.screen == "home"


def test_a_game_left_alone_stands_with_its_keys_hidden_and_goes_on(pilot: Pilot) -> None:
    pilot.start(dealt())
    assert not dark(pilot)
    leap(pilot, STANDS_AFTER - 1)
    assert pilot.screen == "table"
    leap(pilot, 2)
    assert pilot.screen == "standing"
    assert dark(pilot)
    pilot.tap("continue:b")
    assert pilot.screen == "table"
    assert not dark(pilot)


def test_settings_opened_over_a_game_and_left_alone_make_it_stand(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:a")
    pilot.tap("settings")
    leap(pilot, STANDS_AFTER + 1)
    assert pilot.screen == "standing"
    assert dark(pilot)


def test_pause_darkens_the_panels_and_goes_on_from_either_edge(pilot: Pilot) -> None:
    pilot.start(dealt())
    for side in "ab":
        pilot.tap("menu:a")
        pilot.tap("pause")
        assert pilot.screen == "standing"
        assert dark(pilot)
        pilot.tap(f"continue:{side}")
        assert pilot.screen == "table"
        assert not dark(pilot)


def test_a_pause_stops_the_clock(pilot: Pilot) -> None:
    pilot.start(dealt(timer="strict", clue_seconds=30, guess_seconds=30))
    pilot.press("a")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    pilot.wait(10)
    left = pilot.kiosk.context.clock.text
    pilot.tap("menu:b")
    pilot.tap("pause")
    leap(pilot, 100)
    pilot.tap("continue:a")
    assert pilot.kiosk.context.clock.text == left
    state = pilot.dump()["state"]
    assert state["phase"] == "guess"
    assert state["turn"] == 1


def test_what_the_box_must_tell_stands_also_where_a_game_stands(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.kiosk.context.pin.set_pin("1234")
    pilot.power_cut()
    pilot.press("a", "b", seconds=10.5)
    assert pilot.screen == "standing"
    told = [record.text for record in pilot.kiosk.frame.record]
    assert told.count("The PIN is cleared. A new one can be made in the settings.") == 2


def test_a_dark_screen_is_black_and_comes_back(pilot: Pilot) -> None:
    before = picture(pilot)
    leap(pilot, 901)
    small = pygame.transform.smoothscale(pilot.box.recordings["screen"].shown, (1, 1))
    assert small.get_at((0, 0))[:3] == (0, 0, 0)
    touch(pilot)
    assert pilot.screen == "home"
    assert picture(pilot) == before


def test_a_button_wakes_attract_and_does_nothing_else(pilot: Pilot) -> None:
    leap(pilot, 121)
    pilot.press("a")
    assert pilot.screen == "home"


def test_wiping_takes_no_touch_for_half_a_minute_and_counts_down(pilot: Pilot, tmp_path: Path) -> None:
    pilot.start(dealt())
    pilot.tap("menu:b")
    pilot.tap("wipe")
    before = pilot.dump()["state"]
    assert pilot.dump()["targets"] == []
    said = [record.text for record in pilot.kiosk.frame.record]
    assert "30" in said
    pilot.wait(10)
    said = [record.text for record in pilot.kiosk.frame.record]
    assert said.count("20") + said.count("19") == 2
    touch(pilot)
    pilot.press("a")
    pilot.press("a", seconds=3.2)
    pilot.wait(20)
    assert pilot.screen == "table"
    assert pilot.dump()["state"] == before
