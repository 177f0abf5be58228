"""Where everything is on the simulated box, in pixels of its picture."""

from typing import NamedTuple

import pygame

from hardware.ports import SEATS, Seat


class SideGeometry(NamedTuple):
    """One side's edge: the hooded panel and its 25 cells in that side's reading order, button, writing."""

    hood: pygame.Rect
    cells: tuple[pygame.Rect, ...]
    button: pygame.Rect
    label: tuple[int, int]


class Geometry(NamedTuple):
    """The box at a scale: its size, the touchscreen, both edges, the places of the speaker and the sound line."""

    scale: float
    size: tuple[int, int]
    screen: pygame.Rect
    seats: dict[Seat, SideGeometry]
    speaker: tuple[int, int]
    sound_line: tuple[int, int]
    unit: int


def natural(touchscreen: tuple[int, int]) -> tuple[int, int]:
    """Give the size of the whole picture around a touchscreen at its exact size."""
    band = _band(touchscreen)
    return touchscreen[0] + 2 * (band // 2), touchscreen[1] + 2 * band


def fitted(touchscreen: tuple[int, int], room: tuple[int, int]) -> float:
    """Give the largest scale, at most 1, at which the box fits into a room of pixels."""
    wide, high = natural(touchscreen)
    return min(1.0, room[0] / wide, room[1] / high)


def geometry(touchscreen: tuple[int, int], scale: float = 1.0) -> Geometry:
    """Lay the box out around a touchscreen of so many pixels, everything times `scale`."""
    width, height = (round(length * scale) for length in natural(touchscreen))
    band = _band(touchscreen) * scale
    rim = band / 2
    screen = pygame.Rect(0, 0, round(touchscreen[0] * scale), round(touchscreen[1] * scale))
    screen.center = (width // 2, height // 2)
    lower = _seat((width, height), screen, band)
    turned = {seat: lower if seat == "a" else _turned(lower, (width, height)) for seat in SEATS}
    middle = round(height - band * 0.5)
    return Geometry(
        scale,
        (width, height),
        screen,
        turned,
        (round(rim + band * 0.9), middle),
        (round(rim + band * 1.5), middle),
        max(1, round(band / 12)),
    )


def _band(touchscreen: tuple[int, int]) -> int:
    return max(96, round(touchscreen[1] * 0.18))


def _seat(size: tuple[int, int], screen: pygame.Rect, band: float) -> SideGeometry:
    """Lay out side A's edge, at the bottom."""
    pitch = band * 0.13
    hood = pygame.Rect(0, 0, round(pitch * 6.1), round(pitch * 6.2))
    hood.center = (size[0] // 2, round(size[1] - band / 2))
    cell = round(pitch * 0.8)
    cells = []
    for row in range(5):
        for column in range(5):
            rect = pygame.Rect(0, 0, cell, cell)
            rect.center = (round(hood.centerx + (column - 2) * pitch), round(hood.centery + (row - 1.7) * pitch))
            cells.append(rect)
    button = pygame.Rect(0, 0, round(band * 0.72), round(band * 0.72))
    button.center = (round(screen.right - band * 1.6), hood.centery)
    return SideGeometry(hood, tuple(cells), button, (button.right + round(band * 0.14), button.centery))


def _turned(seat: SideGeometry, size: tuple[int, int]) -> SideGeometry:
    """Turn an edge by 180 degrees about the middle of the box."""

    def turn(rect: pygame.Rect) -> pygame.Rect:
        return pygame.Rect(size[0] - rect.right, size[1] - rect.bottom, rect.width, rect.height)

    return SideGeometry(
        turn(seat.hood),
        tuple(turn(cell) for cell in seat.cells),
        turn(seat.button),
        (size[0] - seat.label[0], size[1] - seat.label[1]),
    )
