"""Giving clues: for the own agents, away from the assassins, in words that are valid and new."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.cards.library import PackLibrary
from device.files.assets import assets
from device.game.box_player import CheckedWords
from device.players.box import BoxPlayer
from device.players.giver import Giver
from device.players.knowledge import Knowledge
from device.players.temper import BOLD, CAREFUL
from device.rules.actions import GiveClue, Guess, Pass, Stop
from device.rules.actions import Object as Objection
from device.rules.model import DuetOptions, Side, VersusOptions
from tests.cards.test_own_packs import picture
from tests.players.boards import CARDS, FACE_A, duet, seen, versus
from tests.players.conftest import NAMES


def board(*agents: str, assassins: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return cards whose first are agents on side A's face, and whose 10th to 12th are its assassins."""
    others = [name for name in NAMES if name not in (*agents, *assassins)]
    mine = [*agents, *others[: 9 - len(agents)]]
    rest = [*assassins, *others[9 - len(agents) :]]
    return (*mine, *rest)[:25]


def test_one_clue_for_what_belongs_together(box: BoxPlayer) -> None:
    """WHALE, ISLAND and SHIP are agents on A's face."""
    idea = box.giver.think(seen(duet(), Side.A), Random(0))
    assert idea is not None
    assert set(idea.means) >= {"WHALE", "ISLAND", "SHIP"}
    assert idea.number == len(idea.means)


def test_an_assassin_is_kept_clear_of(box: BoxPlayer) -> None:
    """Ocean would be the clue for WHALE, ISLAND and SALT, were SHIP no assassin."""
    cards = board("WHALE", "ISLAND", "SALT", assassins=("SHIP",))
    assert cards[9] == "SHIP"
    idea = box.giver.think(seen(duet(cards=cards), Side.A), Random(0))
    weights = box.giver._knowledge.weights(idea.word, ("SHIP",)) if idea else None
    assert weights is not None
    assert weights[0] < 30


def test_a_careful_giver_is_worth_less_near_an_assassin_than_a_bold_one(knowledge: Knowledge) -> None:
    cards = board("WHALE", "ISLAND", "SALT", assassins=("SHIP", "RIVER", "BRIDGE"))
    worths = []
    for temper in (CAREFUL, BOLD):
        idea = Giver(knowledge, temper).think(seen(duet(cards=cards), Side.A), Random(0))
        assert idea is not None
        worths.append(idea.worth)
    assert worths[0] < worths[1]


@pytest.mark.parametrize("how", [str, str.upper, "{}s".format], ids=["itself", "capitals", "plural"])
def test_the_best_word_is_not_said_twice_nor_a_relative_of_it(box: BoxPlayer, how: Callable[[str], str]) -> None:
    first = box.giver.think(seen(duet(), Side.A), Random(0))
    assert first is not None
    mine = (GiveClue(Side.A, 1, how(first.word)), Guess(Side.B, CARDS[20]))
    theirs = (GiveClue(Side.B, 1, "night"), Guess(Side.A, "WOLF"))
    later = box.giver.think(seen(duet(), Side.A, *mine, *theirs), Random(0))
    assert later is not None
    assert later.word != first.word


def test_a_clue_that_would_be_best_but_is_invalid_is_not_given(box: BoxPlayer) -> None:
    """Milk itself points at CHEESE and FARM, and lies on the table."""
    cards = board("MILK", "CHEESE", "FARM")
    for seed in range(5):
        idea = box.giver.think(seen(duet(cards=cards), Side.A), Random(seed))
        assert idea is not None
        assert box.giver._knowledge.words.is_valid(idea.word, cards)


def test_the_name_of_a_picture_may_be_said(knowing: Callable[[Mapping[str, Mapping[str, int]]], Knowledge]) -> None:
    giver = Giver(knowing({card: {"milk": 90} for card in ("MILK", "CHEESE", "FARM")}))
    observation = seen(duet(cards=board("MILK", "CHEESE", "FARM")), Side.A)
    assert giver.think(observation, Random(0)) is None
    idea = giver.think(replace(observation, pictures=frozenset({"MILK"})), Random(0))
    assert idea is not None and idea.word == "milk"


def test_pictures_that_are_not_on_the_table_make_no_word_a_picture(tmp_path: Path) -> None:
    """Where the owner had a picture of that name, the box said a word that lay there."""
    for name in NAMES[:20]:
        picture(tmp_path / f"zoo/{name}.png")
    words = CheckedWords("en", PackLibrary(assets(), (tmp_path,)))
    assert not words.is_valid(NAMES[0].lower(), NAMES[:2])


