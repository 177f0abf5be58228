"""Parsing YAML: strict, by the fastest loader there is, and within limits that no file people write comes near."""

import re
from collections.abc import Callable
from typing import Any

import yaml

from device.files.limits import FEW, MAX_DEPTH, MAX_KEY, MAX_NUMBER, MAX_VALUES
from device.files.messages import Message, joined, message, plainer

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TAG = "tag:yaml.org,2002:"
_UNSEEN = yaml.reader.Reader.NON_PRINTABLE
_ENDS = (",", "\n", "\r", "\x85", "\u2028", "\u2029")
_BEGINS = ("- ", "? ", ": ")
_QUOTED = re.compile(r"(?<=alias|e tag) '.*'", re.DOTALL)
"""A password that begins with * or ! is taken for an alias or a tag, and must not be repeated."""
_SOUND = message("YAML or JSON")
_KINDS = {
    "bool": message("true or false, or text in quotes"),
    "int": message("a whole number, or text in quotes"),
    "float": message("a number, or text in quotes"),
    "timestamp": message("a day that there is, or text in quotes"),
}
_PLAIN = message("a value without a tag; text that begins with ! stands in quotes")
_UNFIT = message("this does not fit what stands before it: see where lines begin and quotes end")
_OPEN = message("quotes or a bracket that nothing closes")
_ESCAPE = message("text with \\ stands in single quotes")
_NAMED = message("text that begins with * or & stands in quotes")
_PROBLEMS = {
    "mapping values": message("a colon where none may stand: text with a colon stands in quotes"),
    "end of stream": _OPEN,
    "expected ','": _OPEN,
    "document indicator": _OPEN,
    "a tab": message("a tab where a line begins: only spaces may stand there"),
    "cannot start": message("a tab, or a sign with which text begins only in quotes"),
    "escape": _ESCAPE,
    "hexdecimal": _ESCAPE,
    "alias": _NAMED,
    "alphabetic": _NAMED,
    "occurrence": _NAMED,
    " tag": message("text that begins with ! stands in quotes"),
    "another document": message("a second document, which begins with ---"),
    "expected": _UNFIT,
    "sequence entries": _UNFIT,
}
"""What is told on a screen of what the library finds, by words of it; the first that is found holds."""
_UNREADABLE = message("this cannot be read")


class Fault(Exception):
    """What is wrong with a text: the place in it, the value, and what is allowed there.

    `section` is the first of the keys that lead to the value, as far as that is known: a secret may stand there.
    """

    def __init__(self, line: str, value: str, allowed: Message = _SOUND, keys: tuple[str, ...] = ()) -> None:
        super().__init__(line, value, allowed)
        self.line, self.value, self.allowed, self.section = line, value, allowed, keys[0] if keys else ""
        self.place = joined(line, ".".join(keys), by=", ")


class _Refused(yaml.MarkedYAMLError):
    """A value that YAML has and no file of ours may have."""

    def __init__(self, node: yaml.Node, value: str, allowed: Message = _SOUND) -> None:
        super().__init__(None, None, value, node.start_mark)
        self.node, self.allowed = node, allowed


class _Strict(_Loader):  # type: ignore[misc]
    """The safe loader, refusing a key that stands twice in one mapping; `timer: off` is the word it looks like."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        if not isinstance(node, yaml.MappingNode):
            raise _Refused(node, _shown(node), message("a mapping"))
        seen: dict[Any, type] = {}
        for key_node, value_node in node.value:
            if key_node.tag == f"{_TAG}merge":
                raise _Refused(key_node, key_node.value, message("a field; << is none here"))
            key = self.construct_object(key_node, deep=True)
            if key == "timer" and value_node.value == "off":
                value_node.tag = f"{_TAG}str"
            if not isinstance(key, str | int | float | bool | None):
                raise _Refused(key_node, _shown(key_node), message("a field of plain text"))
            if key in seen:  # or, as 1 and true, one that takes its place
                once = message("each field once") if seen[key] is type(key) else message("a field of plain text")
                raise _Refused(key_node, _shown(key_node), once)
            seen[key] = type(key)
        return dict(super().construct_mapping(node, deep))


def _shown(node: yaml.Node) -> str:
    """Return what stands at a node, as far as that is one value: a file on a stick may be somebody's letter."""
    if isinstance(node, yaml.ScalarNode):
        text = repr(node.value)
        return text if len(text) <= FEW else f"{text[:FEW]}…"
    return "[…]" if isinstance(node, yaml.SequenceNode) else "{…}"


def _guarded(kind: str) -> Callable[[Any, yaml.Node], Any]:
    """Return the constructor of a kind of value; PyYAML's own raise whatever happens to them."""
    construct = _Loader.yaml_constructors[f"{_TAG}{kind}"]

    def guarded(loader: Any, node: yaml.Node) -> Any:
        try:
            return construct(loader, node)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, yaml.MarkedYAMLError):
            raise _Refused(node, _shown(node), _KINDS[kind]) from None

    return guarded


