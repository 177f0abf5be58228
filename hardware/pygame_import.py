"""The first import of pygame, without the parts of it that a box never asks for, or not before its first picture."""

import sys

SOUND = ("pygame.mixer", "pygame.mixer_music")
"""A speaker's driver imports them."""
UNUSED = (*SOUND, "pygame._debug", "pygame.pkgdata", "pygame.scrap", "pygame.system", "pygame.typing")
"""pygame does without each where it is missing; with what they read in their turn they take a while, at every start."""


def import_pygame() -> None:
    """Import pygame; what was left out is there for whoever imports it later."""
    left_out = [name for name in UNUSED if name not in sys.modules]
    sys.modules.update(dict.fromkeys(left_out))  # type: ignore[arg-type]  # None: an import of it fails
    try:
        import pygame  # noqa: F401
    finally:
        for name in left_out:
            del sys.modules[name]
