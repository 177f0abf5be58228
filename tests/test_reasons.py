"""Every reason a screen tells an owner can be told in its language: nobody adds one in English alone."""

import ast
import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.config.allowed import allowed
from device.config.table import rows
from device.files.assets import assets
from device.files.messages import Message
from device.files.plain import _WORDS
from device.files.texts import SOURCE, Texts, languages
from hardware import registry

ROOT = Path(__file__).parents[1] / "device"
ROOMS = ("cards", "config", "files", "owner", "storage", "ui/owner", "ui/kit/fit.py", "ui/kit/photos.py")
"""Where the faults come from of what an owner brings: packs, lists, pictures, exports, settings files, updates."""
TOLD_ELSEWHERE = {
    "config/draft.py": "writes a file",
    "config/places.py": "the command line: no screen is open yet",
    "files/json_loader.py": "what is no JSON is read as YAML, whose fault is told",
    "files/terminal.py": "the command line",
    "storage/codec.py": "scenarios, at the command line, and the game on the table, whose page says one sentence",
    "storage/saved_game.py": "the same",
}
PAGE_TELLS = {
    *("foreign", "machine", "no_config", "no_export", "no_file", "no_folder", "no_packs", "no_place"),
    *("not_installed", "older", "other", "unfinished", "unsigned", "version"),
}
"""Troubles for which the page has a sentence of its own and never the text."""
NO_REASONS = (
    *("trusted comment: ", "rows of letters", "an unknown place", "not installed", "No module named"),
    "no setting of this name: ",  # a fault of the program
    " to 9 digits",  # the same
    "different cards, ",  # the same; the page counts before
    *("the installer of version ", "cannot be written; try: sudo", "Spytable is not installed there;"),  # by trouble
    *("failed venv-", "another spytable is running here"),
)
DAMAGED = ("owner/update_file.py", ("ValueError", "fail", "listing"))
"""Of what is wrong in an update the page says that it is damaged."""
SINKS = {
    "fail": (0, 2),
    "_refuse": (0, 2),
    "listing": (2,),
    "integer": (2,),
    "Malformed": (1, 3),
    "StoreError": (0,),
    "Fault": (0, 1, 2),
    "_Refused": (1, 2),
    "ValueError": (0,),
    "BadZipFile": (0,),
    "TransferError": (1,),
}
"""Which arguments of what is called are told: a place, a value, what is allowed."""
MESSAGES = ("message", "t", "texts", "n", "p", "Clash", "compile", "Unreadable")
PROSE = re.compile(r"[a-z]{2,}[,;:]? [a-z]{2,}")
WORD = re.compile(r"[a-z]{3,}")
PLACE = re.compile(r"[a-z]{2,} ")
SQL = re.compile(r"[A-Z]+ .*\b(FROM|INTO|TABLE|pragma|SET)\b")
MODULES = sorted(
    path for room in ROOMS for path in ([ROOT / room] if room.endswith(".py") else (ROOT / room).glob("*.py"))
)
Text = ast.Constant | ast.JoinedStr


