"""Make the cues: soft marimba notes, written as WAV files beside this program. Run it again after a change.

All cues of a revealed card are equally long and equally loud, and begin alike: only their notes differ.
"""

import math
import random
import struct
import wave
from pathlib import Path

RATE = 22050
LOUD = 0.55
NOTES = {
    name: 440.0 * 2 ** (step / 12) for step, name in enumerate(("A4", "A#4", "B4", "C5", "C#5", "D5", "D#5", "E5"))
}
NOTES |= {"F5": 698.46, "G5": 783.99, "A5": 880.0, "C6": 1046.5, "E6": 1318.5}
NOTES |= {"C4": 261.63, "D4": 293.66, "D#4": 311.13, "E4": 329.63, "F4": 349.23, "G4": 392.0, "G#4": 415.3}
NOTES |= {"A3": 220.0, "G3": 196.0, "E3": 164.81, "C3": 130.81, "D#3": 155.56}

Score = list[tuple[float, str, float]]
"""(when in seconds, note, strength 0-1)"""

REVEAL = 0.9
CUES: dict[str, tuple[float, Score]] = {
    "start": (1.1, [(0.0, "C4", 0.7), (0.12, "E4", 0.7), (0.24, "G4", 0.7), (0.36, "C5", 0.9)]),
    "clue": (0.7, [(0.0, "E5", 0.7), (0.13, "A5", 0.8)]),
    "reveal_agent": (REVEAL, [(0.0, "G4", 0.8), (0.12, "C5", 0.8), (0.24, "E5", 0.9)]),
    "reveal_bystander": (REVEAL, [(0.0, "G4", 0.8), (0.12, "E4", 0.8), (0.24, "D4", 0.9)]),
    "reveal_enemy": (REVEAL, [(0.0, "G4", 0.8), (0.12, "D#4", 0.8), (0.24, "G#4", 0.9)]),
    "reveal_assassin": (REVEAL, [(0.0, "G4", 0.8), (0.12, "D#3", 0.9), (0.24, "C3", 1.0)]),
    "turn": (0.6, [(0.0, "C5", 0.6), (0.14, "G4", 0.7)]),
    "sudden_death": (1.2, [(0.0, "E4", 0.8), (0.2, "D#4", 0.8), (0.4, "E4", 0.8), (0.6, "D#4", 0.9)]),
    "objection": (0.7, [(0.0, "D4", 0.8), (0.12, "D4", 0.8)]),
    "undo": (0.7, [(0.0, "A4", 0.6), (0.1, "G4", 0.6), (0.2, "E4", 0.6)]),
    "won": (1.6, [(0.0, "C5", 0.8), (0.14, "E5", 0.8), (0.28, "G5", 0.8), (0.42, "C6", 0.9), (0.6, "E6", 0.7)]),
    "lost": (1.6, [(0.0, "E4", 0.8), (0.22, "C4", 0.8), (0.44, "A3", 0.9), (0.66, "E3", 0.9)]),
    "abandoned": (0.9, [(0.0, "E4", 0.6), (0.2, "C4", 0.6)]),
    "tick": (0.2, [(0.0, "C6", 0.35)]),
    "refused": (0.35, [(0.0, "D#3", 0.45)]),
    "time": (1.0, [(0.0, "G4", 0.8), (0.18, "G4", 0.8), (0.36, "C4", 0.9)]),
}


def strike(frequency: float, seconds: float, strength: float) -> list[float]:
    """Return one struck bar: its tone, the fourth partial that dies quickly, and the felt of the mallet."""
    felt = random.Random(round(frequency))
    slow, fast = 3.2 + frequency / 220, 16 + frequency / 60
    wave_form = []
    for n in range(round(seconds * RATE)):
        at = n / RATE
        rise = min(1.0, at / 0.004)
        tone = math.sin(math.tau * frequency * at) * math.exp(-slow * at)
        ring = 0.24 * math.sin(math.tau * 3.93 * frequency * at) * math.exp(-fast * at)
        mallet = 0.05 * (felt.random() * 2 - 1) * math.exp(-160 * at)
        wave_form.append(strength * rise * (tone + ring + mallet))
    return wave_form


def render(seconds: float, score: Score) -> bytes:
    """Return a cue as 16-bit mono samples that fade out at the end."""
    mixed = [0.0] * round(seconds * RATE)
    for when, note, strength in score:
        begin = round(when * RATE)
        for n, value in enumerate(strike(NOTES[note], seconds - when, strength)):
            if begin + n < len(mixed):
                mixed[begin + n] += value
    peak = max(abs(value) for value in mixed)
    fade = round(0.06 * RATE)
    ends = [min(1.0, (len(mixed) - n) / fade) for n in range(len(mixed))]
    scale = LOUD * 32767 / peak * max(strength for _, _, strength in score)
    return b"".join(struct.pack("<h", round(value * end * scale)) for value, end in zip(mixed, ends, strict=True))


def main() -> None:
    """Write every cue."""
    for name, (seconds, score) in CUES.items():
        with wave.open(str(Path(__file__).parent / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(render(seconds, score))


if __name__ == "__main__":
    main()
