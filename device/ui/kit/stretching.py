"""Pictures that are all alike between their corners, stretched by the one line of pixels there."""

import pygame


def stretched(small: pygame.Surface, size: tuple[int, int], corner: int) -> pygame.Surface:
    """Return a picture grown to a size by the one line of pixels between its corners, in each direction that grows."""
    whole = small
    for axis in (0, 1):
        now, wanted = whole.get_size(), size[axis]
        if now[axis] == wanted:
            continue
        grown = pygame.Surface((wanted, now[1]) if axis == 0 else (now[0], wanted), pygame.SRCALPHA, 32)
        rest = now[axis] - corner - 1
        for source, begin, length in ((0, 0, corner), (corner, corner, wanted - corner - rest), (-rest, -rest, rest)):
            cut = _slice(now, axis, source % now[axis], length if source != corner else 1)
            place = _slice(grown.get_size(), axis, begin % wanted, length)
            part = whole.subsurface(cut)
            grown.blit(part if source != corner else pygame.transform.scale(part, place.size), place)
        whole = grown
    return whole


def _slice(size: tuple[int, int], axis: int, begin: int, length: int) -> pygame.Rect:
    return pygame.Rect(begin, 0, length, size[1]) if axis == 0 else pygame.Rect(0, begin, size[0], length)


def put_stretched(
    target: pygame.Surface, small: pygame.Surface, rect: pygame.Rect, corner: int, *, hollow: bool = False
) -> None:
    """Draw a square picture, all of it corners but one line, over a larger rectangle without making the whole of it.

    A `hollow` one has nothing in its middle.
    """
    columns = _parts(rect.left, rect.width, corner)
    for source_y, rows, top, high in _parts(rect.top, rect.height, corner):
        for source_x, lines, left, wide in columns:
            part = small.subsurface((source_x, source_y, lines, rows))
            if (lines, rows) == (1, 1):
                if hollow:
                    continue
                _put_plain(target, small.get_at((source_x, source_y)), pygame.Rect(left, top, wide, high))
            else:
                target.blit(
                    part if (lines, rows) == (wide, high) else pygame.transform.scale(part, (wide, high)), (left, top)
                )


def _parts(begin: int, length: int, corner: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return where each third begins and how long it is, in the picture and on the surface."""
    far = begin + length - corner
    return (
        (0, corner, begin, corner),
        (corner, 1, begin + corner, length - 2 * corner),
        (corner + 1, corner, far, corner),
    )


def _put_plain(target: pygame.Surface, colour: pygame.Color, rect: pygame.Rect) -> None:
    if colour.a == 255:
        target.fill(colour, rect)
    elif colour.a > 0:
        plain = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
        plain.fill(colour)
        target.blit(plain, rect)
