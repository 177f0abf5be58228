"""Small changes of a module, one at a time: the slips that a test should notice."""

import ast
import copy
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_PAIRS = (
    *((ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE)),
    *((ast.And, ast.Or), (ast.Add, ast.Sub), (ast.BitOr, ast.BitAnd)),
)
OTHER: dict[type[ast.AST], type[ast.AST]] = {ast.Mult: ast.Add, **dict(_PAIRS), **{b: a for a, b in _PAIRS}}
_ROWS = (
    *("bystander check", "A B", "RED BLUE", "AGENT BYSTANDER ASSASSIN"),
    "FIRST_CLUE CLUE GUESS COVER SUDDEN_DEATH OVER",
)
NEXT = {a: b for row in map(str.split, _ROWS) for a, b in zip(row, (*row[1:], row[0]), strict=True)}
"""Attributes easily taken for each other."""


class Mutant(NamedTuple):
    """A module with one change; `where` is the function, class or table it is in."""

    module: str
    line: int
    where: str
    before: str
    after: str
    source: str

    @property
    def key(self) -> tuple[str, ...]:
        """Return what names it, wherever its line may move."""
        return self.where, self.before, self.after

    def __str__(self) -> str:
        return f"device/rules/{self.module}.py:{self.line} ({self.where}) {self.before} → {self.after}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Make the mutants of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    made = {ast.unparse(tree)}
    for parent, field, index, node, where in _places(tree, path.stem):
        kept = getattr(parent, field)
        for new in _changed(parent, field, node):
            many = [*kept[:index], *([new] if new else []), *kept[index + 1 :]] if isinstance(kept, list) else new
            setattr(parent, field, many)
            source = ast.unparse(ast.fix_missing_locations(tree))
            setattr(parent, field, kept)
            if source not in made:
                made.add(source)
                before, after = (_told(each, parent) for each in (node, new))
                yield Mutant(path.stem, getattr(node, "lineno", 0), where, before, after, source)


def _places(parent: ast.AST, where: str) -> Iterator[tuple[ast.AST, str, int, ast.AST, str]]:
    for field, value in ast.iter_fields(parent):
        for index, node in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(node, ast.AST) or _idle(parent, field, node):
                continue
            name = getattr(node, "name", "") if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""
            if isinstance(parent, ast.Module) and isinstance(node, ast.Assign | ast.AnnAssign):
                name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            inside = f"{where}.{name}" if name else where
            yield parent, field, index, node, inside
            yield from _places(node, inside)


def _idle(parent: ast.AST, field: str, node: ast.AST) -> bool:
    """Tell what does nothing when it runs: docstrings, assertions, and all that is read by a type checker only."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert():
            return True
    alias = isinstance(parent, ast.Module) and isinstance(getattr(node, "value", None), ast.BinOp | ast.Subscript)
    return alias or field in ("annotation", "returns")


def _changed(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST | None]:
    """Yield what may stand in a node's place; None: nothing."""
    if field in ("keywords", "ifs") or (field == "elts" and isinstance(getattr(parent, "ctx", None), ast.Load)):
        yield None
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                yield _with(node, ops=[*ops[:place], OTHER[type(op)](), *ops[place + 1 :]])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in OTHER:
            yield _with(node, op=OTHER[type(op)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(value=str() as value):
            yield ast.Constant(f"{value}~")
        case ast.IfExp(body=body, orelse=orelse):
            yield _with(node, body=orelse, orelse=body)
        case ast.If(test=test) if not isinstance(test, ast.Compare | ast.UnaryOp):
            yield _with(node, test=ast.UnaryOp(ast.Not(), test))
        case ast.Return(value=ast.AST()):
            yield ast.Return(ast.Constant(None))
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Attribute(value=value, attr="other", ctx=ast.Load()):
            yield value
        case ast.Attribute(attr=attr, ctx=ast.Load()) if attr in NEXT:
            yield _with(node, attr=NEXT[attr])
        case ast.Call(args=[first, second, *rest]):
            yield _with(node, args=[second, first, *rest])


def _with(node: ast.AST, **changed: object) -> ast.AST:
    new = copy.copy(node)
    for field, value in changed.items():
        setattr(new, field, value)
    return new


def _told(node: ast.AST | None, parent: ast.AST) -> str:
    if node is None:
        return "nothing"
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    return f"{parent.arg}={ast.unparse(node)}" if isinstance(parent, ast.keyword) else ast.unparse(node)
