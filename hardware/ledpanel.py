"""What every key panel has in common: colours that breathe, and sending only what changed."""

from abc import ABC, abstractmethod
from functools import lru_cache
from typing import NamedTuple

from hardware import palette
from hardware.errors import PartError
from hardware.palette import OFF, PULSE_PEAK, PULSE_SECONDS, Frame
from hardware.ports import DARK, PANEL_CELLS, Cell
from hardware.spec import Wiring

RESEND_SECONDS = 5.0
"""A frame that was garbled on its way stays wrong for no longer than this."""
STEPS = 64
"""A breath goes through so many steps, each worked out once."""
_BREATHS = 4
"""So many breaths are kept: both panels', and those of the keys before."""
DARK_FRAME: Frame = (OFF,) * PANEL_CELLS


class Shown(NamedTuple):
    """What a panel shows: its cells, their colours before the current cap, and after it."""

    cells: tuple[Cell, ...]
    rgb: Frame
    sent: Frame


ALL_DARK = Shown((DARK,) * PANEL_CELLS, DARK_FRAME, DARK_FRAME)


@lru_cache(maxsize=_BREATHS * STEPS)
def _at_step(name: str, cells: tuple[Cell, ...], brightness: float, step: int) -> Frame:
    return palette.frame(name, cells, brightness, step * PULSE_SECONDS / STEPS)


class PalettePanel(ABC):
    """A key panel that shows the colours of the box's palette; a driver only writes them."""

    def __init__(self, wiring: Wiring) -> None:
        self._leds = wiring.spec.leds
        self._limit = wiring.panel_milliamps
        self._cells: tuple[Cell, ...] = ALL_DARK.cells
        self._scale = 1.0
        self._now = 0.0
        self._breathes = False
        self._sent_at: float | None = None
        self._written: Shown | None = None
        self._closed = False

    def show(self, cells: tuple[Cell, ...]) -> None:
        """Show 25 cells in the reading order of the side that sits there; send only what changed.

        Raises:
            PartError: the panel does not answer, or it is not 25 cells.
        """
        if len(cells) != PANEL_CELLS:
            raise PartError(f"a key panel shows {PANEL_CELLS} cells, not {len(cells)}")
        self._cells = cells
        self._fit()

    def shine(self, brightness: float, palette: str) -> None:
        """Show everything from now on at this brightness (0-1) and in this palette.

        Raises:
            PartError: the panel does not answer.
        """
        if (brightness, palette) != (self._leds.brightness, self._leds.palette):
            self._leds = self._leds._replace(brightness=brightness, palette=palette)
            self._fit()

    def tick(self, now: float) -> None:
        """Let pulsing cells breathe; while nothing pulses, send the frame again every few seconds."""
        self._now = now
        if self._breathes:
            self._refresh()
        if self._sent_at is None:
            self._sent_at = now
        if self._written is not None and now - self._sent_at >= RESEND_SECONDS:
            self._sent_at = now
            self._write(self._written)

    def close(self) -> None:
        """Leave the panel dark and let go of it."""
        if self._closed:
            return
        self._closed = True
        try:
            self._write(ALL_DARK)
        finally:
            self._release()

    def _fit(self) -> None:
        self._breathes = any(palette.breathes(self._leds.palette, cell) for cell in self._cells)
        # The cap fits the brightest moment of the pulse, so that the steady cells do not breathe against it.
        self._scale = palette.fitting(self._colours(PULSE_PEAK), self._limit)
        self._refresh()

    def _blank(self) -> None:
        """Start dark: LEDs keep what they last showed, also through a restart."""
        self._write(ALL_DARK)
        self._written = ALL_DARK

    def _refresh(self) -> None:
        rgb = self._colours(self._now)
        shown = Shown(self._cells, rgb, palette.dimmed(rgb, self._scale))
        if shown != self._written:
            self._write(shown)
            self._written, self._sent_at = shown, self._now

    def _colours(self, now: float) -> Frame:
        step = round(now % PULSE_SECONDS / PULSE_SECONDS * STEPS)
        return _at_step(self._leds.palette, self._cells, self._leds.brightness, step)

    @abstractmethod
    def _write(self, shown: Shown) -> None:
        """Send to the part what it is to show."""

    @abstractmethod
    def _release(self) -> None:
        """Let go of the part."""
