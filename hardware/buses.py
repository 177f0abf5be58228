"""The buses of a Raspberry Pi that parts hang on: their pins on the header, and what switches them on."""

from collections.abc import Mapping
from typing import NamedTuple

Pins = tuple[tuple[int, str], ...]
"""GPIO pins, and what each is for."""
_SPI_PINS = {
    0: range(7, 12),
    1: range(18, 22),
    2: range(4),
    3: range(8),
    4: range(4, 8),
    5: range(12, 16),
    6: range(18, 22),
}
_CHIP_PINS: Mapping[int, Mapping[int, tuple[int, ...]]] = {
    1: {1: (17,), 2: (17, 16)},
    2: {1: (24,)},
    3: {1: (24, 25)},
    4: {1: (25,)},
    5: {1: (26,)},
    6: {1: (27,)},
}
"""Further chip selects. Bus 3 has other pins on a Pi 5 than on a Pi 4; both are kept for it."""
_I2C_PINS = {0: (0, 1), 1: (2, 3), 2: (4, 5), 3: (4, 5, 6, 7), 4: (8, 9), 5: (12, 13), 6: (22, 23)}
_CHIPS = {1: 3}
"""How many chip selects a bus has, where it is not two."""
STEADY_CORE = (
    "[pi3]",
    "core_freq=250",
    "[pi02]",
    "core_freq=250",
    "[pi4]",
    "core_freq=500",
    "core_freq_min=500",
    "[all]",
)
"""The SPI clock follows the core's; LEDs that have no clock of their own need one that stands still."""
I2S_PINS = range(18, 22)


class Bus(NamedTuple):
    """A bus and the chip select that is asked for on it; `steady` where its clock may not change."""

    kind: str
    number: int
    chip: int = 0
    steady: bool = False

    @property
    def name(self) -> str:
        """Name it as people read it."""
        return f"{self.kind} {self.number}"

    @property
    def pins(self) -> Pins:
        """Return the header's pins that it takes, each with its name."""
        if self.kind == "PWM":
            return ((self.number, self.name),)
        if self.kind == "I2C":
            return tuple((pin, self.name) for pin in _I2C_PINS[self.number])
        own = (*_SPI_PINS[self.number], *_CHIP_PINS.get(self.number, {}).get(self.chip, ()))
        return tuple((pin, self.name) for pin in own)

    @property
    def chips(self) -> int:
        """Return how many chip selects it has."""
        return _CHIPS.get(self.number, 2)

    @property
    def switch(self) -> str:
        """Return the line of config.txt that switches it on, with as many chip selects as are needed."""
        if self.kind == "PWM":
            return "dtparam=audio=off"  # the PWM that drives LEDs is the one that makes the analogue sound
        if self.kind == "I2C":
            return {0: "dtparam=i2c_vc=on", 1: "dtparam=i2c_arm=on"}.get(self.number, f"dtoverlay=i2c{self.number}")
        return "dtparam=spi=on" if self.number == 0 else f"dtoverlay=spi{self.number}-{self.chip + 1}cs"


def i2s_pins(overlay: str) -> tuple[int, ...]:
    """Return the pins that the overlay of an I2S sound board takes."""
    name, *params = overlay.split(",")
    if name != "max98357a" or "no-sdmode" in params:
        return tuple(I2S_PINS)
    mute = next((each.partition("=")[2] for each in params if each.startswith("sdmode-pin=")), "4")
    return (*I2S_PINS, int(mute)) if mute.isdecimal() else tuple(I2S_PINS)
