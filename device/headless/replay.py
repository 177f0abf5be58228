"""Scenario files: a deal and its moves, played through the rules without a display."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from device.files.reader import Malformed, Reader, load, load_all, within
from device.rules import IllegalAction, InvalidValue, start, step
from device.rules.actions import Action
from device.rules.deal import deal_with_key
from device.rules.events import Dealt
from device.rules.options import read_options
from device.rules.roles import BOX_ROLES
from device.rules.views import as_json
from device.storage import codec

_DEAL_FIELDS = ("game", "cards", "key")
_FACE = re.compile(r"[AKRBN. \-]{9,}", re.IGNORECASE)
"""What may be a side's key, or a good part of one."""
BOX_FIELDS = ("partner", "box")
"""What a scenario may say of the box as a player: the side it plays in Duet, its roles in versus."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A game as dealt, the moves to make in it, and the roles the box plays at a table."""

    dealt: Dealt
    moves: tuple[Action, ...]
    box: tuple[str, ...] = ()


class KeyReader(Reader):
    """Reads files in which a side's key stands; whatever is wrong, it repeats nothing of it."""

    def fail(self, place: str, value: object, allowed: str) -> NoReturn:
        """Raise `Malformed` for a value, which is not quoted where it is a key or there may be one in it."""
        if holds_key(value):
            place = place.removesuffix(str(value)).rstrip(".")
        before, key, after = f".{place}".partition(".key")
        if key and after[:1] in ("", "."):
            place = f"{before}{key}{after if len(after) <= len('.a') else ''}"[1:]
            hidden = not isinstance(value, int) and len(str(value)) > 1  # one letter, or how many, tells no key
        else:
            hidden = holds_key(value)
        if hidden:
            raise Malformed(self.file, place, "", allowed)
        super().fail(place, value, allowed)


def holds_key(value: object) -> bool:
    """Tell whether a side's key may stand in a value."""
    return any(
        _FACE.search(each) is not None if isinstance(each, str) else isinstance(each, dict) and "key" in each
        for each in within(value)
    )


def load_scenario(path: Path) -> Scenario:
    """Return the scenario of a YAML or JSON file.

    Raises:
        Malformed: it is none; nothing of it is played.
    """
    return _read_scenario(KeyReader(str(path)), load(path))


def load_scenarios(path: Path) -> list[Scenario]:
    """Return the scenarios of a file, YAML documents parted by `---`.

    Raises:
        Malformed: one is none, or there are none.
    """
    documents = load_all(path)
    if len(documents) == 1:
        return [_read_scenario(KeyReader(str(path)), documents[0])]
    if not documents:
        KeyReader(str(path)).fail("", None, "a scenario")
    readers = (KeyReader(f"{path}: document {number}") for number in range(1, len(documents) + 1))
    return [_read_scenario(reader, document) for reader, document in zip(readers, documents, strict=True)]


def _read_scenario(reader: Reader, document: object) -> Scenario:
    content = reader.mapping(document, "", (*_DEAL_FIELDS, "moves"), ("options", *BOX_FIELDS))
    box = read_box(reader, content, "")
    dealt = read_deal(reader, {name: content[name] for name in content if name != "moves"}, "")
    moves = reader.listing(content["moves"], "moves", "moves")
    game = content["game"]
    return Scenario(
        dealt,
        tuple(codec.read_action(reader, move, f"moves[{number}]", game) for number, move in enumerate(moves, 1)),
        box,
    )


def read_box(reader: Reader, content: Mapping[str, Any], place: str) -> tuple[str, ...]:
    """Return the roles that the box plays, from a scenario's `partner` or `box`.

    Raises:
        Malformed: there is no such role in the game.
    """
    prefix = f"{place}." if place else ""
    versus = content.get("game") == "versus"
    for name in BOX_FIELDS:
        if name in content and versus is (name == "partner"):
            reader.fail(f"{prefix}{name}", content[name], f"only in {'duet' if versus else 'versus'}")
    if "partner" in content:
        return (reader.choice(content["partner"], f"{prefix}partner", BOX_ROLES["duet"]),)
    listed = reader.listing(content.get("box", []), f"{prefix}box", "roles")
    return tuple(reader.choice(role, f"{prefix}box[{n}]", BOX_ROLES["versus"]) for n, role in enumerate(listed, 1))


def read_deal(reader: Reader, value: object, place: str) -> Dealt:
    """Return the game of a scenario without its moves; who plays in it is read by `read_box`.

    Raises:
        Malformed: no game is dealt like that.
    """
    prefix = f"{place}." if place else ""
    content = reader.mapping(value, place, _DEAL_FIELDS, ("options", *BOX_FIELDS))
    game = reader.choice(content["game"], f"{prefix}game", tuple(codec.SIDES))
    given_options = content.get("options", {})
    if not isinstance(given_options, dict):
        reader.fail(f"{prefix}options", given_options, "a mapping of options")
    listed = reader.listing(content["cards"], f"{prefix}cards", "names")
    cards = [reader.text(card, f"{prefix}cards[{number}]") for number, card in enumerate(listed, 1)]
    faces = codec.read_faces(reader, content["key"], f"{prefix}key", game)
    try:
        return deal_with_key(read_options(game, given_options), cards, faces)
    except InvalidValue as error:
        reader.fail(prefix + error.place, error.value, error.allowed)


def run(scenario: Scenario) -> Iterator[dict[str, Any]]:
    """Play a scenario: yield an object per move, then the final state."""
    state = start(scenario.dealt)
    for number, action in enumerate(scenario.moves, 1):
        try:
            events, state = step(state, action, number)
        except IllegalAction as refused:
            yield {"move": number, "ok": False, "error": refused.code, "message": str(refused)}
        else:
            label = [codec.event_json(event) for event in events]
            yield {"move": number, "ok": True, "events": label, "state": as_json(state.public)}
    yield {"final": as_json(state.public)}
