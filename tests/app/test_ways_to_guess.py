"""The strips and the pages say what really guesses, whatever "To guess" is set to."""

import pytest

from device.headless.pilot import Pilot
from device.rules.model import Phase, Side
from hardware.ports import Seat
from tests.app.conftest import dealt, texts
from tests.app.test_table_faults import clue, of, sudden_finale, table
from tests.app.test_what_strips_say import at

WAYS = ("hold", "second_tap", "instant")


def ways(pilot: Pilot, seat: Seat) -> list[str]:
    """Return what a seat's edge says under each way to guess."""
    told = []
    for confirm in WAYS:
        pilot.kiosk.screens.set_default("confirm", confirm)
        pilot.settle()
        told.append(at(pilot, seat))
    return told


def each_in(expected: tuple[str, str, str], told: list[str]) -> None:
    """Check that each edge says its own line, and none of the others'."""
    for number, said in enumerate(told):
        assert [words in said for words in expected] == [place == number for place in range(3)], said


def test_who_guesses_is_told_how(pilot: Pilot) -> None:
    """ "Hold a card to guess it", whatever was set: a finger that only wanted to point had guessed."""
    pilot.start(dealt())
    clue(pilot, "a", 1)
    pilot.wait(2)
    lines = ("Hold a card to guess it", "Tap a card twice to guess it", "Tap a card to guess it")
    each_in(lines, ways(pilot, Seat.B))


def test_a_team_is_told_how(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    clue(pilot, "b", 1)
    pilot.wait(2)
    lines = ("Red: hold a card to guess it", "Red: tap a card twice to guess it", "Red: tap a card to guess it")
    each_in(lines, ways(pilot, Seat.A))


def test_in_sudden_death_both_kinds_of_games_tell_how(pilot: Pilot) -> None:
    sudden_finale(pilot)
    pilot.wait(3)
    end = "a card, only your own agents now"
    lines = (f"Red: hold {end}", "Red: tap a card twice, only your own agents now", f"Red: tap {end}")
    each_in(lines, ways(pilot, Seat.A))
    pilot.kiosk.screens.set_default("confirm", "hold")
    pilot.start(dealt(tokens=1))
    clue(pilot, "a", 1)
    pilot.hold(f"card:{of(pilot, Side.A, 'bystander')[0]}")
    pilot.press("a")
    told = ways(pilot, Seat.A)
    each_in(("Hold a card: only agents now", "Tap a card twice: only agents now", "Tap a card: only agents now"), told)


def test_who_covers_is_told_how(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    clue(pilot, "b", 1)
    pilot.wait(2)
    pilot.tap("menu:b")
    pilot.tap("object")
    assert table(pilot).phase is Phase.COVER
    lines = ("hold one of your agents to", "tap one of your agents twice", "tap one of your agents to")
    each_in(lines, ways(pilot, Seat.B))
    pilot.kiosk.screens.set_default("confirm", "hold")
    pilot.start(dealt("versus", opponent="simulated"))
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'bystander')[0]}")
    pilot.wait(2)
    lines = ("hold an enemy agent to", "tap an enemy agent twice", "tap an enemy agent to")
    each_in(lines, ways(pilot, Seat.B))


@pytest.mark.parametrize("game", ["duet", "versus"])
def test_after_the_first_of_two_taps_the_second_is_asked_for(pilot: Pilot, game: str) -> None:
    pilot.kiosk.screens.set_default("confirm", "second_tap")
    pilot.start(dealt(game))
    giver, seat = ("a", Seat.B) if game == "duet" else ("b", Seat.A)
    clue(pilot, giver, 1)
    pilot.wait(2)
    card = table(pilot).cards[0]
    pilot.tap(f"card:{card}")
    assert "ap the card again to guess it" in at(pilot, seat)
    assert "twice" not in texts(pilot)
    pilot.tap(f"card:{card}")
    assert table(pilot).phase is not Phase.GUESS or table(pilot).covered(card)
    assert "the card again" not in at(pilot, seat)


def test_where_two_taps_guess_one_long_one_only_chooses(pilot: Pilot) -> None:
    """A hand that rests on a card has not guessed it; it is the pilot's `hold` that taps twice there."""
    pilot.kiosk.screens.set_default("confirm", "second_tap")
    pilot.start(dealt())
    clue(pilot, "a", 1)
    pilot.wait(2)
    card = f"card:{table(pilot).cards[0]}"
    pilot.down(card)
    pilot.wait(5)
    pilot.lift(card)
    pilot.wait(1)
    assert (table(pilot).phase, table(pilot).guesses) == (Phase.GUESS, 0)
    assert pilot.kiosk.screens.touch.selected == card
    assert "Tap the card again to guess it" in at(pilot, Seat.B)


@pytest.mark.parametrize("game", ["duet", "classic", "pictures"])
def test_the_pages_tell_how(pilot: Pilot, game: str) -> None:
    thing = "picture" if game == "pictures" else "card"
    words = (f"Hold a {thing} until", f"Tap a {thing}, then tap it again", (f"Tap a {thing}.", f"Tap a {thing};"))
    for confirm in WAYS:
        pilot.kiosk.screens.set_default("confirm", confirm)
        pilot.kiosk.screens.go("home", "how_to_play")
        pilot.settle()
        pilot.tap(f"game:{game}")
        told = [texts(pilot)]
        while (more := next((t for t in pilot.kiosk.frame.targets if t.name == "next"), None)) and more.enabled:
            pilot.tap("next")
            told.append(texts(pilot))
        assert len(told) > 3
        book = " ".join(told)
        found = [any(each in book for each in (said if isinstance(said, tuple) else (said,))) for said in words]
        assert found == [way == confirm for way in WAYS]
