"""The mission map as a picture: every city to be read, told apart and hit, in every language."""

from itertools import combinations, product

import pygame
import pytest

from device.files.assets import assets
from device.files.texts import Texts, languages
from device.game.campaign import Progress, progress
from device.rules.missions import MISSIONS
from device.storage.store import GameResult
from device.ui.campaign import labels
from device.ui.campaign.map_view import MapView, mark
from device.ui.kit import theme
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.kit.target import Target, find

PANELS = [((800, 480), (154.0, 86.0)), ((1280, 720), (154.0, 86.0)), ((1280, 800), (217.0, 136.0))]
LANGUAGES = languages(assets())


def team(*done: str) -> Progress:
    return progress(GameResult("duet", "won", "agents", 5, 5, 15, 15, mission=city) for city in done)


def to_pixel(box: Box) -> pygame.Rect:
    """Return a box in pixels of a tenth of a mm."""
    return pygame.Rect(*(round(10 * each) for each in box))


def overlap(a: Box, b: Box) -> bool:
    return min(a.right, b.right) - max(a.x, b.x) > 0.01 and min(a.bottom, b.bottom) - max(a.y, b.y) > 0.01


@pytest.mark.parametrize(("size", "size_mm"), PANELS)
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_no_label_lies_over_another_and_each_is_touched_as_its_own(
    language: str, size: tuple[int, int], size_mm: tuple[float, float]
) -> None:
    canvas = Canvas(pygame.Surface(size), size_mm)
    area = Box(2.0, 11.5, canvas.width - 4.0, canvas.height - 35.0)
    view = MapView(canvas.view(), area, Texts(LANGUAGES[language]))
    assert set(view.labels) == set(view.marks) == set(view.touch) == set(MISSIONS)
    for one, other in combinations(MISSIONS, 2):
        for mine, theirs in product(view.seen(one), view.seen(other)):
            assert not overlap(mine, theirs), (one, other)
    targets = tuple(
        Target(city, to_pixel(box), lambda: None, spots=tuple(to_pixel(seen) for seen in view.seen(city)))
        for city, box in view.touch.items()
    )
    for city in MISSIONS:
        for x, y in (box.centre for box in view.seen(city)):
            for dx, dy in ((0, 0), (0, -1.5), (0, 1.5), (-1.5, 0), (1.5, 0)):
                hit = find(targets, to_pixel(Box(x + dx, y + dy, 0, 0)).topleft)
                assert hit is not None and hit.name == city, (city, hit)


def test_between_two_that_share_their_room_the_nearest_is_touched() -> None:
    def target(name: str, *spots: tuple[int, int]) -> Target:
        seen = tuple(pygame.Rect(x, y, 10, 10) for x, y in spots)
        return Target(name, pygame.Rect(0, 0, 100, 100), lambda: None, spots=seen)

    targets = (target("a", (10, 10), (80, 80)), target("b", (50, 10)))
    for point, meant in {(25, 15): "a", (45, 15): "b", (70, 79): "a", (60, 40): "b", (15, 15): "a"}.items():
        hit = find(targets, point)
        assert hit is not None and hit.name == meant, point
    assert find(targets, (101, 50)) is None


def grey(city: str, told: Progress) -> list[int]:
    """Return the brightness of a mark's pixels: what is left of it without colour."""
    canvas = Canvas(pygame.Surface((800, 480)), (154.0, 86.0))
    canvas.surface.fill(theme.SEA)
    mark(canvas.view(), (20.0, 20.0), city, told)
    around = canvas.view().rect(Box(17.0, 17.0, 6.0, 6.0))
    pixels = [
        canvas.surface.get_at((x, y)) for x in range(around.x, around.right) for y in range(around.y, around.bottom)
    ]
    return [(299 * p.r + 587 * p.g + 114 * p.b) // 1000 for p in pixels]


def test_done_open_and_closed_are_told_apart_without_colour() -> None:
    told = team("prague")
    marks = [grey(city, told) for city in ("prague", "berlin", "vatican")]
    for one, other in combinations(marks, 2):
        assert sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True)) > 20


def test_marks_that_are_too_near_are_pushed_apart() -> None:
    moved = labels.apart({"a": (10.0, 10.0), "b": (11.0, 10.0), "c": (30.0, 10.0)}, 4.0)
    (ax, ay), (bx, by) = moved["a"], moved["b"]
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 >= 3.99
    assert moved["c"] == (30.0, 10.0)


@pytest.mark.parametrize(("size", "size_mm"), PANELS)
def test_no_line_runs_through_a_name(size: tuple[int, int], size_mm: tuple[float, float]) -> None:
    canvas = Canvas(pygame.Surface(size), size_mm)
    area = Box(2.0, 11.5, canvas.width - 4.0, canvas.height - 35.0)
    t = Texts(LANGUAGES["en"])
    view = MapView(canvas.view(), area, t)
    told = team(*MISSIONS)
    view.draw(canvas.view(), told, "prague", t)

    def golden(box: Box) -> int:
        rect = canvas.view().rect(box)
        points = product(range(rect.left, rect.right), range(rect.top, rect.bottom))
        return sum(
            max(abs(a - b) for a, b in zip(canvas.surface.get_at(p)[:3], theme.GOLD, strict=True)) < 8 for p in points
        )

    assert golden(area) > 100, "routes that are done are gold"
    for city in set(MISSIONS) - {"prague"}:
        assert golden(view.labels[city].inset(0.2)) == 0, city
