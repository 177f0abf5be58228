"""Where each LED along the wire shines, for every way to build and mount a matrix."""

import itertools

import pytest

from hardware.drivers.matrix import wire_order

LAYOUTS = ("serpentine", "rows")
CORNERS = ("top_left", "top_right", "bottom_left", "bottom_right")
TURNS = (0, 90, 180, 270)


@pytest.mark.parametrize(("layout", "corner", "turn"), list(itertools.product(LAYOUTS, CORNERS, TURNS)))
def test_every_cell_has_one_led(layout: str, corner: str, turn: int) -> None:
    assert sorted(wire_order(layout, corner, turn)) == list(range(25))


@pytest.mark.parametrize(
    ("layout", "corner", "turn", "begins", "ends"),
    [
        ("rows", "top_left", 0, [0, 1, 2, 3, 4, 5], 24),
        ("serpentine", "top_left", 0, [0, 1, 2, 3, 4, 9, 8], 24),
        ("serpentine", "top_right", 0, [4, 3, 2, 1, 0, 5, 6], 20),
        ("rows", "bottom_left", 0, [20, 21, 22, 23, 24, 15], 4),
        ("serpentine", "bottom_right", 0, [24, 23, 22, 21, 20, 15], 0),
        ("rows", "top_left", 90, [4, 9, 14, 19, 24, 3], 20),
        ("rows", "top_left", 180, [24, 23, 22, 21, 20, 19], 0),
        ("serpentine", "top_left", 270, [20, 15, 10, 5, 0, 1, 6], 4),
    ],
)
def test_the_wire_runs_as_drawn(layout: str, corner: str, turn: int, begins: list[int], ends: int) -> None:
    order = wire_order(layout, corner, turn)
    assert list(order[: len(begins)]) == begins
    assert order[-1] == ends


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("corner", CORNERS)
def test_a_serpentine_always_steps_to_a_neighbour(layout: str, corner: str) -> None:
    order = wire_order(layout, corner, 90)
    steps = {abs(one // 5 - other // 5) + abs(one % 5 - other % 5) for one, other in itertools.pairwise(order)}
    assert (steps == {1}) == (layout == "serpentine")
