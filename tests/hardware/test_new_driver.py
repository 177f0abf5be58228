"""A key panel is a module and a row: one made here passes the suite, the self-test, `config check` and the kiosk."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from random import Random
from types import ModuleType
from typing import Any

import pytest

from device.app.build import build_kiosk, open_data
from device.commands import main
from device.config.config_file import read_settings
from device.config.settings import Settings
from device.owner.machine import Machine
from device.owner.selftest import run_selftest, selftest
from device.storage.store import GameSetup
from hardware.driver_spec import DeviceFile, DriverSpec, Param
from hardware.errors import PartError
from hardware.ledpanel import PalettePanel, Shown
from hardware.ports import SEATS, Input
from hardware.registry import TABLE
from hardware.simulated.offscreen import offscreen_box
from hardware.spec import WHITE_MILLIAMPS, Wiring
from tests.app.conftest import dealt
from tests.hardware import test_contract as contract

CONFIG = "key_panels: {a: {driver: beads, thread: 1}, b: {driver: beads, thread: 2}}\nscreen: {driver: x11}\n"


class Beads(PalettePanel):
    """Glass beads on a thread of a loom."""

    opened: dict[str, "Beads"] = {}  # noqa: RUF012 - emptied by the fixture

    def __init__(self, wiring: Wiring, thread: int) -> None:
        super().__init__(wiring)
        self.frames: list[Shown] = []
        self.broken = False
        self.opened[wiring.part] = self
        self.limit = self._limit
        self._blank()

    def _write(self, shown: Shown) -> None:
        if self.broken:
            raise PartError("a thread is torn")
        self.frames.append(shown)

    def _release(self) -> None:
        """Nothing to let go of."""

    def lit(self) -> list[bool]:
        """Tell which beads are lit."""
        return [any(rgb) for rgb in self.frames[-1].sent]


@pytest.fixture(autouse=True)
def beads(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the module and its row."""
    module: Any = ModuleType("beads_driver")
    module.Beads = Beads
    monkeypatch.setitem(sys.modules, "beads_driver", module)
    row = DriverSpec(
        "beads_driver:Beads",
        (Param("thread", int, 0, 0, 9),),
        remedy="mend the thread",
        files=lambda params: (DeviceFile(f"/dev/loom{params['thread']}", "weavers"),),
        pins=lambda params: ((4, "loom"),),
        line=lambda params: f"thread {params['thread']}",
        led_milliamps=WHITE_MILLIAMPS / 3,
    )
    monkeypatch.setitem(TABLE["key_panels"], "beads", row)
    yield
    Beads.opened.clear()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    path = tmp_path / "beads.yaml"
    path.write_text(CONFIG)
    settings, faults = read_settings(path)
    assert faults == []
    return settings


CHECKS = {name: check for name, check in vars(contract).items() if name.startswith("test_a_panel_")}


@pytest.mark.parametrize("check", CHECKS)
def test_it_passes_the_suite_of_its_kind(check: str, wiring: Any) -> None:
    panel = Beads(wiring("panel:a"), 1)
    rig = contract.Rig(panel, lambda: len(panel.frames), panel.lit, lambda: setattr(panel, "broken", True))
    CHECKS[check](rig)


def test_the_config_is_checked_by_its_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "beads.yaml"
    path.write_text(CONFIG)
    assert main(["config", "check", str(path)]) == 0
    told = json.loads(capsys.readouterr().out)["key_panels"]
    assert told == {"a": {"driver": "beads", "thread": 1}, "b": {"driver": "beads", "thread": 2}}
    for spoilt, fault in (
        ("thread: 10}", "key_panels.b.thread: 10: a whole number from 0 to 9"),
        ("thread: 2, colour: red}", "key_panels.b.colour: unknown field; known are driver, thread"),
        ("thread: 1}", "key_panels.b: 'beads': a place of its own; key_panels.a has thread 1"),
        ("thread: 2}}\nbuttons: {a: {driver: gpio, pin: 4}", "buttons.a.pin: 4: a pin of its own; loom uses it"),
    ):
        path.write_text(CONFIG.replace("thread: 2}", spoilt))
        assert main(["config", "check", str(path)]) == 1
        assert capsys.readouterr().err == f"{path}: {fault}\n"


class Closed(Machine):
    """A machine on which the looms may not be opened."""

    def accessible(self, path: str) -> bool | None:
        return not path.startswith("/dev/loom") if path.startswith("/dev/") else None

    def video_driver(self) -> str:
        return "x11"


def test_the_self_test_tries_it_and_says_what_its_row_knows(settings: Settings, tmp_path: Path) -> None:
    told = {line["part"]: line for line in run_selftest(settings, (), tmp_path)}
    assert (told["panel:a"]["driver"], told["panel:a"]["status"]) == ("beads", "ok")
    box = offscreen_box((320, 180), lambda _: None, lambda: 0.0, settings.box)
    for panel in Beads.opened.values():
        panel.broken = True
    box.show_key("a", contract.KEY)
    lines = list(selftest(settings.box, box, (), tmp_path, Closed()))
    failed = next(line for line in lines if line["part"] == "panel:a")
    assert (failed["why"], failed["do"]) == ("a thread is torn", "mend the thread")
    closed = [(line["why"], line["do"]) for line in lines if line["part"] == "permissions"]
    assert [why for why, _ in closed] == ["/dev/loom1 cannot be opened", "/dev/loom2 cannot be opened"]
    assert "weavers" in closed[0][1]


def test_its_leds_draw_what_the_row_says(settings: Settings) -> None:
    offscreen_box((320, 180), lambda _: None, lambda: 0.0, settings.box)
    limits: Mapping[str, float] = {part: panel.limit for part, panel in Beads.opened.items()}
    assert limits == {"panel:a": 1350.0, "panel:b": 1350.0}, "a third of the current lets three times as many shine"


def test_the_kiosk_shows_the_keys_on_it(settings: Settings, tmp_path: Path) -> None:
    inputs: SimpleQueue[Input] = SimpleQueue()
    box = offscreen_box((800, 480), inputs.put, lambda: 0.0, settings.box)
    opened = open_data(tmp_path / "data", settings, {"hints": False})
    kiosk = build_kiosk(opened, box, inputs, Random(1), tuple)
    opened.session.start(dealt(), GameSetup("duet", "en"))
    kiosk.screens.go("home", "table")
    for step in range(9):
        kiosk.tick(step / 30)
    assert [any(Beads.opened[f"panel:{seat}"].lit()) for seat in SEATS] == [True, True]
    box.close()
    assert not any(any(panel.lit()) for panel in Beads.opened.values())
    opened.store.close()
