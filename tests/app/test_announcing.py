"""A clue and the end of a turn are noticed: large, at both edges, for a moment that holds nobody up."""

from collections.abc import Callable

import pytest

from device.app.buttons import AGAIN
from device.headless.pilot import Pilot
from device.rules.model import Clue, Phase, Side
from device.ui.kit import theme
from device.ui.table.flight import SECONDS as FLIGHT
from hardware.ports import Seat
from tests.app.conftest import dealt, printed
from tests.app.test_table_faults import clue, of, table

CAP_MM, STRIP_MM = 8.0, 4.5


def typed(pilot: Pilot, word: str = "ESTRELA", number: int = 3) -> None:
    """Give a typed clue, and look while it is still new."""
    pilot.kiosk.context.preferences.clue_entry = "typed"
    pilot.start(dealt())
    pilot.press("a")
    pilot.type(word.lower())
    pilot.tap(f"digit:{number}")
    pilot.down("confirm")
    pilot.up("confirm")


def heights(pilot: Pilot, text: str) -> dict[Side | None, list[float]]:
    """Return for each side the heights in mm of a text on the screen."""
    unit = pilot.kiosk.frame.canvas.unit
    found: dict[Side | None, list[float]] = {}
    for record in pilot.kiosk.frame.record:
        if record.text == text:
            found.setdefault(record.seat, []).append(record.rect.h / unit)
    return found


def test_a_new_clue_is_large_at_both_edges_and_then_stays_the_largest_text_of_the_strips(pilot: Pilot) -> None:
    typed(pilot)
    large = heights(pilot, "estrela · 3")
    assert all(max(large[side]) >= CAP_MM for side in (Seat.A, Seat.B))
    pilot.wait(1.3)
    assert all(max(heights(pilot, "estrela · 3")[side]) >= CAP_MM for side in (Seat.A, Seat.B))
    pilot.wait(0.3)
    small = heights(pilot, "estrela · 3")
    assert all(STRIP_MM <= max(small[side]) < CAP_MM for side in (Seat.A, Seat.B))
    words = {*table(pilot).cards, "estrela · 3"}
    shown = pilot.kiosk.frame.record
    assert max(r.cap for r in shown if r.text not in words) < min(r.cap for r in shown if r.text == "estrela · 3")


def test_a_touch_ends_the_moment_and_counts(pilot: Pilot) -> None:
    typed(pilot)
    card = table(pilot).cards[12]
    pilot.down(f"card:{card}")
    assert max(heights(pilot, "estrela · 3")[Seat.A]) < CAP_MM
    pilot.wait(0.7)
    assert table(pilot).guesses == 1 or table(pilot).phase is not Phase.GUESS


