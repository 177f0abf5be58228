"""The mission map as a picture: every city to be read, told apart and hit, in every language."""

from itertools import combinations

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

PANELS = [((800, 480), (154.0, 86.0)), ((1280, 720), (154.0, 86.0)), ((1280, 800), (217.0, 136.0))]
LANGUAGES = languages(assets())


def team(*done: str) -> Progress:
    return progress(GameResult("duet", "won", "agents", 5, 5, 15, 15, mission=city) for city in done)


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
        assert not overlap(view.labels[one], view.labels[other]), (one, other)
        assert not overlap(view.touch[one], view.touch[other]), (one, other)
    for city, (x, y) in view.marks.items():
        for dot in ((x, y), view.labels[city].centre):
            hit = [
                name
                for name, box in view.touch.items()
                if box.x <= dot[0] <= box.right and box.y <= dot[1] <= box.bottom
            ]
            assert hit == [city], (city, hit)


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