@given(st.permutations(NAMES), st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_a_clue_is_always_valid_and_means_own_agents(knowledge: Knowledge, order: list[str], seed: int) -> None:
    state = duet(cards=tuple(order[:25]))
    for side in (Side.A, Side.B):
        observation = seen(state, side)
        idea = Giver(knowledge).think(observation, Random(seed))
        assert idea is not None
        assert " " not in idea.word
        assert knowledge.words.is_valid(idea.word, observation.public.cards)
        face = dict(zip(observation.public.cards, observation.face or (), strict=True))
        assert {face[card] for card in idea.means} <= {"agent"}
        assert len(set(idea.means)) == len(idea.means) <= 9
        assert Giver(knowledge).think(observation, Random(seed)) == idea


def test_without_a_word_for_its_cards_it_says_one_that_points_nowhere_bad(knowledge: Knowledge) -> None:
    """An owner's cards are all unknown; a clue has still to be given."""
    cards = tuple(f"GRUFFALO{chr(65 + number)}" for number in range(25))
    action = BoxPlayer(knowledge).act(seen(duet(cards=cards), Side.A), Random(0))
    assert isinstance(action, GiveClue)
    assert action.word
    assert action.number == 1


KEY = "RRRRRRRRRBBBBBBBB.......K"


def test_the_last_clue_reaches_for_all_that_is_left_however_loosely(knowing: Callable[..., Knowledge]) -> None:
    """What no clue pointed at is guessed blindly in sudden death."""
    columns = {CARDS[0]: {"zenith": 90, "quartz": 20}, **{card: {"quartz": 12} for card in CARDS[1:4]}}
    giver = Giver(knowing(columns))
    last, early = (giver.think(seen(duet(options=DuetOptions(tokens, tokens)), Side.A), Random(0)) for tokens in (2, 9))
    assert last is not None
    assert early is not None
    assert (last.word, set(last.means)) == ("quartz", set(CARDS[:4]))
    assert (early.word, early.means) == ("zenith", CARDS[:1])


def test_what_an_earlier_clue_points_at_waits_for_what_none_does(knowing: Callable[..., Knowledge]) -> None:
    columns = {card: {"zenith": 90, "vortex": 90} for card in CARDS[:2]} | {card: {"quartz": 60} for card in CARDS[2:4]}
    giver = Giver(knowing(columns))
    mine = (GiveClue(Side.A, 2, "zenith"), Guess(Side.B, CARDS[20]))
    theirs = (GiveClue(Side.B, 1, "night"), Guess(Side.A, "WOLF"))
    idea = giver.think(seen(duet(), Side.A, *mine, *theirs), Random(0))
    assert idea is not None
    assert idea.word == "quartz"


def test_what_is_written_loosely_is_meant_only_in_a_hurry(knowing: Callable[..., Knowledge]) -> None:
    """People find hardly half of such cards."""
    giver = Giver(knowing({CARDS[0]: {"zenith": 90}, CARDS[1]: {"zenith": 60}, CARDS[2]: {"zenith": 50}}))
    early, late = (giver.think(seen(duet(options=DuetOptions(tokens, 9)), Side.A), Random(0)) for tokens in (9, 6))
    assert early is not None
    assert late is not None
    assert (early.means, late.means) == (CARDS[:2], CARDS[:3])


def test_a_faint_link_to_an_assassin_counts(knowing: Callable[..., Knowledge]) -> None:
    """Found by readers: what hardly points at an assassin was touched by them for a card that was meant."""
    columns = {card: {"quartz": 60} for card in CARDS[:2]} | {card: {"zenith": 60} for card in CARDS[2:4]}
    columns[CARDS[FACE_A.index("K")]] = {"quartz": 3}
    idea = Giver(knowing(columns)).think(seen(duet(), Side.A), Random(0))
    assert idea is not None
    assert idea.word == "zenith"


def test_a_spymaster_clues_its_team_and_not_the_other(box: BoxPlayer) -> None:
    idea = box.giver.think(seen(versus(KEY), Side.RED), Random(0))
    assert idea is not None
    assert set(idea.means) <= set(CARDS[:9])
    turn = (GiveClue(Side.RED, 1, "qwxz"), Guess(Side.RED, CARDS[20]))
    idea = box.giver.think(seen(versus(KEY), Side.BLUE, *turn), Random(0))
    assert idea is not None
    assert set(idea.means) <= set(CARDS[9:17])


@pytest.mark.parametrize("ending", ["standard", "assassin"])
def test_against_the_simulated_opponent_it_covers_an_enemy_card(box: BoxPlayer, ending: str) -> None:
    options = VersusOptions(opponent="simulated", ending=ending)  # type: ignore[arg-type]
    turn = (GiveClue(Side.RED, 1, "ocean"), Guess(Side.RED, "WHALE"), Stop(Side.RED))
    action = box.act(seen(versus(KEY, options=options), Side.RED, *turn), Random(0))
    assert getattr(action, "card", None) in CARDS[9:17]


def test_after_an_objection_it_covers_an_own_card_or_passes_when_there_is_none(box: BoxPlayer) -> None:
    moves = (GiveClue(Side.RED, 1, "ocean"), Objection(Side.BLUE))
    action = box.act(seen(versus(KEY), Side.BLUE, *moves), Random(0))
    assert getattr(action, "card", None) in CARDS[9:17]
    finale = VersusOptions(ending="assassin")
    blue = [
        GiveClue(Side.BLUE, "unlimited", "ring"),
        *(Guess(Side.BLUE, card) for card in CARDS[9:17]),
        Stop(Side.BLUE),
    ]
    opening = (GiveClue(Side.RED, 1, "ocean"), Guess(Side.RED, CARDS[20]))
    again = (GiveClue(Side.RED, 1, "night"), Objection(Side.BLUE))
    action = box.act(seen(versus(KEY, options=finale), Side.BLUE, *opening, *blue, *again), Random(0))
    assert action == Pass(Side.BLUE)


def test_in_a_finale_the_last_clue_is_for_the_assassin(box: BoxPlayer) -> None:
    finale = VersusOptions(ending="assassin")
    red = [GiveClue(Side.RED, "unlimited", "ring"), *(Guess(Side.RED, card) for card in CARDS[:9]), Stop(Side.RED)]
    blue = (GiveClue(Side.BLUE, 1, "night"), Guess(Side.BLUE, CARDS[20]))
    idea = box.giver.think(seen(versus(KEY, options=finale), Side.RED, *red, *blue), Random(0))
    assert idea is not None
    assert idea.means == (CARDS[24],)
