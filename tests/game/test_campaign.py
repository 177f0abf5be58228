"""A team's progress out of its results."""

from device.game.campaign import opened, progress, way_to
from device.rules.missions import MISSIONS
from device.storage.store import GameResult
from device.ui.campaign.cities import LABELS, PLACES


def played(mission: str | None, outcome: str) -> GameResult:
    return GameResult("duet", outcome, "agents", 5, 5, 15, 15, mission=mission, tokens=9, mistakes=9)


def test_a_team_begins_in_prague() -> None:
    fresh = progress(())
    assert (fresh.done, fresh.open, fresh.next) == (frozenset(), {"prague"}, "prague")


def test_wins_open_and_losses_are_counted_and_the_rest_is_neither() -> None:
    rows = [played("prague", "lost"), played("prague", "won"), played("prague", "abandoned"), played(None, "won")]
    told = progress(rows)
    assert told.done == {"prague"}
    assert told.open == {"prague", "berlin", "cairo", "moscow"}
    assert (told.wins, told.losses, told.next) == ({"prague": 1}, {"prague": 1}, "berlin")


def test_a_mission_opens_its_links_once() -> None:
    assert opened(progress(()), "prague") == ("berlin", "cairo", "moscow")
    assert opened(progress([played("prague", "won")]), "prague") == ()
    assert opened(progress([played("prague", "won")]), "berlin") == ("london", "paris")


def test_every_city_but_the_first_is_opened_by_one_other() -> None:
    assert [city for city in MISSIONS if way_to(city) is None] == ["prague"]
    assert sorted(way_to(city) or "" for city in MISSIONS if city != "prague") == sorted(
        city for city, mission in MISSIONS.items() for _ in mission.opens
    )


def test_every_city_has_its_place_on_earth() -> None:
    assert set(PLACES) == set(LABELS) == set(MISSIONS)
    assert all(-90 < latitude < 90 and -180 < longitude < 180 for latitude, longitude in PLACES.values())
