"""What strangers met at the table: each fault with the moment it came in."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from device.config.settings import Settings
from device.headless.pilot import Pilot
from device.rules import deal, public, start
from device.rules.actions import GiveClue
from device.rules.model import Bank, Cover, DuetPublic, Identity, Phase, Public, Side, VersusOptions, VersusPublic
from device.ui.kit import theme
from device.ui.table import grid_view, prompts
from hardware import ports
from hardware.palette import PALETTES, PULSE_PEAK, PULSE_SECONDS, RGB, breathes, dimmed, fitting, frame
from hardware.ports import Cell, Seat
from tests.app.conftest import dealt, printed
from tests.hardware.test_palette import IDENTITIES, TOGETHER
from tests.rules.games import names
from tests.ui.test_theme import contrast


def table(pilot: Pilot) -> Public:
    public = pilot.kiosk.context.table
    assert public is not None
    return public


def of(pilot: Pilot, side: Side, identity: str) -> list[str]:
    """Return the open cards that are so on a side's key."""
    face = pilot.kiosk.context.session.key(side)
    cards = zip(table(pilot).cards, face, strict=True)
    return [card for card, told in cards if told == identity and not table(pilot).covered(card)]


def clue(pilot: Pilot, side: str, number: int) -> None:
    pilot.press(side)
    pilot.tap(f"digit:{number}")
    pilot.tap("confirm")


def sudden_finale(pilot: Pilot) -> None:
    """Begin the sudden death after the assassin was touched too early."""
    pilot.start(dealt("versus", ending="assassin"))
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
    assert table(pilot).phase is Phase.SUDDEN_DEATH


def test_a_hold_counts_also_after_the_box_has_come_to_rest(pilot: Pilot) -> None:
    """Nothing pulses once the assassin is covered: 3 s later only the inputs are looked at every tick."""
    sudden_finale(pilot)
    pilot.wait(5.0)
    card = of(pilot, Seat.B, "red")[0]
    pilot.down(f"card:{card}")
    pilot.wait(0.9)
    assert table(pilot).covered(card)


@pytest.mark.parametrize("confirm", ["hold", "second_tap", "instant"])
def test_a_finger_on_a_card_keeps_the_box_awake(pilot: Pilot, confirm: str) -> None:
    pilot.kiosk.context.preferences.confirm = confirm
    sudden_finale(pilot)
    pilot.wait(5.0)
    pilot.down(f"card:{of(pilot, Seat.B, 'red')[0]}")
    pilot.wait(0.3)
    assert not pilot.kiosk._rest.asleep(pilot.now, pilot.kiosk.screens)


def test_giving_up_asks_first_and_the_end_says_so(pilot: Pilot) -> None:
    sudden_finale(pilot)
    pilot.tap("menu:a")
    pilot.tap("give_up")
    assert table(pilot).phase is Phase.SUDDEN_DEATH
    pilot.tap("cancel:a")
    assert (pilot.screen, table(pilot).phase) == ("table", Phase.SUDDEN_DEATH)
    pilot.tap("menu:a")
    pilot.tap("give_up")
    pilot.tap("confirm:a")
    assert pilot.screen == "end"
    assert "Red gave up." in printed(pilot)
    pilot.power_cut()
    assert "Red gave up." in printed(pilot)


def test_giving_up_against_a_team_that_found_all_its_agents_is_no_last_moment(pilot: Pilot) -> None:
    pilot.start(dealt("versus", ending="assassin"))
    clue(pilot, "b", 0)
    pilot.hold(f"card:{of(pilot, Seat.B, 'bystander')[0]}")
    clue(pilot, "b", 0)
    for card in of(pilot, Seat.B, "blue"):
        pilot.hold(f"card:{card}")
    pilot.press("a")
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'assassin')[0]}")
    pilot.tap("menu:b")
    pilot.tap("give_up")
    pilot.tap("confirm:b")
    assert "Red gave up." in printed(pilot)


def test_a_dark_screen_has_dark_keys_and_a_paused_clock(pilot: Pilot) -> None:
    prefs = pilot.kiosk.context.preferences
    prefs.dim_after_seconds, prefs.blank_after_seconds = 5, 10
    pilot.start(dealt(timer="strict", guess_seconds=40))
    clue(pilot, "a", 1)
    assert any(any(rgb) for rgb in pilot.box.colours("a"))
    pilot.wait(60)
    assert not any(any(rgb) for side in "ab" for rgb in pilot.box.colours(side))
    assert table(pilot).phase is Phase.GUESS
    assert "tick" not in pilot.dump()["sounds"]
    pilot.tap("menu:a")
    assert pilot.screen == "table"
    assert any(any(rgb) for rgb in pilot.box.colours("a"))
    pilot.wait(8)
    assert table(pilot).phase is Phase.GUESS