def _text(loader: Any, node: yaml.Node) -> str:
    """Construct a text; one with a tag may be made of something else."""
    if not isinstance(node, yaml.ScalarNode):
        raise _Refused(node, _shown(node), message("text"))
    return str(loader.construct_scalar(node))


def _tagged(loader: Any, node: yaml.Node) -> None:
    """Refuse a tag that is not JSON's; the name of one of somebody's own may be a password that was not quoted."""
    tag = node.tag.replace(_TAG, "!!") if node.tag.startswith(_TAG) else ""
    raise _Refused(node, " ".join(filter(None, (tag, _shown(node) if tag else ""))), _PLAIN)


for _kind in _KINDS:
    _Strict.add_constructor(f"{_TAG}{_kind}", _guarded(_kind))
_Strict.add_constructor(f"{_TAG}str", _text)
for _kind in ("binary", "omap", "pairs", "set"):  # these are no JSON
    _Strict.add_constructor(f"{_TAG}{_kind}", _tagged)
_Strict.add_constructor(None, _tagged)


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
    lines, places = sum(map(text.count, _ENDS)), sum(map(text.count, _BEGINS))
    if max(lines, places) > MAX_VALUES:  # before a second is spent on it
        raise Fault("", message("more than {n} values and lines", n=MAX_VALUES))
    unseen = _UNSEEN.search(text)
    if unseen:
        place = message("line {n}", n=text.count("\n", 0, unseen.start()) + 1)
        raise Fault(place, message("the control character {code}", code=f"U+{ord(unseen[0]):04X}"))
    loader, node = None, None
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
        raise _fault(error, node, text) from None
    except RecursionError:
        raise Fault("", message("nested too deeply")) from None
    except (yaml.YAMLError, ValueError) as error:
        raise Fault("", "", _plainer(str(error))) from None
    finally:
        if loader is not None:
            loader.dispose()


def written(text: str) -> dict[str, str]:
    """Return what stands in a YAML text and is read as no text, by its place as in `moves[3].clue.word`."""
    try:
        root = yaml.compose(text, _Strict)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    found, waiting, seen = dict[str, str](), [("", root)], set[int]()
    while waiting:
        place, node = waiting.pop()
        if isinstance(node, yaml.ScalarNode):
            found |= {place: node.value} if node.value and node.tag != f"{_TAG}str" else {}
        elif node is not None and id(node) not in seen:
            seen.add(id(node))
            if isinstance(node, yaml.SequenceNode):
                waiting += [(f"{place}[{at}]", each) for at, each in enumerate(node.value, 1)]
                continue
            fields = [(key.value, each) for key, each in node.value if key.tag == f"{_TAG}str"]
            waiting += [(f"{place}.{name}" if place else name, each) for name, each in fields]
    return found


def _fault(error: yaml.MarkedYAMLError, root: yaml.Node | None, text: str) -> Fault:
    mark = error.problem_mark or error.context_mark
    line = message("line {n}", n=mark.line + 1) if mark else ""
    if isinstance(error, _Refused):
        return Fault(line, error.problem or "", error.allowed, _keys_to(error.node, root))
    written = text.splitlines()[mark.line : mark.line + 1] if mark else []
    for key in "".join(written).split(":")[:-1]:
        if len(key) > MAX_KEY:
            return Fault(line, f"{key.strip()[:FEW]}…", message("a field of at most {n} characters", n=MAX_KEY))
    return Fault(line, "", _plainer(_QUOTED.sub("", error.problem or error.context or "")))


def _plainer(problem: str) -> Message:
    """Return what the library says, and what is allowed, for which a screen has words of ours."""
    found = (said for words, said in _PROBLEMS.items() if words in problem)
    return plainer(joined(problem, _SOUND), next(found, joined(_UNREADABLE, _SOUND)))


def _keys_to(wanted: yaml.Node, root: yaml.Node | None) -> tuple[str, ...]:
    """Return the keys that lead to a node."""
    waiting: list[tuple[yaml.Node | None, tuple[str, ...]]] = [(root, ())]
    while waiting:
        node, keys = waiting.pop()
        if node is wanted:
            return keys
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inside = (*keys, str(key.value)) if isinstance(key, yaml.ScalarNode) else keys
                waiting += [(key, inside), (value, inside)]
        elif isinstance(node, yaml.SequenceNode):
            waiting += [(value, keys) for value in node.value]
    return ()


def _check(root: yaml.Node) -> None:
    """Hold a document to the limits before anything is made of it."""
    waiting, seen = [(root, 1)], {id(root)}
    while waiting:
        node, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise _Refused(node, message("nested more than {n} deep", n=MAX_DEPTH))
        if isinstance(node, yaml.ScalarNode):
            if node.tag != f"{_TAG}str" and len(node.value) > MAX_NUMBER:
                raise _Refused(node, message("more than {n} characters in a number", n=MAX_NUMBER))
            continue
        inside = node.value if isinstance(node, yaml.SequenceNode) else [each for pair in node.value for each in pair]
        fresh = [each for each in inside if id(each) not in seen]  # an alias is what it stands for, seen once
        seen.update(map(id, fresh))
        waiting += [(each, depth + 1) for each in fresh]
