"""The mission map as a picture: two charts, Europe beside the world, with marks and labels of the 26 cities."""

import pygame

from device.files.texts import Texts
from device.game.campaign import Progress
from device.rules.missions import MISSIONS, Mission
from device.ui.campaign import chart, labels
from device.ui.campaign.chart import EUROPE, WORLD, Chart
from device.ui.campaign.cities import LABELS, PLACES
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box
from device.ui.kit.icons import ICONS, Pen
from device.ui.kit.names import city_name

EUROPE_PART = 0.31
"""How much of the width Europe takes."""
MARK, CLOSED_MARK = 1.75, 1.2
"""Radius of a city's mark in mm: one that can be played, one that cannot yet."""
APART = 4.4
"""How far apart in mm two marks stand at least: neighbours are pushed off each other."""
CAP_LABEL = theme.LEGIBLE
ACCENT = 0.45
"""Room over the capitals of a label, in mm."""
PIP, PIP_PITCH = 0.9, 1.1
RINGS: dict[str, tuple[tuple[float, theme.Colour], ...]] = {
    "done": ((1.0, theme.CHECK_EDGE), (0.9, theme.CHECK)),
    "open": ((1.0, theme.GOLD), (0.8, theme.SEA), (0.5, theme.GOLD)),
    "closed": ((1.0, theme.SOFT), (0.72, theme.SEA)),
}
"""The discs a city's mark is made of, the largest first: part of its radius, colour."""
TICK = (theme.CHECK_INK, theme.CHECK)
REACH = 3.6
"""How far beyond its mark and label a city can be touched, in mm."""


class MapView:
    """Where everything on the map is, for one canvas and one language: in mm, laid out once."""

    def __init__(self, view: View, area: Box, t: Texts) -> None:
        europe, world = area.cut_left(area.w * EUROPE_PART, 1.4)
        self.charts = (Chart(EUROPE, europe), Chart(WORLD, world))
        self.names = {city: city_name(t, city) for city in MISSIONS}
        self.marks: dict[str, chart.Point] = {}
        self.ends: dict[str, dict[str, chart.Point]] = {}
        self.labels: dict[str, Box] = {}
        self.touch: dict[str, Box] = {}
        """Where each city can be touched; where that is a neighbour's, too, the nearest is meant."""
        for part in self.charts:
            self._lay_out(view, part)

    def _lay_out(self, view: View, part: Chart) -> None:
        here = [city for city in MISSIONS if (part.region is EUROPE) is in_europe(city)]
        marks = labels.apart({city: part.city(city) for city in here}, APART)
        self.marks |= marks
        ends = {city: part.city(city) for city in MISSIONS} | marks
        self.ends[part.region.name] = ends
        for city in here:
            wide = max(view.canvas.setter.width(self.names[city], CAP_LABEL, "bold"), pips_width(MISSIONS[city]))
            area, (x, y) = part.box.inset(0.9), marks[city]
            label = labels.beside((x, y), MARK, wide + 0.2, CAP_LABEL + 2.3, LABELS[city], area)
            self.labels[city] = label
            both = labels.touching(*self.seen(city))
            self.touch[city] = labels.common(both.inset(-REACH), part.box)

    def seen(self, city: str) -> tuple[Box, Box]:
        """Return where a city is seen: its label and its mark."""
        x, y = self.marks[city]
        return self.labels[city], Box(x - MARK, y - MARK, 2 * MARK, 2 * MARK)

    def draw(self, view: View, progress: Progress, selected: str, t: Texts) -> None:
        """Draw both charts, every city, and the legend."""
        for part in self.charts:
            names = tuple(box for city, box in self.labels.items() if in_europe(city) is (part.region is EUROPE))
            chart.draw(view, part, self.ends[part.region.name], progress, names)
        world = self.charts[1]
        for city in MISSIONS:
            if in_europe(city):
                x, y = world.city(city)
                dot = Box(x - 0.4, y - 0.4, 0.8, 0.8)
                widgets.disc(view, dot, theme.GOLD if city in progress.open else theme.DIM, theme.GROUND)
            self._city(view, city, progress, city == selected)
        _legend(view, legend_box(world), progress, t)

    def _city(self, view: View, city: str, progress: Progress, selected: bool) -> None:
        (x, y), label = self.marks[city], self.labels[city]
        if selected:
            r = MARK + 1.0
            view.shadow(Box(x - r, y - r, 2 * r, 2 * r), r, 0.8, 160)
            widgets.disc(view, Box(x - r, y - r, 2 * r, 2 * r), theme.GOLD, theme.TEXT, empty=True)
            view.panel(label.inset(-0.7, -0.35), theme.CHOSEN, theme.GOLD, 0.7, 0.25)
        mark(view, (x, y), city, progress)
        playable = city in progress.open
        name, below = label.cut_top(ACCENT)[1].cut_top(CAP_LABEL, 0.65)
        colour = theme.TEXT if playable or selected else theme.SOFT
        view.text(self.names[city], name, CAP_LABEL, colour, weight="bold" if playable else "semibold")
        pips(view, below, MISSIONS[city])


