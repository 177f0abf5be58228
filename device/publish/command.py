"""A command from the broker, once it is let through."""

from typing import NamedTuple


class Command(NamedTuple):
    """What the owner wants of the box: `lock` with a bool, `session` with minutes, texts, or None."""

    name: str
    value: bool | int | str | None = None
