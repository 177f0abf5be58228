"""Lists of words as packs: a text file, a word a line or between commas, or a table whose columns are word and parts.

What pasting from a letter, a page or a table brings along goes: bullets, numbers, quotes, full stops, empty lines.
"""

import csv
import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from device.cards.packs import MAX_CARDS
from device.files.clean import without_invisible
from device.files.messages import message, plainer
from device.files.reader import Malformed, read_text, shortened

MAX_LINES, MAX_LINE = 20_000, 50_000
"""Lines of a list and characters of one: more than any pack has words, looked through in no time."""
MAX_CELLS = 40
"""Cells of a row that are looked at: more than a word has parts."""
WORDS_A_TITLE = 3
"""Words that stand at least below each title among them."""
TITLES = 2
"""A word between numbers that go on is a title only where more rows than so many have a word to themselves."""
MAX_DIGITS = 9
"""Digits of a row's number that are looked at."""
FIRST_LINES, MAX_HEAD = 5, 300
"""In one of so many lines, of so many characters, a list may say its language."""
_LANGUAGE = re.compile(r"""[\s"']*#+\s*lang(?:uage)?\s*[:=]\s*["']?([\w-]+)[\s,;"']*(?:#.*)?$""", re.IGNORECASE)
"""The line that says it, also as a table program writes it, with what stands between the columns behind it."""
_SEPARATOR = re.compile(r"[\"']?sep=([,;\t|])[\"']?[\s,;]*$", re.IGNORECASE)
"""The line by which Excel tells itself what stands between the columns."""
_FIRST = re.compile(r"""\s*+(?:"[^"]*")?+[^,;\t]*+([,;\t])""")
"""What stands behind a row's word, which may be quoted: further on, a cell may hold other signs."""
_SUFFIX = re.compile(r"\.([a-z]{2}(?:[-_][a-z]{2})?)$", re.IGNORECASE)
"""What a list's name says of its language, in whatever letters a stick keeps names."""
_BULLET = re.compile(r"^(?:[-–—*+•·‣⁃▪▫◦●○■□➢➤►✓✔]\s*|o\t|\d{1,4}\t\s*|\(?\d{1,4}\s*[.):](?!\d)\s*|\(?[a-z]\)\s*)+")
_SAID, _LETTER, _NUMBER = re.compile(r"\w"), re.compile(r"[^\W\d_]"), re.compile(r"\W*\d+\W*")
_NUMBERS = re.compile(r"[#№n]|no|nr|id|n\.?º|n°|l\.?p|n[uú]m(?:ero)?|numer|number")
_WORDS = re.compile(r"words?|pala[bv]ras?|słow[oa]")
_CARDS = re.compile(r"cards?|[ck]artas?|karty|tarjetas?")
_PARTS = re.compile(r"parts?|partes?|część|części|allow(?:ed)?|permiti(?:r|d[oa]s?)|dozwolon[ey]")
"""What stands above the columns of a table: its numbers, its words, also called cards, and what follows them."""
_AROUND = " \t\"'“”„«»‚‘’`.,;:"

Row = tuple[int, list[str]]
"""The line a row of a table stands on, and its cells."""


class WordList(NamedTuple):
    """A list as a pack file would say it, and the place of each card in it."""

    content: dict[str, Any]
    places: tuple[str, ...]


def read(path: Path, language: str) -> WordList:
    """Read a list; its name says its title and, as `animals.pl.txt`, its language, if its first line does not.

    Raises:
        Malformed: it cannot be read.
    """
    text, is_table = read_text(path), path.suffix.lower() == ".csv"
    lines = text.splitlines()
    if len(lines) > MAX_LINES or max(map(len, lines), default=0) > MAX_LINE:
        most = message("at most {lines} lines of {n} characters", lines=MAX_LINES, n=MAX_LINE)
        raise Malformed(str(path), "", "", most, unreadable=True)
    if not is_table and text.count(",") + text.count(";") > MAX_LINES:
        raise Malformed(str(path), "", "", message("at most {n} cards", n=MAX_CARDS["words"]), unreadable=True)
    first = (_LANGUAGE.match(line) if len(line) < MAX_HEAD else None for line in lines[:FIRST_LINES])
    at, said = next(filter(all, enumerate(first, 1)), (0, None))
    stem, suffix = path.stem, _SUFFIX.search(path.stem)
    if suffix:
        stem, language = stem[: suffix.start()], _code(suffix[1])
    if said:
        lines[at - 1] = ""
        language = _code(said[1])
    rows = list(_table(path, lines) if is_table else _words(lines))
    name = without_invisible(stem.replace("_", " "))
    content = {
        "id": "-".join(re.findall(r"\w+", f"{name} {_code(suffix[1]) if suffix else ''}".casefold())) or name,
        "title": name,
        "language": language,
        "kind": "words",
        "cards": [card for _, card in rows],
    }
    return WordList(content, tuple(message("line {n}", n=number) for number, _ in rows))


def _code(said: str) -> str:
    """Return the code of a language, in whatever letters and with whatever sign it is written."""
    main, _, region = said.replace("_", "-").partition("-")
    return "-".join(filter(None, (main.lower(), region.upper())))


