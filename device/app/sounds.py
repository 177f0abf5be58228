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
"""Every cue there is a file for."""


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
