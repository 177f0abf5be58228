"""Home: one touch plays, either side is served, and new people are helped."""

import pygame
import pytest

from device.headless.pilot import Pilot
from device.rules.actions import Abandon
from device.rules.model import Side, VersusOptions
from hardware.ports import Seat
from tests.app.conftest import dealt, printed, texts


def sides(pilot: Pilot) -> set[Side | None]:
    """Return to whom the targets of the screen are turned."""
    return {target.seat for target in pilot.kiosk.frame.targets}


def test_one_touch_plays_each_game(pilot: Pilot) -> None:
    for mode, cards in (("duet", 25), ("classic", 25), ("pictures", 20)):
        pilot.tap(f"play:{mode}")
        assert pilot.screen == "table"
        setup, table = pilot.kiosk.context.session.setup, pilot.kiosk.context.table
        assert setup is not None and table is not None
        assert (setup.mode, len(table.cards)) == (mode, cards)
        for target in ("menu:a", "abandon", "confirm:a", "home:a"):
            pilot.tap(target)


def test_a_game_is_played_as_it_was_chosen_last_also_after_a_power_cut(pilot: Pilot) -> None:
    for target in ("new_game", "game:classic", "option:grid:5x4", "option:starts:chance", "pack:en-family", "start"):
        pilot.tap(target)
    pilot.power_cut()
    for target in ("home:a", "play:classic", "confirm:a"):
        pilot.tap(target)
    table, setup = pilot.kiosk.context.table, pilot.kiosk.context.session.setup
    assert table is not None and setup is not None
    assert isinstance(table.options, VersusOptions)
    assert table.options.grid == "5x4"
    assert "en-family" in setup.packs


