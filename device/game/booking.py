"""What is booked of a game that is over."""

from collections.abc import Sequence

from device.rules.clue_log import LogEntry
from device.rules.model import DuetPublic, Identity, Public
from device.storage.records import GameResult, GameSetup


def result_of(table: Public, setup: GameSetup, log: Sequence[LogEntry]) -> GameResult:
    """Return the result of a game that is over, with its clues."""
    assert table.result is not None
    revealed = [reveal for entry in log for reveal in entry.revealed]
    duet = table.options if isinstance(table, DuetPublic) else None
    return GameResult(
        mode=setup.mode,
        outcome=table.result.outcome,
        reason=table.result.reason,
        turns=table.turn,
        clues=len(log),
        guesses=len(revealed),
        hits=sum(r.identity is Identity.AGENT if duet else r.identity is Identity(r.by) for r in revealed),
        mission=duet.mission if duet else None,
        tokens=duet.tokens if duet else None,
        mistakes=duet.mistakes if duet else None,
        winner=table.result.winner,
        score=table.result.score,
        team=setup.team,
        box=",".join(setup.box) or None,
        temper=setup.temper if setup.box else None,
    )
