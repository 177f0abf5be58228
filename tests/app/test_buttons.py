"""The one button a side has: lit exactly when a short press does something, and what it does."""

from collections.abc import Callable

import pytest

from device.headless.pilot import Pilot
from device.rules.model import DuetPublic, Phase, Public, Side
from hardware.ports import Seat
from tests.app.conftest import dealt, printed, texts


def table(pilot: Pilot) -> Public:
    public = pilot.kiosk.context.table
    assert public is not None
    return public


def lamps(pilot: Pilot) -> str:
    return "".join(side for side in "ab" if pilot.box.recordings[f"lamp:{side}"].lit)


def of(pilot: Pilot, giver: Side, identity: str) -> list[str]:
    face = pilot.kiosk.context.session.key(giver)
    cards = zip(table(pilot).cards, face, strict=True)
    return [card for card, told in cards if told == identity and not table(pilot).covered(card)]


def clue(pilot: Pilot, side: str, number: int = 1) -> None:
    pilot.press(side)
    pilot.tap(f"digit:{number}")
    pilot.tap("confirm")


def enabled(pilot: Pilot) -> set[str]:
    return {t.name[5:] for t in pilot.kiosk.frame.targets if t.name.startswith("card:") and t.enabled}


def test_the_first_clue_is_claimed_by_a_press_and_given_back_by_cancel(pilot: Pilot) -> None:
    pilot.start(dealt())
    assert lamps(pilot) == "ab"
    assert "I give the first clue" in printed(pilot)
    pilot.press("b")
    assert pilot.screen == "clue_pad"
    assert lamps(pilot) == ""
    assert "I give the first clue" not in printed(pilot)
    pilot.tap("digit:4")
    assert lamps(pilot) == "b"
    pilot.tap("cancel")
    assert pilot.screen == "table"
    assert lamps(pilot) == "ab"
    assert table(pilot).phase is Phase.FIRST_CLUE
    pilot.press("a")
    pilot.tap("digit:0")
    pilot.press("a")
    assert table(pilot).clue is not None and table(pilot).clue.side is Side.A  # type: ignore[union-attr]


