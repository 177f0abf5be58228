"""The small displays: a colour and a shape for each identity, turned as they are mounted."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from luma.core.device import dummy

from hardware.drivers import luma_panel
from hardware.drivers.luma_panel import LumaPanel, Pins
from hardware.drivers.ws281x_spi import Ws281xSpi
from hardware.errors import PartError
from hardware.ports import DARK, Cell, Identity
from hardware.registry import TABLE
from hardware.spec import Wiring
from tests.hardware.fakes import SpiLibrary

IDENTITIES: tuple[Identity, ...] = ("agent", "red", "blue", "bystander", "assassin")
# luma.oled's own use of Pillow; the project asks for a Pillow that still has it.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
PARAMS = TABLE["key_panels"]["luma"].defaults()


def shapes(device: Any) -> list[bytes]:
    """Cut the picture into its 25 cells and keep where it is lit."""
    pitch = device.height / 5
    left = (device.width - device.height) / 2
    image = device.image.convert("L").point(lambda value: 255 if value else 0)
    boxes = [(left + x * pitch, y * pitch, left + (x + 1) * pitch, (y + 1) * pitch) for y in range(5) for x in range(5)]
    return [image.crop(tuple(round(edge) for edge in box)).tobytes() for box in boxes]


@pytest.mark.parametrize(("mode", "size"), [("RGB", (160, 128)), ("RGB", (240, 240)), ("1", (128, 64))])
def test_every_identity_has_its_own_shape(
    monkeypatch: pytest.MonkeyPatch, wiring: Callable[..., Wiring], mode: str, size: tuple[int, int]
) -> None:
    device = dummy(width=size[0], height=size[1], mode=mode)
    monkeypatch.setattr(luma_panel, "open_display", lambda pins, **_: device)
    panel = LumaPanel(wiring("panel:a"), **PARAMS)
    seen = {}
    for identity in IDENTITIES:
        panel.show((Cell(identity), *[DARK] * 24))
        cells = shapes(device)
        assert not any(any(cell) for cell in cells[1:])
        seen[cells[0]] = identity
    assert sorted(seen.values()) == sorted(IDENTITIES)


def test_a_turned_display_turns_its_picture(display: Any, wiring: Callable[..., Wiring]) -> None:
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"turn": 90})
    panel.show((Cell("agent"), *[DARK] * 24))
    assert [index for index, cell in enumerate(shapes(display)) if any(cell)] == [4]


def test_a_display_without_colour_is_not_sent_a_pulse_it_cannot_show(
    monkeypatch: pytest.MonkeyPatch, wiring: Callable[..., Wiring]
) -> None:
    sent = []
    device = dummy(width=128, height=64, mode="1")
    monkeypatch.setattr(device, "display", sent.append)
    monkeypatch.setattr(luma_panel, "open_display", lambda pins, **_: device)
    panel = LumaPanel(wiring("panel:a"), **PARAMS)
    panel.show((Cell("assassin", pulse=True), *[DARK] * 24))
    shown = len(sent)
    for step in range(48):
        panel.tick(step * 0.05)
    assert len(sent) == shown


(DEVICE,) = [param for param in TABLE["key_panels"]["luma"].params if param.name == "device"]


@pytest.mark.parametrize("device", DEVICE.choices)
def test_every_display_of_the_table_opens_shows_a_key_and_closes(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring], device: str
) -> None:
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"device": device})
    sent = len(spi.transfers)
    panel.show((Cell("agent"), *[DARK] * 24))
    assert len(spi.transfers) > sent
    assert spi.files[0].place == (0, 0)
    panel.close()
    assert spi.files[0].closed


def test_two_displays_have_reset_and_data_pins_of_their_own(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring]
) -> None:
    LumaPanel(wiring("panel:a"), **PARAMS | {"device": "ssd1306"})
    with pytest.raises(PartError, match="GPIO"):
        LumaPanel(wiring("panel:b"), **PARAMS | {"device": "ssd1306", "chip": 1})
    other = LumaPanel(wiring("panel:b"), **PARAMS | {"device": "ssd1306", "chip": 1, "dc": 5, "rst": 6})
    assert [file.place for file in spi.files] == [(0, 0), (0, 1)]
    other.close()


def test_a_display_and_leds_do_not_share_a_bus(pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring]) -> None:
    leds = TABLE["key_panels"]["ws281x_spi"].defaults()
    LumaPanel(wiring("panel:a"), **PARAMS | {"device": "ssd1306"})
    with pytest.raises(PartError, match="SPI 0 drives a display"):
        Ws281xSpi(wiring("panel:b"), **leds)
    Ws281xSpi(wiring("panel:b"), **leds | {"bus": 1})
    with pytest.raises(PartError, match="SPI 1 drives LEDs"):
        LumaPanel(wiring("panel:a"), **PARAMS | {"device": "ssd1306", "port": 1})


@pytest.mark.parametrize("device", ["ssd1306", "st7735"])
def test_without_the_package_or_the_bus_it_says_so_in_one_line(
    pins: object, wiring: Callable[..., Wiring], monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(PartError) as caught:
        LumaPanel(wiring("panel:a"), **PARAMS | {"device": device})
    assert "\n" not in str(caught.value)


def test_pins_that_are_not_wired_are_left_alone(pins: Any) -> None:
    wired = Pins()
    wired.setup(-1, wired.OUT)
    wired.output(-1, wired.HIGH)
    wired.setup(24, wired.OUT)
    wired.output(24, wired.HIGH)
    assert pins.pin(24).state == 1
    wired.cleanup()
    assert [info.name for info in pins.pins] == ["GPIO24"]
