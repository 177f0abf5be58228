"""Guessing: the meant cards first, own face and earlier clues counted, and an end in time."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from device.players.box import BoxPlayer
from device.players.guesser import Guesser, Thought
from device.players.knowledge import Knowledge
from device.players.temper import BOLD, CAREFUL
from device.rules.actions import Action, GiveClue, Guess, Stop
from device.rules.model import Cover, DuetOptions, Identity, Side, VersusOptions
from tests.players.boards import CARDS, FACE_A, FACE_B, duet, seen, versus
from tests.players.conftest import NAMES


def cards(thought: Thought) -> list[str]:
    return [candidate.card for candidate in thought.candidates]


def test_the_meant_cards_come_first_and_then_it_stops(box: BoxPlayer) -> None:
    thought = box.guesser.think(seen(duet(), Side.B, GiveClue(Side.A, 3, "ocean")))
    assert set(cards(thought)[:3]) == {"WHALE", "ISLAND", "SHIP"}
    assert thought.known
    assert thought.stop_after == 3
    assert sorted(cards(thought)) == sorted(CARDS)
    confidences = [candidate.confidence for candidate in thought.candidates]
    assert confidences == sorted(confidences, reverse=True)
    assert all(0 <= confidence <= 1 for confidence in confidences)


def test_an_unknown_clue_is_told_and_one_guess_is_made(box: BoxPlayer) -> None:
    thought = box.guesser.think(seen(duet(), Side.B, GiveClue(Side.A, 2, "qwxz")))
    assert not thought.known
    assert thought.stop_after == 1
    assert len(thought.candidates) == 25


def test_the_own_assassin_is_an_agent_of_the_partner_less_safely(box: BoxPlayer) -> None:
    """With nothing to go by it touches what is a bystander to itself, and its own assassins last."""
    thought = box.guesser.think(seen(duet(), Side.A, GiveClue(Side.B, 1, "qwxz")))
    assert set(cards(thought)[:13]) == set(CARDS[12:])
    assert set(cards(thought)[-3:]) == set(CARDS[9:12])


def test_what_an_earlier_clue_meant_is_guessed_later(box: BoxPlayer) -> None:
    """Ocean 3 found WHALE and ISLAND only; then a clue it does not know: SHIP is still open."""
    early = (GiveClue(Side.A, 3, "ocean"), Guess(Side.B, "WHALE"), Guess(Side.B, "ISLAND"), Stop(Side.B))
    between = (GiveClue(Side.B, 1, "medieval"), Guess(Side.A, "WOLF"))
    thought = box.guesser.think(seen(duet(), Side.B, *early, *between, GiveClue(Side.A, 1, "qwxz")))
    assert cards(thought)[0] == "SHIP"
    assert thought.candidates[0].agent > 0.6


def test_a_number_that_is_used_up_leaves_no_more(box: BoxPlayer) -> None:
    clue = GiveClue(Side.A, 2, "ocean")
    before = box.guesser.think(seen(duet(), Side.B, clue))
    later = box.guesser.think(seen(duet(), Side.B, clue, Guess(Side.B, "WHALE"), Guess(Side.B, "ISLAND")))
    chances = [{each.card: each.agent for each in thought.candidates} for thought in (before, later)]
    assert chances[0]["SHIP"] > 0.6
    assert chances[1]["SHIP"] < 0.4
    assert later.stop_after == 0


def test_what_no_clue_asked_for_is_left_alone(knowing: Callable[..., Knowledge]) -> None:
    """Found by a player: all three of a clue were found, and a fourth guess ended the game by an assassin."""
    guesser = Guesser(knowing({CARDS[0]: {"ocean": 90}, CARDS[1]: {"night": 90}}))
    found = (GiveClue(Side.A, 1, "ocean"), Guess(Side.B, CARDS[0]))
    turn = (GiveClue(Side.A, 1, "vortex"), Guess(Side.B, CARDS[20]), GiveClue(Side.B, 1, "quartz"))
    for before in ((), (*turn, Guess(Side.A, CARDS[4]))):
        assert guesser.think(seen(duet(), Side.B, *before, *found)).stop_after == 0


def test_without_a_link_it_does_not_go_on_though_the_number_asks_for_it(knowing: Callable[..., Knowledge]) -> None:
    """Found by players: of a clue for two the second card was one that nothing pointed at, and an assassin."""
    guesser = Guesser(knowing({CARDS[0]: {"ocean": 90}, CARDS[1]: {"night": 90}, CARDS[2]: {"ocean": 45}}))
    turn = (GiveClue(Side.A, 1, "vortex"), Guess(Side.B, CARDS[20]), GiveClue(Side.B, 1, "quartz"))
    clue = (*turn, Guess(Side.A, CARDS[4]), GiveClue(Side.A, 3, "ocean"), Guess(Side.B, CARDS[0]))
    assert guesser.think(seen(duet(), Side.B, *clue)).stop_after == 1
    assert guesser.think(seen(duet(), Side.B, *clue, Guess(Side.B, CARDS[2]))).stop_after == 0


def test_zero_means_none_of_what_the_word_points_at(box: BoxPlayer) -> None:
    order = cards(box.guesser.think(seen(duet(), Side.B, GiveClue(Side.A, 0, "ocean"))))
    assert not {"WHALE", "ISLAND", "SHIP", "SALT"} & set(order[:20])


def test_cards_it_may_not_touch_are_left_out(box: BoxPlayer) -> None:
    moves = (GiveClue(Side.A, 1, "music"), Guess(Side.B, CARDS[20]), GiveClue(Side.B, 1, "ocean"))
    later = (Guess(Side.A, "WHALE"), Stop(Side.A), GiveClue(Side.A, 1, "night"))
    order = cards(box.guesser.think(seen(duet(), Side.B, *moves, *later)))
    assert sorted(order) == sorted(set(CARDS) - {"WHALE", CARDS[20]})


def test_tempers_dare_more_and_less(knowledge: Knowledge) -> None:
    state = duet()
    stops = [
        sum(
            Guesser(knowledge, temper).think(seen(state, Side.B, GiveClue(Side.A, number, word))).stop_after
            for word in ("king", "animal", "red", "game", "space", "small")
            for number in (2, 3, 4)
        )
        for temper in (CAREFUL, BOLD)
    ]
    assert stops[0] < stops[1]


def test_when_mistakes_cost_double_it_stops_sooner(box: BoxPlayer) -> None:
    easy, hard = (duet(options=DuetOptions(tokens=9, mistakes=mistakes)) for mistakes in (9, 0))
    clues = [GiveClue(Side.A, number, word) for word in ("king", "animal", "red", "space") for number in (2, 3, 4)]
    stops = [sum(box.guesser.think(seen(state, Side.B, clue)).stop_after for clue in clues) for state in (easy, hard)]
    assert stops[1] < stops[0]


def test_sudden_death_is_guessed_from_the_clues_so_far(box: BoxPlayer) -> None:
    state = duet(options=DuetOptions(tokens=1, mistakes=1))
    thought = box.guesser.think(seen(state, Side.B, GiveClue(Side.A, 3, "ocean"), Guess(Side.B, "WHALE"), Stop(Side.B)))
    assert set(cards(thought)[:2]) == {"ISLAND", "SHIP"}
    assert thought.stop_after == 8


def test_on_the_last_token_it_tries_what_it_would_have_to_touch_in_sudden_death(
    knowing: Callable[..., Knowledge],
) -> None:
    """Found by players: it stopped after one of two, and lost by the touch that sudden death wanted of it."""
    guesser = Guesser(knowing({CARDS[7]: {"ocean": 90}}))
    turn_a = (GiveClue(Side.A, 1, "vortex"), *(Guess(Side.B, card) for card in CARDS[:7]), Stop(Side.B))
    turn_b = (GiveClue(Side.B, 1, "quartz"), *(Guess(Side.A, CARDS[place]) for place in (9, 12, 13, 14, 15, 16)))
    last = (GiveClue(Side.A, 2, "ocean"), Guess(Side.B, CARDS[7]))

    def goes_on(tokens: int, *moves: Action) -> bool:
        state = duet(options=DuetOptions(tokens=tokens, mistakes=tokens))
        return guesser.think(seen(state, Side.B, *moves)).stop_after > 0

    assert not goes_on(4, *turn_a, *turn_b, *last), "there is time for another clue"
    assert goes_on(3, *turn_a, *turn_b, *last)


def test_operatives_leave_alone_what_the_other_team_was_told(box: BoxPlayer) -> None:
    """Blue was told royal 3 and found one; red's vague clue must not lead it to the crown jewels."""
    key = "RRRRBBBRRRRRBBBBB.......K"
    moves = (GiveClue(Side.RED, 1, "ocean"), Guess(Side.RED, "WHALE"), Stop(Side.RED))
    told = (GiveClue(Side.BLUE, 3, "royal"), Guess(Side.BLUE, "CROWN"), Stop(Side.BLUE), GiveClue(Side.RED, 1, "king"))
    thought = box.guesser.think(seen(versus(key), Side.RED, *moves, *told))
    assert set(cards(thought)[:2]) == {"KNIGHT", "GOLD"}
    assert set(cards(thought)[-2:]) == {"QUEEN", "CASTLE"}


