"""Stretched pictures: drawn from their corners they look as they do whole."""

import pygame
import pytest

from device.ui.kit.stretching import put_stretched, stretched

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

    put_stretched(parts, small, rect, CORNER)

    assert pygame.image.tobytes(parts, "RGB") == pygame.image.tobytes(whole, "RGB")
