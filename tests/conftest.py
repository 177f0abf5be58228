"""Switches of the test run: how many random games, how many power cuts, and writing golden files anew."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from device.cards import pack_file
from device.cards.packs import Fits, Pack
from device.files.assets import assets
from device.storage.store import Store


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the switches; golden files are only ever written on purpose, and then reviewed as a diff."""
    group = parser.getgroup("spytable")
    group.addoption("--games", type=int, default=300, help="random games a test of random games plays")
    group.addoption("--kills", type=int, default=4, help="processes killed at random moments by the test of the store")
    group.addoption("--write-golden", action="store_true", help="write the golden files of the rules anew")


@pytest.fixture(scope="session")
def games(request: pytest.FixtureRequest) -> int:
    """Return how many random games to play."""
    return int(request.config.getoption("--games"))


@pytest.fixture(scope="session")
def kills(request: pytest.FixtureRequest) -> int:
    """Return how many processes to kill."""
    return int(request.config.getoption("--kills"))


@pytest.fixture(scope="session")
def write_golden(request: pytest.FixtureRequest) -> bool:
    """Tell whether golden files are to be written anew instead of compared."""
    return bool(request.config.getoption("--write-golden"))


@pytest.fixture(scope="session", autouse=True)
def _our_packs_are_read_once() -> Iterator[None]:
    """Read each pack of the project's once in a process: many hundred kiosks are put together there."""
    read, ours = pack_file.read_pack, assets()
    once = cache(read)

    def reading(path: Path, fits: Fits | None = None) -> Pack:
        return once(path, fits) if ours in path.parents else read(path, fits)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pack_file, "read_pack", reading)
        yield


@pytest.fixture(autouse=True)
def _stores_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close every store a test opened, those a power cut left open too: an unclosed one is an error from 3.13 on."""
    opened: list[Store] = []
    open_store = Store.__init__

    def opening(self: Store, *given: Any, **named: Any) -> None:
        open_store(self, *given, **named)
        opened.append(self)

    monkeypatch.setattr(Store, "__init__", opening)
    yield
    for store in opened:
        store.close()
