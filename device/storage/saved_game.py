"""The game on the table as one row of plain values, written and read; what is read is checked whole."""

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from device.files.assets import assets
from device.files.reader import Reader
from device.files.texts import languages
from device.rules.deal import deal_with_key
from device.rules.errors import InvalidValue
from device.rules.events import Dealt
from device.rules.model import DuetOptions, Options
from device.rules.modes import MODES
from device.rules.options import read_options
from device.rules.roles import BOX_ROLES, TEMPERS
from device.rules.values import asdict, fields
from device.storage import codec
from device.storage.records import CardContent, GameSetup, SavedGame, UnreadableGame

COLUMNS = ("family", "options", "cards", "key", "about", "contents", "keys_shown")
CLUE_ENTRY = ("spoken", "typed")
MAX_FILE = 4096


def write_game(dealt: Dealt, setup: GameSetup, contents: Mapping[str, CardContent]) -> dict[str, object]:
    """Return the columns of a game."""
    family = family_of(dealt.options)
    return {
        "family": family,
        "options": json.dumps(asdict(dealt.options)),
        "cards": json.dumps(dealt.cards),
        "key": json.dumps(codec.key_json(dealt.key, family)),
        "about": json.dumps(asdict(setup)),
        "contents": json.dumps({name: _content(content) for name, content in contents.items()}),
        "keys_shown": 0,
    }


def _content(content: CardContent) -> dict[str, object]:
    """Return the content of a card; what an earlier version cannot read is in it only where there is something."""
    values = asdict(content)
    if not content.mark:
        del values["mark"]
    return values


def family_of(options: Options) -> str:
    """Return the rule family of a game's options."""
    return "duet" if isinstance(options, DuetOptions) else "versus"


def read_game(file: str, row: Mapping[str, Any], moves: Iterable[tuple[int, str]]) -> SavedGame:
    """Return the game that columns and numbered moves hold.

    Raises:
        UnreadableGame: something in them can be in no game.
    """
    reader = Reader(file)
    try:
        family = reader.choice(row["family"], "family", tuple(codec.SIDES))
        options = _options(reader, family, json.loads(row["options"]))
        cards = [reader.text(card, "cards") for card in reader.listing(json.loads(row["cards"]), "cards", "cards")]
        faces = codec.read_faces(reader, json.loads(row["key"]), "key", family)
        setup = _setup(reader, json.loads(row["about"]), family)
        contents = _contents(reader, json.loads(row["contents"]), cards)
        read = tuple(
            (number, codec.read_action(reader, json.loads(action), f"move {number}", family))
            for number, action in moves
        )
        if [number for number, _ in read] != list(range(1, len(read) + 1)):
            reader.fail("moves", len(read), "moves numbered from 1, none missing")
        return SavedGame(deal_with_key(options, cards, faces), setup, read, bool(row["keys_shown"]), contents)
    except Exception as error:  # whatever a spoilt row makes its readers throw: a box that reads it starts all the same
        raise UnreadableGame(f"{file}: the game on the table cannot be read: {error}") from None


def _options(reader: Reader, family: str, saved: object) -> Options:
    """Return complete options; those of a mission are the mission's own."""
    if not isinstance(saved, dict):
        reader.fail("options", saved, "a mapping")
    chosen = {name: value for name, value in saved.items() if value is not None}
    bank = (chosen.pop("tokens", None), chosen.pop("mistakes", None)) if "mission" in chosen else None
    options = read_options(family, chosen)
    if bank and isinstance(options, DuetOptions) and bank != (options.tokens, options.mistakes):
        raise InvalidValue(
            "options.mission", chosen["mission"], f"{options.tokens} tokens, {options.mistakes} mistakes"
        )
    return options


def _setup(reader: Reader, saved: object, family: str) -> GameSetup:
    names = [field.name for field in fields(GameSetup)]
    values = dict(reader.mapping(saved, "about", ("mode", "language"), names))
    mode = MODES[reader.choice(values["mode"], "about.mode", tuple(MODES))]
    if mode.game != family:
        reader.fail("about.mode", mode.name, f"a mode of {family}")
    reader.choice(values["language"], "about.language", tuple(languages(assets())))
    reader.choice(values.get("clue_entry", CLUE_ENTRY[0]), "about.clue_entry", CLUE_ENTRY)
    for name in ("relaxed", "shown_first", "swapped"):
        if type(values.get(name, False)) is not bool:
            reader.fail(f"about.{name}", values[name], "true | false")
    if values.get("team") is not None:
        reader.text(values["team"], "about.team")
    values["packs"] = _texts(reader, values.get("packs", []), "about.packs")
    values["box"] = _texts(reader, values.get("box", []), "about.box")
    for role in values["box"]:
        reader.choice(role, "about.box", BOX_ROLES[family])
    reader.choice(values.get("temper", "even"), "about.temper", TEMPERS)
    return GameSetup(**values)


def _contents(reader: Reader, saved: object, cards: Collection[str]) -> dict[str, CardContent]:
    contents: dict[str, CardContent] = {}
    for name, body in reader.mapping(saved, "contents", (), cards).items():
        place = f"contents.{name}"
        values = reader.mapping(body, place, ("parts", "allow", "file"), optional=("mark",))
        file = values["file"]
        if file is not None and (not isinstance(file, str) or len(file) > MAX_FILE or "\0" in file):
            reader.fail(f"{place}.file", file, "the path of a file")
        parts, allow = (_texts(reader, values[each], f"{place}.{each}") for each in ("parts", "allow"))
        mark = reader.text(values["mark"], f"{place}.mark") if "mark" in values else ""
        contents[name] = CardContent(parts, allow, file, mark)
    return contents


def _texts(reader: Reader, values: object, place: str) -> tuple[str, ...]:
    return tuple(reader.text(value, place) for value in reader.listing(values, place, "texts"))


def clear(db: sqlite3.Connection) -> None:
    """Take the game off the table."""
    db.execute("DELETE FROM game")
    db.execute("DELETE FROM move")
