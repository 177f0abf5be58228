"""Which screens there are: every file of a room that holds a screen of its own name."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from device.ui.kit.screen import Screen

ROOMS = ("lobby", "table", "campaign", "owner", "kit")


@cache
def find_screen(key: str) -> type[Screen]:
    """Return the screen of a key, imported when it is first opened.

    Raises:
        LookupError: no room has a file of that name with such a screen.
    """
    for room in ROOMS:
        name = f"device.ui.{room}.{key}"
        if find_spec(name) is not None:
            for each in vars(import_module(name)).values():
                if isinstance(each, type) and issubclass(each, Screen) and vars(each).get("key") == key:
                    return each
    raise LookupError(f"no screen {key!r} in device/ui: {', '.join(ROOMS)}")
