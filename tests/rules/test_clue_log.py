"""The clue log, event by event."""

from device.rules import events as e
from device.rules.clue_log import LogEntry, extend_log
from device.rules.model import Clue, Identity, Side

OCEAN = e.ClueGiven(Side.A, "ocean", 2)
WHALE = e.Revealed("WHALE", Identity.AGENT, Side.B)
FARM = e.Revealed("FARM", Identity.BYSTANDER, Side.B)
FIRST = LogEntry(Clue(Side.A, 2, "ocean"))


def test_a_clue_begins_an_entry_and_guesses_join_the_newest() -> None:
    log = extend_log((), [OCEAN, WHALE])
    assert log == (LogEntry(Clue(Side.A, 2, "ocean"), (WHALE,)),)
    assert not log[0].objected
    log = extend_log(log, [FARM, e.TurnEnded("bystander"), e.ClueGiven(Side.B, None, 1)])
    assert log == (LogEntry(Clue(Side.A, 2, "ocean"), (WHALE, FARM), over=True), LogEntry(Clue(Side.B, 1, None)))
    first, _ = log
    log = extend_log(log, [FARM, WHALE])
    assert log == (first, LogEntry(Clue(Side.B, 1, None), (FARM, WHALE)))
    log = extend_log(log, [e.TurnEnded("stop")])
    assert log == (first, LogEntry(Clue(Side.B, 1, None), (FARM, WHALE), over=True))


def test_an_objection_marks_the_newest_clue_alone() -> None:
    log = extend_log((FIRST,), [e.ClueGiven(Side.B, "sea", 1), e.ClueObjected(Side.A)])
    assert log == (FIRST, LogEntry(Clue(Side.B, 1, "sea"), objected=True))


def test_a_guess_before_any_clue_belongs_to_none() -> None:
    assert extend_log((), [WHALE]) == ()


def test_a_guess_of_the_sudden_death_is_by_no_clue() -> None:
    """It joined the last one: "x · 1" had six agents, one of them guessed by its own giver."""
    (entry,) = extend_log((FIRST,), [WHALE, e.TurnEnded("stop"), e.SuddenDeath(), FARM])
    assert entry.revealed == (WHALE,)


def test_the_finale_of_two_teams_goes_on_by_its_clue() -> None:
    (entry,) = extend_log((FIRST,), [WHALE, e.SuddenDeath(), FARM])
    assert entry.revealed == (WHALE, FARM)
