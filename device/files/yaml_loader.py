"""Parsing YAML: strict, and by the fastest loader there is."""

from collections.abc import Callable
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Fault(Exception):
    """What is wrong with a text, and the place in it."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(place, problem)
        self.place, self.problem = place, problem


class _Strict(_Loader):  # type: ignore[misc]
    """The safe loader, refusing a key that stands twice in one mapping; `timer: off` is the word it looks like."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen = set()
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if key == "timer" and value_node.value == "off":
                value_node.tag = "tag:yaml.org,2002:str"
            if not isinstance(key, str | int | float | bool | None):
                raise yaml.constructor.ConstructorError(None, None, "a key must be plain text", key_node.start_mark)
            if key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"{key!r} stands twice", key_node.start_mark)
            seen.add(key)
        return dict(super().construct_mapping(node, deep))


def parse(text: str) -> Any:
    """Return the one document of a YAML text (JSON is YAML).

    Raises:
        Fault: it is none.
    """
    return _parsed(yaml.load, text)


def parse_all(text: str) -> list[Any]:
    """Return the documents of a YAML text, parted by `---`; empty ones are left out.

    Raises:
        Fault: one is none.
    """
    documents = _parsed(lambda text, Loader: list(yaml.load_all(text, Loader)), text)
    return [document for document in documents if document is not None]


def _parsed(how: Callable[..., Any], text: str) -> Any:
    try:
        return how(text, Loader=_Strict)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"line {mark.line + 1}" if mark else ""
        raise Fault(place, error.problem or error.context or "") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Fault("", str(error) or "nested too deeply") from None
