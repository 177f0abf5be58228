"""The campaign as people play it: teams, the map from Prague to each of its ends, what remains after a power cut."""

from collections.abc import Callable

import pytest

from device.config.settings import Settings
from device.game.campaign import progress, way_to
from device.headless.pilot import NoSuchTarget, Pilot
from device.rules.actions import Stop
from device.rules.missions import MISSIONS
from device.rules.model import DuetPublic, Phase
from device.storage.store import GameResult, StoreError
from device.ui.campaign.map import Map
from device.ui.kit.names import city_name
from hardware.ports import Seat, TypedText
from tests.app.campaign import cards, clue, lose, mistake, table, teams, win, won
from tests.app.conftest import texts

ENDS = [city for city, mission in MISSIONS.items() if not mission.opens]


def the_map(pilot: Pilot) -> Map:
    top = pilot.kiosk.screens.top
    assert isinstance(top, Map)
    return top


def name_team(pilot: Pilot, name: str) -> None:
    pilot.tap("new_team")
    pilot.type(name)
    pilot.tap("confirm")


def road_to(city: str) -> list[str]:
    before = way_to(city)
    return [*(road_to(before) if before else []), city]


def begin(pilot: Pilot, city: str) -> None:
    """Start a mission from the map."""
    pilot.tap(f"city:{city}")
    pilot.tap("start")
    assert pilot.screen == "table"
    assert table(pilot).options.mission == city


@pytest.mark.parametrize("end", ENDS)
def test_a_team_gets_to_each_end_of_the_map(end: str, pilot: Pilot) -> None:
    pilot.tap("campaign")
    name_team(pilot, "foxes")
    for city in road_to(end):
        assert city in the_map(pilot).progress.open
        assert not the_map(pilot).progress.open & set(MISSIONS[city].opens)
        begin(pilot, city)
        bank = table(pilot).bank
        mission = MISSIONS[city]
        assert (bank.total, bank.bystander) == (mission.turns, mission.mistakes)
        pilot.power_cut()
        pilot.tap("continue:a")
        win(pilot)
        assert pilot.screen == "end"
        opens = [city_name(pilot.kiosk.context.texts, after) for after in MISSIONS[city].opens]
        assert (f"Now open: {', '.join(opens)}" if opens else "the end of this road") in texts(pilot)
        pilot.tap("map")
        assert city in the_map(pilot).progress.done
        pilot.power_cut()
        pilot.tap("campaign")
        assert the_map(pilot).team is not None
        assert city in the_map(pilot).progress.done
    assert the_map(pilot).progress.done == set(road_to(end))


