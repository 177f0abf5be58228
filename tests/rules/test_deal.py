"""Dealing: every key is one a key card can have, and every arrangement is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from device.rules import InvalidValue, deal, key_view, start
from device.rules.deal import deal_with_key, grid_size
from device.rules.events import Dealt
from device.rules.missions import FIRST, MISSIONS, open_missions
from device.rules.model import DuetOptions, Identity, Options, Side, VersusOptions
from tests.rules.games import VERSUS_VARIANTS, names

PAIRS = {
    ("agent", "agent"): 3,
    ("agent", "assassin"): 1,
    ("agent", "bystander"): 5,
    ("assassin", "agent"): 1,
    ("assassin", "assassin"): 1,
    ("assassin", "bystander"): 1,
    ("bystander", "agent"): 5,
    ("bystander", "assassin"): 1,
    ("bystander", "bystander"): 7,
}
DEALS = 2000


def test_every_duet_key_has_the_nine_pairs() -> None:
    """3 + 1 + 5, 1 + 1 + 1, 5 + 1 + 7: what A and B see; 9 agents and 3 assassins a face."""
    for seed in range(DEALS):
        state = start(deal(DuetOptions(), names(25), Random(seed)))
        a, b = key_view(state, Side.A), key_view(state, Side.B)
        assert Counter(zip(a, b, strict=True)) == PAIRS
        assert Counter(a) == Counter(b) == {"agent": 9, "assassin": 3, "bystander": 13}


@pytest.mark.parametrize("given_options", VERSUS_VARIANTS, ids=lambda given: "-".join(given.values()))
def test_every_versus_key_has_its_counts(given_options: dict[str, Any]) -> None:
    """The starting team has one agent more; both spymasters see the same key."""
    options = VersusOptions(**given_options)
    large = options.grid == "5x5"
    first, second, bystanders = (9, 8, 7) if large else (8, 7, 4)
    for seed in range(100):
        state = start(deal(options, names(25 if large else 20), Random(seed)))
        key = key_view(state, Side.RED)
        other = "blue" if options.starts == "red" else "red"
        assert Counter(key) == {options.starts: first, other: second, "bystander": bystanders, "assassin": 1}
        assert key_view(state, Side.BLUE) == key


def test_the_same_seed_deals_the_same_key() -> None:
    """Chance comes from the given generator alone."""
    assert deal(DuetOptions(), names(25), Random(7)) == deal(DuetOptions(), names(25), Random(7))
    assert deal(DuetOptions(), names(25), Random(7)) != deal(DuetOptions(), names(25), Random(8))


def duet_look(dealt: Dealt, place: int) -> object:
    """Return what both sides see of a place."""
    return tuple(face[place] for face in dealt.key.faces)


def versus_look(dealt: Dealt, place: int) -> object:
    """Return what a place hides."""
    return dealt.key.faces[0][place]


def chi_square(seen: Counter[Any], expected: dict[Any, float]) -> float:
    """Return Pearson's statistic."""
    assert seen.keys() <= expected.keys()
    return sum((seen[thing] - wanted) ** 2 / wanted for thing, wanted in expected.items())


@pytest.mark.parametrize(
    ("options", "look", "counts"),
    [
        (DuetOptions(), duet_look, PAIRS),
        (VersusOptions(), versus_look, {"red": 9, "blue": 8, "bystander": 7, "assassin": 1}),
        (
            VersusOptions(grid="5x4", starts="blue"),
            versus_look,
            {"blue": 8, "red": 7, "bystander": 4, "assassin": 1},
        ),
    ],
    ids=["duet", "5x5", "5x4"],
)
def test_every_place_is_dealt_alike(options: Any, look: Callable[[Dealt, int], object], counts: dict[Any, int]) -> None:
    """Each place has each look as often as the key card has it, each pair of neighbours too: chi-square, fixed seeds.

    The limits are four and five standard deviations; the factor is that of places that share one deal.
    """
    size = sum(counts.values())
    rng = Random(20)
    deals = [deal(options, names(size), rng) for _ in range(DEALS)]
    freedom = (len(counts) - 1) * (size - 1)
    total = sum(
        chi_square(
            Counter(look(dealt, place) for dealt in deals),
            {thing: DEALS * count / size for thing, count in counts.items()},
        )
        for place in range(size)
    )
    assert abs(total / size * (size - 1) - freedom) < 4 * (2 * freedom) ** 0.5
    neighbours = Counter((look(dealt, 0), look(dealt, 1)) for dealt in deals)
    expected = {
        (one, two): DEALS * counts[one] * (counts[two] - (one == two)) / (size * (size - 1))
        for one in counts
        for two in counts
        if counts[one] > (one == two)
    }
    assert chi_square(neighbours, expected) < (len(expected) - 1) + 5 * (2 * (len(expected) - 1)) ** 0.5


def test_dealt_keys_differ() -> None:
    """No arrangement is one of a short list."""
    keys = {deal(DuetOptions(), names(25), Random(seed)).key for seed in range(DEALS)}
    assert len(keys) == DEALS


@pytest.mark.parametrize(
    ("cards", "fault"),
    [
        *((names(count), f"cards: {count}: 25 cards") for count in (0, 24, 26)),
        *(([*names(25 - more), *["CARD3"] * more], "cards: 'CARD3': each card once") for more in (1, 2, 21)),
    ],
)
def test_the_wrong_cards_are_refused(cards: list[str], fault: str) -> None:
    """25 different cards lie on a 5 x 5 grid."""
    with pytest.raises(InvalidValue) as refused:
        deal(DuetOptions(), cards, Random(1))
    assert str(refused.value) == fault


