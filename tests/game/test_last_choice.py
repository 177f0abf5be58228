"""The last choices of a mode: kept, checked when they are read, and never in the way."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from device.cards.library import PackLibrary
from device.config.preferences import Preferences, preferences
from device.config.settings import Settings
from device.files.assets import assets
from device.game.last_choice import (
    forget,
    forget_pack,
    last_choice,
    last_mission,
    last_mode,
    last_options,
    last_packs,
    next_timer_and_entry,
    remember,
)
from device.game.session import Session
from device.game.start import CHANCE, Choice, begin, preferred
from device.rules.model import VersusOptions
from device.storage.store import GameSetup, Store

PACKS = PackLibrary(assets())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def prefer(store: Store) -> Preferences:
    return preferences(Settings(), store)


def test_without_any_a_mode_is_played_as_the_settings_prefer(store: Store, prefer: Preferences) -> None:
    assert last_mode(store) == "duet"
    assert last_options(store, "classic") == {}
    for mode in ("duet", "classic", "pictures"):
        assert last_choice(store, prefer, PACKS, mode) == preferred(prefer, PACKS, mode)


def test_what_was_chosen_comes_back_for_its_mode_and_no_other(store: Store, prefer: Preferences) -> None:
    setup = GameSetup("classic", "en", ("en-family",), None, "typed", True, True)
    remember(store, prefer, PACKS, Choice(setup, {"ending": "assassin", "starts": CHANCE, "timer": "strict"}))
    back = last_choice(store, prefer, PACKS, "classic")
    assert back.setup == setup
    assert dict(back.options) == {"ending": "assassin", "starts": CHANCE, "timer": "strict"}
    assert last_mode(store) == "classic"
    assert last_choice(store, prefer, PACKS, "duet") == preferred(prefer, PACKS, "duet")


def test_no_team_and_no_mission_is_remembered(store: Store, prefer: Preferences) -> None:
    setup = GameSetup("duet", "en", ("en-lantern",), "Foxes")
    remember(store, prefer, PACKS, Choice(setup, {"mission": "prague"}))
    back = last_choice(store, prefer, PACKS, "duet")
    assert back.setup.team is None
    assert "mission" not in back.options
    assert "Foxes" not in str(store.settings())


def test_what_was_as_the_settings_prefer_follows_them(store: Store, prefer: Preferences) -> None:
    remember(store, prefer, PACKS, preferred(prefer, PACKS, "duet"))
    prefer.set("timer", "strict")
    prefer.set("clue_entry", "typed")
    back = last_choice(store, prefer, PACKS, "duet")
    assert (back.setup.clue_entry, back.options["timer"]) == ("typed", "strict")


@pytest.mark.parametrize("name", ["timer", "clue_entry", "relaxed", "shown_first"])
def test_a_setting_made_later_holds_for_the_next_game(name: str, store: Store, prefer: Preferences) -> None:
    """Whoever once chose a strict timer under Options had one for ever, whatever Settings said."""
    setup = GameSetup("classic", "en", ("en-family",), None, "typed", True, True)
    remember(store, prefer, PACKS, Choice(setup, {"ending": "assassin", "timer": "strict"}))
    before = last_choice(store, prefer, PACKS, "classic")
    forget(store, name)
    after = last_choice(store, prefer, PACKS, "classic")
    assert after != before
    assert dict(after.options)["ending"] == "assassin"
    found = after.options["timer"] if name == "timer" else getattr(after.setup, name)
    assert found == getattr(prefer, name)
    told = next_timer_and_entry(store, prefer, "classic")
    assert told == (after.options["timer"], after.setup.clue_entry)


def test_packs_of_another_language_give_way_to_ours(store: Store, prefer: Preferences) -> None:
    remember(store, prefer, PACKS, Choice(GameSetup("duet", "pl", ("pl-family",))))
    assert last_choice(store, prefer, PACKS, "duet").setup.packs == preferred(prefer, PACKS, "duet").setup.packs
    prefer.set("language", "pl")
    assert last_choice(store, prefer, PACKS, "duet").setup.packs == ("pl-family",)


@pytest.mark.parametrize(
    ("packs", "mode", "english", "polish"),
    [
        (["pl-family"], "duet", ("en-compass", "en-lantern"), ("pl-family",)),
        (["pl-family", "pictures"], "duet", ("pictures", "en-compass", "en-lantern"), ("pictures", "pl-family")),
        (["pictures"], "duet", ("pictures",), ("pictures",)),
        (["pl-family"], "pictures", ("pictures",), ("pl-family",)),
        ([], "duet", ("en-compass", "en-lantern"), ("pl-compass", "pl-lantern")),
    ],
)
def test_the_packs_of_versions_before_are_still_chosen(
    packs: list[str], mode: str, english: object, polish: object, store: Store, prefer: Preferences
) -> None:
    """They kept a language, and what packs were played in it."""
    store.set_setting(f"last_choice:{mode}", {"language": "pl", "packs": packs, "options": {}})
    assert last_choice(store, prefer, PACKS, mode).setup.packs == english
    prefer.set("language", "pl")
    assert last_choice(store, prefer, PACKS, mode).setup.packs == polish
    remember(store, prefer, PACKS, Choice(GameSetup(mode, "es", ("es-family",))))
    if "pl-family" in packs:
        assert last_choice(store, prefer, PACKS, mode).setup.packs == ("pl-family",)


@pytest.mark.parametrize("mode", ["duet", "classic", "pictures"])
def test_packs_that_a_later_version_brings_come_in_where_all_of_ours_were_chosen(
    mode: str, store: Store, prefer: Preferences
) -> None:
    remember(store, prefer, PACKS, Choice(GameSetup(mode, "en", ("en-family",))))
    assert last_choice(store, prefer, PACKS, mode).setup.packs == ("en-family",)
    remember(store, prefer, PACKS, preferred(prefer, PACKS, mode))
    assert "packs" not in store.settings()[f"last_choice:{mode}"]


def test_a_mission_is_played_as_the_standard_game_was_last(store: Store, prefer: Preferences) -> None:
    setup = GameSetup("duet", "en", ("en-family",), None, "typed")
    remember(store, prefer, PACKS, Choice(setup, {"tokens": 11, "mistakes": 11, "turn_order": "loose", "timer": "off"}))
    mission = last_mission(store, prefer, PACKS, "Foxes", "cairo")
    assert mission.setup == replace(setup, team="Foxes")
    assert mission.options == {"turn_order": "loose", "timer": "off", "mission": "cairo"}


@pytest.mark.parametrize(
    "kept",
    [
        7,
        {},
        {"options": 3, "packs": "x"},
        {"options": {"grid": "9x9"}},
        {"options": {"tokens": 9}},
        {"language": "en", "packs": ["gone", 3], "clue_entry": "shouted", "relaxed": "yes"},
        {"packs": {"en": ["gone", 3], "any": "x", "pl": None}},
    ],
)
def test_what_makes_no_game_is_left_alone(kept: object, store: Store, prefer: Preferences) -> None:
    store.set_setting("last_choice:classic", kept)
    store.set_setting("last_mode", kept)
    assert last_mode(store) == "duet"
    assert last_choice(store, prefer, PACKS, "classic") == preferred(prefer, PACKS, "classic")


def test_a_mission_is_no_last_choice_wherever_it_comes_from(store: Store, prefer: Preferences) -> None:
    """An edited export brought one: with its tokens no game could be begun on the page of a new one."""
    store.set_setting("last_choice:duet", {"options": {"mission": "prague"}})
    assert last_options(store, "duet") == {}
    assert last_choice(store, prefer, PACKS, "duet") == preferred(prefer, PACKS, "duet")


def test_which_team_starts_may_be_left_to_chance(store: Store, prefer: Preferences) -> None:
    session, starts = Session(store), set()
    for seed in range(12):
        choice = Choice(preferred(prefer, PACKS, "classic").setup, {"starts": CHANCE})
        begin(choice, session, PACKS, store, Random(seed))
        assert session.public is not None
        assert isinstance(session.public.options, VersusOptions)
        starts.add(str(session.public.options.starts))
    assert starts == {"red", "blue"}


def test_of_more_packs_than_a_setting_has_room_for_those_of_other_languages_go_first(
    store: Store, prefer: Preferences
) -> None:
    """An export leaves a longer setting out, and how the game was played with it."""
    long = {language: tuple(f"{'ż' * 55}{n}" for n in range(12)) for language in ("en", "pl", "es")}
    for language, packs in long.items():
        remember(store, prefer, PACKS, Choice(GameSetup("duet", language, packs), {}))
    assert "last_choice:duet" in dict(store.dump()["setting"])
    assert last_packs(store, PACKS, "duet", "es") == long["es"]
    assert last_packs(store, PACKS, "duet", "pl") == long["pl"]
    assert last_packs(store, PACKS, "duet", "en") != long["en"]
    many = tuple(f"{'ż' * 55}{n}" for n in range(40))
    remember(store, prefer, PACKS, Choice(GameSetup("duet", "pl", many), {}))
    assert "last_choice:duet" in dict(store.dump()["setting"])
    prefer.set("language", "pl")
    assert last_packs(store, PACKS, "duet", "pl") == many[: len(last_packs(store, PACKS, "duet", "pl"))]
    assert len(last_packs(store, PACKS, "duet", "pl")) > 25, "no more go than must"


def test_a_game_with_the_box_has_no_longer_a_setting_than_an_export_takes(store: Store, prefer: Preferences) -> None:
    """How people give clues among themselves, which it leaves as it was, came on top of what had been measured."""
    for length in range(1, 60):
        remember(store, prefer, PACKS, Choice(GameSetup("duet", "en", (), None, "typed", True, True), {}))
        packs = (*(f"{'x' * 56}{n:03}" for n in range(157)), "y" * length)
        remember(store, prefer, PACKS, Choice(GameSetup("duet", "en", packs, box=("a",)), {}))
        assert "last_choice:duet" in dict(store.dump()["setting"])
        assert len(last_packs(store, PACKS, "duet", "en")) >= 157
        assert next_timer_and_entry(store, prefer, "duet")[1] == "typed"


@pytest.mark.parametrize("mode", ["duet", "classic", "pictures"])
@pytest.mark.parametrize(
    ("kept", "left"),
    [
        ({"packs": {"any": [], "en": ["club", "en-lantern"]}}, {"any": [], "en": ["en-lantern"]}),
        ({"packs": {"any": ["club", "pictures"], "en": []}}, {"any": ["pictures"], "en": []}),
        ({"packs": {"any": ["pictures"], "en": ["club"]}}, {"any": ["pictures"], "en": []}),
        ({"packs": {"any": ["club"], "en": ["en-lantern"]}}, {"any": [], "en": ["en-lantern"]}),
        ({"packs": {"any": ["club"], "en": [], "pl": ["pl-latarnia"]}}, {"any": [], "pl": ["pl-latarnia"]}),
        ({"packs": {"any": [], "en": ["club"], "pl": ["pl-latarnia"]}}, {"any": [], "pl": ["pl-latarnia"]}),
        ({"packs": {"any": ["club"], "en": []}}, None),
        ({"packs": {"any": [], "en": ["club"]}}, None),
        ({"packs": ["club"], "language": "en"}, None),
        ({"packs": ["en-lantern", "club"], "language": "en"}, {"any": [], "en": ["en-lantern"]}),
    ],
)
def test_a_pack_that_is_out_of_the_box_is_chosen_no_more(
    kept: dict[str, object], left: object, mode: str, store: Store, prefer: Preferences
) -> None:
    store.set_setting(f"last_choice:{mode}", {"options": {"timer": "strict"}, "relaxed": True, **kept})
    forget_pack(store, PACKS, "club")
    told = {"packs": left} if left else {}
    assert store.setting(f"last_choice:{mode}") == {"options": {"timer": "strict"}, "relaxed": True, **told}
    assert last_choice(store, prefer, PACKS, mode).setup.packs
    assert "club" not in last_packs(store, PACKS, mode, "en")


def test_no_pack_of_ours_is_forgotten(store: Store, prefer: Preferences) -> None:
    """What lies in the box under the id of one has a fault, and may be taken out."""
    remember(store, prefer, PACKS, Choice(GameSetup("duet", "en", ("en-lantern",)), {}))
    forget_pack(store, PACKS, "en-lantern")
    assert last_packs(store, PACKS, "duet", "en") == ("en-lantern",)
