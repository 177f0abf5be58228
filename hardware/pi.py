"""Which machine this is."""

from pathlib import Path

MODEL = Path("/proc/device-tree/model")


def model() -> str:
    """Give the Raspberry Pi's model ("Raspberry Pi 4 Model B Rev 1.4"); empty on any other machine."""
    try:
        text = MODEL.read_text(encoding="ascii", errors="replace").strip("\0\n ")
    except OSError:
        return ""
    return text if text.startswith("Raspberry Pi") else ""
