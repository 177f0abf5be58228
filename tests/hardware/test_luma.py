"""The small displays: a colour and a shape for each identity, turned as they are mounted."""

import gc
import sys
import threading
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from luma.core.device import dummy
from PIL import Image

from hardware.drivers import luma_panel
from hardware.drivers.gpio import library
from hardware.drivers.luma_panel import LumaPanel, Pins
from hardware.drivers.ws281x_spi import Ws281xSpi
from hardware.errors import PartError
from hardware.ledpanel import RESEND_SECONDS
from hardware.ports import DARK, Cell, Identity
from hardware.registry import TABLE
from hardware.spec import Wiring
from tests.hardware.fakes import SpiLibrary

IDENTITIES: tuple[Identity, ...] = ("agent", "red", "blue", "bystander", "assassin")
# luma.oled's own use of Pillow; the project asks for a Pillow that still has it.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
PARAMS = TABLE["key_panels"]["luma"].defaults()
OPENED = {name: value for name, value in PARAMS.items() if name != "turn"}
(DEVICE,) = [param for param in TABLE["key_panels"]["luma"].params if param.name == "device"]


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
    monkeypatch.setattr(luma_panel, "open_display", lambda pins, **_: (device, lambda: None))
    panel = LumaPanel(wiring("panel:a"), **PARAMS)
    seen = {}
    for identity in IDENTITIES:
        panel.show((Cell(identity), *[DARK] * 24))
        panel.sender.settle()
        cells = shapes(device)
        assert not any(any(cell) for cell in cells[1:])
        seen[cells[0]] = identity
    assert sorted(seen.values()) == sorted(IDENTITIES)


def test_a_turned_display_turns_its_picture(display: Any, wiring: Callable[..., Wiring]) -> None:
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"turn": 90})
    panel.show((Cell("agent"), *[DARK] * 24))
    panel.sender.settle()
    assert [index for index, cell in enumerate(shapes(display)) if any(cell)] == [4]


def test_a_display_without_colour_is_not_sent_a_pulse_it_cannot_show(
    monkeypatch: pytest.MonkeyPatch, wiring: Callable[..., Wiring]
) -> None:
    sent = []
    device = dummy(width=128, height=64, mode="1")
    monkeypatch.setattr(device, "display", sent.append)
    monkeypatch.setattr(luma_panel, "open_display", lambda pins, **_: (device, lambda: None))
    panel = LumaPanel(wiring("panel:a"), **PARAMS)
    panel.show((Cell("assassin", pulse=True), *[DARK] * 24))
    panel.sender.settle()
    shown = len(sent)
    for step in range(48):
        panel.tick(step * 0.05)
    panel.sender.settle()
    assert len(sent) == shown


def test_a_colour_display_gets_a_pulse_in_few_steps_of_one_cell(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring]
) -> None:
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"device": "st7789"})
    panel.show((Cell("assassin", pulse=True), *[Cell("agent")] * 24))
    panel.sender.settle()
    before = sum(map(len, spi.transfers))
    for step in range(48):  # one breath
        panel.tick(step * 0.05)
        panel.sender.settle()
    one_cell = 48 * 48 * 3
    assert one_cell <= sum(map(len, spi.transfers)) - before < 9 * (one_cell + 100)
    assert spi.files[0].max_speed_hz == 32_000_000
    panel.close()


def test_a_picture_that_may_have_been_garbled_is_sent_whole_also_while_a_cell_of_it_pulses(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring]
) -> None:
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"device": "st7789"})
    panel.show((Cell("assassin", pulse=True), *[Cell("agent")] * 24))
    panel.tick(0.0)
    panel.sender.settle()
    drawn, picture = panel._drawn, 240 * 240 * 3
    for now in (1.0, RESEND_SECONDS - 0.1):
        panel.tick(now)
    panel.sender.settle()
    before = sum(map(len, spi.transfers))
    panel.tick(RESEND_SECONDS)
    panel.sender.settle()
    assert picture <= sum(map(len, spi.transfers)) - before < picture + 1000
    assert [identity for identity, _ in panel._drawn] == [identity for identity, _ in drawn]
    panel.close()


def test_a_display_is_given_the_time_its_reset_takes(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring], monkeypatch: pytest.MonkeyPatch
) -> None:
    from luma.core.interface import serial

    waited: dict[str, float] = {}
    begin = serial.spi.__init__

    def spy(self: Any, **given: Any) -> None:
        waited.update({name: value for name, value in given.items() if name.startswith("reset_")})
        begin(self, **given)

    monkeypatch.setattr(serial.spi, "__init__", spy)
    LumaPanel(wiring("panel:a"), **PARAMS | {"device": "st7789"}).close()
    assert waited["reset_hold_time"] >= 0.01
    assert waited["reset_release_time"] >= 0.12, "an ST7789 takes no command for 120 ms after its reset"


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_changed_cells_make_the_same_picture_as_the_whole(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring], turn: int
) -> None:
    """What is sent in pieces, put together again, is the picture that would be sent whole."""
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"device": "st7789", "turn": turn})
    panel.sender.settle()
    device: Any = panel._display
    picture = Image.new("RGB", device.size)
    windows: list[tuple[int, ...]] = []
    device.set_window = lambda *box: windows.append(box)
    device.data = lambda data: picture.paste(
        Image.frombytes("RGB", (windows[-1][2] - windows[-1][0], windows[-1][3] - windows[-1][1]), bytes(data)),
        windows[-1],
    )
    cells = (Cell("agent"), DARK, Cell("assassin"), *[DARK] * 20, Cell("bystander"), DARK)
    panel.show(cells)
    panel.sender.settle()
    assert len(windows) == 3
    assert picture.tobytes() == panel._draw(panel._drawn).tobytes()


