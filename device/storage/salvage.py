"""What can still be read in a database that SQLite refuses.

SQLite goes down from the root of each table, so one spoilt byte near a root hides all that is behind it. Here each page
is looked at by itself, whatever its head says of it, and each row in it goes to the table where it is sound. What is
deleted cannot come back: SQLite writes zeros over it. The format: https://sqlite.org/fileformat2.html
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from device.files.reader import open_file
from device.storage.rows import COLUMNS, Rows, is_sound, sound_rows
from device.storage.wal import committed_pages

PAGE = 4096
MAX_PAGES = 16_384
"""No store of a box comes near 64 MiB."""
_HEAD = {"rows": 8, "keys": 8, "inner_keys": 12}
"""The kinds of pages that hold rows, and the lengths of their heads: of a table, of an index, of an index' inside."""
_TABLES = {"rows": ("game", "move", "team", "result"), "keys": ("setting", "used"), "inner_keys": ("setting", "used")}
WIDTHS = {"game": 8, "move": 3, **{table: len(columns) for table, columns in COLUMNS.items()}}
"""Columns of each table."""
_ADDED: dict[str, tuple[object, ...]] = {"game": ("{}",), "move": (None,), "result": (None, None), "used": (0,)}
"""What a later schema put at the end of rows that were there already."""
_MOST_INSIDE = {"rows": PAGE - 35, "keys": (PAGE - 12) * 64 // 255 - 23, "inner_keys": (PAGE - 12) * 64 // 255 - 23}
_LEAST_INSIDE = (PAGE - 12) * 32 // 255 - 23
_SIZES = (0, 1, 2, 3, 4, 6, 8)
"""Bytes of a whole number of each type."""

MAX_NUMBER = 2**63 - 1
"""SQLite's largest whole number; what is read without its sign may be larger."""

Pages = dict[int, bytes]
Row = list[Any]


class _Spoilt(Exception):
    """Bytes that are no row."""


class _Cell(NamedTuple):
    """A row as it lies in its page, and how many bytes of it."""

    row: Row
    size: int


def salvage(path: Path) -> tuple[Rows, list[Row], list[Row]]:
    """Return the sound rows of a damaged file and its log by table, then what may be the game and its moves.

    Raises:
        OSError: it cannot be read.
    """
    pages = _pages(path)
    found: dict[str, dict[object, Row]] = {table: {} for table in WIDTHS}
    for number in sorted(pages.keys() - {1}):  # the first page holds the schema
        for table, row in max((_rows(pages, number, kind) for kind in _HEAD), key=len):
            found[table].setdefault(_key(table, row), row)
    return (
        sound_rows({table: [*found[table].values()] for table in COLUMNS}),
        [*found["game"].values()],
        [*found["move"].values()],
    )


def put(db: sqlite3.Connection, path: Path) -> None:
    """Put what can be read in a damaged file into a new database, in one transaction.

    Raises:
        OSError: it cannot be read.
        sqlite3.Error: the rows cannot be written.
    """
    rows, game, moves = salvage(path)
    every = {**rows, "game": game, "move": moves}
    db.execute("BEGIN IMMEDIATE")
    for table, width in ((table, WIDTHS[table]) for table in every):
        db.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * width)})", every[table])
    db.execute("COMMIT")


def _pages(path: Path) -> Pages:
    pages: Pages = {}
    with suppress(FileNotFoundError), open_file(path) as file:
        while len(pages) < MAX_PAGES and (page := file.read(PAGE)):
            pages[len(pages) + 1] = page.ljust(PAGE, b"\0")
    return {**pages, **committed_pages(path.with_name(f"{path.name}-wal"), PAGE)}


def _rows(pages: Pages, number: int, kind: str) -> list[tuple[str, Row]]:
    """Return the sound rows of a page taken for one of a kind, and their tables."""
    rows = ((_table_of(kind, cell.row), cell.row) for cell in _cells(pages, number, kind))
    return [(table, _filled(table, row)) for table, row in rows if table is not None]