def _words(lines: list[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("#") or _SEPARATOR.match(line):
            continue
        for word in re.split(r"[,;]", _BULLET.sub("", line.strip())):
            cleaned = clean(word)
            if cleaned:
                yield number, cleaned


def clean(word: str) -> str:
    """Return a word without what stands around it in a list."""
    return without_invisible(_BULLET.sub("", without_invisible(word))).strip(_AROUND)


def _table(path: Path, lines: list[str]) -> Iterator[tuple[int, Any]]:
    kept = ["" if line.lstrip().startswith("#") else line for line in lines]
    first = next((number for number, line in enumerate(kept) if line.strip()), None)
    said = None if first is None else _SEPARATOR.match(kept[first])
    if first is not None and said:
        kept[first] = ""
    behind = Counter(found[1] for line in kept if (found := _FIRST.match(line)))
    between = said[1] if said else max(",;\t", key=behind.__getitem__)
    many = 0
    for number, row in _bare(list(_rows(path, kept, between))):
        word = clean(row[0]) if row else ""
        if word:
            many += 1
            cells = _cells(row) if many <= MAX_CARDS["words"] else []  # of too many, none is looked at
            parts = [part for cell in cells if (part := clean(cell))]
            yield number, {"word": word, "parts": parts} if parts else word


def _rows(path: Path, lines: list[str], between: str) -> Iterator[Row]:
    reader, begun = csv.reader(lines, delimiter=between, skipinitialspace=True), 1
    try:
        for row in reader:
            if reader.line_num > begun:
                whole = message("quotes that close on their line")
                raise Malformed(str(path), message("line {n}", n=begun), repr(shortened(row[0], MAX_HEAD)), whole)
            yield begun, row[: MAX_CELLS + 1]
            begun = reader.line_num + 1
    except csv.Error as error:
        told = plainer(str(error), message("a cell that is too long"))
        place = message("line {n}", n=reader.line_num)
        raise Malformed(str(path), place, told, "CSV", unreadable=True) from None


def _bare(rows: list[Row]) -> list[Row]:
    """Return a table's rows without what stands above them, and without first columns that are empty or numbers."""
    said = [(number, row) for number, row in rows if _is_said("".join(row))]
    heading = _heading(said)
    columns = sorted({at for number, row in said if number > heading for at, cell in enumerate(row) if _is_said(cell)})
    below = [(number, [row[at] for at in columns if at < len(row)]) for number, row in rows if number > heading]
    return _without_asides(_without_asides(below))


def _heading(said: list[Row]) -> int:
    """Return the line that names the columns, above which a title may have a cell to itself; 0 where none does."""
    for at, (number, row) in enumerate(said[:FIRST_LINES]):
        named = row[next(place for place, cell in enumerate(row) if clean(cell)) :]
        if _is_heading(named, first=at == 0 or named != row):
            return number
        if sum(map(_is_said, row)) > 1:
            break
    return 0


def _without_asides(rows: list[Row]) -> list[Row]:
    """Return rows without their first column where it numbers the words beside it nearly all, or is mostly empty.

    What stands in a column that is mostly empty is of groups, or a note. A number with no word beside it is no card.
    """
    beside = [(number, row) for number, row in rows if _is_beside(row)]
    asides = [(number, row) for number, row in beside if _is_aside(row[0])]
    alone = [number for number, row in rows if row and not _is_aside(row[0]) and not _is_beside(row)]
    numbered = [row[1] for _, row in asides if _is_said(row[0])]
    lettered = sum(map(bool, map(_LETTER.search, numbered)))
    grouped = (len(asides) - len(numbered)) * 2 >= max(len(beside) - 1, 1)
    nearly_all = grouped or len(asides) * 10 >= (len(beside) - 1) * 9
    if not asides or not nearly_all or len(asides) < len(alone) * WORDS_A_TITLE or lettered * 2 < len(numbered):
        return rows
    first, titles, kept = asides[0][0], _titles(alone, asides), []
    for number, row in rows:
        if not row or _is_aside(row[0]):
            kept.append((number, row[1:]))
        elif not _is_beside(row):
            kept += [(number, row)] if number not in titles else []
        elif not grouped:
            kept += [(number, row)] if number > first else []  # above, it names the columns
        elif number > first or not _is_heading(row[1:], first=True):
            kept.append((number, row[1:]))
    return kept


def _titles(alone: list[int], asides: list[Row]) -> set[int]:
    """Return which lines with a word to itself are titles: what stands above all rows, and then also among them.

    Where the numbers leave out one for each such line they are words, and so is a single one among numbers that go on,
    and what stands at the end.
    """
    titles, seen, before = set[int](), 0, 0
    for line, row in asides:
        until = bisect(alone, line)
        number = int("".join(filter(str.isdecimal, row[0]))[:MAX_DIGITS] or 0)
        begins = line == asides[0][0] or (titles and (number <= before or len(alone) > TITLES))
        if begins and number != before + 1 + until - seen:
            titles.update(alone[seen:until])
        seen, before = until, number
    return titles


def _is_beside(row: list[str]) -> bool:
    """Tell whether something is said beside a row's first cell."""
    return bool(row[1:]) and _is_said(row[1])


def _is_said(cell: str) -> bool:
    return bool(_SAID.search(cell))


def _is_aside(cell: str) -> bool:
    """Tell whether a cell says nothing, or a number."""
    return not _is_said(cell) or bool(_NUMBER.fullmatch(cell))


def _is_heading(row: list[str], *, first: bool) -> bool:
    """Tell whether a row names columns: a list may begin with the word CARD, but not beside its number or parts.

    Only as the `first` may it name but one.
    """
    head, *others = (clean(cell).casefold() for cell in (*row[:3], "", ""))
    numbers = bool(_NUMBERS.fullmatch(head))
    word, beside = (others[0], others[1]) if numbers else (head, others[0])
    two = numbers or bool(_PARTS.fullmatch(beside))
    return bool((_WORDS.fullmatch(word) and (first or two)) or (_CARDS.fullmatch(word) and two))


def _cells(row: list[str]) -> list[str]:
    return re.split("[,;]", ",".join(row[1:MAX_CELLS]), maxsplit=MAX_CELLS)[:MAX_CELLS]
