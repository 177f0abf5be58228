"""Every example config, opened on stand-ins that refuse what the real parts refuse, and its drawing read against it."""

import re
import sys
import time
from pathlib import Path
from typing import Any

import pygame
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.config.config_file import read_settings
from hardware import pi
from hardware.box import Box
from hardware.drivers import backlight, logind, mixer
from hardware.fitting import fit
from hardware.ports import SEATS, Cell
from hardware.registry import TABLE
from hardware.simulated.offscreen import OffscreenScreen
from hardware.spec import BoxSpec, PartSpec, Shared
from tests.hardware.fakes import PwmLibrary, SpiLibrary

SYSTEMD = Path(__file__).parents[2] / "systemd"
EXAMPLES = sorted((SYSTEMD / "config").glob("*.yaml"))
each = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
HEADER = {
    **dict.fromkeys((1, 17), "3.3 V"),
    **dict.fromkeys((2, 4), "5 V"),
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND"),
    **dict(
        zip(
            (
                3,
                5,
                7,
                8,
                10,
                11,
                12,
                13,
                15,
                16,
                18,
                19,
                21,
                22,
                23,
                24,
                26,
                27,
                28,
                29,
                31,
                32,
                33,
                35,
                36,
                37,
                38,
                40,
            ),
            (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 0, 1, 5, 6, 12, 13, 19, 16, 26, 20, 21),
            strict=True,
        )
    ),
}
"""What each pin of the header is: power, ground, or the number of its GPIO."""
UNDER_PLUG = {"touch2-displays": {2, 4, 6}}
"""The pins under a display's own power plug."""


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SpiLibrary:
    """A Raspberry Pi 4 of stand-ins."""
    spi = SpiLibrary()
    monkeypatch.setitem(sys.modules, "spidev", spi)
    monkeypatch.setitem(sys.modules, "rpi_ws281x", PwmLibrary())
    (tmp_path / "model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    monkeypatch.setattr(pi, "MODEL", tmp_path / "model")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", MockFactory(pin_class=MockPWMPin))
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(mixer, "CARDS", tmp_path / "no cards")
    monkeypatch.setattr(backlight, "ROOT", tmp_path)
    yes = lambda: (True, 's "yes"')  # noqa: E731
    monkeypatch.setattr(logind.LogindPower.__init__, "__defaults__", (lambda command: yes,))
    return spi


@each
def test_every_part_of_an_example_opens_and_shows_a_key(machine: SpiLibrary, path: Path) -> None:
    settings, faults = read_settings(path)
    assert not faults
    spec = settings.box._replace(size=(320, 180))
    box = Box(fit(spec, lambda _: None, time.monotonic, Shared(), OffscreenScreen), spec)
    try:
        for seat in SEATS:
            box.show_key(seat, (Cell("assassin", pulse=True), *[Cell("agent")] * 24))
            box.light(seat, True)
        box.play("start", 0.5)
        for step in range(10):
            box.tick(step * 0.05)
        assert box.faults() == ()
        for part in ("panel:a", "panel:b"):
            assert box.works(part) == box.configured(part)
    finally:
        box.close()
        pygame.mixer.quit()


def drawn_pins(path: Path) -> dict[int, str]:
    """Read the pins a drawing uses, and what it takes each for."""
    drawing = (SYSTEMD / "wiring" / f"{path.stem}.svg").read_text(encoding="utf-8")
    return {int(pin): use for pin, use in re.findall(r">pin (\d+) · ([^<]+)</text>", drawing)}


def parts(box: BoxSpec) -> list[tuple[str, PartSpec]]:
    """Return every part of a box that may have pins, with its section."""
    sided: list[tuple[str, PartSpec]] = [("key_panels", part) for part in box.key_panels.values()]
    return [*sided, *(("buttons", part) for part in box.buttons.values()), ("sound", box.sound)]


@each
def test_a_drawing_names_each_pin_as_the_header_has_it(path: Path) -> None:
    for pin, use in drawn_pins(path).items():
        said: Any = int(use.removeprefix("GPIO ")) if use.startswith("GPIO") else use
        assert HEADER[pin] == said, f"pin {pin}"


@each
def test_a_drawing_and_its_config_use_the_same_gpio_pins(path: Path) -> None:
    settings, _ = read_settings(path)
    own, shared = set(), set()
    for section, part in parts(settings.box):
        row = TABLE[section][part.driver]
        for each_row in (row, row.lamp):
            for pin, use in each_row.pins(part.params) if each_row else ():
                (own if use in part.params or use.startswith("PWM") else shared).add(pin)
    drawn = {int(use.removeprefix("GPIO ")) for use in drawn_pins(path).values() if use.startswith("GPIO")}
    assert own <= drawn <= own | shared


@each
def test_nothing_is_wired_under_a_displays_plug(path: Path) -> None:
    plug = UNDER_PLUG.get(path.stem, set())
    drawing = (SYSTEMD / "wiring" / f"{path.stem}.svg").read_text(encoding="utf-8")
    said = {int(pin) for pin in re.findall(r"from pin (\d+)", drawing)} | set(drawn_pins(path))
    assert not said & plug
    lit = re.findall(r'fill="#fff" text-anchor="middle" font-weight="600">(\d+)</text>', drawing)
    assert not {int(pin) for pin in lit} & plug, "marked on the header"
    assert set(drawn_pins(path)) <= {int(pin) for pin in lit}, "every pin in use is marked on the header"
