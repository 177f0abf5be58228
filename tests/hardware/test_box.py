"""The box keeps failing parts away from the game, names them, and brings them back as they were wanted."""

import sys

import pygame
import pytest

from hardware.box import PARTS, Fault
from hardware.errors import PartError
from hardware.fitting import build
from hardware.guard import RETRY_SECONDS, Guard
from hardware.palette import OFF, base, scaled
from hardware.ports import DARK, ButtonEdge, Cell, Input, Part
from hardware.simulated.offscreen import OffscreenBox, offscreen_box
from hardware.spec import BoxSpec, PartSpec
from tests.hardware.conftest import only

SIZE = (320, 180)
KEY = (Cell("assassin", pulse=True), Cell("agent"), *[Cell("bystander")] * 22, DARK)


@pytest.fixture
def box(inputs: list[Input]) -> OffscreenBox:
    return offscreen_box(SIZE, inputs.append, lambda: 0.0)


def test_a_simulated_box_has_every_part_and_no_fault(box: OffscreenBox) -> None:
    assert all(box.configured(part) and box.works(part) for part in PARTS)
    assert box.faults() == ()


@pytest.mark.parametrize("part", [part for part in PARTS if part != "screen"])
def test_a_failed_part_is_named_at_the_next_tick_and_comes_back(box: OffscreenBox, part: str) -> None:
    box.tick(0.0)
    box.recordings[part].fail("cable out")
    box.tick(1.0)
    assert box.faults() == (Fault(part, "simulated", "failed", "cable out"),)
    assert not box.works(part)
    box.recordings[part].mend()
    box.tick(2.0)
    box.tick(2.0 + RETRY_SECONDS)
    assert box.works(part)
    assert box.faults() == ()


def test_a_panel_that_comes_back_shows_what_was_wanted_last(box: OffscreenBox) -> None:
    box.tick(0.0)
    box.recordings["panel:a"].fail()
    box.show_key("a", KEY)
    box.tick(1.0)
    assert box.recordings["panel:a"].rgb == (OFF,) * 25
    box.recordings["panel:a"].mend()
    box.tick(1.0 + RETRY_SECONDS)
    assert box.recordings["panel:a"].rgb[1] != OFF
    assert box.recordings["panel:b"].rgb == (OFF,) * 25


def test_a_lamp_that_comes_back_is_lit_again(box: OffscreenBox) -> None:
    box.tick(0.0)
    box.light("b", True)
    box.recordings["lamp:b"].fail()
    box.tick(1.0)
    box.recordings["lamp:b"].mend()
    box.recordings["lamp:b"].lit = False
    box.tick(1.0 + RETRY_SECONDS)
    assert box.recordings["lamp:b"].lit


def test_a_part_still_broken_is_not_opened_before_its_time(box: OffscreenBox) -> None:
    box.tick(0.0)
    box.recordings["speaker"].fail()
    box.tick(1.0)
    box.recordings["speaker"].mend()
    box.tick(0.9 + RETRY_SECONDS)
    assert not box.works("speaker")
    box.tick(1.0 + RETRY_SECONDS)
    assert box.works("speaker")


def test_parts_left_out_are_neither_working_nor_at_fault(inputs: list[Input]) -> None:
    box = offscreen_box(SIZE, inputs.append, lambda: 0.0, only())
    assert not any(box.configured(part) or box.works(part) for part in PARTS if part != "screen")
    assert box.faults() == ()
    box.show_key("a", KEY)
    box.light("a", True)
    box.play("reveal_agent", 0.5)
    box.backlight(0.2)
    assert not box.pressed("a")
    assert "cannot switch itself off" in box.power_off()
    box.tick(0.0)
    box.close()


def test_a_driver_that_cannot_be_opened_is_missing_and_not_replaced(
    monkeypatch: pytest.MonkeyPatch, inputs: list[Input]
) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    panels = {"a": PartSpec("ws281x_spi"), "b": PartSpec("none")}
    box = offscreen_box(SIZE, inputs.append, lambda: 0.0, only(key_panels=panels))
    (fault,) = box.faults()
    assert (fault.part, fault.driver, fault.status) == ("panel:a", "ws281x_spi", "missing")
    assert "\n" not in fault.why
    assert "panel:a" not in box.recordings


