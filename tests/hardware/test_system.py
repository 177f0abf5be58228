"""Backlight, power, sound and screen, as far as a machine without them can show."""

import os
import subprocess
import sys
import wave
from collections.abc import Callable, Sequence
from ctypes.util import find_library
from pathlib import Path

import pygame
import pytest

from hardware import blank
from hardware.drivers import backlight, mixer
from hardware.drivers import screen as screens
from hardware.drivers.backlight import SysfsBacklight
from hardware.drivers.key import KeyButton
from hardware.drivers.logind import Answer, LogindPower, Poll, start
from hardware.drivers.mixer import MixerSpeaker
from hardware.drivers.screen import (
    INPUT_SECONDS,
    KioskScreen,
    connected_card,
    open_auto,
    open_kmsdrm,
    upright,
)
from hardware.drivers.ws281x_spi import LATCH
from hardware.errors import PartError
from hardware.evdev import unreadable_input
from hardware.events import WindowEvents
from hardware.guard import RETRY_SECONDS, Guard
from hardware.ports import ButtonEdge, Cancelled, Input, Pointer
from hardware.simulated.offscreen import offscreen_box
from hardware.spec import BoxSpec, PartSpec, Shared, Wiring
from tests.hardware.conftest import only
from tests.hardware.fakes import SpiLibrary, decode

Make = Callable[..., Wiring]


def connectors(root: Path, **states: str) -> Path:
    for name, state in states.items():
        folder = root / name.replace("_", "-")
        folder.mkdir()
        (folder / "status").write_text(state + "\n")
    return root


@pytest.mark.parametrize(
    ("states", "card"),
    [
        ({"card0_HDMI_A_1": "disconnected", "card1_DSI_1": "connected"}, "card1"),
        ({"card1_HDMI_A_1": "connected", "card2_DSI_2": "connected"}, "card2"),
        ({"card1_HDMI_A_1": "connected", "card1_HDMI_A_2": "disconnected"}, "card1"),
        ({"card0_Writeback_1": "connected", "card1_HDMI_A_1": "connected"}, "card1"),
        ({"card0_Writeback_1": "connected", "card1_HDMI_A_1": "disconnected"}, ""),
        ({}, ""),
    ],
)
def test_the_card_with_a_screen_on_it_is_found(tmp_path: Path, states: dict[str, str], card: str) -> None:
    assert connected_card(connectors(tmp_path, **states)) == card


