"""Finding out how a panel is wired and how large a screen is, from what people and the screen tell."""

from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from hardware.box import Box
from hardware.drivers.matrix import wire_order
from hardware.drivers.screen import measured_mm
from hardware.edid import size_mm
from hardware.fitting import fit
from hardware.led_finder import Seen, cells_to_ask, order_of, placing
from hardware.ports import Cell
from hardware.registry import TABLE
from hardware.simulated.offscreen import OffscreenScreen
from hardware.spec import BoxSpec, PartSpec, Shared
from tests.hardware.conftest import only
from tests.hardware.fakes import PwmLibrary, SpiLibrary

WAYS = list(
    product(("serpentine", "rows"), ("top_left", "top_right", "bottom_left", "bottom_right"), (0, 90, 180, 270))
)


@pytest.mark.parametrize("truth", WAYS)
def test_three_lights_tell_how_a_matrix_is_wired(truth: tuple[str, str, int]) -> None:
    truly = wire_order(*truth)
    for layout, corner, turn in WAYS:
        panel = PartSpec("ws281x_spi", {"layout": layout, "corner": corner, "turn": turn, "order": "GRB"})
        believed = wire_order(layout, corner, turn)
        seen = [Seen(cell, truly[believed.index(cell)]) for cell in cells_to_ask(panel)]
        found = placing(panel, seen)
        assert found is not None
        assert wire_order(**found) == truly  # type: ignore[arg-type]
        if believed == truly:
            assert all(panel.params[name] == value for name, value in found.items()), "nothing changes for nothing"


@pytest.mark.parametrize(("mounted", "turn"), list(product((0, 90, 180, 270), repeat=2)))
def test_three_squares_tell_how_a_display_is_turned(display: Any, wiring: Any, mounted: int, turn: int) -> None:
    """The glass is mounted turned clockwise by `mounted` degrees, the driver believes `turn`."""
    from hardware.drivers.luma_panel import LumaPanel

    given = dict(TABLE["key_panels"]["luma"].defaults()) | {"device": "st7735"}

    def square(params: dict[str, Any], cell: int) -> int:
        """Return where on the glass a cell is lit, in the glass's own reading order."""
        panel = LumaPanel(wiring("panel:a"), **params)
        panel.show(tuple(Cell("agent" if place == cell else None) for place in range(25)))
        panel.sender.settle()
        left, pitch = (display.width - display.height) / 2, display.height / 5
        spots = [(round(left + pitch * (x + 0.5)), round(pitch * (y + 0.5))) for y in range(5) for x in range(5)]
        (lit,) = [place for place, spot in enumerate(spots) if any(display.image.getpixel(spot))]
        panel.close()
        return lit

    seen_at = wire_order("rows", "top_left", mounted)
    panel = PartSpec("luma", {**given, "turn": turn})
    asked = [Seen(cell, seen_at[square({**given, "turn": turn}, cell)]) for cell in cells_to_ask(panel)]
    found = placing(panel, asked)
    assert found is not None
    for cell in (0, 7):
        assert seen_at[square({**given, **found}, cell)] == cell


def test_places_that_no_wiring_has_give_nothing() -> None:
    panel = PartSpec("ws281x_spi", {"layout": "rows", "corner": "top_left", "turn": 0})
    assert placing(panel, [Seen(0, 12)]) is None
    assert placing(panel, [Seen(0, 0), Seen(4, 24)]) is None


@pytest.mark.parametrize("truth", list(map("".join, permutations("RGB"))))
def test_red_and_blue_tell_the_order_of_the_colours(truth: str) -> None:
    for believed in map("".join, permutations("RGB")):
        seen = {letter: truth[believed.index(letter)] for letter in "RB"}
        assert order_of(believed, seen) == truth
        assert order_of(f"{believed}W", seen) == f"{truth}W"
    assert order_of("GRB", {"R": "G", "B": "G"}) is None


