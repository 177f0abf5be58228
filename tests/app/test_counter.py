"""What the counter orders: lock, a session's time, a line, the language, an end, a restart."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.app.idle import STANDS_AFTER
from device.app.pin_reset import HOLD_SECONDS
from device.config.fleet import COMMANDS
from device.config.settings import Settings
from device.game.start import standard_packs
from device.headless.pilot import Pilot
from device.owner.archive import FILE
from device.publish.command import Command
from device.rules.actions import Abandon
from device.rules.model import Side
from device.ui.table.clean_screen import SECONDS
from tests.app.conftest import WORDS, dealt, printed
from tests.app.test_table_faults import of
from tests.cards.test_own_packs import album

ASK, UP = "Please ask at the counter", "Your time is up"


def settings(**more: Any) -> Settings:
    given = {"fleet_broker": "mqtt://127.0.0.1", "fleet_name": "table-4", "fleet_allow": COMMANDS, **more}
    return Settings(None, **given)


@pytest.fixture
def table(make: Callable[..., Pilot]) -> Pilot:
    """Return a pilot of a box in a fleet, with a game in which a clue was given."""
    pilot = make(settings=settings())
    pilot.start(dealt(seed=1))
    pilot.press("a")
    pilot.tap("digit:3")
    pilot.tap("confirm")
    return pilot


def order(pilot: Pilot, name: str, value: bool | int | str | None = None) -> None:
    pilot.inputs.put(Command(name, value))  # type: ignore[arg-type]
    pilot.tick()
    pilot.settle()


def leap(pilot: Pilot, seconds: float) -> None:
    """Let time pass in strokes of half a second."""
    for _ in range(round(seconds * 2)):
        pilot.now += 0.5
        pilot.kiosk.tick(pilot.now)


def dark(pilot: Pilot) -> bool:
    return not any(any(rgb) for side in "ab" for rgb in pilot.dump()["panels"][side])


def touch_everything(pilot: Pilot) -> None:
    """Try what guests would: every target, both buttons in every way, keys, the bare screen."""
    for target in list(pilot.kiosk.frame.targets):
        pilot.tap(target.name)
    for buttons, seconds in (("a", 0.2), ("b", 0.2), ("a", 3.2), ("b", 3.2), ("ab", 2.3)):
        pilot.press(*buttons, seconds=seconds)
    pilot.type("abc")
    for x in range(0, 800, 80):
        pilot._point("down", 90, (x, 240))
        pilot.tick()
        pilot._point("up", 90, (x, 240))
        pilot.settle()


def test_a_locked_table_says_where_to_ask_and_the_game_stands_with_dark_keys(table: Pilot) -> None:
    before = table.dump()["state"]
    assert not dark(table)
    order(table, "lock", True)
    assert (table.screen, dark(table)) == ("standing", True)
    assert {ASK, "Your game waits here, its keys hidden"} <= printed(table)
    assert table.kiosk.frame.targets == ()
    touch_everything(table)
    assert (ASK in printed(table), table.dump()["state"], dark(table)) == (True, before, True)
    leap(table, STANDS_AFTER + 60)
    assert ASK in printed(table) or table.kiosk.screens.dark
    order(table, "lock", False)
    assert table.screen == "standing"
    assert ASK not in printed(table)
    table.tap("continue:a")
    assert (table.screen, table.dump()["state"]) == ("table", before)


def test_at_a_locked_table_no_game_waits_that_is_over(table: Pilot) -> None:
    for name in ("menu:a", "abandon", "confirm:a"):
        table.tap(name)
    order(table, "lock", True)
    assert {ASK, "The counter opens this table"} <= printed(table)
    assert "Your game waits here, its keys hidden" not in printed(table)


@pytest.mark.parametrize("where", ["home", "settings", "new_game", "how_to_play", "menu", "pad", "end", "attract"])
def test_a_lock_comes_over_every_screen(make: Callable[..., Pilot], where: str) -> None:
    pilot = make(settings=settings())
    if where in ("settings", "new_game", "how_to_play"):
        pilot.tap(where)
    elif where == "attract":
        leap(pilot, 121)
    elif where != "home":
        pilot.start(dealt(seed=1))
        pilot.press("a", seconds=0.2 if where == "pad" else 3.1)
        if where == "end":
            pilot.tap("abandon")
            pilot.tap("confirm:a")
    order(pilot, "lock", True)
    assert ASK in printed(pilot)
    assert [screen.key for screen in pilot.kiosk.screens.screens] == ["locked"]
    order(pilot, "lock", False)
    assert pilot.screen == {"menu": "standing", "pad": "standing", "end": "end", "attract": "attract"}.get(
        where, "home"
    )


def test_lock_and_session_survive_a_power_cut(table: Pilot) -> None:
    order(table, "lock", True)
    order(table, "session", 30)
    leap(table, 130)
    table.power_cut()
    assert ASK in printed(table)
    left = table.kiosk.context.orders.session_left
    assert left is not None
    assert 30 * 60 - 130 <= left <= 30 * 60 - 60
    order(table, "lock", False)
    table.power_cut()
    assert ASK not in printed(table)
    assert table.screen == "standing"


def test_without_the_fleet_or_its_permission_no_lock_holds(make: Callable[..., Pilot]) -> None:
    for later in (Settings(), settings(fleet_allow=("message",))):
        pilot = make(settings=settings())
        order(pilot, "lock", True)
        order(pilot, "session", 0)
        pilot.setup = type(pilot.setup)(pilot.setup.data, settings=later)
        pilot.power_cut()
        assert pilot.screen == "home"
        assert ASK not in printed(pilot)


def test_the_owner_opens_a_locked_table_with_the_pin_while_the_broker_is_away(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=settings(pin="1234"))
    order(pilot, "lock", True)
    pilot.tap("unlock:b")
    for digit in "9999":
        pilot.tap(f"digit:{digit}")
    pilot.tap("confirm")
    pilot.tap("back")
    assert ASK in printed(pilot)
    pilot.tap("unlock:a")
    for digit in "1234":
        pilot.tap(f"digit:{digit}")
    pilot.tap("confirm")
    assert pilot.screen == "home"
    pilot.power_cut()
    assert pilot.screen == "home"


def test_a_lock_is_not_opened_by_the_minute_of_who_entered_the_pin_before(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=settings(pin="1234"))
    pilot.tap("settings")
    for digit in "1234":
        pilot.tap(f"digit:{digit}")
    pilot.tap("confirm")
    assert pilot.screen == "settings"
    order(pilot, "lock", True)
    pilot.wait(1.0)
    pilot.tap("unlock:a")
    pilot.tap("back")
    assert ASK in printed(pilot)


@pytest.mark.parametrize("pin", ["1234", ""])
def test_both_buttons_held_at_power_on_open_a_locked_table(pin: str, make: Callable[..., Pilot]) -> None:
    """Where the broker was away nothing opened it any more: the hold that the page of the PIN advises took the PIN."""
    pilot = make(settings=settings(pin=pin))
    order(pilot, "lock", True)
    pilot.power_cut()
    pilot.wait(1.0)
    assert ASK in printed(pilot)
    pilot.press("a", "b", seconds=HOLD_SECONDS / 2)
    hold = "Hold both buttons to clear the PIN: " if pin else "Hold both buttons to open the table: "
    assert f"{hold}5" in printed(pilot) or f"{hold}6" in printed(pilot)
    pilot.press("a", "b", seconds=HOLD_SECONDS + 0.5)
    assert any(line.startswith("The PIN is cleared" if pin else "The table is open") for line in printed(pilot))
    assert pilot.screen == "home"
    pilot.tap("settings")
    assert pilot.screen == "settings"
    pilot.power_cut()
    pilot.wait(1.0)
    assert pilot.screen == "home"


def test_a_standing_table_names_a_part_that_fails(table: Pilot) -> None:
    for command in (Command("lock", True), Command("session", 0)):
        table.inputs.put(command)
        table.wait(1.5)
        table.fail("panel:a")
        table.wait(1.0)
        assert "Not working: key panel A" in printed(table)
        table.mend("panel:a")
        table.inputs.put(Command("lock", False))
        table.wait(1.5)


def test_a_line_from_the_counter_is_not_touched_away_by_a_touch_that_was_under_way(table: Pilot) -> None:
    """Nobody had read it: it went with the next touch of somebody who touched cards where its button came."""
    table.inputs.put(Command("message", "Last round"))
    for _ in range(4):
        table.wait(0.2)
        x, y = next(t.rect.center for t in table.kiosk.frame.targets if t.name == "resume:a")
        table._point("down", 90, (x, y))
        table.tick()
        table._point("up", 90, (x, y))
        table.tick()
        assert "Last round" in printed(table)
    table.wait(0.3)
    table.tap("resume:a")
    assert "Last round" not in printed(table)


def test_two_touches_in_a_row_take_one_line_away(table: Pilot) -> None:
    """The one below came back under the finger, and nobody had read it."""
    for line in ("First", "Second"):
        table.inputs.put(Command("message", line))
    table.wait(1.2)
    x, y = next(t.rect.center for t in table.kiosk.frame.targets if t.name == "resume:a")
    for kind in ("down", "up", "down", "up"):
        table._point(kind, 90, (x, y))
        table.wait(0.1)
    assert "First" in printed(table)
    table.tap("resume:a")
    assert "First" not in printed(table)


def test_a_touch_that_wakes_makes_no_line_that_has_just_come_older(table: Pilot) -> None:
    leap(table, table.kiosk.context.preferences.blank_after_seconds + 1)
    table.inputs.put(Command("message", "Last round"))
    for kind in ("down", "up"):
        table._point(kind, 90, (400, 240))  # it wakes
        table.wait(0.05)
    table.wait(0.6)
    x, y = next(t.rect.center for t in table.kiosk.frame.targets if t.name == "resume:a")
    for kind in ("down", "up"):
        table._point(kind, 90, (x, y))
        table.tick()
    assert "Last round" in printed(table)


@pytest.mark.parametrize("after", [0.1, 0.5, 0.8])
def test_the_page_that_tells_that_time_is_up_is_not_touched_away_as_it_comes(after: float, table: Pilot) -> None:
    """Whoever was touching cards kept the game by it: nobody saw the page, and the session had no end."""
    order(table, "session", 3)
    leap(table, 3 * 60 - 5)
    while table.kiosk.screens.top.key != "time_up":
        table.tick()
    table.wait(after)
    x, y = next(t.rect.center for t in table.kiosk.frame.targets if t.name == "leave:a")
    table._point("down", 90, (x, y))
    table.wait(0.3)
    table._point("up", 90, (x, y))
    table.wait(0.1)
    assert UP in printed(table)
    table.tap("leave:a")
    assert table.screen == "standing"
    assert UP not in printed(table)


@pytest.mark.parametrize("way", ["touch", "press"])
def test_who_touched_cards_as_the_counter_ended_the_game_deals_no_other(way: str, table: Pilot) -> None:
    """The tile of a game came under the finger."""
    table.inputs.put(Command("end_game"))
    table.wait(0.2)
    if way == "press":
        table.box.recordings["button:a"].set(True, table.now)
        table.wait(0.1)
        table.box.recordings["button:a"].set(False, table.now)
    else:
        x, y = next(t.rect.center for t in table.kiosk.frame.targets if t.name == "play:duet")
        table._point("down", 90, (x, y))
        table.tick()
        table._point("up", 90, (x, y))
    table.wait(1.0)
    assert table.screen == "home"
    assert table.kiosk.context.table is None
    table.tap("play:duet")
    assert table.screen == "table"


def test_an_end_in_order_gives_no_minute_of_a_session_back(table: Pilot) -> None:
    """The counter's own restart did, each time: a session of two minutes had no end."""
    order(table, "session", 2)
    leap(table, 50)
    table.kiosk.end()
    table.power_cut()
    assert table.kiosk.context.orders.session_left == pytest.approx(70, abs=2)


