"""Values: the standard library's dataclasses, each made into one when it is first needed.

A dataclass takes half a millisecond to be made, and the library ten to be read. There are some dozens, most are of a
game, and none of those is needed before somebody plays: a start has the bare classes.
"""

from threading import RLock
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import asdict as asdict
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
else:

    def asdict(value: object) -> dict[str, Any]:
        """Return a value's fields, as the standard library's `asdict` does."""
        return _library().asdict(value)

    def fields(value: object) -> tuple[Any, ...]:
        """Return the fields of a value or of a kind, as the standard library's `fields` does."""
        return _library().fields(value)

    def replace(value: object, **changes: object) -> Any:
        """Return a value with changes, as the standard library's `replace` does."""
        return _library().replace(value, **changes)

    def field(**how: object) -> "_Field":
        """Describe a field, as the standard library's `field` does."""
        return _Field(how)

    def dataclass(*, frozen: bool = False, slots: bool = False, kw_only: bool = False) -> Any:
        """Make a dataclass, as the standard library's `dataclass` does, when the kind is first needed."""

        def made(kind: type) -> type:
            given = {name: vars(kind)[name] for name in kind.__annotations__ if name in vars(kind)}
            if slots:
                kind = _slotted(kind)
            kind.__dataclass_fields__ = _Later(given, {"frozen": frozen, "kw_only": kw_only})
            kind.__init__ = _first
            if frozen:
                kind.__setattr__, kind.__delattr__ = _refuse, _refuse
            return kind

        return made


_WRITTEN = ("__repr__", "__eq__", "__hash__", "__match_args__", "__dataclass_params__")
_LOCK = RLock()
"""The box thinks in a thread, which may need the first value of a kind, too."""


class _Field:
    def __init__(self, how: dict[str, Any]) -> None:
        self.how = how


class _Later:
    """Stands for the fields of a kind until somebody, the library as a rule, asks for them."""

    def __init__(self, given: dict[str, Any], how: dict[str, Any]) -> None:
        self._given, self._how = given, how

    def __get__(self, value: object, kind: Any) -> Any:
        with _LOCK:
            for each in kind.__mro__:
                if vars(each).get("__dataclass_fields__") is self:
                    _complete(each, self._given, self._how)
        return kind.__dataclass_fields__


def _complete(kind: Any, given: dict[str, Any], how: dict[str, Any]) -> None:
    """Give a kind what the library writes for its like; the fields come last, for until then others wait."""
    body = {name: getattr(kind, name) for name in ("__annotations__", "__doc__", "__module__", "__qualname__")}
    for name, default in given.items():
        body[name] = _library().field(**default.how) if isinstance(default, _Field) else default
    model = _library().dataclass(**how)(type(kind.__name__, kind.__bases__, body))
    for name in _WRITTEN:
        if name not in vars(kind):
            setattr(kind, name, vars(model)[name])
    kind.__init__ = vars(model)["__init__"]
    kind.__dataclass_fields__ = vars(model)["__dataclass_fields__"]


def _first(self: Any, *given: object, **named: object) -> None:
    """Make the first value of a kind."""
    _library().fields(type(self))
    self.__init__(*given, **named)


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise _library().FrozenInstanceError(f"cannot assign to field {name!r}")


def _slotted(kind: Any) -> Any:
    """Return a kind that has a place for each of its fields and for nothing else."""
    fields = kind.__annotations__
    inherited = {name for base in kind.__mro__[1:] for name in vars(base).get("__slots__", ())}
    body = {name: what for name, what in vars(kind).items() if name not in (*fields, "__dict__", "__weakref__")}
    body["__slots__"] = tuple(name for name in fields if name not in inherited)
    made = type(kind)(kind.__name__, kind.__bases__, body)
    made.__qualname__ = kind.__qualname__
    return made


def _library() -> Any:
    import dataclasses

    return dataclasses
