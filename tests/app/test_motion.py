"""What moves: short, over a table at rest that is right all along, and not at all where movement is switched off."""

from collections.abc import Callable

import pytest

from device.headless.pilot import TICK, Pilot
from device.rules.model import Side
from device.ui.kit import theme
from device.ui.table import dealing
from hardware.ports import Seat
from tests.app.campaign import teams, win
from tests.app.conftest import dealt
from tests.app.test_endings import by_the_assassin, by_the_last_agent
from tests.app.test_table_faults import clue, of


def seen(pilot: Pilot) -> bytes:
    return bytes(pilot.box.recordings["screen"].shown.get_buffer().raw)


def frames(pilot: Pilot, seconds: float) -> list[bytes]:
    """Return what is seen tick by tick."""
    told = []
    for _ in range(round(seconds / TICK)):
        pilot.tick()
        told.append(seen(pilot))
    return told


def deals(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.down("start")
    pilot.up("start")


def opens_the_pad(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.settle()
    pilot.kiosk.screens.open("clue_pad", seat=Seat.A)


def opens_the_log(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.settle()
    pilot.down("log:b")
    pilot.up("log:b")


def goes_to_the_map(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    pilot.tap("start")
    win(pilot)
    pilot.down("map")
    pilot.up("map")


def opens_the_menu(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.settle()
    pilot.down("menu:b")
    pilot.up("menu:b")


def asks_both_sides(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a", 2)
    pilot.settle()
    pilot.kiosk.screens.ask("Take back the last move?", "Take it back", (Seat.A, Seat.B), lambda: None)


def asks_over_a_page(pilot: Pilot) -> None:
    pilot.kiosk.context.pin.set_pin("1234")
    pilot.kiosk.context.pin.enter("1234", pilot.now)
    pilot.tap("settings")
    pilot.tap("page:owner")
    pilot.down("pin:clear")
    pilot.up("pin:clear")


MOVES = [
    (deals, 0.65),
    (goes_to_the_map, 1.7),
    *((each, 0.25) for each in (opens_the_pad, opens_the_log, opens_the_menu, asks_both_sides, asks_over_a_page)),
]


@pytest.mark.parametrize(("begins", "seconds"), MOVES)
def test_it_moves_and_comes_to_rest(begins: Callable[[Pilot], None], seconds: float, pilot: Pilot) -> None:
    begins(pilot)
    moving = frames(pilot, seconds)
    assert len(set(moving)) > len(moving) * 0.4
    pilot.settle()
    rest = seen(pilot)
    pilot.kiosk.screens.invalidate()
    pilot.tick()
    assert seen(pilot) == rest, "it leaves no trace"
    presented = pilot.box.recordings["screen"].presented
    assert len(set(frames(pilot, 0.3))) == 1
    assert pilot.box.recordings["screen"].presented == presented, "and no work"


@pytest.mark.parametrize(("begins", "seconds"), MOVES)
def test_without_movement_it_is_there_at_once(
    begins: Callable[[Pilot], None], seconds: float, make: Callable[..., Pilot]
) -> None:
    still, moved = make(), make()
    still.kiosk.context.preferences.motion = False
    for pilot in (still, moved):
        begins(pilot)
    assert len(set(frames(still, seconds))) == 1
    moved.settle()
    assert seen(still) == seen(moved)


def test_dealing_is_short_and_a_touch_during_it_counts(pilot: Pilot) -> None:
    assert dealing.APART * 24 + dealing.FLIGHT <= 0.6
    assert theme.MOTION <= 0.3
    deals(pilot)
    pilot.tick()
    pilot.press("a")
    assert pilot.screen == "clue_pad"


def test_a_menu_that_slides_in_is_touched_where_it_will_be(pilot: Pilot) -> None:
    opens_the_menu(pilot)
    pilot.tick()
    pilot.down("pause")
    pilot.up("pause")
    assert pilot.screen == "standing"


def test_what_is_under_a_finger_goes_down_and_comes_up_again(pilot: Pilot) -> None:
    before = seen(pilot)
    pilot.down("settings")
    pressed = seen(pilot)
    pilot.kiosk.context.preferences.motion = False
    pilot.kiosk.screens.invalidate()
    pilot.tick()
    assert len({before, pressed, seen(pilot)}) == 3, "pushed down, or only lighter without movement"
    pilot.lift("settings")


def test_the_lamps_breathe_at_home_and_nowhere_else(pilot: Pilot) -> None:
    lamps = [pilot.box.recordings[f"lamp:{seat}"] for seat in "ab"]
    assert all(lamp.lit and lamp.breathing for lamp in lamps)
    pilot.start(dealt())
    assert all(lamp.lit and not lamp.breathing for lamp in lamps)


def test_in_an_ending_the_panels_breathe_with_what_everybody_sees(pilot: Pilot) -> None:
    by_the_assassin(pilot)
    pilot.tick()
    top = pilot.kiosk.screens.top
    for seat, panel in pilot.dump()["panels"].items():
        assert sum(any(cell) for cell in panel) == 1, f"only the assassin's card at {seat}"
    assert top.key == "ending"
    pilot.settle()
    assert not any(any(cell) for panel in pilot.dump()["panels"].values() for cell in panel)


def test_where_only_the_spymasters_saw_a_key_only_their_panel_breathes(pilot: Pilot) -> None:
    by_the_last_agent(pilot)
    pilot.tick()
    panels = pilot.dump()["panels"]
    assert not any(any(cell) for cell in panels["a"])
    assert sum(any(cell) for cell in panels["b"]) == 9


def test_tokens_that_are_left_count_up_into_the_score(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot.start(dealt())
    monkeypatch.setattr(pilot, "settle", lambda: None)
    win(pilot)
    table = pilot.kiosk.context.table
    assert table is not None and table.result is not None and table.result.score
    figures = []
    for _ in range(round(2.1 / TICK)):
        pilot.tick()
        figures += [record.text for record in pilot.kiosk.frame.record if record.text.isdigit()]
    counted = [int(text) for text in dict.fromkeys(figures)]
    assert counted == list(range(table.result.score + 1))


def test_a_bystanders_token_still_flies(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a", 1)
    pilot.down(f"card:{of(pilot, Side.A, 'bystander')[0]}")
    assert len(set(frames(pilot, 1.2))) > 20