def test_a_session_is_told_at_ten_and_two_minutes_and_then_the_game_is_kept(table: Pilot) -> None:
    before = table.dump()["state"]
    order(table, "session", 11)
    leap(table, 59)
    assert table.screen == "table"
    leap(table, 2)
    assert {(r.text, r.seat) for r in table.kiosk.frame.record if "minutes" in r.text} == {
        ("10 minutes are left", "a"),
        ("10 minutes are left", "b"),
    }
    table.tap("resume:b")
    assert table.screen == "table"
    leap(table, 8 * 60)
    assert "2 minutes are left" in printed(table)
    leap(table, 31)
    assert table.screen == "table"
    leap(table, 89)
    assert (UP in printed(table), dark(table)) == (True, True)
    table.power_cut()
    assert UP in printed(table)
    table.tap("leave:a")
    assert table.screen == "standing"
    table.tap("continue:a")
    assert table.dump()["state"] == before
    leap(table, 120)
    assert UP not in printed(table)


def test_at_the_end_of_a_session_a_side_may_end_the_game(table: Pilot) -> None:
    order(table, "session", 5)
    order(table, "session", 0)
    assert UP in printed(table)
    table.tap("end:b")
    table.tap("cancel:b")
    assert UP in printed(table)
    table.tap("end:b")
    table.tap("confirm:b")
    assert (table.screen, table.dump()["state"]["result"]["outcome"]) == ("end", "abandoned")
    assert table.kiosk.context.orders.session_left is None


