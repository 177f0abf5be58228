"""What is known of a driver without importing it: its parameters, what it uses, what to do when it fails."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from hardware.buses import Bus, Pins
from hardware.spec import Value

Params = Mapping[str, Value]
"""A driver's parameters, the defaults filled in."""


class Param(NamedTuple):
    """One parameter of a driver: its type, default (None: it must be given), and what is allowed."""

    name: str
    type: type[bool] | type[int] | type[float] | type[str]
    default: Value | None = None
    low: float | None = None
    high: float | None = None
    choices: tuple[Value, ...] = ()
    words: str = ""
    """What is allowed, in English, where the choices would be too many to print."""
    known: Callable[[str], bool] | None = None
    """Tells whether a text is one of those allowed, where they cannot be listed."""

    def accepts(self, value: object) -> bool:
        """Tell whether a value may stand here; a boolean is no number, a whole number is a float too."""
        if isinstance(value, bool) != (self.type is bool):
            return False
        if not isinstance(value, (int, float) if self.type is float else self.type):
            return False
        if self.choices:
            return value in self.choices
        if isinstance(value, str):
            return self.known is None or self.known(value)
        if isinstance(value, int | float):
            return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        return True


class Misfit(NamedTuple):
    """A parameter that does not go with the others: what is allowed there, in English, and what fills that in."""

    name: str
    allowed: str
    values: Mapping[str, Value]


class DeviceFile(NamedTuple):
    """A device file a driver opens, and the group that may."""

    path: str
    group: str


class DriverSpec(NamedTuple):
    """One driver: "module:callable" that opens the part, given its wiring and parameters, and what is known of it."""

    target: str
    params: tuple[Param, ...] = ()
    remedy: str = ""
    """What people can do about a part that does not work, in English."""
    files: Callable[[Params], tuple[DeviceFile, ...]] = lambda params: ()
    buses: Callable[[Params], tuple[Bus, ...]] = lambda params: ()
    """The buses it hangs on, which the machine has to switch on."""
    pins: Callable[[Params], Pins] = lambda params: ()
    """The GPIO pins in use: each with the parameter that names it, or the bus ("SPI 0") others may be on too."""
    line: Callable[[Params], str] = lambda params: ""
    """What its place is on: the data line of its 25 LEDs from `first` on, or a display's address; empty: nothing."""
    alike: Callable[[Params], Mapping[str, Value]] = lambda params: {}
    """Parameters that must be the same for all that hang on one line, each by what must be the same about it."""
    usual: Callable[[Params], Mapping[str, Value]] = lambda params: {}
    """Defaults that depend on what was chosen."""
    fault: Callable[[Params], Misfit | None] = lambda params: None
    """A parameter that does not go with the others; None: all do."""
    led_milliamps: float = 0.0
    """What an LED draws at full white, in mA; 0: nothing that the current cap is for."""
    bare: bool = False
    """Whether a screen needs no session: it takes the display itself."""
    lamp: "DriverSpec | None" = None
    """What drives a button's lamp; its parameters stand among the button's."""

    def filled(self, chosen: Params) -> Params:
        """Return the parameters with the defaults of those left out."""
        return self.defaults() | dict(self.usual(chosen)) | dict(chosen)

    def defaults(self) -> dict[str, Value]:
        """Give the parameters that need not be given."""
        return {param.name: param.default for param in self.params if param.default is not None}
