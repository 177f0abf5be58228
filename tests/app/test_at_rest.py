"""A box at rest keeps its picture once: what is drawn over it later goes away again."""

import pygame

from device.headless.pilot import Pilot


def shown(pilot: Pilot) -> bytes:
    """Return the pixels of the touchscreen."""
    return pygame.image.tobytes(pilot.box.screen.surface, "RGB")


def test_after_a_rest_a_finger_is_seen_and_leaves_no_trace(pilot: Pilot) -> None:
    pilot.wait(10.0)
    before = shown(pilot)
    for name in ("new_game", "settings"):
        pilot.down(name)
        assert shown(pilot) != before
        pilot.kiosk.screens.touch.swallow()
        pilot.wait(10.0)
        assert shown(pilot) == before


def test_what_stays_drawn_over_a_screen_goes_away_after_a_rest(pilot: Pilot) -> None:
    pilot.kiosk.context.preferences.set("confirm", "second_tap")
    pilot.tap("play:duet")
    pilot.press("a")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    pilot.wait(10.0)
    before = shown(pilot)
    card = next(target.name for target in pilot.kiosk.frame.targets if target.name.startswith("card:"))
    pilot.tap(card)
    pilot.wait(10.0)
    assert shown(pilot) != before
    pilot.kiosk.screens.touch.swallow()
    pilot.wait(10.0)
    assert shown(pilot) == before