def test_a_limit_ends_the_guesses(box: BoxPlayer) -> None:
    thought = box.guesser.think(seen(versus("RRRRRRRRRBBBBBBBB.......K"), Side.RED, GiveClue(Side.RED, 1, "ocean")))
    assert 1 <= thought.stop_after <= 2


@pytest.mark.parametrize("names", [CARDS, tuple(f"Qwxz{n}" for n in range(25))], ids=["known", "strange"])
def test_in_a_finales_sudden_death_it_looks_for_its_own_agents_alone(box: BoxPlayer, names: tuple[str, ...]) -> None:
    """It went on to assassins that are none; on cards it does not know it divided by zero, and gave the game up."""
    state = versus("KRRRRRRRRRBBBBBBBB.......", names, VersusOptions(ending="assassin"))
    thought = box.guesser.think(seen(state, Side.RED, GiveClue(Side.RED, 1, "ocean"), Guess(Side.RED, names[0])))
    assert len(cards(thought)) == 24
    assert thought.stop_after == 9


def test_pictures_and_owners_cards_may_lie_on_the_table(box: BoxPlayer) -> None:
    strange = ("Gruffalo", *NAMES[1:20])
    state = versus("RRRRRRRRBBBBBBB....K", strange, VersusOptions(grid="5x4"))
    thought = box.guesser.think(seen(state, Side.RED, GiveClue(Side.RED, 2, "ocean")))
    assert set(cards(thought)[:2]) == {"ISLAND", "SHIP"}
    assert FACE_A != FACE_B


def test_a_clue_is_seen_in_the_cards_a_side_may_touch_alone(box: BoxPlayer) -> None:
    """Another clue's cards, or a word it does not know, say nothing; nor do cards that are covered."""
    table = duet().public
    assert box.guesser.sees("ocean", table, Side.B)
    assert not box.guesser.sees("qwxz", table, Side.B)
    covered = (Cover(Identity.AGENT, Side.B),) * len(table.cards)
    assert not box.guesser.sees("ocean", replace(table, covers=covered), Side.B)
