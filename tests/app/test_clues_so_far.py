"""Who reads the clues so far keeps nobody from playing on, neither people nor the box."""

from collections.abc import Callable

import pytest

from device.headless.pilot import Pilot
from device.players.box import BoxPlayer
from device.rules.actions import GiveClue, Guess
from device.rules.model import Side
from hardware.ports import Seat
from tests.app.conftest import dealt, printed
from tests.app.test_box_partner import (
    CLUES,
    GUESSES,
    LONG,
    game,
    known,
    leave_the_rest_to_the_box,
    player,
    state,
    sudden_death,
)
from tests.app.test_buttons import clue, lamps
from tests.app.test_faults import names
from tests.app.test_table_faults import of

__all__ = ["known", "player"]


@pytest.mark.parametrize("reader", ["a", "b"])
def test_the_box_gives_its_clue_and_guesses(reader: str, make: Callable[..., Pilot], known: BoxPlayer) -> None:
    """With the strict clock it lost its turns, and nobody was told why."""
    pilot = make()
    pilot.start(game("versus", starts="blue", timer="strict"), ("blue_team",))
    pilot.tap(f"log:{reader}")
    pilot.wait(CLUES)
    moves = pilot.kiosk.context.session.moves
    assert isinstance(moves[0][1], GiveClue) and isinstance(moves[1][1], Guess)
    assert pilot.screen == "clue_log"
    assert f"{moves[0][1].word} · {moves[0][1].number}" in printed(pilot)


def test_it_leaves_a_claimed_guess_to_who_claimed_it(pilot: Pilot, known: BoxPlayer) -> None:
    sudden_death(pilot)
    moves = pilot.kiosk.context.session.moves
    pilot.press("a")
    pilot.tap("log:a")
    pilot.wait(LONG)
    assert pilot.kiosk.context.session.moves == moves


@pytest.mark.parametrize("alone", [False, True])
def test_in_duets_sudden_death_it_waits_until_nobody_reads(alone: bool, pilot: Pilot, known: BoxPlayer) -> None:
    """One wrong card loses, and no clock runs."""
    sudden_death(pilot)
    if alone:
        leave_the_rest_to_the_box(pilot)
    session = pilot.kiosk.context.session
    moves = session.moves
    if not alone:
        pilot.press("b")
    pilot.tap("log:a")
    pilot.wait(LONG)
    assert session.moves == moves
    pilot.tap("close")
    pilot.wait(GUESSES)
    assert len(session.moves) > len(moves)


@pytest.mark.parametrize("reader", ["a", "b"])
def test_a_press_does_what_is_printed_beside_it(reader: str, pilot: Pilot) -> None:
    """The strip asked to guess on or end the turn; the lamp was dark, and nothing came of a press."""
    pilot.start(dealt())
    clue(pilot, "a")
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    pilot.tap(f"log:{reader}")
    assert lamps(pilot) == "b" and "End the turn" in printed(pilot)
    pilot.press("a")
    assert pilot.screen == "clue_log"
    pilot.press("b")
    assert (pilot.screen, state(pilot)["turn"]) == ("table", 2)
    pilot.tap(f"log:{reader}")
    pilot.press("b")
    assert pilot.screen == "clue_pad"
    pilot.tap("digit:2")
    pilot.tap(f"log:{reader}")
    assert lamps(pilot) == "b" and "Give the clue" in printed(pilot)
    pilot.press("b")
    assert (pilot.screen, state(pilot)["phase"]) == ("table", "guess")


def test_so_does_a_touch_in_place_of_a_button_that_fails(pilot: Pilot) -> None:
    pilot.fail("button:b")
    pilot.start(dealt())
    clue(pilot, "a")
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    pilot.tap("log:a")
    assert "press:b" in names(pilot)
    pilot.tap("press:b")
    assert (pilot.screen, state(pilot)["turn"]) == ("table", 2)


@pytest.mark.parametrize("tokens", [9, 1])
def test_a_press_as_the_time_runs_out_means_nothing_else(tokens: int, pilot: Pilot) -> None:
    """Who ended the turn a moment too late opened the pad, or had claimed the guess of sudden death."""
    pilot.start(dealt(tokens=tokens, timer="strict", guess_seconds=15))
    clue(pilot, "a")
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    while state(pilot)["turn"] == 1 and state(pilot)["phase"] == "guess":
        pilot.tick()
    for down in (True, False):
        pilot.box.recordings["button:b"].set(down, pilot.now)
        pilot.wait(0.1)
    assert (pilot.screen, pilot.kiosk.screens.top.claim) == ("table", None)
    pilot.wait(2.0)
    assert "b" in lamps(pilot)
    pilot.press("b")
    assert pilot.screen == "clue_pad" or pilot.kiosk.screens.top.claim is Seat.B


def test_a_touch_of_the_board_plays_on(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a")
    pilot.tap("log:a")
    pilot.tap("beside:1")
    assert pilot.screen == "table"
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    assert state(pilot)["guesses"] == 1


def test_a_long_clue_keeps_clear_of_what_it_led_to(pilot: Pilot) -> None:
    """It ran up to the first sign, its number half covered."""
    pilot.start(dealt())
    word, found = "electroencephalographs-and-extraordinary", of(pilot, Seat.A, "agent")[0]
    pilot.kiosk.context.session.do(GiveClue(Side.A, 2, word))
    pilot.kiosk.context.session.do(Guess(Side.B, found))
    pilot.settle()
    pilot.tap("log:a")
    sheet = [each for each in pilot.kiosk.frame.record if each.rect.top > 240 and each.rect.bottom < 430]
    clue_at, found_at = (next(each for each in sheet if each.text == text) for text in (f"{word} · 2", found))
    sign_mm, gap_mm = 4.2, 1.5
    assert found_at.rect.left - clue_at.rect.right >= (sign_mm + gap_mm) * pilot.kiosk.frame.canvas.unit
    assert clue_at.squeezed >= 0.7
