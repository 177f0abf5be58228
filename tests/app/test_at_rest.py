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


def test_of_what_moves_all_that_is_drawn_is_put_on_the_display(pilot: Pilot) -> None:
    """Only what changed is put there: a deal, a ring that fills, a finger that slides, a card that lands, a peek."""
    pilot.kiosk.context.preferences.set("motion", True)
    screen, tick = pilot.box.recordings["screen"], pilot.tick

    def looked_at() -> None:
        tick()
        assert screen.shown.get_buffer().raw == screen.surface.get_buffer().raw

    pilot.tick = looked_at  # type: ignore[method-assign]
    pilot.tap("play:duet")
    pilot.wait(2.0)
    pilot.press("a")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    cards = [target.name for target in pilot.kiosk.frame.targets if target.name.startswith("card:")]
    pilot.down(cards[3])
    pilot.wait(0.3)
    pilot.lift(cards[3])
    pilot.hold(cards[7])
    pilot.wait(2.0)
    pilot.press("a", seconds=3.1)
    pilot.tap("resume")
    pilot.kiosk.screens.touch.swallow()
    pilot.settle()
    rested = screen.surface.get_buffer().raw
    pilot.kiosk.screens.invalidate()
    pilot.tick()
    assert screen.surface.get_buffer().raw == rested, "nothing of it is left over"
