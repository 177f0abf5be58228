"""Actions, events, keys and settings as the plain values of the file formats."""

import json
import zlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from device.files.json_loader import parse
from device.files.reader import Reader
from device.rules import actions as a
from device.rules import events as e
from device.rules.model import UNLIMITED, Face, Identity, Key, Number, Public, Side
from device.rules.values import fields
from device.rules.views import as_json, result_json

SIDES = {"duet": ("a", "b"), "versus": ("red", "blue")}
LETTERS = {
    "duet": {"A": Identity.AGENT, "K": Identity.ASSASSIN, ".": Identity.BYSTANDER},
    "versus": {"R": Identity.RED, "B": Identity.BLUE, ".": Identity.BYSTANDER, "K": Identity.ASSASSIN},
}
_VERBS: dict[str, type[a.Action]] = {
    "clue": a.GiveClue,
    "guess": a.Guess,
    "stop": a.Stop,
    "object": a.Object,
    "cover": a.CoverCard,
    "pass": a.Pass,
    "timeout": a.Timeout,
    "undo": a.Undo,
    "abandon": a.Abandon,
}
_VERB_OF = {action: verb for verb, action in _VERBS.items()}
_EVENT_TYPES: dict[type[e.Event], str] = {
    e.ClueGiven: "clue_given",
    e.Revealed: "revealed",
    e.TokenSpent: "token_spent",
    e.SideFinished: "side_finished",
    e.TurnEnded: "turn_ended",
    e.SuddenDeath: "sudden_death",
    e.ClueObjected: "clue_objected",
    e.Covered: "covered",
    e.Passed: "passed",
    e.Undone: "undone",
}


def read_action(reader: Reader, value: object, place: str, game: str) -> a.Action:
    """Return the action of a mapping like `{guess: {side: b, card: SALT}}`.

    Raises:
        Malformed: it is no action of this game.
    """
    if not isinstance(value, dict) or len(value) != 1:
        reader.fail(place, value, f"one move, such as {{guess: {{…}}}}; the verbs are {', '.join(_VERBS)}")
    ((verb, body),) = value.items()
    if verb not in _VERBS:
        reader.fail(place, verb, f"the verbs are {', '.join(_VERBS)}")
    place = f"{place}.{verb}"
    kind = _VERBS[verb]
    names = [field.name for field in fields(kind)]
    given = reader.mapping(body, place, [name for name in names if name != "word"], [n for n in names if n == "word"])
    read = {name: _field(reader, given[name], f"{place}.{name}", game) for name in names if name in given}
    return kind(**read)


def _field(reader: Reader, value: object, place: str, game: str) -> Any:
    name = place.rpartition(".")[2]
    if name == "side":
        return Side(reader.choice(value, place, SIDES[game]))
    if name == "number":
        return _number(reader, value, place)
    if name == "word" and value is None:
        return None
    return reader.text(value, place)


def _number(reader: Reader, value: object, place: str) -> Number:
    return UNLIMITED if value == UNLIMITED else reader.integer(value, place, "a whole number, or unlimited in versus")


def action_json(action: a.Action) -> dict[str, Any]:
    """Return an action as `read_action` reads it."""
    body = {field.name: getattr(action, field.name) for field in fields(action)}
    if body.get("word", "") is None:
        del body["word"]
    return {_VERB_OF[type(action)]: {n: str(v) if isinstance(v, Side) else v for n, v in body.items()}}


def event_json(event: e.Event) -> dict[str, Any]:
    """Return an event as the scenario output tells it; the deal has no public form."""
    match event:
        case e.Ended():
            return {"type": "ended", "result": result_json(event.result)}
        case e.Covered():
            return {"type": "covered", "card": event.card, "side": str(event.side)}
        case e.TokenSpent(count, kind, to, side):
            spent = {"type": "token_spent", "count": count, "kind": kind, "to": to}
            return spent if side is None else {**spent, "side": str(side)}
    label: dict[str, Any] = {"type": _EVENT_TYPES[type(event)]}
    for field in fields(event):
        value = getattr(event, field.name)
        label[field.name] = str(value) if isinstance(value, str) else value
    return label


def read_faces(reader: Reader, value: object, place: str, game: str) -> tuple[Face, ...]:
    """Return the faces of a key: `{a: …, b: …}` in Duet, one text in versus."""
    if game == "duet":
        both = reader.mapping(value, place, SIDES["duet"])
        return tuple(_face(reader, both[side], f"{place}.{side}", game) for side in SIDES["duet"])
    return (_face(reader, value, place, game),)


def _face(reader: Reader, value: object, place: str, game: str) -> Face:
    letters = LETTERS[game]
    for letter in reader.text(value, place):
        if letter not in letters:
            reader.fail(place, letter, f"the letters are {' '.join(letters)}, one a card")
    return tuple(letters[letter] for letter in reader.text(value, place))


def key_json(key: Key, game: str) -> dict[str, str] | str:
    """Return a key as `read_faces` reads it."""
    letter_of = {identity: letter for letter, identity in LETTERS[game].items()}
    texts = ["".join(letter_of[identity] for identity in face) for face in key.faces]
    return dict(zip(SIDES["duet"], texts, strict=True)) if game == "duet" else texts[0]


def checksum(table: Public) -> int:
    """Return a number that tells a table from any that looks otherwise."""
    return zlib.crc32(json.dumps(as_json(table)).encode())


def read_settings(values: Mapping[str, str | None]) -> dict[str, Any]:
    """Return settings by name, each from its JSON, as far as they can be read."""
    found = {}
    for name, value in values.items():
        with suppress(ValueError, TypeError):
            found[name] = parse(value or "")
    return found
