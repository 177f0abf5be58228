"""What the guide tells: each line with its own page, and at the end what is not as it should be."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.config.config_file import read_settings
from device.headless.pilot import Pilot
from device.ui.owner.guide_screen import MARKS
from hardware.ports import SEATS, Pointer, Seat
from tests.app.conftest import make, texts  # noqa: F401 - a fixture
from tests.app.miswired import Person
from tests.app.test_guide import WRONG, go_through, machine, person  # noqa: F401 - fixtures

FINE = "Everything is as it should be."
LOOK = "The self-test and the building guide say what to look at."
OTHER = "That was the button of the other side. Press the one at this edge."


def at(pilot: Pilot, title: str) -> Pilot:
    """Go to a page of the guide in a simulated box."""
    pilot.kiosk.screens.open("guide")
    pilot.tap("language:en")
    if title == "Touch":
        return pilot
    for x, y in MARKS:
        touch(pilot, x, y)
    pilot.tap("confirm")
    assert "Button A" in texts(pilot)
    return pilot


def touch(pilot: Pilot, x: float, y: float) -> None:
    for kind in ("down", "up"):
        pilot.inputs.put(Pointer(1, kind, x, y))  # type: ignore[arg-type]
        pilot.wait(0.1)


def on_page(pilot: Pilot, title: str) -> str:
    """Return what stands on the page, which is this one."""
    assert title in texts(pilot)
    return texts(pilot)


def test_what_did_nothing_or_was_not_heard_is_named_at_the_end(pilot: Pilot) -> None:
    """It said that everything is as it should be."""
    at(pilot, "Button A").tap("nothing")
    pilot.press("b")
    pilot.tap("nothing")
    end = on_page(pilot, "That is all")
    assert FINE not in end
    assert "Not working: button A, the speaker" in end
    assert LOOK in end and "Check the loudspeaker's plug." in end
    pilot.wait(60)
    assert on_page(pilot, "That is all") == end


@pytest.mark.parametrize("known", ["speaker", "button:b"])
def test_what_the_box_knows_not_to_work_is_named_at_the_end(known: str, pilot: Pilot) -> None:
    pilot.fail(known)
    at(pilot, "Button A")
    while "That is all" not in texts(pilot):
        pilot.tap("skip")
    assert FINE not in texts(pilot)
    assert f"Not working: {'the speaker' if known == 'speaker' else 'button B'}" in texts(pilot)
    assert LOOK in texts(pilot)


def test_what_is_said_to_work_when_asked_again_is_not_named(pilot: Pilot) -> None:
    at(pilot, "Button A").tap("nothing")
    pilot.tap("back")
    pilot.press("a")
    pilot.press("b")
    pilot.tap("nothing")
    pilot.tap("back")
    pilot.tap("skip")
    assert "Not working: the speaker" in on_page(pilot, "That is all"), "it was said, and nothing else since"
    pilot.tap("back")
    pilot.tap("yes")
    assert FINE in on_page(pilot, "That is all")
    assert "Not working" not in texts(pilot)


def test_lamps_and_panels_that_show_nothing_are_named_at_the_end(person: Callable[..., Person]) -> None:  # noqa: F811
    someone = person()
    go_through(someone, until="LampStep")
    for _ in range(3):
        someone.tap("nothing")
    go_through(someone, until="EndStep")
    assert "Not working: the lamp of button A, key panel A, key panel B" in texts(someone)
    assert FINE not in texts(someone)


def test_touch_that_stays_as_it_was_is_told_at_the_end(pilot: Pilot) -> None:
    at(pilot, "Touch")
    for _ in range(9):
        touch(pilot, 0.5, 0.5)
    pilot.tap("confirm")
    while "That is all" not in texts(pilot):
        pilot.tap("skip")
    assert FINE not in texts(pilot)
    assert "Touch stays as it was." in texts(pilot)


# A line goes with its page


def test_the_other_sides_button_is_told_on_its_own_page_alone(pilot: Pilot) -> None:
    """It stood on the next page, and on the last one."""
    at(pilot, "Button A").press("a")
    pilot.press("a")
    assert OTHER in on_page(pilot, "Button B")
    pilot.press("b")
    assert OTHER not in on_page(pilot, "Sound")


def test_a_line_goes_when_the_page_before_is_asked_again(pilot: Pilot) -> None:
    at(pilot, "Button A").press("a")
    pilot.press("a")
    pilot.tap("back")
    assert OTHER not in on_page(pilot, "Button A")


def test_touches_that_did_not_fit_are_forgotten_once_others_do(pilot: Pilot) -> None:
    at(pilot, "Touch")
    for _ in range(3):
        touch(pilot, 0.5, 0.5)
    assert "Once more, please." in on_page(pilot, "Touch")
    for x, y in MARKS:
        touch(pilot, x, y)
    assert "Once more, please." not in on_page(pilot, "How large is the screen?")


def test_a_line_does_not_go_home_with_whoever_leaves(pilot: Pilot) -> None:
    at(pilot, "Button A").press("a")
    pilot.press("a")
    pilot.press("a", "b", seconds=2.2)
    assert pilot.screen == "home"
    assert OTHER not in texts(pilot)


def test_what_is_told_as_a_page_goes_is_read_on_the_next_and_no_longer(pilot: Pilot) -> None:
    at(pilot, "Button A").tap("nothing")
    assert LOOK in on_page(pilot, "Button B")
    pilot.press("b")
    assert LOOK not in on_page(pilot, "Sound")


def test_what_others_tell_stays(pilot: Pilot) -> None:
    at(pilot, "Button A")
    pilot.kiosk.screens.notify("The counter: soup is ready")
    pilot.press("a")
    assert "The counter: soup is ready" in on_page(pilot, "Button B")


# What is said to be exchanged is exchanged


def test_buttons_that_cannot_be_exchanged_are_not_said_to_be(pilot: Pilot) -> None:
    """Both simulated buttons are alike in the config: the other side's was taken for this side's."""
    at(pilot, "Button A").press("b")
    assert OTHER in on_page(pilot, "Button A")
    pilot.press("a")
    pilot.press("b")
    pilot.tap("yes")
    assert FINE in on_page(pilot, "That is all")


def exchange(someone: Person) -> None:
    go_through(someone, until="PressStep")
    someone.press("b" if someone.box.spec.buttons[Seat.A].params["pin"] == 17 else "a")


def test_real_buttons_are_exchanged_and_that_is_kept(person: Callable[..., Person]) -> None:  # noqa: F811
    someone = person(**WRONG["buttons exchanged"])
    go_through(someone, until="EndStep")
    assert "The buttons are exchanged." in texts(someone)
    pins = [someone.box.spec.buttons[seat].params["pin"] for seat in SEATS]
    assert pins == [22, 17]
    someone.tap("save")
    settings, _ = read_settings(someone.setup.config or Path())
    assert [settings.box.buttons[seat].params["pin"] for seat in SEATS] == pins


def test_buttons_exchanged_and_back_are_not_said_to_be_exchanged(person: Callable[..., Person]) -> None:  # noqa: F811
    someone = person()
    exchange(someone)
    someone.tap("back")
    exchange(someone)
    go_through(someone, until="EndStep")
    assert FINE in texts(someone)
    pins = [someone.box.spec.buttons[seat].params["pin"] for seat in SEATS]
    assert pins == [17, 22]