def test_the_guesser_may_stop_only_after_a_right_guess(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a")
    assert lamps(pilot) == ""
    pilot.press("b")
    assert table(pilot).phase is Phase.GUESS
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    assert lamps(pilot) == "b"
    assert "End the turn" in printed(pilot)
    pilot.press("a")
    assert table(pilot).phase is Phase.GUESS
    pilot.press("b")
    assert table(pilot).phase is Phase.CLUE
    assert lamps(pilot) == "b"


@pytest.mark.parametrize("seconds", [0.7, 1.5, 2.9])
def test_a_slow_press_does_nothing_and_is_told_where_a_short_one_would_act(pilot: Pilot, seconds: float) -> None:
    pilot.start(dealt())
    pilot.press("a", seconds=seconds)
    assert pilot.screen == "table"
    assert "Press the button only briefly" in texts(pilot)
    pilot.kiosk.screens.go_home()
    pilot.kiosk.screens.go("home")
    pilot.wait(4.0)
    pilot.press("b", seconds=seconds)
    assert pilot.screen == "home"
    assert "Press the button only briefly" in texts(pilot)
    pilot.start(dealt())
    clue(pilot, "a")
    pilot.wait(3.0)
    pilot.press("a", seconds=seconds)
    assert "Press the button only briefly" not in texts(pilot)


@pytest.mark.parametrize("page", ["home", "new_game", "campaign", "settings"])
@pytest.mark.parametrize("seat", ["a", "b"])
def test_so_it_is_on_a_page_that_is_for_everyone(page: str, seat: str, pilot: Pilot) -> None:
    """At home, whose edges say what a button does, it was told to a side, and nothing was to be read."""
    if page != "home":
        pilot.tap(page)
    if page == "settings":
        pilot.kiosk.screens.face(Seat.B if seat == "a" else Seat.A)
    pilot.press(seat, seconds=1.0)
    assert "Press the button only briefly" in texts(pilot)


def test_a_press_counts_only_in_the_phase_in_which_it_began(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a")
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    pilot.kiosk.context.preferences.confirm = "instant"
    pilot.wait(1.0)
    pilot.box.recordings["button:b"].set(True, pilot.now)
    pilot.wait(0.05)
    both = of(pilot, Seat.A, "bystander")
    pilot.down(f"card:{both[0]}")
    pilot.up(f"card:{both[0]}")
    assert table(pilot).phase is Phase.CLUE
    pilot.box.recordings["button:b"].set(False, pilot.now)
    pilot.wait(0.1)
    assert pilot.screen == "table"


def test_one_held_opens_that_sides_menu(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.press("b", seconds=3.1)
    assert pilot.screen == "menu"
    assert {target.seat for target in pilot.kiosk.frame.targets} == {Seat.B}


def test_both_held_take_back_a_move_with_the_consent_of_both(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a")
    pilot.press("a", "b", seconds=2.1)
    assert pilot.screen == "menu"
    pilot.tap("confirm:b")
    assert table(pilot).clue is not None
    pilot.tap("confirm:a")
    assert table(pilot).phase is Phase.FIRST_CLUE


def test_either_side_may_refuse_an_undo(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a")
    pilot.press("a", "b", seconds=2.1)
    pilot.tap("confirm:b")
    pilot.tap("cancel:a")
    assert pilot.screen == "table"
    assert table(pilot).phase is Phase.GUESS


def sudden_death(pilot: Pilot) -> None:
    pilot.start(dealt(tokens=1))
    clue(pilot, "a")
    pilot.hold(f"card:{of(pilot, Seat.A, 'bystander')[0]}")
    assert table(pilot).phase is Phase.SUDDEN_DEATH


def test_in_sudden_death_a_press_claims_the_next_guess(pilot: Pilot) -> None:
    sudden_death(pilot)
    assert lamps(pilot) == "ab"
    assert enabled(pilot) == set()
    pilot.press("a")
    assert lamps(pilot) == "a"
    assert enabled(pilot)
    pilot.press("b")
    assert lamps(pilot) == "a"
    pilot.press("a")
    assert lamps(pilot) == "ab"
    assert enabled(pilot) == set()
    pilot.press("b")
    assert lamps(pilot) == "b"
    pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    assert lamps(pilot) == "ab", "each guess is claimed anew"


def test_where_only_one_may_guess_it_need_not_claim(pilot: Pilot) -> None:
    sudden_death(pilot)
    while Side.A not in table(pilot).finished:  # type: ignore[attr-defined]
        pilot.press("b")
        pilot.hold(f"card:{of(pilot, Seat.A, 'agent')[0]}")
    assert lamps(pilot) == ""
    assert enabled(pilot)
    while table(pilot).phase is not Phase.OVER:
        pilot.hold(f"card:{of(pilot, Seat.B, 'agent')[0]}")
    result = table(pilot).result
    assert result is not None and result.outcome == "won"


def test_in_loose_order_both_may_claim_the_next_clue(pilot: Pilot) -> None:
    pilot.start(dealt(turn_order="loose"))
    clue(pilot, "a")
    pilot.hold(f"card:{of(pilot, Seat.A, 'bystander')[0]}")
    assert lamps(pilot) == "ab"
    clue(pilot, "a")
    pilot.hold(f"card:{of(pilot, Seat.A, 'bystander')[1]}")
    assert lamps(pilot) == "b", "not three in a row"


def test_versus_the_spymasters_sit_at_b_and_the_guessers_at_a(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    assert lamps(pilot) == "b"
    clue(pilot, "b", 2)
    assert lamps(pilot) == ""
    pilot.hold(f"card:{of(pilot, Seat.B, 'red')[0]}")
    assert lamps(pilot) == "a"
    pilot.press("a")
    assert lamps(pilot) == "b"
    assert table(pilot).team is Side.BLUE  # type: ignore[attr-defined]


def test_versus_a_wrong_cover_is_refused_in_one_neutral_line(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    clue(pilot, "b", 2)
    pilot.tap("menu:a")
    pilot.tap("object")
    assert table(pilot).phase is Phase.COVER
    assert len(enabled(pilot)) == 25
    told = set()
    for identity in ("red", "bystander", "assassin"):
        pilot.hold(f"card:{of(pilot, Seat.B, identity)[0]}")
        told.add(frozenset(printed(pilot)))
        assert table(pilot).phase is Phase.COVER
    assert len(told) == 1
    pilot.tap("pass")
    assert table(pilot).phase is Phase.CLUE


def test_versus_giving_up_is_in_the_menu_only(pilot: Pilot) -> None:
    pilot.start(dealt("versus", ending="assassin"))
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
    assert table(pilot).phase is Phase.SUDDEN_DEATH
    assert lamps(pilot) == ""
    pilot.tap("menu:a")
    pilot.tap("give_up")
    pilot.tap("confirm:a")
    assert pilot.screen == "end"


def test_every_lit_lamp_has_its_words_and_every_dark_one_none(make: Callable[..., Pilot]) -> None:
    """Through a whole game: a press at a lit lamp changes something, one at a dark lamp nothing."""
    pilot = make()
    pilot.start(dealt(tokens=3))
    giver = Seat.A
    for _ in range(6):
        for side in Seat.A, Seat.B:
            if side not in lamps(pilot):
                before = (pilot.screen, table(pilot))
                pilot.press(side)
                assert (pilot.screen, table(pilot)) == before
        if table(pilot).phase is Phase.SUDDEN_DEATH:
            break
        clue(pilot, giver)
        pilot.hold(f"card:{of(pilot, giver, 'bystander')[0]}")
        giver = giver.other
    public = table(pilot)
    assert isinstance(public, DuetPublic)
    assert public.bank.total == 0


def test_a_finger_that_held_a_card_under_one_claim_guesses_nothing_under_the_next(pilot: Pilot) -> None:
    sudden_death(pilot)
    pilot.press("a")
    before = table(pilot)
    pilot.down(f"card:{of(pilot, Seat.B, 'agent')[0]}")
    pilot.press("a", seconds=0.1)
    pilot.press("b", seconds=0.1)
    pilot.wait(1.0)
    assert table(pilot) == before
