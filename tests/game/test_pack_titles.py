"""What the owner's packs are called is known when they are gone, in no more room than a setting has."""

from pathlib import Path

import pytest

from device.cards.library import PackLibrary
from device.files.assets import assets
from device.game.pack_titles import SETTING, keep_titles, titled
from device.storage.rows import MAX_SETTING
from device.storage.store import Store
from tests.cards.test_own_packs import words


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def library(tmp_path: Path, **titles: str) -> PackLibrary:
    for name, title in titles.items():
        words(tmp_path / f"packs/{name}.yaml", id=name, title=title)
    packs = PackLibrary(assets(), [tmp_path / "packs"])
    packs.custom()
    return packs


def test_titles_are_kept_of_the_owners_packs_alone(store: Store, tmp_path: Path) -> None:
    keep_titles(store, library(tmp_path, club="Our club", zoo="zoo"), ("club", "zoo", "en-lantern"))
    assert store.settings()[SETTING] == {"club": "Our club"}
    assert titled(store, ("zoo", "club", "en-lantern")) == ["zoo", "Our club", "en-lantern"]
    keep_titles(store, library(tmp_path, club="Club 2"), ("club",))
    assert titled(store, ("club",)) == ["Club 2"]


@pytest.mark.parametrize("kept", [None, 7, [], {"club": 7}, {"club": None}, {"club": ""}])
def test_a_pack_whose_title_is_not_known_goes_by_its_id(store: Store, kept: object) -> None:
    store.set_setting(SETTING, kept)
    assert titled(store, ("club",)) == ["club"]


def test_of_more_titles_than_there_is_room_for_those_kept_first_go(store: Store, tmp_path: Path) -> None:
    """A longer setting would not come back from an export."""
    store.set_setting(SETTING, {f"pack {n}": "ż" * 60 for n in range(27)})
    keep_titles(store, library(tmp_path, club="Our club"), ("club",))
    rows = dict(store.dump()["setting"])
    assert len(rows[SETTING]) <= MAX_SETTING
    assert titled(store, ("pack 0", "pack 26", "club")) == ["pack 0", "ż" * 60, "Our club"]
