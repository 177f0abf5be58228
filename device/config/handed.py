"""Is a settings file one that a box takes: asked by the page that hands it over, and by systemd/take-config.

`python -m device.config.handed NEW CONFIG boot|stick` prints why not, a line each, and exits with 1; nothing, where
that cannot be told.
"""

import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from device.config.boot_lines import lines
from device.config.config_file import read_settings
from device.config.safe import said_in
from device.files.failures import reason, say
from device.files.messages import message
from device.files.places import is_there
from device.files.reader import Malformed, load, within
from hardware.boot_lines import Clash

SWITCHES = "install.conf"
"""Beside the config: what the switches of systemd/install were set to."""
_KEY = "update_key"
_SWITCH = re.compile(r"i2s=[a-z0-9,=_-]+|power-button=(\d|1\d|2[0-7])", re.ASCII)
"""What the installer takes for one."""


def refusal(new: Path, config: Path | None, *, boot: bool = False, box: bool = True) -> list[Malformed]:
    """Return why a box with this config does not take a file; nothing: it does.

    `boot`: from the boot partition; without `box` it may be one of a PC, without a real part.

    Raises:
        OSError: whether the box has a config cannot be told, nor whose updates it takes.
    """
    settings, faults = read_settings(new, box)
    if faults:
        return faults
    if not load(new):  # as a stick that was pulled out too early leaves it
        return [Malformed(str(new), "", "", message("all of the config; there is nothing in this file"))]
    if config is None or not is_there(config):
        return []
    # Whoever may hand a file over may not say whose updates the box takes.
    if not boot and settings.update_key != _update_key(config):
        allowed = message("only a settings file on the memory card may change it")
        return [Malformed(str(new), "operator.update_key", "", allowed)]
    try:
        lines(new, _switches(config))
    except Clash as clash:
        return [Malformed("", "", "", message(clash.source, **clash.values))]
    return []


def _update_key(config: Path) -> str | None:
    """Return the key of the settings a box has; None where a fault in them hides whether they have one.

    Raises:
        OSError: they cannot be read.
    """
    settings, faults = read_settings(config)
    if not faults:
        return settings.update_key
    try:
        keys = [each[_KEY] for each in within(load(config)) if isinstance(each, dict) and _KEY in each]
    except Malformed:
        return None if any(_KEY in line for line in said_in(config)) else ""
    key = keys[0] if len(keys) == 1 else None if keys else ""
    return key if isinstance(key, str) else None


def _switches(config: Path) -> list[str]:
    """Return what the switches of the installer were set to, as far as whoever asks may know it."""
    with suppress(OSError):
        text = config.with_name(SWITCHES).read_text(encoding="utf-8", errors="replace")
        return [line for line in text.splitlines() if _SWITCH.fullmatch(line)]
    return []


def main(arguments: Sequence[str]) -> int:
    """Say why a file is not taken; return 1 when it is not."""
    new, config, way = arguments
    try:
        told = refusal(Path(new), Path(config), boot=way == "boot")
    except OSError as error:
        say(f"{config}: {reason(error)}")
        return 1
    sys.stdout.writelines(f"{fault.line}\n" for fault in told)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
