"""Pictures kept for the next drawing."""

import pygame

from device.ui.kit.sprite_cache import SpriteCache, size_of

ROOM = 10 * 10 * 4


def sprite() -> pygame.Surface:
    return pygame.Surface((10, 10), 0, 32)


def test_what_was_not_asked_for_the_longest_goes_first() -> None:
    cache = SpriteCache[pygame.Surface](2 * ROOM, size_of)
    for key in "ab":
        cache.keep((key,), sprite())
    assert cache.get(("a",)) is not None
    cache.keep(("c",), sprite())
    assert [cache.get((key,)) is not None for key in "abc"] == [True, False, True]


def test_a_picture_in_place_of_another_takes_no_more_room() -> None:
    cache = SpriteCache[pygame.Surface](2 * ROOM, size_of)
    for key in "abbbb":
        cache.keep((key,), sprite())
    assert cache.get(("a",)) is not None


def test_the_newest_is_kept_however_large_it_is() -> None:
    cache = SpriteCache[pygame.Surface](ROOM - 1, size_of)
    cache.keep(("a",), sprite())
    assert cache.get(("a",)) is not None
    cache.keep(("b",), sprite())
    assert cache.get(("a",)) is None and cache.get(("b",)) is not None
