"""Chances: what a key card allows, and how many cards a number means."""

import pytest

from device.players.chances import MEANT, PULL, Odds, agents_left, meant, prior
from device.rules.actions import GiveClue, Guess
from device.rules.model import Side, VersusOptions
from tests.players.boards import CARDS, duet, seen, versus


def test_meant_cards_add_up_to_the_number() -> None:
    for number in (1, 2, 3, 4):
        chances = meant((1000, 180_000, 30_000, 1000, 5000), number)
        assert sum(chances) == pytest.approx(number, abs=1e-3)
        assert sorted(chances, reverse=True) == [chances[place] for place in (1, 2, 4, 0, 3)]
    assert meant((3.0, 0.0, 2.0), 2) == (1.0, 0.0, 1.0)
    assert meant((3.0, 1.0), 0) == (0.0, 0.0)


def test_pull_rises_with_weight_and_hardly_anything_pulls_at_what_is_not_written() -> None:
    for numbers in (PULL, MEANT):
        assert list(numbers) == sorted(set(numbers))
        assert len(numbers) == 128
    assert PULL[16] == 2 * PULL[8] == 4000
    assert PULL[0] < PULL[1]


@pytest.mark.parametrize(
    ("place", "agent", "assassin"),
    [(0, 3 / 9, 1 / 9), (9, 1 / 3, 1 / 3), (12, 5 / 13, 1 / 13)],
    ids=["own agent", "own assassin", "own bystander"],
)
def test_at_the_start_the_pairs_of_a_key_card_count(place: int, agent: float, assassin: float) -> None:
    odds = prior(seen(duet(), Side.A), CARDS[place], Side.A)
    assert odds == Odds(pytest.approx(agent), pytest.approx(assassin))


def test_what_was_touched_is_known() -> None:
    """A found an agent among its own agents, then a bystander among its own bystanders."""
    moves = (GiveClue(Side.B, 2, "sea"), Guess(Side.A, CARDS[0]), Guess(Side.A, CARDS[18]))
    observation = seen(duet(), Side.A, *moves)
    assert prior(observation, CARDS[1], Side.A) == Odds(pytest.approx(2 / 8), pytest.approx(1 / 8))
    assert prior(observation, CARDS[12], Side.A) == Odds(pytest.approx(5 / 12), pytest.approx(1 / 12))
    assert agents_left(observation, Side.A) == 8


def test_without_a_key_the_cards_left_count() -> None:
    state = versus("RRRRRRRRRBBBBBBBB.......K")
    observation = seen(state, Side.RED, GiveClue(Side.RED, 3, "sea"), Guess(Side.RED, CARDS[0]))
    assert prior(observation, CARDS[1], Side.RED) == Odds(8 / 24, 1 / 24, 8 / 24)


def test_in_an_assassin_finale_the_assassin_is_looked_for_last() -> None:
    key = "RRRRRRRRRBBBBBBBB.......K"
    moves = [GiveClue(Side.RED, "unlimited", "sea"), *(Guess(Side.RED, card) for card in CARDS[:9])]
    observation = seen(versus(key, options=VersusOptions(ending="assassin")), Side.RED, *moves)
    assert agents_left(observation, Side.RED) == 1
    assert prior(observation, CARDS[24], Side.RED) == Odds(1 / 16, 0.0, 8 / 16)
