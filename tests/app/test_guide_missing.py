"""The guide at a box whose parts are known not to work: it says so, and asks about them once they do."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.config.config_file import read_settings
from device.headless.pilot import Pilot
from device.ui.owner.guide import Guide
from hardware.ports import SEATS
from tests.app.conftest import make, texts  # noqa: F401 - a fixture
from tests.app.test_guide import CONFIG

PLAYED, LIT, PRESS = "A tone was played.", "One light is lit", "Press the button"
TOLD = "Check its plug and wires, or go on without it."
TURNED = CONFIG.replace("driver: kmsdrm,", "driver: kmsdrm, rotate: 0,")
ESCAPE = "Both buttons held for two seconds"


@pytest.fixture
def guided(make: Callable[..., Pilot], tmp_path: Path) -> Callable[..., Pilot]:  # noqa: F811
    """Return what begins the guide at a box some of whose parts fail."""
    config = tmp_path / "config.yaml"
    config.write_text(TURNED, encoding="utf-8")

    def one(*failing: str) -> Pilot:
        pilot = make(language="en", settings=read_settings(config)[0], config=config)
        for part in failing:
            pilot.fail(part)
        pilot.kiosk.screens.open("guide")
        pilot.settle()
        return pilot

    return one


def turn_to(pilot: Pilot, title: str) -> str:
    """Go to the page of a title; return what stands there."""
    guide = pilot.kiosk.screens.top
    assert isinstance(guide, Guide)
    for at in range(len(guide._steps)):
        if guide._step.title == title:
            break
        guide._go(at)
    pilot.settle()
    assert title in texts(pilot)
    return texts(pilot)


@pytest.mark.parametrize(
    ("part", "title", "named", "untrue"),
    [
        ("speaker", "Sound", "the speaker", PLAYED),
        ("panel:a", "Key panel A", "key panel A", LIT),
        ("panel:b", "Key panel B", "key panel B", LIT),
        ("panel:a", "Colours A", "key panel A", "Which colour"),
        ("button:b", "Button B", "button B", PRESS),
        ("lamp:a", "Lamp A", "the lamp of button A", "should be lit"),
    ],
)
def test_a_part_that_fails_is_not_asked_about_before_it_works(
    part: str, title: str, named: str, untrue: str, guided: Callable[..., Pilot]
) -> None:
    """A tone was said to be played without a sound card, a light to be lit on a panel that never opened."""
    pilot = guided(part)
    page = turn_to(pilot, title)
    assert f"Not working: {named}." in page and TOLD in page and untrue not in page
    pilot.tap("again")
    assert TOLD in texts(pilot) and untrue not in texts(pilot)
    pilot.mend(part)
    assert untrue in texts(pilot) and "Not working" not in texts(pilot)


def test_a_part_that_stops_while_it_is_asked_about_is_said_to(guided: Callable[..., Pilot]) -> None:
    pilot = guided()
    turn_to(pilot, "Key panel A")
    pilot.fail("panel:a")
    assert "Not working: key panel A." in texts(pilot) and LIT not in texts(pilot)
    turn_to(pilot, "Sound")
    pilot.box.recordings["speaker"].fail()
    pilot.tap("tone")
    assert "Not working: the speaker." in texts(pilot) and PLAYED not in texts(pilot)


def test_a_tone_that_could_not_be_played_is_played_when_it_is_asked_for_again(guided: Callable[..., Pilot]) -> None:
    """A sound card that is plugged in late is heard at once; the box itself looks for it every few seconds only."""
    pilot = guided("speaker")
    turn_to(pilot, "Sound")
    speaker = pilot.box.recordings["speaker"]
    speaker.mend()
    pilot.tap("again")
    assert PLAYED in texts(pilot)
    assert [*speaker.cues].count("start") == 1


def test_one_goes_on_without_a_part_and_the_end_names_it_if_it_still_fails(guided: Callable[..., Pilot]) -> None:
    pilot = guided("speaker")
    turn_to(pilot, "Sound")
    pilot.tap("on")
    assert "Not working: the speaker." in turn_to(pilot, "That is all")
    pilot.mend("speaker")
    assert "Everything is as it should be." in texts(pilot)


def test_no_page_promises_a_button_where_none_works(guided: Callable[..., Pilot]) -> None:
    """The page of the rings said that a button skips it, and nothing else can be touched there."""
    pilot = guided("button:a", "button:b")
    for title in ("Language", "Which way up?", "Touch"):
        page = turn_to(pilot, title)
        assert "button" not in page.lower()
    for part in ("button:a", "button:b"):
        pilot.mend(part)
    assert "A button skips this." in turn_to(pilot, "Touch")
    assert "A button goes to the next one." in turn_to(pilot, "Language")
    assert "or press a button" in turn_to(pilot, "Which way up?")


@pytest.mark.parametrize("seat", SEATS)
def test_both_buttons_lead_out_only_where_both_work(seat: str, guided: Callable[..., Pilot]) -> None:
    pilot = guided(f"button:{seat}")
    assert ESCAPE not in turn_to(pilot, "Language")
    pilot.mend(f"button:{seat}")
    assert ESCAPE in texts(pilot)
