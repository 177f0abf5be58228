"""Simulated parts that remember what they were told, and can be made to fail.

Opening one again gives the same part: what it remembers outlives a failure, as the real part would.
"""

from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import TypeVar, cast

from hardware.errors import PartError
from hardware.ledpanel import DARK_FRAME, PalettePanel, Shown
from hardware.palette import Frame
from hardware.ports import ButtonEdge
from hardware.spec import Wiring

R = TypeVar("R", bound="Recording")
LATEST = 100
"""So many cues a speaker keeps."""


class Recording:
    """A part that fails on demand."""

    def __init__(self) -> None:
        self._why: str | None = None

    def fail(self, why: str = "unplugged") -> None:
        """Stop answering, as if pulled out."""
        self._why = why

    def mend(self) -> None:
        """Answer again."""
        self._why = None

    def check(self) -> None:
        """Do nothing while the part works.

        Raises:
            PartError: it was made to fail.
        """
        if self._why is not None:
            raise PartError(self._why)

    def tick(self, now: float) -> None:
        """Notice a failure."""
        self.check()

    def close(self) -> None:
        """Leave the part quiet."""


class RecordingPanel(PalettePanel, Recording):
    """A key panel that keeps its last 25 colours."""

    def __init__(self, wiring: Wiring) -> None:
        Recording.__init__(self)
        PalettePanel.__init__(self, wiring)
        self.rgb: Frame = DARK_FRAME
        """What is shown, before the current cap."""
        self.sent: Frame = DARK_FRAME
        """What the LEDs get, after the current cap."""
        self.frames = 0
        """How many frames were sent."""

    def tick(self, now: float) -> None:
        """Let pulsing cells breathe, and notice a failure."""
        self.check()
        PalettePanel.tick(self, now)

    def close(self) -> None:
        """Go dark; a panel that failed keeps what it last showed, as LEDs do."""
        if self._why is None:
            PalettePanel.close(self)

    @property
    def brightness(self) -> float:
        """The brightness of the whole panel, 0-1."""
        return self._leds.brightness

    def open(self) -> None:
        """Start dark."""
        self._closed = False
        self._blank()

    def _write(self, shown: Shown) -> None:
        self.check()
        self.rgb, self.sent = shown.rgb, shown.sent
        self.frames += 1

    def _release(self) -> None:
        """Nothing to let go of."""


class RecordingButton(Recording):
    """A button that a test, a mouse or a key presses; bound to a key when it has one."""

    def __init__(self, wiring: Wiring, key: str) -> None:
        super().__init__()
        self._wiring = wiring
        self.key = key
        self.down = False
        self._listened = False

    def open(self) -> None:
        """Listen to the button and its key."""
        self._listened = True
        if self.key:
            self._wiring.shared.keyboard.bind(self.key, self.set)

    def close(self) -> None:
        """Stop listening."""
        self._listened = False
        if self.key:
            self._wiring.shared.keyboard.unbind(self.key)
        self.down = False

    def set(self, down: bool, at: float) -> None:
        """Move the button at a time; an edge reaches the queue, unless the part failed or is closed."""
        if down == self.down:
            return
        self.down = down
        if self._listened and self._why is None:
            self._wiring.put(ButtonEdge(self._wiring.seat, down, at))

    def pressed(self) -> bool:
        """Read the level now."""
        self.check()
        return self.down


class RecordingLamp(Recording):
    """A lamp that keeps whether it is lit."""

    def __init__(self) -> None:
        super().__init__()
        self.lit = self.breathing = False

    def set(self, lit: bool, breathing: bool = False) -> None:
        """Switch the lamp."""
        self.check()
        self.lit, self.breathing = lit, lit and breathing

    def close(self) -> None:
        """Go dark."""
        self.lit = False


class RecordingSpeaker(Recording):
    """A speaker that keeps its latest cues, and how loud each was."""

    def __init__(self) -> None:
        super().__init__()
        self.cues: deque[str] = deque(maxlen=LATEST)
        self.volumes: deque[float] = deque(maxlen=LATEST)
        self._unheard = 0

    def play(self, cue: str, volume: float) -> None:
        """Keep the cue."""
        self.check()
        self.cues.append(cue)
        self.volumes.append(volume)
        self._unheard = min(self._unheard + 1, LATEST)

    def unheard(self) -> list[tuple[str, float]]:
        """Give the cues and volumes since the last call, for whoever makes them heard."""
        heard, self._unheard = len(self.cues) - self._unheard, 0
        return list(islice(zip(self.cues, self.volumes, strict=True), heard, None))


class RecordingBacklight(Recording):
    """A backlight that keeps its level."""

    def __init__(self) -> None:
        super().__init__()
        self.level = 1.0

    def set(self, level: float) -> None:
        """Set the brightness, 0 (blank) to 1."""
        self.check()
        self.level = min(1.0, max(0.0, level))


class RecordingPower(Recording):
    """Says what it would do, and keeps it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def off(self) -> str:
        """Pretend to switch off."""
        return self._ask("off", "simulated: a real box would switch itself off now")

    def reboot(self) -> str:
        """Pretend to start again."""
        return self._ask("reboot", "simulated: a real box would start again now")

    def _ask(self, what: str, answer: str) -> str:
        self.check()
        self.asked.append(what)
        return answer


def _same(wiring: Wiring, make: Callable[[], R]) -> R:
    """Give the box's recording of this part, made at the first opening."""
    if wiring.part not in wiring.shared.recordings:
        wiring.shared.recordings[wiring.part] = make()
    recording = cast(R, wiring.shared.recordings[wiring.part])
    recording.check()
    return recording


def open_panel(wiring: Wiring) -> RecordingPanel:
    """Open a side's simulated key panel."""
    panel = _same(wiring, lambda: RecordingPanel(wiring))
    panel.open()
    return panel


def open_button(wiring: Wiring, key: str) -> RecordingButton:
    """Open a side's simulated button."""
    button = _same(wiring, lambda: RecordingButton(wiring, key or DEFAULT_KEYS[wiring.seat]))
    button.open()
    return button


def open_lamp(wiring: Wiring) -> RecordingLamp:
    """Open a side's simulated lamp."""
    return _same(wiring, RecordingLamp)


def open_speaker(wiring: Wiring) -> RecordingSpeaker:
    """Open the simulated speaker."""
    return _same(wiring, RecordingSpeaker)


def open_backlight(wiring: Wiring) -> RecordingBacklight:
    """Open the simulated backlight."""
    return _same(wiring, RecordingBacklight)


def open_power(wiring: Wiring) -> RecordingPower:
    """Open the simulated power switch."""
    return _same(wiring, RecordingPower)


DEFAULT_KEYS = {"a": "f1", "b": "f2"}
