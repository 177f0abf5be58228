"""From what happened to the name of a cue; only what the table may know chooses it."""

from collections.abc import Iterable

from device.rules import events as e
from device.rules.model import Identity

CUES = (
    "start",
    "clue",
    "reveal_agent",
    "reveal_bystander",
    "reveal_enemy",
    "reveal_assassin",
    "turn",
    "sudden_death",
    "objection",
    "undo",
    "won",
    "lost",
    "abandoned",
    "tick",
    "time",
    "refused",
)
"""Every cue: what a move, the clock or a refusal sounds like."""
BESIDE = ("touch", "token", "stamp", "bed", "bed_2")
"""What sounds beside the cues: things that move, and the bed under an idle box."""
IN_A_ROW = 4
"""An agent sounds higher with each found in a row, up to this one."""
APART_SECONDS = 0.5
"""So far apart the cues of one move begin."""


def cues(events: Iterable[e.Event]) -> tuple[str, ...]:
    """Return the cues for the events of one move, the most telling ones only, in order."""
    heard: list[str] = []
    for event in events:
        cue = _cue(event)
        if cue is not None and cue not in heard:
            heard.append(cue)
    if any(cue in ("won", "lost", "abandoned", "sudden_death") for cue in heard):
        heard = [cue for cue in heard if cue != "turn"]
    return tuple(heard)


def voice(cue: str, guesses: int) -> str:
    """Return the file of a cue after so many guesses of the turn, all of which found an agent."""
    rank = min(guesses + 1, IN_A_ROW)
    return f"{cue}_{rank}" if cue == "reveal_agent" and rank > 1 else cue


def _cue(event: e.Event) -> str | None:
    match event:
        case e.ClueGiven():
            return "clue"
        case e.Revealed(identity=identity, by=by):
            return _revealed(identity, str(by))
        case e.Covered():
            return "reveal_agent"
        case e.TurnEnded(why="timeout"):
            return "time"
        case e.TurnEnded() | e.Passed():
            return "turn"
        case e.SuddenDeath():
            return "sudden_death"
        case e.ClueObjected():
            return "objection"
        case e.Undone():
            return "undo"
        case e.Ended(result=result):
            return result.outcome
    return None


def _revealed(identity: Identity, by: str) -> str:
    if identity in (Identity.RED, Identity.BLUE):
        return "reveal_agent" if identity.value == by else "reveal_enemy"
    return f"reveal_{identity.value}"
