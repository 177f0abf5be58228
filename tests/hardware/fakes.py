"""Stand-ins for the libraries that talk to real parts; each keeps what it was told and can be broken."""

from types import ModuleType, SimpleNamespace
from typing import Any


class SpiFile:
    """One opened SPI device, and every transfer made on it."""

    def __init__(self, library: "SpiLibrary") -> None:
        self._library = library
        self.max_speed_hz = 0
        self.mode = -1
        self.place: tuple[int, int] | None = None
        self.closed = False

    def open(self, bus: int, device: int) -> None:
        self._library.check()
        self.place = (bus, device)

    def writebytes2(self, data: bytes) -> None:
        self._library.check()
        assert len(data) <= 4096, "spidev sends no more in one go"
        assert not self.closed
        self._library.transfers.append(bytes(data))

    writebytes = writebytes2

    def close(self) -> None:
        self.closed = True


class SpiLibrary(ModuleType):
    """The module spidev."""

    def __init__(self) -> None:
        super().__init__("spidev")
        self.transfers: list[bytes] = []
        self.files: list[SpiFile] = []
        self.broken = False

    def check(self) -> None:
        if self.broken:
            raise FileNotFoundError(2, "No such file or directory")

    def SpiDev(self) -> SpiFile:
        self.files.append(SpiFile(self))
        return self.files[-1]


def decode(transfer: bytes, latch: int) -> list[int]:
    """Read the channel values back out of a transfer, checking every byte."""
    assert transfer[:latch] == transfer[-latch:] == bytes(latch)
    bits = transfer[latch:-latch]
    assert len(bits) % 8 == 0
    assert set(bits) <= {0xC0, 0xF0}
    text = "".join("1" if byte == 0xF0 else "0" for byte in bits)
    return [int(text[start : start + 8], 2) for start in range(0, len(text), 8)]


def clocked_chain(transfer: bytes, leds: int) -> list[tuple[int, int, int]]:
    """Clock a transfer through a chain of clocked LEDs; return what each shows (as sent: blue, green, red by default).

    Each LED takes the first word after 32 zero bits, keeps it, and hands everything behind it on, half a clock late; an
    SK9822 shows it once 32 more zero bits came.
    """
    bits = "".join(f"{byte:08b}" for byte in transfer)
    assert bits.startswith("0" * 32)
    place, words = bits.index("1"), []
    while bits[place : place + 3] == "111":
        words.append(int(bits[place : place + 32], 2))
        place += 32
    rest = bits[place:]
    assert set(rest) <= {"0"}, "ones behind the last word would be another LED"
    assert len(rest) >= 32 + len(words) / 2, "the last LED does not show it"
    assert len(words) >= leds
    assert all(word >> 24 & 31 == 31 for word in words)
    return [(word >> 16 & 255, word >> 8 & 255, word & 255) for word in words]


class Pixels:
    """A PixelStrip; setting a pixel before begin() would crash the real one."""

    def __init__(self, library: "PwmLibrary", leds: int, pin: int, **rest: Any) -> None:
        self._library = library
        self.pin, self.rest = pin, rest
        self.colours = [(0, 0, 0)] * leds
        self.shown: list[list[tuple[int, int, int]]] = []
        self._begun = False
        self.refused = False

    def _cleanup(self) -> None:
        """What the real one registers with atexit."""

    def begin(self) -> None:
        if self._library.broken:
            self.refused = True
            raise RuntimeError("ws2811_init failed with code -5 (mmap() failed)")
        self._begun = True

    def setPixelColorRGB(self, led: int, red: int, green: int, blue: int) -> None:
        assert self._begun
        self.colours[led] = (red, green, blue)

    def show(self) -> None:
        if self._library.broken:
            raise RuntimeError("ws2811_render failed")
        self.shown.append(list(self.colours))


class PwmLibrary(ModuleType):
    """The module rpi_ws281x."""

    def __init__(self) -> None:
        super().__init__("rpi_ws281x")
        self.broken = False
        self.strips: list[Pixels] = []
        self.ws = SimpleNamespace(WS2811_STRIP_RGB="rgb", SK6812_STRIP_RGBW="rgbw")

    def PixelStrip(self, leds: int, pin: int, **rest: Any) -> Pixels:
        if self.strips and not self.strips[-1].refused:
            raise AssertionError("a second ws2811_t in one process disturbs the first")
        self.strips.append(Pixels(self, leds, pin, **rest))
        return self.strips[-1]
