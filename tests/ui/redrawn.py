"""One kiosk seen on other screens and in other languages than the ones it was driven to its page with."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from device.files.assets import assets
from device.files.texts import languages
from device.headless.pilot import Pilot

SEVEN_INCH = (154.0, 86.0)
SIZES = [(800, 480), (1024, 600), (1280, 720), (1280, 800), (1920, 1080)]
"""In pixels; laid out as on a 7" panel."""
PANELS = [((1280, 800), (217.0, 136.0)), ((1920, 1080), (530.0, 300.0)), ((1024, 600), SEVEN_INCH)]
"""Of every size in mm."""
LANGUAGES = sorted(languages(assets()))


def resize(pilot: Pilot, size: tuple[int, int], size_mm: tuple[float, float] = SEVEN_INCH) -> None:
    """Have the kiosk draw on a screen of another size in pixels and mm."""
    screen = pilot.box.recordings["screen"]
    screen.surface, screen.shown = pygame.Surface(size), pygame.Surface(size)
    pilot.box.spec = pilot.box.spec._replace(size_mm=size_mm)
    _redraw(pilot)


def translate(pilot: Pilot, language: str) -> None:
    """Have the kiosk speak another language, as a guest does at home."""
    pilot.kiosk.screens.set_language(language)
    _redraw(pilot)


def _redraw(pilot: Pilot) -> None:
    pilot.kiosk.screens.invalidate()
    pilot.kiosk.frame.draw(pilot.now)


def at_every_size(pilot: Pilot, check: Callable[[Pilot], object]) -> None:
    """Check what is on the screen at every size in pixels."""
    for size in SIZES:
        resize(pilot, size)
        with noting(size):
            check(pilot)


def in_every_language(pilot: Pilot, check: Callable[[Pilot], object]) -> None:
    """Check what is on the screen in every language, at the smallest size."""
    resize(pilot, SIZES[0])
    for language in LANGUAGES:
        translate(pilot, language)
        with noting(language):
            check(pilot)


@contextmanager
def noting(where: object) -> Iterator[None]:
    """Say of a failure where it was."""
    try:
        yield
    except AssertionError as error:
        error.add_note(f"at {where}")
        raise
