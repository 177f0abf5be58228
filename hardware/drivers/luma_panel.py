"""A small display as a key panel, by luma.lcd or luma.oled: colours, and a shape for each identity."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Protocol

from hardware import palette
from hardware.drivers.gpio import library, pin_errors
from hardware.errors import PartError
from hardware.ledpanel import RESEND_SECONDS, PalettePanel, Shown
from hardware.palette import OFF, RGB
from hardware.ports import Identity
from hardware.signs import SIGNS
from hardware.spec import Wiring

OLED = frozenset({"ssd1306", "ssd1331", "ssd1351", "sh1106"})
BUS_HZ = {"st7789": 32_000_000, "ili9341": 32_000_000, "st7735": 16_000_000}
"""How fast a controller takes its bytes; the others at luma's 8 MHz. At 8 MHz a whole ST7789 takes 173 ms."""
RESET_SECONDS = {"reset_hold_time": 0.02, "reset_release_time": 0.15}
PULSE_STEPS = 4
"""Into so many steps a colour is cut: a pulse is two or three of them, for each has to be sent."""
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
) -> tuple[Display, Callable[[], object]]:
    """Open a display by its controller's name; return it, and what lets go of its bus.

    Raises:
        PartError: luma is not installed, or the display does not answer.
    """
    try:
        import luma.core.device as core
        from luma.core.interface import serial

        if device in OLED:
            import luma.oled.device as devices
        else:
            import luma.lcd.device as devices
    except ImportError as error:
        raise PartError(f"the Python package {error.name} is not installed") from error
    # luma would keep whatever it opens for the end of the process, also what did not answer: some 300 kB at each try.
    core.atexit = SimpleNamespace(register=lambda hook: None)
    size = {name: value for name, value in (("width", width), ("height", height)) if value}
    backlight = {} if device in OLED else {"gpio": pins, "gpio_LIGHT": light}
    bus: Any = None
    try:
        if interface == "i2c":
            bus = serial.i2c(port=port, address=address)
        else:
            speed = BUS_HZ.get(device, 8_000_000)
            bus = serial.spi(
                gpio=pins, port=port, device=chip, bus_speed_hz=speed, gpio_DC=dc, gpio_RST=rst, **RESET_SECONDS
            )
        opened: Display = getattr(devices, device)(bus, **size, **backlight)
    except Exception as error:  # luma's own, the bus's, a pin's
        if bus is not None:
            _let_go(bus.cleanup)  # every try would leave a file open
        raise PartError(str(error) if isinstance(error, PartError) else f"{device}: {error}") from error
    return opened, bus.cleanup


def _let_go(of: Callable[[], object]) -> None:
    with suppress(Exception):  # what is let go of does not answer, mostly
        of()