def test_a_card_touched_before_a_typed_clue_is_told_that_the_whole_clue_is_missing(pilot: Pilot) -> None:
    """Its number alone was said to be."""
    pilot.kiosk.context.preferences.set("clue_entry", "typed")
    pilot.start(dealt())
    pilot.wait(5)
    pilot.down("card:WORDA")
    pilot.wait(0.8)
    assert "First the clue: it is not given yet" in printed(pilot)


def test_a_card_that_cannot_be_touched_answers_with_a_ring_a_line_and_a_sound(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.wait(5)
    place = pilot.target("card:WORDA").rect.center
    screen = pilot.box.recordings["screen"].shown
    before = screen.copy()
    pilot.dump()
    pilot.down("card:WORDA")
    pilot.wait(0.1)
    assert screen.get_at(place) != before.get_at(place)
    assert "refused" not in pilot.dump()["sounds"], "a finger that only points at a card is not told off"
    pilot.wait(0.7)
    assert "First the clue: its number is not entered yet" in printed(pilot)
    assert pilot.dump()["sounds"] == ["refused"]
    pilot.wait(1.0)
    assert pilot.dump()["sounds"] == []
    pilot.up("card:WORDA")
    pilot.wait(4)
    assert screen.get_buffer().raw == before.get_buffer().raw


def test_every_reason_for_refusing_a_card_is_told(pilot: Pilot) -> None:
    pilot.start(dealt(tokens=1))
    clue(pilot, "a", 1)
    agent = of(pilot, Seat.A, "agent")[0]
    pilot.hold(f"card:{agent}")
    pilot.hold(f"card:{agent}")
    assert "That card is already covered" in printed(pilot)
    pilot.press("b")
    assert table(pilot).phase is Phase.SUDDEN_DEATH
    pilot.hold(f"card:{of(pilot, Seat.A, 'bystander')[0]}")
    assert "First press the button of the side that guesses" in printed(pilot)


def test_a_card_is_not_called_tried_where_another_finger_was_in_the_way(pilot: Pilot) -> None:
    """A palm lay on one card and was lifted before the second's time was over: "That card has been tried already"."""
    pilot.start(dealt())
    clue(pilot, "a", 2)
    pilot.wait(2)
    pilot.hold(f"card:{of(pilot, Side.A, 'agent')[0]}")
    palm = next(name for name in table(pilot).cards if table(pilot).covered(name))
    pilot.down(f"card:{palm}")
    pilot.wait(1)
    pilot.down(f"card:{of(pilot, Side.A, 'agent')[0]}")
    pilot.wait(0.3)
    pilot.lift(f"card:{palm}")
    pilot.wait(0.5)
    assert "One finger at a time: lift the others off the cards" in printed(pilot)
    assert "That card has been tried already" not in printed(pilot)


def test_a_hint_never_hides_news(pilot: Pilot) -> None:
    pilot.start(dealt())
    clue(pilot, "a", 2)
    t, public = pilot.kiosk.context.texts, table(pilot)
    assert isinstance(public, DuetPublic)
    assert prompts.hint(t, public, Seat.B, None, True)
    for news in (replace(public, objected=True), replace(public, finished=frozenset({Side.A}))):
        assert prompts.hint(t, news, Seat.B, None, True) == ""


def test_a_hint_says_not_the_contrary_of_what_holds(pilot: Pilot) -> None:
    """Where a mistake cannot be paid, and where the assassin is what is looked for."""
    pilot.start(dealt())
    clue(pilot, "a", 2)
    t, duet = pilot.kiosk.context.texts, table(pilot)
    assert isinstance(duet, DuetPublic)
    assert "bystander ends the turn" in prompts.hint(t, duet, Seat.B, None, True)
    assert prompts.hint(t, replace(duet, bank=Bank(0, 1)), Seat.B, None, True) == ""
    state = start(deal(VersusOptions(ending="assassin"), names(25), Random(1)))
    versus = public(state)
    assert isinstance(versus, VersusPublic)
    versus = replace(versus, turn=2)
    assert "never the assassin" in prompts.hint(t, versus, Seat.B, None, True)
    guessing = replace(versus, phase=Phase.GUESS)
    assert prompts.hint(t, guessing, Seat.A, None, True) == ""  # sudden death begins there
    plain = replace(guessing, options=VersusOptions())
    assert "the assassin loses the game" in prompts.hint(t, plain, Seat.A, None, True)
    mine, team = Identity(versus.team), versus.team
    found = tuple(Cover(mine, team) if each is mine else None for each in state.key.faces[0])
    assert prompts.hint(t, replace(versus, covers=found), Seat.B, None, True) == ""


def test_cards_that_the_box_is_to_guess_say_so(make: Callable[..., Pilot]) -> None:
    pilot = make()
    pilot.start(dealt())
    clue(pilot, "a", 2)
    pilot.kiosk.context.partner.plays = ("b",)
    pilot.kiosk.screens.invalidate()
    card = table(pilot).cards[0]
    assert "looks at the cards" in pilot.kiosk.screens.top.why_refused(f"card:{card}")


@pytest.mark.parametrize("palette", sorted(PALETTES))
def test_no_palette_makes_two_identities_equal_at_any_brightness_that_can_be_set(palette: str) -> None:
    """On a key's own numbers of cards, with the lowest current cap that can be set for two panels, and with none.

    What pulses may pass the brightness of what does not, once in a breath; it is then told by its pulse.
    """
    counts = ((9, 13, 3), (9, 8, 7, 1))
    for percent, limit in product(range(1, 101), (40.0, 450.0)):
        for together, many in zip(TOGETHER, counts, strict=True):
            cells = [Cell(each) for each, count in zip(together, many, strict=True) for _ in range(count)]
            seen: dict[ports.Identity, list[RGB]] = {each: [] for each in together}
            scale = fitting(frame(palette, cells, percent / 100, PULSE_PEAK), limit)
            for now in (PULSE_PEAK, PULSE_SECONDS / 2):
                colours = dimmed(frame(palette, cells, percent / 100, now), scale)
                for cell, colour in zip(cells, colours, strict=True):
                    assert cell.identity is not None
                    seen[cell.identity] = [*seen[cell.identity][: now != PULSE_PEAK], colour]
            for one, other in combinations(together, 2):
                first, second = seen[one], seen[other]
                assert first[0] != second[0], (palette, percent, limit, seen)
                rhythm = breathes(palette, Cell(one)) != breathes(palette, Cell(other))
                pulsing = first if breathes(palette, Cell(one)) else second
                told = rhythm and sum(pulsing[0]) > (1.5 if limit > 40 else 1.0) * sum(pulsing[1])
                assert first[1] != second[1] or told, (palette, percent, limit, seen)
    assert set(IDENTITIES) == {each for together in TOGETHER for each in together}


def test_the_assassins_cover_shows_on_the_dark_table(pilot: Pilot) -> None:
    """Its rim, and what lies around it, as rendered."""
    sudden_finale(pilot)
    place = next(i for i, cover in enumerate(table(pilot).covers) if cover and cover.identity is Identity.ASSASSIN)
    canvas, screen = pilot.kiosk.frame.canvas, pilot.box.recordings["screen"].shown
    rect = canvas.view(None).rect(grid_view.places(canvas, table(pilot))[place])
    for x, y in ((rect.left + 2, rect.centery), (rect.centerx, rect.top + 2)):
        assert contrast(screen.get_at((x, y))[:3], theme.GROUND) >= 7


def test_a_long_typed_clue_stands_in_two_lines_and_is_never_squeezed(make: Callable[..., Pilot]) -> None:
    pilot = make()
    pilot.kiosk.context.preferences.clue_entry = "typed"
    pilot.start(dealt("versus"))
    word = "quartermasters internationalization hub"
    pilot.press("b")
    pilot.type(word)
    pilot.tap("digit:2")
    pilot.tap("confirm")
    shown = [record for record in pilot.kiosk.frame.record if word in record.text]
    assert len(shown) >= 2
    canvas = pilot.kiosk.frame.canvas
    for record in shown:
        assert record.rect.h >= 2 * theme.CAP_SMALL * canvas.unit, record


def test_a_word_to_be_approved_first_is_small_on_the_shared_screen(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(size_mm=(154.0, 86.0)))
    for target in ("new_game", "game:classic", "option:clue_entry:typed", "option:shown_first", "start"):
        pilot.tap(target)
    pilot.press("b")
    pilot.type("quartz")
    pilot.tap("digit:2")
    for _ in range(2):
        words = [record for record in pilot.kiosk.frame.record if "quartz" in record.text]
        assert words
        assert {(record.seat, record.cap) for record in words} == {(Seat.B, theme.LEGIBLE)}
        if pilot.screen == "clue_pad":
            pilot.tap("confirm")


def test_no_figure_at_the_sides_reads_otherwise_from_across(pilot: Pilot) -> None:
    """A 6 seen from the other edge is a 9, unless a line below it says where down is."""
    pilot.start(dealt("versus"))
    canvas, screen = pilot.kiosk.frame.canvas, pilot.box.recordings["screen"].shown
    figures = [r for r in pilot.kiosk.frame.record if r.text in ("8", "9") and r.rect.w < 6 * canvas.unit]
    assert len(figures) == 4
    for figure in figures:
        below = -1 if figure.seat is Seat.B else 1
        edge = figure.rect.top if below < 0 else figure.rect.bottom
        line = [screen.get_at((figure.rect.centerx, edge + below * step))[:3] for step in range(1, 6)]
        assert any(contrast(colour, theme.GROUND) >= 7 for colour in line), figure


@pytest.mark.parametrize(
    "roles", [("red_spymaster", "blue_spymaster"), ("blue_team", "red_spymaster"), ("red_team", "blue_team")]
)
def test_where_the_box_leads_both_teams_nobody_may_look_at_the_key(pilot: Pilot, roles: tuple[str, ...]) -> None:
    """With a key panel that fails, the guessers were shown all of it."""
    pilot.fail("panel:b")
    pilot.start(dealt("versus"), roles)
    for phase in (Phase.CLUE, Phase.GUESS):
        assert table(pilot).phase is phase
        assert not {target.name for target in pilot.kiosk.frame.targets} & {"peek:a", "peek:b"}
        assert "Key panel not working: hold the eye, others look away" not in printed(pilot)
        if phase is Phase.CLUE:
            pilot.kiosk.context.session.do(GiveClue(table(pilot).team, 1, "ocean"))  # type: ignore[union-attr]
            pilot.settle()


def test_the_boxs_own_key_is_dark_also_while_both_buttons_are_held(pilot: Pilot) -> None:
    for seat in ("a", "b"):
        pilot.box.recordings[f"button:{seat}"].set(True, pilot.now)
    pilot.tick()
    pilot.tap("play:box")
    pilot.wait(0.5)
    assert pilot.kiosk.context.partner.plays == ("b",)
    assert set(pilot.box.colours(Seat.B)) == {(0, 0, 0)}


def test_what_a_finger_slides_off_was_not_pressed(pilot: Pilot) -> None:
    """Sliding off the corner that stands in for a button ended the turn."""
    pilot.start(dealt())
    clue(pilot, "b", 1)
    pilot.hold(f"card:{of(pilot, Seat.B, 'agent')[0]}")
    pilot.fail("button:a")
    pilot.wait(0.5)
    pilot.down("press:a")
    pilot.wait(0.1)
    ((finger, _),) = pilot._down.values()
    pilot.inputs.put(ports.Pointer(finger, "move", 0.5, 0.5))
    pilot.wait(0.3)
    assert table(pilot).phase is Phase.GUESS
    pilot.lift("press:a")
    pilot.settle()
    assert table(pilot).phase is Phase.GUESS


def twice(pilot: Pilot, name: str, pause: float) -> None:
    """Touch what is at a target's place two times in a row."""
    spot, (w, h) = pilot.target(name).rect.center, pilot.box.screen.surface.get_size()
    for wait in (pause, 0.5):
        for kind in ("down", "up"):
            pilot.inputs.put(ports.Pointer(0, kind, spot[0] / w, spot[1] / h))  # type: ignore[arg-type]
            pilot.tick()
        pilot.wait(wait)


def test_the_second_touch_of_two_in_a_row_answers_no_question(pilot: Pilot) -> None:
    """A game was abandoned by it, and its question never seen."""
    pilot.start(dealt())
    clue(pilot, "b", 1)
    pilot.tap("menu:a")
    twice(pilot, "abandon", 0.1)
    assert table(pilot).phase is Phase.GUESS
    pilot.tap("confirm:a")
    assert table(pilot).phase is Phase.OVER


@pytest.mark.parametrize("confirm", ["instant", "second_tap"])
@pytest.mark.parametrize("way", ["clue", "menu"])
@pytest.mark.parametrize("pause", [0.0, 0.1, 0.3])
def test_the_second_touch_of_two_in_a_row_guesses_no_card(pilot: Pilot, way: str, pause: float, confirm: str) -> None:
    """Where one touch is all it takes, giving a clue by two of them met the assassin under the pad."""
    pilot.kiosk.context.preferences.set("confirm", confirm)
    pilot.start(dealt())
    if way == "menu":
        clue(pilot, "b", 1)
        pilot.wait(2.0)
        pilot.tap("menu:b")
        name = "resume"
    else:
        pilot.press("b")
        pilot.tap("digit:2")
        name = "confirm"
    twice(pilot, name, pause)
    assert not any(table(pilot).covers)
    assert pilot.kiosk.screens.touch.selected is None
    card = of(pilot, Seat.B, "agent")[0]
    pilot.hold(f"card:{card}")
    assert table(pilot).covered(card)
