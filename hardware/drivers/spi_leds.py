"""LEDs on an SPI data line, of whatever kind: both panels may be chained on one line."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from hardware.drivers.matrix import in_order, wire_order
from hardware.errors import PartError
from hardware.ledpanel import PalettePanel, Shown
from hardware.ports import PANEL_CELLS
from hardware.spec import Wiring

TRANSFER_BYTES = 4096
"""What spidev sends in one go; a pause within a frame would end it."""


class SpiLine:
    """The LEDs on one SPI bus; each panel owns 25 of them. `encode` makes the bytes to send of their channels."""

    def __init__(self, bus: int, device: int, speed_hz: int, encode: Callable[[bytes], bytes]) -> None:
        self._bus, self._device = bus, device
        self._speed_hz, self._encode = speed_hz, encode
        self._file: Any = None
        self._owned: dict[int, bytes] = {}
        self._colours = 0

    def claim(self, first: int, colours: int) -> None:
        """Take 25 LEDs from `first` on, each of 3 or 4 colours.

        Raises:
            PartError: they are taken, of another kind than the rest, or too far along.
        """
        if any(abs(first - other) < PANEL_CELLS for other in self._owned):
            raise PartError(f"LED {first} of SPI {self._bus}.{self._device} belongs to the other panel already")
        if self._owned and colours != self._colours:
            raise PartError("panels on one line need LEDs of the same kind")
        if len(self._encode(bytes((first + PANEL_CELLS) * colours))) > TRANSFER_BYTES:
            raise PartError(f"LED {first} is too far along the line for one transfer of {TRANSFER_BYTES} bytes")
        self._colours = colours
        self._owned[first] = bytes(PANEL_CELLS * colours)

    def write(self, first: int, channels: bytes) -> None:
        """Send the line with a panel's 25 LEDs changed.

        Raises:
            PartError: the SPI device is missing or does not answer.
        """
        self._owned[first] = channels
        whole = bytearray((max(self._owned) + PANEL_CELLS) * self._colours)
        for start, part in self._owned.items():
            whole[start * self._colours : start * self._colours + len(part)] = part
        try:
            self._open().writebytes2(self._encode(bytes(whole)))
        except OSError as error:
            self._shut()
            raise PartError(f"/dev/spidev{self._bus}.{self._device}: {error.strerror or error}") from error

    def release(self, first: int) -> None:
        """Give a panel's LEDs back; the last one closes the device."""
        self._owned.pop(first, None)
        if not self._owned:
            self._shut()

    def _open(self) -> Any:
        if self._file is None:
            try:
                import spidev
            except ImportError as error:
                raise PartError("the Python package spidev is not installed") from error
            opened = spidev.SpiDev()
            opened.open(self._bus, self._device)
            opened.max_speed_hz = self._speed_hz
            opened.mode = 0
            self._file = opened
        return self._file

    def _shut(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


class SpiPanel(PalettePanel):
    """A key panel of 25 LEDs on an SPI line; a kind of LED is its speed and how its channels are sent."""

    speed_hz: ClassVar[int]

    def __init__(
        self, wiring: Wiring, bus: int, device: int, first: int, layout: str, corner: str, turn: int, order: str
    ) -> None:
        super().__init__(wiring)
        self._cells_on_wire = wire_order(layout, corner, turn)
        self._first, self._order = first, order
        kind = type(self).__name__
        other = wiring.shared.buses.setdefault(("spi bus", bus), kind)
        if other != kind:
            what = "a display" if other == "display" else "LEDs of another kind"
            raise PartError(f"SPI {bus} drives {what}: these LEDs need a bus of their own")
        # By bus: LEDs know no chip select, so whatever is sent to either device reaches all of them.
        self._line: SpiLine = wiring.shared.buses.setdefault(
            ("spi", bus), SpiLine(bus, device, self.speed_hz, self.encode)
        )
        self._line.claim(first, len(order))
        try:
            self._blank()
        except PartError:
            self._release()
            raise

    @staticmethod
    @abstractmethod
    def encode(channels: bytes) -> bytes:
        """Give the bytes to send for the channels of a line of LEDs, in wire order."""

    def _write(self, shown: Shown) -> None:
        channels = b"".join(in_order(shown.sent[cell], self._order) for cell in self._cells_on_wire)
        self._line.write(self._first, channels)

    def _release(self) -> None:
        self._line.release(self._first)