class Sender:
    """Send on a thread of its own, for the box must not wait for a bus; what is not sent yet is overtaken by the next.

    What goes wrong there is raised at the next turn; `leave` is called there, for that may take as long.
    """

    def __init__(self, send: Callable[[Any], None], leave: Callable[[], None]) -> None:
        self._send, self._leave = send, leave
        self._changed = threading.Condition()
        self._next: Any = None
        self._busy = self._ended = False
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)
        self._thread.start()

    def put(self, job: object) -> None:
        """Send this next.

        Raises:
            PartError: what was sent before did not arrive.
        """
        with self._changed:
            self._next = job
            self._changed.notify_all()
        self.check()

    def check(self) -> None:
        """Tell of a failure.

        Raises:
            PartError: the display does not answer.
        """
        if self.failed:
            raise PartError(f"the display does not answer: {self._error}") from self._error

    @property
    def failed(self) -> bool:
        """Tell whether something did not arrive: then nothing is sent any more, and the display is left."""
        return self._error is not None

    def settle(self) -> None:
        """Wait until everything is sent."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended or (self._next is None and not self._busy))

    def end(self) -> None:
        """Send what waits, and stop."""
        self.settle()
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._busy = False
                self._changed.notify_all()
                self._changed.wait_for(lambda: self._ended or self._next is not None)
                if self._next is None:
                    return
                job, self._next, self._busy = self._next, None, True
            try:
                self._send(job)
            except Exception as error:  # it is raised where somebody can name the part
                self._error = error
                with self._changed:
                    self._ended = True
                    self._changed.notify_all()
                with suppress(Exception):  # it does not answer
                    self._leave()
                return


Mark = tuple[Identity | None, RGB]
"""What one cell shows."""


class LumaPanel(PalettePanel):
    """A key panel on a display of at least 50 x 50 pixels; on one without colour the shapes tell."""

    def __init__(self, wiring: Wiring, turn: int, **display: Any) -> None:
        super().__init__(wiring)
        port = display["port"]
        if display["interface"] == "spi" and wiring.shared.buses.setdefault(("spi bus", port), "display") != "display":
            raise PartError(f"SPI {port} drives LEDs: a display needs a bus of its own")
        self._turn = turn
        self._pins = Pins()
        self._wanted: list[object] = []
        self._marks: Sequence[Mark] = ()
        self._whole_at: float | None = None
        self._drawn: Sequence[Mark] = ()
        try:
            self._display, self._close_bus = open_display(self._pins, **display)
        except PartError:
            self._pins.cleanup()
            raise
        self._colourless = self._display.mode in ("1", "L")
        self._windowed = hasattr(self._display, "set_window")
        self.sender = Sender(self._send, self._leave)
        self._blank()

    def tick(self, now: float) -> None:
        """Let pulsing cells breathe, and tell of a display that does not answer; now and then send all of it again."""
        self.sender.check()
        super().tick(now)
        if self._whole_at is None:
            self._whole_at = now
        if now - self._whole_at >= RESEND_SECONDS:
            self._whole_at = now
            self.sender.put((self._marks, True))

    def _write(self, shown: Shown) -> None:
        marks = [(cell.identity, self._seen(rgb)) for cell, rgb in zip(shown.cells, shown.rgb, strict=True)]
        wanted = [(identity, self._coarse(rgb)) for identity, rgb in marks]
        if wanted != self._wanted:
            self._wanted, self._marks = list(wanted), marks
            self.sender.put((marks, False))

    def _release(self) -> None:
        if not self.sender.failed:
            self.sender.end()
        if not self.sender.failed:  # else that is done already, where nobody waits
            self._leave()

    def _leave(self) -> None:
        try:
            self._display.cleanup()
        finally:
            _let_go(self._close_bus)
            self._pins.cleanup()

    def _seen(self, rgb: RGB) -> RGB:
        return palette.seen(rgb, self._leds.brightness)

    def _coarse(self, rgb: RGB) -> object:
        """Give what a change of colour is measured by: on a display without colour, only whether it is lit."""
        if self._colourless:
            return rgb != OFF
        return tuple((channel * PULSE_STEPS + 127) // 255 for channel in rgb)

    def _send(self, job: tuple[Sequence[Mark], bool]) -> None:
        """Send what changed, where the controller takes a part of the picture; else, or if asked, all of it."""
        marks, whole = job
        image = self._draw(marks)
        if self._windowed and self._drawn and not whole:
            for cell, (mark, drawn) in enumerate(zip(marks, self._drawn, strict=True)):
                if mark != drawn:
                    self._send_cell(image, cell)
        else:
            if whole and (kept := getattr(self._display, "framebuffer", None)) is not None:
                kept.prev_image = None  # luma would send only what differs from it
            self._display.display(image)
        self._drawn = marks

    def _send_cell(self, image: Any, cell: int) -> None:
        row, column = divmod(cell, 5)
        for _ in range(self._turn // 90):
            row, column = column, 4 - row
        wide, high = self._display.size
        square = min(wide, high)
        left, top = (wide - square) // 2, (high - square) // 2
        xs, ys = ((at * square // 5, (at + 1) * square // 5) for at in (column, row))
        box = (left + xs[0], top + ys[0], left + xs[1], top + ys[1])
        device: Any = self._display
        device.set_window(*box)
        device.data(image.crop(box).tobytes())

    def _draw(self, marks: Sequence[Mark]) -> Any:
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
    """Draw an identity's sign around a point, as far as it may reach."""
    (x, y), sign = middle, SIGNS[identity]
    r = max(1.0, reach * sign.reach)
    around = (x - r, y - r, x + r, y + r)
    if sign.shape == "disc":
        pen.ellipse(around, fill=colour)
    elif sign.shape == "diamond":
        pen.polygon(((x, y - r), (x + r, y), (x, y + r), (x - r, y)), fill=colour)
    elif sign.shape == "ring":
        pen.ellipse(around, outline=colour, width=max(1, round(r / 2.5)))
    else:
        width = max(2, round(r / 2))
        pen.line(around, fill=colour, width=width)
        pen.line((x - r, y + r, x + r, y - r), fill=colour, width=width)
