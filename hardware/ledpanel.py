"""What every key panel has in common: colours that breathe, and sending only what changed."""

from abc import ABC, abstractmethod

from hardware import palette
from hardware.errors import PartError
from hardware.palette import OFF, Frame
from hardware.ports import DARK, PANEL_CELLS, Cell
from hardware.spec import Wiring

DARK_FRAME: Frame = (OFF,) * PANEL_CELLS


class PalettePanel(ABC):
    """A key panel that shows the colours of the box's palette; a driver only writes frames."""

    def __init__(self, wiring: Wiring) -> None:
        self._leds = wiring.spec.leds
        self._limit = wiring.panel_milliamps
        self._cells: tuple[Cell, ...] = (DARK,) * PANEL_CELLS
        self._now = 0.0
        self._written: tuple[Frame, tuple[Cell, ...]] | None = None
        self._closed = False

    def show(self, cells: tuple[Cell, ...]) -> None:
        """Show 25 cells in the reading order of the side that sits there; send only what changed.

        Raises:
            PartError: the panel does not answer, or it is not 25 cells.
        """
        if len(cells) != PANEL_CELLS:
            raise PartError(f"a key panel shows {PANEL_CELLS} cells, not {len(cells)}")
        self._cells = cells
        self._refresh()

    def tick(self, now: float) -> None:
        """Let pulsing cells breathe; sends nothing while nothing pulses."""
        self._now = now
        if any(cell.pulse for cell in self._cells):
            self._refresh()

    def close(self) -> None:
        """Leave the panel dark and let go of it."""
        if self._closed:
            return
        self._closed = True
        try:
            self._write(DARK_FRAME, (DARK,) * PANEL_CELLS)
        finally:
            self._release()

    def _refresh(self) -> None:
        frame = palette.frame(self._leds.palette, self._cells, self._leds.brightness, self._now)
        if self._written == (frame, self._cells):
            return
        self._write(frame, self._cells)
        self._written = (frame, self._cells)

    @abstractmethod
    def _write(self, frame: Frame, cells: tuple[Cell, ...]) -> None:
        """Send a frame (before the current cap) to the part."""

    @abstractmethod
    def _release(self) -> None:
        """Let go of the part."""
