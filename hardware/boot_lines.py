"""What the parts of a box need of a Raspberry Pi's boot file, config.txt. Pure."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from hardware.buses import STEADY_CORE, Bus, i2s_pins
from hardware.driver_spec import DriverSpec, Params
from hardware.ports import SEATS
from hardware.registry import TABLE
from hardware.spec import BoxSpec

USUAL = ("dtparam=spi=on",)
"""What is switched on where the config cannot be read: most boxes hang on it."""
BUTTON = "dtoverlay=gpio-shutdown,gpio_pin={pin},active_low=1,gpio_pull=up,debounce=200"


class Clash(Exception):
    """A switch of the installer that does not go with the config; the text says which pin.

    `source` is the text in English before it was filled in, `values` what fills it in.
    """

    def __init__(self, source: str, **values: object) -> None:
        super().__init__(source.format(**values))
        self.source, self.values = source, values


def boot_lines(spec: BoxSpec) -> tuple[str, ...]:
    """Return the lines of config.txt that switch on what the parts hang on."""
    found = sorted((bus for _, row, params in _parts(spec) for bus in row.buses(params)), key=_order)
    buses = [list(same)[-1].switch for _, same in groupby(found, key=lambda bus: (bus.kind, bus.number))]
    return (*dict.fromkeys(buses), *(STEADY_CORE if any(bus.steady for bus in found) else ()))


def switch_lines(spec: BoxSpec, i2s: str, button: str) -> tuple[str, ...]:
    """Return the lines for the overlay of a sound board and for a power button's pin; empty: there is none.

    Raises:
        Clash: a pin of one of them is used by a part, or by the other.
    """
    sound = i2s_pins(i2s) if i2s else ()
    if button and int(button) in sound:
        raise Clash("{switch}: {place} uses that pin", switch=f"--power-button {button}", place=f"--i2s {i2s}")
    for place, row, params in _parts(spec):
        taken = {pin for each in (row, row.lamp) if each for pin, _ in each.pins(params)}
        if taken & {*sound}:
            pin = min(taken & {*sound})
            raise Clash("{switch}: {place} uses GPIO {pin}", switch=f"--i2s {i2s}", place=place, pin=pin)
        if button and int(button) in taken:
            raise Clash("{switch}: {place} uses that pin", switch=f"--power-button {button}", place=place)
    return (*((f"dtoverlay={i2s}",) if i2s else ()), *((BUTTON.format(pin=button),) if button else ()))


def switched_off(spec: BoxSpec, config_txt: str) -> tuple[str, ...]:
    """Return the lines that a box needs and its config.txt does not have, in whatever way they may be written there."""
    params, overlays = _said(config_txt)
    return tuple(line for line in boot_lines(spec) if not _stands(line, params, overlays))


def _stands(line: str, params: dict[str, str], overlays: Sequence[str]) -> bool:
    kind, _, rest = line.partition("=")
    if kind == "dtparam":
        name, _, value = rest.partition("=")
        return params.get(name, "off") == value
    if kind != "dtoverlay":
        return True  # how fast the core runs shows in no bus
    bus, _, chips = rest.partition("-")
    return any(each == rest or (chips and each.startswith(f"{bus}-") and each > rest) for each in overlays)


def _said(config_txt: str) -> tuple[dict[str, str], list[str]]:
    """Read the parameters, of which the last counts, and the overlays of a config.txt."""
    params: dict[str, str] = {}
    overlays = []
    for line in config_txt.splitlines():
        kind, _, rest = line.strip().partition("=")
        if kind == "dtoverlay":
            overlays.append(rest.partition(",")[0])
        elif kind == "dtparam":
            for each in rest.split(","):
                name, _, value = each.partition("=")
                params[{"i2c": "i2c_arm"}.get(name, name)] = value or "on"
    return params, overlays


def _order(bus: Bus) -> tuple[str, int, int]:
    return bus.kind, bus.number, bus.chip


def _parts(spec: BoxSpec) -> Iterator[tuple[str, DriverSpec, Params]]:
    sided = {"key_panels": spec.key_panels, "buttons": spec.buttons}
    chosen = [(f"{name}.{seat}", name, parts[seat]) for name, parts in sided.items() for seat in SEATS]
    chosen += [("sound", "sound", spec.sound), ("backlight", "backlight", spec.backlight)]
    for place, section, part in chosen:
        row = TABLE[section][part.driver]
        yield place, row, row.filled(part.params)