def test_without_a_screen_the_kiosk_still_has_something_to_draw_on(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "no_such_driver")
    box = build(BoxSpec(size=SIZE), [].append, lambda: 0.0)
    assert not box.works("screen")
    assert box.screen.surface.get_size() == SIZE
    box.screen.present()
    box.tick(0.0)
    assert [fault.part for fault in box.faults()] == ["screen"]
    box.close()


def test_a_moved_button_reaches_the_queue_and_the_level(box: OffscreenBox, inputs: list[Input]) -> None:
    box.recordings["button:b"].set(True, 1.5)
    assert inputs == [ButtonEdge("b", True, 1.5)]
    assert box.pressed("b")
    assert not box.pressed("a")
    box.recordings["button:b"].set(False, 1.7)
    assert inputs[1:] == [ButtonEdge("b", False, 1.7)]


def test_close_leaves_everything_dark(box: OffscreenBox) -> None:
    box.show_key("a", KEY)
    box.show_key("b", KEY)
    box.light("a", True)
    box.close()
    assert box.recordings["panel:a"].rgb == box.recordings["panel:b"].rgb == (OFF,) * 25
    assert not box.recordings["lamp:a"].lit
    box.show_key("a", KEY)
    assert box.recordings["panel:a"].rgb == (OFF,) * 25


def test_power_says_what_it_would_do(box: OffscreenBox) -> None:
    assert "would switch itself off" in box.power_off()
    assert "would start again" in box.reboot()
    assert box.recordings["power"].asked == ["off", "reboot"]


def test_another_palette_shows_at_once_and_outlives_a_failure(box: OffscreenBox) -> None:
    box.tick(0.0)
    box.show_key("a", KEY)
    before = box.recordings["panel:a"].rgb
    box.shine(0.4, "deutan")
    deutan = box.recordings["panel:a"].rgb
    assert deutan != before
    assert deutan[1] == scaled(base("deutan", "agent"), 0.4)
    box.shine(0.8, "deutan")
    bright = box.recordings["panel:a"].rgb
    assert sum(bright[1]) > sum(deutan[1])
    box.recordings["panel:a"].fail()
    box.tick(1.0)
    box.recordings["panel:a"].mend()
    box.tick(1.0 + RETRY_SECONDS)
    assert box.recordings["panel:a"].rgb[1] == bright[1]


def test_the_same_look_again_sends_nothing(box: OffscreenBox) -> None:
    box.shine(0.4, "standard")
    frames = box.recordings["panel:a"].frames
    for _ in range(10):
        box.shine(0.4, "standard")
    assert box.recordings["panel:a"].frames == frames


def test_a_screen_that_works_in_part_is_named_and_goes_on(box: OffscreenBox) -> None:
    box.recordings["screen"].trouble = "no touch"
    assert box.works("screen")
    assert [(fault.part, fault.why) for fault in box.faults()] == [("screen", "no touch")]


def test_a_drivers_own_bug_is_a_fault_too(box: OffscreenBox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(box.recordings["speaker"], "play", lambda cue, volume: 1 / 0)
    box.play("reveal_agent", 0.5)
    assert [(fault.part, fault.why) for fault in box.faults()] == [("speaker", "division by zero")]


def test_a_part_that_takes_long_to_fail_is_tried_seldom() -> None:
    """On a bus that hangs each try takes a second or more, in which the box stands still."""
    now, opened = [0.0], list[float]()

    def slow() -> None:
        opened.append(now[0])
        now[0] += 1.5
        raise PartError("Connection timed out")

    guard = Guard[Part]("panel:a", "luma", slow, clock=lambda: now[0])
    while now[0] < 200.0:
        guard.tick(now[0])
        now[0] += 0.05
    assert 3 <= len(opened) <= 200 * 0.05 / 1.5 + 1, "a twentieth of the time at most"
