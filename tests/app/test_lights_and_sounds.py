"""The key panels' light and the cues, from public facts and a face."""

import wave
from pathlib import Path

import pytest

from device.app import lights, sounds
from device.files.assets import assets
from device.headless.pilot import Pilot
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
    voices = {sounds.voice("reveal_agent", guesses) for guesses in range(12)}
    assert files == {*sounds.CUES, *sounds.BESIDE, *voices}
    assert len(voices) == sounds.IN_A_ROW


def test_the_sounds_are_stereo_of_one_rate_and_small_and_the_assassins_is_the_longest_of_a_card() -> None:
    seconds = {}
    for path in sorted((assets() / "sounds").glob("*.wav")):
        with wave.open(str(path), "rb") as file:
            assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (44100, 2, 2)
            seconds[path.stem] = file.getnframes() / 44100
    found = {each for name, each in seconds.items() if name.startswith("reveal_") and name != "reveal_assassin"}
    assert len(found) == 1, "one that does not end the game differs by its notes only"
    assert seconds["reveal_assassin"] > 2 * found.pop()
    assert sum(path.stat().st_size for path in (assets() / "sounds").glob("*.wav")) < 3_000_000


def sounded(pilot: Pilot) -> list[str]:
    """Return every sound since the last call, also those a dump does not name."""
    return [sound for sound, _ in pilot.box.recordings["speaker"].unheard()]


def test_each_agent_in_a_row_sounds_higher_and_the_dump_says_the_same(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    table = pilot.kiosk.context.table
    assert table is not None
    face = pilot.kiosk.context.session.key(table.team)
    mine = [card for card, told in zip(table.cards, face, strict=True) if told == table.team]
    pilot.kiosk.context.session.do(GiveClue(table.team, 0))
    pilot.wait(2)
    sounded(pilot)
    pilot.dump()
    for card in mine[:5]:
        pilot.hold(f"card:{card}")
    told = [sound for sound in sounded(pilot) if sound != "touch"]
    assert told == ["reveal_agent", *(f"reveal_agent_{rank}" for rank in (2, 3, 4, 4))]
    assert pilot.dump()["sounds"] == ["reveal_agent"] * 5


def test_the_cues_of_one_move_sound_one_after_another(pilot: Pilot) -> None:
    pilot.start(dealt())
    table = pilot.kiosk.context.table
    assert table is not None
    face = pilot.kiosk.context.session.key(Side.A)
    place = face.index(Identity.BYSTANDER)
    pilot.kiosk.context.session.do(GiveClue(Side.A, 1))
    pilot.wait(1)
    sounded(pilot)
    pilot.kiosk.context.session.do(Guess(Side.B, table.cards[place]))
    pilot.tick()
    assert sounded(pilot) == ["reveal_bystander"]
    pilot.wait(1)
    assert sounded(pilot) == ["token", "turn"]


def test_a_touch_sounds_only_where_it_does_something_and_never_from_a_muted_box(pilot: Pilot) -> None:
    pilot.tap("new_game")
    assert sounded(pilot) == ["touch"]
    pilot.start(dealt())
    sounded(pilot)
    pilot.tap(f"card:{WORDS[0]}")
    assert sounded(pilot) == []
    pilot.kiosk.screens.set_preference("muted", True)
    pilot.tap("menu:a")
    assert sounded(pilot) == []


def test_an_idle_box_is_quiet_unless_the_owner_wants_soft_notes(pilot: Pilot) -> None:
    pilot.wait(150)
    assert (pilot.screen, sounded(pilot)) == ("attract", [])
    pilot.kiosk.screens.set_default("bed", True)
    pilot.wait(30)
    assert {"bed", "bed_2"} == set(sounded(pilot))


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
    tick = space["SOUNDS"]["tick"]  # type: ignore[index]
    with wave.open(str(assets() / "sounds/tick.wav"), "rb") as file:
        assert file.readframes(file.getnframes()) == space["render"](tick)  # type: ignore[operator]
