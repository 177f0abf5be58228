"""The recording parts obey the real parts' limits, and the picture of the box shows what they do."""

import pygame
import pytest

from hardware.palette import OFF, PULSE_SECONDS, milliamps
from hardware.ports import DARK, SEATS, Cell, Seat
from hardware.simulated.geometry import fitted, geometry, natural
from hardware.simulated.offscreen import OffscreenBox, offscreen_box
from hardware.simulated.parts import LATEST
from hardware.spec import BoxSpec, Leds

SIZES = [(800, 480), (1024, 600), (1280, 720), (1280, 800), (1920, 1080)]
BRIGHT = BoxSpec(leds=Leds(brightness=1.0, max_milliamps=900))


@pytest.fixture
def box() -> OffscreenBox:
    return offscreen_box((800, 480), [].append, lambda: 0.0)


def one_lit(index: int, cell: Cell) -> tuple[Cell, ...]:
    return tuple(cell if place == index else DARK for place in range(25))


def test_a_panel_keeps_its_colours_before_the_cap_and_sends_them_after_it() -> None:
    bright = offscreen_box((320, 180), [].append, lambda: 0.0, BRIGHT)
    bright.show_key("a", (Cell("assassin"),) * 25)
    panel = bright.recordings["panel:a"]
    assert panel.rgb[0] == (216, 236, 255)
    assert milliamps(panel.rgb) > 1300
    assert 440 < milliamps(panel.sent) <= 450


def test_one_sides_brightness_does_not_depend_on_the_other_sides_key() -> None:
    bright = offscreen_box((320, 180), [].append, lambda: 0.0, BRIGHT)
    key = (Cell("agent"), Cell("assassin", pulse=True), *[Cell("bystander")] * 23)
    bright.show_key("a", key)
    alone = bright.recordings["panel:a"].sent
    bright.show_key("b", (Cell("assassin"),) * 25)
    bright.tick(0.0)
    assert bright.recordings["panel:a"].sent == alone


def test_steady_cells_stay_steady_while_others_pulse_under_the_cap() -> None:
    bright = offscreen_box((320, 180), [].append, lambda: 0.0, BRIGHT)
    bright.show_key("a", (*[Cell("assassin", pulse=True)] * 20, *[Cell("bystander")] * 5))
    panel = bright.recordings["panel:a"]
    seen = set()
    for step in range(48):
        bright.tick(step * PULSE_SECONDS / 48)
        seen.add(panel.sent[20:])
        assert milliamps(panel.sent) <= 450
    assert len(seen) == 1


def test_only_what_changed_is_sent(box: OffscreenBox) -> None:
    panel = box.recordings["panel:a"]
    box.show_key("a", one_lit(3, Cell("agent")))
    frames = panel.frames
    box.show_key("a", one_lit(3, Cell("agent")))
    for step in range(100):
        box.tick(step * 0.05)
    assert panel.frames == frames


def test_a_pulse_is_sent_while_it_lasts(box: OffscreenBox) -> None:
    panel = box.recordings["panel:b"]
    box.show_key("b", one_lit(3, Cell("assassin", pulse=True)))
    box.tick(0.0)
    high = panel.rgb[3]
    box.tick(PULSE_SECONDS / 2)
    low = panel.rgb[3]
    assert [round(channel / 2) for channel in high] == pytest.approx(list(low), abs=1)


def test_a_panel_takes_exactly_25_cells(box: OffscreenBox) -> None:
    box.show_key("a", (DARK,) * 20)
    (fault,) = box.faults()
    assert fault.why == "a key panel shows 25 cells, not 20"


@pytest.mark.parametrize("size", SIZES)
def test_the_touchscreen_keeps_its_pixels_inside_the_box(size: tuple[int, int]) -> None:
    box = offscreen_box(size, [].append, lambda: 0.0)
    box.screen.surface.fill((10, 120, 200))
    box.screen.present()
    picture, places = box.picture(), geometry(size)
    assert places.screen.size == size
    assert picture.get_rect().contains(places.screen)
    assert picture.get_at(places.screen.topleft)[:3] == (10, 120, 200)
    assert picture.get_at((places.screen.right - 1, places.screen.bottom - 1))[:3] == (10, 120, 200)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seat", SEATS)
