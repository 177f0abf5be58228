"""What the guide's trial takes for the tone: it in whole, or in pieces, and nothing else."""

import wave
from array import array
from random import Random

import pytest

from tests.appliance.build import PROJECT
from tests.appliance.tone import heard_in

SOUNDS = PROJECT / "assets/sounds"


def samples(cue: str) -> tuple[int, "memoryview[int]"]:
    with wave.open(str(SOUNDS / f"{cue}.wav")) as file:
        whole = memoryview(file.readframes(file.getnframes())).cast("h")
        return file.getframerate(), whole[:: file.getnchannels()]


def test_a_tone_in_pieces_is_the_tone() -> None:
    rate, whole = samples("start")
    rng, pieces, at = Random(1), array("h", bytes(2 * rate)), 0
    while at < len(whole):
        end = at + rng.randrange(1000, 6000)
        pieces.extend(whole[at:end].tolist())
        pieces.extend([0] * rng.randrange(4000))
        at = end
    assert heard_in(rate, pieces.tobytes(), SOUNDS / "start.wav")


@pytest.mark.parametrize("cue", ["clue", "lost", "undo", "reveal_agent"])
def test_another_sound_is_not_the_tone(cue: str) -> None:
    rate, whole = samples(cue)
    assert not heard_in(rate, whole.tobytes(), SOUNDS / "start.wav")


def test_silence_is_not_the_tone() -> None:
    assert not heard_in(48_000, bytes(200_000), SOUNDS / "start.wav")
