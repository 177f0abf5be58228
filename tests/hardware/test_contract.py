"""One suite over every driver of a part: what any key panel, button, lamp, speaker, backlight or power switch does."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame
import pytest

from hardware import pi
from hardware.drivers import screen as screens
from hardware.drivers.backlight import SysfsBacklight
from hardware.drivers.buzzer import BuzzerSpeaker
from hardware.drivers.clocked_spi import ClockedSpi
from hardware.drivers.gamepad import GamepadButton
from hardware.drivers.gpio import GpioButton, GpioLamp
from hardware.drivers.key import KeyButton
from hardware.drivers.logind import LogindPower
from hardware.drivers.luma_panel import LumaPanel
from hardware.drivers.mixer import MixerSpeaker
from hardware.drivers.screen import KioskScreen
from hardware.drivers.ws281x_pwm import Ws281xPwm
from hardware.drivers.ws281x_spi import LATCH, Ws281xSpi
from hardware.errors import PartError
from hardware.ledpanel import RESEND_SECONDS
from hardware.ports import DARK, ButtonEdge, Cell, Input
from hardware.registry import TABLE
from hardware.simulated import parts as simulated
from hardware.simulated.offscreen import OffscreenScreen
from hardware.simulated.window import open_window
from hardware.spec import BoxSpec
from tests.hardware.fakes import clocked_chain, decode

KEY = (Cell("agent"), Cell("assassin", pulse=True), *[Cell("bystander")] * 22, DARK)
ALL_DARK = (DARK,) * 25


@dataclass
class Rig:
    """A part under test: itself, how many frames it sent, which cells are lit, and how to break it."""

    part: Any
    sent: Callable[[], int]
    lit: Callable[[], list[bool]]
    cut: Callable[[], object]


def defaults(driver: str) -> dict[str, Any]:
    return dict(TABLE["key_panels"][driver].defaults())


def panel_simulated(get: Callable[[str], Any]) -> Rig:
    panel = simulated.open_panel(get("wiring")("panel:a"))
    return Rig(panel, lambda: panel.frames, lambda: [any(rgb) for rgb in panel.rgb], panel.fail)


def panel_ws281x_spi(get: Callable[[str], Any]) -> Rig:
    library = get("spi")
    panel = Ws281xSpi(get("wiring")("panel:a"), **defaults("ws281x_spi") | {"layout": "rows"})

    def lit() -> list[bool]:
        values = decode(library.transfers[-1], len(LATCH))
        return [any(values[led : led + 3]) for led in range(0, 75, 3)]

    return Rig(panel, lambda: len(library.transfers), lit, lambda: setattr(library, "broken", True))


def panel_clocked_spi(get: Callable[[str], Any]) -> Rig:
    library = get("spi")
    panel = ClockedSpi(get("wiring")("panel:a"), **defaults("clocked_spi") | {"layout": "rows"})

    def lit() -> list[bool]:
        return [any(rgb) for rgb in clocked_chain(library.transfers[-1], 25)]

    return Rig(panel, lambda: len(library.transfers), lit, lambda: setattr(library, "broken", True))


def panel_ws281x_pwm(get: Callable[[str], Any]) -> Rig:
    library = get("pwm")
    panel = Ws281xPwm(get("wiring")("panel:a"), **defaults("ws281x_pwm") | {"layout": "rows"})
    (strip,) = library.strips
    return Rig(
        panel,
        lambda: len(strip.shown),
        lambda: [any(rgb) for rgb in strip.shown[-1]],
        lambda: setattr(library, "broken", True),
    )


def panel_luma(get: Callable[[str], Any]) -> Rig:
    device, monkeypatch = get("display"), get("monkeypatch")
    sent: list[object] = []
    show = device.display
    monkeypatch.setattr(device, "display", lambda image: (sent.append(image), show(image)))
    panel = LumaPanel(get("wiring")("panel:a"), **defaults("luma") | {"device": "st7735"})

    def settled(act: Callable[..., None]) -> Callable[..., None]:
        """Wait for the display's own thread, and let a failure there be raised."""

        def acted(*arguments: Any) -> None:
            act(*arguments)
            panel.sender.settle()
            panel.sender.check()

        return acted

    settled(lambda: None)()
    monkeypatch.setattr(panel, "show", settled(panel.show))
    monkeypatch.setattr(panel, "tick", settled(panel.tick))

    def lit() -> list[bool]:
        left, pitch = (device.width - device.height) / 2, device.height / 5
        centres = [(round(left + pitch * (x + 0.5)), round(pitch * (y + 0.5))) for y in range(5) for x in range(5)]
        return [any(device.image.getpixel(centre)) for centre in centres]

    def cut() -> None:
        def broken(image: object) -> None:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(device, "display", broken)

    return Rig(panel, lambda: len(sent), lit, cut)


