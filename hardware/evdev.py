"""The kernel's input devices: which there are, and whether one of them brings touch."""

import os
import struct
from pathlib import Path

INPUT = Path("/dev/input")
INPUT_CLASS = Path("/sys/class/input")
POINTING = (0x110, 0x14A)
"""Keys of what one points with: BTN_LEFT, of what passes for a mouse, and BTN_TOUCH."""
WORD_BITS = 8 * struct.calcsize("l")
"""So many bits of what a device can do stand in a word of the kernel's."""


def input_devices(root: Path = INPUT) -> frozenset[str]:
    """Return the names of the input devices there are."""
    try:
        with os.scandir(root) as found:
            return frozenset(entry.name for entry in found if entry.name.startswith("event"))
    except OSError:
        return frozenset()


def unreadable_input(root: Path = INPUT, about: Path = INPUT_CLASS) -> str:
    """Say why touch cannot be read; empty when it can.

    Without the rights SDL shows a picture, gets no input and says nothing.
    """
    devices = input_devices(root)
    if not devices:
        return f"no touch: nothing in {root}"
    why = f"no touch: no device in {root} is a touchscreen"
    for device in (root / name for name in sorted(devices)):
        if not _points(about / device.name):
            continue
        try:
            os.close(os.open(device, os.O_RDONLY | os.O_NONBLOCK))
        except OSError as error:
            why = f"no touch: {device}: {error.strerror}; is the user in group input?"
        else:
            return ""
    return why


def _points(about: Path) -> bool:
    """Tell whether one points with a device, or that is not known: an HDMI socket has devices too, which tell keys."""
    try:
        words = (about / "device/capabilities/key").read_text(encoding="ascii").split()
        keys = sum(int(word, 16) << WORD_BITS * place for place, word in enumerate(reversed(words)))
    except (OSError, ValueError):
        return True
    return any(keys >> key & 1 for key in POINTING)
