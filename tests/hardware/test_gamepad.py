"""Buttons on a USB encoder that is a game controller: plugged in, pressed, pulled out."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from hardware.drivers import gamepad
from hardware.drivers.gamepad import GamepadButton
from hardware.events import WindowEvents
from hardware.ports import ButtonEdge, Cancelled, Input
from hardware.spec import Wiring
from tests.hardware.conftest import only

WINDOW = (800, 480)
GONE = 5


@pytest.fixture
def window(wiring: Callable[..., Wiring], monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return what gives the window an event of SDL's."""
    plugged = SimpleNamespace(init=lambda: None, quit=lambda: None, Joystick=_Joystick)
    monkeypatch.setattr(gamepad.pygame, "joystick", plugged)
    events = WindowEvents(wiring("screen", only()))

    def give(kind: int, now: float = 0.0, **what: Any) -> None:
        events.take(pygame.event.Event(kind, **what), WINDOW, now)

    yield give


class _Joystick:
    def __init__(self, index: int) -> None:
        if index == GONE:
            raise pygame.error("Invalid joystick device number")
        self.index = index

    def get_instance_id(self) -> int:
        return self.index + 7


def test_each_side_has_a_button_of_one_encoder(
    window: Callable[..., None], wiring: Callable[..., Wiring], inputs: list[Input]
) -> None:
    a, b = GamepadButton(wiring("button:a"), 0), GamepadButton(wiring("button:b"), 1)
    window(pygame.JOYBUTTONDOWN, 5.0, button=1, instance_id=7)
    assert b.pressed() and not a.pressed()
    window(pygame.JOYBUTTONUP, 5.2, button=1, instance_id=7)
    window(pygame.JOYBUTTONDOWN, 6.0, button=9, instance_id=7)
    assert inputs == [ButtonEdge("b", True, 5.0), ButtonEdge("b", False, 5.2)]  # type: ignore[arg-type]


def test_an_encoder_may_come_and_go(
    window: Callable[..., None], wiring: Callable[..., Wiring], inputs: list[Input]
) -> None:
    button = GamepadButton(wiring("button:a"), 0)
    assert button.trouble == "no USB encoder is plugged in"
    window(pygame.JOYDEVICEADDED, device_index=0)
    assert button.trouble == ""
    window(pygame.JOYBUTTONDOWN, 1.0, button=0, instance_id=7)
    window(pygame.JOYDEVICEREMOVED, 2.0, instance_id=7)
    assert button.trouble
    assert not button.pressed(), "a button that was down when it was pulled out is let go"
    assert [edge.down for edge in inputs if isinstance(edge, ButtonEdge)] == [True, False]
    assert Cancelled(2.0) in inputs, "that is no press"
    window(pygame.JOYDEVICEADDED, device_index=0)
    assert not button.trouble


def test_an_encoder_that_is_gone_again_before_it_is_opened_costs_nothing(
    window: Callable[..., None], wiring: Callable[..., Wiring]
) -> None:
    """A loose plug: the screen was closed for it, with all that waited in its queue."""
    button = GamepadButton(wiring("button:a"), 0)
    window(pygame.JOYDEVICEADDED, device_index=GONE)
    window(pygame.JOYDEVICEREMOVED, instance_id=GONE)
    assert button.trouble == "no USB encoder is plugged in"
    window(pygame.JOYDEVICEADDED, device_index=0)
    assert not button.trouble


def test_the_last_button_lets_go_of_the_encoder(window: Callable[..., None], wiring: Callable[..., Wiring]) -> None:
    a, b = GamepadButton(wiring("button:a"), 0), GamepadButton(wiring("button:b"), 1)
    window(pygame.JOYDEVICEADDED, device_index=0)
    a.close()
    a.close()
    assert not b.trouble
    b.close()
    again = GamepadButton(wiring("button:a"), 0)
    assert again.trouble


def test_without_such_a_button_its_events_are_let_be(window: Callable[..., None], inputs: list[Input]) -> None:
    window(pygame.JOYDEVICEADDED, device_index=0)
    window(pygame.JOYBUTTONDOWN, button=0, instance_id=7)
    assert inputs == []
