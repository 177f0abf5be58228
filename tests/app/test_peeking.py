"""Looking at a key on the touchscreen: one side at a time, the other is told, and no card is touched meanwhile."""

from collections.abc import Callable

import pytest

from device.headless.pilot import Pilot
from device.rules.actions import GiveClue
from device.rules.model import Phase, Side
from device.ui.kit.geometry import Box
from device.ui.table import grid_view
from hardware.ports import Cancelled, Pointer, Seat
from tests.app.conftest import dealt
from tests.app.test_table_faults import clue, of, table
from tests.app.test_what_strips_say import at

AWAY = "Your partner looks at the key: look away"
TURNS = "One side at a time: both let go first"


@pytest.fixture
def bare(pilot: Pilot) -> Pilot:
    """Return a pilot without key panels."""
    for part in ("panel:a", "panel:b"):
        pilot.fail(part)
    return pilot


def shown(pilot: Pilot) -> str:
    """Return whose key lies over the cards: every one of its squares bears the colour the key has for it."""
    screen, context = pilot.box.recordings["screen"].shown, pilot.kiosk.context
    canvas = pilot.kiosk.frame.canvas
    view, places = canvas.view(None), grid_view.places(canvas, table(pilot), pilot.kiosk.screens.dock)
    found = [tuple(screen.get_at(view.rect(Box(p.x + p.w / 2, p.y + 0.7, 0, 0)).topleft)[:3]) for p in places]
    for seat in ("a", "b"):
        kinds: dict[str, set[tuple[int, ...]]] = {}
        face = context.session.key(Seat(seat))
        for identity, colour in zip(face, found, strict=True):
            kinds.setdefault(identity, set()).add(colour)
        if all(len(colours) == 1 for colours in kinds.values()) and len(set(found)) == len(kinds):
            return seat
    return ""


def look(pilot: Pilot, *sides: str) -> None:
    pilot.down(*(f"peek:{side}" for side in sides))
    pilot.wait(0.2)


def lift(pilot: Pilot, side: str) -> None:
    pilot.lift(f"peek:{side}")
    pilot.wait(0.2)


def test_a_key_that_is_looked_at_closes_when_its_panel_works_again(pilot: Pilot) -> None:
    """It stayed open on the shared screen for as long as the finger lay where the eye had been."""
    pilot.start(dealt())
    pilot.fail("panel:a")
    look(pilot, "a")
    assert shown(pilot) == "a"
    pilot.mend("panel:a")
    assert (shown(pilot), AWAY in at(pilot, Seat.B)) == ("", False)
    pilot.fail("panel:a")
    assert shown(pilot) == ""
    lift(pilot, "a")
    look(pilot, "a")
    assert shown(pilot) == "a"


def test_who_does_not_look_is_told_to_look_away(bare: Pilot) -> None:
    bare.start(dealt())
    look(bare, "b")
    assert AWAY in at(bare, Seat.A) and AWAY not in at(bare, Seat.B)
    lift(bare, "b")
    assert AWAY not in at(bare, Seat.A)


def test_the_guessers_look_away_while_spymasters_look(bare: Pilot) -> None:
    bare.start(dealt("versus"))
    look(bare, "b")
    words = "The spymasters look at the key: look away"
    assert words in at(bare, Seat.A) and words not in at(bare, Seat.B)


@pytest.mark.parametrize("apart", [True, False])
def test_a_second_eye_takes_the_first_ones_key_away_until_both_are_let_go(bare: Pilot, apart: bool) -> None:
    """A lifted the finger, and B's whole key lay before A's eyes within a twentieth of a second."""
    bare.start(dealt())
    if apart:
        look(bare, "a")
        assert shown(bare) == "a"
        look(bare, "b")
    else:
        look(bare, "a", "b")
    assert shown(bare) == ""
    assert TURNS in at(bare, Seat.A) and TURNS in at(bare, Seat.B)
    lift(bare, "a")
    assert shown(bare) == "", "B still holds"
    look(bare, "a")
    assert shown(bare) == "", "B holds since before"
    lift(bare, "b")
    assert shown(bare) == ""
    lift(bare, "a")
    assert TURNS not in at(bare, Seat.A) and TURNS not in at(bare, Seat.B)
    look(bare, "b")
    assert shown(bare) == "b"


