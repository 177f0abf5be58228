"""The rows that belong to the box and not to the game on the table: their columns, and what may stand in each."""

import json
import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from device.files.clean import fault_of_text
from device.files.messages import message
from device.files.reader import Malformed, Reader, within
from device.rules.missions import MISSIONS
from device.rules.modes import MODES
from device.rules.options import MAX_TOKENS
from device.storage.records import GameResult

MAX_NAME = 100
MAX_NOTES = 1000
MAX_CARD = 300
MAX_SETTING = 10_000
MAX_NUMBER = 2**31 - 1
MAX_ID = 2**62
"""The number of a row; those that an import brings begin anew at 1."""
_PLAIN = (int, str, type(None))
_VALUES = message("values")
MAX_ROWS, MAX_TEAMS = 200_000, 1_000
OUTCOMES, TEAMS = ("won", "lost", "abandoned"), ("red", "blue")
REASONS = ("agents", "assassin", "time", "sudden_death", "enemy_agents", "abandoned")

Check = Callable[[Reader, object, str], object]
Rows = dict[str, list[list[Any]]]


def _text(reader: Reader, value: object, place: str, *, high: int, blank: bool = False) -> str:
    if not isinstance(value, str) or not (blank or value.strip()):
        reader.fail(place, value, message("text") if blank else message("text that is not blank"))
    fault = fault_of_text(value, high)
    if fault:
        reader.fail(place, value, fault)
    return value


def _number(reader: Reader, value: object, place: str, *, low: int = 0, high: int = MAX_NUMBER) -> None:
    if type(value) is not int or not low <= value <= high:
        kind = message("a whole number")
        reader.fail(place, value, message("{kind} from {low} to {high}", kind=kind, low=low, high=high))


def _choice(reader: Reader, value: object, place: str, *, of: Collection[str]) -> None:
    reader.choice(value, place, of)


def _optional(check: Check) -> Check:
    return lambda reader, value, place: None if value is None else check(reader, value, place)


def _json(reader: Reader, value: object, place: str) -> None:
    """Check a setting: JSON, and no text in it that could not be shown."""
    try:
        content = json.loads(_text(reader, value, place, high=MAX_SETTING))
        for each in within(content):
            if isinstance(each, str):
                _text(reader, each, place, high=MAX_SETTING, blank=True)
    except (ValueError, RecursionError):
        reader.fail(place, value, "JSON")


_NAME = partial(_text, high=MAX_NAME)
_COUNT = partial(_number)
COLUMNS: dict[str, dict[str, Check]] = {
    "team": {
        "id": partial(_number, low=1, high=MAX_ID),
        "name": _NAME,
        "notes": partial(_text, high=MAX_NOTES, blank=True),
    },
    "result": {
        "id": partial(_number, low=1, high=MAX_ID),
        "mode": partial(_choice, of=tuple(MODES)),
        "mission": _optional(partial(_choice, of=tuple(MISSIONS))),
        "tokens": _optional(partial(_number, high=MAX_TOKENS)),
        "mistakes": _optional(partial(_number, high=MAX_TOKENS)),
        "outcome": partial(_choice, of=OUTCOMES),
        "reason": partial(_choice, of=REASONS),
        "winner": _optional(partial(_choice, of=TEAMS)),
        "score": _optional(partial(_number, low=-100, high=100)),
        **dict.fromkeys(("turns", "clues", "guesses", "hits"), _COUNT),
        "team": _optional(partial(_number, low=1, high=MAX_ID)),
        "box": _optional(_NAME),
        "temper": _optional(_NAME),
    },
    "used": {"pack": partial(_text, high=MAX_CARD), "card": partial(_text, high=MAX_CARD), "game": _COUNT},
    "setting": {"name": _NAME, "value": _json},
}
"""Each table with its columns in order; a table stands behind those it refers to."""
_KEYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("team", ("id",)),
    ("team", ("name",)),
    ("result", ("id",)),
    ("used", ("pack", "card")),
    ("setting", ("name",)),
)
"""Columns that no two rows have alike."""


