"""What the hardware tests share: wiring for one part, and inputs that can be read."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from luma.core.device import dummy

from hardware import pi
from hardware.drivers import backlight, luma_panel
from hardware.ports import Input
from hardware.spec import BoxSpec, PartSpec, Shared, Wiring
from tests.hardware.fakes import PwmLibrary, SpiLibrary

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


@pytest.fixture
def spi(monkeypatch: pytest.MonkeyPatch) -> SpiLibrary:
    """Put a recording spidev in place of the real one."""
    library = SpiLibrary()
    monkeypatch.setitem(sys.modules, "spidev", library)
    return library


@pytest.fixture
def pwm(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> PwmLibrary:
    """Put a recording rpi_ws281x in place of the real one, on a Raspberry Pi 4."""
    library = PwmLibrary()
    monkeypatch.setitem(sys.modules, "rpi_ws281x", library)
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    monkeypatch.setattr(pi, "MODEL", model)
    return library


@pytest.fixture
def pins(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """Put gpiozero's mock pins in place of real ones."""
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(Device, "pin_factory", factory)
    yield factory
    factory.reset()


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put luma's dummy device in place of a real display."""
    device = dummy(width=160, height=128, mode="RGB")
    monkeypatch.setattr(luma_panel, "open_display", lambda pins, **_: (device, lambda: None))
    return device


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Put a folder with one backlight in place of the kernel's."""
    folder = tmp_path / "backlight" / "panel"
    folder.mkdir(parents=True)
    (folder / "max_brightness").write_text("31\n")
    (folder / "brightness").write_text("20\n")
    monkeypatch.setattr(backlight, "ROOT", folder.parent)
    return folder / "brightness"