def test_kmsdrm_is_told_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wiring: Make) -> None:
    monkeypatch.setattr(screens, "KioskScreen", lambda *arguments: arguments[1:])
    monkeypatch.setattr(screens, "connected_card", lambda: "card3")
    monkeypatch.setenv("SDL_KMSDRM_DEVICE_INDEX", "0")
    for name in ("SDL_RENDER_DRIVER", "SDL_RENDER_VSYNC"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    assert open_kmsdrm(wiring("screen"), 90, "") == ("kmsdrm", 90)
    assert os.environ["SDL_RENDER_DRIVER"] == "opengles2", "another renderer shows a black picture"
    assert os.environ["SDL_RENDER_VSYNC"] == "1", "flips that do not wait are garbled on a Raspberry Pi 5"
    assert os.environ["SDL_KMSDRM_DEVICE_INDEX"] == "3"
    open_kmsdrm(wiring("screen"), 0, "card1")
    assert os.environ["SDL_KMSDRM_DEVICE_INDEX"] == "1"
    monkeypatch.setattr(screens, "connected_card", lambda: "")
    with pytest.raises(PartError, match="no screen is connected"):
        open_kmsdrm(wiring("screen"), 0, "")


@pytest.mark.parametrize(
    ("session", "driver"),
    [({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "wayland"), ({"DISPLAY": ":0"}, "x11"), ({}, "kmsdrm")],
)
def test_auto_takes_the_session_that_runs(
    monkeypatch: pytest.MonkeyPatch, wiring: Make, session: dict[str, str], driver: str
) -> None:
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in session.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SDL_KMSDRM_DEVICE_INDEX", "0")
    monkeypatch.setattr(screens, "KioskScreen", lambda *arguments: arguments[1])
    assert open_auto(wiring("screen"), 0, "card1") == driver


def test_a_video_driver_that_shows_nothing_is_refused(monkeypatch: pytest.MonkeyPatch, wiring: Make) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "offscreen")
    with pytest.raises(PartError, match="SDL opened offscreen instead of dummy"):
        KioskScreen(wiring("screen"), "dummy", 0)


def test_input_that_cannot_be_opened_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "nothing in" in unreadable_input(tmp_path, tmp_path)
    (tmp_path / "event0").touch()
    assert unreadable_input(tmp_path, tmp_path) == ""

    def refuse(path: Path, flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert unreadable_input(tmp_path, tmp_path).endswith("event0: Permission denied; is the user in group input?")


CEC = "fff 1c800 0 204300000000 22000 8000000400020041 2000000b0058"
MULTITOUCH, TOUCH_AS_MOUSE = "400 0 0 0 0 0", "70000 0 0 0 0"
KEYPAD = "7 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"


@pytest.mark.parametrize(
    ("keys", "touch"),
    [((CEC, "0"), False), ((CEC, MULTITOUCH), True), ((TOUCH_AS_MOUSE, CEC), True), ((KEYPAD,), False)],
)
def test_a_touch_lead_that_is_pulled_is_told_beside_the_other_devices_of_a_raspberry_pi(
    tmp_path: Path, keys: tuple[str, ...], touch: bool
) -> None:
    """Each HDMI socket has two input devices of its own, with a lead in it or not."""
    for number, bits in enumerate(keys):
        (tmp_path / f"event{number}").touch()
        about = tmp_path / f"classes/event{number}/device/capabilities"
        about.mkdir(parents=True)
        (about / "key").write_text(bits + "\n")
    why = "" if touch else f"no touch: no device in {tmp_path} is a touchscreen"
    assert unreadable_input(tmp_path, tmp_path / "classes") == why


def test_a_key_that_is_down_when_its_encoder_is_pulled_is_let_go(
    monkeypatch: pytest.MonkeyPatch, wiring: Make, inputs: list[Input]
) -> None:
    """SDL does not tell, and a button that is held opens the menu, or takes a move back."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    there = ["event0", "event1"]
    monkeypatch.setattr(screens, "input_devices", lambda: frozenset(there))
    monkeypatch.setattr(screens, "unreadable_input", lambda: "" if "event0" in there else "no touch")
    monkeypatch.setattr(screens, "_open_window", lambda driver, title: pygame.display.set_mode((320, 180)))
    screen, button = KioskScreen(wiring("screen"), "kmsdrm", 0), KeyButton(wiring("button:a"), "a")
    pygame.event.clear()
    screen.poll(0.0)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=4))
    there.append("event2")
    screen.poll(1.0)
    assert button.pressed()
    there.remove("event1")
    screen.poll(2.0)
    assert not button.pressed()
    assert inputs == [ButtonEdge("a", True, 1.0), Cancelled(2.0), ButtonEdge("a", False, 2.0)]  # type: ignore[arg-type]
    assert screen.trouble == ""
    there.remove("event0")
    screen.poll(2.1)
    assert screen.trouble, "what is gone is told at once"
    screen.close()


def finger(kind: int) -> pygame.event.Event:
    return pygame.event.Event(kind, finger_id=5, touch_id=1, x=0.5, y=0.5, dx=0.0, dy=0.0)


@pytest.mark.parametrize("how", ["pulled", "failed", "closed"])
def test_what_is_down_when_the_screens_input_goes_means_nothing_any_more(
    monkeypatch: pytest.MonkeyPatch, wiring: Make, inputs: list[Input], how: str
) -> None:
    """SDL tells of no finger and no key that it is up, and a card that is held is guessed."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    there = ["event0", "event1"]
    monkeypatch.setattr(screens, "input_devices", lambda: frozenset(there))
    monkeypatch.setattr(screens, "unreadable_input", lambda: "")
    monkeypatch.setattr(screens, "_open_window", lambda driver, title: pygame.display.set_mode((320, 180)))
    guard = Guard("screen", "kmsdrm", lambda: KioskScreen(wiring("screen"), "kmsdrm", 0))
    button = KeyButton(wiring("button:a"), "a")
    pygame.event.clear()
    pygame.event.post(finger(pygame.FINGERDOWN))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a", scancode=4))
    guard.ask(lambda screen: screen.poll(1.0), None)
    assert button.pressed()
    before = len(inputs)
    if how == "pulled":
        there.remove("event0")
        guard.ask(lambda screen: screen.poll(1.1), None)
    elif how == "failed":
        monkeypatch.setattr(pygame.display, "update", lambda area: 1 / 0)
        guard.ask(lambda screen: screen.present(), None)
    else:
        guard.release()
    assert not button.pressed()
    assert [type(each) for each in inputs[before:]] == [Cancelled, ButtonEdge]
    if how == "pulled":
        for now, event in (
            (2.0, finger(pygame.FINGERUP)),
            (3.0, pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(3, 3), button=1, touch=False)),
        ):
            pygame.event.post(event)
            guard.ask(lambda screen, at=now: screen.poll(at), None)
        assert [each.finger for each in inputs[before:] if isinstance(each, Pointer)] == [-1], "a mouse may go on"
    guard.close()


def test_a_bare_display_without_touch_works_and_says_so_until_touch_comes(
    monkeypatch: pytest.MonkeyPatch, wiring: Make
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    why = ["no touch: nothing in /dev/input"]
    monkeypatch.setattr(screens, "unreadable_input", lambda: why[0])
    monkeypatch.setattr(screens, "_open_window", lambda driver, title: pygame.display.set_mode((320, 180)))
    screen = KioskScreen(wiring("screen"), "kmsdrm", 0)
    screen.poll(0.0)
    assert screen.trouble == why[0]
    why[0] = ""
    screen.poll(1.0)
    assert screen.trouble
    screen.poll(INPUT_SECONDS)
    assert screen.trouble == ""
    screen.close()


LIES, STANDS = (400, 200), (200, 400)


@pytest.mark.parametrize(
    ("panel", "rotate"),
    [(LIES, 0), (LIES, 180), (STANDS, 90), (STANDS, 270), (LIES, 90), (LIES, 270), (STANDS, 0), (STANDS, 180)],
)
def test_the_picture_always_lies_and_touch_is_turned_as_it_is(
    monkeypatch: pytest.MonkeyPatch, wiring: Make, inputs: list[Input], panel: tuple[int, int], rotate: int
) -> None:
    """A red dot is drawn upright, found on the panel, touched there, and must be hit."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame, "FULLSCREEN", 0)
    set_mode = pygame.display.set_mode
    monkeypatch.setattr(pygame.display, "set_mode", lambda size, flags: set_mode(panel, flags))
    screen = KioskScreen(wiring("screen"), "dummy", rotate)
    pygame.event.clear()
    wide, high = screen.surface.get_size()
    assert (wide, high) == LIES
    dot = pygame.Rect(wide // 4, high // 8, 9, 9)
    screen.surface.fill((0, 0, 0))
    screen.surface.fill((255, 0, 0), dot)
    screen.present()
    window = pygame.display.get_surface()
    lit = [(x, y) for x in range(panel[0]) for y in range(panel[1]) if window.get_at((x, y)).r]
    x, y = lit[len(lit) // 2]
    event = {"finger_id": 1, "touch_id": 1, "x": x / (panel[0] - 1), "y": y / (panel[1] - 1), "dx": 0.0, "dy": 0.0}
    pygame.event.post(pygame.event.Event(pygame.FINGERDOWN, **event))
    screen.poll(0.0)
    (pointer,) = inputs
    assert isinstance(pointer, Pointer)
    assert dot.inflate(2, 2).collidepoint(pointer.x * wide, pointer.y * high)
    whole = window.copy()
    other = pygame.Rect(wide // 2, high // 2, 31, 7)
    screen.surface.fill((0, 0, 255), other)
    screen.present(other.inflate(4, 4))
    in_part = window.copy()
    assert pygame.image.tobytes(in_part, "RGB") != pygame.image.tobytes(whole, "RGB")
    screen.present()
    assert pygame.image.tobytes(in_part, "RGB") == pygame.image.tobytes(window, "RGB"), "a part is turned as the whole"
    screen.close()


@pytest.mark.parametrize("rotate", [0, 90, 180])
def test_a_screen_that_is_switched_over_is_drawn_anew_as_it_is_then(
    monkeypatch: pytest.MonkeyPatch, wiring: Make, inputs: list[Input], rotate: int
) -> None:
    """X and Wayland give the window another size, also there and back at once: its picture was gone, and only what
    changed from then on was seen; turned, the picture kept its old size."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    screen = KioskScreen(wiring("screen"), "dummy", rotate)
    pygame.event.clear()
    for sizes in ([(300, 150), LIES], [(300, 150)], [STANDS]):
        for size in sizes:  # pygame gives it to who asks for it; what was given before stays as it is
            window = pygame.Surface(size)
            monkeypatch.setattr(pygame.display, "get_surface", lambda window=window: window)
            pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
        inputs.clear()
        screen.poll(1.0)
        wide, high = screen.surface.get_size()
        assert {wide, high} == {*sizes[-1]} and wide > high
        assert {type(each) for each in inputs} == {Cancelled}, "keys that are held to clear a PIN are not let go"
    screen.close()


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_turning_a_place_four_times_by_90_degrees_is_where_it_began(rotate: int) -> None:
    place = (0.25, 0.125)
    turned = place
    for _ in range(4):
        turned = upright(*turned, rotate)
    assert turned == pytest.approx(place)


def test_a_backlight_gives_back_what_it_found(light: Path, wiring: Make) -> None:
    backlight = SysfsBacklight(wiring("backlight"))
    backlight.set(0.0)
    assert light.read_text() == "0"
    backlight.close()
    assert light.read_text() == "20"


def test_no_backlight_or_no_right_to_write_is_named(light: Path, wiring: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    backlight = SysfsBacklight(wiring("backlight"))
    light.unlink()
    light.mkdir()
    with pytest.raises(PartError, match="brightness: Is a directory"):
        backlight.set(0.5)
    light.rmdir()
    with pytest.raises(PartError, match="needs backlight driver none"):
        SysfsBacklight(wiring("backlight"))


def test_where_there_is_no_backlight_none_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HDMI screens and PCs have none; a panel that is found late is used all the same."""
    monkeypatch.setattr(backlight, "ROOT", tmp_path)
    box = offscreen_box((320, 180), lambda _: None, lambda: 0.0, only(backlight=PartSpec("auto")))
    box.backlight(1.0)
    box.tick(0.0)
    assert box.faults() == () and not box.configured("backlight")
    (tmp_path / "panel").mkdir()
    (tmp_path / "panel/max_brightness").write_text("31\n")
    (tmp_path / "panel/brightness").write_text("20\n")
    box.tick(RETRY_SECONDS)
    assert box.configured("backlight") and box.works("backlight")
    assert (tmp_path / "panel/brightness").read_text() == "31"
    box.close()


def test_logind_is_asked_over_the_bus(wiring: Make) -> None:
    commands: list[tuple[str, ...]] = []

    def record(command: Sequence[str]) -> Poll:
        commands.append(tuple(command))
        return lambda: (True, 's "yes"')

    power = LogindPower(wiring("power"), record)
    power.off()
    power.reboot()
    assert [command[8:] for command in commands] == [
        ("CanPowerOff",),
        ("PowerOff", "b", "false"),
        ("Reboot", "b", "false"),
    ]
    assert commands[0][:5] == ("timeout", "5", "busctl", "call", "--system")


def answering(*answers: Answer | None) -> LogindPower:
    """Give a switch whose logind answers so, tick by tick."""
    left = iter(answers)
    spec = BoxSpec(power=PartSpec("logind"))
    wiring = Wiring("power", spec, lambda _: None, lambda: 0.0, Shared())
    return LogindPower(wiring, lambda command: lambda: next(left))


def test_logind_refusing_is_a_fault_in_one_line() -> None:
    power = answering((False, "Access denied\nmore"))
    with pytest.raises(PartError, match=r"^logind CanPowerOff: Access denied$"):
        power.tick(0.0)


@pytest.mark.parametrize("answer", ['s "no"', 's "challenge"', 's "na"'])
def test_a_power_switch_that_would_be_refused_is_missing(answer: str) -> None:
    power = answering((True, answer))
    with pytest.raises(PartError, match="polkit rule"):
        power.tick(0.0)


def test_the_box_does_not_wait_for_logind() -> None:
    power = answering(None, None, (True, 's "yes"'))
    for _ in range(2):
        power.tick(0.0)
        assert power.waits
    power.tick(0.1)
    assert not power.waits


def test_a_logind_that_refuses_does_not_seem_to_come_and_go(wiring: Make) -> None:
    answers: list[Answer | None] = [None, (False, "denied"), None, None, (False, "denied"), None, (True, 's "yes"')]
    left = iter(answers)
    guard = Guard("power", "logind", lambda: LogindPower(wiring("power"), lambda command: lambda: next(left)))
    seen = []
    for step in range(400):
        guard.tick(step * 0.05)
        if not seen or seen[-1] != guard.status:
            seen.append(guard.status)
        if guard.status == "ok" and len(seen) > 2:
            break
    assert seen == ["ok", "failed", "ok"]


def test_a_command_tells_what_is_wrong() -> None:
    def answer(*command: str) -> Answer:
        poll = start(command)
        while (said := poll()) is None:
            pass
        return said

    assert answer("echo", "yes") == (True, "yes")
    assert answer("no_such_command") == (False, "no_such_command is not installed")
    assert answer("sh", "-c", "echo broken >&2; exit 3") == (False, "broken")
    assert answer("false") == (False, "false failed with 1")


@pytest.fixture
def cues(tmp_path: Path) -> Path:
    with wave.open(str(tmp_path / "tick.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22050)
        file.writeframes(bytes(2205))
    return tmp_path


def test_the_mixer_plays_a_cues_file(cues: Path, wiring: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    speaker = MixerSpeaker(wiring("speaker", BoxSpec(sounds=cues)), "auto")
    speaker.play("tick", 0.5)
    assert pygame.mixer.get_busy()
    speaker.close()
    assert pygame.mixer.get_init() is None


def test_the_mixer_opens_after_the_first_frame(wiring: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    speaker = MixerSpeaker(wiring("speaker"), "auto")
    speaker.tick(0.0)
    assert pygame.mixer.get_init() is None
    speaker.tick(0.1)
    assert pygame.mixer.get_init() is not None
    speaker.close()


PI_4 = """ 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
"""
USB = """ 2 [Device         ]: USB-Audio - USB Audio Device
                      C-Media USB Audio Device at usb-0000:01:00.0-1.3, full speed
"""
I2S = """ 3 [MAX98357A      ]: MAX98357A - MAX98357A
                      MAX98357A
"""


CAMERA = """ 4 [C270           ]: USB-Audio - C270 HD WEBCAM
                      C270 HD WEBCAM at usb-0000:01:00.0-1.1, high speed
"""


@pytest.mark.parametrize(
    ("cards", "wanted", "card"),
    [
        (PI_4, "auto", ""),
        (PI_4 + USB, "auto", "Device"),
        (PI_4 + I2S, "auto", "MAX98357A"),
        (PI_4 + I2S + USB, "auto", "Device"),
        (PI_4 + USB, "vc4hdmi0", "vc4hdmi0"),
        (CAMERA + PI_4 + I2S + USB, "auto", "Device"),
        (CAMERA + PI_4 + I2S, "auto", "MAX98357A"),
        (CAMERA + PI_4, "auto", ""),
        ("--- no soundcards ---\n", "auto", ""),
    ],
)
def test_the_card_somebody_plugged_in_is_chosen_by_its_name(cards: str, wanted: str, card: str, tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"pcmC{number}D0p").touch()
    (tmp_path / "pcmC4D0c").touch()
    assert mixer.chosen_card(cards, wanted, tmp_path) == card


def test_a_card_whose_long_name_the_kernel_cut_within_a_letter_plays(
    tmp_path: Path, cues: Path, wiring: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No sound came from any card, and all that was said of it was UnicodeDecodeError."""
    (tmp_path / "pcmC2D0p").touch()
    (tmp_path / "cards").write_bytes((PI_4 + USB).encode() + b"                      C-Media \xe9\x9f\n")
    monkeypatch.setattr(mixer, "CARDS", tmp_path / "cards")
    monkeypatch.setattr(mixer, "DEVICES", tmp_path)
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("AUDIODEV", "none")
    pygame.mixer.quit()
    speaker = MixerSpeaker(wiring("speaker", BoxSpec(sounds=cues)), "auto")
    speaker.play("tick", 0.5)
    assert os.environ["AUDIODEV"] == "plughw:CARD=Device,DEV=0"
    speaker.close()


def test_a_card_that_is_not_there_is_named() -> None:
    with pytest.raises(PartError, match="no sound card Amp; there are Headphones, vc4hdmi0"):
        mixer.chosen_card(PI_4, "Amp")


def test_no_sound_device_is_a_fault(wiring: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    pygame.mixer.quit()
    with pytest.raises(PartError, match="no sound device"):
        MixerSpeaker(wiring("speaker"), "auto").play("tick", 0.5)


def test_where_there_is_plainly_no_sound_alsa_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "pcmC0D0c").touch()
    assert mixer.nowhere(tmp_path), "a microphone alone plays nothing"
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    (tmp_path / "pipewire-0").touch()
    assert not mixer.nowhere(tmp_path)
    (tmp_path / "pipewire-0").unlink()
    (tmp_path / "pcmC0D0p").touch()
    assert not mixer.nowhere(tmp_path)


def test_a_speaker_without_a_device_does_not_seem_to_come_and_go(wiring: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    pygame.mixer.quit()
    box = offscreen_box((320, 180), lambda _: None, lambda: 0.0, only(sound=PartSpec("mixer")))
    seen = []
    for step in range(1000):
        box.tick(step * 0.05)
        if not seen or seen[-1] != box.faults():
            seen.append(box.faults())
    assert [[fault.part for fault in faults] for faults in seen] == [[], ["speaker"]]
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    box.tick(60.0)
    assert box.works("speaker") and box.faults() == ()
    box.close()


UNHEARD = """
import sys
from hardware.drivers.mixer import MixerSpeaker
from hardware.errors import PartError
from hardware.spec import BoxSpec, Shared, Wiring

def kilobytes(tries):
    for _ in range(tries):
        try:
            MixerSpeaker(Wiring("speaker", BoxSpec(), print, float, Shared()), "").play("tick", 1.0)
        except PartError:
            continue
        sys.exit("a card called nonsense")
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4

print(-kilobytes(10) + kilobytes(50))
"""


@pytest.mark.skipif(find_library("asound") is None, reason="no ALSA here")
def test_a_sound_card_that_does_not_open_leaves_nothing_in_memory() -> None:
    """A screen without sound at the only socket: 100 kB at each try, 120 MB an hour, until the box was ended."""
    env = {**os.environ, "SDL_AUDIODRIVER": "alsa", "AUDIODEV": "nonsense"}
    told = subprocess.run([sys.executable, "-c", UNHEARD], env=env, capture_output=True, text=True, check=True)
    assert int(told.stdout.split()[-1]) < 1000


def test_once_its_usb_card_is_pulled_sound_goes_to_what_is_left(
    cues: Path, wiring: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """SDL was told of the card that is gone, and the box stayed silent until its next start."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("AUDIODEV", "of the machine")
    monkeypatch.setattr(mixer, "CARDS", tmp_path / "cards")
    monkeypatch.setattr(mixer, "DEVICES", tmp_path)
    (tmp_path / "pcmC1D0p").touch()
    hdmi, usb = " 0 [vc4hdmi0       ]: vc4-hdmi - x\n", " 1 [Device         ]: USB-Audio - x\n"
    speaker = MixerSpeaker(wiring("speaker", BoxSpec(sounds=cues)), "auto")
    told = []
    for cards in (hdmi, hdmi + usb, hdmi):
        (tmp_path / "cards").write_text(cards)
        pygame.mixer.quit()
        speaker.tick(0.0)
        speaker.tick(0.0)
        told.append(os.environ.get("AUDIODEV"))
    assert told == ["of the machine", "plughw:CARD=Device,DEV=0", None]
    speaker.close()


def test_a_sound_card_that_is_pulled_is_told_and_plays_again_once_it_is_back(
    cues: Path, wiring: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL says so by an event alone: its mixer stays open, takes every cue and is silent for ever."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    speaker = wiring("speaker", BoxSpec(sounds=cues))
    events = WindowEvents(wiring("screen"))
    guard = Guard("speaker", "mixer", lambda: MixerSpeaker(speaker, "auto"))

    def gone(which: int, capture: int) -> None:
        events.take(pygame.event.Event(pygame.AUDIODEVICEREMOVED, which=which, iscapture=capture), (320, 180), 1.0)

    guard.tick(0.0)
    guard.tick(1.0)
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    gone(0, 0)
    gone(3, 1)
    guard.tick(1.1)
    assert guard.works, "a card nobody plays on, and a microphone"
    gone(2, 0)
    guard.tick(1.2)
    assert (guard.status, "no sound device" in guard.why) == ("failed", True)
    guard.tick(1.3)
    guard.tick(1.3 + RETRY_SECONDS)
    assert not guard.works
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    guard.tick(1.3 + 2 * RETRY_SECONDS)
    guard.ask(lambda speaker: speaker.play("tick", 0.5), None)
    assert guard.works and pygame.mixer.get_busy()
    gone(2, 0)
    guard.ask(lambda speaker: speaker.play("tick", 0.5), None)
    assert guard.works and pygame.mixer.get_busy(), "where another card takes over, it plays on that"
    guard.close()


CONFIG = "key_panels:\n  a: {driver: ws281x_spi, bus: 1}\n  b: {driver: ws281x_spi, bus: 1, first: 25}\n"


@pytest.mark.parametrize(
    "text",
    ["x: 2026-13-45", f"x: {'9' * 5000}", "x: !!float z", "[" * 3000, "x: !!bool y", 'x: !!int ""'],
    ids=["day", "number", "tag", "depth", "truth", "nothing"],
)
def test_blanking_darkens_the_usual_wiring_whatever_a_config_holds(text: str, tmp_path: Path) -> None:
    """A key stayed lit after a crash."""
    (tmp_path / "config.yaml").write_text(text)
    assert blank.panels_of(tmp_path / "config.yaml") == blank.DARK_ANYWAY


def test_blanking_darkens_the_panels_the_config_names(tmp_path: Path, spi: SpiLibrary) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG)
    assert blank.main([str(tmp_path / "config.yaml")]) == 0
    assert spi.files[0].place == (1, 0)
    assert decode(spi.transfers[-1], len(LATCH)) in ([0] * 75, [0] * 150)
    assert any(len(decode(transfer, len(LATCH))) == 150 for transfer in spi.transfers)


@pytest.mark.parametrize("text", ["key_panels: [", "key_panels: {a: 3}", "- 1", "\xff"])
def test_blanking_with_a_broken_config_darkens_the_usual_wiring(tmp_path: Path, spi: SpiLibrary, text: str) -> None:
    (tmp_path / "config.yaml").write_bytes(text.encode("latin-1"))
    assert blank.main([str(tmp_path / "config.yaml")]) == 0
    assert spi.files[0].place == (0, 0)
    assert any(len(decode(transfer, len(LATCH))) == 150 for transfer in spi.transfers)


@pytest.mark.parametrize("spoilt", ["{driver: {}}", "{driver: ws28}", "3", "[1]", "{driver: luma}"])
def test_blanking_goes_on_where_one_panel_is_spoilt(tmp_path: Path, spi: SpiLibrary, spoilt: str) -> None:
    text = f"key_panels: {{a: {spoilt}, b: {{driver: ws281x_spi, bus: 1, first: 25}}}}"
    (tmp_path / "config.yaml").write_text(text)
    blank.main([str(tmp_path / "config.yaml")])
    assert spi.files[-1].place == (1, 0)


def test_blanking_starts_without_pygame() -> None:
    code = "import sys, hardware.blank; print('pygame' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().splitlines()[-1] == "False", "it takes seconds on a small machine"


def test_blanking_without_real_panels_touches_nothing(tmp_path: Path, spi: SpiLibrary) -> None:
    (tmp_path / "config.yaml").write_text("key_panels: {a: {driver: simulated}, b: {driver: none}}\n")
    assert blank.main([str(tmp_path / "config.yaml")]) == 0
    assert spi.files == []


def test_blanking_says_nothing_when_all_is_dark(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("key_panels: {a: {driver: none}}\n")
    shown = {name: value for name, value in os.environ.items() if name != "PYGAME_HIDE_SUPPORT_PROMPT"}
    command = [sys.executable, "-m", "hardware.blank", tmp_path / "config.yaml"]
    done = subprocess.run(command, env=shown, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_blanking_names_a_panel_that_does_not_answer(
    tmp_path: Path, spi: SpiLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "config.yaml").write_text("key_panels: {a: {driver: ws281x_spi}}\n")
    spi.broken = True
    assert blank.main([str(tmp_path / "config.yaml")]) == 1
    assert "panel:a (ws281x_spi): /dev/spidev0.0" in capsys.readouterr().err
