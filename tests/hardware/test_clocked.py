"""Clocked LEDs, by what a chain of them makes of the bytes that are sent."""

from collections.abc import Callable
from typing import Any

import pytest

from hardware.box import Box
from hardware.drivers.clocked_spi import ClockedSpi
from hardware.drivers.spi_leds import TRANSFER_BYTES
from hardware.errors import PartError
from hardware.fitting import fit
from hardware.palette import milliamps
from hardware.ports import DARK, Cell
from hardware.registry import TABLE
from hardware.simulated.offscreen import OffscreenScreen
from hardware.spec import BoxSpec, Leds, PartSpec, Shared, Wiring
from tests.hardware.conftest import only
from tests.hardware.fakes import SpiLibrary, clocked_chain

BRIGHT = BoxSpec(leds=Leds(brightness=1.0, max_milliamps=900))
Open = Callable[..., ClockedSpi]


@pytest.fixture
def panel(wiring: Callable[..., Wiring], spi: SpiLibrary) -> Open:
    def opened(part: str = "panel:a", spec: BoxSpec = BRIGHT, **params: Any) -> ClockedSpi:
        return ClockedSpi(wiring(part, spec), **(TABLE["key_panels"]["clocked_spi"].defaults() | params))

    return opened


@pytest.mark.parametrize(("order", "red"), [("BGR", (0, 0, 1)), ("RGB", (1, 0, 0)), ("GRB", (0, 1, 0))])
def test_colours_go_out_in_the_order_of_the_leds(
    panel: Open, spi: SpiLibrary, order: str, red: tuple[int, ...]
) -> None:
    shown = panel(order=order)
    shown.show((Cell("red"), *[DARK] * 24))
    (first, *rest) = clocked_chain(spi.transfers[-1], 25)
    assert max(first) == first[red.index(1)]
    assert not any(map(any, rest))


def test_two_panels_share_a_line_and_keep_their_places(panel: Open, spi: SpiLibrary) -> None:
    a, b = panel(first=0), panel("panel:b", first=30)
    b.show((Cell("agent"), *[DARK] * 24))
    a.show((*[DARK] * 24, Cell("agent")))
    lit = [led for led, rgb in enumerate(clocked_chain(spi.transfers[-1], 55)) if any(rgb)]
    assert lit == [24, 30], "serpentine: the fifth row runs as the first; five spare LEDs between stay dark"
    assert spi.files[0].max_speed_hz == 4_000_000


def test_the_current_stays_under_the_cap(panel: Open, spi: SpiLibrary) -> None:
    shown = panel(spec=BoxSpec(leds=Leds(brightness=1.0, max_milliamps=300)))
    shown.show((Cell("assassin"),) * 25)
    assert milliamps(clocked_chain(spi.transfers[-1], 25)) <= 150


def test_a_line_fits_into_one_transfer(panel: Open, spi: SpiLibrary) -> None:
    panel(first=475)
    assert len(spi.transfers[-1]) <= TRANSFER_BYTES


def test_leds_of_two_kinds_do_not_share_a_bus(spi: SpiLibrary) -> None:
    spec = only(key_panels={"a": PartSpec("clocked_spi"), "b": PartSpec("ws281x_spi", {"first": 25})})
    box = Box(fit(spec, lambda _: None, lambda: 0.0, Shared(), OffscreenScreen), spec)
    assert [fault.part for fault in box.faults()] == ["panel:b"]
    box.close()


def test_an_led_of_the_other_panel_is_refused(panel: Open) -> None:
    panel(first=0)
    with pytest.raises(PartError, match="belongs to the other panel"):
        panel("panel:b", first=24)
