"""Every screen, film and state at a size in a language, written into folders."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pygame

from device.headless.pilot import Pilot
from tests.gallery import films, states
from tests.gallery.camera import Camera, sheet
from tests.ui import test_layout, test_owner_layout

SCREENS: dict[str, Callable[[Pilot], None]] = {
    **{each.__name__: each for each in test_layout.SCREENS},
    **test_owner_layout.SCREENS,
}
SHEET = 24
"""Pictures on a contact sheet."""


def screens(out: Path, names: list[str], size: str, language: str) -> None:
    """Write every screen at a size in a language, and sheets of them."""
    folder = out / language / size
    folder.mkdir(parents=True, exist_ok=True)
    seen: list[tuple[str, pygame.Surface]] = []
    for name in names:
        with tempfile.TemporaryDirectory() as data:
            camera = Camera(Path(data), size, language)
            try:
                SCREENS[name](camera)
                camera.settle()
                seen.append((name, camera.seen()))
            finally:
                camera.close()
        pygame.image.save(seen[-1][1], str(folder / f"{name}.png"))
    for number in range(0, len(seen), SHEET):
        sheet(seen[number : number + SHEET], out / f"{language}-{size}-{number // SHEET + 1}.png")


def films_of(out: Path, names: list[str], size: str, language: str) -> None:
    """Write films at a size in a language."""
    folder = out / "films" / language / size
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        for name in names:
            films.film(name, folder, Path(data), size, language)


def states_of(out: Path, size: str, language: str) -> None:
    """Write the states at a size in a language."""
    folder = out / "states" / language / size
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        states.write(folder, Path(data), size, language)