def test_panel_and_button_stand_clear_between_screen_and_edge(size: tuple[int, int], seat: Seat) -> None:
    places = geometry(size)
    whole, edge = pygame.Rect((0, 0), places.size), places.seats[seat]
    for rect in (edge.hood, edge.button):
        assert whole.contains(rect)
        assert not rect.colliderect(places.screen)
    assert not edge.hood.colliderect(edge.button)
    assert all(edge.hood.contains(cell) for cell in edge.cells)
    assert len({cell.topleft for cell in edge.cells}) == 25


def test_side_b_reads_its_panel_turned_by_180_degrees() -> None:
    edge = geometry((1280, 720)).seats["b"]
    first, second, sixth = edge.cells[0], edge.cells[1], edge.cells[5]
    assert second.centerx < first.centerx
    assert sixth.centery < first.centery
    edge = geometry((1280, 720)).seats["a"]
    assert edge.cells[1].centerx > edge.cells[0].centerx
    assert edge.cells[5].centery > edge.cells[0].centery


@pytest.mark.parametrize("seat", SEATS)
def test_a_lit_cell_shines_at_its_place(box: OffscreenBox, seat: Seat) -> None:
    places = geometry((800, 480)).seats[seat]
    dark = box.picture().get_at(places.cells[7].center)
    box.show_key(seat, one_lit(7, Cell("blue")))
    picture = box.picture()
    lit = picture.get_at(places.cells[7].center)
    assert lit.b > 150 > dark.b
    assert picture.get_at(places.cells[22].center) == dark


def test_a_lit_lamp_a_pressed_button_and_a_sound_are_seen(box: OffscreenBox) -> None:
    places = geometry((800, 480))
    button = places.seats["a"].button
    looks = [pygame.image.tobytes(box.picture().subsurface(button), "RGB")]
    box.light("a", True)
    looks.append(pygame.image.tobytes(box.picture().subsurface(button), "RGB"))
    box.recordings["button:a"].set(True, 0.0)
    looks.append(pygame.image.tobytes(box.picture().subsurface(button), "RGB"))
    assert len(set(looks)) == 3
    before = pygame.image.tobytes(box.picture(), "RGB")
    box.play("reveal_agent", 0.5)
    assert pygame.image.tobytes(box.picture(), "RGB") != before


def test_the_backlight_dims_the_touchscreen(box: OffscreenBox) -> None:
    box.screen.surface.fill((200, 200, 200))
    box.screen.present()
    box.backlight(0.5)
    assert box.picture().get_at(geometry((800, 480)).screen.center).r == pytest.approx(100, abs=2)
    box.backlight(0.0)
    assert box.picture().get_at(geometry((800, 480)).screen.center)[:3] == (0, 0, 0)


def test_a_panel_that_failed_keeps_showing_its_last_frame_as_leds_do(box: OffscreenBox) -> None:
    box.show_key("a", one_lit(0, Cell("agent")))
    box.recordings["panel:a"].fail("data line cut")
    box.show_key("a", (DARK,) * 25)
    assert box.recordings["panel:a"].rgb[0] != OFF


def test_a_720p_box_fits_a_full_hd_desktop_unscaled_and_a_small_one_scaled() -> None:
    assert fitted((1280, 720), (1920 - 16, 1080 - 96)) == 1.0
    scale = fitted((1280, 720), (1366, 700))
    wide, high = natural((1280, 720))
    assert 0.6 < scale < 1
    assert wide * scale <= 1366 and high * scale <= 700


def test_a_speaker_gives_each_cue_once_and_keeps_the_latest(box: OffscreenBox) -> None:
    speaker = box.recordings["speaker"]
    box.play("touch", 0.5)
    assert speaker.unheard() == [("touch", 0.5)]
    assert speaker.unheard() == []
    for number in range(3 * LATEST):
        box.play(f"cue {number}", 0.5)
    assert len(speaker.cues) == len(speaker.volumes) == LATEST
    assert [cue for cue, _ in speaker.unheard()] == [f"cue {number}" for number in range(2 * LATEST, 3 * LATEST)]
    box.play("undo", 0.25)
    assert speaker.unheard() == [("undo", 0.25)]
