"""What the guide tells: each line with its own page, and at the end what is not as it should be."""

from device.headless.pilot import Pilot
from device.ui.owner.guide_screen import MARKS
from hardware.ports import Pointer
from tests.app.conftest import make, texts  # noqa: F401 - a fixture
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
