"""A command from the broker, once it is let through."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """What the owner wants of the box: `lock` with a bool, `session` with minutes, texts, or None."""

    name: str
    value: bool | int | str | None = None
