"""A whole box without a display: for tests, and for driving the kiosk by a script."""

from collections.abc import Callable
from typing import Any

import pygame

from hardware.box import Box, Parts
from hardware.fitting import OpenScreen, fit
from hardware.ledpanel import DARK_FRAME
from hardware.palette import Frame
from hardware.ports import Put, Seat
from hardware.simulated.case import SimulatedBox
from hardware.spec import BoxSpec, Shared, Wiring


class OffscreenScreen:
    """A touchscreen that is only a surface; what was presented last is kept for the box's picture."""

    def __init__(self, wiring: Wiring) -> None:
        self.surface = pygame.Surface(wiring.spec.size)
        self.shown = pygame.Surface(wiring.spec.size)
        self.presented = 0
        """How many frames were presented."""
        wiring.shared.recordings["screen"] = self

    def poll(self, now: float) -> None:
        """There is no window to ask."""

    def present(self, changed: pygame.Rect | None = None) -> None:
        """Keep the picture as shown."""
        area = changed or self.surface.get_rect()
        self.shown.blit(self.surface, area, area)
        self.presented += 1

    def close(self) -> None:
        """Go dark."""
        self.shown.fill((0, 0, 0))


class OffscreenBox(Box):
    """A simulated box whose parts are at hand: `recordings` by part name ("panel:a" ..., "screen")."""

    def __init__(self, parts: Parts, spec: BoxSpec, recordings: dict[str, Any]) -> None:
        super().__init__(parts, spec)
        self.recordings = recordings
        self._case = SimulatedBox(spec, recordings)

    def refit(self, spec: BoxSpec, *, anyhow: bool = False) -> bool:
        """Be another box, as far as one is simulated: size and touch."""
        return super().refit(self._simulated(spec), anyhow=anyhow)

    def is_like(self, spec: BoxSpec) -> bool:
        """Tell whether it is this box already, as far as one is simulated."""
        return super().is_like(self._simulated(spec))

    def _simulated(self, spec: BoxSpec) -> BoxSpec:
        return spec.simulated()._replace(size=self.spec.size)

    def picture(self) -> pygame.Surface:
        """Draw the whole box as it looks now."""
        picture = pygame.Surface(self._case.places.size)
        self._case.draw(picture, self.recordings["screen"].shown)
        return picture

    def colours(self, seat: Seat) -> Frame:
        """Return what a side's key panel shows, before the current cap; dark where the box has none."""
        panel = self.recordings.get(f"panel:{seat}")
        shown: Frame = panel.rgb if panel else DARK_FRAME
        return shown

    def lit(self, seat: Seat) -> bool:
        """Tell whether a side's lamp is lit; one that the box does not have is not."""
        lamp = self.recordings.get(f"lamp:{seat}")
        return bool(lamp and lamp.lit)


def offscreen_box(
    size: tuple[int, int],
    put: Put,
    clock: Callable[[], float],
    spec: BoxSpec | None = None,
    screen: OpenScreen = OffscreenScreen,
) -> OffscreenBox:
    """Open a box of recording parts around a touchscreen of `size` pixels; it needs no display.

    A part is made to fail by `box.recordings["panel:a"].fail("unplugged")` and works again after `.mend()`. A button
    is moved by `box.recordings["button:a"].set(True, now)`: the edge goes to `put`, and `box.pressed` agrees with it.
    """
    spec = (spec or BoxSpec())._replace(size=size)
    shared = Shared()
    parts = fit(spec, put, clock, shared, screen)
    return OffscreenBox(parts, spec, shared.recordings)
