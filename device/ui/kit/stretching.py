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


def grown_to(
    size: tuple[int, int], small: pygame.Surface, corner: int, edge: int, hollow: bool = False
) -> pygame.Surface:
    """Return a picture grown to a size as `put_stretched` draws it; one that grows in one direction only, whole."""
    if small.get_width() == size[0] or small.get_height() == size[1]:
        return stretched(small, size, corner)
    whole = pygame.Surface(size, pygame.SRCALPHA, 32)
    put_stretched(whole, small, whole.get_rect(), corner, edge, hollow)
    return whole


def put_stretched(
    target: pygame.Surface, small: pygame.Surface, rect: pygame.Rect, corner: int, edge: int, hollow: bool = False
) -> None:
    """Draw a square picture, all of it corners but one line, over a larger rectangle without making the whole of it.

    Between its corners only `edge` pixels differ from its middle. A `hollow` one has nothing within its edge.
    """
    last, far, wide, high = 2 * corner + 1 - edge, corner + 1, rect.width - 2 * corner, rect.height - 2 * corner
    inner = rect.inflate(-2 * corner, -2 * corner)
    for x, left in ((0, rect.left), (far, inner.right)):
        for y, top in ((0, rect.top), (far, inner.bottom)):
            target.blit(small, (left, top), (x, y, corner, corner))
    for y, top in ((0, rect.top), (last, rect.bottom - edge)):
        line = small.subsurface((corner, y, 1, edge))
        target.blit(pygame.transform.scale(line, (wide, edge)), (inner.left, top))
    for x, left in ((0, rect.left), (last, rect.right - edge)):
        line = small.subsurface((x, corner, edge, 1))
        target.blit(pygame.transform.scale(line, (edge, high)), (left, inner.top))
    if not hollow:
        plain, rest = small.get_at((corner, corner)), corner - edge
        _put_plain(target, plain, inner.inflate(0, 2 * rest))
        for left in (inner.left - rest, inner.right):
            _put_plain(target, plain, pygame.Rect(left, inner.top, rest, high))


def _put_plain(target: pygame.Surface, colour: pygame.Color, rect: pygame.Rect) -> None:
    if colour.a == 255:
        target.fill(colour, rect)
    elif colour.a > 0:
        plain = pygame.Surface(rect.size, pygame.SRCALPHA, 32)
        plain.fill(colour)
        target.blit(plain, rect)
