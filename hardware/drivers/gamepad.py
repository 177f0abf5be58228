"""Buttons on a "zero delay" USB encoder, which is a game controller to the machine."""

import os
from contextlib import suppress
from typing import Any

import pygame

from hardware.keyboard import Keyboard
from hardware.ports import ButtonEdge
from hardware.spec import Wiring


class Controllers:
    """The game controllers that are plugged in; their buttons are keys named "controller 0" and so on.

    The screen's poll brings their events, also those of being plugged in and out.
    """

    def __init__(self, keyboard: Keyboard) -> None:
        # Told of presses also while no window has the focus, as on a bare display.
        os.environ.setdefault("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1")
        pygame.joystick.init()
        self.users = 0
        self._keyboard = keyboard
        self._open: dict[int, Any] = {}
        self._down: dict[int, set[int]] = {}

    @property
    def any(self) -> bool:
        """Tell whether one is plugged in."""
        return bool(self._open)

    def take(self, event: pygame.event.Event, now: float) -> None:
        """Take an event of a game controller; any other is let be."""
        if event.type == pygame.JOYDEVICEADDED:
            with suppress(pygame.error):  # it may be gone again
                found = pygame.joystick.Joystick(event.device_index)
                self._open[found.get_instance_id()] = found
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._open.pop(event.instance_id, None)
            for button in self._down.pop(event.instance_id, ()):
                self._keyboard.feed(key(button), False, now)
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            down, held = event.type == pygame.JOYBUTTONDOWN, self._down.setdefault(event.instance_id, set())
            (held.add if down else held.discard)(event.button)
            self._keyboard.feed(key(event.button), down, now)

    def leave(self) -> None:
        """Let go of them once nobody uses them any more."""
        self.users -= 1
        if not self.users:
            self._open.clear()
            self._down.clear()
            pygame.joystick.quit()


def key(button: int) -> str:
    """Name a controller's button as a key."""
    return f"controller {button}"


class GamepadButton:
    """A button of whatever game controller is plugged in."""

    def __init__(self, wiring: Wiring, button: int) -> None:
        self._wiring, self._key = wiring, key(button)
        buses = wiring.shared.buses
        known: Controllers | None = buses.get("controllers")
        if known is None or not known.users:
            known = buses["controllers"] = Controllers(wiring.shared.keyboard)
        known.users += 1
        self._controllers, self._closed = known, False
        wiring.shared.keyboard.bind(self._key, self._edge)

    @property
    def trouble(self) -> str:
        """Say that no controller is there; empty while one is."""
        return "" if self._controllers.any else "no USB encoder is plugged in"

    def pressed(self) -> bool:
        """Tell whether the button is down."""
        return self._wiring.shared.keyboard.pressed(self._key)

    def close(self) -> None:
        """Give the button back."""
        if self._closed:
            return
        self._closed = True
        self._wiring.shared.keyboard.unbind(self._key)
        self._controllers.leave()

    def _edge(self, down: bool, now: float) -> None:
        self._wiring.put(ButtonEdge(self._wiring.seat, down, now))