def in_europe(city: str) -> bool:
    """Tell whether a city stands on the chart of Europe."""
    latitude, longitude = PLACES[city]
    return EUROPE.south < latitude < EUROPE.north and EUROPE.west < longitude < EUROPE.east


def legend_box(world: Chart) -> Box:
    """Return where the legend stands: in the southern Pacific."""
    return Box(world.box.x + 1.2, world.box.bottom - 10.6, 19.0, 9.6)


def mark(view: View, at: tuple[float, float], city: str, progress: Progress) -> None:
    """Draw a city's mark: a tick where it is done, a target where it is open, a small ring where it is closed."""
    x, y = at
    state = "done" if city in progress.done else "open" if city in progress.open else "closed"
    r = CLOSED_MARK if state == "closed" else MARK
    box = Box(x - r, y - r, 2 * r, 2 * r)
    if state != "closed":
        view.shadow(box, MARK, 0.5, 150)

    def paint(large: pygame.Surface) -> None:
        middle, full = large.get_rect().center, large.get_width() / 2
        for part, colour in RINGS[state]:
            pygame.draw.circle(large, colour, middle, full * part)
        if state == "done":
            ICONS["tick"](Pen(large.subsurface(large.get_rect().inflate(-full * 0.86, -full * 0.86)), *TICK))

    view.icon(("mark", state), box, theme.SEA, paint)


def pips_width(mission: Mission) -> float:
    """Return how wide a mission's bank is as pips, in mm."""
    return mission.turns * PIP_PITCH - (PIP_PITCH - PIP)


def pips(view: View, box: Box, mission: Mission) -> None:
    """Draw a mission's bank as small pips: full ones may be mistakes, rings are only turns."""

    def paint(large: pygame.Surface) -> None:
        w, h = large.get_size()
        r = h / 2
        for n in range(mission.turns):
            at = (r + n * (w - h) / (mission.turns - 1), r)
            if n < mission.mistakes:
                pygame.draw.circle(large, theme.TOKEN, at, r)
            else:
                pygame.draw.circle(large, theme.CHECK, at, r, max(1, round(r * 0.42)))

    w = pips_width(mission)
    row = Box(box.centre[0] - w / 2, box.y, w, PIP)
    view.icon(("pips", mission.turns, mission.mistakes), row, theme.SEA, paint)


def _legend(view: View, box: Box, progress: Progress, t: Texts) -> None:
    waiting = progress.open - progress.done
    closed = len(MISSIONS) - len(progress.open)
    rows = (
        (next(iter(progress.done), None), t.n("{n} done", "{n} done", len(progress.done))),
        (next(iter(waiting), None), t.n("{n} open", "{n} open", len(waiting))),
        (next((city for city in MISSIONS if city not in progress.open), None), t.n("{n} closed", "{n} closed", closed)),
    )
    for (city, words), row in zip(rows, box.rows(3, 0.3), strict=True):
        if city is not None:
            sign, text = row.cut_left(4.0, 0.8)
            mark(view, sign.centre, city, progress)
            view.text(words, text, theme.CAP_SMALL, theme.TEXT, "left", "medium")
