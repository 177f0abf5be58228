"""What runs when the config is no good: nothing that could show a key, and the operator's PIN guards it as ever."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from device.config.settings import Settings, on_a_box
from device.files.limits import MAX_BYTES
from device.files.reader import Malformed, open_file
from hardware import registry
from hardware.ports import SEATS
from hardware.spec import BoxSpec, PartSpec

_PIN = r"""\bpin["']?\s*[:=]\s*["']?(\d{4,8})(?!\d)"""


def safe_settings(pin: str = "") -> Settings:
    """Return the settings with this PIN: on a box its screen and nothing else, on a PC the simulated box."""
    named: dict[str, Any] = {"pin": pin} if pin else {}
    if not on_a_box():
        return Settings(**named)
    none = PartSpec("none")
    both = dict.fromkeys(SEATS, none)
    return Settings(BoxSpec(PartSpec("auto"), both, both, none, none, PartSpec("logind")), **named)


def pin_in(path: Path, faults: Iterable[Malformed]) -> str:
    """Return the PIN that a config seems to name where its faults may hide one; empty where it names none."""
    if all(fault.place.partition(".")[0] in registry.TABLE for fault in faults):
        return ""  # nothing is wrong but the parts of the box, whose pins are none
    try:
        said = [re.search(_PIN, line, re.ASCII) for line in said_in(path)]
    except OSError:
        return ""
    return next((each[1] for each in said if each), "")


def said_in(path: Path) -> list[str]:
    """Return the lines of a file that are no comments, whatever stands in them.

    Raises:
        OSError: it is no file, or cannot be read.
    """
    with open_file(path) as file:
        text = file.read(MAX_BYTES).decode(errors="replace")
    return [line for line in text.splitlines() if not line.lstrip().startswith("#")]
