"""WS281x LEDs on a PWM or PCM pin by rpi_ws281x: Raspberry Pi up to 4, as root.

The library crashes the interpreter on any other machine, so it is imported only after the model has been read.
"""

import atexit
from dataclasses import dataclass
from typing import Any

from hardware import pi
from hardware.drivers.matrix import in_order, wire_order
from hardware.errors import PartError
from hardware.ledpanel import PalettePanel, Shown
from hardware.ports import PANEL_CELLS
from hardware.spec import BoxSpec, Wiring

FREQUENCY_HZ = 800_000
CHANNEL_OF_PIN = {12: 0, 18: 0, 13: 1, 19: 1, 21: 0}
TOO_NEW = {"5", "500", "500+"}
"""Words in the model's name of those with other PWM hardware."""


@dataclass(slots=True)
class Strip:
    """The strip and the panels on it; it outlives them, for the library does not open twice, nor after a refusal.

    There is one: a second instance of the library would set the clock and the PWM of the first anew.
    """

    pixels: Any
    pin: int
    dma: int
    colours: int
    refused: str
    owners: set[int]


def _library() -> Any:
    """Import rpi_ws281x.

    Raises:
        PartError: this machine is none it works on, or it is not installed.
    """
    machine = pi.model()
    if not machine or not TOO_NEW.isdisjoint(machine.split()):
        machine = machine or "this machine"
        raise PartError(f"ws281x_pwm works on a Raspberry Pi up to 4, not on {machine}: use ws281x_spi")
    try:
        import rpi_ws281x
    except ImportError as error:
        raise PartError("the Python package rpi-ws281x is not installed") from error
    return rpi_ws281x


def _leds(spec: BoxSpec, pin: int) -> int:
    """Count the LEDs on a pin: the library wants to know them all at once."""
    firsts = [
        int(panel.params.get("first", 0))
        for panel in spec.key_panels.values()
        if panel.driver == "ws281x_pwm" and panel.params.get("pin", 18) == pin
    ]
    return max(firsts, default=0) + PANEL_CELLS


def _strip(wiring: Wiring, pin: int, channel: int, dma: int, order: str) -> Strip:
    """Open the strip, or share the one that is open.

    Raises:
        PartError: the pin has another channel, the other panel is on another pin, or the library refuses.
    """
    if CHANNEL_OF_PIN[pin] != channel:
        raise PartError(f"GPIO {pin} is on channel {CHANNEL_OF_PIN[pin]}, not {channel}")
    strip: Strip | None = wiring.shared.buses.get("pwm")
    if strip is not None:
        if strip.refused:
            raise PartError(strip.refused)
        if (strip.pin, strip.dma, strip.colours) != (pin, dma, len(order)):
            raise PartError(
                f"GPIO {strip.pin} drives the other panel: chain both on it, with one dma and one kind of LEDs"
            )
        return strip
    library = _library()
    # The colours come in the wire's order already: the library cannot change its own while it runs, the guide does.
    kind = library.ws.SK6812_STRIP_RGBW if "W" in order else library.ws.WS2811_STRIP_RGB
    pixels = library.PixelStrip(
        _leds(wiring.spec, pin), pin, freq_hz=FREQUENCY_HZ, dma=dma, channel=channel, strip_type=kind
    )
    strip = wiring.shared.buses["pwm"] = Strip(pixels, pin, dma, len(order), "", set())
    try:
        pixels.begin()
    except RuntimeError as error:
        atexit.unregister(pixels._cleanup)  # it would free what begin() never made, and crash
        strip.refused = f"rpi_ws281x: {error}"
        raise PartError(strip.refused) from error
    return strip


class Ws281xPwm(PalettePanel):
    """A key panel of 25 WS281x LEDs on a PWM or PCM pin."""

    def __init__(
        self,
        wiring: Wiring,
        pin: int,
        channel: int,
        dma: int,
        first: int,
        layout: str,
        corner: str,
        turn: int,
        order: str,
    ) -> None:
        super().__init__(wiring)
        self._cells_on_wire = wire_order(layout, corner, turn)
        self._first, self._order = first, order
        self._strip = _strip(wiring, pin, channel, dma, order)
        if any(abs(first - other) < PANEL_CELLS for other in self._strip.owners):
            raise PartError(f"LED {first} on GPIO {pin} belongs to the other panel already")
        self._strip.owners.add(first)
        try:
            self._blank()
        except PartError:
            self._release()
            raise

    def _write(self, shown: Shown) -> None:
        pixels = self._strip.pixels
        for led, cell in enumerate(self._cells_on_wire, start=self._first):
            pixels.setPixelColorRGB(led, *in_order(shown.sent[cell], self._order)[:3])
        try:
            pixels.show()
        except RuntimeError as error:
            raise PartError(f"rpi_ws281x: {error}") from error

    def _release(self) -> None:
        self._strip.owners.discard(self._first)
