"""The table of drivers: complete, checkable without importing any, and honest about what is allowed."""

import subprocess
import sys

import pytest

from device.config.allowed import allowed
from hardware.driver_spec import Param
from hardware.registry import TABLE

ROWS = [(section, name) for section, rows in TABLE.items() for name in rows]
KINDS = {
    "screen": {"auto", "kmsdrm", "wayland", "x11", "simulated"},
    "key_panels": {"ws281x_spi", "ws281x_pwm", "clocked_spi", "luma", "simulated", "none"},
    "buttons": {"gpio", "key", "gamepad", "simulated", "none"},
    "sound": {"mixer", "buzzer", "simulated", "none"},
    "backlight": {"auto", "simulated", "none"},
    "power": {"logind", "simulated", "none"},
}


def test_every_kind_has_its_drivers() -> None:
    assert {section: set(rows) for section, rows in TABLE.items()} == KINDS


@pytest.mark.parametrize(("section", "name"), ROWS)
def test_every_default_is_allowed_by_its_own_row(section: str, name: str) -> None:
    for param in TABLE[section][name].params:
        assert param.default is None or param.accepts(param.default), param
        assert allowed(param)


def test_the_table_imports_no_driver() -> None:
    code = "import sys, hardware.registry; print([m for m in sys.modules if m.startswith('hardware.drivers.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("param", "good", "bad"),
    [
        (Param("pin", int, None, 0, 27), (0, 17, 27), (-1, 28, True, "17", 17.0, None)),
        (Param("level", float, 0.5, 0, 1), (0, 1, 0.25), (1.1, True, "half", float("nan"))),
        (Param("inverted", bool, False), (True, False), (0, 1, "yes")),
        (Param("turn", int, 0, choices=(0, 90)), (0, 90), (45, False, "90")),
        (Param("key", str), ("space", ""), (1, None, True)),
    ],
    ids=lambda value: value.name if isinstance(value, Param) else "",
)
def test_what_a_parameter_accepts(param: Param, good: tuple[object, ...], bad: tuple[object, ...]) -> None:
    assert [value for value in good if not param.accepts(value)] == []
    assert [value for value in bad if param.accepts(value)] == []


def test_the_order_of_colours_may_be_any() -> None:
    (order,) = [param for param in TABLE["key_panels"]["ws281x_spi"].params if param.name == "order"]
    assert all(order.accepts(value) for value in ("GRB", "RGB", "BGR", "GRBW", "WRGB"))
    assert not any(order.accepts(value) for value in ("GRG", "RG", "grb", "RGBX"))


def test_ranges_are_said_in_words() -> None:
    assert allowed(Param("pin", int, None, 0, 27)) == "a whole number from 0 to 27"
    assert allowed(Param("level", float, 0.5, 0.25)) == "a number from 0.25"
    assert allowed(Param("turn", int, 0, choices=(0, 90))) == "0, 90"
