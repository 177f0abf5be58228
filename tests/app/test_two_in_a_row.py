"""The second touch of two in a row was for what the first one found: what comes in its place is not meant by it."""

from collections.abc import Callable

import pytest

from device.headless.pilot import Pilot
from device.rules.actions import Abandon
from device.rules.model import Phase
from device.ui.table.ending import SECONDS
from hardware.ports import Pointer, Seat
from tests.app.conftest import dealt, texts
from tests.app.test_table_faults import clue, of, table, twice


def touch(pilot: Pilot, spot: tuple[int, int]) -> None:
    """Touch a pixel for a moment, whatever lies there."""
    w, h = pilot.box.screen.surface.get_size()
    for kind in ("down", "up"):
        pilot.inputs.put(Pointer(0, kind, (spot[0] + 0.5) / w, (spot[1] + 0.5) / h))  # type: ignore[arg-type]
        pilot.tick()


def lost(pilot: Pilot) -> None:
    """Lose a game to the assassin; the film of its ending begins."""
    pilot.start(dealt())
    clue(pilot, "b", 1)
    card = of(pilot, Seat.B, "assassin")[0]
    pilot.down(f"card:{card}")
    while table(pilot).phase is not Phase.OVER:
        pilot.tick()
    pilot.lift(f"card:{card}")
    pilot.wait(0.3)


@pytest.fixture(params=[0.0, 0.1, 0.3])
def pause(request: pytest.FixtureRequest) -> float:
    """Return the seconds between the two."""
    return float(request.param)


@pytest.mark.parametrize("name", ["again:a", "home:a", "show_keys:a", "undo:a", "again:b", "show_keys:b"])
def test_two_touches_of_the_film_press_nothing_on_the_page_that_follows(name: str, pilot: Pilot, pause: float) -> None:
    """A fresh game was dealt, its end never seen; or both keys were opened and nothing could be taken back any more."""
    lost(pilot)
    pilot.settle()
    spot = pilot.target(name).rect.center
    pilot.kiosk.screens.go("home", "ending")
    pilot.wait(0.3)
    touch(pilot, (400, 240))
    pilot.wait(pause)
    touch(pilot, spot)
    pilot.wait(0.6)
    assert table(pilot).phase is Phase.OVER
    assert pilot.screen == "end"
    assert "undo:a" in {target.name for target in pilot.kiosk.frame.targets}


def test_a_touch_that_meant_the_film_presses_nothing_once_it_is_over(pilot: Pilot) -> None:
    lost(pilot)
    pilot.settle()
    spot = pilot.target("again:a").rect.center
    pilot.kiosk.screens.go("home", "ending")
    pilot.wait(SECONDS + 0.1)
    touch(pilot, spot)
    pilot.wait(0.6)
    assert table(pilot).phase is Phase.OVER
    pilot.tap("again:a")
    assert table(pilot).phase is not Phase.OVER


def test_a_slow_touch_that_began_on_the_fresh_page_of_the_end_presses_nothing(pilot: Pilot) -> None:
    """It was looked at as it was lifted: who meant to skip the film for a third of a second dealt a fresh game."""
    lost(pilot)
    pilot.settle()
    spot, (w, h) = pilot.target("again:a").rect.center, pilot.box.screen.surface.get_size()
    pilot.kiosk.screens.go("home", "ending")
    pilot.wait(SECONDS + 0.2)
    pilot.inputs.put(Pointer(0, "down", spot[0] / w, spot[1] / h))
    pilot.wait(0.35)
    pilot.inputs.put(Pointer(0, "up", spot[0] / w, spot[1] / h))
    pilot.wait(0.6)
    assert table(pilot).phase is Phase.OVER


@pytest.mark.parametrize("after", [0.1, 0.3])
def test_a_slow_touch_that_began_as_a_question_came_is_no_yes_to_it(after: float, pilot: Pilot) -> None:
    """The other side's finger, which came down for a card, agreed to take the move back as it was lifted."""
    pilot.start(dealt())
    clue(pilot, "b", 2)
    pilot.press("a", "b", seconds=2.1)
    spot, (w, h) = pilot.target("confirm:b").rect.center, pilot.box.screen.surface.get_size()
    pilot.tap("cancel:a")
    pilot.wait(1.0)
    buttons = [pilot.box.recordings[f"button:{seat}"] for seat in "ab"]
    for button in buttons:
        button.set(True, pilot.now)
    while pilot.kiosk.screens.top.key != "consent":
        pilot.tick()
    pilot.wait(after)
    pilot.inputs.put(Pointer(0, "down", spot[0] / w, spot[1] / h))
    pilot.wait(0.4)
    pilot.inputs.put(Pointer(0, "up", spot[0] / w, spot[1] / h))
    for button in buttons:
        button.set(False, pilot.now)
    pilot.wait(0.5)
    assert "Waiting for the other side" not in texts(pilot)
    for name in ("confirm:a", "confirm:b"):
        pilot.tap(name)
    assert table(pilot).phase is Phase.FIRST_CLUE


def press_twice(pilot: Pilot, pause: float, times: int = 2) -> None:
    """Press the button at side A twice in a row."""
    button = pilot.box.recordings["button:a"]
    for _ in range(times):
        button.set(True, pilot.now)
        pilot.wait(0.05)
        button.set(False, pilot.now)
        pilot.wait(0.05 + pause)
    pilot.wait(1.0)