def edid(wide_cm: int, high_cm: int, wide_mm: int = 0, high_mm: int = 0) -> bytes:
    block = bytearray(128)
    block[:8] = bytes.fromhex("00ffffffffffff00")
    block[21], block[22] = wide_cm, high_cm
    if wide_mm:
        block[54] = 1
        block[54 + 12], block[54 + 13] = wide_mm & 255, high_mm & 255
        block[54 + 14] = (wide_mm >> 8) << 4 | high_mm >> 8
    block[127] = -sum(block) % 256
    return bytes(block)


@pytest.mark.parametrize(
    ("told", "size"),
    [
        (edid(22, 14), (220.0, 140.0)),
        (edid(22, 14, 217, 136), (217.0, 136.0)),
        (edid(34, 60, 598, 336), (598.0, 336.0)),
        (edid(0, 0), None),
        (edid(16, 9, 160, 90), None),  # the shape of the picture, as many cheap screens have it
        (edid(22, 14)[:100], None),
        (bytes(128), None),
        (edid(22, 14)[:20] + b"\xff" + edid(22, 14)[21:], None),
    ],
)
def test_a_screens_size_is_read_from_its_edid(told: bytes, size: tuple[float, float] | None) -> None:
    assert size_mm(told) == size


def test_the_size_is_that_of_the_one_screen_that_tells(tmp_path: Path) -> None:
    for name, status, told in (("card0-HDMI-A-1", "connected", edid(22, 14)), ("card1-DSI-1", "connected", b"")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(f"{status}\n")
        (tmp_path / name / "edid").write_bytes(told)
    assert measured_mm(tmp_path) == (220.0, 140.0)
    (tmp_path / "card1-DSI-1" / "edid").write_bytes(edid(34, 60, 598, 336))
    assert measured_mm(tmp_path) is None


def test_the_order_of_colours_of_a_pwm_strip_changes_while_it_shines(pwm: PwmLibrary) -> None:
    def spec(order: str) -> BoxSpec:
        panels = {
            seat: PartSpec("ws281x_pwm", {"first": first, "order": order}) for seat, first in (("a", 0), ("b", 25))
        }
        return only(key_panels=panels)

    box = Box(fit(spec("GRB"), lambda _: None, lambda: 0.0, Shared(), OffscreenScreen), spec("GRB"))
    box.show_key("a", (Cell("red"),) * 25)  # type: ignore[arg-type]
    (strip,) = pwm.strips
    green, red, blue = strip.shown[-1][0]
    assert red > green + blue
    assert box.refit(spec("RGB"))
    assert box.faults() == ()
    assert strip.shown[-1][0] == (red, green, blue)
    assert len(pwm.strips) == 1
    box.close()


def test_a_box_refitted_with_what_does_not_open_is_as_before(spi: SpiLibrary, pins: Any) -> None:
    before = only(
        key_panels={"a": PartSpec("ws281x_spi", {"first": 0}), "b": PartSpec("ws281x_spi", {"first": 25})},
        buttons={"a": PartSpec("gpio", {"pin": 17}), "b": PartSpec("gpio", {"pin": 22})},
    )
    box = Box(fit(before, lambda _: None, lambda: 0.0, Shared(), OffscreenScreen), before)
    box.show_key("a", (Cell("agent"),) * 25)  # type: ignore[arg-type]
    clash = only(
        key_panels={"a": PartSpec("ws281x_spi", {"first": 10}), "b": PartSpec("ws281x_spi", {"first": 25})},
        buttons=before.buttons,
    )
    assert not box.refit(clash)
    assert box.spec == before
    assert box.faults() == ()
    swapped = only(
        key_panels={"a": before.key_panels["b"], "b": before.key_panels["a"]},  # type: ignore[index]
        buttons={"a": before.buttons["b"], "b": before.buttons["a"]},  # type: ignore[index]
    )
    sent = len(spi.transfers)
    assert box.refit(swapped)
    assert box.faults() == ()
    assert len(spi.transfers) > sent, "what was last shown is shown again, at its new place"
    pins.pin(22).drive_low()
    assert box.pressed("a")  # type: ignore[arg-type]
    box.close()
