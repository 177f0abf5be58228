"""The simulated box in a window of a PC: drawn around the touchscreen, played with mouse, fingers or keys."""

import os
from typing import TYPE_CHECKING

import pygame

from hardware.errors import PartError
from hardware.events import WindowEvents, quiet_touch_echoes
from hardware.pointer import clamp
from hardware.ports import SEATS, Pointer, Seat
from hardware.simulated.case import SimulatedBox
from hardware.simulated.geometry import fitted, natural
from hardware.simulated.parts import RecordingButton, RecordingSpeaker
from hardware.simulated.picture import put_fitting, sign
from hardware.spec import Wiring

if TYPE_CHECKING:
    from hardware.drivers.mixer import MixerSpeaker

_UNSEEN = ("offscreen", "dummy", "evdev")
"""Drivers of SDL that show nothing."""
MIN_SCALE = 0.02
"""Drawn smaller, parts of the box would have no pixel left; a window as small as that shows a part of it."""
FRAME_ROOM = (16, 96)
"""What a desktop's bars and the window's own frame take, in pixels."""


class WindowScreen:
    """The touchscreen inside a picture of the whole box; the box's other simulated parts are drawn with it."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._events = WindowEvents(wiring)
        self._taken: dict[int, Seat | None] = {}
        self._stale = True
        self._begun = False  # the box is drawn with its first picture, not once before it
        self._voice: MixerSpeaker | None = None
        self._silent = False
        self._box = SimulatedBox(wiring.spec, wiring.shared.recordings)
        self._window = self._open()
        self._offset = (0, 0)
        self.surface = pygame.Surface(wiring.spec.size, 0, self._window)
        self._fit()

    def poll(self, now: float) -> None:
        """Drain the window's events onto the queue, and draw what they changed."""
        events = pygame.event.get()
        for event in events:
            self._take(event, now)
        if events and self._begun:
            self._refresh(None)

    def tick(self, now: float) -> None:
        """Draw the parts that changed, and let the speaker be heard."""
        self._speak()
        if self._begun:
            self._refresh(None)

    def present(self, changed: pygame.Rect | None = None) -> None:
        """Put the touchscreen's whole picture, scaled as it is, into the box, and the box into the window."""
        if self._begun:
            self._refresh(self.surface)
        else:
            self._begin()

    def _begin(self) -> None:
        """Show the touchscreen alone; the box around it, which takes longer to draw, is there at the next tick."""
        self._begun = True
        area = self._box.places.screen.move(self._offset)
        put_fitting(self._window, self.surface, area)
        pygame.display.update()

    def close(self) -> None:
        """Close the window, and its sound."""
        if self._voice is not None:
            self._voice.close()
        self._events.let_go(self._wiring.clock())
        pygame.display.quit()

    def _speak(self) -> None:
        """Let the simulated speaker be heard on the PC, which opens its sound for the first cue.

        A PC without sound only shows what is played.
        """
        speaker = self._wiring.shared.recordings.get("speaker")
        if self._silent or not isinstance(speaker, RecordingSpeaker):
            return
        try:
            for cue, volume in speaker.unheard():
                self._mixer().play(cue, volume)
        except PartError:
            self._silent = True

    def _mixer(self) -> "MixerSpeaker":
        from hardware.drivers.mixer import MixerSpeaker  # nothing sounds before the first picture

        if self._voice is None:
            self._voice = MixerSpeaker(self._wiring, card="")
        return self._voice

    def _open(self) -> pygame.Surface:
        quiet_touch_echoes()
        try:
            pygame.display.init()
            _see_shown()
            pygame.display.set_icon(sign())  # pygame's own would be looked for among its files
            if self._wiring.spec.fullscreen:
                window = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            else:
                desktop = pygame.display.get_desktop_sizes()[0]
                room = (desktop[0] - FRAME_ROOM[0], desktop[1] - FRAME_ROOM[1])
                scale = fitted(self._wiring.spec.size, room)
                whole = natural(self._wiring.spec.size)
                wanted = (round(whole[0] * scale), round(whole[1] * scale))
                window = pygame.display.set_mode(wanted, pygame.RESIZABLE)
        except pygame.error as error:
            raise PartError(f"no window: {error}") from error
        pygame.display.set_caption(self._wiring.spec.title)
        pygame.key.start_text_input()
        return window

    def _fit(self) -> None:
        """Fit the box into the window as it is now."""
        self._window = pygame.display.get_surface() or self._window  # only to who asks for it is its new size known
        whole, size = natural(self._wiring.spec.size), self._window.get_size()
        self._box.rescale(max(MIN_SCALE, min(size[0] / whole[0], size[1] / whole[1])))
        drawn = self._box.places.size
        self._offset = ((size[0] - drawn[0]) // 2, (size[1] - drawn[1]) // 2)
        self._stale = True

    def _refresh(self, screen: pygame.Surface | None) -> None:
        area = pygame.Rect(self._offset, self._box.places.size).clip(self._window.get_rect())
        target = self._window.subsurface(area)
        if self._stale:
            self._window.fill((0, 0, 0))
            self._box.draw(target, self.surface)
            self._stale = False
            pygame.display.update()
            return
        drawn = self._box.refresh(target, screen, self.surface)
        if drawn:
            pygame.display.update([rect.move(self._offset) for rect in drawn])

    def _take(self, event: pygame.event.Event, now: float) -> None:
        if event.type == pygame.VIDEORESIZE:
            self._fit()
        elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self._stale = True
        else:
            pointer = self._events.take(event, self._window.get_size(), now)
            if pointer is not None:
                self._point(pointer, now)
            elif event.type == pygame.WINDOWFOCUSLOST:
                self._let_go(now)

    def _let_go(self, now: float) -> None:
        """Let go of the buttons a pointer holds: its release is not told."""
        while self._taken:
            if (seat := self._taken.popitem()[1]) is not None:
                self._button(seat, False, now)

    def _point(self, pointer: Pointer, now: float) -> None:
        """Give a pointer to what it went down on: the touchscreen, or a side's button."""
        size = self._window.get_size()
        x = round(pointer.x * (size[0] - 1)) - self._offset[0]
        y = round(pointer.y * (size[1] - 1)) - self._offset[1]
        if pointer.kind == "down":
            if self._box.places.screen.collidepoint(x, y):
                self._taken[pointer.finger] = None
            else:
                self._press(pointer.finger, x, y, now)
        if pointer.finger not in self._taken:
            return
        seat = self._taken[pointer.finger]
        if pointer.kind == "up":
            del self._taken[pointer.finger]
        if seat is None:
            screen = self._box.places.screen
            u, v = (x - screen.left) / (screen.width - 1), (y - screen.top) / (screen.height - 1)
            self._wiring.put(Pointer(pointer.finger, pointer.kind, clamp(u), clamp(v)))
        elif pointer.kind == "up":
            self._button(seat, False, now)

    def _press(self, finger: int, x: int, y: int, now: float) -> None:
        for seat in SEATS:
            rect = self._box.places.seats[seat].button
            if (x - rect.centerx) ** 2 + (y - rect.centery) ** 2 <= (rect.width / 2) ** 2:
                self._taken[finger] = seat
                self._button(seat, True, now)

    def _button(self, seat: Seat, down: bool, now: float) -> None:
        button = self._wiring.shared.recordings.get(f"button:{seat}")
        if isinstance(button, RecordingButton):
            button.set(down, now)


def _see_shown() -> None:
    """See that SDL did not fall back on a driver that shows nothing; one that was asked for is right.

    Raises:
        PartError: it did.
    """
    driver = pygame.display.get_driver().lower()
    if driver in _UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
        pygame.display.quit()
        raise PartError(f"no window: SDL found no display and took {driver}, which shows nothing")


def open_window(wiring: Wiring) -> WindowScreen:
    """Open the window."""
    return WindowScreen(wiring)
