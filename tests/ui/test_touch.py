"""Only meant touches count."""

import pygame
import pytest

from device.ui.kit.target import Target
from device.ui.kit.touch import Touch

HOLD = 0.6


def target(name: str, kind: str = "tap", enabled: bool = True) -> Target:
    return Target(name, pygame.Rect(0, 0, 10, 10), lambda: None, None, enabled, kind)  # type: ignore[arg-type]


CARD, OTHER, BUTTON = target("card:A", "confirm"), target("card:B", "confirm"), target("menu:a")


def touch(confirm: str = "hold") -> Touch:
    return Touch(lambda: confirm, HOLD)


def test_a_tap_counts_on_release_inside() -> None:
    fingers = touch()
    fingers.down(1, BUTTON, 0.0)
    assert fingers.up(1, BUTTON) is BUTTON


def test_sliding_off_cancels_for_good() -> None:
    fingers = touch()
    fingers.down(1, BUTTON, 0.0)
    fingers.move(1, None)
    fingers.move(1, BUTTON)
    assert fingers.up(1, BUTTON) is None


def test_sliding_onto_a_target_is_no_touch_of_it() -> None:
    fingers = touch()
    fingers.down(1, None, 0.0)
    assert fingers.up(1, BUTTON) is None


def test_a_disabled_target_does_nothing() -> None:
    fingers = touch()
    fingers.down(1, target("x", enabled=False), 0.0)
    assert fingers.up(1, target("x", enabled=False)) is None


def test_a_card_is_selected_at_once_and_confirmed_when_the_ring_is_full() -> None:
    fingers = touch()
    fingers.down(1, CARD, 1.0)
    assert fingers.selected == "card:A"
    assert fingers.tick(1.0 + HOLD / 2) is None
    assert fingers.progress(1.0 + HOLD / 2) == pytest.approx(0.5)
    assert fingers.tick(1.0 + HOLD) is CARD
    assert fingers.tick(1.0 + 2 * HOLD) is None
    assert fingers.up(1, CARD) is None


def test_a_short_touch_selects_and_does_not_guess() -> None:
    fingers = touch()
    fingers.down(1, CARD, 0.0)
    assert fingers.up(1, CARD) is None
    assert fingers.selected == "card:A"
    assert fingers.tick(9.0) is None


def test_two_cards_at_once_are_none() -> None:
    fingers = touch()
    fingers.down(1, CARD, 0.0)
    fingers.down(2, OTHER, 0.1)
    assert fingers.tick(5.0) is None
    assert fingers.selected is None
    fingers.up(2, OTHER)
    assert fingers.tick(6.0) is None


def test_sliding_off_a_card_cancels_its_guess() -> None:
    fingers = touch()
    fingers.down(1, CARD, 0.0)
    fingers.move(1, OTHER)
    assert fingers.tick(5.0) is None
    assert fingers.selected is None


def test_second_tap_confirms_only_the_same_card() -> None:
    fingers = touch("second_tap")
    for card, meant in ((CARD, None), (OTHER, None), (CARD, None), (CARD, CARD)):
        fingers.down(1, card, 0.0)
        assert fingers.tick(9.0) is None
        assert fingers.up(1, card) is meant


def test_instant_confirms_on_release() -> None:
    fingers = touch("instant")
    fingers.down(1, CARD, 0.0)
    assert fingers.up(1, CARD) is CARD


def test_what_was_down_when_the_screen_changed_means_nothing() -> None:
    fingers = touch()
    fingers.down(1, BUTTON, 0.0)
    fingers.down(2, CARD, 0.0)
    fingers.swallow()
    assert fingers.tick(9.0) is None
    assert fingers.up(1, BUTTON) is None
    fingers.down(1, BUTTON, 10.0)
    assert fingers.up(1, BUTTON) is BUTTON


def test_both_sides_may_touch_at_once() -> None:
    fingers = touch()
    other = target("confirm:b")
    fingers.down(1, BUTTON, 0.0)
    fingers.down(2, other, 0.0)
    assert fingers.up(1, BUTTON) is BUTTON
    assert fingers.up(2, other) is other
