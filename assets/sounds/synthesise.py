"""Make the sounds: soft wooden bars in a small room, written as WAV files beside this program. Run it after a change.

Cards that were found differ by their notes only; one that ends a game is a voice of its own.
"""

import array
import cmath
import math
import random
import sys
import wave
from dataclasses import dataclass
from pathlib import Path

RATE = 44_100
NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")
ROOM = ((0.0113, 0.30, 0.21), (0.0197, 0.19, 0.27), (0.0311, 0.20, 0.14), (0.0473, 0.11, 0.15), (0.0719, 0.09, 0.07))
"""What the walls give back: after how many seconds, and how much of it to the left and to the right."""
REVEAL = 0.56
"""Seconds of a card that was found."""


@dataclass(frozen=True)
class Sound:
    """One sound: its seconds, how loud it is (0-1), and what is struck in it: when, what, how hard."""

    seconds: float
    loud: float
    score: tuple[tuple[float, str, float], ...]


def found(*notes: str) -> Sound:
    """Return the sound of a card: a knock, then its notes."""
    rest = tuple((0.03 + 0.09 * place, note, 0.75 + 0.1 * place) for place, note in enumerate(notes))
    return Sound(REVEAL, 0.5, ((0.0, "knock", 0.5), *rest))


SOUNDS = {
    "start": Sound(
        0.85,
        0.42,
        (
            *((0.022 * n + 0.004 * (n % 3), "card", 0.5 + 0.02 * n) for n in range(25)),
            (0.6, "G4", 0.5),
            (0.68, "C5", 0.6),
        ),
    ),
    "touch": Sound(0.06, 0.16, ((0.0, "felt", 1.0),)),
    "clue": Sound(0.75, 0.5, ((0.0, "E5", 0.7), (0.11, "A5", 0.8), (0.22, "E6", 0.35))),
    "reveal_agent": found("G4", "C5", "E5"),
    "reveal_agent_2": found("A4", "D5", "F#5"),
    "reveal_agent_3": found("B4", "E5", "G#5"),
    "reveal_agent_4": found("D5", "G5", "B5"),
    "reveal_bystander": found("G4", "E4", "D4"),
    "reveal_enemy": found("G4", "D#4", "G#4"),
    "reveal_assassin": Sound(1.5, 0.62, ((0.0, "knock", 0.4), (0.03, "gong", 1.0), (0.62, "gong", 0.7))),
    "token": Sound(0.28, 0.32, ((0.0, "wood", 1.0), (0.07, "wood", 0.5))),
    "turn": Sound(0.55, 0.4, ((0.0, "C5", 0.6), (0.12, "G4", 0.7))),
    "sudden_death": Sound(1.1, 0.55, tuple((0.21 * n, ("E4", "D#4")[n % 2], 0.7 + 0.05 * n) for n in range(4))),
    "objection": Sound(0.5, 0.45, ((0.0, "D4", 0.8), (0.12, "D4", 0.8))),
    "undo": Sound(0.55, 0.38, ((0.0, "A4", 0.6), (0.09, "G4", 0.6), (0.18, "E4", 0.6))),
    "won": Sound(
        1.5,
        0.6,
        (
            *((0.12 * n, note, 0.75 + 0.04 * n) for n, note in enumerate(("C5", "E5", "G5", "C6", "E6"))),
            *((0.62, note, 0.6) for note in ("C4", "G4", "G5")),
        ),
    ),
    "lost": Sound(1.3, 0.55, ((0.0, "E4", 0.8), (0.2, "C4", 0.8), (0.4, "A3", 0.9), (0.62, "E3", 1.0))),
    "abandoned": Sound(0.6, 0.36, ((0.0, "E4", 0.6), (0.16, "C4", 0.6))),
    "stamp": Sound(0.34, 0.6, ((0.0, "thump", 1.0), (0.012, "card", 0.5))),
    "tick": Sound(0.12, 0.26, ((0.0, "C6", 0.6), (0.0, "felt", 0.4))),
    "time": Sound(0.7, 0.5, ((0.0, "G4", 0.8), (0.16, "G4", 0.8), (0.32, "C4", 0.9))),
    "refused": Sound(0.22, 0.3, ((0.0, "D#3", 0.8), (0.0, "felt", 0.3))),
    "bed": Sound(1.3, 0.14, ((0.0, "~C4", 0.7), (0.12, "~G4", 0.5), (0.26, "~D5", 0.35))),
    "bed_2": Sound(1.3, 0.14, ((0.0, "~A3", 0.7), (0.12, "~E4", 0.5), (0.26, "~B4", 0.35))),
}
PARTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "wood": ((1240.0, 1.0, 42.0), (2210.0, 0.5, 70.0), (610.0, 0.5, 55.0)),
    "knock": ((196.0, 1.0, 48.0), (523.0, 0.35, 80.0)),
    "felt": ((410.0, 0.8, 130.0), (1330.0, 0.3, 210.0)),
    "card": ((2900.0, 0.12, 260.0),),
    "thump": ((82.0, 1.0, 17.0), (164.0, 0.4, 34.0), (410.0, 0.2, 90.0)),
    "gong": ((98.0, 1.0, 1.7), (100.3, 0.8, 1.9), (196.0, 0.5, 2.2), (233.1, 0.4, 2.6), (370.0, 0.2, 4.0)),
}
"""What is no bar: its partials as Hz, strength, and how quickly each dies (1/s)."""
NOISE = {
    "wood": (0.10, 300.0),
    "knock": (0.16, 150.0),
    "felt": (0.2, 260.0),
    "card": (0.9, 110.0),
    "thump": (0.3, 70.0),
}
"""How much of a rustle comes with it, and how quickly that dies."""


