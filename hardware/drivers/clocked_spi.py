"""Clocked LEDs (APA102, SK9822) on an SPI bus: a data and a clock wire, any Raspberry Pi, without root.

They follow the clock they are given, so neither the speed of the machine's core nor a level at its limit matters.
"""

from hardware.drivers.spi_leds import SpiPanel

SPEED_HZ = 4_000_000
START = bytes(4)
FULL = 0xFF
"""Three ones that begin an LED's word, and its own brightness, 0 to 31, at the most: the colours do the dimming."""
COLOURS = 3


class ClockedSpi(SpiPanel):
    """A key panel of 25 clocked LEDs."""

    speed_hz = SPEED_HZ

    @staticmethod
    def encode(channels: bytes) -> bytes:
        """Give the bytes to send for the channels of a line of LEDs, in wire order.

        After the last word 32 zero bits let the SK9822 take the frame over, and half a clock for each LED, for each
        one hands the clock on half a cycle late. Zeros, for ones would be a white LED behind the last one.
        """
        count = len(channels) // COLOURS
        words = b"".join(
            bytes((FULL,)) + channels[start : start + COLOURS] for start in range(0, len(channels), COLOURS)
        )
        return START + words + bytes(4) + bytes(-(-count // 16))