def test_packs_that_are_not_standard_are_off_and_say_what_they_are(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("pack:en-family")
    assert "Short, simple words for all ages" in printed(pilot)
    pilot.tap("pack:en-family")
    pilot.tap("start")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None
    assert sorted(setup.packs) == ["en-compass", "en-lantern"]


def test_a_press_turns_home_to_its_side_and_plays_what_it_prints(pilot: Pilot) -> None:
    assert pilot.box.lit("a") and pilot.box.lit("b")
    for target in ("play:classic", "menu:a", "abandon", "confirm:a", "home:a"):
        pilot.tap(target)
    assert sides(pilot) == {None}
    assert "Button: Play Classic" in printed(pilot)
    pilot.press("b")
    assert pilot.screen == "table"
    for target in ("menu:b", "pause", "home:b"):
        pilot.tap(target)
    assert sides(pilot) == {Seat.B}
    assert texts(pilot).count("Button: Play on") == 2
    pilot.press("a")
    assert pilot.screen == "table"


def test_every_screen_turns_to_the_side_that_pressed_or_touched(pilot: Pilot) -> None:
    pilot.tap("turn")
    for name in ("new_game", "campaign", "how_to_play", "statistics", "settings", "power"):
        pilot.tap(name)
        assert sides(pilot) == {Seat.B}, name
        pilot.tap("back")
    pilot.tap("settings")
    assert (pilot.box.lit("a"), pilot.box.lit("b")) == (True, False)
    pilot.press("a")
    assert sides(pilot) == {None}


def test_a_press_starts_on_new_game_and_on_the_map(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.press("b")
    assert pilot.screen == "table"
    pilot.tap("menu:b")
    pilot.tap("abandon")
    pilot.tap("confirm:b")
    pilot.tap("home:b")
    pilot.tap("campaign")
    pilot.press("a")
    assert "What is your team called?" in printed(pilot)


def test_new_people_are_helped_in_any_game_until_the_next_come(pilot: Pilot) -> None:
    pilot.tap("first_time")
    pilot.tap("play:duet")
    hint = "Your key panel: bright lights are agents, pulsing white ones assassins"
    assert hint in printed(pilot)
    for target in ("menu:a", "pause", "home:a"):
        pilot.tap(target)
    pilot.kiosk.screens.forget_guests()
    pilot.tap("continue")
    assert hint not in printed(pilot)


def test_two_teams_are_told_where_to_sit_before_the_first_clue(pilot: Pilot) -> None:
    pilot.start(dealt("versus"))
    at = {record.seat: record.text for record in pilot.kiosk.frame.record if "sit here" in record.text}
    assert set(at) == {Seat.A, Seat.B}
    assert "Spymasters sit here" in at[Seat.B]
    assert "Guessers sit here" in at[Seat.A]
    pilot.press("b")
    pilot.tap("digit:1")
    pilot.tap("confirm")
    assert "sit here" not in texts(pilot)


def test_where_all_sit_at_one_side_nobody_is_sent_to_the_other(pilot: Pilot) -> None:
    """ "Opposite the spymasters", it said, whatever the owner had chosen."""
    pilot.kiosk.screens.set_preference("seats", "same_side")
    pilot.start(dealt("versus"))
    told = {record.seat: record.text for record in pilot.kiosk.frame.record if "key" in record.text}
    assert told == {
        Seat.A: "All sit here; the key is opposite",
        Seat.B: "The key is here, for spymasters only",
    }
    assert "sit here, opposite" not in texts(pilot)


OUR_WORDS = ("pack:en-lantern", "pack:en-compass")
CARDS: dict[str, tuple[str, tuple[str, ...], set[str], set[bool]]] = {
    "words for pictures": ("pictures", ("pack:en-lantern", "pack:pictures"), {"words"}, {False}),
    "pictures for words": ("classic", ("pack:pictures", *OUR_WORDS), {"pictures"}, {True}),
    "both": ("classic", ("pack:pictures",), {"words and pictures"}, {False, True}),
    "pictures for two": ("duet", ("pack:pictures", *OUR_WORDS), {"pictures"}, {True}),
    "other words": ("classic", ("pack:en-family",), set(), {False}),
}


@pytest.mark.parametrize("chosen", CARDS)
def test_a_tile_and_the_options_tell_what_is_dealt(chosen: str, pilot: Pilot) -> None:
    """ "Pictures", it said, above a picture of pictures, and words were dealt."""
    mode, packs, told, dealt_pictures = CARDS[chosen]
    pilot.tap("new_game")
    pilot.tap(f"game:{mode}")
    for pack in packs:
        pilot.tap(pack)
    about = "Pictures face side A" if mode == "duet" else "Pictures in place of words"
    assert (about in printed(pilot)) is (dealt_pictures == {True})
    for name in ("start", "menu:a", "home"):
        pilot.tap(name)
    parts = {part for text in printed(pilot) for part in text.split(" · ")}
    assert parts & {"words", "pictures", "words and pictures"} == told
    for name in (f"play:{mode}", "confirm"):
        pilot.tap(name)
    table, context = pilot.kiosk.context.table, pilot.kiosk.context
    assert table is not None
    assert {context.card(name).file is not None for name in table.cards} == dealt_pictures


def test_the_first_picture_goes_without_the_tiles_which_follow_one_by_one(pilot: Pilot) -> None:
    frame, surface = pilot.kiosk.frame, pilot.box.recordings["screen"].shown
    whole = pygame.image.tobytes(surface, "RGB")
    pilot.box.recordings["screen"].surface = pygame.Surface((1024, 600))  # another canvas, which has painted nothing
    pilot.tick()
    pilot.box.recordings["screen"].surface = pygame.Surface(surface.get_size())
    frame.slow = 0
    seen = []
    for _ in range(6):
        pilot.tick()
        seen.append(pygame.image.tobytes(pilot.box.recordings["screen"].shown, "RGB"))
    assert len(dict.fromkeys(seen)) == 4
    assert seen[3:] == [whole] * 3
    assert frame.slow is None


def test_a_game_with_the_box_leaves_the_next_without_it_as_it_was(pilot: Pilot) -> None:
    """The box reads what is typed, and people were asked to type from then on."""
    pilot.tap("new_game")
    pilot.tap("game:duet")
    pilot.tap("box:plays")
    pilot.tap("start")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None and setup.box and setup.clue_entry == "typed"
    pilot.kiosk.screens.go("home")
    pilot.settle()
    pilot.tap("play:duet")
    pilot.tap("confirm")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None and not setup.box and setup.clue_entry == "spoken"


@pytest.mark.parametrize(
    ("option", "last"),
    [("opponent:simulated", "The box gives all clues"), ("operatives:shared", "The box gives Blue's clues")],
)
def test_the_box_leaves_people_something_to_do(option: str, last: str, pilot: Pilot) -> None:
    """With one team alone it could be that team, and played and won by itself."""
    pilot.tap("new_game")
    pilot.tap("game:classic")
    for _ in range(3):
        pilot.tap("box:plays")
    assert "The box is team Blue" in texts(pilot)
    pilot.tap(f"option:{option}")
    seen = []
    while "The box does not play" not in texts(pilot) or not seen:
        assert "The box is team Blue" not in texts(pilot)
        pilot.tap("box:plays")
        seen.append(texts(pilot))
        assert len(seen) < 5
    assert any(last in each for each in seen)
    assert ("option:operatives:two" in {t.name for t in pilot.kiosk.frame.targets}) is (option != "opponent:simulated")


def test_where_the_box_gives_all_clues_nobody_is_asked_how(pilot: Pilot) -> None:
    pilot.tap("new_game")
    pilot.tap("game:classic")
    assert "4 or more: a spymaster and guessers each" in texts(pilot)
    pilot.tap("box:plays")
    assert "2 or more: all of you guess" in texts(pilot)
    assert "4 or more" not in texts(pilot)
    assert not [t.name for t in pilot.kiosk.frame.targets if t.name.startswith("option:clue_entry")]


@pytest.mark.parametrize(
    ("taps", "told"),
    [
        (["game:duet"], "2 or more, all together"),
        (["game:duet", "box:plays"], "1 or more, with the box"),
        (["game:classic", "option:opponent:simulated"], "2 or more, against the box's pace"),
        (["game:classic", "option:opponent:simulated", "box:plays"], "1 or more, against the box's pace"),
        (["game:classic", "option:operatives:shared"], "3: two spymasters, one guesser"),
        (["game:classic", "option:operatives:shared", "box:plays"], "1 or more, guessing for both teams"),
        (["game:classic", "option:operatives:shared", "box:plays", "box:plays"], "2: one spymaster, one guesser"),
        (["game:classic", "box:plays", "box:plays"], "3 or more: Blue needs no spymaster"),
        (["game:pictures", "option:opponent:simulated", "box:plays"], "1 or more, against the box's pace"),
    ],
)
def test_options_tell_for_how_many_a_game_with_the_box_is(taps: list[str], told: str, pilot: Pilot) -> None:
    """Two were asked for where one is enough, and three where the guesser for both needs one spymaster."""
    for name in ("new_game", *taps):
        pilot.tap(name)
    assert told in printed(pilot)


def test_what_is_set_later_overrules_the_options_of_before_and_the_tile_says_it(pilot: Pilot) -> None:
    """The settings said "No timer" and "Spoken", and the next game was typed, against a strict clock."""
    pilot.tap("new_game")
    pilot.tap("game:duet")
    pilot.tap("option:timer:strict")
    pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    pilot.kiosk.context.session.do(Abandon())
    pilot.kiosk.context.session.finish()
    pilot.kiosk.screens.go_home()
    pilot.settle()
    assert {"9 tokens · strict timer", "typed clues"} <= printed(pilot)
    pilot.tap("settings")
    pilot.tap("setting:timer:off")
    pilot.tap("setting:clue_entry:spoken")
    pilot.tap("back")
    assert {"9 tokens", "25 cards"} <= printed(pilot)
    pilot.tap("settings")
    pilot.tap("setting:timer:gentle")
    pilot.tap("back")
    assert {"9 tokens · gentle timer", "25 cards · gentle timer"} <= printed(pilot)
    pilot.tap("play:duet")
    setup, table = pilot.kiosk.context.session.setup, pilot.kiosk.context.table
    assert setup is not None and table is not None
    assert (setup.clue_entry, table.options.timer) == ("spoken", "gentle")
