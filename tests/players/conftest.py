"""A small knowledge of English, made of the sources beside it, and games on its cards."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from assets.associations.sources import Sources, read_sources
from assets.associations.weigh import Weigher
from device.cards.library import PackLibrary
from device.files.assets import assets
from device.game.box_player import CheckedWords
from device.players.associations import Associations
from device.players.box import BoxPlayer
from device.players.knowledge import Knowledge

SMOKE = Path(__file__).parent / "smoke"
NAMES = tuple(
    line[2:] for line in (SMOKE / "cards/smoke.txt").read_text(encoding="utf-8").splitlines() if line.startswith("= ")
)
"""The 39 cards of the smoke set."""


def smoke_table() -> Associations:
    """Return the smoke set as weighed."""
    return Weigher(read_sources(SMOKE, NAMES), CheckedWords("en", PackLibrary(assets())), NAMES).table("en", bytes(32))


@pytest.fixture(scope="session")
def words() -> CheckedWords:
    """English as the clue checker knows it."""
    return CheckedWords("en", PackLibrary(assets()))


@pytest.fixture(scope="session")
def sources() -> Sources:
    """The smoke set as read."""
    return read_sources(SMOKE, NAMES)


@pytest.fixture(scope="session")
def table() -> Associations:
    """The smoke set as weighed."""
    return smoke_table()


@pytest.fixture(scope="session")
def knowledge(table: Associations, words: CheckedWords) -> Knowledge:
    """What a player of the smoke set knows."""
    return Knowledge(table, words)


@pytest.fixture(scope="session")
def box(knowledge: Knowledge) -> BoxPlayer:
    """The box that knows the smoke set."""
    return BoxPlayer(knowledge)


@pytest.fixture(scope="session")
def knowing(words: CheckedWords) -> Callable[[Mapping[str, Mapping[str, int]]], Knowledge]:
    """Return a maker of a knowledge: some weights by card and word, every word well known."""

    def make(columns: Mapping[str, Mapping[str, int]]) -> Knowledge:
        known = sorted({word for column in columns.values() for word in column})
        return Knowledge(Associations([(word, word, 3) for word in known], {}, columns), words)

    return make
