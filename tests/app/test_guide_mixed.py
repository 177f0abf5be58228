"""The guide at boxes whose two sides have parts of different kinds, exchanged at any point, forth and back."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest
import yaml

from device.app.tick_guard import TickGuard
from device.config.config_file import read_settings
from device.headless.pilot import Pilot
from device.ui.owner.guide import Guide
from device.ui.owner.guide_lights import ColourStep, PlaceStep
from hardware.led_finder import can_be_placed, has_order
from hardware.ports import SEATS, Seat
from hardware.spec import PartSpec
from tests.app.conftest import make, texts  # noqa: F401 - a fixture

SPI = {"driver": "ws281x_spi", "bus": 0, "device": 0, "first": 0}
CLOCKED = {"driver": "clocked_spi", "bus": 1, "device": 0}
PWM = {"driver": "ws281x_pwm", "pin": 12}
LUMA = {"driver": "luma", "device": "st7789", "port": 1, "chip": 1, "dc": 24, "rst": 25, "width": 240, "height": 240}
I2C = {"driver": "luma", "device": "ssd1306", "interface": "i2c", "turn": 90}
PANELS = {
    "spi": SPI,
    "rgbw": {**SPI, "order": "GRBW"},
    "bgr": {**SPI, "order": "BGR"},
    "clocked": CLOCKED,
    "pwm": PWM,
    "luma": LUMA,
    "i2c": I2C,
    "simulated": {"driver": "simulated"},
    "none": {"driver": "none"},
}
BUTTONS = {
    "gpio": {"driver": "gpio", "pin": 5, "lamp": 6},
    "unlit": {"driver": "gpio", "pin": 5},
    "key": {"driver": "key", "key": "a", "lamp": 6, "lamp_inverted": True},
    "gamepad": {"driver": "gamepad", "button": 0},
    "simulated": {"driver": "simulated"},
    "none": {"driver": "none"},
}
OTHER_BUTTON = {"pin": 22, "lamp": 23, "key": "b", "button": 1}
Guided = Callable[..., Pilot]


@pytest.fixture
def guided(make: Callable[..., Pilot], tmp_path: Path) -> Guided:  # noqa: F811
    """Return what begins the guide at a box with these parts; none where there can be no such box."""

    def one(panels: tuple[str, str], buttons: tuple[str, str] = ("gpio", "gpio")) -> Pilot | None:
        config = tmp_path / f"{'-'.join(panels + buttons)}.yaml"
        a, b = (dict(PANELS[kind]) for kind in panels)
        if a["driver"] == b["driver"]:
            b.update(
                {"ws281x_spi": {"first": 25}, "clocked_spi": {"first": 25}, "ws281x_pwm": {"first": 25}}.get(
                    str(b["driver"]), {}
                )
            )
        mine, theirs = (dict(BUTTONS[kind]) for kind in buttons)
        theirs.update({name: value for name, value in OTHER_BUTTON.items() if name in theirs})
        content = {
            "screen": {"driver": "kmsdrm", "size_mm": [154, 86], "rotate": 0},
            "key_panels": {"a": a, "b": b},
            "buttons": {"a": mine, "b": theirs},
        }
        config.write_text(yaml.safe_dump(content), encoding="utf-8")
        settings, faults = read_settings(config)
        if faults:
            return None
        pilot = make(language="en", settings=settings, config=config)
        pilot.kiosk.screens.open("guide")
        pilot.settle()
        return pilot

    return one


def guide_of(pilot: Pilot) -> Guide:
    guide = pilot.kiosk.screens.top
    assert isinstance(guide, Guide)
    return guide


def turn_to(pilot: Pilot, title: str) -> str:
    """Go to the page of a title, skipping the others; return what stands there."""
    for _ in range(20):
        if guide_of(pilot)._step.title == title:
            return texts(pilot)
        guide_of(pilot)._skip()
        pilot.settle()
    raise AssertionError(title)


def tap(pilot: Pilot, *names: str) -> None:
    for name in names:
        pilot.tap(name)
        pilot.wait(0.3)


FLIPPED = ("light:20", "light:24", "light:15")
OTHER_END = ("colour:green", "colour:blue")


def test_colours_are_asked_about_the_panel_that_is_at_that_side_now(guided: Guided) -> None:
    """The step of colours stayed at side A, where there was a display by then: KeyError, and the program ended."""
    pilot = guided(("spi", "luma"))
    turn_to(pilot, "Key panel A")
    tap(pilot, "other", "skip", "skip")
    assert "Colours B" in texts(pilot)
    tap(pilot, *OTHER_END)
    assert "Key panel B: the colours are right: RGB." in turn_to(pilot, "That is all")
    panels = guide_of(pilot).draft.settings.box.key_panels
    assert (panels[Seat.A].driver, panels[Seat.B].params["order"]) == ("luma", "RGB")


def test_panels_exchanged_and_back_are_asked_as_they_were(guided: Guided) -> None:
    pilot = guided(("spi", "luma"))
    turn_to(pilot, "Key panel A")
    tap(pilot, "other", "skip", "skip")
    tap(pilot, "back", "back", "other", "skip", "skip")
    assert "Colours A" in texts(pilot)


def test_two_kinds_of_one_order_are_asked_each(guided: Guided) -> None:
    """What was seen of the strip was taken for the other panel's, which is another make."""
    pilot = guided(("bgr", "clocked"))
    turn_to(pilot, "Colours A")
    tap(pilot, *OTHER_END)
    assert "Colours B" in texts(pilot)
    orders = [guide_of(pilot).draft.settings.box.key_panels[seat].params["order"] for seat in SEATS]
    assert orders == ["BRG", "BGR"]


