"""Keys that stand for buttons: a USB arcade encoder, or the keyboard of a PC."""

from collections.abc import Callable

SHORTEST_SECONDS = 0.03
"""Keys do not bounce, and a slow tick brings down and up at once: a press that took no time would count for nothing."""
_LONGER = (
    "backspace, tab, return, enter, escape, space, delete, insert, home, end, up, down, left, right, menu, pause, "
    "break, help, page up, page down, caps lock, scroll lock, numlock, print screen, equals"
)
NAMES = frozenset(
    _LONGER.split(", ")
    + [f"f{number}" for number in range(1, 16)]
    + [f"[{sign}]" for sign in "0123456789.+-*/"]
    + [f"{seat} {name}" for seat in ("left", "right") for name in ("shift", "ctrl", "alt", "meta")]
)
"""What keys with more than one letter in their name are called."""
Edge = Callable[[bool, float], None]
"""Called with (down, now) when the bound key changes."""


def is_key(name: str) -> bool:
    """Tell whether a key has this name: a sign it types, or one of the longer names."""
    return name.lower() in NAMES or (len(name) == 1 and name.isprintable() and name != " ")


class Keyboard:
    """Know which keys are buttons and which of them are down; the screen feeds it, for it gets the key events."""

    def __init__(self) -> None:
        self._bound: dict[str, Edge] = {}
        self._down: dict[str, float] = {}

    def bind(self, key: str, edge: Edge) -> None:
        """Make a key (by its pygame name, such as "space") a button."""
        self._bound[key.lower()] = edge

    def unbind(self, key: str) -> None:
        """Give the key back."""
        self._bound.pop(key.lower(), None)
        self._down.pop(key.lower(), None)

    def feed(self, key: str, down: bool, now: float) -> bool:
        """Take a key event; return whether the key is a button (and so writes nothing)."""
        key = key.lower()
        edge = self._bound.get(key)
        if edge is None:
            return False
        if down and key not in self._down:
            self._down[key] = now
            edge(True, now)
        elif not down and key in self._down:
            edge(False, max(now, self._down.pop(key) + SHORTEST_SECONDS))
        return True

    def let_go(self, now: float) -> None:
        """Take every key for released: a window without the focus is not told when they are."""
        for key in tuple(self._down):
            self.feed(key, False, now)

    def pressed(self, key: str) -> bool:
        """Tell whether the key is held down."""
        return key.lower() in self._down

    def writes(self, text: str) -> bool:
        """Tell whether typed text is text, and not the trace of a key that is a button."""
        return not (text.lower() in self._bound or (text == " " and "space" in self._bound))
