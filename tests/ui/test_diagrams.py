"""The diagrams: all used, all drawn whole, in every size; no field of theirs without effect."""

from typing import Any

import pygame
import pytest

from device.files.assets import assets
from device.files.reader import load
from device.ui import diagrams
from device.ui.diagrams.pen import Pen
from device.ui.diagrams.shapes import SHAPES, Fields

SIZES = ((160, 96), (400, 240), (520, 360))
UNTOUCHED = (255, 0, 255)


def _used() -> set[str]:
    books = (load(path) for path in (assets() / "languages").glob("*/how_to_play.yaml"))
    return {page["diagram"] for book in books for pages in book.values() for page in pages}


def test_every_diagram_is_used_and_every_one_used_exists() -> None:
    assert set(diagrams.names()) == _used()


@pytest.mark.parametrize("name", diagrams.names())
@pytest.mark.parametrize("size", SIZES)
def test_a_diagram_stays_inside_its_rectangle(name: str, size: tuple[int, int]) -> None:
    surface = pygame.Surface((size[0] + 40, size[1] + 40))
    surface.fill(UNTOUCHED)
    rect = pygame.Rect((20, 20), size)
    diagrams.draw(surface, rect, name)
    assert pygame.transform.average_color(surface, rect)[:3] != UNTOUCHED
    surface.fill(UNTOUCHED, rect)
    assert pygame.transform.average_color(surface)[:3] == UNTOUCHED


@pytest.mark.parametrize("name", diagrams.names())
def test_nothing_of_a_diagram_is_cut_off(name: str) -> None:
    scale, margin = 4, 40
    surface = pygame.Surface((100 * scale + 2 * margin, 60 * scale + 2 * margin))
    surface.fill(UNTOUCHED)
    diagrams.paint(Pen(surface, (margin, margin), scale), name)
    surface.fill(UNTOUCHED, pygame.Rect(margin, margin, 100 * scale, 60 * scale).inflate(-2 * scale, -2 * scale))
    untouched = pygame.mask.from_threshold(surface, UNTOUCHED, (1, 1, 1, 255))
    assert untouched.count() == surface.get_width() * surface.get_height()


class _Watched(dict[str, Any]):
    """Fields that remember which of them were asked for."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)


@pytest.mark.parametrize("name", diagrams.names())
def test_every_field_of_a_shape_is_known_to_it(name: str) -> None:
    pen = Pen(pygame.Surface((100, 60)), (0, 0), 1)
    for shape in load(assets() / "diagrams.yaml")[name]:
        for kind, values in shape.items():
            watched = _Watched(values)
            SHAPES[kind](pen, Fields(watched))
            assert set(values) <= watched.asked, f"{kind}: {set(values) - watched.asked}"


def test_every_shape_is_used() -> None:
    kinds = {kind for shapes in load(assets() / "diagrams.yaml").values() for shape in shapes for kind in shape}
    assert kinds == set(SHAPES)


def test_grids_and_panels_are_full() -> None:
    for name, shapes in load(assets() / "diagrams.yaml").items():
        for shape in shapes:
            for kind, values in shape.items():
                if kind == "panel":
                    assert len(values["colours"]) == 25, name
                if kind == "grid":
                    assert len(values["cards"]) % values.get("columns", 5) == 0, name


def test_the_keys_shown_are_keys_that_a_game_may_have() -> None:
    panels = [s["panel"]["colours"] for s in load(assets() / "diagrams.yaml")["two_keys"] if "panel" in s]
    pairs = list(zip(*panels, strict=True))
    for key in panels:
        assert (key.count("A"), key.count("K"), key.count(".")) == (9, 3, 13)
    assert sum("A" in pair for pair in pairs) == 15
    assert [pairs.count(pair) for pair in (("A", "A"), ("A", "K"), ("K", "A"), ("K", "K"))] == [3, 1, 1, 1]


def test_two_sides_of_a_turned_frame_meet() -> None:
    upright = Pen(pygame.Surface((10, 10)), (10.0, 20.0), 2.0)
    turned = upright.inner(3, 4, 5, turned=True)
    assert turned.at(0, 0) == upright.at(8, 9)
    assert turned.at(1, 1) == upright.at(3, 4)
    assert turned.inner(0, 0, 1, turned=True).at(0, 0) == upright.at(3, 4)
