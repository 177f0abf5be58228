"""What the box shows while nobody plays: its name, and a little slow life; never the same picture for long."""

import math
from typing import ClassVar

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from hardware.ports import SEATS, Seat

FRAME_SECONDS = 0.2
"""So seldom it is drawn anew: slow enough for a small machine, fast enough for what moves this slowly."""
DRIFT_SECONDS = 97.0
TURN_SECONDS = 24.0
"""One card after another turns over; each takes so long for both of its faces."""
CARDS = 9
BED_SECONDS = 7.0
"""So far apart are the soft notes of the bed, where the owner wants it."""
GRAIN_MM = 0.4
"""The width of a turning card goes in such steps, so that few pictures are painted."""
TITLE_CAP = 10.0
DRIFT_MM = (8.0, 3.0)


class Attract(Screen):
    """Drifts and turns until someone touches it; the first touch only wakes."""

    key: ClassVar[str] = "attract"
    at_rest: ClassVar[bool] = True
    calm: ClassVar[bool] = True

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        self._frame = 0
        self._bed = 0

    def tick(self, now: float) -> None:
        """Move on a little, unless the screen is dark."""
        frame = int(now / FRAME_SECONDS)
        if frame != self._frame and not self.screens.dark:
            self._frame = frame
            self.screens.invalidate()
        bed = int(now / BED_SECONDS)
        if bed != self._bed and not self.screens.dark:
            self._bed = bed
            if self.context.preferences.bed:
                self.context.sound("bed" if bed % 2 else "bed_2")

    def draw(self, canvas: Canvas) -> None:
        """Draw the name for both sides, and the row of cards between them."""
        widgets.ground(canvas)
        now = self._frame * FRAME_SECONDS
        angle = 2 * math.pi * now / DRIFT_SECONDS
        dx, dy = DRIFT_MM[0] * math.sin(angle), DRIFT_MM[1] * math.sin(2 * angle)
        self._cards(canvas.view(None), dx, dy, now)
        for seat in SEATS:
            view = canvas.view(seat)
            way = -1 if seat is Seat.B else 1
            half = Box(10 + way * dx, canvas.height / 2 + 9.0 + way * dy, canvas.width - 20, canvas.height / 2 - 16.0)
            title, line = half.cut_top(half.h * 0.56)
            view.text("SPYTABLE", title, TITLE_CAP, theme.SIDES["a"].bright, weight="bold")
            view.text(self.t("Touch the screen to play"), line, theme.CAP_PROMPT, theme.SOFT, weight="medium")

    def _cards(self, view: View, dx: float, dy: float, now: float) -> None:
        w, h, gap = 9.6, 12.4, 3.0
        left = (view.width - CARDS * w - (CARDS - 1) * gap) / 2 + dx
        top = view.height / 2 - h / 2 + dy
        faces = ("agent", "agent", "bystander", "agent", "assassin", "agent", "agent", "bystander", "agent")
        for number, face in enumerate(faces):
            turn = math.cos(2 * math.pi * (now / TURN_SECONDS - number / CARDS))
            wide = max(1, round(w * abs(turn) / GRAIN_MM)) * GRAIN_MM
            spot = Box(left + number * (w + gap) + (w - wide) / 2, top, wide, h)
            if turn > 0:
                view.panel(spot, theme.KRAFT, theme.KRAFT_EDGE, min(1.1, wide / 2), 0.2)
                continue
            accent = theme.IDENTITIES[face]
            view.panel(spot, accent.fill, accent.edge, min(1.1, wide / 2), 0.2)
            if wide > 5.0:
                name = {"bystander": "person", "assassin": "dagger"}.get(face, "agent_man")
                size = wide * 0.74
                widgets.icon(view, name, spot.centred(size, size), accent.ink, accent.fill)
