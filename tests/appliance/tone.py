"""Whether a recording of the loudspeaker holds a cue: by its notes, for on a slow machine it comes in pieces."""

import math
import wave
from pathlib import Path

SEMITONES = tuple(261.63 * 2 ** (n / 12) for n in range(25))
"""From C4 to C6, in Hz."""
PIECE_SECONDS = 0.05
QUIET = 200
"""A piece whose loudest sample is below this is a pause."""


def heard_in(rate: int, samples: bytes, cue: Path) -> bool:
    """Tell whether what was recorded (16 bits, one side) has the cue's two strongest notes as its own."""
    with wave.open(str(cue)) as file:
        whole = memoryview(file.readframes(file.getnframes())).cast("h")
        wanted = strongest(file.getframerate(), whole[:: file.getnchannels()].tobytes())
    return bool(wanted) and strongest(rate, samples) == wanted


def strongest(rate: int, samples: bytes) -> frozenset[int]:
    """Return the two strongest semitones of what sounds, pauses left out; nothing where all is quiet."""
    pieces = _loud(rate, memoryview(samples).cast("h"))
    if not pieces:
        return frozenset()
    power = [sum(_power(rate, piece, hertz) for piece in pieces) for hertz in SEMITONES]
    return frozenset(sorted(range(len(power)), key=power.__getitem__)[-2:])


def _loud(rate: int, samples: "memoryview[int]") -> list[list[int]]:
    size = int(rate * PIECE_SECONDS)
    pieces = [samples[at : at + size].tolist() for at in range(0, len(samples) - size + 1, size)]
    return [piece for piece in pieces if max(map(abs, piece)) >= QUIET]


def _power(rate: int, piece: list[int], hertz: float) -> float:
    """Return how strong one frequency is in a piece, by Goertzel's recurrence."""
    factor, before, last = 2 * math.cos(2 * math.pi * hertz / rate), 0.0, 0.0
    for sample in piece:
        before, last = last, sample + factor * last - before
    return before * before + last * last - factor * before * last
