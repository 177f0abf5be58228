"""Buttons on a USB arcade encoder, which is a keyboard to the machine."""

from hardware.ports import ButtonEdge
from hardware.spec import Wiring


class KeyButton:
    """A button that arrives as a key; the screen's poll brings its events."""

    def __init__(self, wiring: Wiring, key: str) -> None:
        self._wiring = wiring
        self._key = key
        wiring.shared.keyboard.bind(key, self._edge)

    def pressed(self) -> bool:
        """Tell whether the key is down."""
        return self._wiring.shared.keyboard.pressed(self._key)

    def close(self) -> None:
        """Give the key back."""
        self._wiring.shared.keyboard.unbind(self._key)

    def _edge(self, down: bool, now: float) -> None:
        self._wiring.put(ButtonEdge(self._wiring.seat, down, now))
