"""Values: the standard library's dataclasses, each made into one when it is first needed.

A dataclass takes a while to be made, and the library a longer one to be read, at every start. There are some dozens,
most are of a game, and none of those is needed before somebody plays: a start has the bare classes.
"""

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
            body = {name: what for name, what in vars(kind).items() if name not in _OUR_OWN}
            if slots:
                kind = _slotted(kind)
            for name in [name for name, what in vars(kind).items() if isinstance(what, _Field)]:
                delattr(kind, name)
            kind.__dataclass_fields__ = _Later(body, {"frozen": frozen, "kw_only": kw_only})
            kind.__init__ = _first
            if frozen:
                kind.__setattr__ = kind.__delattr__ = _refuse
            return kind

        return made


_OUR_OWN = ("__init__", "__dict__", "__weakref__", "__dataclass_fields__", "__setattr__", "__delattr__")


class _Field:
    def __init__(self, how: dict[str, Any]) -> None:
        self.how = how


class _Later:
    """Stands for the fields of a kind until somebody, the library as a rule, asks for them."""

    def __init__(self, body: dict[str, Any], how: dict[str, Any]) -> None:
        self._body, self._how = body, how

    def __get__(self, value: object, kind: Any) -> Any:
        owner = next((each for each in kind.__mro__ if vars(each).get("__dataclass_fields__") is self), None)
        if owner is not None:  # else another thread was faster
            _complete(owner, self._body, self._how)
        return kind.__dataclass_fields__


def _complete(kind: Any, body: dict[str, Any], how: dict[str, Any]) -> None:
    """Give a kind what the library writes for a twin of it: how it is made comes last, and its fields after that.

    The box thinks in threads: while one completes a kind another may make a value of it, so nothing is missing ever.
    """
    fields = {name: _library().field(**what.how) for name, what in body.items() if isinstance(what, _Field)}
    twin = _library().dataclass(**how)(type(kind)(kind.__name__, kind.__bases__, {**body, **fields}))
    places = kind.__annotations__ if "__slots__" in vars(kind) else ()
    for name, what in vars(twin).items():
        if name not in _OUR_OWN and name not in places and not (name in body and body[name] is what):
            setattr(kind, name, what)
    kind.__init__ = twin.__init__
    kind.__dataclass_fields__ = twin.__dataclass_fields__


def _first(self: Any, *given: object, **named: object) -> None:
    """Make the first value of a kind."""
    _library().fields(type(self))
    self.__init__(*given, **named)


def _refuse(self: object, name: str, *value: object) -> NoReturn:
    raise _library().FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")


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