def _cells(pages: Pages, number: int, kind: str) -> list[_Cell]:
    """Return what lies in a page; where its head cannot be right about how much that is, all that can be found."""
    page, cells = pages[number], list[_Cell | None]()
    for at in range(_HEAD[kind], PAGE - 1, 2):
        place = int.from_bytes(page[at : at + 2])
        if not at < place < PAGE:
            break
        try:
            cells.append(_cell(pages, page, place, kind))
        except (_Spoilt, UnicodeDecodeError):
            cells.append(None)
    count = int.from_bytes(page[3:5])
    listed = cells[:count]
    right = len(listed) == count and None not in listed
    if right and sum(cell.size for cell in listed if cell) + _free(page) == PAGE - int.from_bytes(page[5:7]):
        cells = listed
    return [cell for cell in cells if cell]


def _free(page: bytes) -> int:
    """Return how many bytes between the cells of a page are free, as its head has it."""
    free, at = page[7], int.from_bytes(page[1:3])
    while 0 < at < PAGE - 3:
        after, size = int.from_bytes(page[at : at + 2]), int.from_bytes(page[at + 2 : at + 4])
        free += size
        at = after if after > at else 0
    return free


def _cell(pages: Pages, page: bytes, start: int, kind: str) -> _Cell:
    at = start + (4 if kind == "inner_keys" else 0)
    size, at = _varint(page, at)
    number, at = _varint(page, at) if kind == "rows" else (0, at)
    inside = size
    if size > _MOST_INSIDE[kind]:
        inside = _LEAST_INSIDE + (size - _LEAST_INSIDE) % (PAGE - 4)
        inside = inside if inside <= _MOST_INSIDE[kind] else _LEAST_INSIDE
    payload, end = page[at : at + inside], at + inside
    if inside < size:
        payload += _overflow(pages, int.from_bytes(page[end : end + 4]), size - inside)
        end += 4
    if len(payload) != size or end > PAGE:
        raise _Spoilt
    row = list(_values(payload))
    if kind == "rows":
        if row[0] is not None:
            raise _Spoilt
        row[0] = number
    return _Cell(row, max(4, end - start))


def _overflow(pages: Pages, number: int, size: int) -> bytes:
    """Return the rest of a row that is too long for its page."""
    found, seen = b"", set[int]()
    while len(found) < size:
        if number not in pages or number in seen:
            raise _Spoilt
        seen.add(number)
        found += pages[number][4:]
        number = int.from_bytes(pages[number][:4])
    return found[:size]


def _varint(content: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place, byte in enumerate(content[at : at + 9]):
        if place == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, at + place + 1
    raise _Spoilt


def _values(payload: bytes) -> Iterator[object]:
    """Yield the values of a row."""
    size, at = _varint(payload, 0)
    kinds, place = list[int](), size
    while at < size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != size or not kinds:
        raise _Spoilt
    for kind in kinds:
        length = _SIZES[kind] if kind < len(_SIZES) else (kind - 12) // 2 if kind >= 12 else 0
        content = payload[place : place + length]
        if len(content) != length or kind in (7, 10, 11) or (kind >= 12 and not kind % 2):
            raise _Spoilt  # no row of ours has a fraction or bytes
        place += length
        yield content.decode() if kind >= 13 else kind - 8 if kind >= 8 else _whole(content)


def _whole(content: bytes) -> int | None:
    return int.from_bytes(content, signed=True) if content else None


def _table_of(kind: str, row: Row) -> str | None:
    """Return the table a row can stand in."""
    for table in _TABLES[kind]:
        filled = _filled(table, row)
        if len(filled) == WIDTHS[table] and (is_sound(table, filled) if table in COLUMNS else _may_be(table, filled)):
            return table
    return None


def _filled(table: str, row: Row) -> Row:
    """Return a row of an older schema with what was added since."""
    added, missing = _ADDED.get(table, ()), WIDTHS[table] - len(row)
    return [*row, *added[-missing:]] if 0 < missing <= len(added) else row


def _may_be(table: str, row: Row) -> bool:
    """Tell whether a row may be the game on the table or a move in it; it is judged whole when it is read."""
    if table == "game":
        texts, shown = [*row[1:6], row[7]], row[6]
        return row[0] == 1 and all(isinstance(text, str) for text in texts) and shown in (0, 1)
    number, action, checksum = row
    try:
        return 0 < number <= MAX_NUMBER and isinstance(json.loads(action), dict) and isinstance(checksum, int | None)
    except (TypeError, ValueError, RecursionError):
        return False


def _key(table: str, row: Row) -> object:
    """Return what no two rows of a table have alike."""
    return tuple(row[:2]) if table == "used" else row[0]