def test_more_time_takes_the_end_of_a_session_away(table: Pilot) -> None:
    order(table, "session", 5)
    order(table, "session", 0)
    order(table, "session", 60)
    assert UP not in printed(table)
    order(table, "session", 0)
    order(table, "session", 0)
    assert UP not in printed(table)


def test_without_a_game_the_end_of_a_session_is_only_told(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=settings())
    order(pilot, "session", 1)
    leap(pilot, 61)
    assert UP in printed(pilot)
    pilot.tap("leave:b")
    assert pilot.screen == "home"


def test_a_message_is_a_line_to_both_seats_and_touches_no_card(table: Pilot) -> None:
    before = table.dump()["state"]
    table.down(f"card:{WORDS[0]}")
    table.wait(0.3)
    order(table, "message", "Kuchnia zamyka się o dziesiątej")
    table.wait(1)
    seats = {r.seat for r in table.kiosk.frame.record if r.text == "Kuchnia zamyka się o dziesiątej"}
    assert seats == {"a", "b"}
    assert not dark(table)
    table.lift(f"card:{WORDS[0]}")
    table.tap("resume:a")
    order(table, "message", "Another line")
    table.tap("resume:a")
    assert (table.screen, table.dump()["state"]) == ("table", before)
    order(table, "message", "One that nobody touches")
    leap(table, 121)
    assert table.screen == "table"


