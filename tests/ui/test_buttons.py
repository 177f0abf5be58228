"""What two buttons mean."""

import pytest

from device.app.buttons import BOTH, LONG, SHORT, Buttons, Gesture
from device.rules.model import Side
from hardware.ports import Seat


class Held:
    """The levels a test says the buttons have."""

    def __init__(self) -> None:
        self.down = {Seat.A, Seat.B}

    def __call__(self, side: Side) -> bool:
        return side in self.down


def test_a_short_press_acts_on_release() -> None:
    buttons = Buttons(Held())
    buttons.down(Seat.A, 1.0, "guess")
    assert buttons.tick(1.1) is None
    assert buttons.up(Seat.A, 1.3, "guess") == Gesture("press", Seat.A)


@pytest.mark.parametrize("seconds", [SHORT, SHORT + 1, LONG - 0.1])
def test_too_long_is_a_slow_press(seconds: float) -> None:
    """Also where its level is gone before its edge, which waits until it no longer bounces."""
    held = Held()
    buttons = Buttons(held)
    buttons.down(Seat.B, 1.0, "guess")
    held.down.clear()
    assert buttons.tick(1.0 + seconds) is None
    assert buttons.up(Seat.B, 1.0 + seconds, "guess") == Gesture("slow", Seat.B)


def test_both_held_too_short_for_an_undo_mean_nothing() -> None:
    buttons = Buttons(Held())
    buttons.down(Seat.A, 0.0, "guess")
    buttons.down(Seat.B, 0.2, "guess")
    assert buttons.up(Seat.A, BOTH - 0.1, "guess") is None
    assert buttons.up(Seat.B, BOTH - 0.1, "guess") is None


def test_a_press_while_the_other_side_lets_go_of_a_slow_one_counts() -> None:
    """It was taken for a hold of both, too short for an undo: neither did anything, and nobody was told."""
    buttons = Buttons(Held())
    buttons.down(Seat.A, 0.0, "guess")
    buttons.down(Seat.B, 0.5, "guess")
    assert buttons.up(Seat.A, 0.7, "guess") == Gesture("slow", Seat.A)
    assert buttons.up(Seat.B, 0.8, "guess") == Gesture("press", Seat.B)


def test_a_slow_press_beside_a_button_that_is_stuck_is_told() -> None:
    buttons = Buttons(Held())
    buttons.down(Seat.A, 0.0, "guess")
    assert buttons.tick(LONG) == Gesture("menu", Seat.A)
    buttons.down(Seat.B, 10.0, "guess")
    assert buttons.up(Seat.B, 11.0, "guess") == Gesture("slow", Seat.B)


def test_a_button_that_is_stuck_takes_no_menu_from_the_other_side() -> None:
    """Both were taken for held, also after the stuck one had been used up: the other one opened no menu any more."""
    buttons = Buttons(Held())
    buttons.down(Seat.A, 0.0, "guess")
    assert buttons.tick(LONG) == Gesture("menu", Seat.A)
    assert not buttons.waiting
    buttons.down(Seat.B, 10.0, "guess")
    assert buttons.tick(10.0 + BOTH) is None
    assert buttons.waiting
    assert buttons.tick(10.0 + LONG) == Gesture("menu", Seat.B)
    assert not buttons.waiting


@pytest.mark.parametrize("seconds", [0.1, SHORT + 1])
def test_in_another_phase_it_is_no_press(seconds: float) -> None:
    buttons = Buttons(Held())
    buttons.down(Seat.B, 1.0, "guess")
    assert buttons.up(Seat.B, 1.0 + seconds, "clue") is None


def test_one_held_long_opens_its_menu_once() -> None:
    buttons = Buttons(Held())
    buttons.down(Seat.B, 0.0, "guess")
    assert buttons.tick(LONG - 0.01) is None
    assert buttons.tick(LONG) == Gesture("menu", Seat.B)
    assert buttons.tick(LONG + 1) is None
    assert buttons.up(Seat.B, LONG + 1, "guess") is None


def test_both_held_ask_for_an_undo_and_no_menu() -> None:
    buttons = Buttons(Held())
    buttons.down(Seat.A, 0.0, "guess")
    buttons.down(Seat.B, 1.0, "guess")
    assert buttons.tick(1.0 + BOTH - 0.01) is None
    asked = buttons.tick(1.0 + BOTH)
    assert asked is not None and asked.what == "undo"
    assert buttons.tick(9.0) is None
    assert buttons.up(Seat.A, 9.0, "guess") is None
    assert buttons.tick(12.0) is None


def test_a_lost_release_ends_the_hold() -> None:
    held = Held()
    buttons = Buttons(held)
    buttons.down(Seat.A, 0.0, "guess")
    held.down.clear()
    assert buttons.tick(LONG) is None
    assert not buttons.waiting


def test_a_press_begun_on_another_screen_means_nothing() -> None:
    buttons = Buttons(Held())
    buttons.down(Seat.A, 0.0, "guess")
    buttons.swallow()
    assert buttons.up(Seat.A, 0.2, "guess") is None