@pytest.mark.parametrize("device", DEVICE.choices)
def test_a_picture_that_may_have_been_garbled_is_sent_whole_by_every_controller(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring], device: str
) -> None:
    """Some of luma's compare a picture with the one before, and send nothing of the same."""
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"device": device})
    panel.show((Cell("agent"), *[Cell("bystander")] * 24))
    panel.tick(0.0)
    panel.sender.settle()
    before = len(spi.transfers)
    panel.tick(RESEND_SECONDS)
    panel.sender.settle()
    width, height = panel._display.size
    bits = {"1": 1, "RGB": 16}[panel._display.mode]
    assert sum(map(len, spi.transfers[before:])) * 8 >= width * height * bits
    panel.close()


def test_a_display_that_is_slow_does_not_hold_the_box(
    display: Any, wiring: Callable[..., Wiring], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bus answers only after the box has gone on; what was overtaken meanwhile is never sent."""
    panel = LumaPanel(wiring("panel:a"), **PARAMS)
    panel.sender.settle()
    begun, go = threading.Event(), threading.Event()
    sent: list[object] = []

    def slow(image: object) -> None:
        begun.set()
        assert go.wait(10)
        sent.append(image)

    monkeypatch.setattr(display, "display", slow)
    panel.show((Cell("agent"), *[DARK] * 24))
    assert begun.wait(10)
    panel.show((DARK, Cell("agent"), *[DARK] * 23))
    panel.show((DARK, DARK, Cell("agent"), *[DARK] * 22))
    assert sent == []
    go.set()
    panel.sender.settle()
    assert len(sent) == 2


@pytest.mark.parametrize("device", DEVICE.choices)
def test_every_display_of_the_table_opens_shows_a_key_and_closes(
    pins: Any, spi: SpiLibrary, wiring: Callable[..., Wiring], device: str
) -> None:
    panel = LumaPanel(wiring("panel:a"), **PARAMS | {"device": device})
    sent = len(spi.transfers)
    panel.show((Cell("agent"), *[DARK] * 24))
    panel.sender.settle()
    panel.sender.settle()
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


def test_a_display_that_does_not_answer_leaves_no_bus_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again every three seconds: within an hour nothing could be opened any more."""
    from luma.core.interface import serial

    closed: list[str] = []

    class Bus:
        def __init__(self, **_: object) -> None:
            pass

        def command(self, *_: int) -> None:
            raise OSError("no answer")

        def cleanup(self) -> None:
            closed.append("bus")
            raise OSError("not even that")

    monkeypatch.setattr(serial, "i2c", Bus)
    with pytest.raises(PartError, match="no answer"):
        luma_panel.open_display(Pins(), **OPENED | {"device": "ssd1306", "interface": "i2c"})
    assert closed == ["bus"]


def test_a_display_that_does_not_answer_leaves_nothing_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its OLED a box took 400 MB an hour: luma kept each try for the end of the process."""
    from luma.core.interface import serial

    class Bus:
        def __init__(self, **_: object) -> None:
            tried.add(self)

        def command(self, *_: int) -> None:
            raise OSError("no answer")

        def cleanup(self) -> None:
            pass

    tried = weakref.WeakSet[Bus]()
    monkeypatch.setattr(serial, "i2c", Bus)
    for device in ("ssd1306", "sh1106"):
        with pytest.raises(PartError, match="no answer"):
            luma_panel.open_display(Pins(), **OPENED | {"device": device, "interface": "i2c"})
    gc.collect()
    assert not tried


def test_a_display_whose_pin_is_taken_leaves_no_bus_open(pins: Any, spi: SpiLibrary) -> None:
    taken = library().DigitalOutputDevice(18)
    with pytest.raises(PartError, match=r"^GPIO 18: "):
        luma_panel.open_display(Pins(), **OPENED | {"device": "st7789", "light": 18})
    assert [file.closed for file in spi.files] == [True]
    taken.close()


def test_a_display_that_fails_at_the_end_lets_go_of_its_bus(
    monkeypatch: pytest.MonkeyPatch, wiring: Callable[..., Wiring]
) -> None:
    device, closed = dummy(width=128, height=64, mode="1"), list[str]()
    monkeypatch.setattr(luma_panel, "open_display", lambda pins, **_: (device, lambda: closed.append("bus")))
    panel = LumaPanel(wiring("panel:a"), **PARAMS)

    def failing() -> None:
        raise OSError("no answer")

    monkeypatch.setattr(device, "cleanup", failing)
    with pytest.raises(OSError, match="no answer"):
        panel._release()
    assert closed == ["bus"]


def test_a_display_on_a_bus_that_hangs_is_left_without_waiting_for_it(
    monkeypatch: pytest.MonkeyPatch, wiring: Callable[..., Wiring]
) -> None:
    """I2C held by a module without power: the kernel waits a second for each transfer, and the box waited with it."""
    device, closed, go = dummy(width=128, height=64, mode="1"), list[str](), threading.Event()

    def failing(image: object) -> None:
        raise TimeoutError(110, "Connection timed out")

    def hanging() -> None:
        assert go.wait(2)
        closed.append("display")

    monkeypatch.setattr(device, "display", failing)
    monkeypatch.setattr(device, "cleanup", hanging)
    monkeypatch.setattr(luma_panel, "open_display", lambda pins, **_: (device, lambda: closed.append("bus")))
    panel = LumaPanel(wiring("panel:a"), **PARAMS)
    panel.sender.settle()
    with pytest.raises(PartError, match="Connection timed out"):
        panel.tick(0.0)
    panel.close()
    assert closed == []
    go.set()
    panel.sender.end()
    assert closed == ["display", "bus"]
