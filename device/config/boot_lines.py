"""What the installer writes into config.txt: `python -m device.config.boot_lines CONFIG [NAME=VALUE …]`.

Names are its switches `i2s` and `power-button`. Prints a line each; exits with 1, and one line why, where a
switch does not go with the config.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from device.config.config_file import read_settings
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


def main(arguments: Sequence[str]) -> int:
    """Print the lines; 1 if a switch and the config clash."""
    config, *switches = arguments
    try:
        found = lines(Path(config), switches)
    except Clash as clash:
        sys.stderr.write(f"{clash}\n")
        return 1
    sys.stdout.writelines(f"{line}\n" for line in found)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
