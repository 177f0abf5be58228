"""One pointer out of fingers and mouse: a tap that arrives as both counts once."""

import pygame

from hardware.ports import Pointer

MOUSE = -1
"""The `finger` of the mouse."""
SAME_TAP_SECONDS = 0.5
"""For so long after a finger moved, a mouse press is its echo (X11 makes one that looks like a real mouse)."""
ECHO_DISTANCE = 0.02
"""How near, in parts of the window, a finger must land to be the echo of a mouse press just made."""

_FINGER_KINDS = {pygame.FINGERDOWN: "down", pygame.FINGERMOTION: "move", pygame.FINGERUP: "up"}


def clamp(value: float) -> float:
    """Bring a coordinate into 0-1."""
    return min(1.0, max(0.0, value))


class PointerAdapter:
    """Turn mouse and finger events into `Pointer`s over the whole window (0-1), each tap once."""

    def __init__(self) -> None:
        self._fingers: set[int] = set()
        self._echoes: set[int] = set()
        self._finger_at = float("-inf")
        self._mouse_down = False
        self._mouse_at = float("-inf")
        self._mouse_place = (0.0, 0.0)

    def take(self, event: pygame.event.Event, size: tuple[int, int], now: float) -> Pointer | None:
        """Take one event of a window of `size` pixels; None when it is no pointer, or an echo."""
        if event.type in _FINGER_KINDS:
            return self._finger(event, now)
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION):
            return self._mouse(event, size, now)
        return None

    def let_go(self) -> None:
        """Forget every finger that is down, and the mouse: their release is not told."""
        self._fingers.clear()
        self._echoes.clear()
        self._mouse_down = False

    def _finger(self, event: pygame.event.Event, now: float) -> Pointer | None:
        kind, finger, x, y = _FINGER_KINDS[event.type], int(event.finger_id), clamp(event.x), clamp(event.y)
        self._finger_at = now
        if kind == "down" and self._mouse_down and now - self._mouse_at < SAME_TAP_SECONDS:
            near = max(abs(x - self._mouse_place[0]), abs(y - self._mouse_place[1])) <= ECHO_DISTANCE
            if near:
                self._echoes.add(finger)
        if finger in self._echoes:
            if kind == "up":
                self._echoes.discard(finger)
            return None
        if kind == "down":
            self._fingers.add(finger)
            return Pointer(finger, "down", x, y)
        if finger not in self._fingers:
            return None
        if kind == "up":
            self._fingers.discard(finger)
            return Pointer(finger, "up", x, y)
        return Pointer(finger, "move", x, y)

    def _mouse(self, event: pygame.event.Event, size: tuple[int, int], now: float) -> Pointer | None:
        if getattr(event, "touch", False):
            return None
        x, y = clamp(event.pos[0] / max(1, size[0] - 1)), clamp(event.pos[1] / max(1, size[1] - 1))
        if event.type == pygame.MOUSEMOTION:
            return Pointer(MOUSE, "move", x, y) if self._mouse_down else None
        if event.button != 1:
            return None
        if event.type == pygame.MOUSEBUTTONUP:
            was_down, self._mouse_down = self._mouse_down, False
            return Pointer(MOUSE, "up", x, y) if was_down else None
        if self._fingers or now - self._finger_at < SAME_TAP_SECONDS:
            return None
        self._mouse_down, self._mouse_at, self._mouse_place = True, now, (x, y)
        return Pointer(MOUSE, "down", x, y)