def test_a_press_counts_while_something_is_announced(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a", 1)
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    pilot.box.recordings["button:b"].set(True, pilot.now)
    pilot.wait(0.1)
    pilot.box.recordings["button:b"].set(False, pilot.now)
    pilot.wait(AGAIN + 0.1)
    assert table(pilot).phase is Phase.CLUE
    assert "The turn is over" in printed(pilot)
    pilot.box.recordings["button:b"].set(True, pilot.now)
    pilot.wait(0.1)
    pilot.box.recordings["button:b"].set(False, pilot.now)
    pilot.wait(0.1)
    assert pilot.screen == "clue_pad"


def test_pips_show_how_many_of_the_clues_agents_are_found(pilot: Pilot) -> None:
    typed(pilot)
    pilot.settle()
    filled = []
    for _ in range(2):
        screen, accent = pilot.box.recordings["screen"].shown, theme.SIDES["a"].bright
        line = screen.get_height() - 6
        row = [screen.get_at((x, y))[:3] == accent for y in range(line - 6, line + 4) for x in range(300)]
        filled.append(sum(row))
        pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    assert filled[1] > filled[0]


def test_nine_pips_leave_the_prompt_beside_them_free(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "b", 9)
    pilot.wait(2)
    frame = pilot.kiosk.frame
    number = next(r for r in frame.record if r.text.endswith("9") and r.seat is Seat.A)
    prompt = next(r for r in frame.record if r.text == "Hold a card to guess it" and r.seat is Seat.A)
    pips = round((9 * 2.5 - 0.6) * frame.canvas.unit)
    assert prompt.rect.left > number.rect.left + pips, (number.rect, prompt.rect, pips)


def test_a_bystander_ends_the_turn_in_so_many_words(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a", 2)
    card = of(pilot, Seat.A, "bystander")[0]
    pilot.down(f"card:{card}")
    pilot.wait(0.7)
    pilot.up(f"card:{card}")
    records = [r for r in pilot.kiosk.frame.record if r.text == "Bystander. The turn is over"]
    assert {r.seat for r in records} == {Seat.A, Seat.B}
    pilot.wait(0.9)
    assert "Bystander. The turn is over" not in printed(pilot)


def test_what_was_taken_back_is_not_announced_again(pilot: Pilot) -> None:
    typed(pilot)
    pilot.settle()
    pilot.press("a", "b", seconds=2.1)
    pilot.tap("confirm:a")
    pilot.down("confirm:b")
    pilot.up("confirm:b")
    assert table(pilot).clue is None
    assert not any(each >= CAP_MM for texts in heights(pilot, "estrela · 3").values() for each in texts)


def test_a_game_that_is_played_on_announces_nothing_old(pilot: Pilot) -> None:
    typed(pilot)
    pilot.power_cut()
    pilot.tap("continue")
    assert table(pilot).clue == Clue(Side.A, 3, "estrela")
    assert max(heights(pilot, "estrela · 3")[Seat.A]) < CAP_MM


def test_a_token_flies_from_the_bank_to_its_card_and_leaves_no_trace(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a", 2)
    card = of(pilot, Seat.A, "bystander")[0]
    pilot.down(f"card:{card}")
    while table(pilot).phase is Phase.GUESS:
        pilot.tick()
    pilot.up(f"card:{card}")
    assert pilot.kiosk.frame.moving(pilot.now)
    assert FLIGHT <= 0.3
    shown, flying = pilot.box.recordings["screen"].shown, set()
    for _ in range(12):
        pilot.tick()
        flying.add(hash(shown.get_buffer().raw))
    assert len(flying) > 6
    pilot.settle()
    rest = shown.get_buffer().raw
    pilot.kiosk.screens.invalidate()
    pilot.settle()
    assert shown.get_buffer().raw == rest


@pytest.mark.parametrize("motion", [True, False])
def test_nothing_flies_without_movement_but_a_clue_is_still_announced(motion: bool, make: Callable[..., Pilot]) -> None:
    pilot = make()
    pilot.kiosk.context.preferences.motion = motion
    typed(pilot)
    assert max(heights(pilot, "estrela · 3")[Seat.A]) >= CAP_MM
    pilot.settle()
    card = of(pilot, Seat.A, "bystander")[0]
    pilot.down(f"card:{card}")
    while table(pilot).phase is Phase.GUESS:
        pilot.tick()
    assert pilot.kiosk.screens.screens[-1].moving(pilot.now) is motion


def test_the_finale_says_what_is_left_and_sudden_death_what_is_at_stake(pilot: Pilot) -> None:
    pilot.start(dealt("versus", ending="assassin"))
    clue(pilot, "b", 0)
    *cards, last = of(pilot, Seat.B, "red")
    for card in cards:
        pilot.hold(f"card:{card}")
    pilot.down(f"card:{last}")
    pilot.wait(0.7)
    assert "All agents are found: now find the assassin" in printed(pilot)
    pilot.up(f"card:{last}")
    pilot.start(dealt("versus", ending="assassin"))
    clue(pilot, "b", 0)
    killer = of(pilot, Seat.B, "assassin")[0]
    pilot.down(f"card:{killer}")
    pilot.wait(0.7)
    assert "Sudden death: one wrong card loses" in printed(pilot)
    screen = pilot.box.recordings["screen"].shown
    reds = sum(screen.get_at((x, y))[:3] == theme.DANGER for x in range(8) for y in range(100, 380))
    assert reds > 200


def test_the_other_teams_last_agent_is_not_called_ones_own(pilot: Pilot) -> None:
    """In a finale Red touched Blue's last agent and was told in its colour: all found, now find the assassin."""
    pilot.start(dealt("versus", ending="assassin"))
    *cards, last = of(pilot, Seat.B, "blue")
    for card in cards:
        clue(pilot, "b", 1)
        pilot.hold(f"card:{card}")
        clue(pilot, "b", 1)
        pilot.hold(f"card:{of(pilot, Seat.B, 'red')[0]}")
    clue(pilot, "b", 1)
    pilot.down(f"card:{last}")
    pilot.wait(0.7)
    assert "Blue. The turn is over" in printed(pilot)
    pilot.up(f"card:{last}")
    pilot.settle()
    assert "All agents are found: now find the assassin" in printed(pilot)  # it is Blue's turn
