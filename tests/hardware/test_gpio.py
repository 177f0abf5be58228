"""Buttons, lamps and the buzzer on gpiozero's mock pins."""

import os
from collections.abc import Callable

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.app.sounds import BESIDE, CUES
from hardware.drivers.buzzer import MIXER_ONLY, PLAIN, TUNES, BuzzerSpeaker
from hardware.drivers.gpio import GpioButton, GpioLamp, library
from hardware.errors import PartError
from hardware.ports import ButtonEdge, Input
from hardware.registry import TABLE
from hardware.simulated.offscreen import offscreen_box
from hardware.spec import PartSpec, Wiring
from tests.hardware.conftest import only

Make = Callable[..., Wiring]


def fails(*_: object) -> None:
    raise PartError("Input/output error")


@pytest.mark.parametrize(("pull", "idle"), [("up", True), ("down", False)])
def test_a_button_is_pulled_to_where_it_is_not_pressed(
    pins: MockFactory, wiring: Make, inputs: list[Input], pull: str, idle: bool
) -> None:
    pin = pins.pin(17)
    button = GpioButton(wiring("button:a"), 17, pull)
    assert bool(pin.state) == idle
    pin.drive_low() if idle else pin.drive_high()
    assert button.pressed()
    assert inputs == [ButtonEdge("a", True, 0.0)]


def test_a_button_with_its_own_resistor_is_pressed_to_ground(pins: MockFactory, wiring: Make) -> None:
    pin = pins.pin(17)
    pin.drive_high()
    button = GpioButton(wiring("button:a"), 17, "none")
    assert not button.pressed()
    pin.drive_low()
    assert button.pressed()


def test_bounces_come_through_raw(pins: MockFactory, wiring: Make, inputs: list[Input]) -> None:
    pin = pins.pin(17)
    button = GpioButton(wiring("button:a"), 17, "up")
    for _ in range(5):
        pin.drive_low()
        pin.drive_high()
    assert len(inputs) == 10
    assert not button.pressed()


def test_a_button_held_while_the_box_starts_is_told(pins: MockFactory, wiring: Make, inputs: list[Input]) -> None:
    pins.pin(17).drive_low()
    button = GpioButton(wiring("button:a"), 17, "none")
    assert inputs == [ButtonEdge("a", True, 0.0)]
    assert button.pressed()


def test_a_button_that_could_not_be_read_at_first_gives_its_pin_back(
    pins: MockFactory, wiring: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every later try the pin was in use: by what had been let go of."""
    with monkeypatch.context() as broken:
        broken.setattr(GpioButton, "pressed", fails)
        with pytest.raises(PartError):
            GpioButton(wiring("button:a"), 17, "up")
    GpioButton(wiring("button:a"), 17, "up").close()


def test_a_pin_used_twice_is_named(pins: MockFactory, wiring: Make) -> None:
    button = GpioButton(wiring("button:a"), 17, "up")
    with pytest.raises(PartError, match="GPIO 17"):
        GpioLamp(17, False, False)
    button.close()


def test_the_backend_is_never_left_to_chance(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY")
    monkeypatch.delenv("LG_WD", raising=False)
    library()
    assert os.environ["GPIOZERO_PIN_FACTORY"] == "lgpio"
    assert os.access(os.environ["LG_WD"], os.W_OK)


def test_button_and_lamp_of_one_block_are_two_parts(pins: MockFactory) -> None:
    buttons = {"a": PartSpec("gpio", {"pin": 17, "lamp": 27}), "b": PartSpec("gpio", {"pin": 22})}
    box = offscreen_box((320, 180), lambda _: None, lambda: 0.0, only(buttons=buttons))
    assert box.faults() == ()
    assert box.works("button:a") and box.works("lamp:a") and box.works("button:b")
    assert not box.configured("lamp:b")
    box.light("a", True)
    assert pins.pin(27).state == 1
    box.close()
    assert pins.pin(27).state == 0


def test_a_lamp_breathes_by_pwm_alone_and_only_where_the_config_asks_for_it(pins: MockFactory, wiring: Make) -> None:
    """A thread that writes a pin two hundred times a second is nothing that comes unasked."""
    assert TABLE["buttons"]["gpio"].defaults()["lamp_pwm"] is False
    lamp = GpioLamp(27, inverted=False, pwm=False)
    lamp.set(True, breathing=True)
    assert pins.pin(27).state
    assert lamp._led.source is None
    lamp.close()


def test_a_lamp_that_breathes_and_cannot_be_driven_is_named(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """It failed on a thread of gpiozero's, where nobody was told."""
    lamp = GpioLamp(27, inverted=False, pwm=True)
    lamp.set(True, breathing=True)
    monkeypatch.setattr(MockPWMPin, "_set_state", fails)
    with pytest.raises(PartError, match="GPIO 27: Input/output error"):
        lamp.set(True, breathing=True)
    assert lamp._led.source is None


def test_a_buzzer_plays_its_tune_note_by_note(pins: MockFactory, wiring: Make) -> None:
    buzzer = BuzzerSpeaker(wiring("speaker"), 12)
    pin, heard, now = pins.pin(12), [], 0.0
    buzzer.play("won", 0.5)
    for _ in range(200):
        frequency = pin.frequency
        if frequency and (not heard or heard[-1] != frequency):
            heard.append(frequency)
        now += 0.01
        buzzer.tick(now)
    assert heard == [pytest.approx(frequency, abs=1) for frequency, _ in TUNES["won"]]
    assert not pin.frequency


def test_a_buzzer_at_no_volume_is_silent_and_an_unknown_cue_plain(pins: MockFactory, wiring: Make) -> None:
    buzzer = BuzzerSpeaker(wiring("speaker"), 12)
    buzzer.play("won", 0.0)
    assert not pins.pin(12).frequency
    buzzer.play("no_such_cue", 0.5)
    assert pins.pin(12).frequency == pytest.approx(PLAIN[0][0], abs=1)


def test_every_cue_of_the_game_has_a_tune_of_its_own() -> None:
    assert {*CUES, *BESIDE} - MIXER_ONLY <= set(TUNES)
    assert len(set(TUNES.values())) == len(TUNES)


def test_a_touch_cuts_no_tune_off_and_soft_notes_are_not_for_a_buzzer(pins: MockFactory, wiring: Make) -> None:
    buzzer = BuzzerSpeaker(wiring("speaker"), 12)
    buzzer.play("bed", 1.0)
    assert not pins.pin(12).frequency
    buzzer.play("won", 1.0)
    buzzer.play("touch", 1.0)
    assert pins.pin(12).frequency == pytest.approx(TUNES["won"][0][0], abs=1)


@pytest.mark.parametrize("cue", sorted(TUNES))
def test_every_tune_is_within_the_buzzers_range(pins: MockFactory, wiring: Make, cue: str) -> None:
    buzzer = BuzzerSpeaker(wiring("speaker"), 12)
    buzzer.play(cue, 1.0)
    for step in range(300):
        buzzer.tick(step * 0.01)
    assert not pins.pin(12).frequency