PANELS = {
    "simulated": panel_simulated,
    "ws281x_spi": panel_ws281x_spi,
    "clocked_spi": panel_clocked_spi,
    "ws281x_pwm": panel_ws281x_pwm,
    "luma": panel_luma,
}


@pytest.fixture(params=sorted(PANELS))
def panel(request: pytest.FixtureRequest) -> Rig:
    return PANELS[request.param](request.getfixturevalue)


def test_every_driver_stands_in_the_suite() -> None:
    assert set(PANELS) == set(TABLE["key_panels"]) - {"none"}
    assert set(BUTTONS) == set(TABLE["buttons"]) - {"none"}
    assert set(SPEAKERS) == set(TABLE["sound"]) - {"none"}
    assert set(BACKLIGHTS) == set(TABLE["backlight"]) - {"none"}
    assert set(POWERS) == set(TABLE["power"]) - {"none"}
    assert {driver.split()[0] for driver in SCREENS} == set(TABLE["screen"]) | {"offscreen"}
    assert set(TABLE) == {"screen", "key_panels", "buttons", "sound", "backlight", "power"}


def test_a_panel_starts_dark(panel: Rig) -> None:
    assert panel.sent() == 1
    assert not any(panel.lit())


def test_a_panel_shows_every_cell_at_its_place(panel: Rig) -> None:
    for place in (0, 4, 7, 20, 24):
        panel.part.show(tuple(Cell("agent") if index == place else DARK for index in range(25)))
        assert [index for index, lit in enumerate(panel.lit()) if lit] == [place]


def test_a_panel_shows_every_identity(panel: Rig) -> None:
    for identity in ("agent", "red", "blue", "bystander", "assassin"):
        panel.part.show((DARK,) * 12 + (Cell(identity),) + (DARK,) * 12)
        lit = [index for index, lit in enumerate(panel.lit()) if lit]
        assert lit == [12] or (identity == "blue" and lit == [])  # a display's square is hollow


def test_a_panel_sends_only_what_changed(panel: Rig) -> None:
    steady = (Cell("agent"), *ALL_DARK[1:])
    panel.part.show(steady)
    sent = panel.sent()
    panel.part.show(steady)
    for step in range(20):
        panel.part.tick(step * 0.05)
    assert panel.sent() == sent


def test_a_panel_breathes_while_something_pulses(panel: Rig) -> None:
    panel.part.show(KEY)
    sent = panel.sent()
    for step in range(48):
        panel.part.tick(step * 0.05)
    assert panel.sent() > sent + 5


def test_a_frame_that_may_have_been_garbled_is_sent_again(panel: Rig) -> None:
    """What was lost on the wire shows for some seconds only."""
    panel.part.show((Cell("agent"), *ALL_DARK[1:]))
    panel.part.tick(1.0)
    sent = panel.sent()
    panel.part.tick(1.0 + RESEND_SECONDS)
    panel.part.tick(1.1 + RESEND_SECONDS)
    assert panel.sent() == sent + 1


def test_a_panel_goes_dark_when_closed_and_may_be_closed_twice(panel: Rig) -> None:
    panel.part.show(KEY)
    panel.part.close()
    assert not any(panel.lit())
    panel.part.close()


def test_a_panel_refuses_anything_but_25_cells(panel: Rig) -> None:
    with pytest.raises(PartError, match="25"):
        panel.part.show(KEY[:20])


