"""The one table of drivers: section of the config -> driver name -> what it takes and where it lives.

A driver's module is imported only when it is chosen; its parameters can be checked without it.
"""

import importlib
import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from hardware.box import Box, Parts
from hardware.guard import Guard
from hardware.ports import SIDES, KeyPanel, Put, Screen, Side
from hardware.spec import BoxSpec, PartSpec, Shared, Value, Wiring

NONE = ""
"""The target of a driver that stands for no part."""


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter of a driver: its type, default (None: it must be given), and what is allowed."""

    name: str
    type: type[bool] | type[int] | type[float] | type[str]
    default: Value | None = None
    low: float | None = None
    high: float | None = None
    choices: tuple[Value, ...] = ()
    words: str = ""
    """What is allowed, where the choices would be too many to print."""

    def accepts(self, value: object) -> bool:
        """Tell whether a value may stand here; a boolean is no number, a whole number is a float too."""
        if isinstance(value, bool) != (self.type is bool):
            return False
        if not isinstance(value, (int, float) if self.type is float else self.type):
            return False
        if self.choices:
            return value in self.choices
        if isinstance(value, int | float):
            return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return True

    def allowed(self) -> str:
        """Say in words what is allowed."""
        if self.words:
            return self.words
        if self.choices:
            return ", ".join(str(choice) for choice in self.choices)
        kind = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}[self.type]
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:g} to {self.high:g}"
        return kind if self.low is None else f"{kind} from {self.low:g}"


@dataclass(frozen=True, slots=True)
class Row:
    """One driver: "module:callable" that opens the part, given its wiring and parameters."""

    target: str
    params: tuple[Param, ...] = ()
    lamp: str = NONE
    """For a button: what opens its lamp."""

    def defaults(self) -> dict[str, Value]:
        """Give the parameters that need not be given."""
        return {param.name: param.default for param in self.params if param.default is not None}


def _pin(name: str, default: int | None = None) -> Param:
    return Param(name, int, default, -1 if default == -1 else 0, 27)


TURN = Param("turn", int, 0, choices=(0, 90, 180, 270))
_MATRIX = (
    Param("layout", str, "serpentine", choices=("serpentine", "rows")),
    Param("corner", str, "top_left", choices=("top_left", "top_right", "bottom_left", "bottom_right")),
    TURN,
)
_RGB, _RGBW = (tuple(map("".join, itertools.permutations(letters))) for letters in ("RGB", "RGBW"))
_SPI = (
    Param("bus", int, 0, 0, 6),
    Param("device", int, 0, 0, 2),
    Param("first", int, 0, 0, 149 - 25),
    *_MATRIX,
    Param("order", str, "GRB", choices=_RGB + _RGBW, words="R, G and B (and W) in any order, such as GRB"),
)
_PWM = (
    Param("pin", int, 18, choices=(12, 13, 18, 19, 21)),
    Param("channel", int, 0, 0, 1),
    Param("dma", int, 10, choices=(8, 9, 10, 11, 12, 13, 14)),
    Param("first", int, 0, 0, 149 - 25),
    *_MATRIX,
    Param(
        "order",
        str,
        "GRB",
        choices=_RGB + tuple(f"{order}W" for order in _RGB),
        words="R, G and B in any order (W, if any, last), such as GRB",
    ),
)
_LUMA = (
    Param("device", str, None, choices=("st7735", "st7789", "ili9341", "ssd1306", "ssd1331", "ssd1351", "sh1106")),
    Param("interface", str, "spi", choices=("spi", "i2c")),
    Param("port", int, 0, 0, 6),
    Param("chip", int, 0, 0, 2),
    Param("address", int, 0x3C, 0x03, 0x77),
    _pin("dc", 24),
    _pin("rst", 25),
    _pin("light", -1),
    Param("width", int, 0, 0, 480),
    Param("height", int, 0, 0, 480),
    TURN,
)
_LAMP = (_pin("lamp", -1), Param("lamp_inverted", bool, False), Param("lamp_pwm", bool, True))
_ROTATE = Param("rotate", int, 0, choices=(0, 90, 180, 270))
_CARD = Param("card", str, "", words="the DRM card, such as card1; left out, it is found")
_GPIO_LAMP = "hardware.drivers.gpio:open_lamp"
_SIMULATED = "hardware.simulated.parts"
_SCREEN = "hardware.drivers.screen:open_"

TABLE: Mapping[str, Mapping[str, Row]] = {
    "screen": {
        "auto": Row(f"{_SCREEN}auto", (_ROTATE, _CARD)),
        "kmsdrm": Row(f"{_SCREEN}kmsdrm", (_ROTATE, _CARD)),
        "wayland": Row(f"{_SCREEN}wayland", (_ROTATE,)),
        "x11": Row(f"{_SCREEN}x11", (_ROTATE,)),
        "simulated": Row("hardware.simulated.window:open_window"),
    },
    "key_panels": {
        "ws281x_spi": Row("hardware.drivers.ws281x_spi:Ws281xSpi", _SPI),
        "ws281x_pwm": Row("hardware.drivers.ws281x_pwm:Ws281xPwm", _PWM),
        "luma": Row("hardware.drivers.luma_panel:LumaPanel", _LUMA),
        "simulated": Row(f"{_SIMULATED}:open_panel"),
        "none": Row(NONE),
    },
    "buttons": {
        "gpio": Row(
            "hardware.drivers.gpio:GpioButton",
            (_pin("pin"), Param("pull", str, "up", choices=("up", "down", "none")), *_LAMP),
            _GPIO_LAMP,
        ),
        "key": Row("hardware.drivers.key:KeyButton", (Param("key", str, words="a key's name"), *_LAMP), _GPIO_LAMP),
        "simulated": Row(
            f"{_SIMULATED}:open_button", (Param("key", str, "", words="a key's name"),), f"{_SIMULATED}:open_lamp"
        ),
        "none": Row(NONE),
    },
    "sound": {
        "mixer": Row("hardware.drivers.mixer:MixerSpeaker"),
        "buzzer": Row("hardware.drivers.buzzer:BuzzerSpeaker", (_pin("pin"),)),
        "simulated": Row(f"{_SIMULATED}:open_speaker"),
        "none": Row(NONE),
    },
    "backlight": {
        "auto": Row("hardware.drivers.backlight:SysfsBacklight"),
        "simulated": Row(f"{_SIMULATED}:open_backlight"),
        "none": Row(NONE),
    },
    "power": {
        "logind": Row("hardware.drivers.logind:LogindPower"),
        "simulated": Row(f"{_SIMULATED}:open_power"),
        "none": Row(NONE),
    },
}

OpenScreen = Callable[[Wiring], Screen]


def build(spec: BoxSpec, put: Put, clock: Callable[[], float]) -> Box:
    """Open every part of a box; what does not open is named in `Box.faults`. Inputs go to `put`."""
    return Box(fit(spec, put, clock, Shared()), spec.size)


def fit(spec: BoxSpec, put: Put, clock: Callable[[], float], shared: Shared, screen: OpenScreen | None = None) -> Parts:
    """Open every part of a box behind its guard; `screen` opens another screen than the spec's."""

    def guard(part: str, section: str, chosen: PartSpec, probe: Callable[[Any], object] | None = None) -> Guard[Any]:
        return Guard(part, chosen.driver, _opener(section, chosen, Wiring(part, spec, put, clock, shared)), probe)

    def lamp(side: str, chosen: PartSpec) -> Guard[Any]:
        wiring = Wiring(f"lamp:{side}", spec, put, clock, shared)
        return Guard(wiring.part, chosen.driver, _lamp_opener(chosen, wiring))

    if screen is None:
        face: Guard[Any] = guard("screen", "screen", spec.screen)
    else:
        face = Guard("screen", "offscreen", partial(screen, Wiring("screen", spec, put, clock, shared)))
    return Parts(
        screen=face,
        panels=fit_panels(spec, put, clock, shared),
        buttons={
            side: guard(f"button:{side}", "buttons", spec.buttons[side], lambda button: button.pressed())
            for side in SIDES
        },
        lamps={side: lamp(side, spec.buttons[side]) for side in SIDES},
        speaker=guard("speaker", "sound", spec.sound),
        backlight=guard("backlight", "backlight", spec.backlight),
        power=guard("power", "power", spec.power),
    )