def dim(pilot: Pilot) -> None:
    prefs = pilot.kiosk.context.preferences
    prefs.dim_after_seconds, prefs.blank_after_seconds = 5, 10
    pilot.wait(12)


def undo(pilot: Pilot) -> None:
    pilot.press("a", "b", seconds=2.2)
    pilot.tap("confirm:a")
    pilot.tap("confirm:b")


def menu(pilot: Pilot) -> None:
    pilot.tap("menu:b")
    pilot.tap("resume")


def pause(pilot: Pilot) -> None:
    pilot.tap("menu:b")
    pilot.tap("pause")
    pilot.tap("continue:b")


@pytest.mark.parametrize("between", [dim, undo, menu, pause])
def test_a_key_that_went_comes_back_by_a_fresh_press_only(bare: Pilot, between: Callable[[Pilot], None]) -> None:
    bare.start(dealt())
    clue(bare, "a", 2)
    look(bare, "a")
    assert shown(bare) == "a"
    between(bare)
    assert shown(bare) == ""
    bare.inputs.put(Pointer(99, "down", 0.5, 0.5))
    bare.wait(0.3)
    assert shown(bare) == "", "not by the touch that wakes, either"
    if between is not pause:  # there the finger was seen to lie on another page
        look(bare, "b")
        assert shown(bare) == "", "A's finger still lies there"
        lift(bare, "b")
    lift(bare, "a")
    look(bare, "b")
    assert shown(bare) == "b"
    bare.power_cut()
    bare.tap("continue:a")
    assert shown(bare) == ""
    look(bare, "a")
    assert shown(bare) == "a"


def test_fingers_that_nobody_will_see_lifted_keep_no_key_away(bare: Pilot) -> None:
    bare.start(dealt())
    look(bare, "a")
    bare.inputs.put(Cancelled(bare.now))
    bare.wait(0.1)
    assert shown(bare) == ""
    look(bare, "b")
    assert shown(bare) == "b"


@pytest.mark.parametrize("confirm", ["hold", "second_tap", "instant"])
def test_no_card_is_touched_under_a_key(bare: Pilot, confirm: str) -> None:
    """With one tap a finger on the key was a guess of the side whose turn it was, and the game was lost."""
    bare.kiosk.context.preferences.confirm = confirm
    bare.start(dealt())
    clue(bare, "a", 1)
    card = of(bare, Side.A, "assassin")[0]
    look(bare, "a")
    bare.hold(f"card:{card}")
    assert table(bare).phase is Phase.GUESS
    assert bare.kiosk.screens.touch.selected is None
    lift(bare, "a")
    assert table(bare).phase is Phase.GUESS
    bare.hold(f"card:{card}")
    assert table(bare).phase is Phase.OVER


@pytest.mark.parametrize("confirm", ["hold", "second_tap", "instant"])
def test_a_finger_that_lay_on_a_card_before_does_not_guess_under_a_key(bare: Pilot, confirm: str) -> None:
    bare.kiosk.context.preferences.confirm = confirm
    bare.start(dealt())
    clue(bare, "a", 1)
    bare.wait(1)
    card = f"card:{of(bare, Side.A, 'assassin')[0]}"
    if confirm == "second_tap":
        bare.tap(card)
    bare.down(card)
    bare.wait(0.3)
    look(bare, "a")
    bare.wait(1)
    bare.lift(card)
    lift(bare, "a")
    assert table(bare).phase is Phase.GUESS
    assert bare.kiosk.screens.touch.selected is None


def test_a_button_does_what_its_side_prints_also_while_a_key_is_shown(bare: Pilot) -> None:
    """No key lies over the strip that says what it does, and a press ends the look with the turn."""
    bare.start(dealt())
    clue(bare, "a", 2)
    face, other = (bare.kiosk.context.session.key(side) for side in (Seat.A, Seat.B))
    both = [card for card, one, two in zip(table(bare).cards, face, other, strict=True) if one == "agent" != two]
    bare.hold(f"card:{both[0]}")
    look(bare, "a")
    assert "End the turn" in at(bare, Seat.B)
    bare.press("b")
    assert table(bare).phase is Phase.CLUE
    assert shown(bare) == ""


