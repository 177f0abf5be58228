"""Clean presses out of bouncing contacts, glitches and lost edges."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import SETTLE_SECONDS, Debouncer
from hardware.keyboard import Keyboard
from hardware.ports import ButtonEdge, Seat


class Contact:
    """What the level reads now."""

    def __init__(self) -> None:
        self.down = False

    def pressed(self, seat: Seat) -> bool:
        return self.down and seat == "a"


def down(at: float) -> ButtonEdge:
    return ButtonEdge("a", True, at)


def up(at: float) -> ButtonEdge:
    return ButtonEdge("a", False, at)


def test_a_bouncing_press_is_one_press_timed_by_the_last_bounce() -> None:
    contact = Contact()
    buttons = Debouncer(contact.pressed)
    contact.down = True
    for edge in (down(1.0), up(1.003), down(1.005)):
        buttons.feed(edge)
    assert buttons.tick(1.01) == ()
    assert buttons.tick(1.03) == (down(1.005),)
    assert buttons.tick(1.05) == ()


def test_a_glitch_shorter_than_the_settling_time_is_nothing() -> None:
    contact = Contact()
    buttons = Debouncer(contact.pressed)
    buttons.feed(down(1.0))
    buttons.feed(up(1.01))
    assert buttons.tick(1.1) == ()


def test_a_press_and_release_within_one_tick_are_both_told() -> None:
    buttons = Debouncer(Contact().pressed)
    buttons.feed(down(1.0))
    buttons.feed(up(1.1))
    assert buttons.tick(1.2) == (down(1.0), up(1.1))


def test_a_key_pressed_and_released_before_a_slow_tick_is_a_press() -> None:
    keyboard = Keyboard()
    buttons = Debouncer(lambda seat: seat == "a" and keyboard.pressed("1"))
    keyboard.bind("1", lambda pressed, at: buttons.feed(ButtonEdge("a", pressed, at)))
    keyboard.feed("1", True, 5.0)
    keyboard.feed("1", False, 5.0)
    edges = buttons.tick(5.0) + buttons.tick(5.1)
    assert [edge.down for edge in edges] == [True, False]


def test_a_lost_release_edge_is_found_by_the_level() -> None:
    contact = Contact()
    buttons = Debouncer(contact.pressed)
    contact.down = True
    buttons.feed(down(1.0))
    buttons.tick(1.05)
    contact.down = False
    buttons.tick(3.6)
    assert buttons.tick(3.65) == (up(3.6),)


def test_a_lost_release_does_not_swallow_the_next_press() -> None:
    contact = Contact()
    buttons = Debouncer(contact.pressed)
    contact.down = True
    buttons.feed(down(1.0))
    buttons.tick(1.1)
    contact.down = False
    buttons.tick(2.0)
    buttons.tick(2.1)
    contact.down = True
    buttons.feed(down(3.0))
    assert buttons.tick(3.1) == (down(3.0),)


def test_the_sides_do_not_disturb_each_other() -> None:
    buttons = Debouncer(lambda seat: True)
    buttons.feed(down(1.0))
    buttons.feed(ButtonEdge("b", True, 1.01))
    assert buttons.tick(1.5) == (down(1.0), ButtonEdge("b", True, 1.01))


@given(st.lists(st.tuples(st.booleans(), st.floats(0.001, 0.5)), max_size=40))
def test_clean_edges_always_alternate_and_stand_for_the_settling_time(steps: list[tuple[bool, float]]) -> None:
    contact = Contact()
    buttons = Debouncer(contact.pressed)
    now, clean = 0.0, []
    for level, wait in steps:
        if level != contact.down:
            contact.down = level
            buttons.feed(ButtonEdge("a", level, now))
        now += wait
        clean += buttons.tick(now)
    assert [edge.down for edge in clean] == [index % 2 == 0 for index in range(len(clean))]
    assert all(later.at - earlier.at >= SETTLE_SECONDS for earlier, later in itertools.pairwise(clean))
