"""One tap counts once, whether it comes as a finger, a mouse, or both."""

from typing import Any

import pygame
import pytest

from hardware.pointer import MOUSE, PointerAdapter
from hardware.ports import Pointer

SIZE = (801, 401)


def finger(kind: int, x: float, y: float, finger_id: int = 7) -> pygame.event.Event:
    return pygame.event.Event(kind, finger_id=finger_id, touch_id=1, x=x, y=y, dx=0.0, dy=0.0)


def mouse(kind: int, pos: tuple[int, int], **more: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, pos=pos, **{"button": 1, "touch": False, **more})


def take(*events: tuple[float, pygame.event.Event]) -> list[Pointer]:
    adapter = PointerAdapter()
    taken = (adapter.take(event, SIZE, now) for now, event in events)
    return [pointer for pointer in taken if pointer is not None]


FINGER_TAP = (
    (0.0, finger(pygame.FINGERDOWN, 0.25, 0.5)),
    (0.1, finger(pygame.FINGERUP, 0.25, 0.5)),
)
MOUSE_TAP = (
    (0.0, mouse(pygame.MOUSEBUTTONDOWN, (200, 200))),
    (0.1, mouse(pygame.MOUSEBUTTONUP, (200, 200))),
)


def test_a_finger_tap() -> None:
    assert take(*FINGER_TAP) == [Pointer(7, "down", 0.25, 0.5), Pointer(7, "up", 0.25, 0.5)]


def test_a_mouse_click_is_measured_over_the_window() -> None:
    assert take(*MOUSE_TAP) == [Pointer(MOUSE, "down", 0.25, 0.5), Pointer(MOUSE, "up", 0.25, 0.5)]


@pytest.mark.parametrize("order", ["finger first", "mouse first", "interleaved"])
def test_a_tap_that_arrives_as_both_counts_once(order: str) -> None:
    events = {
        "finger first": (*FINGER_TAP, *MOUSE_TAP),
        "mouse first": (*MOUSE_TAP[:1], *FINGER_TAP[:1], *MOUSE_TAP[1:], *FINGER_TAP[1:]),
        "interleaved": (*FINGER_TAP[:1], *MOUSE_TAP[:1], *FINGER_TAP[1:], *MOUSE_TAP[1:]),
    }[order]
    assert [pointer.kind for pointer in take(*events)] == ["down", "up"]


def test_a_mouse_event_made_from_touch_by_sdl_is_dropped() -> None:
    assert take((0.0, mouse(pygame.MOUSEBUTTONDOWN, (200, 200), touch=True))) == []


def test_two_fingers_are_kept_apart() -> None:
    pointers = take(
        (0.0, finger(pygame.FINGERDOWN, 0.1, 0.1, 1)),
        (0.1, finger(pygame.FINGERDOWN, 0.9, 0.9, 2)),
        (0.2, finger(pygame.FINGERMOTION, 0.2, 0.1, 1)),
        (0.3, finger(pygame.FINGERUP, 0.9, 0.9, 2)),
        (0.4, finger(pygame.FINGERUP, 0.2, 0.1, 1)),
    )
    assert [(pointer.finger, pointer.kind) for pointer in pointers] == [
        (1, "down"), (2, "down"), (1, "move"), (2, "up"), (1, "up"),
    ]  # fmt: skip


def test_coordinates_are_clamped() -> None:
    down, up = take((0.0, finger(pygame.FINGERDOWN, -0.1, 1.2)), (0.1, finger(pygame.FINGERUP, 1.01, -3.0)))
    assert (down.x, down.y, up.x, up.y) == (0.0, 1.0, 1.0, 0.0)


def test_a_mouse_used_later_than_a_finger_counts() -> None:
    late = tuple((now + 2.0, event) for now, event in MOUSE_TAP)
    assert [pointer.finger for pointer in take(*FINGER_TAP, *late)] == [7, 7, MOUSE, MOUSE]


@pytest.mark.parametrize(
    "events",
    [
        [(0.0, mouse(pygame.MOUSEMOTION, (3, 3)))],
        [(0.0, mouse(pygame.MOUSEBUTTONDOWN, (3, 3), button=3))],
        [(0.0, mouse(pygame.MOUSEBUTTONUP, (3, 3)))],
        [(0.0, finger(pygame.FINGERUP, 0.1, 0.1))],
        [(0.0, pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))],
    ],
    ids=["hover", "right button", "up without down", "lift without touch", "key"],
)
def test_what_is_no_press_is_no_pointer(events: list[tuple[float, pygame.event.Event]]) -> None:
    assert take(*events) == []
