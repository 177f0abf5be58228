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


@pytest.mark.parametrize("confirm", ["hold", "instant", "second_tap"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_hand_that_lies_on_cards_guesses_none(count: int, confirm: str) -> None:
    """The third and the fifth finger were fresh again, and guessed."""
    fingers, cards = touch(confirm), [target(f"card:{n}", "confirm", n != 1) for n in range(count)]
    for _ in range(2):
        for number, card in enumerate(cards):
            fingers.down(number, card, 0.2 * number)
            assert fingers.tick(0.2 * number) is None
        assert fingers.tick(9.0) is None
        assert fingers.selected is None
        for number, card in enumerate(cards):
            assert fingers.up(number, card) is None
            assert fingers.tick(19.0) is None


def test_a_card_counts_again_only_when_no_other_finger_lies_on_one() -> None:
    """One finger of two rested, and the lifted one guessed when it came back."""
    fingers = touch()
    fingers.down(1, CARD, 0.0)
    fingers.down(2, OTHER, 0.1)
    for again in (1.0, 3.0):
        fingers.up(2, OTHER)
        fingers.down(2, OTHER, again)
        assert fingers.tick(again + HOLD) is None
        assert fingers.refusal(again + HOLD) == OTHER.name
        assert fingers.crowded
    fingers.up(1, CARD)
    assert fingers.tick(8.0) is None
    fingers.up(2, OTHER)
    fingers.down(2, OTHER, 9.0)
    assert fingers.tick(10.0) is OTHER
    fingers.down(3, CARD, 11.0)
    assert fingers.tick(12.0) is None


def test_a_finger_that_slides_onto_a_second_card_takes_the_first_back() -> None:
    fingers = touch()
    fingers.down(1, CARD, 0.0)
    fingers.down(2, None, 0.1)
    fingers.move(2, OTHER)
    assert fingers.tick(5.0) is None


def test_a_palm_beside_the_cards_stops_none() -> None:
    fingers = touch()
    fingers.down(1, None, 0.0)
    fingers.down(2, CARD, 0.0)
    assert fingers.tick(HOLD) is CARD


def test_a_finger_never_seen_to_lift_keeps_no_card_once_the_page_is_left() -> None:
    fingers = touch()
    fingers.down(1, OTHER, 0.0)
    fingers.swallow()
    fingers.leave()
    fingers.down(2, CARD, 1.0)
    assert fingers.tick(1.0 + HOLD) is CARD


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
