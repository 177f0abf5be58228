"""The touchscreen's own light, by /sys/class/backlight."""

from pathlib import Path

from hardware.errors import PartError
from hardware.spec import Wiring

ROOT = Path("/sys/class/backlight")


def open_auto(wiring: Wiring) -> "SysfsBacklight | None":
    """Open the light the kernel knows; None where there is none: HDMI screens and PCs keep theirs to themselves."""
    return SysfsBacklight(wiring) if any(ROOT.glob("*/brightness")) else None


class SysfsBacklight:
    """The first backlight the kernel knows; closing gives back the brightness that was found."""

    def __init__(self, wiring: Wiring) -> None:
        lights = sorted(ROOT.glob("*/brightness"))
        if not lights:
            raise PartError(f"no light in {ROOT}: a screen without one needs backlight driver none")
        self._file = lights[0]
        self._full = self._read(self._file.with_name("max_brightness"))
        self._found = self._read(self._file)

    def set(self, level: float) -> None:
        """Set the brightness, 0 (blank) to 1; any light at all is at least the least the screen can do.

        Raises:
            PartError: the file cannot be written.
        """
        level = min(1.0, max(0.0, level))
        self._write(max(1, round(level * self._full)) if level else 0)

    def close(self) -> None:
        """Give back the brightness that was found, or full light if that was dark: the console must be legible."""
        self._write(self._found or self._full)

    def _read(self, file: Path) -> int:
        try:
            return int(file.read_text(encoding="ascii"))
        except (OSError, ValueError) as error:
            raise PartError(f"{file}: {error}") from error

    def _write(self, value: int) -> None:
        try:
            self._file.write_text(str(value), encoding="ascii")
        except OSError as error:
            raise PartError(f"{self._file}: {error.strerror}") from error
