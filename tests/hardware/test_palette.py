"""The colours of the key panels: the rules of each identity, the current cap, and what every eye can tell apart."""

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.palette import (
    MIN_LIT,
    OFF,
    PALETTES,
    PULSE_LOW,
    RGB,
    Frame,
    base,
    breath,
    colour,
    dimmed,
    fitting,
    frame,
    milliamps,
    scaled,
)
from hardware.ports import DARK, Cell, Identity

IDENTITIES: tuple[Identity, ...] = ("agent", "red", "blue", "bystander", "assassin")
TOGETHER: tuple[tuple[Identity, ...], ...] = (
    ("agent", "bystander", "assassin"),
    ("red", "blue", "bystander", "assassin"),
)

palettes = st.sampled_from(sorted(PALETTES))
cells = st.builds(Cell, st.sampled_from((None, *IDENTITIES)), st.floats(0, 1), st.booleans())
panels = st.lists(cells, min_size=25, max_size=25).map(tuple)
levels = st.floats(0.01, 1)
channels = st.integers(0, 255)
frames = st.lists(st.tuples(channels, channels, channels), min_size=25, max_size=25).map(tuple)


def capped(colours: Frame, limit: float) -> Frame:
    """Scale a frame over `limit` mA down as a whole, as a panel does."""
    return dimmed(colours, fitting(colours, limit))


# Severity 1.0 of Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
# Deficiency" (2009); they apply to linear light, which is what an LED's duty cycle is.
EYES = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "mono": ((0.2126, 0.7152, 0.0722),) * 3,
}
JUST_CLEAR = 20.0
"""CIE 1976 difference that is plain at a glance; 2.3 is just noticeable side by side."""


def lab(eye: str, rgb: RGB) -> tuple[float, float, float]:
    linear = [channel / 255 for channel in rgb]
    red, green, blue = (
        min(1.0, max(0.0, sum(part * value for part, value in zip(row, linear, strict=True)))) for row in EYES[eye]
    )
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def looks(palette: str) -> dict[str, list[RGB]]:
    """Every colour each identity takes: the assassin's over its pulse, the others' one; and a covered card's."""
    white = base(palette, "assassin")
    colours = {identity: [base(palette, identity)] for identity in IDENTITIES}
    return {**colours, "assassin": [scaled(white, level) for level in (0.5, 0.75, 1.0)], "covered": [OFF]}


@pytest.mark.parametrize(
    ("palette", "eye", "apart"),
    [
        *(("standard", eye, JUST_CLEAR) for eye in ("common", "protan", "deutan", "tritan")),
        *((palette, palette, 28.0) for palette in ("protan", "deutan", "tritan")),
        *((palette, "common", 28.0) for palette in ("protan", "deutan", "tritan")),
        ("mono", "mono", 14.0),
    ],
)
def test_identities_that_meet_in_a_game_are_told_apart_by_every_eye(palette: str, eye: str, apart: float) -> None:
    colours = looks(palette)
    for together in TOGETHER:
        for one, other in itertools.combinations((*together, "covered"), 2):
            nearest = min(
                math.dist(lab(eye, first), lab(eye, second)) for first in colours[one] for second in colours[other]
            )
            assert nearest >= apart, f"{palette}, {eye}: {one} and {other} are only {nearest:.1f} apart"


@given(palettes, st.sampled_from(IDENTITIES[:4]), levels, levels, st.floats(0, 100), st.floats(18, 1500))
def test_the_assassin_is_never_the_dimmer_one(
    palette: str, identity: Identity, level: float, brightness: float, now: float, limit: float
) -> None:
    assassin, other = capped(
        frame(palette, (Cell("assassin", level, True), Cell(identity, level)), brightness, now), limit / 25
    )
    assert all(white >= channel for white, channel in zip(assassin, other, strict=True))


@given(palettes, panels, st.floats(0, 1), st.floats(0, 100))
def test_lit_channels_are_at_least_three_and_dark_cells_off(
    palette: str, shown: tuple[Cell, ...], brightness: float, now: float
) -> None:
    for cell, rgb in zip(shown, frame(palette, shown, brightness, now), strict=True):
        lit = cell.identity is not None and cell.level > 0 and brightness > 0
        assert (rgb != OFF) == lit
        assert all(channel == 0 or MIN_LIT <= channel <= 255 for channel in rgb)


@given(frames, st.floats(18, 3000))
def test_a_capped_frame_keeps_the_limit(colours: tuple[RGB, ...], limit: float) -> None:
    assert milliamps(capped(colours, limit)) <= limit + 1e-9


@given(frames.map(lambda colours: tuple(scaled(rgb, 1.0) for rgb in colours)), st.floats(18, 3000))
def test_the_cap_scales_the_frame_as_a_whole(colours: tuple[RGB, ...], limit: float) -> None:
    after = capped(colours, limit)
    if milliamps(colours) <= limit:
        assert after == colours
    pairs = [pair for old, new in zip(colours, after, strict=True) for pair in zip(old, new, strict=True)]
    for old, new in pairs:
        assert (new == 0) == (old == 0)
        assert new <= old
        assert new == 0 or new >= MIN_LIT
    ranked = sorted(pairs)
    assert [new for _, new in ranked] == sorted(new for _, new in ranked)


def test_25_white_leds_draw_one_and_a_half_amperes() -> None:
    assert milliamps([(255, 255, 255)] * 25) == pytest.approx(1500)


def test_the_cap_does_not_dim_more_than_it_must() -> None:
    assert milliamps(capped(((255, 255, 255),) * 25, 450)) > 440


@given(st.floats(0, 1000))
def test_a_breath_stays_between_half_and_full(now: float) -> None:
    assert PULSE_LOW <= breath(now) <= 1


def test_a_breath_never_changes_its_way_twice_within_a_second() -> None:
    samples = [breath(step / 100) for step in range(3000)]
    rising = [later > earlier for earlier, later in itertools.pairwise(samples)]
    turns = [step for step, (one, other) in enumerate(itertools.pairwise(rising)) if one != other]
    assert len(turns) > 20
    assert min(later - earlier for earlier, later in itertools.pairwise(turns)) > 100


def test_what_the_colours_are_called_in_the_default_palette() -> None:
    red, green, blue = base("standard", "agent")
    assert red < min(green, blue), "blue-green"
    red, green, blue = base("standard", "bystander")
    assert red > green > blue and sum((red, green, blue)) < sum(base("standard", "agent")) / 2, "dim amber"
    red, green, blue = base("standard", "assassin")
    assert red < green < blue and red > 200, "cold white"
    assert max(base("standard", "red")) == base("standard", "red")[0]
    assert max(base("standard", "blue")) == base("standard", "blue")[2]


def test_a_covered_card_is_off_and_a_level_dims() -> None:
    assert colour("standard", DARK, 1.0, 0.0) == OFF
    assert colour("standard", Cell("blue", 0.5), 1.0, 0.0) == (0, 32, 64)