def test_spymasters_may_look_while_the_box_plays_its_turn(pilot: Pilot) -> None:
    """Their panel has failed: they were told to hold an eye that was not there."""
    pilot.fail("panel:b")
    pilot.fail("panel:a")
    pilot.start(dealt("versus"), ("blue_team",))
    names = {target.name for target in pilot.kiosk.frame.targets}
    assert "peek:b" in names
    pilot.kiosk.context.session.do(GiveClue(Side.RED, 1, "ocean"))
    pilot.settle()
    pilot.hold(f"card:{of(pilot, Seat.B, 'bystander')[0]}")
    assert table(pilot).team is Side.BLUE
    names = {target.name for target in pilot.kiosk.frame.targets}
    assert "peek:b" in names and "peek:a" not in names
    look(pilot, "b")
    assert "The spymasters look at the key: look away" in at(pilot, Seat.A)


HINTS = ("panel", "Say nothing more", "A bystander ends the turn")


def test_the_boxs_own_edge_has_no_help_for_people(pilot: Pilot) -> None:
    pilot.kiosk.context.visit.hints = True
    pilot.start(dealt(), ("b",))
    pilot.wait(0.5)
    assert not any(words in at(pilot, Seat.B) for words in HINTS)
    assert table(pilot).phase is Phase.FIRST_CLUE
    pilot.kiosk.context.session.do(GiveClue(Side.A, 1, "ocean"))
    pilot.tick()
    assert not any(words in at(pilot, Seat.B) for words in HINTS)
    assert "Say nothing more" in at(pilot, Seat.A)


def test_a_refusal_goes_with_what_it_told_of(pilot: Pilot) -> None:
    """Sudden death: claimed within a second, "First press the button" stood two more below "Hold a card"."""
    pilot.start(dealt(tokens=1))
    clue(pilot, "a", 1)
    pilot.hold(f"card:{of(pilot, Side.A, 'bystander')[0]}")
    assert table(pilot).phase is Phase.SUDDEN_DEATH
    pilot.wait(2)
    card = f"card:{of(pilot, Side.A, 'agent')[0]}"
    pilot.down(card)
    pilot.wait(0.8)
    pilot.lift(card)
    words = "First press the button of the side that guesses"
    assert words in at(pilot, Seat.A)
    pilot.press("a")
    assert "Hold a card: only agents now" in at(pilot, Seat.A)
    assert words not in at(pilot, Seat.A) + at(pilot, Seat.B)


def test_a_finger_that_was_never_seen_to_lift_keeps_no_side_from_its_key(bare: Pilot) -> None:
    """It lies on A's eye for good; whoever looks there once has it forgotten, and B may look again."""
    bare.start(dealt())
    look(bare, "a")
    bare._down.clear()
    menu(bare)
    look(bare, "a")
    assert shown(bare) == "a"
    lift(bare, "a")
    look(bare, "b")
    assert shown(bare) == "b"


def test_a_finger_never_seen_to_lift_keeps_no_key_open_once_its_eye_is_touched_again(bare: Pilot) -> None:
    """A pressed once more and lifted, and the key stayed on the table before B."""
    bare.start(dealt())
    look(bare, "a")
    bare._down.clear()
    look(bare, "a")
    assert shown(bare) == "a"
    lift(bare, "a")
    assert shown(bare) == ""
    look(bare, "b")
    assert shown(bare) == "b"


def test_an_eye_that_is_gone_keeps_nobody_from_another(bare: Pilot) -> None:
    """A's finger was never seen to lift and A's panel works again: no eye to touch was left, and B never saw a key."""
    bare.start(dealt())
    look(bare, "a")
    bare._down.clear()
    menu(bare)
    bare.mend("panel:a")
    look(bare, "b")
    assert shown(bare) == "b"
