"""The real touchscreen: SDL on the bare display (kmsdrm), in a Wayland kiosk, or on X11; nothing else.

SDL has more video drivers, and some of them "work" without a picture; they are refused.
"""

import os
from contextlib import suppress
from pathlib import Path

import pygame

from hardware.edid import size_mm
from hardware.errors import PartError
from hardware.evdev import input_devices, unreadable_input
from hardware.events import WindowEvents, quiet_touch_echoes
from hardware.ports import Cancelled, Pointer
from hardware.spec import Wiring

DRM = Path("/sys/class/drm")
INPUT_SECONDS = 10.0
"""How often it is looked whether touch can be read."""


def connected_card(root: Path = DRM) -> str:
    """Find the DRM card with a screen on it, a built-in panel before a cable; empty when there is none.

    The numbers of the cards change from boot to boot on a Raspberry Pi 5.
    """
    found = []
    for status in sorted(root.glob("card*-*/status")):
        card, _, connector = status.parent.name.partition("-")
        try:
            connected = status.read_text(encoding="ascii").strip() == "connected"
        except OSError:
            continue
        if connected and not connector.startswith("Writeback"):
            found.append((not connector.startswith("DSI"), card))
    return min(found, default=(True, ""))[1]


def measured_mm(root: Path = DRM) -> tuple[float, float] | None:
    """Read how large the screen in use says it is, longer side first; None where none, or more than one, tells."""
    found = set()
    for connector in sorted(root.glob("card*-*")):
        with suppress(OSError):
            if (connector / "status").read_text(encoding="ascii").strip() == "connected":
                found.add(size_mm((connector / "edid").read_bytes()))
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def upright(x: float, y: float, rotate: int) -> tuple[float, float]:
    """Turn a place on the panel (0-1) into one on the picture, which is turned by `rotate` degrees clockwise."""
    return {0: (x, y), 90: (y, 1 - x), 180: (1 - x, 1 - y), 270: (1 - y, x)}[rotate]


def turned(area: pygame.Rect, size: tuple[int, int], rotate: int) -> tuple[int, int]:
    """Return where the upper left of an area of a picture comes to lie when that is turned clockwise, in pixels."""
    wide, high = size
    return {
        90: (high - area.bottom, area.left),
        180: (wide - area.right, high - area.bottom),
        270: (area.top, wide - area.right),
    }[rotate]


class KioskScreen:
    """The whole of one display; the picture and the touches are turned by `rotate` degrees.

    The picture lies always on its long side: on a panel that would make it stand it is turned by 90 degrees more, for
    without a good config nobody says how that panel hangs.
    """

    def __init__(self, wiring: Wiring, driver: str, rotate: int) -> None:
        self._put = wiring.put
        self._clock = wiring.clock
        self._events = WindowEvents(wiring)
        self._window = _open_window(driver, wiring.spec.title)
        self._asked = rotate
        self._fit()
        self._input_is_ours = driver == "kmsdrm"
        self._devices = frozenset[str]()
        self._look_again = float("-inf")
        self.trouble = ""
        self.measured_mm = measured_mm() if self._input_is_ours else None

    def _fit(self) -> None:
        """Lay the picture into the window as it is now."""
        self._window = pygame.display.get_surface() or self._window  # only to who asks for it is its new size known
        wide, high = self._window.get_size()
        stands = (wide < high) == (self._asked in (0, 180))
        self._rotate = (self._asked + 90) % 360 if stands and wide != high else self._asked
        self.surface = self._window
        if self._rotate:
            size = (high, wide) if self._rotate in (90, 270) else (wide, high)
            self.surface = pygame.Surface(size).convert(self._window)

    def poll(self, now: float) -> None:
        """Drain the display's events onto the queue; look whether touch has come or gone."""
        for event in pygame.event.get():
            if event.type == pygame.WINDOWEXPOSED:
                pygame.display.flip()  # all of it, where something else lay over it
            elif event.type == pygame.WINDOWSIZECHANGED:  # also there and back, of which only the last is told
                self._fit()
                self._put(Cancelled(now))  # nothing is on it any more
            pointer = self._events.take(event, self._window.get_size(), now)
            if pointer is not None:
                x, y = upright(pointer.x, pointer.y, self._rotate)
                self._put(Pointer(pointer.finger, pointer.kind, x, y))
        if self._input_is_ours:
            self._see_input(now)

    def _see_input(self, now: float) -> None:
        """Look at once where a device is gone, else now and then."""
        before, self._devices = self._devices, input_devices()
        if before - self._devices:
            self._events.let_go(now)
            self._look_again = now
        if now >= self._look_again:
            self._look_again = now + INPUT_SECONDS
            self.trouble = unreadable_input()

    def present(self, changed: pygame.Rect | None = None) -> None:
        """Put the surface, or what changed of it, on the display: one update for the whole frame."""
        whole = self.surface.get_rect()
        area = whole if changed is None else changed.clip(whole)
        if self._rotate:
            part = pygame.transform.rotate(self.surface.subsurface(area), -self._rotate)
            area = self._window.blit(part, turned(area, whole.size, self._rotate))
        pygame.display.update(area)

    def close(self) -> None:
        """Let go of the display, and of what is down on it."""
        self._events.let_go(self._clock())
        pygame.display.quit()


