"""What the hardware tests share: wiring for one part, and inputs that can be read."""

import os
from collections.abc import Callable

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest

from hardware.ports import Input
from hardware.spec import BoxSpec, PartSpec, Shared, Wiring

MakeWiring = Callable[..., Wiring]


@pytest.fixture
def inputs() -> list[Input]:
    """Everything a driver put on the queue."""
    return []


@pytest.fixture
def wiring(inputs: list[Input]) -> MakeWiring:
    """Make the wiring of a part by its name; parts of one test share their box."""
    shared = Shared()

    def make(part: str, spec: BoxSpec | None = None) -> Wiring:
        return Wiring(part, spec or BoxSpec(), inputs.append, lambda: 0.0, shared)

    return make


def only(**parts: object) -> BoxSpec:
    """Spell a box that has nothing but the parts given."""
    none = PartSpec("none")
    both = {"a": none, "b": none}
    given = {"key_panels": both, "buttons": both, "sound": none, "backlight": none, "power": none, **parts}
    return BoxSpec(size=(320, 180), **given)  # type: ignore[arg-type]
