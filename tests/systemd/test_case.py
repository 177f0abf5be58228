"""The case of each example: measures that add up, hoods that hide, drawings and sources as the program writes them."""

import importlib.util
import math
import re
import sys
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from device.config.config_file import read_settings

SYSTEMD = Path(__file__).parents[2] / "systemd"


def program() -> ModuleType:
    """Load systemd/case.py, which is in no package."""
    spec = importlib.util.spec_from_file_location("case", SYSTEMD / "case.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["case"] = module
    spec.loader.exec_module(module)
    return module


case = program()
each = pytest.mark.parametrize("name", sorted(case.EXAMPLES))


def test_every_example_with_key_panels_has_its_case() -> None:
    panelled = {
        path.stem
        for path in (SYSTEMD / "config").glob("*.yaml")
        if read_settings(path)[0].box.key_panels["a"].driver != "none"  # type: ignore[index]
    }
    assert set(case.EXAMPLES) == panelled


@each
def test_the_picture_is_the_configs_and_lies_inside_the_screen(name: str) -> None:
    parts = case.EXAMPLES[name]
    assert read_settings(SYSTEMD / "config" / f"{name}.yaml")[0].size_mm == parts.picture
    assert all(inner < outer for inner, outer in zip(parts.picture, parts.screen, strict=True))


@each
def test_the_measures_add_up_and_nothing_overlaps(name: str) -> None:
    found = case.Measures(case.EXAMPLES[name])
    wide, deep = found.outside
    lengths = dict(found.rows)
    assert deep == pytest.approx(2 * (lengths["wall"] + lengths["hood"] + lengths["gap"]) + found.parts.screen[1])
    assert lengths["hood"] >= found.hood[0]
    assert wide >= found.parts.screen[0] + 2 * case.CASE_WALL
    ring = found.parts.button / 2
    assert found.beside - ring >= found.panel / 2 + case.BESIDE_BUTTON, "a hand finds the button beside the hood"
    assert wide / 2 >= found.beside + ring + case.CASE_WALL


@each
def test_no_ray_leaves_a_tube_beyond_the_cut_off_in_any_direction(name: str) -> None:
    found = case.Measures(case.EXAMPLES[name])
    corners = list(product((0.0, found.tube), repeat=2))
    steepest = max(math.dist(ground, top) for ground, top in product(corners, corners))
    angle = math.degrees(math.atan(steepest / found.depth))
    assert angle <= case.CUT_OFF
    assert angle == pytest.approx(case.hidden_from(found.tube, found.depth))
    assert angle > case.CUT_OFF - 1, "no deeper than it must be: who sits there wants to see"


@each
def test_drawing_and_source_are_as_the_program_writes_them(name: str) -> None:
    found = case.Measures(case.EXAMPLES[name])
    assert (SYSTEMD / "case" / f"{name}.svg").read_text(encoding="utf-8") == case.svg(name, found)
    source = (SYSTEMD / "case" / f"{name}-hood.scad").read_text(encoding="utf-8")
    assert source == case.scad(name, found)
    numbers = {word: float(value) for word, value in re.findall(r"^(\w+) = ([\d.]+);", source, re.MULTILINE)}
    outer = 5 * numbers["pitch"] + numbers["wall"] + 2 * numbers["hood_wall"]
    assert outer == pytest.approx(found.panel)
    assert case.hidden_from(numbers["pitch"] - numbers["wall"], numbers["depth"]) <= case.CUT_OFF
    assert source.count("{") == source.count("}") and source.count("(") == source.count(")")


def test_the_building_guide_has_these_measures() -> None:
    assert case.table() in (SYSTEMD / "BUILD.md").read_text(encoding="utf-8")
