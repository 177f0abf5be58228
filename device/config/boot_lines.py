"""What the installer makes of a config: `python -m device.config.boot_lines [--drop-ins] CONFIG [NAME=VALUE …]`.

Prints the lines of config.txt; names are the installer's switches `i2s` and `power-button`. Exits with 1, and one line
why, where a switch does not go with the config. With --drop-ins it prints which of systemd/examples the service needs
for this config, and exits with 1 where that cannot be known.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from device.config.config_file import read_settings
from device.files.reader import Malformed
from hardware.boot_lines import USUAL, Clash, boot_lines, switch_lines
from hardware.spec import BoxSpec


def lines(config: Path, switches: Sequence[str]) -> tuple[str, ...]:
    """Return the lines for a config; of one that cannot be read, what most boxes need.

    Raises:
        Clash: a switch needs a pin that the config uses.
    """
    settings, faults = read_settings(config)
    unreadable = bool(faults) and faults[0].unreadable
    spec = BoxSpec() if unreadable else settings.box
    named = dict(each.split("=", 1) for each in switches if each)
    own = switch_lines(spec, named.get("i2s", ""), named.get("power-button", ""))
    return (*own, *(USUAL if unreadable else boot_lines(spec)))


def drop_ins(config: Path) -> tuple[str, ...]:
    """Name the drop-ins of the service that a config needs.

    Raises:
        Malformed: it cannot be read.
    """
    settings, faults = read_settings(config)
    if faults and faults[0].unreadable:
        raise faults[0]
    pwm = any(panel.driver == "ws281x_pwm" for panel in settings.box.key_panels.values())
    return (*(("pwm-leds",) if pwm else ()), *(("fleet",) if settings.fleet_broker else ()))


def main(arguments: Sequence[str]) -> int:
    """Print the lines, or the drop-ins; 1 if a switch and the config clash, or the config cannot be read."""
    try:
        if arguments[0] == "--drop-ins":
            found = drop_ins(Path(arguments[1]))
        else:
            found = lines(Path(arguments[0]), arguments[1:])
    except (Clash, Malformed) as clash:
        sys.stderr.write(f"{clash}\n")
        return 1
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
