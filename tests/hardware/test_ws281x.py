"""The LED drivers, by the bytes they send and the calls they make."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware import pi
from hardware.drivers.spi_leds import TRANSFER_BYTES
from hardware.drivers.ws281x_pwm import Ws281xPwm
from hardware.drivers.ws281x_spi import BITS, LATCH, SPEED_HZ, Ws281xSpi
from hardware.errors import PartError
from hardware.guard import RETRY_SECONDS
from hardware.palette import MIN_LIT, milliamps
from hardware.ports import DARK, Cell
from hardware.registry import TABLE
from hardware.simulated.offscreen import offscreen_box
from hardware.spec import BoxSpec, Leds, PartSpec, Wiring
from tests.hardware.conftest import only
from tests.hardware.fakes import PwmLibrary, SpiLibrary, decode

BRIGHT = BoxSpec(leds=Leds(brightness=1.0, max_milliamps=900))
ONE_AGENT = (Cell("agent"), *[DARK] * 24)
Open = Callable[..., Any]


@pytest.fixture
def spi_panel(wiring: Callable[..., Wiring], spi: SpiLibrary) -> Open:
    def opened(part: str = "panel:a", spec: BoxSpec = BRIGHT, **params: Any) -> Ws281xSpi:
        return Ws281xSpi(wiring(part, spec), **(TABLE["key_panels"]["ws281x_spi"].defaults() | params))

    return opened


@pytest.fixture
def pwm_panel(wiring: Callable[..., Wiring], pwm: PwmLibrary) -> Open:
    def opened(part: str = "panel:a", spec: BoxSpec = BRIGHT, **params: Any) -> Ws281xPwm:
        return Ws281xPwm(wiring(part, spec), **(TABLE["key_panels"]["ws281x_pwm"].defaults() | params))

    return opened


def test_each_bit_is_a_byte_of_6_4_megahertz() -> None:
    assert len(BITS) == 256
    assert BITS[0b10100000] == bytes([0xF0, 0xC0, 0xF0, 0xC0, 0xC0, 0xC0, 0xC0, 0xC0])
    assert BITS[255] == b"\xf0" * 8 and BITS[0] == b"\xc0" * 8


def test_a_frame_stands_between_280_microseconds_of_zeros() -> None:
    sent = Ws281xSpi.encode(bytes([1, 2, 3]))
    assert len(LATCH) * 8 / SPEED_HZ >= 280e-6
    assert decode(sent, len(LATCH)) == [1, 2, 3]


def test_leds_are_dark_from_the_start_and_at_the_end(spi_panel: Open, spi: SpiLibrary) -> None:
    panel = spi_panel()
    assert decode(spi.transfers[-1], len(LATCH)) == [0] * 75
    panel.show(ONE_AGENT)
    assert decode(spi.transfers[-1], len(LATCH)) == [72, 0, 100] + [0] * 72
    panel.close()
    assert decode(spi.transfers[-1], len(LATCH)) == [0] * 75
    assert spi.files[-1].closed
    sent = len(spi.transfers)
    panel.close()
    assert len(spi.transfers) == sent


def test_the_device_is_set_up_as_the_leds_need_it(spi_panel: Open, spi: SpiLibrary) -> None:
    spi_panel(bus=1, device=2)
    assert (spi.files[0].place, spi.files[0].max_speed_hz, spi.files[0].mode) == ((1, 2), 6_400_000, 0)


@pytest.mark.parametrize(
    ("order", "bytes_sent"),
    [("GRB", [72, 0, 100]), ("RGB", [0, 72, 100]), ("BGR", [100, 72, 0]), ("GRBW", [72, 0, 100, 0])],
)
def test_colours_go_in_the_leds_order(spi_panel: Open, spi: SpiLibrary, order: str, bytes_sent: list[int]) -> None:
    spi_panel(order=order).show(ONE_AGENT)
    sent = decode(spi.transfers[-1], len(LATCH))
    assert sent[: len(order)] == bytes_sent
    assert len(sent) == 25 * len(order)


def test_a_turned_matrix_lights_the_right_led(spi_panel: Open, spi: SpiLibrary) -> None:
    spi_panel(layout="rows", corner="top_left", turn=180).show(ONE_AGENT)
    sent = decode(spi.transfers[-1], len(LATCH))
    assert sent[72:] == [72, 0, 100]
    assert not any(sent[:72])


def test_two_chained_panels_share_one_line(spi_panel: Open, spi: SpiLibrary) -> None:
    one, other = spi_panel("panel:a"), spi_panel("panel:b", first=25)
    assert len(spi.files) == 1
    other.show(ONE_AGENT)
    one.show((Cell("assassin"), *[DARK] * 24))
    sent = decode(spi.transfers[-1], len(LATCH))
    assert sent[:3] == [236, 216, 255]
    assert sent[75:78] == [72, 0, 100]
    one.close()
    assert decode(spi.transfers[-1], len(LATCH)) == [0] * 75 + [72, 0, 100] + [0] * 72
    assert not spi.files[0].closed
    other.close()
    assert spi.files[0].closed


def test_both_panels_and_their_latches_fit_one_transfer(spi_panel: Open, spi: SpiLibrary) -> None:
    spi_panel("panel:a", first=0, order="GRBW")
    spi_panel("panel:b", first=25, order="GRBW")
    assert len(spi.transfers[-1]) <= TRANSFER_BYTES
    spi_panel("panel:c", first=149 - 25 - 40, order="GRBW")
    with pytest.raises(PartError, match="too far"):
        spi_panel("panel:d", first=149 - 25, order="GRBW")


def test_149_leds_are_what_one_transfer_holds() -> None:
    assert len(Ws281xSpi.encode(bytes(149 * 3))) <= TRANSFER_BYTES


def test_two_devices_of_a_bus_are_one_line(spi_panel: Open, spi: SpiLibrary) -> None:
    """The LEDs do not see the chip select: sent apart, both panels would show the key that was sent last."""
    spi_panel("panel:a")
    with pytest.raises(PartError, match="belongs to the other panel"):
        spi_panel("panel:b", device=1)
    spi_panel("panel:b", device=1, first=25)
    assert [file.place for file in spi.files] == [(0, 0)]


def test_panels_that_claim_the_same_leds_are_refused(spi_panel: Open) -> None:
    spi_panel("panel:a")
    with pytest.raises(PartError, match="belongs to the other panel"):
        spi_panel("panel:b", first=20)
    with pytest.raises(PartError, match="same kind"):
        spi_panel("panel:b", first=25, order="GRBW")


def test_what_is_sent_keeps_the_cap_and_lit_channels_at_three(spi_panel: Open, spi: SpiLibrary) -> None:
    spec = BRIGHT._replace(leds=Leds(brightness=1.0, max_milliamps=200))
    spi_panel(spec=spec, order="RGB").show((Cell("assassin"),) * 13 + (Cell("bystander"),) * 12)
    sent = decode(spi.transfers[-1], len(LATCH))
    assert 95 < milliamps([(sent[led], sent[led + 1], sent[led + 2]) for led in range(0, 75, 3)]) <= 100
    assert min(value for value in sent if value) >= MIN_LIT


def test_a_line_that_fails_is_opened_again_and_shows_both_keys(spi: SpiLibrary) -> None:
    panels = {"a": PartSpec("ws281x_spi"), "b": PartSpec("ws281x_spi", {"first": 25})}
    box = offscreen_box((320, 180), lambda _: None, lambda: 0.0, only(key_panels=panels))
    box.tick(0.0)
    box.show_key("b", ONE_AGENT)
    spi.broken = True
    box.show_key("a", (Cell("bystander"), *[DARK] * 24))
    assert [fault.part for fault in box.faults()] == ["panel:a"]
    spi.broken = False
    box.tick(1.0)
    box.tick(1.0 + RETRY_SECONDS)
    assert box.faults() == ()
    sent = decode(spi.transfers[-1], len(LATCH))
    assert any(sent[:3]) and any(sent[75:78])
    assert spi.files[0].closed and not spi.files[-1].closed
    box.close()


def test_a_part_error_names_the_device(spi_panel: Open, spi: SpiLibrary) -> None:
    spi.broken = True
    with pytest.raises(PartError, match=r"/dev/spidev0\.0: No such file"):
        spi_panel()
    spi.broken = False
    spi_panel()


def test_pwm_strip_is_begun_before_anything_is_set(pwm_panel: Open, pwm: PwmLibrary) -> None:
    pwm_panel().show(ONE_AGENT)
    (strip,) = pwm.strips
    assert strip.pin == 18
    assert strip.rest == {"freq_hz": 800_000, "dma": 10, "channel": 0, "strip_type": "rgb"}
    assert strip.shown[0] == [(0, 0, 0)] * 25
    assert strip.shown[-1][0] == (72, 0, 100), "green first: that is how they stand on the wire"


def test_pwm_panels_chained_on_one_pin_are_one_strip(pwm_panel: Open, pwm: PwmLibrary) -> None:
    panels = {"a": PartSpec("ws281x_pwm"), "b": PartSpec("ws281x_pwm", {"first": 25})}
    spec = BRIGHT._replace(key_panels=panels)
    one, other = pwm_panel("panel:a", spec), pwm_panel("panel:b", spec, first=25)
    other.show(ONE_AGENT)
    (strip,) = pwm.strips
    assert len(strip.colours) == 50
    assert strip.shown[-1][25] == (72, 0, 100)
    one.close()
    other.close()
    assert strip.shown[-1] == [(0, 0, 0)] * 50


def test_pwm_strip_is_opened_once_even_when_a_panel_comes_back(pwm_panel: Open, pwm: PwmLibrary) -> None:
    pwm_panel().close()
    pwm_panel()
    assert len(pwm.strips) == 1


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"pin": 13, "channel": 0}, "GPIO 13 is on channel 1"),
        ({"pin": 13, "channel": 1, "dma": 9}, "GPIO 18 drives the other panel"),
        ({"pin": 13, "channel": 1, "dma": 10}, "GPIO 18 drives the other panel"),
        ({"first": 25, "order": "GRBW"}, "one dma and one kind of LEDs"),
        ({"pin": 21, "dma": 9}, "GPIO 18 drives the other panel"),
    ],
)
def test_pwm_strips_that_get_in_each_others_way_are_refused(pwm_panel: Open, params: dict[str, Any], why: str) -> None:
    pwm_panel("panel:a")
    with pytest.raises(PartError, match=why):
        pwm_panel("panel:b", **params)


def test_pwm_without_the_rights_says_so(pwm_panel: Open, pwm: PwmLibrary) -> None:
    pwm.broken = True
    for _ in range(3):
        with pytest.raises(PartError, match="mmap"):
            pwm_panel()
    assert len(pwm.strips) == 1


@pytest.mark.parametrize(
    "model", ["", "Raspberry Pi 5 Model B Rev 1.0\0", "Raspberry Pi Compute Module 5 Rev 1.0\0", "Other board\0"]
)
def test_pwm_is_refused_on_the_wrong_machine(
    pwm_panel: Open, pwm: PwmLibrary, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, model: str
) -> None:
    (tmp_path / "other").write_text(model)
    monkeypatch.setattr(pi, "MODEL", tmp_path / "other")
    with pytest.raises(PartError, match="use ws281x_spi"):
        pwm_panel()
    assert pwm.strips == []


def test_off_a_pi_the_crashing_library_is_never_imported() -> None:
    code = """
import sys
from hardware.fitting import build
from hardware.simulated.offscreen import offscreen_box
from hardware.spec import BoxSpec, PartSpec
both = {"a": PartSpec("ws281x_pwm"), "b": PartSpec("ws281x_pwm", {"first": 25})}
box = offscreen_box((320, 180), lambda _: None, lambda: 0.0, BoxSpec(key_panels=both))
box.tick(0.0); box.tick(60.0); box.close()
assert [fault.status for fault in box.faults()] in ([], ["missing", "missing"])
print("rpi_ws281x" in sys.modules or "_rpi_ws281x" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().splitlines()[-1] == "False"
