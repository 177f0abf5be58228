"""The key panels' light and the cues, from public facts and a face."""

import wave
from pathlib import Path

import pytest

from device.app import lights, sounds
from device.files.assets import assets
from device.rules import events as e
from device.rules import start, step
from device.rules.actions import GiveClue, Guess
from device.rules.model import Identity, Result, Side
from hardware.ports import DARK, SEATS, Seat
from tests.app.conftest import WORDS, dealt

LOST = Result("lost", "assassin")


def test_a_panel_shows_its_face_in_its_own_reading_order() -> None:
    state = start(dealt())
    for side in SEATS:
        face = state.key.face(Side(side))
        cells = lights.frame(state.public, face, side)
        shown = [cell.identity for cell in (cells if side is Seat.A else reversed(cells))]
        assert shown == [identity.value for identity in face]


def test_the_assassin_breathes_and_is_never_dimmer_than_an_agent() -> None:
    state = start(dealt())
    cells = lights.frame(state.public, state.key.face(Side.A), Seat.A)
    levels = {cell.identity: cell.level for cell in cells}
    assert levels["assassin"] >= levels["agent"]
    assert {cell.identity for cell in cells if cell.pulse} == {"assassin"}


def test_a_covered_card_is_dark_on_both_panels() -> None:
    state = start(dealt())
    place = state.key.face(Side.A).index(Identity.AGENT)
    for action in (GiveClue(Side.A, 1), Guess(Side.B, WORDS[place])):
        _, state = step(state, action)
    assert lights.frame(state.public, state.key.face(Side.A), Seat.A)[place] == DARK
    assert lights.frame(state.public, state.key.face(Side.B), Seat.B)[24 - place] == DARK


def test_on_four_rows_the_row_furthest_from_the_side_is_dark() -> None:
    state = start(dealt("versus", grid="5x4"))
    cells = lights.frame(state.public, state.key.face(Side.B), Seat.B)
    assert cells[:5] == (DARK,) * 5
    assert DARK not in cells[5:]
    assert cells[-1].identity == state.key.face(Side.B)[0].value


def test_every_cue_has_its_sound_and_every_sound_its_cue() -> None:
    files = {path.stem for path in (assets() / "sounds").glob("*.wav")}
    assert files == set(sounds.CUES)


def test_what_a_card_was_is_not_told_by_how_long_its_cue_is() -> None:
    lengths = set()
    for path in sorted((assets() / "sounds").glob("reveal_*.wav")):
        with wave.open(str(path), "rb") as file:
            lengths.add(file.getnframes())
    assert len(lengths) == 1


@pytest.mark.parametrize(
    ("events", "heard"),
    [
        ((e.ClueGiven(Side.A, None, 2),), ("clue",)),
        ((e.Revealed("X", Identity.AGENT, Side.A),), ("reveal_agent",)),
        ((e.Revealed("X", Identity.RED, Side.RED),), ("reveal_agent",)),
        ((e.Revealed("X", Identity.RED, Side.BLUE), e.TurnEnded("other_team")), ("reveal_enemy", "turn")),
        ((e.TokenSpent(1, "bystander", "kept", Side.A), e.TurnEnded("stop"), e.SuddenDeath()), ("sudden_death",)),
        (
            (e.Revealed("X", Identity.ASSASSIN, Side.A), e.Ended(Result("lost", "assassin"))),
            ("reveal_assassin", "lost"),
        ),
        ((e.TurnEnded("timeout"),), ("time",)),
        ((e.Undone(3),), ("undo",)),
    ],
)
def test_cues(events: tuple[e.Event, ...], heard: tuple[str, ...]) -> None:
    assert sounds.cues(events) == heard
    assert set(heard) <= set(sounds.CUES)


def test_the_sounds_are_as_their_program_makes_them(tmp_path: Path) -> None:
    program = (assets() / "sounds/synthesise.py").read_text()
    copy = tmp_path / "synthesise.py"
    copy.write_text(program)
    space: dict[str, object] = {"__name__": "copy", "__file__": str(copy)}
    exec(compile(program, str(copy), "exec"), space)
    seconds, score = space["CUES"]["tick"]  # type: ignore[index]
    with wave.open(str(assets() / "sounds/tick.wav"), "rb") as file:
        assert file.readframes(file.getnframes()) == space["render"](seconds, score)  # type: ignore[operator]
