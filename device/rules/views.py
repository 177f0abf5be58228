"""Who may see what of a game."""

from typing import Any

from device.rules.model import DuetPublic, Face, Public, Result, Side, State, VersusPublic
from device.rules.modes import to_act
from device.rules.values import asdict


def public(state: State) -> Public:
    """Return what everyone at the table may know."""
    return state.public


def key_view(state: State, side: Side) -> Face:
    """Return the face of the key a side sees, in card order: its own in Duet, the spymasters' in versus."""
    return state.key.face(side)


def as_json(table: Public) -> dict[str, Any]:
    """Return the STATE object of the file formats."""
    clue, result = table.clue, table.result
    state: dict[str, Any] = {
        "game": "duet" if isinstance(table, DuetPublic) else "versus",
        "options": {},
        "cards": list(table.cards),
        "phase": str(table.phase),
        "to_act": [str(side) for side in to_act(table)],
        "turn": table.turn,
        "clue": clue and {"side": str(clue.side), "word": clue.word, "number": clue.number},
        "objected": table.objected,
        "guesses": table.guesses,
        "guesses_left": table.guesses_left if isinstance(table, VersusPublic) else None,
        "covers": {
            card: {"identity": str(cover.identity), "by": str(cover.by)}
            for card, cover in zip(table.cards, table.covers, strict=True)
            if cover is not None
        },
    }
    if isinstance(table, DuetPublic):
        state |= _duet_json(table)
    elif isinstance(table, VersusPublic):
        state["options"] = asdict(table.options)
        state["agents_left"] = {str(team): table.agents_left(team) for team in (Side.RED, Side.BLUE)}
    state["result"] = result and result_json(result)
    return state


def result_json(result: Result) -> dict[str, Any]:
    """Return a result as STATE tells it."""
    return {
        "outcome": result.outcome,
        "winner": result.winner and str(result.winner),
        "score": result.score,
        "reason": result.reason,
    }


def _duet_json(table: DuetPublic) -> dict[str, Any]:
    return {
        "options": asdict(table.options),
        "bank": {"bystander": table.bank.bystander, "check": table.bank.check},
        "kept": {"a": table.kept[0], "b": table.kept[1]},
        "finished": sorted(str(side) for side in table.finished),
        "markers": {
            card: sorted(str(side) for side in sides)
            for card, sides in zip(table.cards, table.markers, strict=True)
            if sides
        },
        "agents_left": table.agents_left,
    }