def test_all_26_missions_bring_the_world_to_safety(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    for city in MISSIONS:
        if city != "singapore":
            won(pilot, city, "Foxes")
    pilot.tap("campaign")
    begin(pilot, "singapore")
    win(pilot)
    assert "all 26 missions" in texts(pilot)


def test_a_closed_mission_cannot_be_started(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    pilot.tap("city:vatican")
    assert not pilot.target("start").enabled
    assert "Monte Carlo" in texts(pilot)
    pilot.tap("start")
    assert pilot.screen == "map"


def test_a_lost_mission_opens_nothing_and_is_counted(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    begin(pilot, "prague")
    lose(pilot)
    assert "look at your three" in texts(pilot)
    pilot.tap("map")
    assert the_map(pilot).progress.losses == {"prague": 1}
    assert the_map(pilot).progress.open == {"prague"}


def test_a_won_mission_can_be_taken_back_until_the_keys_are_shown(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    begin(pilot, "prague")
    win(pilot)
    pilot.tap("undo")
    pilot.tap("confirm:a")
    pilot.tap("confirm:b")
    assert pilot.screen == "table"
    assert pilot.store.results() == []
    win(pilot)
    pilot.tap("show_keys")
    pilot.power_cut()
    assert pilot.screen == "end"
    pilot.tap("map")
    assert the_map(pilot).progress.wins == {"prague": 1}


def test_a_done_mission_is_played_again(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    won(pilot, "prague", "Foxes")
    pilot.tap("campaign")
    begin(pilot, "prague")
    win(pilot)
    assert "won once more" in texts(pilot)
    pilot.tap("again")
    assert table(pilot).options.mission == "prague"
    win(pilot)
    pilot.tap("map")
    assert the_map(pilot).progress.wins == {"prague": 3}


@pytest.mark.parametrize(
    ("sign", "kept"), [("\u2764\ufe0f", ""), ("\u3164", ""), ("q" + "\u0301" * 5, "q" + "\u0301" * 3)], ids=ascii
)
def test_a_name_and_notes_of_any_letters_are_those_that_are_kept(sign: str, kept: str, pilot: Pilot) -> None:
    """An emoji of a keyboard: the team was saved, never seen again, and its mission broke; notes were lost."""
    pilot.tap("campaign")
    pilot.tap("start")
    pilot.inputs.put(TypedText(f"Foxes{sign}"))
    pilot.settle()
    pilot.tap("confirm")
    assert pilot.screen == "table"
    pilot.tap("menu:a")
    pilot.tap("abandon")
    pilot.tap("confirm:a")
    pilot.tap("map")
    pilot.tap("notes")
    pilot.inputs.put(TypedText(f"at 8{sign}"))
    pilot.settle()
    pilot.tap("confirm")
    (team,) = pilot.store.teams()
    assert (team.name, team.notes) == (f"Foxes{kept}", f"at 8{kept}")


def test_each_team_has_its_own_map_and_notes(pilot: Pilot) -> None:
    teams(pilot, "Foxes", "Owls")
    won(pilot, "prague", "Foxes")
    pilot.tap("campaign")
    assert the_map(pilot).team is not None and the_map(pilot).team.name == "Foxes"
    pilot.tap("notes")
    pilot.type("at 8")
    pilot.tap("confirm")
    pilot.tap("team:Owls")
    assert the_map(pilot).progress.done == frozenset()
    assert not the_map(pilot).team.notes
    begin(pilot, "prague")
    win(pilot)
    pilot.tap("map")
    assert the_map(pilot).team.name == "Owls"
    pilot.tap("team:Foxes")
    assert the_map(pilot).progress.wins == {"prague": 1}
    assert the_map(pilot).team.notes == "at 8"


def test_start_without_a_team_asks_for_its_name_first(pilot: Pilot) -> None:
    pilot.tap("campaign")
    pilot.tap("start")
    assert pilot.target("key:space")
    pilot.type("owls")
    pilot.tap("confirm")
    assert pilot.screen == "table"
    setup = pilot.kiosk.context.session.setup
    assert setup is not None and setup.team == "owls"


@pytest.mark.parametrize("name", ["", "   ", "foxes", "FOXES", "ﬁsh"])
def test_a_team_needs_a_name_of_its_own(name: str, pilot: Pilot) -> None:
    teams(pilot, "Foxes", "Fish")
    pilot.tap("campaign")
    pilot.tap("new_team")
    pilot.kiosk.screens.top.typed(name)
    pilot.tap("confirm")
    assert pilot.target("key:space")
    assert "name" in texts(pilot)
    assert len(pilot.store.teams()) == 2


@pytest.mark.parametrize("name", ["Zażółć gęślą", "狐狸", "Ünïted 🦊", "x" * 24])
def test_a_team_of_before_may_be_called_anything(name: str, pilot: Pilot) -> None:
    pilot.store.add_team(name)
    pilot.tap("campaign")
    assert pilot.target(f"team:{name}").enabled
    pilot.power_cut()
    assert [team.name for team in pilot.store.teams()] == [name]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("Zażółć gęślą", "Zażółć gęślą"), ("кот 7", "7"), ("Ünïted 🦊", "Ünïted"), ("x" * 24, "x" * 24)],
)
def test_what_the_font_has_not_is_in_no_name_or_notes_that_are_typed(typed: str, kept: str, pilot: Pilot) -> None:
    """ "кот" and "пес", typed on an attached keyboard, were both three empty boxes."""
    pilot.tap("campaign")
    pilot.tap("new_team")
    pilot.inputs.put(TypedText(typed + "\x00\n"))
    pilot.settle()
    pilot.tap("confirm")
    assert pilot.target(f"team:{kept}").enabled
    pilot.tap("notes")
    pilot.inputs.put(TypedText(typed))
    pilot.settle()
    pilot.tap("confirm")
    (team,) = pilot.store.teams()
    assert (team.name, team.notes) == (kept, kept)


def test_two_names_of_letters_that_the_font_has_not_are_none(pilot: Pilot) -> None:
    pilot.tap("campaign")
    for name in ("кот", "пес"):
        pilot.tap("new_team")
        pilot.inputs.put(TypedText(name))
        pilot.settle()
        pilot.tap("confirm")
        assert "A team needs a name." in texts(pilot)
        pilot.tap("cancel")
    assert pilot.store.teams() == []


def test_notes_of_a_version_before_lose_no_letter_by_another_one(pilot: Pilot) -> None:
    pilot.store.add_team("Owls")
    pilot.store.set_notes("Owls", "среда")
    pilot.tap("campaign")
    pilot.tap("notes")
    pilot.inputs.put(TypedText(" 8 пт"))
    pilot.settle()
    pilot.tap("confirm")
    assert [team.notes for team in pilot.store.teams()] == ["среда 8"]


def test_a_name_has_at_most_24_letters_and_loses_the_last_one(pilot: Pilot) -> None:
    pilot.tap("campaign")
    pilot.tap("new_team")
    pilot.type("abcdefghijklmnopqrstuvwxyz")
    pilot.tap("key:backspace")
    pilot.tap("key:space")
    pilot.tap("key:shift")
    pilot.tap("key:A")
    pilot.tap("confirm")
    assert [team.name for team in pilot.store.teams()] == ["abcdefghijklmnopqrstuvw"]


def test_a_team_is_deleted_with_one_touch_and_one_confirmation(pilot: Pilot) -> None:
    teams(pilot, "Foxes", "Owls")
    won(pilot, "prague", "Foxes")
    pilot.tap("campaign")
    pilot.tap("delete_team")
    pilot.tap("cancel")
    assert len(pilot.store.teams()) == 2
    pilot.tap("delete_team")
    pilot.tap("confirm")
    assert [team.name for team in pilot.store.teams()] == ["Owls"]
    with pytest.raises(NoSuchTarget):
        pilot.target("team:Foxes")
    assert [row.team for row in pilot.store.results()] == [None]


COUNTS_FOR_NOBODY = "Its game on the table then counts for nobody."


def test_a_team_whose_mission_is_on_the_table_is_deleted_knowingly(pilot: Pilot) -> None:
    teams(pilot, "Foxes", "Owls")
    pilot.tap("campaign")
    pilot.tap("team:Foxes")
    begin(pilot, "prague")
    pilot.tap("menu:a")
    pilot.tap("home")
    pilot.tap("campaign")
    for team in ("Owls", "Foxes"):
        pilot.tap(f"team:{team}")
        pilot.tap("delete_team")
        assert (COUNTS_FOR_NOBODY in texts(pilot)) is (team == "Foxes")
        pilot.tap("cancel")


@pytest.mark.parametrize("keys", [False, True])
def test_the_end_claims_no_city_for_a_team_that_is_gone(pilot: Pilot, keys: bool) -> None:
    """Prague was done, it said, and others open: the win counted for nobody, and the map had Prague open again."""
    teams(pilot, "Foxes", "Owls")
    won(pilot, "prague", "Foxes")
    pilot.tap("campaign")
    pilot.tap("team:Foxes")
    begin(pilot, "berlin")
    pilot.tap("menu:a")
    pilot.tap("home")
    pilot.tap("campaign")
    pilot.tap("team:Foxes")
    pilot.tap("delete_team")
    pilot.tap("confirm")
    pilot.tap("back")
    pilot.tap("continue")
    win(pilot)
    pilot.wait(3)
    assert pilot.screen == "end"
    if keys:
        pilot.tap("show_keys")
        pilot.power_cut()
    assert not any(words in texts(pilot) for words in ("is done", "open", "To the map"))
    assert "map:a" not in {target.name for target in pilot.kiosk.frame.targets}
    pilot.tap("again")
    setup, options = pilot.kiosk.context.session.setup, table(pilot).options
    assert setup is not None and setup.team is None
    assert (options.mission, options.tokens, options.mistakes) == (None, 11, 2), "as hard as it was, and no mission"
    assert [row.team for row in pilot.store.results()] == [None, None]


def test_the_game_of_a_team_that_is_gone_counts_for_no_new_one_of_its_name(pilot: Pilot) -> None:
    """Berlin was booked for the new Foxes, who had never won Prague."""
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    begin(pilot, "prague")
    assert pilot.kiosk.context.session.setup.team == "Foxes"
    pilot.tap("menu:a")
    pilot.tap("home")
    pilot.tap("campaign")
    pilot.tap("delete_team")
    pilot.tap("confirm")
    name_team(pilot, "foxes")
    assert "That name is taken." in texts(pilot)


def test_deleting_a_team_is_the_owners_where_there_is_a_pin(make: Callable[..., Pilot]) -> None:
    pilot = make(settings=Settings(pin="4711"))
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    pilot.tap("delete_team")
    assert pilot.target("digit:0")
    for digit in "4711":
        pilot.tap(f"digit:{digit}")
    pilot.tap("confirm")
    assert len(pilot.store.teams()) == 1
    pilot.tap("confirm:a")
    assert pilot.store.teams() == []


def test_teams_beyond_the_bar_are_a_page_away(pilot: Pilot) -> None:
    names = [f"Team {letter}" for letter in "ABCDEFGHIJ"]
    teams(pilot, *names)
    pilot.tap("campaign")
    seen = set()
    for _ in names:
        seen |= {t.name.removeprefix("team:") for t in pilot.kiosk.frame.targets if t.name.startswith("team:")}
        pilot.tap("more_teams")
    assert seen == set(names)


def test_cities_are_stepped_round_and_round(pilot: Pilot) -> None:
    pilot.tap("campaign")
    assert the_map(pilot).selected == "prague"
    pilot.tap("previous")
    assert the_map(pilot).selected == list(MISSIONS)[-1]
    pilot.tap("next")
    pilot.tap("next")
    assert the_map(pilot).selected == list(MISSIONS)[1]


def test_a_mission_is_played_by_the_team_on_whose_map_it_is(pilot: Pilot) -> None:
    teams(pilot, "Foxes", "Owls")
    won(pilot, "prague", "Foxes")
    pilot.tap("campaign")
    pilot.tap("city:cairo")
    pilot.tap("options")
    assert pilot.screen == "new_game"
    with pytest.raises(NoSuchTarget):
        pilot.target("team:Owls")
    pilot.tap("team:Foxes")
    pilot.tap("start")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None and setup.team == "Foxes"


def test_a_standard_game_of_a_team_is_prague_and_an_easier_one_is_not(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("new_game")
    pilot.tap("team:Foxes")
    pilot.tap("start")
    assert table(pilot).options.mission == "prague"
    win(pilot)
    pilot.tap("home")
    pilot.tap("new_game")
    pilot.tap("team:Foxes")
    pilot.tap("option:tokens:10")
    pilot.tap("start")
    assert table(pilot).options.mission is None


def test_a_mission_won_while_the_memory_fails_opens_the_next_one(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    begin(pilot, "prague")
    pilot.fail("store")
    win(pilot)
    pilot.tap("map")
    assert the_map(pilot).progress.done == {"prague"}
    assert "berlin" in the_map(pilot).progress.open
    pilot.mend("store")
    pilot.kiosk.screens.go_home()
    pilot.settle()
    pilot.tap("statistics")
    assert "1 game played" in texts(pilot)


def test_a_single_game_chosen_on_the_map_is_no_mission(pilot: Pilot) -> None:
    teams(pilot, "Foxes")
    pilot.tap("campaign")
    pilot.tap("options")
    pilot.tap("option:mission:none")
    pilot.tap("start")
    setup = pilot.kiosk.context.session.setup
    assert setup is not None and setup.team is None
    table = pilot.kiosk.context.table
    assert isinstance(table, DuetPublic) and table.options.mission is None


def test_the_table_tells_what_a_mistake_costs(pilot: Pilot) -> None:
    """Yakutsk 8-4: four mistakes of one token each, then two at a time; at the last token one loses the game."""
    teams(pilot, "Foxes")
    for city in ("prague", "moscow"):
        won(pilot, city, "Foxes")
    pilot.tap("campaign")
    begin(pilot, "yakutsk")
    for _ in range(4):
        assert "Yakutsk" in texts(pilot)
        assert "a mistake costs 1 token" in texts(pilot) and "−1" in texts(pilot)
        mistake(pilot)
    assert "a mistake costs 2 tokens" in texts(pilot) and "−2" in texts(pilot)
    giver = clue(pilot)
    pilot.hold(f"card:{cards(pilot, giver, 'agent')[0]}")
    if table(pilot).phase is Phase.GUESS:
        pilot.kiosk.context.session.do(Stop(giver.other))
        pilot.settle()
    mistake(pilot)
    assert table(pilot).bank.total == 1
    assert "a mistake loses the game" in texts(pilot)
    mistake(pilot)
    result = table(pilot).result
    assert result is not None and (result.outcome, result.reason) == ("lost", "time")


def test_out_of_time_again_is_met_with_advice_and_once_is_not(pilot: Pilot) -> None:
    for times in (1, 2):
        pilot.tap("new_game")
        pilot.tap("option:tokens:1")
        pilot.tap("start")
        mistake(pilot)
        assert table(pilot).phase is Phase.SUDDEN_DEATH
        pilot.press("a")
        pilot.hold(f"card:{cards(pilot, Seat.B, 'bystander')[0]}")
        assert pilot.screen == "end"
        assert ("10 or 11 tokens" in texts(pilot)) is (times == 2)
        pilot.tap("home")


def test_a_store_that_fails_costs_no_game(pilot: Pilot) -> None:
    pilot.tap("campaign")
    pilot.fail("store")
    name_team(pilot, "owls")
    assert pilot.target("key:space")
    assert "could not be saved" in texts(pilot)


def test_the_team_on_the_map_is_always_among_those_shown(pilot: Pilot) -> None:
    teams(pilot, *"ABCDEFGH")
    pilot.tap("campaign")
    name_team(pilot, "Zebras")
    seen = set()
    for _ in range(8):
        shown = [target.name for target in pilot.kiosk.frame.targets if target.name.startswith("team:")]
        assert "team:Zebras" in shown
        seen |= set(shown)
        pilot.tap("more_teams")
    assert seen == {f"team:{name}" for name in (*"ABCDEFGH", "Zebras")}


def test_a_team_whose_games_cannot_be_read_plays_on_no_map_of_another(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It saw the other one's, and could begin what that one had opened."""
    session = pilot.kiosk.context.session

    def failing(team: str | None = None) -> list[GameResult]:
        raise StoreError("disk I/O error")

    for name in ("Owls", "Foxes"):
        pilot.store.add_team(name)
    pilot.tap("campaign")
    page = the_map(pilot)
    page.choose("Owls")
    assert page.team is not None
    monkeypatch.setattr(session, "results", failing)
    page.choose("Foxes")
    assert page.team is None
    assert page.progress == progress(())


@pytest.mark.parametrize("name", ["x" * 150, "\u202eOwls"])
def test_a_team_whose_name_is_damaged_is_on_no_map(name: str, pilot: Pilot) -> None:
    """The map showed its wins to nobody, and to start asked for a new team beside the one that was there."""
    for team in ("Foxes", "Owls"):
        pilot.store.add_team(team)
    played = GameResult("duet", "won", "agents", 5, 5, 15, 15, mission="prague", tokens=9, mistakes=9, team="Owls")
    pilot.store.book(played, leave=True)
    pilot.store._db.execute("UPDATE team SET name = ? WHERE name = 'Owls'", [name])
    pilot.tap("campaign")
    page = the_map(pilot)
    assert page.team is not None and page.team.name == "Foxes"
    assert page.progress == progress(())