def _open_window(driver: str, title: str) -> pygame.Surface:
    """Open SDL's window over the whole display.

    Raises:
        PartError: SDL has no such driver, it finds no display, or it took another one.
    """
    quiet_touch_echoes()
    os.environ["SDL_VIDEODRIVER"] = driver
    try:
        pygame.display.init()
        window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        taken = pygame.display.get_driver().lower()
        if taken != driver:
            raise PartError(f"SDL opened {taken} instead of {driver}")
        pygame.display.set_caption(title)
        pygame.key.start_text_input()
    except (pygame.error, PartError) as error:
        pygame.display.quit()
        raise PartError(f"{driver}: {error}") from error
    # A hidden cursor has broken touch on some panels, a transparent one not; where there are none, none is in the way.
    with suppress(pygame.error):
        pygame.mouse.set_cursor(pygame.cursors.Cursor((0, 0), pygame.Surface((8, 8), pygame.SRCALPHA)))
    return window


def open_kmsdrm(wiring: Wiring, rotate: int, card: str) -> KioskScreen:
    """Open the bare display of a DRM card ("card1"), by default the one a screen hangs on."""
    card = card or connected_card()
    if not card:
        raise PartError(f"kmsdrm: no screen is connected, says {DRM}")
    os.environ["SDL_KMSDRM_DEVICE_INDEX"] = card.removeprefix("card")
    # SDL would take desktop OpenGL by EGL, which without libGL draws nothing but black and says nothing.
    os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
    # Flips that do not wait for the screen are garbled by several kernels of the Raspberry Pi 5.
    os.environ.setdefault("SDL_RENDER_VSYNC", "1")
    return KioskScreen(wiring, "kmsdrm", rotate)


def open_wayland(wiring: Wiring, rotate: int) -> KioskScreen:
    """Open the display of a Wayland kiosk."""
    return KioskScreen(wiring, "wayland", rotate)


def open_x11(wiring: Wiring, rotate: int) -> KioskScreen:
    """Open an X display."""
    return KioskScreen(wiring, "x11", rotate)


def open_auto(wiring: Wiring, rotate: int, card: str) -> KioskScreen:
    """Open what there is: a Wayland or X session that runs, else the bare display."""
    if os.environ.get("WAYLAND_DISPLAY"):
        return open_wayland(wiring, rotate)
    if os.environ.get("DISPLAY"):
        return open_x11(wiring, rotate)
    return open_kmsdrm(wiring, rotate, card)
