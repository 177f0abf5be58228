"""The box in a window: mouse, fingers and keys become the inputs of the box."""

from collections.abc import Iterator

import pygame
import pytest

from hardware.box import Box
from hardware.drivers.mixer import MixerSpeaker
from hardware.errors import PartError
from hardware.fitting import build
from hardware.keyboard import SHORTEST_SECONDS
from hardware.ports import SEATS, ButtonEdge, Cancelled, Input, Pointer, Quit, TypedText
from hardware.simulated.geometry import Geometry, geometry
from hardware.spec import BoxSpec

SIZE = (640, 400)


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch, inputs: list[Input]) -> Iterator[Box]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    box = build(BoxSpec(size=SIZE), inputs.append, lambda: 0.0)
    assert box.faults() == ()
    pygame.event.clear()
    yield box
    box.close()


@pytest.fixture
def places() -> Geometry:
    return geometry(SIZE)


def click(kind: int, pos: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(kind, pos=pos, button=1, touch=False, rel=(0, 0), buttons=(1, 0, 0)))


def key(kind: int, code: int) -> None:
    pygame.event.post(pygame.event.Event(kind, key=code, mod=0, unicode="", scancode=0))


def test_a_click_on_the_touchscreen_is_a_pointer_over_it(box: Box, inputs: list[Input], places: Geometry) -> None:
    click(pygame.MOUSEBUTTONDOWN, places.screen.topleft)
    click(pygame.MOUSEMOTION, places.screen.center)
    click(pygame.MOUSEBUTTONUP, (places.screen.right + 20, places.screen.bottom + 20))
    box.tick(0.0)
    pointers = [pointer for pointer in inputs if isinstance(pointer, Pointer)]
    places_hit = [(pointer.kind, round(pointer.x, 2), round(pointer.y, 2)) for pointer in pointers]
    assert places_hit == [("down", 0.0, 0.0), ("move", 0.5, 0.5), ("up", 1.0, 1.0)]


def test_the_box_fits_into_a_window_of_another_size(
    box: Box, inputs: list[Input], monkeypatch: pytest.MonkeyPatch
) -> None:
    """pygame tells the new size of one that fills the screen only to who asks for it: the box was drawn as before."""
    box.screen.present()
    window = pygame.Surface((400, 300))
    monkeypatch.setattr(pygame.display, "get_surface", lambda: window)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=(400, 300), w=400, h=300))
    box.tick(0.0)
    click(pygame.MOUSEBUTTONDOWN, (200, 150))
    box.tick(0.0)
    (pointer,) = (each for each in inputs if isinstance(each, Pointer))
    assert (round(pointer.x, 1), round(pointer.y, 1)) == (0.5, 0.5)


def test_a_click_on_the_wood_is_nothing(box: Box, inputs: list[Input]) -> None:
    click(pygame.MOUSEBUTTONDOWN, (3, 3))
    click(pygame.MOUSEBUTTONUP, (3, 3))
    box.tick(0.0)
    assert inputs == []


def test_a_click_on_a_button_presses_it_until_it_is_let_go_anywhere(
    box: Box, inputs: list[Input], places: Geometry
) -> None:
    click(pygame.MOUSEBUTTONDOWN, places.seats["b"].button.center)
    box.tick(1.0)
    assert inputs == [ButtonEdge("b", True, 1.0)]
    assert box.pressed("b")
    click(pygame.MOUSEBUTTONUP, places.screen.center)
    box.tick(1.5)
    assert inputs[1:] == [ButtonEdge("b", False, 1.5)]


def test_a_click_on_a_button_ends_with_the_focus(box: Box, inputs: list[Input], places: Geometry) -> None:
    click(pygame.MOUSEBUTTONDOWN, places.seats["b"].button.center)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    click(pygame.MOUSEBUTTONUP, places.screen.center)
    box.tick(1.0)
    assert inputs == [ButtonEdge("b", True, 1.0), Cancelled(1.0), ButtonEdge("b", False, 1.0)]


def test_two_fingers_press_both_buttons(box: Box, inputs: list[Input], places: Geometry) -> None:
    for finger, seat in enumerate(SEATS, start=1):
        x, y = places.seats[seat].button.center
        place = {"x": x / places.size[0], "y": y / places.size[1]}
        pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, finger_id=finger, touch_id=1, dx=0, dy=0, **place))
    box.tick(1.0)
    assert box.pressed("a") and box.pressed("b")