def _refused_key(options: Options, faces: tuple[tuple[Identity, ...], ...]) -> tuple[str, object, str]:
    with pytest.raises(InvalidValue) as refused:
        deal_with_key(options, names(grid_size(options)), faces)
    return refused.value.place, refused.value.value, refused.value.allowed


CARD = (
    "agent/agent 3, agent/assassin 1, agent/bystander 5, assassin/agent 1, assassin/assassin 1, "
    "assassin/bystander 1, bystander/agent 5, bystander/assassin 1, bystander/bystander 7"
)


def test_a_key_no_key_card_has_is_refused() -> None:
    """The faces alone are right, the pairs are not."""
    dealt = deal(DuetOptions(), names(25), Random(1))
    a, b = dealt.key.faces
    place = next(n for n in range(25) if (a[n], b[n]) == ("agent", "agent"))
    other = next(n for n in range(25) if (a[n], b[n]) == ("bystander", "bystander"))
    turned = [*b]
    turned[place], turned[other] = turned[other], turned[place]
    found = CARD.replace("agent/agent 3", "agent/agent 2").replace("bystander/bystander 7", "bystander/bystander 6")
    found = found.replace("agent/bystander 5", "agent/bystander 6").replace("bystander/agent 5", "bystander/agent 6")
    assert _refused_key(DuetOptions(), (a, tuple(turned))) == ("key", found, f"the pairs of a key card: {CARD}")
    assert deal_with_key(DuetOptions(), dealt.cards, (a, b)) == dealt


@pytest.mark.parametrize("grid", ["5x5", "5x4"])
def test_a_key_of_the_other_starting_team_is_refused(grid: Any) -> None:
    """It has an agent too many of one team and one too few of the other."""
    red, blue = VersusOptions(grid=grid), VersusOptions(grid=grid, starts="blue")
    for options, others in ((red, blue), (blue, red)):
        dealt = deal(options, names(grid_size(options)), Random(1))
        first, second, bystanders = (9, 8, 7) if grid == "5x5" else (8, 7, 4)
        found, wanted = (
            f"assassin 1, blue {second if each is red else first}, bystander {bystanders}, "
            f"red {first if each is red else second}"
            for each in (options, others)
        )
        told = f"the starting team is {others.starts}: {wanted}"
        assert _refused_key(others, dealt.key.faces) == ("key", found, told)
        assert deal_with_key(options, dealt.cards, dealt.key.faces) == dealt


@pytest.mark.parametrize("options", [DuetOptions(), VersusOptions(), VersusOptions(grid="5x4")])
def test_a_key_has_a_letter_a_card(options: Options) -> None:
    """No face is longer or shorter than the table, whichever it is."""
    size = grid_size(options)
    faces = deal(options, names(size), Random(1)).key.faces
    for face in range(len(faces)):
        for wrong in (faces[face][1:], (*faces[face], Identity.BYSTANDER)):
            bad = (*faces[:face], wrong, *faces[face + 1 :])
            assert _refused_key(options, bad) == ("key", len(wrong), f"{size} letters, one a card")


def test_a_key_of_ones_own_lies_under_its_own_cards() -> None:
    """The cards are judged with it, as they are when it is dealt."""
    dealt = deal(DuetOptions(), names(25), Random(1))
    with pytest.raises(InvalidValue, match=r"^cards: 24: 25 cards$"):
        deal_with_key(DuetOptions(), names(24), dealt.key.faces)


MAP = {
    "prague": ("9-9", "berlin cairo moscow"),
    "moscow": ("8-8", "yakutsk bangkok"),
    "berlin": ("11-2", "london paris"),
    "cairo": ("9-5", "casablanca baghdad cape_town"),
    "yakutsk": ("8-4", "shanghai"),
    "london": ("10-2", "montreal"),
    "cape_town": ("10-1", "sydney"),
    "tokyo": ("8-1", ""),
    "montreal": ("9-2", "los_alamos"),
    "baghdad": ("8-5", "dubai"),
    "shanghai": ("7-4", "hong_kong"),
    "los_alamos": ("8-2", "washington"),
    "dubai": ("7-5", "mumbai"),
    "hong_kong": ("6-4", ""),
    "washington": ("7-2", ""),
    "sydney": ("9-1", "tokyo"),
    "bangkok": ("7-7", "singapore"),
    "vatican": ("8-0", ""),
    "singapore": ("6-6", ""),
    "mumbai": ("6-5", ""),
    "madrid": ("10-0", "monte_carlo"),
    "paris": ("11-0", "madrid"),
    "monte_carlo": ("9-0", "vatican"),
    "casablanca": ("9-3", "bogota"),
    "bogota": ("8-3", "rio_de_janeiro"),
    "rio_de_janeiro": ("7-3", ""),
}


def test_the_mission_map() -> None:
    """26 cities, 25 links, a tree from Prague."""
    told = {name: (f"{m.turns}-{m.mistakes}", " ".join(m.opens)) for name, m in MISSIONS.items()}
    assert told == MAP
    assert len(MAP) == 26
    opened = [city for mission in MISSIONS.values() for city in mission.opens]
    assert sorted([FIRST, *opened]) == sorted(MISSIONS)


def test_winning_a_mission_opens_its_links() -> None:
    """A team starts with Prague; done missions stay open."""
    assert open_missions(frozenset()) == {"prague"}
    assert open_missions(frozenset({"prague"})) == {"prague", "berlin", "cairo", "moscow"}
    assert open_missions(frozenset({"prague", "berlin"})) == {"prague", "berlin", "cairo", "moscow", "london", "paris"}
    assert open_missions(frozenset(MISSIONS)) == frozenset(MISSIONS)


def test_identities_are_the_words_of_the_formats() -> None:
    """The pairs above are compared as the words they are."""
    assert {str(identity) for identity in Identity} == {"agent", "red", "blue", "bystander", "assassin"}
