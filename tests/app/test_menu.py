"""The menu: closed by a touch beside it, home at once, asking before what costs, undo by the move's name."""

from collections.abc import Callable

from device.headless.pilot import Pilot
from device.rules.model import Phase
from hardware.ports import Seat
from tests.app.campaign import teams, win
from tests.app.conftest import dealt, printed, texts


def clued(pilot: Pilot, game: str = "duet") -> None:
    pilot.start(dealt(game))
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")


def test_a_touch_beside_it_closes_it(pilot: Pilot) -> None:
    clued(pilot)
    for spot in ("beside:1", "beside:2", "beside:3"):
        pilot.tap("menu:a")
        pilot.tap(spot)
        assert pilot.screen == "table"


def test_an_objection_that_takes_the_last_token_says_so(pilot: Pilot) -> None:
    """ "Guessing goes on", it said, and sudden death began."""
    pilot.start(dealt("duet", tokens=1))
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    pilot.tap("menu:a")
    pilot.tap("object")
    assert "Object to the clue? It costs the last token, and sudden death begins." in texts(pilot)
    pilot.tap("confirm")
    table = pilot.kiosk.context.table
    assert table is not None and table.phase is Phase.SUDDEN_DEATH


def test_home_is_one_touch_away_and_the_game_waits_there(pilot: Pilot) -> None:
    clued(pilot)
    pilot.tap("menu:b")
    pilot.tap("home")
    assert pilot.screen == "home"
    assert not any(pilot.box.colours(side)[n] != (0, 0, 0) for side in "ab" for n in range(25))
    pilot.tap("continue")
    assert pilot.screen == "table"


def test_objecting_in_duet_is_confirmed_for_it_costs_a_token(pilot: Pilot) -> None:
    clued(pilot)
    pilot.tap("menu:a")
    pilot.tap("object")
    table = pilot.kiosk.context.table
    assert table is not None
    assert table.phase is Phase.GUESS
    assert "It costs a token, and guessing goes on" in texts(pilot)
    pilot.tap("confirm:a")
    assert pilot.dump()["state"]["objected"] is True
    assert pilot.dump()["state"]["bank"]["bystander"] == 8


def test_undo_names_the_move(pilot: Pilot) -> None:
    clued(pilot)
    pilot.tap("menu:a")
    assert "Take back the clue" in printed(pilot)
    pilot.tap("resume")
    table = pilot.kiosk.context.table
    assert table is not None
    face = pilot.kiosk.context.session.key(table.clue.side)  # type: ignore[union-attr]
    card = next(card for card, told in zip(table.cards, face, strict=True) if told == "agent")
    pilot.hold(f"card:{card}")
    pilot.tap("menu:a")
    assert f"Take back {card}" in printed(pilot)


def test_who_won_a_mission_is_not_sent_to_the_campaign(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    pilot.tap("start")
    win(pilot)
    pilot.wait(4)
    assert pilot.screen == "end"
    assert "campaign" not in texts(pilot)


def with_pictures(make: Callable[..., Pilot]) -> Pilot:
    """Return a pilot of a game with pictures in which the first clue was given."""
    pilot = make()
    pilot.tap("play:pictures")
    pilot.press("b")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    return pilot


def test_a_picture_is_named_by_its_number(make: Callable[..., Pilot]) -> None:
    """The name of its file says nothing at the table."""
    pilot = with_pictures(make)
    table = pilot.kiosk.context.table
    assert table is not None
    face = pilot.kiosk.context.session.key(table.clue.side)  # type: ignore[union-attr]
    place = next(n for n, told in enumerate(face) if str(told) == str(table.clue.side))  # type: ignore[union-attr]
    card = table.cards[place]
    pilot.hold(f"card:{card}")
    for side, number in (("a", place + 1), ("b", 20 - place)):  # B reads the grid from its own edge
        pilot.tap(f"menu:{side}")
        assert f"Take back card {number}" in printed(pilot)
        pilot.tap("resume")
        pilot.tap(f"log:{side}")
        assert f"card {number}" in printed(pilot)
        assert card not in texts(pilot)
        pilot.tap("close")


def test_the_end_names_the_picture_of_the_assassin_by_its_number(make: Callable[..., Pilot]) -> None:
    """It said "Assassin" and nothing of where it had lain."""
    pilot = with_pictures(make)
    table = pilot.kiosk.context.table
    assert table is not None and table.clue is not None
    place = next(n for n, told in enumerate(pilot.kiosk.context.session.key(table.clue.side)) if told == "assassin")
    pilot.hold(f"card:{table.cards[place]}")
    pilot.settle()
    for seat, number in ((Seat.A, place + 1), (Seat.B, 20 - place)):
        told = [record for record in pilot.kiosk.frame.record if record.seat is seat]
        assert f"Assassin: card {number}" in {record.text for record in told}
        small = [record for record in told if record.text.isdigit()]
        small.sort(key=lambda record: (round(record.rect.centery, -1), record.rect.x), reverse=seat is Seat.B)
        assert [record.text for record in small] == [str(n) for n in range(1, 21)]


def test_only_pictures_have_numbers_on_the_small_board(pilot: Pilot) -> None:
    clued(pilot)
    for name in ("menu:a", "abandon", "confirm:a"):
        pilot.tap(name)
    assert pilot.screen == "end"
    assert not [text for text in printed(pilot) if text.isdigit()]
