"""The first import of pygame: parts of it that no box asks for are left out, and are there for who does."""

import subprocess
import sys

LEFT_OUT = """
import sys
from hardware.pygame_import import UNUSED, import_pygame
import_pygame()
assert not set(UNUSED) & sys.modules.keys(), sys.modules.keys()
import pygame
pygame.font.init()
assert pygame.font.Font(None, 20).size("x") > (0, 0)
import pygame.pkgdata
import_pygame()
assert "pygame.pkgdata" in sys.modules
import pygame.mixer
pygame.mixer.init()
assert pygame.mixer.Sound(buffer=bytes(8)).get_length() >= 0
assert pygame.mixer.music.get_volume() >= 0
"""


def test_pygame_is_read_without_what_no_box_asks_for() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", LEFT_OUT], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
