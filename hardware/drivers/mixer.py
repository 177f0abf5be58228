"""Sound by pygame's mixer."""

import os
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

import pygame
import pygame.mixer  # pygame is read without it

from hardware.errors import PartError
from hardware.spec import Wiring

ENDINGS = (".ogg", ".wav")
RATE_HZ = 44_100
BUFFER_SAMPLES = 512
DEVICES = Path("/dev/snd")
CARDS = Path("/proc/asound/cards")
CARD = r"^ *(\d+) \[(\S+) *\]: (\S+)"
CHOSEN = "plughw:CARD="
BUILT_IN = ("hdmi", "headphones", "bcm2835")


def nowhere(devices: Path = DEVICES) -> bool:
    """Tell whether there is plainly no sound device, so that ALSA need not complain in many lines at each try."""
    if sys.platform != "linux" or os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER"):
        return False
    session = Path(os.environ.get("XDG_RUNTIME_DIR") or "/nowhere")
    servers = (session / "pulse/native", session / "pipewire-0")
    return not any(devices.glob("pcm*p")) and not any(server.exists() for server in servers)


def chosen_card(cards: str, wanted: str, devices: Path = DEVICES) -> str:
    """Choose a card from the text of /proc/asound/cards by its name, since numbers change from boot to boot.

    "auto" prefers USB, then I2S (neither HDMI nor the analogue socket), and takes none that only listens, as a camera
    does; an empty answer leaves ALSA's default.

    Raises:
        PartError: the card that is wanted is not there.
    """
    found = re.findall(CARD, cards, re.MULTILINE)
    if wanted != "auto":
        if wanted not in [name for _, name, _ in found]:
            raise PartError(f"no sound card {wanted}; there are {', '.join(name for _, name, _ in found) or 'none'}")
        return wanted
    play = [(name, driver) for number, name, driver in found if (devices / f"pcmC{number}D0p").exists()]
    usb = [name for name, driver in play if driver == "USB-Audio"]
    own = [name for name, driver in play if not any(word in f"{name} {driver}".lower() for word in BUILT_IN)]
    return next(iter(usb + own), "")


@cache
def stay_loaded(library: str = "libasound.so.2") -> None:
    """Have ALSA stay: SDL unloads it after a try that failed, and what it read, some 100 kB, is in memory for ever."""
    import ctypes  # it takes a while, and most boxes have sound

    with suppress(OSError):
        ctypes.CDLL(library)


class MixerSpeaker:
    """Plays each cue's file (`CUE.ogg` or `CUE.wav`); a cue without a file is silent.

    The mixer opens at the second tick, not at the start: it takes a while, and the first frame should not wait for it.
    When it is tried again after a failure, it opens at once, so that it counts as working only when it does.
    """

    def __init__(self, wiring: Wiring, card: str) -> None:
        self._card = card
        self._folder: Path | None = wiring.spec.sounds
        self._sounds: dict[str, pygame.mixer.Sound | None] = {}
        self._ticked = self._gone = False
        again = "mixer" in wiring.shared.buses
        wiring.shared.buses["mixer"] = self
        if again:
            self._open()

    def take(self, event: pygame.event.Event) -> None:
        """Take it that a sound device is gone; of one that was open SDL gives the number."""
        self._gone = self._gone or bool(event.which and not event.iscapture)

    def tick(self, now: float) -> None:
        """Open the mixer, once the box runs, and anew where its device is gone.

        Raises:
            PartError: there is no sound device.
        """
        if self._ticked:
            self._open()
        self._ticked = True

    def play(self, cue: str, volume: float) -> None:
        """Start a cue by name at a volume of 0-1.

        Raises:
            PartError: there is no sound device, or the file is broken.
        """
        self._open()
        try:
            if cue not in self._sounds:
                self._sounds[cue] = self._load(cue)
            sound = self._sounds[cue]
            if sound is not None:
                sound.set_volume(min(1.0, max(0.0, volume)))
                sound.play()
        except pygame.error as error:
            raise PartError(f"sound {cue}: {error}") from error

    def close(self) -> None:
        """Fall silent."""
        self._sounds.clear()
        pygame.mixer.quit()

    def _load(self, cue: str) -> pygame.mixer.Sound | None:
        if self._folder is None:
            return None
        files = (self._folder / f"{cue}{ending}" for ending in ENDINGS)
        found = next((file for file in files if file.is_file()), None)
        return None if found is None else pygame.mixer.Sound(str(found))

    def _open(self) -> None:
        if self._gone:  # the mixer itself stays open and plays to nobody
            self._gone = False
            self.close()
        if pygame.mixer.get_init() is not None:
            return
        self._sounds.clear()
        if nowhere():
            raise PartError(f"no sound device: nothing to play on in {DEVICES}")
        self._choose()
        try:
            pygame.mixer.init(RATE_HZ, -16, 2, BUFFER_SAMPLES)
        except pygame.error as error:
            stay_loaded()
            raise PartError(f"no sound device: {error}") from error

    def _choose(self) -> None:
        """Tell SDL the card: ALSA's default is the first, which may be an HDMI or a socket nobody uses."""
        if not self._card:
            return
        try:
            cards = CARDS.read_text(encoding="utf-8", errors="replace")  # the kernel cuts long names anywhere
        except OSError:
            return  # no ALSA here; a sound server chooses
        card = chosen_card(cards, self._card, DEVICES)
        if card:
            os.environ["AUDIODEV"] = f"{CHOSEN}{card},DEV=0"
        elif os.environ.get("AUDIODEV", "").startswith(CHOSEN):
            del os.environ["AUDIODEV"]  # the card chosen before is gone