def pitch(note: str) -> float:
    """Return the frequency of a note such as A4, in Hz."""
    return 440.0 * 2.0 ** ((NAMES.index(note[:-1]) - 9) / 12 + int(note[-1]) - 4)


def struck(what: str, seconds: float) -> list[float]:
    """Return one thing that is struck, or with a ~ one that swells."""
    soft = what.startswith("~")
    if what in PARTS:
        parts = PARTS[what]
    else:
        base = pitch(what.removeprefix("~"))
        slow, fast = (1.1, 2.4) if soft else (3.0 + base / 240, 15.0 + base / 60)
        parts = ((base, 1.0, slow), (base * (2.0 if soft else 3.93), 0.12 if soft else 0.24, fast))
    rise = 0.4 if soft else 0.03 if what == "gong" else 0.003
    count = round(seconds * RATE)
    mixed = [0.0] * count
    for frequency, strength, dies in parts:
        turn, now = cmath.exp(complex(-dies, math.tau * frequency) / RATE), complex(strength, 0.0)
        for n in range(count):
            mixed[n] += now.imag
            now *= turn
    rustle, dies = NOISE.get(what, (0.0 if soft or what == "gong" else 0.05, 170.0))
    chance, fades, last = random.Random(what), math.exp(-dies / RATE), 0.0
    for n in range(min(count, round(RATE * 7 / dies))):
        last += 0.45 * (chance.uniform(-1.0, 1.0) - last)
        mixed[n] += rustle * last
        rustle *= fades
    for n in range(min(count, round(rise * RATE))):
        mixed[n] *= n / (rise * RATE)
    return mixed


def render(sound: Sound) -> bytes:
    """Return a sound as 16-bit stereo samples: each thing struck a little aside, the room around it, a soft end."""
    count = round(sound.seconds * RATE)
    left, right = [0.0] * count, [0.0] * count
    for place, (when, what, hard) in enumerate(sound.score):
        begin, aside = round(when * RATE), 0.16 * (-1) ** place if len(sound.score) > 1 else 0.0
        for n, value in enumerate(struck(what, sound.seconds - when)[: count - begin], begin):
            left[n] += hard * (1.0 - aside) * value
            right[n] += hard * (1.0 + aside) * value
    wet_left, wet_right = left[:], right[:]
    for seconds, to_left, to_right in ROOM:
        late = round(seconds * RATE)
        for n in range(late, count):
            wet_left[n] += to_left * right[n - late]
            wet_right[n] += to_right * left[n - late]
    scale = sound.loud * 32767 / max(max(map(abs, wet_left)), max(map(abs, wet_right)))
    fade = min(count, round(0.25 * sound.seconds * RATE))
    samples = array.array("h")
    for n, pair in enumerate(zip(wet_left, wet_right, strict=True)):
        end = min(1.0, (count - n) / fade) ** 2
        samples.extend(round(value * end * scale) for value in pair)
    if sys.byteorder == "big":
        samples.byteswap()
    return samples.tobytes()


def main() -> None:
    """Write every sound."""
    for name, sound in SOUNDS.items():
        with wave.open(str(Path(__file__).parent / f"{name}.wav"), "wb") as file:
            file.setnchannels(2)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(render(sound))


if __name__ == "__main__":
    main()
