"""What a box tells of itself: nothing that is not seen by everyone at the table, and no word of any card or clue."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

ScreenName = Literal["home", "playing", "end", "standing", "attract", "owner"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the machine tells when it is asked; None where it cannot tell."""

    storage_free_mb: int
    throttled: bool | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """How a box stands; `since` is when `screen` began, None while the box does not know the time."""

    game: str | None
    phase: str | None
    turn: int | None
    agents_left: int | Mapping[str, int] | None
    screen: ScreenName
    since: str | None
    language: str
    locked: bool
    session_left_s: int | None
    version: str
    faults: tuple[str, ...]
    storage_free_mb: int
    throttled: bool | None


def encoded(told: Snapshot | Mapping[str, object]) -> bytes:
    """Return what is told as it goes over the wire."""
    content = asdict(told) if isinstance(told, Snapshot) else dict(told)
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
