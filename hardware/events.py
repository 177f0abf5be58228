"""What every window tells, simulated or real: keys, text, the wish to quit, pointers, and which parts came and went."""

import os

import pygame

from hardware.pointer import PointerAdapter
from hardware.ports import BACKSPACE, ENTER, Cancelled, Pointer, Quit, TypedText
from hardware.spec import Wiring

CONTROLLER = (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP)
WRITES = {pygame.K_BACKSPACE: BACKSPACE, pygame.K_RETURN: ENTER, pygame.K_KP_ENTER: ENTER}
"""Keys that are told as text, though they write none."""


def quiet_touch_echoes() -> None:
    """Ask SDL not to make mouse events of touches, nor touches of the mouse; before the display opens."""
    os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")
    os.environ.setdefault("SDL_MOUSE_TOUCH_EVENTS", "0")


class WindowEvents:
    """Put what a window tells on the queue; its pointers are given back, for the screen knows what they hit."""

    def __init__(self, wiring: Wiring) -> None:
        self._put = wiring.put
        self._keyboard = wiring.shared.keyboard
        self._buses = wiring.shared.buses
        self._pointers = PointerAdapter()

    def take(self, event: pygame.event.Event, size: tuple[int, int], now: float) -> Pointer | None:
        """Take one event of a window of `size` pixels; a pointer comes back over the whole window, 0-1."""
        if event.type == pygame.QUIT:
            self._put(Quit())
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            down = event.type == pygame.KEYDOWN
            is_button = self._keyboard.feed(pygame.key.name(event.key), down, now)
            if down and not is_button and event.key in WRITES:
                self._put(TypedText(WRITES[event.key]))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.let_go(now)
        elif event.type == pygame.TEXTINPUT:
            if self._keyboard.writes(event.text):
                self._put(TypedText(event.text))
        elif event.type in CONTROLLER:
            if controllers := self._buses.get("controllers"):
                controllers.take(event, now)
            if event.type == pygame.JOYDEVICEREMOVED:
                self._put(Cancelled(now))
        elif event.type == pygame.AUDIODEVICEREMOVED:
            if mixer := self._buses.get("mixer"):
                mixer.take(event)
        else:
            return self._pointers.take(event, size, now)
        return None

    def let_go(self, now: float) -> None:
        """Let nothing that is down mean anything any more: from here on nobody tells that it is released."""
        self._put(Cancelled(now))
        self._keyboard.let_go(now)
        self._pointers.let_go()
