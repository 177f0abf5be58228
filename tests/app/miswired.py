"""A box wired wrongly on purpose: real drivers on stand-ins, read and touched as its parts truly lie."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gpiozero import Device

from device.app.buttons import AGAIN
from device.config.config_file import read_settings
from device.config.settings import Settings
from device.headless.pilot import Pilot, Setup
from hardware.box import Box
from hardware.drivers.matrix import wire_order
from hardware.drivers.ws281x_spi import LATCH
from hardware.fitting import fit
from hardware.palette import RGB
from hardware.ports import Pointer
from hardware.simulated.offscreen import OffscreenBox, OffscreenScreen
from hardware.spec import BoxSpec, Shared
from hardware.touch_map import STRAIGHT, TouchMap
from tests.hardware.fakes import SpiLibrary, decode


@dataclass(frozen=True)
class Panel:
    """How a matrix truly lies: its place on the line, and its own wiring."""

    first: int
    layout: str = "serpentine"
    corner: str = "top_left"
    turn: int = 0
    order: str = "GRB"


@dataclass(frozen=True)
class Truth:
    """How the parts of a box are truly wired, side by side."""

    panels: Mapping[str, Panel] = field(default_factory=lambda: {"a": Panel(0), "b": Panel(25)})
    pins: Mapping[str, int] = field(default_factory=lambda: {"a": 17, "b": 22})
    lamps: Mapping[str, int] = field(default_factory=lambda: {"a": 27, "b": 23})
    touch: TouchMap = STRAIGHT
    upside_down: bool = False


class RealDrivers(OffscreenBox):
    """A box of real drivers around an offscreen picture."""

    def refit(self, spec: BoxSpec, *, anyhow: bool = False) -> bool:
        return Box.refit(self, spec, anyhow=anyhow)

    def is_like(self, spec: BoxSpec) -> bool:
        return Box.is_like(self, spec)


class Person(Pilot):
    """Somebody at a miswired box: sees its lights, presses its buttons and touches its glass where they truly are."""

    def __init__(self, data: Path, config: Path, library: SpiLibrary, truth: Truth, **rest: Any) -> None:
        self.truth, self.library = truth, library
        settings, faults = read_settings(config)
        assert not faults
        super().__init__(Setup(data, (800, 480), settings, seed=1, config=config, **rest))

    def _make_box(self, settings: Settings) -> OffscreenBox:
        spec, shared = settings.box._replace(size=self.setup.size), Shared()
        parts = fit(spec, self.inputs.put, lambda: self.now, shared, OffscreenScreen)
        return RealDrivers(parts, spec, shared.recordings)

    # Seeing

    def sees(self, side: str) -> list[RGB]:
        """Return the 25 lights in a side's panel, as one sees them from that side."""
        panel = self.truth.panels[side]
        channels = decode(self.library.transfers[-1], len(LATCH))
        many = len(panel.order)
        found: list[RGB] = [(0, 0, 0)] * 25
        for led, cell in enumerate(wire_order(panel.layout, panel.corner, panel.turn)):
            start = (panel.first + led) * many
            sent = dict(zip(panel.order, channels[start : start + many], strict=True))
            found[cell] = (sent["R"], sent["G"], sent["B"])
        return found

    def lit_cells(self, side: str) -> list[int]:
        """Return the cells that are lit in a side's panel."""
        return [place for place, rgb in enumerate(self.sees(side)) if any(rgb)]

    def colour(self, side: str) -> str:
        """Name the colour of a side's panel."""
        rgb = self.sees(side)[12]
        return ("red", "green", "blue")[rgb.index(max(rgb))]

    def glows(self, side: str) -> bool:
        """Tell whether the lamp in a side's button is lit."""
        return bool(Device.pin_factory.pin(self.truth.lamps[side]).state)

    # Hands

    def _point(self, kind: Any, finger: int, pixel: tuple[int, int]) -> None:
        w, h = self.box.screen.surface.get_size()
        self.touch_at((pixel[0] + 0.5) / w, (pixel[1] + 0.5) / h, kind, finger)

    def touch_at(self, x: float, y: float, kind: Any, finger: int = 1) -> None:
        """Put a finger on the glass, or lift it; the sensor tells it as it lies."""
        self.inputs.put(Pointer(finger, kind, *self.truth.touch.undo((x, y))))

    def tap_at(self, x: float, y: float) -> None:
        """Touch the glass briefly."""
        for kind in ("down", "up"):
            self.touch_at(x, y, kind)
            self.wait(0.1)

    def press(self, *sides: str, seconds: float = 0.15) -> None:
        self.wait(max(0.0, self._pressed_at + AGAIN - self.now))
        pins = [Device.pin_factory.pin(self.truth.pins[side]) for side in sides]
        for pin in pins:
            pin.drive_low()
        self.wait(seconds)
        for pin in pins:
            pin.drive_high()
        self.wait(0.1)
        self._pressed_at = self.now
        self.settle()

    @property
    def step(self) -> str:
        """Return the name of the step that is asked."""
        return type(self.kiosk.screens.top._step).__name__  # type: ignore[attr-defined]

    @property
    def seat(self) -> str:
        """Return the seat that is asked."""
        return str(self.kiosk.screens.top._step.seat)  # type: ignore[attr-defined]
