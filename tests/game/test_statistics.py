"""What results add up to."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from device.game.statistics import statistics
from device.storage.store import GameResult

WON = GameResult("duet", "won", "agents", 5, 4, 16, 15, tokens=9, mistakes=9, score=7)
LOST = replace(WON, outcome="lost", reason="assassin", score=None)
LEFT = replace(WON, outcome="abandoned", reason="abandoned", score=None)
RED = GameResult("classic", "won", "agents", 9, 9, 20, 15, winner="red")
ALONE = replace(RED, mode="pictures", score=3)
BEATEN = replace(ALONE, outcome="lost", reason="enemy_agents", winner=None, score=None)


def test_nothing_played_is_told_without_dividing_by_nothing() -> None:
    told = statistics([])
    assert (told.games, told.streak, told.best_streak) == (0, 0, 0)
    assert told.modes["duet"].guesses_a_clue is None and told.modes["duet"].best is None


def test_games_are_told_by_mode_and_end() -> None:
    told = statistics([WON, LOST, LEFT, RED, replace(RED, winner="blue"), ALONE, BEATEN])
    duet, classic, pictures = (told.modes[name] for name in ("duet", "classic", "pictures"))
    assert (told.games, duet.games, duet.won, duet.lost, duet.abandoned) == (7, 3, 1, 1, 1)
    assert (classic.red, classic.blue, classic.won, classic.lost) == (1, 1, 0, 0)
    assert (pictures.red, pictures.blue, pictures.won, pictures.lost, pictures.best) == (0, 0, 1, 1, 3)


def test_the_best_score_is_the_highest_also_when_it_is_below_zero() -> None:
    low = replace(WON, score=-1)
    assert statistics([low]).modes["duet"].best == -1
    assert statistics([low, WON, low]).modes["duet"].best == 7


def test_guesses_and_agents_are_told_by_clue() -> None:
    duet = statistics([WON, replace(WON, clues=6, guesses=9, hits=8)]).modes["duet"]
    assert (duet.guesses_a_clue, duet.hits_a_clue) == (2.5, 2.3)


def test_wins_in_a_row_are_broken_by_a_loss_alone() -> None:
    told = statistics([WON, WON, LEFT, BEATEN, WON, LOST, WON])
    assert (told.streak, told.best_streak) == (1, 3)


def test_missions_are_counted_when_won() -> None:
    prague = replace(WON, mission="prague")
    told = statistics([prague, prague, replace(LOST, mission="berlin"), WON])
    assert told.missions == {"prague": 2}


@given(st.lists(st.sampled_from([WON, LOST, LEFT, RED, ALONE, BEATEN])))
def test_every_game_is_counted_once(rows: list[GameResult]) -> None:
    told = statistics(rows)
    ends = [t.won + t.lost + t.red + t.blue + t.abandoned for t in told.modes.values()]
    assert ends == [t.games for t in told.modes.values()]
    assert told.games == len(rows)
    assert told.streak <= told.best_streak <= told.modes["duet"].won


def test_games_with_the_box_are_counted_apart() -> None:
    told = statistics([WON, replace(WON, box="b", temper="even"), replace(LOST, box="b", temper="bold")])
    assert (told.modes["duet"].games, told.with_box.won, told.with_box.lost) == (1, 1, 1)
    assert (told.games, told.streak) == (3, 1)


def test_a_team_wins_and_loses_against_the_boxs() -> None:
    """Statistics said "With the box: won 0 · lost 0" whatever people had played against it."""
    beaten, won = replace(RED, box="blue_team", temper="even"), replace(RED, winner="blue", box="blue_team")
    told = statistics([beaten, won, beaten, replace(RED, box="red_spymaster,blue_spymaster")]).with_box
    assert (told.games, told.won, told.lost, told.red, told.blue) == (4, 2, 1, 1, 0)
