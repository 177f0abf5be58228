"""Parsing YAML: strict, by the fastest loader there is, and within limits that no file people write comes near."""

import re
from collections.abc import Callable
from typing import Any

import yaml

from device.files.limits import MAX_DEPTH, MAX_NUMBER, MAX_VALUES

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG = "tag:yaml.org,2002:"
_UNSEEN = yaml.reader.Reader.NON_PRINTABLE
_QUOTED = re.compile(r"(?<=alias|e tag) '(?!tag:yaml.org,2002:merge').*'", re.DOTALL)
"""A password that begins with * or ! is taken for an alias or a tag, and must not be repeated; << is none."""


class Fault(Exception):
    """What is wrong with a text, and the place in it."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place, self.problem = place, problem


class _Strict(_Loader):  # type: ignore[misc]
    """The safe loader, refusing a key that stands twice in one mapping; `timer: off` is the word it looks like."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        if not isinstance(node, yaml.MappingNode):
            raise _error(node, "this is no mapping")
        seen = set()
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if key == "timer" and value_node.value == "off":
                value_node.tag = f"{_TAG}str"
            if not isinstance(key, str | int | float | bool | None):
                raise _error(key_node, "a key must be plain text")
            if key in seen:
                raise _error(key_node, f"{str(key)[:40]!r} stands twice")
            seen.add(key)
        return dict(super().construct_mapping(node, deep))


def _error(node: yaml.Node, problem: str) -> yaml.MarkedYAMLError:
    return yaml.constructor.ConstructorError(None, None, problem, node.start_mark)


def _guarded(kind: str) -> Callable[[Any, yaml.Node], Any]:
    """Return the constructor of a kind of value; PyYAML's own raise whatever happens to them."""
    construct = _Loader.yaml_constructors[f"{_TAG}{kind}"]

    def guarded(loader: Any, node: yaml.Node) -> Any:
        try:
            return construct(loader, node)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            raise _error(node, f"this is no !!{kind}") from None

    return guarded


for _kind in ("bool", "int", "float", "timestamp"):
    _Strict.add_constructor(f"{_TAG}{_kind}", _guarded(_kind))
for _kind in ("binary", "omap", "pairs", "set"):  # these are no JSON
    _Strict.add_constructor(f"{_TAG}{_kind}", _Loader.yaml_constructors[None])


def parse(text: str) -> Any:
    """Return the one document of a YAML text (JSON is YAML).

    Raises:
        Fault: it is none, or goes beyond the limits.
    """
    documents = _parsed(text, many=False)
    return documents[0] if documents else None


def parse_all(text: str) -> list[Any]:
    """Return the documents of a YAML text, parted by `---`; empty ones are left out.

    Raises:
        Fault: one is none, or goes beyond the limits.
    """
    return [document for document in _parsed(text, many=True) if document is not None]


def _parsed(text: str, *, many: bool) -> list[Any]:
    if sum(map(text.count, ",\n")) > MAX_VALUES:  # before a second is spent on it
        raise Fault("", f"more than {MAX_VALUES} values")
    unseen = _UNSEEN.search(text)
    if unseen:
        place = f"line {text.count(chr(10), 0, unseen.start()) + 1}"
        raise Fault(place, f"the control character U+{ord(unseen[0]):04X}")
    loader = None
    try:
        loader = _Strict(text)
        documents: list[Any] = []
        while loader.check_node() if many else not documents:
            node = loader.get_node() if many else loader.get_single_node()
            if node is None:
                break
            _check(node)
            documents.append(loader.construct_document(node))
        return documents
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"line {mark.line + 1}" if mark else ""
        raise Fault(place, _QUOTED.sub("", error.problem or error.context or "")) from None
    except RecursionError:
        raise Fault("", "nested too deeply") from None
    except (yaml.YAMLError, ValueError) as error:
        raise Fault("", str(error)) from None
    finally:
        if loader is not None:
            loader.dispose()


def _check(root: yaml.Node) -> None:
    """Hold a document to the limits before anything is made of it."""
    waiting, seen = [(root, 1)], {id(root)}
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise _error(node, f"nested more than {MAX_DEPTH} deep")
        if isinstance(node, yaml.ScalarNode):
            if node.tag != f"{_TAG}str" and len(node.value) > MAX_NUMBER:
                raise _error(node, f"more than {MAX_NUMBER} characters in a number")
            continue
        inside = node.value if isinstance(node, yaml.SequenceNode) else [each for pair in node.value for each in pair]
        fresh = [each for each in inside if id(each) not in seen]  # an alias is what it stands for, seen once
        seen.update(map(id, fresh))
        waiting += [(each, depth + 1) for each in fresh]
