"""The simulated box: its recording parts and the one picture of them all."""

from collections.abc import Sequence
from typing import Any

import pygame

from hardware.palette import Frame
from hardware.ports import SEATS, Seat
from hardware.simulated.geometry import Geometry, geometry
from hardware.simulated.parts import DEFAULT_KEYS
from hardware.simulated.picture import CasePicture
from hardware.spec import BoxSpec


class SimulatedBox:
    """Draw the box around a touchscreen's picture, from what its recording parts remember.

    Parts that are real, or that the box has not, are not drawn.
    """

    def __init__(self, spec: BoxSpec, recordings: dict[str, Any], scale: float = 1.0) -> None:
        self._spec = spec
        self._recordings = recordings
        self._picture: CasePicture | None = None
        self.places: Geometry = geometry(spec.size, scale)
        self._drawn: dict[str, object] = {}

    def rescale(self, scale: float) -> None:
        """Draw the box at another scale from now on."""
        self.places = geometry(self._spec.size, scale)
        self._picture = None

    def draw(self, target: pygame.Surface, screen: pygame.Surface) -> None:
        """Draw the whole box."""
        self._drawn = {}
        self._case().blank(target)
        self.refresh(target, screen)

    def refresh(
        self, target: pygame.Surface, screen: pygame.Surface | None, shown: pygame.Surface | None = None
    ) -> list[pygame.Rect]:
        """Draw the parts that changed, and the touchscreen when given; return the areas drawn.

        `shown` is what the touchscreen shows already, for when only its backlight changed.
        """
        case = self._case()
        areas = []
        backlight = self._of("backlight", "level", 1.0)
        dimmed = self._changed("backlight", backlight)
        picture = screen or (shown if dimmed else None)
        if picture is not None:
            areas.append(case.touchscreen(target, picture, backlight))
        for seat in SEATS:
            areas += self._seat(case, target, seat)
        line = self._line()
        if self._changed("line", line) and "speaker" in self._recordings:
            areas.append(case.sound(target, line))
        return areas

    def _seat(self, case: CasePicture, target: pygame.Surface, seat: Seat) -> list[pygame.Rect]:
        areas = []
        frame: Frame = self._of(f"panel:{seat}", "rgb", ())
        if frame and self._changed(f"panel:{seat}", frame):
            areas.append(case.panel(target, seat, frame, self._of(f"panel:{seat}", "brightness", 1.0)))
        button = self._recordings.get(f"button:{seat}")
        if button is not None:
            state = (self._of(f"lamp:{seat}", "lit", False), button.down)
            if self._changed(f"button:{seat}", state):
                areas.append(case.button(target, seat, *state))
        return areas

    def _line(self) -> str:
        asked: list[str] = self._of("power", "asked", [])
        if asked:
            return "would switch off now" if asked[-1] == "off" else "would start again now"
        cues: Sequence[str] = self._of("speaker", "cues", ())
        return cues[-1].replace("_", " ") if cues else ""

    def _case(self) -> CasePicture:
        if self._picture is None:
            keys: dict[Seat, str] = {seat: self._of(f"button:{seat}", "key", DEFAULT_KEYS[seat]) for seat in SEATS}
            self._picture = CasePicture(self.places, frozenset(self._recordings), keys, self._spec.font)
            self._drawn = {}
        return self._picture

    def _of(self, part: str, what: str, otherwise: Any) -> Any:
        recording = self._recordings.get(part)
        return otherwise if recording is None else getattr(recording, what)

    def _changed(self, what: str, state: object) -> bool:
        if self._drawn.get(what, _NEVER) == state:
            return False
        self._drawn[what] = state
        return True


_NEVER = object()
