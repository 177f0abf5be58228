"""Settings made on the screen: they hold at once, after a power cut, and over the config."""

from collections.abc import Callable

import pytest

from device.config.settings import Settings
from device.config.table import made_on_screen
from device.headless.pilot import Pilot
from device.rules.actions import Abandon
from hardware.palette import PALETTES
from tests.app.conftest import dealt, printed

CHOICES = [
    ("game", "setting:seats:same_side", "seats", "same_side"),
    ("game", "setting:confirm:second_tap", "confirm", "second_tap"),
    ("game", "setting:clue_entry:typed", "clue_entry", "typed"),
    ("game", "setting:relaxed", "relaxed", True),
    ("game", "setting:shown_first", "shown_first", True),
    ("game", "setting:timer:strict", "timer", "strict"),
    ("game", "language:es", "language", "es"),
    ("sound", "setting:volume:70", "volume", 0.7),
    ("sound", "mute", "muted", True),
    ("sound", "setting:bed", "bed", True),
    ("sound", "setting:motion:false", "motion", False),
    ("sound", "setting:hints:true", "hints", True),
    ("colours", "setting:palette:protan", "palette", "protan"),
    ("colours", "setting:led_brightness:70", "led_brightness", 0.7),
    ("screen", "setting:day:60", "day", 0.6),
    ("screen", "setting:night:5", "night", 0.05),
    ("screen", "setting:dim_after_seconds:30", "dim_after_seconds", 30),
    ("screen", "setting:blank_after_seconds:300", "blank_after_seconds", 300),
]


def open_tab(pilot: Pilot, tab: str) -> None:
    """Open a tab of the settings from home."""
    pilot.tap("settings")
    pilot.tap(f"page:{tab}")


@pytest.mark.parametrize(("tab", "target", "name", "value"), CHOICES)
def test_a_setting_holds_at_once_and_after_a_power_cut(
    tab: str, target: str, name: str, value: object, pilot: Pilot
) -> None:
    open_tab(pilot, tab)
    assert getattr(pilot.kiosk.context.preferences, name) != value
    if name in ("relaxed", "shown_first"):  # they are for typed clues
        pilot.tap("setting:clue_entry:typed")
    pilot.tap(target)
    assert getattr(pilot.kiosk.context.preferences, name) == value
    if name != "hints":  # the pilot itself starts without
        pilot.power_cut()
        assert getattr(pilot.kiosk.context.preferences, name) == value


def test_every_setting_there_is_stands_on_the_screen(pilot: Pilot) -> None:
    assert {name for _, _, name, _ in CHOICES} == set(made_on_screen()) - {"label"}


def test_every_palette_can_be_chosen_and_changes_the_lit_keys(pilot: Pilot) -> None:
    pilot.start(dealt())
    seen = set()
    for palette in PALETTES:
        pilot.tap("menu:a")
        open_tab(pilot, "colours")
        pilot.tap(f"setting:palette:{palette}")
        assert not any(any(rgb) for rgb in pilot.dump()["panels"]["a"])
        pilot.tap("back")
        pilot.tap("resume")
        seen.add(tuple(map(tuple, pilot.dump()["panels"]["a"])))
    assert len(seen) == len(PALETTES)


def test_the_language_changes_under_the_finger(pilot: Pilot) -> None:
    pilot.tap("settings")
    pilot.tap("language:pl")
    assert pilot.kiosk.context.texts.language.code == "pl"


def leap(pilot: Pilot, seconds: float) -> None:
    """Let time pass at one stroke."""
    pilot.now += seconds
    pilot.tick()


def test_what_guests_change_returns_to_the_owners_with_attract(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(language="es", volume=0.3))
    screens = pilot.kiosk.screens
    pilot.tap("language:pl")
    assert screens.context.preferences.language == "pl"
    pilot.power_cut()
    screens = pilot.kiosk.screens
    assert screens.context.preferences.language == "pl"
    leap(pilot, screens.context.preferences.dim_after_seconds + 1)
    assert pilot.screen == "attract"
    assert (screens.context.preferences.language, screens.context.preferences.volume) == ("es", 0.3)
    pilot.power_cut()
    assert pilot.kiosk.context.preferences.language == "es"


def test_what_the_owner_sets_stays_after_attract(pilot: Pilot) -> None:
    pilot.tap("settings")
    pilot.tap("language:pl")
    pilot.tap("page:sound")
    pilot.tap("setting:volume:70")
    pilot.tap("back")
    pilot.tap("language:es")
    leap(pilot, 130)
    assert pilot.screen == "attract"
    preferences = pilot.kiosk.context.preferences
    assert (preferences.language, preferences.volume) == ("pl", 0.7)