@pytest.mark.parametrize("times", [2, 3])
def test_two_presses_that_play_on_end_no_turn(times: int, pilot: Pilot, pause: float) -> None:
    """The first one led from home to the table, where the second one ended the turn, for a token."""
    pilot.start(dealt())
    clue(pilot, "b", 2)
    pilot.hold(f"card:{of(pilot, Seat.B, 'agent')[0]}")
    pilot.kiosk.screens.go("home")
    pilot.wait(1.0)
    press_twice(pilot, min(pause, 0.1) if times == 3 else pause, times)
    assert pilot.screen == "table"
    assert table(pilot).phase is Phase.GUESS
    pilot.press("a")
    assert table(pilot).phase is Phase.CLUE


def test_the_second_of_two_presses_may_still_be_held_for_the_menu(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.kiosk.screens.go("home")
    button = pilot.box.recordings["button:a"]
    for seconds in (0.1, 3.2):
        button.set(True, pilot.now)
        pilot.wait(seconds)
        button.set(False, pilot.now)
        pilot.wait(0.1)
    assert pilot.screen == "menu"


def test_the_keys_stay_when_they_are_asked_for_twice(pilot: Pilot, pause: float) -> None:
    """Home took the place of what opens them: they were seen for a moment, and never again."""
    lost(pilot)
    pilot.settle()
    twice(pilot, "show_keys:a", pause)
    assert pilot.screen == "end"
    assert "show_keys:a" not in {target.name for target in pilot.kiosk.frame.targets}


@pytest.mark.parametrize("way", ["end", "standing", "turn", "options"])
def test_the_language_stays_whatever_led_home(way: str, make: Callable[..., Pilot], pause: float) -> None:
    """The row of the languages lies where buttons lie that lead home: the second of two touches chose another."""
    pilot = make(size=(1280, 720), language="pl")
    name = way
    if way in ("end", "standing"):
        pilot.start(dealt())
        name = "home:a"
    if way == "end":
        pilot.kiosk.context.session.do(Abandon())
        pilot.settle()
    elif way == "standing":
        pilot.power_cut()
        pilot.kiosk.screens.go("home", "standing")
        pilot.settle()
    elif way == "options":
        pilot.tap("new_game")
        name = "back"
    twice(pilot, name, pause)
    assert pilot.kiosk.context.preferences.language == "pl"


@pytest.mark.parametrize("name", ["key:a", "key:shift"])
def test_letters_are_typed_as_quickly_as_anyone_can(name: str, pilot: Pilot) -> None:
    pilot.tap("power")
    pilot.tap("label")
    pilot.tap("key:shift")
    capital = "key:A" if name == "key:a" else name
    twice(pilot, capital, 0.0)
    if name == "key:a":
        assert "Aa" in texts(pilot)
    else:
        assert "key:Q" in {target.name for target in pilot.kiosk.frame.targets}


def test_what_stays_where_it_was_takes_every_touch(pilot: Pilot) -> None:
    """Pages are turned as quickly as anyone can."""
    pilot.tap("how_to_play")
    spot = pilot.target("next").rect.center
    before = texts(pilot)
    touch(pilot, spot)
    once = texts(pilot)
    touch(pilot, spot)
    assert before != once != texts(pilot)


@pytest.mark.parametrize("after", [0.5, 1.0, 1.4])
def test_a_touch_of_what_is_announced_guesses_no_card_below_it(after: float, pilot: Pilot) -> None:
    """The line of a new clue covers the first and the last row: where a tap guesses, one on it met the assassin."""
    pilot.kiosk.context.preferences.set("confirm", "instant")
    pilot.start(dealt())
    pilot.press("b")
    pilot.tap("digit:2")
    touch(pilot, pilot.target("confirm").rect.center)
    pilot.wait(after)
    assert pilot.kiosk.screens.top.moment(pilot.now)
    card = of(pilot, Seat.B, "agent")[0]
    touch(pilot, pilot.target(f"card:{card}").rect.center)
    pilot.tick()
    assert not any(table(pilot).covers)
    assert not pilot.kiosk.screens.top.moment(pilot.now)
    pilot.hold(f"card:{card}")
    assert table(pilot).covered(card)


@pytest.mark.parametrize("asleep", [125.0, 905.0])
@pytest.mark.parametrize("what", ["touch", "press"])
def test_whatever_wakes_twice_in_a_row_deals_no_game(what: str, asleep: float, pilot: Pilot, pause: float) -> None:
    """A double tap on a box that slept dealt the game whose tile came under the finger; two presses dealt Duet."""
    spot = pilot.target("play:duet").rect.center
    pilot.wait(asleep)
    button = pilot.box.recordings["button:a"]
    for _ in range(2):
        if what == "touch":
            touch(pilot, spot)
        else:
            button.set(True, pilot.now)
            pilot.wait(0.05)
            button.set(False, pilot.now)
            pilot.wait(0.05)
        pilot.wait(pause)
    pilot.wait(1.0)
    assert pilot.screen == "home"
    pilot.tap("play:duet")
    assert pilot.screen == "table"


def test_where_a_short_hold_guesses_the_second_touch_of_the_pad_guesses_nothing(pilot: Pilot) -> None:
    """Who gave a clue by two slow touches guessed the card that the pad had covered, for the partner."""
    pilot.kiosk.screens.touch.hold_seconds = 0.2
    pilot.start(dealt())
    pilot.press("b")
    pilot.tap("digit:2")
    spot, (w, h) = pilot.target("confirm").rect.center, pilot.box.screen.surface.get_size()
    for _ in range(2):
        pilot.inputs.put(Pointer(0, "down", spot[0] / w, spot[1] / h))
        pilot.wait(0.3)
        pilot.inputs.put(Pointer(0, "up", spot[0] / w, spot[1] / h))
        pilot.wait(0.15)
    assert table(pilot).phase is Phase.GUESS
    assert not any(table(pilot).covers)