@pytest.mark.parametrize("text", ["Do domu \U0001f600", "閉店します"])
def test_a_message_that_the_font_cannot_show_is_told_in_the_journal_and_not_to_the_guests(
    text: str, table: Pilot
) -> None:
    """They saw a box for each letter."""
    lines = journal(table)
    order(table, "message", text)
    assert table.screen == "table"
    (told,) = lines
    assert told.startswith("fleet: command ignored: message: letters the font has, and ")


def test_a_message_to_a_dark_screen_waits_for_the_light(table: Pilot) -> None:
    """Its two minutes passed unseen, and who came was told nothing."""
    leap(table, table.kiosk.context.preferences.blank_after_seconds + 1)
    assert table.kiosk.screens.dark
    order(table, "message", "The kitchen closes at ten")
    leap(table, 240)
    table.press("a")
    assert "The kitchen closes at ten" in printed(table)
    leap(table, 118)
    assert "The kitchen closes at ten" in printed(table)
    leap(table, 3)
    assert "The kitchen closes at ten" not in printed(table)


def test_a_message_over_a_page_that_darkens_the_keys_lights_none(table: Pilot) -> None:
    table.kiosk.screens.open("settings")
    table.wait(0.5)
    assert dark(table)
    order(table, "message", "The kitchen closes at ten")
    table.wait(0.5)
    assert table.screen != "settings"
    assert dark(table)