def told(node: Text) -> str:
    """Return a text, with a 9 for what fills it in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(told(each) if isinstance(each, ast.Constant) else "9" for each in node.values)


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def passed_over(call: ast.Call, path: str) -> list[ast.expr]:
    """Return the arguments of a call that are told in the language of the screen, or not at all."""
    name, values = name_of(call), list(call.args)
    if name in MESSAGES or (path == DAMAGED[0] and name in DAMAGED[1]):
        return [*values, *(each.value for each in call.keywords)]
    if name == "plainer":
        return values[:1]
    if name in ("TransferError", "UpdateError") and told_as(values[0]) in {*PAGE_TELLS, "damaged", "installer"}:
        return values if told_as(values[0]) in PAGE_TELLS or path == DAMAGED[0] else []
    if name == "OSError" and ast.unparse(values[0]).removeprefix("errno.") in {number_name(each) for each in _WORDS}:
        return values
    return []


def told_as(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


def number_name(number: int) -> str:
    return errno.errorcode[number]


def given(node: ast.expr, tree: ast.AST) -> Iterator[ast.expr]:
    """Yield an argument, and what is assigned to a name it may be, wherever in the module that is."""
    yield node
    if isinstance(node, ast.IfExp):
        yield from (*given(node.body, tree), *given(node.orelse, tree))
    if isinstance(node, ast.Name):
        for each in ast.walk(tree):
            if isinstance(each, ast.Assign) and any(ast.unparse(one) == node.id for one in each.targets):
                yield each.value


def parts_of(node: ast.AST) -> Iterator[Text]:
    """Yield the texts of an expression that are no argument of a call, and no part of another text."""
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from (*parts_of(node.body), *parts_of(node.orelse))
    elif isinstance(node, ast.BinOp | ast.BoolOp):
        for each in ast.iter_child_nodes(node):
            yield from parts_of(each)


def english_alone(tree: ast.Module, path: str) -> Iterator[str]:
    """Yield what stands in a module as a reason, or reads as one, and can be told in English alone."""
    lines = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    over: set[ast.AST] = {line for line in lines if isinstance(line, ast.Constant)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            passed = passed_over(node, path)
            if name_of(node) in ("TransferError", "UpdateError"):
                passed = [one for each in passed for one in given(each, tree)]
            over.update(inner for each in passed for inner in ast.walk(each))
            over.update(each.value for each in node.keywords if each.arg in ("words", "remedy", "allowed"))
        elif isinstance(node, ast.Dict):
            over.update(key for key in node.keys if key is not None)
        elif isinstance(node, ast.JoinedStr):
            over.update(node.values)
    for node in ast.walk(tree):
        if node in over:
            continue
        if isinstance(node, ast.Constant | ast.JoinedStr) and PROSE.search(told(node)):
            yield told(node)
        elif isinstance(node, ast.Call) and name_of(node) in SINKS:
            wanted = [node.args[at] for at in SINKS[name_of(node)] if at < len(node.args)]
            for place, argument in enumerate(wanted):
                first = place == 0 and len(SINKS[name_of(node)]) > 1
                for text in (part for each in given(argument, tree) for part in parts_of(each) if part not in over):
                    if (PLACE if first else WORD).search(re.sub(r"9|[.\w]+\.zip", "", told(text))):
                        yield told(text)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_reason_stands_in_english_alone(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    if name in TOLD_ELSEWHERE:
        return
    found = english_alone(ast.parse(path.read_text(encoding="utf-8")), name)
    assert [each for each in found if not (SQL.match(each) or any(known in each for known in NO_REASONS))] == []


@pytest.mark.parametrize(
    "added",
    [
        'self.fail(place, value, "sensible")',
        'raise Malformed(file, f"row {n}", "", message("text"))',
        'raise Malformed(file, "", "", f"at most {n}")',
        'allowed = "green"\nreader.fail(place, value, allowed)',
        'raise Malformed(file, "", "", message("text") if good else "none here")',
        'why = "green"\nreader.fail(place, value, message("text") if good else why)',
        'raise ValueError(f"{name}: spoilt")',
        'raise TransferError("limits", f"{path}: too many")',
        'raise OSError(errno.EINVAL, "not this one")',
        'def fault() -> str:\n    return "a card that is red"',
    ],
)
def test_one_that_is_added_is_found(added: str) -> None:
    assert list(english_alone(ast.parse(added), "cards/new.py"))


def test_what_is_passed_over_is_there() -> None:
    modules = {str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}
    found = [each for name, tree in modules.items() for each in english_alone(tree, name)]
    assert [known for known in NO_REASONS if not any(known in each for each in found)] == []
    assert [each for each in TOLD_ELSEWHERE if not (ROOT / each).is_file()] == []


@pytest.mark.parametrize("language", sorted(set(languages(assets())) - {SOURCE}))
def test_what_a_row_allows_is_told_in_every_language(language: str) -> None:
    """Its words may stand in a room that knows no languages, by a name that nothing translates."""
    t = Texts(languages(assets())[language])
    params = [param for kinds in registry.TABLE.values() for row in kinds.values() for param in row.params]
    lamps = [row.lamp.params for kinds in registry.TABLE.values() for row in kinds.values() if row.lamp]
    said = [allowed(param) for param in [*params, *(each for lamp in lamps for each in lamp)]]
    said += [row.allowed() for row in rows().values()]
    words = {each for each in said if isinstance(each, Message)}
    assert len(words) > 20
    assert [each for each in words if t.again(each) == each] == []
    choices = {each for each in said if not isinstance(each, Message)}
    assert [each for each in choices if PROSE.search(each.replace(", ", ","))] == []
