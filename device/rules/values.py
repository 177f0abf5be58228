"""Values: dataclasses whose methods are written when the first of them is made.

The standard library writes them when a module is read. There are some dozens, which takes a quarter of a millisecond
each, at every start; most are of a game, and none of those is made before somebody plays.
"""

from dataclasses import FrozenInstanceError, field, fields, make_dataclass
from dataclasses import dataclass as plain
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool = False, slots: bool = False, kw_only: bool = False) -> Any:
        """Make a dataclass, as the standard library's `dataclass` does."""

        def made(kind: type) -> type:
            kind = plain(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(kind)
            kind.__init__ = _first(kind, frozen)
            if frozen:
                kind.__setattr__, kind.__delattr__ = _refuse, _refuse
            return kind

        return made


WRITTEN = ("__init__", "__repr__", "__eq__", "__hash__")


def _first(kind: Any, frozen: bool) -> Any:
    """Return what makes the first value of a kind: it writes the kind's methods."""
    own = {name for name in WRITTEN if name in vars(kind) and name != "__init__"}

    def __init__(self: object, *given: object, **named: object) -> None:
        specs = [(each.name, Any, _again(each)) for each in fields(kind)]
        model = make_dataclass(kind.__name__, specs, frozen=frozen, namespace={"__doc__": kind.__doc__})
        for name in WRITTEN:
            if name not in own:
                setattr(kind, name, getattr(model, name))
        kind.__init__(self, *given, **named)

    return __init__


def _again(each: Any) -> Any:
    return field(default=each.default, default_factory=each.default_factory, repr=each.repr, kw_only=each.kw_only)


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r} of {type(self).__name__}")