def test_a_message_outlasts_the_wiping_of_the_screen_under_it(table: Pilot) -> None:
    table.kiosk.screens.go("home", "clean_screen")
    table.wait(1.0)
    order(table, "message", "The kitchen closes at ten")
    table.wait(SECONDS + 5.0)
    assert "The kitchen closes at ten" in {r.text for r in table.kiosk.frame.record}


def test_a_message_waits_under_the_next_until_it_is_touched(table: Pilot) -> None:
    """The second one wiped the first, which nobody had touched."""
    for text in ("first", "second"):
        order(table, "message", text)
        table.wait(1.0)
    assert "second" in {r.text for r in table.kiosk.frame.record}
    table.tap("resume:a")
    assert "first" in {r.text for r in table.kiosk.frame.record}
    table.tap("resume:a")
    assert table.screen == "table"
    for number in range(20):
        order(table, "message", f"number {number}")
        table.wait(0.1)
    for text in ("number 19", "number 1", "number 0"):
        assert text in {r.text for r in table.kiosk.frame.record}
        table.tap("resume:a")
    assert table.screen == "table"


@pytest.mark.parametrize("where", ["table", "standing", "home", "locked"])
def test_a_message_to_a_table_that_nobody_has_touched_for_long_is_seen(where: str, table: Pilot) -> None:
    """After ten minutes its cue sounded, and in the same tick the line was gone."""
    if where == "home":
        table.kiosk.screens.context.session.do(Abandon())
        table.kiosk.screens.context.session.finish()
        table.kiosk.screens.go_home()
    elif where == "locked":
        order(table, "lock", True)
    leap(table, STANDS_AFTER + (-20 if where == "table" else 60))
    order(table, "message", "The kitchen closes at ten")
    leap(table, 90)
    assert ("The kitchen closes at ten" in printed(table), dark(table)) == (True, True)
    leap(table, 40)
    assert "The kitchen closes at ten" not in printed(table)
    assert table.screen == {"home": "attract"}.get(where, "standing")


@pytest.mark.parametrize("then", ["lock", "end_game", "session"])
def test_a_message_outlasts_what_is_ordered_with_it(then: str, table: Pilot) -> None:
    """Whoever told why the table is locked told nobody: the line came first, and went."""
    table.inputs.put(Command("message", "We close now, good night"))
    order(table, then, {"lock": True, "session": 0}.get(then))
    if then == "session":
        order(table, "session", 1)
        order(table, "session", 0)
    assert "We close now, good night" in printed(table)
    while table.kiosk.screens.top.outlasts:
        table.tap("resume:a")
    table.settle()
    assert table.screen == ("home" if then == "end_game" else "standing")


@pytest.mark.parametrize("page", ["menu", "log", "pad", "question"])
def test_a_message_outlasts_the_page_that_closes_under_it(page: str, table: Pilot) -> None:
    """The menu, or the pad, was closed with the game that ended, and the line above it was seen by nobody."""
    if page == "pad":
        table.start(dealt(seed=1))
        table.press("a")
    else:
        table.tap("log:a" if page == "log" else "menu:a")
    if page == "question":
        table.tap("abandon")
    order(table, "message", "We close now, good night")
    order(table, "end_game")
    assert "We close now, good night" in printed(table)
    table.tap("resume:a")
    assert table.screen == "home"


def test_a_warning_goes_with_the_session_it_is_about(table: Pilot) -> None:
    order(table, "session", 2)
    assert "2 minutes are left" in printed(table)
    order(table, "session", 60)
    assert "2 minutes are left" not in printed(table)
    order(table, "session", 1)
    assert "One minute is left" in printed(table)
    order(table, "session", 0)
    assert (UP in printed(table), "One minute is left" in printed(table)) == (True, False)