def test_keys_are_buttons_and_write_nothing(box: Box, inputs: list[Input]) -> None:
    key(pygame.KEYDOWN, pygame.K_F1)
    key(pygame.KEYUP, pygame.K_F1)
    key(pygame.KEYDOWN, pygame.K_F2)
    box.tick(2.0)
    up = ButtonEdge("a", False, 2.0 + SHORTEST_SECONDS)
    assert inputs == [ButtonEdge("a", True, 2.0), up, ButtonEdge("b", True, 2.0)]


def test_other_keys_write_text(box: Box, inputs: list[Input]) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="ł"))
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=" "))
    key(pygame.KEYDOWN, pygame.K_BACKSPACE)
    key(pygame.KEYDOWN, pygame.K_RETURN)
    box.tick(0.0)
    assert inputs == [TypedText("ł"), TypedText(" "), TypedText("\b"), TypedText("\n")]


def test_closing_the_window_asks_to_quit(box: Box, inputs: list[Input]) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    box.tick(0.0)
    assert inputs == [Quit()]


def test_the_picture_reaches_the_window(box: Box, places: Geometry) -> None:
    box.screen.surface.fill((1, 2, 200))
    box.screen.present()
    assert pygame.display.get_surface().get_at(places.screen.center)[:3] == (1, 2, 200)


def test_the_box_around_the_first_picture_is_there_at_the_next_tick(box: Box, places: Geometry) -> None:
    box.screen.surface.fill((1, 2, 200))
    box.screen.present()
    window = pygame.display.get_surface()
    wood = (places.screen.left // 2, places.size[1] // 2)
    assert window.get_at(wood)[:3] == (0, 0, 0)
    box.tick(0.0)
    assert window.get_at(wood)[:3] != (0, 0, 0)
    assert window.get_at(places.screen.center)[:3] == (1, 2, 200)


def test_a_smaller_window_scales_the_whole_box_and_its_pointers(box: Box, inputs: list[Input]) -> None:
    half = geometry(SIZE, 0.5)
    pygame.display.set_mode((half.size[0] + 100, half.size[1]), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=half.size, w=half.size[0], h=half.size[1]))
    box.tick(0.0)
    click(pygame.MOUSEBUTTONDOWN, (half.screen.centerx + 50, half.screen.centery))
    box.tick(0.1)
    (pointer,) = inputs
    assert isinstance(pointer, Pointer)
    assert (pointer.x, pointer.y) == pytest.approx((0.5, 0.5), abs=0.01)


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (2, 2), (17, 17)])
def test_a_window_of_next_to_nothing_is_a_window(box: Box, size: tuple[int, int]) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    box.screen.present()
    for now in (0.0, 0.1):
        for x, y in {(0, 0), (size[0] // 2, size[1] // 2), (size[0] - 1, size[1] - 1)}:
            click(pygame.MOUSEBUTTONDOWN, (x, y))
            click(pygame.MOUSEBUTTONUP, (x, y))
        box.tick(now)
        box.screen.present()
    assert box.faults() == ()


def test_a_window_that_loses_the_focus_lets_go_of_its_keys(box: Box, inputs: list[Input]) -> None:
    key(pygame.KEYDOWN, pygame.K_F1)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    box.tick(1.0)
    up = ButtonEdge("a", False, 1.0 + SHORTEST_SECONDS)
    assert inputs == [ButtonEdge("a", True, 1.0), Cancelled(1.0), up]
    assert not box.pressed("a")


def test_the_parts_that_changed_reach_the_window_without_a_new_picture(box: Box, places: Geometry) -> None:
    box.screen.present()
    box.tick(0.0)
    lens = places.seats["a"].button.center
    dark = pygame.display.get_surface().get_at(lens)
    box.light("a", True)
    box.tick(0.0)
    assert pygame.display.get_surface().get_at(lens).r > dark.r


def test_a_cue_is_heard_on_the_pc(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[tuple[str, float]] = []
    monkeypatch.setattr(MixerSpeaker, "play", lambda self, cue, volume: heard.append((cue, volume)))
    box.play("reveal_agent", 0.5)
    box.tick(0.0)
    box.tick(0.1)
    assert heard == [("reveal_agent", 0.5)]


def test_a_pc_without_sound_still_shows_what_is_played(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    def silent(self: MixerSpeaker, cue: str, volume: float) -> None:
        raise PartError("no sound device")

    monkeypatch.setattr(MixerSpeaker, "play", silent)
    box.play("reveal_agent", 0.5)
    box.tick(0.0)
    box.play("won", 0.5)
    box.tick(0.1)
    assert box.faults() == ()
