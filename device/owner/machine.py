"""The machine as the self-test asks it: the one place that looks; tests put another in its place."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from device.files.failures import reason
from device.files.places import make_folder
from hardware import pi
from hardware.evdev import unreadable_input


class Machine:
    """Questions to the machine the box runs on; none of them raises, none changes anything that lasts."""

    def video_driver(self) -> str:
        """Name the video driver SDL has opened; empty when it has none."""
        import pygame

        return pygame.display.get_driver().lower() if pygame.display.get_init() else ""

    def pygame_flavour(self) -> str:
        """Name which pygame this is, with its version and SDL's."""
        import pygame

        name = "pygame-ce" if getattr(pygame, "IS_CE", False) else "pygame"
        return f"{name} {pygame.version.ver}, SDL {'.'.join(str(part) for part in pygame.get_sdl_version())}"

    def input_devices(self) -> Mapping[str, bool]:
        """Give each input device, and whether it may be read."""
        return {str(path): os.access(path, os.R_OK) for path in sorted(Path("/dev/input").glob("event*"))}

    def no_touch(self) -> str:
        """Say why there is no touch, as the screen judges it; empty when there is."""
        return unreadable_input()

    def accessible(self, path: str) -> bool | None:
        """Tell whether a device file may be read and written; None when there is no such file."""
        return os.access(path, os.R_OK | os.W_OK) if Path(path).exists() else None

    def real(self, path: Path) -> Path:
        """Follow links: where a path really lies."""
        return Path(os.path.realpath(path))

    def mounts(self) -> str:
        """Return the text of /proc/mounts; empty where there is none."""
        return _read("/proc/mounts")

    def kernel_words(self) -> Sequence[str]:
        """Return the words of the kernel's command line."""
        return _read("/proc/cmdline").split()

    def free_bytes(self, folder: Path) -> int:
        """Return how many bytes can still be written in a folder; 0 when that cannot be told."""
        try:
            return shutil.disk_usage(folder).free
        except OSError:
            return 0

    def written_bytes(self, folder: Path) -> int | None:
        """Return how many bytes the disk under a folder has been given since the start; None when that is not told."""
        try:
            device = folder.stat().st_dev
            fields = _read(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat").split()
            return int(fields[6]) * 512
        except (OSError, IndexError, ValueError):
            return None

    def try_writing(self, folder: Path) -> str:
        """Write a file through to the disk and delete it; return the complaint, empty when all went well."""
        try:
            make_folder(folder)
            with tempfile.NamedTemporaryFile(dir=folder, prefix="selftest-") as file:
                file.write(os.urandom(4096))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            return reason(error)
        return ""

    def boot_file(self) -> str | None:
        """Return the text of a Raspberry Pi's config.txt; None on any other machine."""
        if not pi.model():
            return None
        return _read("/boot/firmware/config.txt") or _read("/boot/config.txt")

    def throttled(self) -> int | None:
        """Return the bits of `vcgencmd get_throttled`; None where it cannot tell."""
        try:
            done = subprocess.run(("vcgencmd", "get_throttled"), capture_output=True, text=True, timeout=2, check=False)
            return int(done.stdout.partition("=")[2], 16)
        except (OSError, subprocess.TimeoutExpired, ValueError):
            return None


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
