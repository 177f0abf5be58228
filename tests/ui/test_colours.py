"""What everybody must tell apart is told apart as rendered: by every eye, and in grey by its shape."""

from collections.abc import Callable
from itertools import combinations

import pygame
import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.rules.model import Side
from device.ui.kit import widgets
from hardware.palette import PALETTES, PULSE_PEAK, PULSE_SECONDS, breathes, dimmed, fitting, frame
from hardware.ports import Cell
from hardware.signs import SIGNS
from hardware.spec import Leds
from tests.app.conftest import dealt, make  # noqa: F401 - a fixture
from tests.app.test_table_faults import clue, of, sudden_finale
from tests.hardware.test_palette import EYES, JUST_CLEAR, TOGETHER, lab

SEVEN_INCH = Settings(size_mm=(154.0, 86.0))
SIGN = (24, 24)
BY_BRIGHTNESS = 10.0
"""Steps of lightness that are seen side by side; four of them leave the colours of a palette what they are called."""
SHAPE = 0.12
"""So much of its pixels at least must differ, light or dark, for a shape to be another one."""


def linear(colour: pygame.Color | tuple[int, ...]) -> tuple[int, int, int]:
    """Return a screen's colour as light, which is what the simulations of eyes work on."""
    red, green, blue = (round(255 * (channel / 255) ** 2.2) for channel in colour[:3])
    return red, green, blue


def fill(picture: pygame.Surface) -> tuple[int, int, int]:
    """Return the colour most of a picture has."""
    w, h = picture.get_size()
    pixels = [tuple(picture.get_at((x, y))[:3]) for x in range(w) for y in range(h)]
    return linear(max(set(pixels), key=pixels.count))


def shape(picture: pygame.Surface) -> list[bool]:
    """Return where a picture is lighter than its middle grey, in a small raster."""
    small = pygame.transform.smoothscale(picture, SIGN)
    light = [sum(small.get_at((x, y))[:3]) for y in range(SIGN[1]) for x in range(SIGN[0])]
    middle = (max(light) + min(light)) / 2
    return [value > middle for value in light]


def corner(picture: pygame.Surface) -> pygame.Surface:
    """Return the corner of a cover, where a team's sign stands."""
    size = picture.get_height() * 0.36
    return picture.subsurface((size * 0.25, size * 0.25, size, size))


def differs(one: pygame.Surface, other: pygame.Surface) -> float:
    """Return how much of two pictures is light in one and dark in the other."""
    return sum(a != b for a, b in zip(shape(one), shape(other), strict=True)) / (SIGN[0] * SIGN[1])


def apart(one: pygame.Surface, other: pygame.Surface) -> dict[str, bool]:
    """Tell by eye whether two covers are told apart: by their colours, or by the shape in their corner."""
    shapes = differs(corner(one), corner(other))
    colours = {}
    for eye in EYES:
        first, second = lab(eye, fill(one)), lab(eye, fill(other))
        colours[eye] = sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5 >= JUST_CLEAR
    return {eye: clear or shapes >= SHAPE for eye, clear in colours.items()}


def seen(pilot: Pilot, rect: pygame.Rect) -> pygame.Surface:
    return pilot.box.recordings["screen"].shown.subsurface(rect).copy()


def covers(pilot: Pilot, game: str) -> dict[str, pygame.Surface]:
    """Play until a cover of each identity lies there; return their pictures, and that of an open card."""
    pilot.start(dealt(game, ending="assassin") if game == "versus" else dealt())
    if game == "versus":
        for team in ("red", "blue"):
            clue(pilot, "b", 0)
            pilot.hold(f"card:{of(pilot, Side.RED, team)[0]}")
            if team == "red":
                pilot.hold(f"card:{of(pilot, Side.RED, 'bystander')[0]}")
    else:
        clue(pilot, "a", 9)
        pilot.hold(f"card:{of(pilot, Side.A, 'agent')[0]}")
    table = pilot.kiosk.context.table
    assert table is not None
    pictures = {
        cover.identity.value: seen(pilot, pilot.target(f"card:{card}").rect)
        for card, cover in zip(table.cards, table.covers, strict=True)
        if cover is not None
    }
    free = next(card for card in table.cards if not table.covered(card))
    return {**pictures, "open": seen(pilot, pilot.target(f"card:{free}").rect)}


