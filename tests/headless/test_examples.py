"""The example configs: what a maker copies must be right."""

import ast
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest

from device.config.config_file import read_settings
from device.owner import remedies, selftest
from hardware.registry import NONE, TABLE
from hardware.spec import BoxSpec, PartSpec

SYSTEMD = Path(__file__).parents[2] / "systemd"
EXAMPLES = sorted((SYSTEMD / "config").glob("*.yaml"))


def parts(box: BoxSpec) -> dict[str, tuple[str, PartSpec]]:
    """Return every part of a box as place -> (section, part)."""
    told = {name: (name, getattr(box, name)) for name in ("screen", "sound", "backlight", "power")}
    for section in ("key_panels", "buttons"):
        told |= {f"{section}.{side}": (section, part) for side, part in getattr(box, section).items()}
    return told


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_has_no_fault_and_nothing_simulated(path: Path) -> None:
    settings, faults = read_settings(path)
    assert not faults
    assert "simulated" not in {part.driver for _, part in parts(settings.box).values()}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_gpio_pin_does_two_jobs(path: Path) -> None:
    """The pins of a bus count too: SPI0 is 7 to 11, I2C1 is 2 and 3."""
    settings, _ = read_settings(path)
    used: list[int] = []
    chains: set[int] = set()
    spi, i2c = False, False
    for section, part in parts(settings.box).values():
        if TABLE[section][part.driver].target == NONE:
            continue
        if part.driver == "ws281x_pwm":  # both panels may hang on one pin, one after the other
            chains.add(int(part.params["pin"]))
            continue
        own = (part.params.get(name, -1) for name in ("pin", "lamp", "dc", "rst", "light"))
        used += [int(pin) for pin in own if pin != -1]
        spi |= part.driver == "ws281x_spi" or part.params.get("interface") == "spi"
        i2c |= part.params.get("interface") == "i2c"
    used += [*chains]
    used += [*range(7, 12)] * spi + [2, 3] * i2c
    assert len(used) == len(set(used)), sorted(used)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_drawing_of_an_example_shows_each_of_its_pins(path: Path) -> None:
    settings, _ = read_settings(path)
    drawing = (SYSTEMD / "wiring" / f"{path.stem}.svg").read_text(encoding="utf-8")
    for place, (_, part) in parts(settings.box).items():
        for name in ("pin", "lamp", "dc", "rst"):
            pin = part.params.get(name, -1)
            assert pin == -1 or re.search(rf"GPIO ?{pin}\b", drawing), f"{place}.{name}: GPIO {pin}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_screen_on_the_ribbon_is_not_said_to_fit_any_raspberry_pi(path: Path) -> None:
    """The Zero series has no DSI socket, and a Pi 5 needs another ribbon."""
    config = path.read_text(encoding="utf-8")
    drawing = (SYSTEMD / "wiring" / f"{path.stem}.svg").read_text(encoding="utf-8")
    if "DSI" not in config:
        return
    assert "no Zero" in config and "22-to-15-way" in config
    for text in (config, drawing):
        assert text.count("Any Raspberry Pi") == text.count("Any Raspberry Pi with a DSI socket")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_input_of_the_level_shifter_floats(path: Path) -> None:
    """74AHCT125: of a gate in use its enable is low; of the others the enable is high and the input low."""
    drawing = (SYSTEMD / "wiring" / f"{path.stem}.svg").read_text(encoding="utf-8")
    if "74AHCT125" not in drawing:
        return
    notes = re.findall(r">([\d, ]+) → (GND|5 V)", drawing) + re.findall(r"· +([\d, ]+) → (GND|5 V)", drawing)
    tied = {int(pin): to for pins, to in notes for pin in pins.split(",")}
    enables, inputs = (1, 4, 10, 13), (2, 5, 9, 12)
    used = [gate for gate, pin in enumerate(inputs) if re.search(rf">{pin}  \dA<", drawing)]
    assert 0 in used
    assert (tied[14], tied[7]) == ("5 V", "GND")
    assert "100 nF at 14" in drawing
    for gate in range(4):
        assert tied[enables[gate]] == ("GND" if gate in used else "5 V"), f"enable of gate {gate + 1}"
        assert gate in used or tied[inputs[gate]] == "GND", f"input of gate {gate + 1}"


def test_the_guide_names_every_example() -> None:
    guide = (SYSTEMD / "BUILD.md").read_text(encoding="utf-8")
    for path in EXAMPLES:
        assert path.stem in guide
        assert f"wiring/{path.stem}.svg" in guide


def test_the_guide_has_what_every_driver_advises() -> None:
    guide = (SYSTEMD / "BUILD.md").read_text(encoding="utf-8")
    table = guide[guide.index("### What the self-test says") :]
    rows = [row for drivers in TABLE.values() for row in drivers.values()]
    assert [row.target for row in rows if row.remedy not in table] == []
    assert not [row.target for row in rows if row.lamp and row.lamp.remedy not in table]


@pytest.mark.parametrize("module", [remedies, selftest], ids=lambda module: module.__name__)
def test_the_guide_has_the_words_of_the_self_test(module: ModuleType) -> None:
    guide = (SYSTEMD / "BUILD.md").read_text(encoding="utf-8")
    table = guide[guide.index("### What the self-test says") :]
    for said in told_in(module) - FINE:
        assert re.sub(r"\{\w+\}", "…", said) in table


FINE = {"Devices: {n}", "Device files looked at: {n}", "{n} MB are free", "{why} ({code})"}
"""What it says where nothing is wrong, and a form that is filled by others of its words."""


def told_in(module: ModuleType) -> set[str]:
    """Return the texts a module tells."""
    return {
        call.args[0].value
        for call in ast.walk(ast.parse(inspect.getsource(module)))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "message"
        if isinstance(call.args[0], ast.Constant)
    }
