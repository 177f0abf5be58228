"""A small display as a key panel, by luma.lcd or luma.oled: colours, and a shape for each identity."""

from typing import Any, Protocol

from hardware import palette
from hardware.drivers.gpio import library, pin_errors
from hardware.errors import PartError
from hardware.ledpanel import PalettePanel, Shown
from hardware.palette import OFF, RGB
from hardware.ports import Identity
from hardware.spec import Wiring

OLED = frozenset({"ssd1306", "ssd1331", "ssd1351", "sh1106"})
PULSE_STEPS = 12
"""Into so many steps a pulse is cut: a display takes far longer to send than LEDs do."""
WHITE: RGB = (255, 255, 255)


class Display(Protocol):
    """What is used of a luma device."""

    mode: str
    size: tuple[int, int]

    def display(self, image: Any) -> None:
        """Send an image of the device's mode and size."""

    def cleanup(self) -> None:
        """Go dark and let go of the bus."""


class Pins:
    """What luma asks of RPi.GPIO, done by gpiozero: so it works on every Pi. A pin of -1 is not wired."""

    OUT, LOW, HIGH = 0, 0, 1

    def __init__(self) -> None:
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, mode: int) -> None:
        """Take a pin as an output."""
        if pin >= 0 and pin not in self._pins:
            with pin_errors(pin):
                self._pins[pin] = library().DigitalOutputDevice(pin)

    def output(self, pin: int, value: int) -> None:
        """Drive a pin."""
        if pin in self._pins:
            self._pins[pin].value = bool(value)

    def cleanup(self, pins: object = None) -> None:
        """Give every pin back."""
        while self._pins:
            self._pins.popitem()[1].close()


def open_display(
    pins: Pins,
    device: str,
    interface: str,
    port: int,
    chip: int,
    address: int,
    dc: int,
    rst: int,
    light: int,
    width: int,
    height: int,
) -> Display:
    """Open a display by its controller's name.

    Raises:
        PartError: luma is not installed, or the display does not answer.
    """
    try:
        from luma.core.error import Error
        from luma.core.interface import serial

        if device in OLED:
            import luma.oled.device as devices
        else:
            import luma.lcd.device as devices
    except ImportError as error:
        raise PartError(f"the Python package {error.name} is not installed") from error
    size = {name: value for name, value in (("width", width), ("height", height)) if value}
    backlight = {} if device in OLED else {"gpio": pins, "gpio_LIGHT": light}
    try:
        if interface == "i2c":
            bus = serial.i2c(port=port, address=address)
        else:
            bus = serial.spi(gpio=pins, port=port, device=chip, gpio_DC=dc, gpio_RST=rst)
        opened: Display = getattr(devices, device)(bus, **size, **backlight)
    except (Error, OSError, ImportError) as error:
        raise PartError(f"{device}: {error}") from error
    return opened


class LumaPanel(PalettePanel):
    """A key panel on a display of at least 50 x 50 pixels; on one without colour the shapes tell."""

    def __init__(self, wiring: Wiring, turn: int, **display: Any) -> None:
        super().__init__(wiring)
        port = display["port"]
        if display["interface"] == "spi" and wiring.shared.buses.setdefault(("spi bus", port), "display") != "display":
            raise PartError(f"SPI {port} drives LEDs: a display needs a bus of its own")
        self._turn = turn
        self._pins = Pins()
        self._drawn: object = None
        try:
            self._display = open_display(self._pins, **display)
        except PartError:
            self._pins.cleanup()
            raise
        self._colourless = self._display.mode in ("1", "L")
        self._blank()

    def _write(self, shown: Shown) -> None:
        marks = [(cell.identity, self._seen(rgb)) for cell, rgb in zip(shown.cells, shown.rgb, strict=True)]
        key = [(identity, self._coarse(rgb)) for identity, rgb in marks]
        if key == self._drawn:
            return
        try:
            self._display.display(self._draw(marks))
        except OSError as error:
            raise PartError(f"the display does not answer: {error}") from error
        self._drawn = key

    def _release(self) -> None:
        self._display.cleanup()
        self._pins.cleanup()

    def _seen(self, rgb: RGB) -> RGB:
        return palette.seen(rgb, self._leds.brightness)

    def _coarse(self, rgb: RGB) -> object:
        """Give what a change of colour is measured by: on a display without colour, only whether it is lit."""
        if self._colourless:
            return rgb != OFF
        return tuple(channel * PULSE_STEPS // 256 for channel in rgb)

    def _draw(self, marks: list[tuple[Identity | None, RGB]]) -> Any:
        from PIL import Image, ImageDraw

        size = self._display.size
        square = min(size)
        image = Image.new("RGB", (square, square))
        pen = ImageDraw.Draw(image)
        pitch = square / 5
        for cell, (identity, rgb) in enumerate(marks):
            if identity is not None and rgb != OFF:
                row, column = divmod(cell, 5)
                middle = (pitch * (column + 0.5), pitch * (row + 0.5))
                draw_shape(pen, identity, middle, pitch * 0.38, WHITE if self._colourless else rgb)
        whole = Image.new("RGB", size)
        turned = image.rotate(-self._turn)
        whole.paste(turned, ((size[0] - square) // 2, (size[1] - square) // 2))
        return whole.convert(self._display.mode)


def draw_shape(pen: Any, identity: Identity, middle: tuple[float, float], reach: float, colour: RGB) -> None:
    """Draw an identity's shape: agent a disc, red a triangle, blue a square, bystander a dot, assassin a cross."""
    x, y = middle
    if identity == "agent":
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    elif identity == "red":
        pen.polygon(((x, y - reach), (x + reach, y + reach), (x - reach, y + reach)), fill=colour)
    elif identity == "blue":
        pen.rectangle((x - reach, y - reach, x + reach, y + reach), outline=colour, width=max(1, round(reach / 2.5)))
    elif identity == "bystander":
        dot = max(1.0, reach * 0.3)
        pen.ellipse((x - dot, y - dot, x + dot, y + dot), fill=colour)
    else:
        width = max(2, round(reach / 2))
        pen.line((x - reach, y - reach, x + reach, y + reach), fill=colour, width=width)
        pen.line((x - reach, y + reach, x + reach, y - reach), fill=colour, width=width)
