"""Darken the key panels a config names: `python -m hardware.blank [CONFIG]`, for when the kiosk has gone.

WS281x LEDs keep their last frame; after a crash nobody else would take the key off them.
"""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from hardware import registry
from hardware.fitting import fit_panels
from hardware.guard import Guard
from hardware.ports import SEATS, KeyPanel, Seat
from hardware.spec import BoxSpec, PartSpec, Shared, Value

DEFAULT_CONFIG = "/etc/spytable/config.yaml"
DARK_ANYWAY: Mapping[Seat, PartSpec] = {
    Seat.A: PartSpec("ws281x_spi", {"first": 0}),
    Seat.B: PartSpec("ws281x_spi", {"first": 25}),
}
"""The usual wiring, darkened where the config cannot be read."""


def panels_of(config: Path) -> Mapping[Seat, PartSpec]:
    """Read which real key panels a config names; a config that cannot be read gives the usual wiring."""
    try:
        read: Any = yaml.safe_load(config.read_text(encoding="utf-8"))
        named: Any = read.get("key_panels", {})
        spoilt = any(not isinstance(named.get(seat), dict | None) for seat in SEATS)
        return {seat: _panel(seat, named.get(seat, "" if spoilt else None)) for seat in SEATS}
    except Exception:  # the reader has its own error for each kind of nonsense
        return DARK_ANYWAY


def _panel(seat: Seat, block: Any) -> PartSpec:
    """Take from a panel's block what its driver allows; what it does not allow takes the default."""
    if block is None:
        return PartSpec("none")
    driver = block.get("driver") if isinstance(block, dict) else block
    row = registry.TABLE["key_panels"].get(driver) if isinstance(driver, str) else None
    if row is None or not isinstance(driver, str):
        return DARK_ANYWAY[seat]
    if driver in ("simulated", "none"):
        return PartSpec("none")
    params: dict[str, Value] = {
        param.name: block[param.name] for param in row.params if param.accepts(block.get(param.name))
    }
    return PartSpec(driver, params)


def darken(panels: Mapping[Seat, PartSpec]) -> tuple[str, ...]:
    """Darken panels; return a line for each that could not be."""
    guards = fit_panels(BoxSpec(key_panels=panels), lambda _: None, time.monotonic, Shared())
    for guard in guards.values():
        guard.close()
    return tuple(_complaint(guard) for guard in guards.values() if guard.status != "ok")


def _complaint(guard: Guard[KeyPanel]) -> str:
    return f"{guard.part} ({guard.driver}): {guard.why}"


def main(arguments: Sequence[str]) -> int:
    """Darken what the config names; 1 if a panel could not be."""
    named = arguments[0] if arguments else os.environ.get("SPYTABLE_CONFIG", DEFAULT_CONFIG)
    complaints = darken(panels_of(Path(named)))
    for line in complaints:
        print(line, file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