def fit_panels(spec: BoxSpec, put: Put, clock: Callable[[], float], shared: Shared) -> Mapping[Side, Guard[KeyPanel]]:
    """Open the key panels, each behind its guard."""
    guards: dict[Side, Guard[KeyPanel]] = {}
    for side in SIDES:
        chosen, wiring = spec.key_panels[side], Wiring(f"panel:{side}", spec, put, clock, shared)
        guards[side] = Guard(wiring.part, chosen.driver, _opener("key_panels", chosen, wiring))
    return guards


def _opener(section: str, chosen: PartSpec, wiring: Wiring) -> Callable[[], Any] | None:
    row = TABLE[section][chosen.driver]
    if row.target == NONE:
        return None
    params = row.defaults() | dict(chosen.params)
    lamp = {param.name for param in _LAMP} if section == "buttons" else set()
    return lambda: _load(row.target)(wiring, **{name: value for name, value in params.items() if name not in lamp})


def _lamp_opener(chosen: PartSpec, wiring: Wiring) -> Callable[[], Any] | None:
    row = TABLE["buttons"][chosen.driver]
    params = row.defaults() | dict(chosen.params)
    if row.lamp == NONE or params.get("lamp") == -1:
        return None
    lamp = {name: value for name, value in params.items() if name in {param.name for param in _LAMP}}
    return lambda: _load(row.lamp)(wiring, **lamp)


def _load(target: str) -> Callable[..., Any]:
    """Import a driver.

    Raises:
        ImportError: a package of the driver is not installed.
    """
    module, name = target.split(":")
    opened: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return opened