def test_a_panel_that_is_cut_off_says_so(panel: Rig) -> None:
    panel.cut()
    with pytest.raises(PartError):
        panel.part.show(KEY)


BUTTONS: dict[str, Callable[[Callable[[str], Any]], tuple[Any, Callable[[bool], object]]]] = {}


def _button_simulated(get: Callable[[str], Any]) -> tuple[Any, Callable[[bool], object]]:
    button = simulated.open_button(get("wiring")("button:b"), "")
    return button, lambda down: button.set(down, 0.0)


def _button_gpio(get: Callable[[str], Any]) -> tuple[Any, Callable[[bool], object]]:
    pin = get("pins").pin(22)
    button = GpioButton(get("wiring")("button:b"), 22, "up")
    return button, lambda down: pin.drive_low() if down else pin.drive_high()


def _button_key(get: Callable[[str], Any]) -> tuple[Any, Callable[[bool], object]]:
    wiring = get("wiring")("button:b")
    return KeyButton(wiring, "x"), lambda down: wiring.shared.keyboard.feed("x", down, 0.0)


def _button_gamepad(get: Callable[[str], Any]) -> tuple[Any, Callable[[bool], object]]:
    wiring = get("wiring")("button:b")
    button = GamepadButton(wiring, 3)
    controllers = wiring.shared.buses["controllers"]

    def move(down: bool) -> None:
        kind = pygame.JOYBUTTONDOWN if down else pygame.JOYBUTTONUP
        controllers.take(pygame.event.Event(kind, button=3, instance_id=0), 0.0)

    return button, move


BUTTONS |= {"simulated": _button_simulated, "gpio": _button_gpio, "key": _button_key, "gamepad": _button_gamepad}


@pytest.mark.parametrize("driver", sorted(BUTTONS))
def test_a_button_tells_each_edge_once_and_its_level(
    request: pytest.FixtureRequest, inputs: list[Input], driver: str
) -> None:
    button, move = BUTTONS[driver](request.getfixturevalue)
    assert not button.pressed()
    move(True)
    move(True)
    assert button.pressed()
    move(False)
    assert not button.pressed()
    pressed, released = inputs
    assert pressed == ButtonEdge("b", True, 0.0)
    assert isinstance(released, ButtonEdge)
    assert (released.seat, released.down) == ("b", False)
    button.close()
    button.close()
    move(True)
    assert len(inputs) == 2


@pytest.mark.parametrize("driver", ["simulated", "led", "pwm", "inverted"])
def test_a_lamp_is_dark_until_lit_and_dark_when_closed(request: pytest.FixtureRequest, driver: str) -> None:
    if driver == "simulated":
        lamp: Any = simulated.open_lamp(request.getfixturevalue("wiring")("lamp:a"))
        shines = lambda: lamp.lit  # noqa: E731
    else:
        pin = request.getfixturevalue("pins").pin(27)
        lamp = GpioLamp(27, driver == "inverted", driver == "pwm")
        shines = lambda: bool(pin.state) != (driver == "inverted")  # noqa: E731
    assert not shines()
    lamp.set(True)
    assert shines()
    lamp.set(False)
    assert not shines()
    lamp.set(True)
    lamp.close()
    lamp.close()
    assert driver == "inverted" or not shines()


SPEAKERS: dict[str, Callable[[Callable[[str], Any]], Any]] = {
    "simulated": lambda get: simulated.open_speaker(get("wiring")("speaker")),
    "mixer": lambda get: MixerSpeaker(get("wiring")("speaker"), "auto"),
    "buzzer": lambda get: (get("pins"), BuzzerSpeaker(get("wiring")("speaker"), 12))[1],
}


@pytest.mark.parametrize("driver", sorted(SPEAKERS))
def test_a_speaker_takes_any_cue_at_any_volume(request: pytest.FixtureRequest, driver: str) -> None:
    speaker = SPEAKERS[driver](request.getfixturevalue)
    for cue in ("reveal_agent", "reveal_agent", "no_such_cue"):
        for volume in (0.0, 0.5, 1.0):
            speaker.play(cue, volume)
    for step in range(100):
        if hasattr(speaker, "tick"):
            speaker.tick(step * 0.1)
    speaker.close()
    speaker.close()