def test_a_panel_that_comes_to_the_others_order_is_not_changed_with_it(guided: Guided) -> None:
    """A came to be what B was; then what was seen of B was put on both."""
    pilot = guided(("spi", "bgr"))
    turn_to(pilot, "Colours A")
    tap(pilot, "colour:blue", "colour:green")
    tap(pilot, "colour:green", "colour:red")
    end = turn_to(pilot, "That is all")
    orders = [guide_of(pilot).draft.settings.box.key_panels[seat].params["order"] for seat in SEATS]
    for seat, order in zip("AB", orders, strict=True):
        assert f"Key panel {seat}: the colours are right: {order}." in end
    assert orders[0] == "RBG"


def test_the_end_names_the_panel_by_the_side_it_came_to(guided: Guided) -> None:
    """Lights put right at A went with their panel to B, and the end said A."""
    pilot = guided(("spi", "spi"))
    turn_to(pilot, "Key panel A")
    tap(pilot, *FLIPPED)
    tap(pilot, "back", "other")
    end = turn_to(pilot, "That is all")
    assert "The key panels are exchanged. Key panel B: the lights are where they should be." in end
    assert "Key panel A" not in end
    pilot.kiosk.screens.top._go(guide_of(pilot)._at - 1)
    while guide_of(pilot)._step.title != "Key panel A":
        tap(pilot, "back")
    tap(pilot, "other")
    end = turn_to(pilot, "That is all")
    assert "Key panel A: the lights are where they should be." in end
    assert "exchanged" not in end and "Key panel B" not in end


def test_colours_put_right_go_with_their_panel(guided: Guided) -> None:
    pilot = guided(("spi", "luma"))
    turn_to(pilot, "Colours A")
    tap(pilot, *OTHER_END)
    while guide_of(pilot)._step.title != "Key panel A":
        tap(pilot, "back")
    tap(pilot, "other")
    assert "Key panel B: the colours are right: RGB." in turn_to(pilot, "That is all")


def test_panels_that_are_exchanged_are_asked_anew_whether_they_show_anything(guided: Guided) -> None:
    """The end said that panel A does not work, where nothing had been lit; by then it was seen to be the other."""
    pilot = guided(("spi", "luma"))
    turn_to(pilot, "Key panel A")
    tap(pilot, "nothing", "back", "other")
    assert "Not working" not in turn_to(pilot, "That is all")