@pytest.mark.parametrize("game", ["duet", "versus"])
def test_covers_are_told_apart_by_every_eye(game: str, make: Callable[..., Pilot]) -> None:  # noqa: F811
    pictures = covers(make(settings=SEVEN_INCH), game)
    assert set(pictures) >= ({"red", "blue", "bystander", "open"} if game == "versus" else {"agent", "open"})
    for one, other in combinations(pictures, 2):
        told = apart(pictures[one], pictures[other])
        assert all(told.values()), (one, other, told)


def test_the_assassins_cover_is_told_from_every_other(make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make(settings=SEVEN_INCH)
    pictures = covers(pilot, "versus")
    sudden_finale(pilot)
    table = pilot.kiosk.context.table
    assert table is not None
    card = next(c for c, cover in zip(table.cards, table.covers, strict=True) if cover is not None)
    assassin = seen(pilot, pilot.target(f"card:{card}").rect)
    for name, picture in pictures.items():
        assert all(apart(assassin, picture).values()), name


def test_strips_and_pips_tell_the_teams_apart_by_every_eye(make: Callable[..., Pilot]) -> None:  # noqa: F811
    """The sign of the team on turn stands in the strip; the same spot with either team."""
    strips = {}
    for team in ("red", "blue"):
        pilot = make(settings=SEVEN_INCH)
        pilot.start(dealt("versus", starts=team))
        clue(pilot, "b", 2)
        pilot.wait(2)
        pilot.hold(f"card:{of(pilot, Side.RED, team)[0]}")
        unit = pilot.kiosk.frame.canvas.unit
        screen = pilot.box.recordings["screen"].shown.get_rect()
        sign = pygame.Rect(round(20.8 * unit), screen.bottom - round(6.6 * unit), round(3.7 * unit), round(3.9 * unit))
        pips = pygame.Rect(round(25.4 * unit), screen.bottom - round(3.4 * unit), round(5 * unit), round(2.8 * unit))
        strips[team] = [seen(pilot, sign), seen(pilot, pips)]
    for one, other in zip(strips["red"], strips["blue"], strict=True):
        assert differs(one, other) >= 0.04, "another shape, whatever the colour"


@pytest.mark.parametrize("percent", [1, 5, 10, 20, 40, 70, 100])
@pytest.mark.parametrize("eye", sorted(EYES))
def test_a_panels_identities_are_told_apart_by_every_eye_at_every_brightness(eye: str, percent: int) -> None:
    """Each eye with its own palette and the standard one; eyes take the brightest light they see for white.

    Who sees no colour at all tells them by brightness in every palette, and at a glance in the one made for that.
    """
    for palette in PALETTES if eye == "mono" else {"standard", eye if eye in PALETTES else "standard"}:
        clear = BY_BRIGHTNESS if eye == "mono" != palette else JUST_CLEAR
        for together in TOGETHER:
            cells = {identity: Cell(identity, pulse=identity == "assassin") for identity in together}
            full = frame(palette, cells.values(), percent / 100, PULSE_PEAK)
            shown = dimmed(full, fitting(full, float(Leds().max_milliamps)))
            white = max(max(colour) for colour in shown)
            adapted = [lab(eye, tuple(round(255 * channel / white) for channel in colour)) for colour in shown]
            for (one, first), (other, second) in combinations(zip(together, adapted, strict=True), 2):
                rhythm = breathes(palette, cells[one]) != breathes(palette, cells[other])
                distance = sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5
                told = "assassin" not in (one, other) and rhythm
                assert distance >= clear or told, (palette, percent, one, other, distance)


@pytest.mark.parametrize("percent", [1, 5, 10, 40, 100])
@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_what_pulses_is_seen_to_pulse_at_every_brightness(palette: str, percent: int) -> None:
    for identity in ("assassin", *(each for each in TOGETHER[1] if breathes(palette, Cell(each)))):
        cell = Cell(identity, pulse=identity == "assassin")
        bright, dim = (sum(frame(palette, (cell,), percent / 100, at)[0]) for at in (0.0, PULSE_SECONDS / 2))
        assert 0.4 <= dim / bright <= 0.6, (identity, bright, dim)


def test_a_teams_sign_on_a_small_display_is_that_of_its_covers() -> None:
    assert {team: SIGNS[team.value].shape for team in widgets.SHAPES} == widgets.SHAPES
    assert len({*SIGNS.values()}) == len(SIGNS)
