"""What a box is made of: the parts chosen, and what a driver is given to build its part."""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hardware.keyboard import Keyboard
from hardware.ports import SEATS, Put, Seat
from hardware.touch_map import STRAIGHT, TouchMap

Value = bool | int | float | str
"""A parameter of a driver, checked against `hardware.registry` before it comes here."""

WHITE_MILLIAMPS = 60.0
"""What a usual LED draws at full white."""


class PartSpec(NamedTuple):
    """The driver of one part and its checked parameters; those left out take the registry's default."""

    driver: str = "simulated"
    params: Mapping[str, Value] = MappingProxyType({})


class Leds(NamedTuple):
    """How the key panels shine: brightness 0-1, the current cap of both together in mA, the palette's name."""

    brightness: float = 0.4
    max_milliamps: int = 900
    palette: str = "standard"


_SIMULATED = PartSpec()
_BOTH = MappingProxyType(dict.fromkeys(SEATS, _SIMULATED))


class BoxSpec(NamedTuple):
    """The whole box; without arguments, the simulated one.

    `size` is the simulated touchscreen's, in pixels (a real screen brings its own); `size_mm` what it measures.
    `touch` is how the touch sensor lies on the picture.
    `font` is a TTF for the writing on the simulated case, `sounds` the folder of the cues (`CUE.ogg` or `CUE.wav`).
    """

    screen: PartSpec = _SIMULATED
    key_panels: Mapping[Seat, PartSpec] = _BOTH
    buttons: Mapping[Seat, PartSpec] = _BOTH
    sound: PartSpec = _SIMULATED
    backlight: PartSpec = _SIMULATED
    power: PartSpec = _SIMULATED
    leds: Leds = Leds()
    size: tuple[int, int] = (1280, 720)
    size_mm: tuple[float, float] = (154.0, 86.0)
    touch: TouchMap = STRAIGHT
    fullscreen: bool = False
    title: str = "Spytable"
    font: Path | None = None
    sounds: Path | None = None

    def simulated(self) -> "BoxSpec":
        """Return this box with a simulated part in the place of every real one; what it does not have stays away."""

        def alike(part: PartSpec) -> PartSpec:
            return part if part.driver == "none" else PartSpec()

        return self._replace(
            screen=PartSpec(),
            key_panels={seat: alike(part) for seat, part in self.key_panels.items()},
            buttons={seat: alike(part) for seat, part in self.buttons.items()},
            sound=alike(self.sound),
            backlight=alike(self.backlight),
            power=alike(self.power),
            font=None,
        )


class Shared:
    """What the drivers of one box share: the keyboard, the simulated parts by name, and buses two parts hang on."""

    def __init__(self) -> None:
        self.keyboard = Keyboard()
        self.recordings: dict[str, Any] = {}
        self.buses: dict[object, Any] = {}


class Wiring(NamedTuple):
    """What every driver is given besides its parameters: which part it is, and its ties to the box."""

    part: str
    spec: BoxSpec
    put: Put
    clock: Callable[[], float]
    shared: Shared
    panels: int = 2
    """How many key panels share the current cap."""
    led_milliamps: float = WHITE_MILLIAMPS
    """What an LED of this key panel draws at full white; 0 where the cap is not for it."""

    @property
    def seat(self) -> Seat:
        """The seat the part belongs to, for those that have one."""
        return Seat(self.part[-1]) if ":" in self.part else Seat.A

    @property
    def panel_milliamps(self) -> float:
        """One panel's share of the current cap, in mA as `palette` counts them: for LEDs of 60 mA at full white.

        The share is fixed: were the two panels scaled together, one side's brightness would tell of the other's key.
        """
        share = self.spec.leds.max_milliamps / self.panels
        return share * WHITE_MILLIAMPS / self.led_milliamps if self.led_milliamps else share
