"""Values: the standard library's dataclasses, each made into one when it is first needed.

A dataclass takes half a millisecond to be made, and the library ten to be read. There are some dozens, most are of a
game, and none of those is needed before somebody plays: a start has the bare classes.
"""

from typing import TYPE_CHECKING, Any

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
            return kind

        return made


class _Field:
    def __init__(self, how: dict[str, Any]) -> None:
        self.how = how


class _Later:
    """Stands for the fields of a kind until somebody, the library as a rule, asks for them."""

    def __init__(self, given: dict[str, Any], how: dict[str, Any]) -> None:
        self._given, self._how = given, how

    def __get__(self, value: object, kind: Any) -> Any:
        owner = next(each for each in kind.__mro__ if vars(each).get("__dataclass_fields__") is self)
        _complete(owner, self._given, self._how)
        return owner.__dataclass_fields__


def _complete(kind: Any, given: dict[str, Any], how: dict[str, Any]) -> None:
    """Make a dataclass of a kind; where it has slots, its defaults stand in their places while it is made."""
    slots = {name: vars(kind).get(name) for name in given} if "__slots__" in vars(kind) else {}
    del kind.__dataclass_fields__, kind.__init__
    for name, default in given.items():
        setattr(kind, name, _library().field(**default.how) if isinstance(default, _Field) else default)
    _library().dataclass(**how)(kind)
    for name, slot in slots.items():
        if slot is not None:
            setattr(kind, name, slot)
        elif name in vars(kind):  # the slot is that of a kind it goes on from
            delattr(kind, name)


def _first(self: Any, *given: object, **named: object) -> None:
    """Make the first value of a kind."""
    _library().fields(type(self))
    self.__init__(*given, **named)


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
