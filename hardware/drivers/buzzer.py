"""Sound by a passive buzzer on a GPIO pin: short tunes, one note after another."""

from collections.abc import Mapping

from hardware.drivers.gpio import library, pin_errors
from hardware.spec import Wiring

Note = tuple[float, float]
"""Frequency in Hz and length in seconds; a frequency of 0 is a rest."""

PLAIN: tuple[Note, ...] = ((880.0, 0.06),)
"""What a cue without a tune of its own sounds like."""

TUNES: Mapping[str, tuple[Note, ...]] = {
    "reveal_agent": ((659.3, 0.08), (880.0, 0.14)),
    "reveal_agent_2": ((740.0, 0.08), (987.8, 0.14)),
    "reveal_agent_3": ((830.6, 0.08), (1108.7, 0.14)),
    "reveal_agent_4": ((987.8, 0.08), (1318.5, 0.18)),
    "reveal_bystander": ((440.0, 0.10), (349.2, 0.16)),
    "reveal_enemy": ((440.0, 0.10), (415.3, 0.10), (370.0, 0.16)),
    "reveal_assassin": ((311.1, 0.18), (233.1, 0.18), (155.6, 0.40)),
    "start": ((440.0, 0.08), (554.4, 0.08), (659.3, 0.12)),
    "clue": ((784.0, 0.06), (987.8, 0.08)),
    "turn": ((587.3, 0.08), (440.0, 0.10)),
    "sudden_death": ((440.0, 0.12), (0.0, 0.06), (440.0, 0.12), (0.0, 0.06), (440.0, 0.24)),
    "objection": ((370.0, 0.10), (0.0, 0.04), (370.0, 0.16)),
    "undo": ((659.3, 0.05), (523.3, 0.05), (392.0, 0.08)),
    "abandoned": ((440.0, 0.14), (392.0, 0.24)),
    "tick": ((1046.5, 0.02),),
    "refused": ((233.1, 0.07),),
    "time": ((880.0, 0.10), (0.0, 0.05), (880.0, 0.20)),
    "won": ((523.3, 0.10), (659.3, 0.10), (784.0, 0.10), (1046.5, 0.30)),
    "lost": ((392.0, 0.18), (311.1, 0.18), (261.6, 0.36)),
    "touch": ((1396.9, 0.006),),
    "token": ((1174.7, 0.015), (0.0, 0.05), (1174.7, 0.01)),
    "stamp": ((233.1, 0.04), (0.0, 0.02), (233.1, 0.03)),
}
BESIDE = frozenset(("touch", "token", "stamp"))
"""Never cut a tune off."""
MIXER_ONLY = frozenset(("bed", "bed_2"))
"""What must be soft, and a buzzer is not."""


class BuzzerSpeaker:
    """Plays tunes by a gpiozero TonalBuzzer; it knows no volume but silence."""

    def __init__(self, wiring: Wiring, pin: int) -> None:
        gpiozero = library()
        self._pin = pin
        self._clock = wiring.clock
        self._left: tuple[Note, ...] = ()
        self._until = 0.0
        with pin_errors(pin):
            self._buzzer = gpiozero.TonalBuzzer(pin, octaves=2)

    def play(self, cue: str, volume: float) -> None:
        """Start a cue's tune at once; the one before is cut off.

        Raises:
            PartError: the pin cannot be driven.
        """
        if volume <= 0 or cue in MIXER_ONLY or (cue in BESIDE and self._until):
            return
        self._left = TUNES.get(cue, PLAIN)
        self._next(self._clock())

    def tick(self, now: float) -> None:
        """Go on to the next note when this one is over.

        Raises:
            PartError: the pin cannot be driven.
        """
        if self._until and now >= self._until:
            self._next(now)

    def close(self) -> None:
        """Fall silent and let go of the pin."""
        if not self._buzzer.closed:
            self._buzzer.stop()
            self._buzzer.close()

    def _next(self, now: float) -> None:
        with pin_errors(self._pin):
            if not self._left:
                self._until = 0.0
                self._buzzer.stop()
                return
            (frequency, seconds), self._left = self._left[0], self._left[1:]
            self._until = now + seconds
            if frequency:
                self._buzzer.play(frequency)
            else:
                self._buzzer.stop()