@pytest.mark.parametrize(("minutes", "told"), [(1, "One minute is left"), (10, "10 minutes are left"), (11, "")])
def test_a_session_that_begins_below_a_mark_is_told_at_once(minutes: int, told: str, table: Pilot) -> None:
    order(table, "session", minutes)
    table.wait(0.5)
    shown = {r.text for r in table.kiosk.frame.record}
    assert (told in shown) if told else table.screen == "table"


@pytest.mark.parametrize("told", [False, True], ids=["", "below a message"])
@pytest.mark.parametrize("what", ["lock", "end_game", "restart"])
def test_an_order_waits_for_the_end_of_an_export(
    what: str, told: bool, make: Callable[..., Pilot], stick: Path
) -> None:
    """It was dropped without a word, and its stick taken out."""
    pilot = make(settings=settings(usb=stick))
    pilot.start(dealt(seed=1))
    album(pilot.setup.data / "packs/summer", 60)
    pilot.kiosk.screens.open("export")
    for _ in range(3):
        pilot.tick()
    page = pilot.kiosk.screens.top
    if told:
        pilot.inputs.put(Command("message", "Last orders"))
        pilot.tick()
    pilot.inputs.put(Command(what, True if what == "lock" else None))
    pilot.tick()
    assert page.busy
    assert page in pilot.kiosk.screens.screens
    if told:
        pilot.settle()
        pilot.tap("resume:a")
    pilot.wait(5.0)
    assert (stick / FILE).exists()
    done = {
        "lock": pilot.kiosk.screens.top.key == "locked",
        "end_game": pilot.kiosk.context.table is None,
        "restart": pilot.kiosk.quitting and pilot.kiosk.starting_again,
    }
    assert done[what]


def test_the_language_of_a_new_game_may_change_while_it_is_chosen(make: Callable[..., Pilot]) -> None:
    """No pack was left to play with, nor to be remembered."""
    pilot = make(settings=settings())
    pilot.tap("new_game")
    order(pilot, "language", "pl")
    pilot.tap("start")
    session = pilot.kiosk.context.session
    assert session.setup is not None and pilot.screen == "table"
    assert session.setup.language == "pl"
    assert session.setup.packs == standard_packs(pilot.kiosk.context.packs, "duet", "pl")


@pytest.mark.parametrize("what", ["name", "notes", "label"])
def test_the_language_may_change_while_something_is_written(what: str, make: Callable[..., Pilot]) -> None:
    """The title and the keys stayed in the language of before, below buttons in the other one."""
    pilot = make(settings=settings())
    if what == "label":
        pilot.kiosk.screens.open("label")
    else:
        pilot.store.add_team("Foxes")
        pilot.tap("campaign")
        pilot.tap("new_team" if what == "name" else "notes")
    pilot.settle()
    for letter in "fo":
        pilot.tap(f"key:{letter}")
    before = printed(pilot)
    if what == "name":
        pilot.tap("key:backspace")
        pilot.tap("key:backspace")
        pilot.tap("confirm")
        assert "A team needs a name." in printed(pilot)
        pilot.tap("key:f")
        pilot.tap("key:o")
    order(pilot, "language", "pl")
    pilot.tick()
    pilot.tap("key:ł")
    after = printed(pilot)
    assert "fo" in before and "foł" in after
    own = {"A team needs a name.", "What is your team called?", "Notes of Foxes", "Cancel", "Done", "OK", "Back"}
    assert not after & (own - {"OK"})
    if what == "name":
        for _ in range(3):
            pilot.tap("key:backspace")
        pilot.tap("confirm")
        assert not printed(pilot) & own


def test_the_language_is_changed_for_these_guests(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=settings())
    order(pilot, "language", "pl")
    assert pilot.kiosk.context.preferences.language == "pl"
    leap(pilot, 121)
    assert pilot.kiosk.context.preferences.language == "en"