def test_an_answer_that_throws_ends_no_box_and_leaves_it_as_it_was(
    guided: Guided, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = guided(("spi", "luma"))
    lines: list[str] = []
    pilot.kiosk.on_failure = TickGuard(lines.append).failed
    before = pilot.box.spec
    turn_to(pilot, "Key panel A")
    tap(pilot, "other")
    monkeypatch.setattr(PlaceStep, "_at", lambda *_: {}["order"])
    pilot.tap("light:0")
    assert pilot.screen == "home"
    assert "Something went wrong on that page. Nothing is lost." in texts(pilot)
    assert len(lines) == 1 and "KeyError" in lines[0]
    assert pilot.box.spec == before


# Whatever is answered


def asked_truly(guide: Guide) -> None:
    """See that what is asked can be asked of the part that is at that side now."""
    panels, step = guide.draft.settings.box.key_panels, guide._step
    if isinstance(step, PlaceStep):
        assert can_be_placed(panels[step.seat])
    if isinstance(step, ColourStep):
        assert has_order(panels[step.seat])


def answer(pilot: Pilot, chance: Random) -> None:
    """Touch or press anything the page has; go on more often than back."""
    guide = guide_of(pilot)
    names = [target.name for target in pilot.kiosk.frame.targets if target.enabled]
    if guide._step.title == "Touch" or not names or chance.random() < 0.1:
        guide.press(chance.choice(SEATS)) if guide.lit() else guide._skip()
        pilot.settle()
        return
    lights = [name for name in names if name.startswith("light:")]
    rest = [name for name in names if name not in lights and name != "back" and not name.startswith("language:")]
    if lights and chance.random() < 0.5:
        tap(pilot, *(name for name in FLIPPED if isinstance(guide._step, PlaceStep) and name in lights))
    elif guide._at and "back" in names and chance.random() < 0.3:
        tap(pilot, "back")
    else:
        tap(pilot, chance.choice(rest or ["skip"]))


def words_are_true(guide: Guide, begun: tuple[PartSpec, ...]) -> None:
    """See that the end tells of each panel what became of it."""
    panels, told = guide.draft.settings.box.key_panels, guide._step.lines
    now = tuple(panels[seat].driver for seat in SEATS)
    exchanged = "The key panels are exchanged." in told
    if begun[0].driver != begun[1].driver:
        assert exchanged is (now != tuple(panel.driver for panel in begun))
    for seat in SEATS:
        was = begun[SEATS.index(seat.other if exchanged else seat)]
        order = panels[seat].params.get("order")
        name = f"Key panel {str(seat).upper()}: "
        if order != was.params.get("order"):
            assert f"{name}the colours are right: {order}." in told or f"panels are right: {order}." in told
        if any(panels[seat].params.get(each) != was.params.get(each) for each in ("layout", "corner", "turn")):
            assert f"{name}the lights are where they should be." in told
        elif f"{name}the" in told:
            assert can_be_placed(panels[seat])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("panels", list(product(PANELS, PANELS)), ids="-".join)
def test_whatever_is_answered_of_any_two_kinds(panels: tuple[str, str], seed: int, guided: Guided) -> None:
    chance = Random(f"{panels}{seed}")
    kinds = tuple(BUTTONS)
    buttons = (chance.choice(kinds), chance.choice(kinds))
    pilot = guided(panels, buttons)
    if pilot is None:
        return
    guide, config = guide_of(pilot), pilot.setup.config
    assert config is not None
    begun = tuple(guide.draft.settings.box.key_panels[seat] for seat in SEATS)
    guide._go(chance.randrange(4, len(guide._steps) - 1))
    pilot.settle()
    for _ in range(25):
        if pilot.kiosk.screens.top is not guide or guide._last:
            break
        asked_truly(guide)
        answer(pilot, chance)
    if pilot.kiosk.screens.top is not guide:
        return
    while not guide._last:
        guide._skip()
    pilot.settle()
    words_are_true(guide, begun)
    found = guide.draft.settings
    tap(pilot, "save")
    assert pilot.screen == "home"
    settings, faults = read_settings(config)
    assert not faults
    assert settings.box.key_panels == found.box.key_panels
    assert settings.box.buttons == found.box.buttons
