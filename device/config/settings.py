"""The settings of a box: what its config file sets, or what holds without one."""

import os
from typing import Any

from device.config.table import Values
from hardware.spec import BoxSpec, Leds
from hardware.touch_map import TouchMap


class Settings(Values):
    """What the owner set in the config file, and the parts of the box."""

    def __init__(self, box: BoxSpec | None = None, **values: Any) -> None:
        super().__init__(values)
        leds = Leds(self.led_brightness, self.max_milliamps, self.palette)
        touch = TouchMap(self.touch_turn, self.touch_mirror)
        self.box = (box or BoxSpec())._replace(leds=leds, size_mm=self.size_mm, touch=touch)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


def on_a_box() -> bool:
    """Tell whether this runs as the service of a box."""
    return "NOTIFY_SOCKET" in os.environ
