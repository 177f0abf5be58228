"""The routes that a won mission opens draw themselves on the map."""

from collections.abc import Mapping

from device.ui.campaign import chart
from device.ui.kit import theme
from device.ui.kit.canvas import Canvas, View

SECONDS, STAYS = 1.1, 0.5
"""How long a route takes, and how long it then stays bright."""

FINE = 120
"""Pieces of a route: so near each other that their dots are a line."""


class NewRoutes:
    """Draws the way from a city to each that it opens over the map at rest."""

    def __init__(self, begun: float, city: str, opened: tuple[str, ...]) -> None:
        self._begun, self._city, self._opened = begun, city, opened

    def moving(self, now: float) -> bool:
        """Tell whether a route is still to be drawn."""
        return bool(self._opened) and now < self._begun + SECONDS + STAYS

    def draw(self, canvas: Canvas, view: View, part: chart.Chart, ends: Mapping[str, chart.Point], now: float) -> None:
        """Draw the routes of a chart as far as they have come."""
        canvas.surface.set_clip(view.rect(part.box))
        done = min(1.0, (now - self._begun) / SECONDS)
        for city in self._opened:
            line = chart.bowed(ends[self._city], ends[city], FINE)
            shown = line[: max(2, round(len(line) * (1 - (1 - done) ** 2)))]
            points = [view.rect(chart.spot(*point)).center for point in shown]
            for point in points:
                canvas.dot(point, 0.36, theme.TEXT)
            canvas.dot(points[-1], 0.9, theme.TEXT)
        canvas.surface.set_clip(None)
