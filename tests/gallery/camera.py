"""A pilot with a camera: pictures, contact sheets, and films of a frame every 50 ms."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pygame
from PIL import Image

from device.cards.library import PackLibrary
from device.config.settings import Settings
from device.files.assets import assets
from device.headless.pilot import Pilot, Setup
from device.rules.events import Dealt

EVERY_TICKS = 3
"""A frame every 50 ms."""
MAX_FRAMES = 400
"""So many frames are remembered: the last 20 s."""
PANELS = {"800x480": (154.0, 86.0), "1024x600": (154.0, 86.0), "1280x720": (155.0, 87.0), "1280x800": (217.0, 136.0)}
"""The size in mm of the panels that have so many pixels; any other is a large monitor."""
MONITOR = (530.0, 300.0)
COLUMNS, SMALL = 4, (400, 250)


@cache
def words(language: str) -> tuple[str, ...]:
    """Return 25 words of a language's first deck."""
    pack = next(pack for pack in PackLibrary(assets()).packs(language) if pack.standard and pack.kind == "words")
    return tuple(card.name for card in pack.cards[:: len(pack.cards) // 25][:25])


def size_of(text: str) -> tuple[int, int]:
    """Return the pixels of a size such as 800x480."""
    wide, high = text.split("x")
    return int(wide), int(high)


class Camera(Pilot):
    """A pilot that remembers what was seen, with the fingers on it; a game it is started with has real words."""

    def __init__(self, data: Path, size: str = "800x480", language: str = "en", seed: int = 3) -> None:
        self.frames: deque[pygame.Surface] = deque(maxlen=MAX_FRAMES)
        self.whole_box = False
        self._ticks = 0
        self._fingers: dict[int, tuple[int, int]] = {}
        settings = Settings(size_mm=PANELS.get(size, MONITOR))
        super().__init__(Setup(data, size_of(size), settings, language, seed))

    def start(self, dealt: Dealt, box: tuple[str, ...] = ()) -> None:
        """Go to the table with a game of real words."""
        real = words(self.kiosk.context.preferences.language)
        super().start(replace(dealt, cards=real[: len(dealt.cards)]), box)

    def tick(self) -> None:
        """Let a tick pass, and take every third one's picture."""
        super().tick()
        self._ticks += 1
        if self._ticks % EVERY_TICKS == 0:
            self.frames.append(self.seen())

    def seen(self) -> pygame.Surface:
        """Return what is seen now, with a light spot for each finger."""
        picture: pygame.Surface = self.box.picture() if self.whole_box else self.box.recordings["screen"].shown.copy()
        if not self.whole_box:
            reach = picture.get_height() // 24
            spot = pygame.Surface((2 * reach, 2 * reach), pygame.SRCALPHA, 32)
            pygame.draw.circle(spot, (255, 255, 255, 110), (reach, reach), reach)
            pygame.draw.circle(spot, (20, 20, 20, 160), (reach, reach), reach, 2)
            for x, y in self._fingers.values():
                picture.blit(spot, (x - reach, y - reach))
        return picture

    def _point(self, kind: Any, finger: int, pixel: tuple[int, int]) -> None:
        super()._point(kind, finger, pixel)
        if kind == "up":
            self._fingers.pop(finger, None)
        else:
            self._fingers[finger] = pixel


def animated(frames: Sequence[pygame.Surface], file: Path, wide: int, quality: int = 72) -> None:
    """Write frames as an animated WebP; one that stays is written once, for as long as it stayed."""
    told: list[tuple[bytes, Image.Image, int]] = []
    for frame in frames:
        raw = pygame.image.tobytes(frame, "RGB")
        if told and told[-1][0] == raw:
            told[-1] = (*told[-1][:2], told[-1][2] + 50)
            continue
        picture = Image.frombytes("RGB", frame.get_size(), raw)
        told.append((raw, picture.resize((wide, wide * frame.get_height() // frame.get_width())), 50))
    first, *rest = [picture for _, picture, _ in told]
    lasting = [milliseconds for _, _, milliseconds in told]
    first.save(file, save_all=True, append_images=rest, duration=lasting, loop=0, quality=quality, method=4)


def sheet(pictures: Iterable[tuple[str, pygame.Surface]], file: Path, columns: int = COLUMNS) -> None:
    """Write small pictures with their names as one sheet."""
    listed = list(pictures)
    rows = -(-len(listed) // columns)
    if not listed:
        return
    w, h = SMALL[0], SMALL[1] + 16
    whole = pygame.Surface((columns * w, rows * h))
    font = pygame.font.Font(str(assets() / "fonts/BarlowSemiCondensed_500Medium.ttf"), 13)
    for number, (name, picture) in enumerate(listed):
        x, y = number % columns * w, number // columns * h
        scale = min(SMALL[0] / picture.get_width(), SMALL[1] / picture.get_height())
        small = pygame.transform.smoothscale(picture, [round(side * scale) for side in picture.get_size()])
        whole.blit(small, (x, y + 15))
        whole.blit(font.render(name, True, (255, 255, 255)), (x + 3, y))
    pygame.image.save(whole, str(file))
