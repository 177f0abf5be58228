"""Pictures made once and kept for the next drawing, as many as fit into so many bytes."""

from collections import OrderedDict

import pygame

Key = tuple[object, ...]


class SpriteCache:
    """Keeps pictures by key; those not asked for the longest go first."""

    def __init__(self, max_bytes: int) -> None:
        """Take how many bytes the pictures may have together; the newest is kept in any case."""
        self._max_bytes = max_bytes
        self._bytes = 0
        self._sprites: OrderedDict[Key, pygame.Surface] = OrderedDict()

    def get(self, key: Key) -> pygame.Surface | None:
        """Return a picture; None where it is not kept."""
        sprite = self._sprites.get(key)
        if sprite is not None:
            self._sprites.move_to_end(key)
        return sprite

    def keep(self, key: Key, sprite: pygame.Surface) -> None:
        """Keep a picture in place of one of its key."""
        before = self._sprites.pop(key, None)
        self._bytes -= _size(before) if before is not None else 0
        self._sprites[key] = sprite
        self._bytes += _size(sprite)
        while self._bytes > self._max_bytes and len(self._sprites) > 1:
            self._bytes -= _size(self._sprites.popitem(last=False)[1])


def _size(sprite: pygame.Surface) -> int:
    return sprite.get_pitch() * sprite.get_height()
