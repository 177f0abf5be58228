"""Putting a box together: every part its spec names, opened by its driver behind a guard."""

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from hardware.box import Box, Opener, Openers, Parts
from hardware.guard import Guard
from hardware.ports import SEATS, KeyPanel, Put, Screen, Seat
from hardware.registry import NONE, TABLE
from hardware.spec import BoxSpec, PartSpec, Shared, Wiring

OpenScreen = Callable[[Wiring], Screen]


def build(spec: BoxSpec, put: Put, clock: Callable[[], float]) -> Box:
    """Open every part of a box; what does not open is named in `Box.faults`. Inputs go to `put`."""
    return Box(fit(spec, put, clock, Shared()), spec)


def fit(spec: BoxSpec, put: Put, clock: Callable[[], float], shared: Shared, screen: OpenScreen | None = None) -> Parts:
    """Open every part of a box behind its guard; `screen` opens another screen than the spec's."""
    openers = partial(part_openers, put=put, clock=clock, shared=shared, screen=screen)
    found = openers(spec)

    def guard(part: str, probe: Callable[[Any], object] | None = None) -> Guard[Any]:
        return Guard(part, found[part].driver, found[part].open, probe, clock)

    return Parts(
        screen=guard("screen"),
        panels={seat: guard(f"panel:{seat}") for seat in SEATS},
        buttons={seat: guard(f"button:{seat}", lambda button: button.pressed()) for seat in SEATS},
        lamps={seat: guard(f"lamp:{seat}") for seat in SEATS},
        speaker=guard("speaker"),
        backlight=guard("backlight"),
        power=guard("power"),
        openers=openers,
    )


def part_openers(
    spec: BoxSpec, put: Put, clock: Callable[[], float], shared: Shared, screen: OpenScreen | None = None
) -> Openers:
    """Return what opens each part of a box, by the part's name."""

    def opener(part: str, section: str, chosen: PartSpec) -> Opener:
        return Opener(chosen, _opener(section, chosen, Wiring(part, spec, put, clock, shared)))

    def lamp(seat: Seat) -> Opener:
        chosen = spec.buttons[seat]
        return Opener(chosen, _lamp_opener(chosen, Wiring(f"lamp:{seat}", spec, put, clock, shared)))

    face = opener("screen", "screen", spec.screen)
    if screen is not None:
        face = Opener(PartSpec("offscreen"), partial(screen, Wiring("screen", spec, put, clock, shared)))
    return {
        "screen": face,
        **{f"panel:{seat}": _panel_opener(seat, spec, put, clock, shared) for seat in SEATS},
        **{f"button:{seat}": opener(f"button:{seat}", "buttons", spec.buttons[seat]) for seat in SEATS},
        **{f"lamp:{seat}": lamp(seat) for seat in SEATS},
        "speaker": opener("speaker", "sound", spec.sound),
        "backlight": opener("backlight", "backlight", spec.backlight),
        "power": opener("power", "power", spec.power),
    }


def fit_panels(spec: BoxSpec, put: Put, clock: Callable[[], float], shared: Shared) -> Mapping[Seat, Guard[KeyPanel]]:
    """Open the key panels, each behind its guard."""
    openers = {seat: _panel_opener(seat, spec, put, clock, shared) for seat in SEATS}
    return {seat: Guard(f"panel:{seat}", each.driver, each.open, clock=clock) for seat, each in openers.items()}


def _panel_opener(seat: Seat, spec: BoxSpec, put: Put, clock: Callable[[], float], shared: Shared) -> Opener:
    known = {each: TABLE["key_panels"][spec.key_panels[each].driver] for each in SEATS}
    powered = sum(row.led_milliamps > 0 for row in known.values())
    wiring = Wiring(f"panel:{seat}", spec, put, clock, shared, max(1, powered), known[seat].led_milliamps)
    return Opener(spec.key_panels[seat], _opener("key_panels", spec.key_panels[seat], wiring))


def _opener(section: str, chosen: PartSpec, wiring: Wiring) -> Callable[[], Any] | None:
    row = TABLE[section][chosen.driver]
    lamp = {param.name for param in row.lamp.params} if row.lamp else set()
    params = {name: value for name, value in row.filled(chosen.params).items() if name not in lamp}
    return None if row.target == NONE else lambda: _load(row.target)(wiring, **params)


def _lamp_opener(chosen: PartSpec, wiring: Wiring) -> Callable[[], Any] | None:
    row = TABLE["buttons"][chosen.driver]
    lamp, params = row.lamp, row.filled(chosen.params)
    if lamp is None or params.get("lamp") == -1:
        return None
    own = {param.name: params[param.name] for param in lamp.params}
    return lambda: _load(lamp.target)(wiring, **own)


def _load(target: str) -> Callable[..., Any]:
    """Import a driver.

    Raises:
        ImportError: a package of the driver is not installed.
    """
    module, name = target.split(":")
    opened: Callable[..., Any] = getattr(importlib.import_module(module), name)
    return opened
