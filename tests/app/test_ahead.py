"""What is read ahead: no file is left to be read when a screen is opened."""

from collections.abc import Callable
from pathlib import Path

import pytest

from device.app.ahead import Ahead
from device.cards import pack_file
from device.cards.packs import ANY
from device.headless.pilot import Pilot, Setup


@pytest.fixture
def pilot(tmp_path: Path) -> Pilot:
    return Pilot(Setup(tmp_path, seed=1))


def _read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that names the languages of our packs as they are read."""
    read: list[str] = []
    true = pack_file.read_pack

    def read_pack(path: Path) -> object:
        pack = true(path)
        read.append(pack.language)
        return pack

    monkeypatch.setattr(pack_file, "read_pack", read_pack)
    return read


def test_packs_are_read_before_a_game_is_chosen(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    read = _read(monkeypatch)
    Ahead(pilot.kiosk.context, lambda work: work()).follow()
    assert {"en", ANY} <= set(read)
    read.clear()

    pilot.tap("new_game")

    assert pilot.screen == "new_game"
    assert read == []


def test_another_language_is_read_once(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    works: list[Callable[[], None]] = []
    ahead = Ahead(pilot.kiosk.context, works.append)
    ahead.follow()
    ahead.follow()
    assert len(works) == 1

    pilot.tap("language:pl")
    ahead.follow()
    ahead.follow()

    assert len(works) == 2
    read = _read(monkeypatch)
    works[1]()
    assert set(read) == {"pl", ANY}


def test_what_cannot_be_read_leaves_the_rest(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def fail() -> None:
        seen.append("coasts")
        raise OSError("the card is gone")

    monkeypatch.setattr("device.ui.campaign.chart.coasts", fail)
    monkeypatch.setattr("device.ui.lobby.how_to_play.leaves", lambda language: seen.append(language.code))

    Ahead(pilot.kiosk.context, lambda work: work()).follow()

    assert seen == ["coasts", "en"]
