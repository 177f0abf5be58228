"""What the README promises: a mode is a row, a language a folder, a screen a file. Each is added here and driven.

A setting and a key panel are added in `tests/config/test_table.py` and `tests/hardware/test_new_driver.py`.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import device.ui.lobby
from device.cards import pack_file
from device.files import assets as shipped
from device.headless.pilot import Pilot
from device.rules.modes import MODES, Mode
from device.ui.screens import find_screen
from tests.app.campaign import lose_by_time, table, teams, win
from tests.app.conftest import make, printed, texts  # noqa: F401 - a fixture


def test_a_mode_is_a_row(monkeypatch: pytest.MonkeyPatch, make: Callable[..., Pilot]) -> None:  # noqa: F811
    monkeypatch.setitem(MODES, "short", Mode("short", "A short one", "duet", "words", (("tokens", 5),)))
    pilot = make()
    pilot.tap("how_to_play")
    pilot.tap("game:short")
    pilot.tap("back")
    pilot.tap("new_game")
    pilot.tap("game:short")
    assert "A short one" in texts(pilot)
    pilot.tap("start")
    table = pilot.dump()["state"]
    assert (table["game"], table["options"]["tokens"], table["bank"]["bystander"]) == ("duet", 5, 5)
    pilot.power_cut()
    pilot.tap("continue:a")
    pilot.press("a", seconds=3.1)
    pilot.tap("abandon")
    pilot.tap("confirm:a")
    assert pilot.screen == "end"
    pilot.tap("home")
    pilot.tap("statistics")
    assert "A short one" in texts(pilot)


def test_a_mode_is_played_and_told_by_its_rules_whatever_its_name(
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    monkeypatch.setitem(MODES, "short", Mode("short", "A short one", "duet", "words", (("tokens", 5),)))
    alone = (("opponent", "simulated"), ("grid", "5x4"))
    monkeypatch.setitem(MODES, "alone", Mode("alone", "Quite alone", "versus", "words", alone))
    pilot = make()
    for name in ("shown_first", "clue_entry"):
        pilot.kiosk.screens.set_default(name, {"shown_first": True, "clue_entry": "typed"}[name])
    pilot.settle()
    assert {"5 tokens · typed clues", "One team alone", "20 cards · typed clues"} <= printed(pilot)
    for number in (1, 2):
        pilot.tap("play:short")
        setup = pilot.kiosk.context.session.setup
        assert setup is not None and (setup.mode, setup.shown_first) == ("short", False)
        win(pilot)
        pilot.wait(3.0)
        assert (f"{number} · {number}" in printed(pilot)) is (number == 2)
        pilot.tap("home:a")
    for number in (1, 2):
        pilot.tap("play:short")
        lose_by_time(pilot)
        pilot.wait(3.0)
        assert ("Out of time again?" in texts(pilot)) is (number == 2)
        pilot.tap("home:a")
    pilot.tap("statistics")
    assert texts(pilot).count("0 · 2") == 2


def test_a_mission_is_left_with_its_mode(monkeypatch: pytest.MonkeyPatch, make: Callable[..., Pilot]) -> None:  # noqa: F811
    monkeypatch.setitem(MODES, "short", Mode("short", "A short one", "duet", "words", (("tokens", 5),)))
    pilot = make()
    teams(pilot, "Owls")
    pilot.kiosk.screens.open("new_game", mode="duet", team="Owls", mission="berlin")
    pilot.settle()
    pilot.tap("game:short")
    pilot.tap("option:tokens:9")
    pilot.tap("start")
    assert (table(pilot).options.mission, table(pilot).options.tokens) == (None, 9)


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the folder of a language: its name and letters, how to play, a pack; no texts and no grammar."""
    root = tmp_path / "package" / "assets"
    shutil.copytree(shipped.assets(), root, ignore=shutil.ignore_patterns("associations", "*.py"))
    folder = root / "languages" / "eo"
    (folder / "words").mkdir(parents=True)
    (folder / "language.json").write_text(json.dumps({"name": "Esperanto", "keyboard": ["abcĉd", "efgĝh"]}))
    shutil.copy(root / "languages" / "en" / "how_to_play.yaml", folder)
    words = "".join(f"  - VORTO{chr(65 + n)}\n" for n in range(25))
    pack = f"id: eo-vortoj\ntitle: Vortoj\nlanguage: eo\nkind: words\ncards:\n{words}"
    (folder / "words" / "vortoj.yaml").write_text(pack)
    monkeypatch.setattr(shipped, "_PACKAGE", tmp_path / "package")
    for cached in (shipped.assets, pack_file._languages):
        cached.cache_clear()
    yield
    for cached in (shipped.assets, pack_file._languages):
        cached.cache_clear()


@pytest.mark.usefixtures("esperanto")
def test_a_language_is_a_folder(make: Callable[..., Pilot]) -> None:  # noqa: F811
    pilot = make()
    pilot.tap("language:eo")
    pilot.tap("how_to_play")
    pilot.tap("back")
    pilot.tap("new_game")
    pilot.tap("option:clue_entry:typed")
    pilot.tap("start")
    assert "VORTOA" in pilot.dump()["state"]["cards"]
    pilot.press("a")
    assert "only the words on the table" in texts(pilot)
    pilot.type("hĉ")
    pilot.tap("digit:2")
    pilot.tap("confirm")
    assert pilot.dump()["state"]["clue"] == {"side": "a", "word": "hĉ", "number": 2}


SCREEN = """
from typing import ClassVar

from device.ui.kit.screen import Screen


class Greeting(Screen):
    key: ClassVar[str] = "greeting"

    def layout(self, canvas):
        view = canvas.view(None)
        self.touchable(view, "wave", view.whole, self.screens.close)

    def draw(self, canvas):
        view = canvas.view(None)
        view.text("Hello", view.whole, 5.0, (255, 255, 255))
"""


def test_a_screen_is_a_file(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[..., Pilot],  # noqa: F811
) -> None:
    (tmp_path / "greeting.py").write_text(SCREEN)
    monkeypatch.setattr(device.ui.lobby, "__path__", [*device.ui.lobby.__path__, str(tmp_path)])
    find_screen.cache_clear()
    pilot = make()
    pilot.kiosk.screens.open("greeting")
    pilot.settle()
    assert (pilot.screen, "Hello" in texts(pilot)) == ("greeting", True)
    pilot.tap("wave")
    assert pilot.screen == "home"


def test_what_the_readme_names_to_change_is_there() -> None:
    root = Path(__file__).parents[1]
    text = (root / "README.md").read_text(encoding="utf-8")
    table = text[text.index("| to add or change |") : text.index("| to do |")]
    named = {name for name in re.findall(r"`([^` ]+)`", table) if "/" in name or name.endswith((".py", ".yaml"))}
    assert len(named) > 30
    assert [name for name in named if not ((root / name).exists() or any(root.rglob(f"*/{name}")))] == []