def test_a_mute_in_the_menu_lasts_until_new_guests_come(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:a")
    pilot.tap("mute")
    assert pilot.kiosk.context.preferences.muted
    leap(pilot, pilot.kiosk.context.preferences.blank_after_seconds + 1)
    assert not pilot.kiosk.context.preferences.muted


def test_the_light_follows_the_settings(pilot: Pilot) -> None:
    light = pilot.box.recordings["backlight"]
    open_tab(pilot, "screen")
    pilot.tap("setting:day:60")
    pilot.tap("setting:night:20")
    pilot.tap("setting:dim_after_seconds:30")
    pilot.tap("setting:blank_after_seconds:300")
    assert light.level == 0.6
    leap(pilot, 31)
    assert light.level == 0.2
    leap(pilot, 270)
    assert light.level == 0.0
    assert pilot.screen == "settings"


def test_dimmed_is_never_brighter_than_in_use(pilot: Pilot) -> None:
    """A dark room's screen grew three times as bright as soon as nobody touched it."""
    light = pilot.box.recordings["backlight"]
    open_tab(pilot, "screen")
    pilot.tap("setting:day:20")
    pilot.tap("setting:night:60")
    pilot.tap("setting:dim_after_seconds:30")
    leap(pilot, 31)
    assert light.level == 0.2


def test_a_screen_that_goes_dark_before_it_dims_says_so(pilot: Pilot) -> None:
    """It was taken, and nothing told that "When dimmed" is of no use any more."""
    light = pilot.box.recordings["backlight"]
    open_tab(pilot, "screen")
    pilot.tap("setting:dim_after_seconds:300")
    assert "It goes dark before it would dim." not in printed(pilot)
    pilot.tap("setting:blank_after_seconds:300")
    assert "It goes dark before it would dim." in printed(pilot)
    pilot.tap("setting:dim_after_seconds:600")
    assert "It goes dark before it would dim." in printed(pilot)
    leap(pilot, 299)
    assert light.level == 1.0
    leap(pilot, 2)
    assert light.level == 0.0


def test_the_trial_sound_has_the_volume_set_and_none_when_muted(pilot: Pilot) -> None:
    speaker = pilot.box.recordings["speaker"]
    open_tab(pilot, "sound")
    pilot.tap("setting:volume:100")
    pilot.tap("try_sound")
    assert speaker.volumes[-1] == 1.0
    pilot.tap("mute")
    count = len(speaker.cues)
    pilot.tap("try_sound")
    assert len(speaker.cues) == count


NEXT = "From the next game on"


@pytest.mark.parametrize("target", ["timer:strict", "clue_entry:typed", "seats:same_side", "confirm:instant"])
def test_what_the_game_on_the_table_does_not_take_over_is_told(target: str, pilot: Pilot) -> None:
    """A timer set from the menu of a running game did nothing to it, and nothing said so."""
    told = target in ("timer:strict", "clue_entry:typed")
    pilot.tap("settings")
    pilot.tap(f"setting:{target}")
    assert NEXT not in printed(pilot)
    pilot.tap("back")
    pilot.start(dealt())
    pilot.press("a", seconds=3.1)
    pilot.tap("settings")
    pilot.tap(f"setting:{target}")
    assert (NEXT in printed(pilot)) == told
    pilot.fail("store")
    pilot.tap(f"setting:{target}")
    assert NEXT not in printed(pilot)


@pytest.mark.parametrize("before", ["", "gentle"])
def test_playing_again_is_the_next_game(before: str, pilot: Pilot) -> None:
    """Told "From the next game on", people played again, without the timer; one chosen under Options stays theirs."""

    def again() -> tuple[str, str]:
        session = pilot.kiosk.context.session
        session.do(Abandon())
        pilot.settle()
        pilot.tap("again:a")
        assert session.public is not None and session.setup is not None
        return session.public.options.timer, session.setup.clue_entry

    pilot.tap("new_game")
    if before:
        pilot.tap(f"option:timer:{before}")
        pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    assert again() == ((before, "typed") if before else ("off", "spoken"))
    pilot.press("a", seconds=3.1)
    pilot.tap("settings")
    pilot.tap("setting:timer:strict")
    pilot.tap("setting:clue_entry:typed" if not before else "setting:clue_entry:spoken")
    assert NEXT in printed(pilot)
    assert again() == ("strict", "spoken" if before else "typed")


def test_playing_a_mission_or_with_the_box_again_keeps_how_it_was_begun(pilot: Pilot) -> None:
    pilot.tap("play:box")
    session = pilot.kiosk.context.session
    session.do(Abandon())
    pilot.settle()
    pilot.tap("again:a")
    assert session.setup is not None and (session.setup.clue_entry, session.setup.box) == ("typed", ("b",))
    pilot.kiosk.context.session.do(Abandon())
    pilot.settle()
    pilot.tap("home:a")
    pilot.store.add_team("Foxes")
    pilot.tap("campaign")
    pilot.tap("options")
    pilot.tap("option:timer:gentle")
    pilot.tap("start")
    session.do(Abandon())
    pilot.settle()
    pilot.tap("again:a")
    assert session.public is not None and session.public.options.timer == "gentle"


@pytest.mark.parametrize(
    ("part", "tab", "target", "told"),
    [
        ("speaker", "sound", "try_sound", "the speaker"),
        ("speaker", "sound", "setting:volume:70", "the speaker"),
        ("backlight", "screen", "setting:day:60", "the backlight"),
        ("panel:b", "colours", "setting:led_brightness:70", "key panel B"),
    ],
)
def test_where_a_setting_shows_nothing_it_is_told_what_fails(
    part: str, tab: str, target: str, told: str, pilot: Pilot
) -> None:
    """ "Listen" was silent, and so was the page."""
    open_tab(pilot, tab)
    pilot.tap(target)
    assert f"Not working: {told}" not in printed(pilot)
    pilot.fail(part)
    pilot.wait(1)
    pilot.tap(target)
    assert f"Not working: {told}" in printed(pilot)


def test_that_a_setting_is_not_kept_is_told_also_where_a_part_fails(pilot: Pilot) -> None:
    """A volume that power-off forgets, on a box whose speaker fails: the speaker alone was named."""
    open_tab(pilot, "sound")
    pilot.fail("speaker")
    pilot.fail("store")
    pilot.wait(1)
    pilot.tap("setting:volume:70")
    assert "This holds now, and is saved once the memory works again." in printed(pilot)


def test_that_a_setting_made_at_a_game_is_not_kept_is_told_at_home_as_well(pilot: Pilot) -> None:
    pilot.start(dealt())
    pilot.tap("menu:a")
    pilot.fail("store")
    pilot.tap("mute")
    pilot.tap("home")
    assert pilot.screen == "home"
    assert "This holds now, and is saved once the memory works again." in printed(pilot)
