"""Pictures made once and kept for the next drawing, as many as fit into so many bytes."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import pygame

Key = tuple[object, ...]
S = TypeVar("S")


def size_of(picture: pygame.Surface) -> int:
    """Return the bytes of a picture's pixels."""
    return picture.get_pitch() * picture.get_height()


class Sprite(NamedTuple):
    """A painted picture: its pixels that are not empty, where the first of them stands in the whole, and its size."""

    picture: pygame.Surface
    at: tuple[int, int]
    size: tuple[int, int]

    @classmethod
    def of(cls, picture: pygame.Surface) -> "Sprite":
        """Return all of a picture."""
        return cls(picture, (0, 0), picture.get_size())

    def around(self, point: tuple[int, int]) -> pygame.Rect:
        """Return where its pixels are drawn, the whole centred on a point."""
        whole = pygame.Rect((0, 0), self.size)
        whole.center = point
        return self.picture.get_rect(topleft=whole.move(self.at).topleft)

    def bytes(self) -> int:
        """Return the bytes of the pixels that are kept."""
        return size_of(self.picture)


class SpriteCache(Generic[S]):
    """Keeps pictures by key; those not asked for the longest go first."""

    def __init__(self, max_bytes: int, size: Callable[[S], int]) -> None:
        """Take how many bytes all may have together, and what tells those of one; the newest is kept in any case."""
        self._max_bytes = max_bytes
        self._size = size
        self._bytes = 0
        self._sprites: OrderedDict[Key, S] = OrderedDict()

    def get(self, key: Key) -> S | None:
        """Return a picture; None where it is not kept."""
        sprite = self._sprites.get(key)
        if sprite is not None:
            self._sprites.move_to_end(key)
        return sprite

    def keep(self, key: Key, sprite: S) -> None:
        """Keep a picture in place of one of its key."""
        before = self._sprites.pop(key, None)
        self._bytes -= self._size(before) if before is not None else 0
        self._sprites[key] = sprite
        self._bytes += self._size(sprite)
        while self._bytes > self._max_bytes and len(self._sprites) > 1:
            self._bytes -= self._size(self._sprites.popitem(last=False)[1])