def check_rows(file: str, content: object) -> Rows:
    """Return rows by table if a store could hold every one of them.

    Raises:
        Malformed: the first that it could not.
    """
    reader = Reader(file)
    tables: Mapping[str, Any] = reader.mapping(content, "", tuple(COLUMNS))
    rows = {name: reader.listing(tables[name], name, message("rows")) for name in COLUMNS}
    if sum(map(len, rows.values())) > MAX_ROWS:
        reader.fail("", sum(map(len, rows.values())), message("at most {n} rows", n=MAX_ROWS))
    for table in COLUMNS:
        passed = _none_yet(table)
        for number, row in enumerate(rows[table], 1):
            _check_row(reader, table, row, f"{table}[{number}]", passed)
    for table, names in _KEYS:
        _unlike(reader, table, names, rows[table])
    teams = {row[0] for row in rows["team"]}
    at = [*COLUMNS["result"]].index("team")
    for row in rows["result"]:
        if row[at] is not None and row[at] not in teams:
            reader.fail("result.team", row[at], message("a team that is there"))
    return rows


def put_settings(db: sqlite3.Connection, values: Mapping[str, str | None]) -> None:
    """Write settings by name, each in JSON, in a transaction; None forgets one."""
    db.executemany("DELETE FROM setting WHERE name = ?", [(name,) for name in values])
    db.executemany("INSERT INTO setting VALUES (?, ?)", [each for each in values.items() if each[1] is not None])


def numbered_anew(rows: Rows) -> Rows:
    """Return rows with teams, results and games that drew cards numbered from 1 in their order.

    Behind the greatest number no row can come.
    """
    teams = {row[0]: number for number, row in enumerate(sorted(rows["team"], key=_number_of), 1)}
    at = [*COLUMNS["result"]].index("team")
    results = [
        [number, *row[1:at], None if row[at] is None else teams[row[at]], *row[at + 1 :]]
        for number, row in enumerate(sorted(rows["result"], key=_number_of), 1)
    ]
    games = {game: number for number, game in enumerate(sorted({row[-1] for row in rows["used"]}), 1)}
    used = [[*row[:-1], games[row[-1]]] for row in rows["used"]]
    return {**rows, "team": [[teams[row[0]], *row[1:]] for row in rows["team"]], "result": results, "used": used}


def _number_of(row: Sequence[Any]) -> int:
    return int(row[0])


def sound_rows(rows: Rows) -> Rows:
    """Return the rows that `check_rows` lets pass; what a damaged disk made of others is left behind."""
    passed = {table: _none_yet(table) for table in COLUMNS}
    sound = {table: [row for row in rows[table] if is_sound(table, row, passed[table])] for table in COLUMNS}
    teams = {row[0] for row in sound["team"]}
    at = [*COLUMNS["result"]].index("team")
    for row in sound["result"]:
        row[at] = row[at] if row[at] in teams else None
    return sound


def is_result(result: GameResult) -> bool:
    """Tell whether what stands in a result's row is one, as far as anybody counts or shows it.

    The end screen asks of every game ever played; `is_sound` takes three times as long.
    """
    named = result.mode in MODES and result.mission in (None, *MISSIONS) and result.outcome in OUTCOMES
    counts = (result.turns, result.clues, result.guesses, result.hits)
    others = (result.tokens, result.mistakes, result.score)
    return (
        named
        and result.reason in REASONS
        and result.winner in (None, *TEAMS)
        and all(type(count) is int for count in counts)
        and all(other is None or type(other) is int for other in others)
        and all(text is None or isinstance(text, str) for text in (result.box, result.temper))
    )


def is_sound(table: str, row: list[Any], passed: Sequence[set[object]] | None = None) -> bool:
    """Tell whether `check_rows` lets a row of a table pass; `passed` are values of each column that did."""
    try:
        _check_row(Reader(""), table, row, table, passed or _none_yet(table))
    except Malformed:
        return False
    return True


def _none_yet(table: str) -> list[set[object]]:
    """Return for each column of a table the values that have passed: of years of games few are new."""
    return [set() for _ in COLUMNS[table]]


def _check_row(reader: Reader, table: str, row: object, place: str, passed: Sequence[set[object]]) -> None:
    checks = COLUMNS[table]
    values = reader.listing(row, place, _VALUES)
    if len(values) != len(checks):
        reader.fail(place, values, message("{n} values", n=len(checks)))
    for (name, check), value, known in zip(checks.items(), values, passed, strict=True):
        plain = value.__class__ in _PLAIN  # 1, 1.0 and True are the same to a set
        if not (plain and value in known):
            check(reader, value, f"{place}.{name}")
            known.update((value,) if plain else ())


def _unlike(reader: Reader, table: str, names: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    places = [[*COLUMNS[table]].index(name) for name in names]
    seen: set[tuple[object, ...]] = set()
    for row in rows:
        key = tuple(row[place] for place in places)
        if key in seen:
            reader.fail(f"{table}.{'+'.join(names)}", ", ".join(map(str, key)), message("each once"))
        seen.add(key)
