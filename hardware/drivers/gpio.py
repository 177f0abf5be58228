"""Buttons, lamps and single pins on the Raspberry Pi's GPIO header, by gpiozero."""

import math
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from hardware.errors import PartError
from hardware.ports import ButtonEdge
from hardware.spec import Wiring

BREATH_STEPS, BREATH_STEP = 80, 0.04
"""A lamp's breath, between half and full, goes through so many steps of so many seconds."""


def library() -> Any:
    """Import gpiozero, on lgpio unless the environment names another backend.

    gpiozero would otherwise fall through to backends that half work; lgpio needs a directory it can write to.

    Raises:
        PartError: gpiozero is not installed.
    """
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
    os.environ.setdefault("LG_WD", os.environ.get("RUNTIME_DIRECTORY", tempfile.gettempdir()))
    try:
        import gpiozero
    except ImportError as error:
        raise PartError("the Python package gpiozero is not installed") from error
    return gpiozero


@contextmanager
def pin_errors(pin: int) -> Iterator[None]:
    """Turn whatever gpiozero and its backend raise into a `PartError` that names the pin."""
    try:
        yield
    except Exception as error:  # each backend raises its own
        raise PartError(f"GPIO {pin}: {str(error).splitlines()[0] if str(error) else type(error).__name__}") from error


class GpioButton:
    """A button on a pin; its edges come raw, from another thread.

    gpiozero's own debouncing is left off: it differs from backend to backend and delays each press.
    """

    def __init__(self, wiring: Wiring, pin: int, pull: str) -> None:
        gpiozero = library()
        self._wiring = wiring
        self._pin = pin
        with pin_errors(pin):
            pulled = {"up": True, "down": False, "none": None}[pull]
            self._input = gpiozero.DigitalInputDevice(
                pin, pull_up=pulled, active_state=False if pulled is None else None, bounce_time=None
            )
        self._input.when_activated = lambda: self._edge(True)
        self._input.when_deactivated = lambda: self._edge(False)
        try:
            held = self.pressed()
        except PartError:
            self.close()  # at the next try the pin would be in use
            raise
        if held:
            self._edge(True)

    def pressed(self) -> bool:
        """Read the level now.

        Raises:
            PartError: the pin cannot be read.
        """
        with pin_errors(self._pin):
            return bool(self._input.is_active)

    def close(self) -> None:
        """Let go of the pin."""
        self._input.close()

    def _edge(self, down: bool) -> None:
        self._wiring.put(ButtonEdge(self._wiring.seat, down, self._wiring.clock()))


class GpioLamp:
    """The lamp of a button on a pin; by PWM it comes on without a hard edge of full current."""

    def __init__(self, pin: int, inverted: bool, pwm: bool) -> None:
        gpiozero = library()
        self._pin, self._pwm = pin, pwm
        make = gpiozero.PWMLED if pwm else gpiozero.LED
        with pin_errors(pin):
            self._led = make(pin, active_high=not inverted, initial_value=False)

    def set(self, lit: bool, breathing: bool = False) -> None:
        """Switch the lamp; by PWM it can breathe softly.

        Raises:
            PartError: the pin cannot be driven.
        """
        with pin_errors(self._pin):
            self._led.source = None
            if lit and breathing and self._pwm:
                self._led.value = 0.5  # it breathes on a thread of gpiozero's, and what fails there nobody is told
                self._led.source_delay = BREATH_STEP
                self._led.source = (0.75 - 0.25 * math.cos(math.tau * n / BREATH_STEPS) for n in count())
            elif lit:
                self._led.on()
            else:
                self._led.off()

    def close(self) -> None:
        """Go dark and let go of the pin."""
        if not self._led.closed:
            self._led.source = None
            self._led.off()
            self._led.close()


def open_lamp(wiring: Wiring, lamp: int, lamp_inverted: bool, lamp_pwm: bool) -> GpioLamp:
    """Open the lamp that a button's parameters describe."""
    return GpioLamp(lamp, lamp_inverted, lamp_pwm)
