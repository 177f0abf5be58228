"""Stretched pictures: drawn from their corners they look as they do whole."""

import pygame
import pytest

from device.ui.kit.stretching import grown_to, put_stretched, stretched

CORNER = 4


def _small(middle: tuple[int, int, int, int]) -> pygame.Surface:
    """Return a picture of which every pixel is another one, and the middle as given."""
    side = 2 * CORNER + 1
    small = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    for x in range(side):
        for y in range(side):
            small.set_at((x, y), (20 * x, 25 * y, 7 * x + 11 * y, 255 - 3 * x * y))
    small.set_at((CORNER, CORNER), middle)
    return small


@pytest.mark.parametrize("middle", [(190, 80, 30, 255), (190, 80, 30, 110), (190, 80, 30, 0)])
@pytest.mark.parametrize("place", [(3, 5, 40, 30), (-6, -2, 30, 51), (50, 40, 33, 44), (0, 0, 10, 10)])
def test_drawn_from_its_corners_it_looks_as_it_does_whole(
    middle: tuple[int, int, int, int], place: tuple[int, int, int, int]
) -> None:
    small, rect = _small(middle), pygame.Rect(place)
    whole, parts = pygame.Surface((64, 64), 0, 32), pygame.Surface((64, 64), 0, 32)
    for surface in (whole, parts):
        surface.fill((40, 90, 140))
    whole.blit(stretched(small, rect.size, CORNER), rect)

    put_stretched(parts, small, rect, CORNER, CORNER)

    assert pygame.image.tobytes(parts, "RGB") == pygame.image.tobytes(whole, "RGB")


@pytest.mark.parametrize("alpha", [255, 110, 0])
@pytest.mark.parametrize("edge", [1, 2, CORNER])
@pytest.mark.parametrize("hollow", [False, True])
def test_between_its_corners_only_its_edge_is_drawn_out(alpha: int, edge: int, hollow: bool) -> None:
    middle, rect = (190, 80, 30, alpha), pygame.Rect(3, 5, 40, 30)
    small, side = _small(middle), 2 * CORNER + 1
    small.fill(middle, (CORNER, edge, 1, side - 2 * edge))
    small.fill(middle, (edge, CORNER, side - 2 * edge, 1))
    whole, parts = pygame.Surface((64, 64), 0, 32), pygame.Surface((64, 64), 0, 32)
    for surface in (whole, parts):
        surface.fill((40, 90, 140))

    whole.blit(stretched(small, rect.size, CORNER), rect)
    parts.blit(grown_to(rect.size, small, CORNER, edge, hollow), rect)

    if hollow:
        for surface in (whole, parts):  # something is drawn over all of it but its corners and its edge
            surface.fill((1, 2, 3), rect.inflate(-2 * edge, -2 * CORNER))
            surface.fill((1, 2, 3), rect.inflate(-2 * CORNER, -2 * edge))
    assert pygame.image.tobytes(parts, "RGB") == pygame.image.tobytes(whole, "RGB")
