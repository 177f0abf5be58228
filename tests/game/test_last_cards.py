"""What home tells of the cards of a mode's next game is what is dealt."""

from itertools import product
from pathlib import Path

import pytest

from device.cards.library import PackLibrary
from device.config.preferences import laid_over, preferences
from device.config.settings import Settings
from device.files.assets import assets
from device.game.last_cards import last_cards
from device.game.last_choice import last_choice, remember
from device.game.start import Choice
from device.rules.modes import MODES
from device.storage.store import GameSetup, Store

PACKS = PackLibrary(assets())
CHOSEN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("en", ("en-lantern",)),
    ("en", ("pictures",)),
    ("en", ("en-lantern", "pictures")),
    ("en", ("en-lantern", "en-compass")),
    ("pl", ("pictures",)),
)


@pytest.mark.parametrize("mode", MODES)
def test_they_are_of_the_kinds_that_are_dealt(mode: str, tmp_path: Path) -> None:
    """Also after others were chosen in another language, which keeps the pictures and has words of its own."""
    told = set()
    for number, choices in enumerate(product([None, *CHOSEN], [None, *CHOSEN])):
        store = Store(tmp_path / str(number))
        for language, packs in filter(None, choices):
            there = laid_over(Settings(), {}, {"language": language})
            remember(store, there, PACKS, Choice(GameSetup(mode, language, packs)))
        for language in ("en", "pl"):
            setup = last_choice(store, laid_over(Settings(), {}, {"language": language}), PACKS, mode).setup
            kinds = {pack.kind for pack in PACKS.find(setup.packs, language)}
            assert last_cards(store, mode, language) == kinds, (choices, language)
            told.add(frozenset(kinds))
        store.close()
    assert len(told) == 3


def test_without_a_store_they_are_the_usual_ones(tmp_path: Path) -> None:
    store = Store(tmp_path)
    remember(store, preferences(Settings(), store), PACKS, Choice(GameSetup("classic", "en", ("pictures",))))
    assert last_cards(store, "classic", "en") == {"pictures"}
    store.close()
    assert last_cards(store, "classic", "en") == {"words"}
