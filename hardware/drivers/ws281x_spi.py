"""WS281x LEDs on an SPI data line: any Raspberry Pi, without root.

At 6.4 MHz one byte is one bit of the LEDs' own 800 kHz protocol.
"""

from hardware.drivers.spi_leds import SpiPanel

SPEED_HZ = 6_400_000
ZERO, ONE = 0xC0, 0xF0
LATCH_MICROSECONDS = 280
LATCH = bytes(SPEED_HZ * LATCH_MICROSECONDS // 8_000_000)
"""Zeros before and after a frame: what makes the LEDs take it over."""

BITS: tuple[bytes, ...] = tuple(
    bytes(ONE if value >> bit & 1 else ZERO for bit in range(7, -1, -1)) for value in range(256)
)
"""Each channel value as the eight bytes that carry it."""


class Ws281xSpi(SpiPanel):
    """A key panel of 25 WS281x LEDs."""

    speed_hz = SPEED_HZ

    @staticmethod
    def encode(channels: bytes) -> bytes:
        """Give the bytes to send for the channels of a line of LEDs, in wire order."""
        return LATCH + b"".join([BITS[value] for value in channels]) + LATCH