BACKLIGHTS: dict[str, Callable[[Callable[[str], Any]], tuple[Any, Callable[[], float]]]] = {}


def _light_simulated(get: Callable[[str], Any]) -> tuple[Any, Callable[[], float]]:
    light = simulated.open_backlight(get("wiring")("backlight"))
    return light, lambda: light.level


def _light_auto(get: Callable[[str], Any]) -> tuple[Any, Callable[[], float]]:
    file: Path = get("light")
    return SysfsBacklight(get("wiring")("backlight")), lambda: int(file.read_text()) / 31


BACKLIGHTS |= {"simulated": _light_simulated, "auto": _light_auto}


@pytest.mark.parametrize("driver", sorted(BACKLIGHTS))
def test_a_backlight_takes_levels_from_blank_to_full(request: pytest.FixtureRequest, driver: str) -> None:
    light, level = BACKLIGHTS[driver](request.getfixturevalue)
    for wanted in (0.0, 0.4, 1.0):
        light.set(wanted)
        assert level() == pytest.approx(wanted, abs=0.02)
    light.set(7.0)
    assert level() == 1.0
    light.set(0.001)
    assert level() > 0
    light.close()
    light.close()


POWERS: dict[str, Callable[[Callable[[str], Any]], Any]] = {
    "simulated": lambda get: simulated.open_power(get("wiring")("power")),
    "logind": lambda get: LogindPower(get("wiring")("power"), lambda command: lambda: (True, 's "yes"')),
}


@pytest.mark.parametrize("driver", sorted(POWERS))
def test_a_power_switch_says_what_it_does(request: pytest.FixtureRequest, driver: str) -> None:
    power = POWERS[driver](request.getfixturevalue)
    assert "off" in power.off()
    assert "again" in power.reboot()
    power.close()
    power.close()


TURNS = (0, 90, 180, 270)
SCREENS: dict[str, Callable[[Any], Any]] = {
    "offscreen": OffscreenScreen,
    "simulated": open_window,
    **{f"auto {turn}": lambda wiring, turn=turn: screens.open_auto(wiring, turn, "card0") for turn in TURNS},
    **{f"kmsdrm {turn}": lambda wiring, turn=turn: screens.open_kmsdrm(wiring, turn, "card0") for turn in TURNS},
    **{f"wayland {turn}": lambda wiring, turn=turn: screens.open_wayland(wiring, turn) for turn in TURNS},
    **{f"x11 {turn}": lambda wiring, turn=turn: screens.open_x11(wiring, turn) for turn in TURNS},
}


@pytest.mark.parametrize("driver", sorted(SCREENS))
def test_a_screen_has_a_picture_to_draw_on_and_can_be_closed(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    for name in ("SDL_VIDEODRIVER", "SDL_KMSDRM_DEVICE_INDEX", "SDL_RENDER_DRIVER"):
        monkeypatch.setenv(name, "dummy")
    # SDL's displays are not here; all else of these drivers is.
    monkeypatch.setattr(screens, "KioskScreen", lambda wiring, driver, rotate: KioskScreen(wiring, "dummy", rotate))
    wiring = request.getfixturevalue("wiring")("screen", BoxSpec()._replace(size=(320, 180)))
    screen = SCREENS[driver](wiring)
    assert isinstance(screen.surface, pygame.Surface)
    wide, high = screen.surface.get_size()
    assert wide > high
    screen.surface.fill((9, 9, 9))
    screen.present()
    screen.poll(0.0)
    screen.close()
    screen.close()


def test_a_raspberry_pi_is_told_from_other_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pi, "MODEL", tmp_path / "none")
    assert pi.model() == ""
    (tmp_path / "none").write_text("Raspberry Pi 3 Model B Plus Rev 1.3\0")
    assert pi.model() == "Raspberry Pi 3 Model B Plus Rev 1.3"
