"""The two kinds of error: not allowed now, and not a value at all."""

import reprlib


class IllegalAction(Exception):
    """An action the rules refuse in this state; `code` is stable, the message quotes the value and the phase."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class InvalidValue(ValueError):
    """A value no game can have (an option, a key, a list of cards): its place, the value, what is allowed."""

    def __init__(self, place: str, value: object, allowed: str) -> None:
        super().__init__(f"{place}: {reprlib.repr(value)}: {allowed}")
        self.place = place
        self.value = value
        self.allowed = allowed