def test_an_ended_game_is_abandoned_and_the_table_free(table: Pilot) -> None:
    order(table, "end_game")
    assert (table.screen, table.kiosk.context.table) == ("home", None)
    assert [result.outcome for result in table.store.results()] == ["abandoned"]
    order(table, "end_game")
    assert table.screen == "home"


def test_an_end_of_the_game_takes_the_end_of_a_session_with_it(table: Pilot) -> None:
    order(table, "session", 5)
    order(table, "session", 0)
    order(table, "end_game")
    assert (table.screen, table.kiosk.context.orders.session_left) == ("home", None)


def test_an_end_screen_nobody_left_is_left(table: Pilot) -> None:
    table.press("a", seconds=3.1)
    table.tap("abandon")
    table.tap("confirm:a")
    order(table, "end_game")
    assert (table.screen, table.kiosk.context.table) == ("home", None)
    assert len(table.store.results()) == 1


def test_a_restart_is_the_machines_where_it_can_be_and_else_the_programs(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=settings())
    order(pilot, "restart")
    assert (pilot.kiosk.quitting, pilot.kiosk.starting_again) == (True, True)


def journal(pilot: Pilot) -> list[str]:
    """Return where the lines go that the counter writes from now on."""
    lines: list[str] = []
    pilot.kiosk.counter.journal = lines.append
    return lines


def test_an_order_that_ends_nothing_is_told_so(make: Callable[..., Pilot]) -> None:
    """ "session 0" and "end_game" stood in the journal as done where there was nothing to end."""
    pilot = make(settings=settings())
    lines, ignored = journal(pilot), "fleet: command ignored"
    order(pilot, "session", 0)
    order(pilot, "end_game")
    assert lines == [f"{ignored}: session: no session runs", f"{ignored}: end_game: no game is on the table"]
    order(pilot, "session", 5)
    order(pilot, "session", 0)
    order(pilot, "session", 0)
    order(pilot, "session", 0)
    assert lines[2:] == [*["fleet: command session"] * 3, f"{ignored}: session: no session runs"]
    order(pilot, "session", 5)
    order(pilot, "session", 0)
    order(pilot, "end_game")
    assert lines[6:] == [*["fleet: command session"] * 2, "fleet: command end_game"]
    assert pilot.kiosk.context.orders.session_left is None


def test_a_restart_that_would_lose_moves_is_refused(table: Pilot) -> None:
    """A guess made while the memory failed was gone after the counter's restart; the screen's own asks first."""
    lines = journal(table)
    table.fail("store")
    table.hold(f"card:{of(table, Side.A, 'agent')[0]}")
    before = table.dump()["state"]
    order(table, "restart")
    assert not table.kiosk.quitting
    assert lines == ["fleet: command ignored: restart: the memory fails, and what is new would be lost"]
    table.mend("store")
    table.wait(4)
    order(table, "restart")
    assert table.kiosk.quitting and lines[1:] == ["fleet: command restart"]
    table.power_cut()
    assert table.dump()["state"] == before


@pytest.mark.parametrize("what", ["end_game", "session", "lock"])
def test_other_orders_lose_nothing_while_the_memory_fails(what: str, table: Pilot) -> None:
    table.fail("store")
    table.hold(f"card:{of(table, Side.A, 'agent')[0]}")
    order(table, what, {"lock": True, "session": 0}.get(what))
    table.mend("store")
    table.wait(4)
    before, results = table.dump()["state"], len(table.store.results())
    table.power_cut()
    assert (table.dump()["state"], len(table.store.results())) == (before, results)
    assert (ASK in printed(table)) == (what == "lock")
    assert results == (what == "end_game")


def test_orders_stay_with_their_box(table: Pilot) -> None:
    from device.owner.backup import export_steps, import_steps

    order(table, "lock", True)
    order(table, "session", 30)
    folder = table.setup.data / "stick"
    folder.mkdir()
    list(export_steps(table.store, table.setup.data, folder))
    order(table, "lock", False)
    list(import_steps(table.store, table.setup.data, folder))
    table.power_cut()
    assert ASK not in printed(table)
