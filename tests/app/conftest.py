"""Kiosks to drive."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from device.headless.pilot import Pilot, Setup
from device.rules import deal
from device.rules.events import Dealt
from device.rules.options import read_options

WORDS = tuple(f"WORD{chr(65 + n)}" for n in range(25))


def dealt(game: str = "duet", seed: int = 1, **options: object) -> Dealt:
    """Return a game of any options with simple words."""
    chosen = read_options(game, options)
    count = 20 if options.get("grid") == "5x4" else 25
    return deal(chosen, WORDS[:count], Random(seed))


def texts(pilot: Pilot) -> str:
    """Return all that is on the screen, as one line."""
    return " | ".join(record.text for record in pilot.kiosk.frame.record)


def printed(pilot: Pilot) -> set[str]:
    """Return every text on the screen."""
    return {record.text for record in pilot.kiosk.frame.record}


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Return the folder of an empty USB stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[..., Pilot]]:
    """Return what makes a pilot; all of them are closed at the end."""
    made: list[Pilot] = []

    def one(**given: object) -> Pilot:
        pilot = Pilot(Setup(tmp_path / f"box{len(made)}", **{"size": (800, 480), "seed": 1, **given}))  # type: ignore[arg-type]
        made.append(pilot)
        return pilot

    yield one
    for pilot in made:
        pilot.close()


@pytest.fixture
def pilot(make: Callable[..., Pilot]) -> Pilot:
    """Return a pilot at home."""
    return make()
