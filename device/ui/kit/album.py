"""The owner's pictures that lie on the table, kept as large as they were shown: their stick may be pulled out."""

import os
from contextlib import suppress
from pathlib import Path

import pygame

from device.cards.pictures import Unfit, opened
from device.files.digest import sha256
from device.files.failures import reason
from device.files.replacing import replacing
from device.ui.kit.photos import png, read


class Album:
    """A folder of copies; what cannot be written or read in it is left out, and the game goes on."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, which need not be there yet."""
        self._folder = folder
        self.game = 0
        """Counts the games: what is kept elsewhere of a picture is no copy of it for the next one."""
        self.fault: str | None = None
        """Why pictures of this game could not be kept yet."""
        self._late: dict[Path, pygame.Surface] = {}

    def save(self, file: Path, picture: pygame.Surface, mark: str = "") -> None:
        """Have a picture kept as it is shown, unless a copy as large is; `mark` tells it from others of its file.

        It is on the disk after some `save_late`: all pictures of a game at once would keep everybody waiting.
        """
        copy = self._copy(file, mark)
        before = self.load(file, mark)
        if before is not None and before.get_width() >= picture.get_width():
            return
        self._late[copy] = picture

    @property
    def waiting(self) -> bool:
        """Tell whether pictures are to be kept, and nothing is known to be in the way."""
        return bool(self._late) and self.fault is None

    def save_late(self) -> None:
        """Keep the next picture, or try again to: each waits until it is on the disk."""
        try:
            for copy, picture in list(self._late.items())[:1]:
                self._folder.mkdir(parents=True, exist_ok=True)
                with replacing(copy) as new:
                    new.write(png(picture))
                del self._late[copy]
            self.fault = None
        except (OSError, pygame.error) as error:
            self.fault = f"{self._folder.name}: {reason(error)}"

    def load(self, file: Path, mark: str = "") -> pygame.Surface | None:
        """Return the copy of a picture; None without one."""
        if (late := self._late.get(self._copy(file, mark))) is not None:
            return late
        with suppress(OSError, Unfit, pygame.error), opened(self._copy(file, mark), any_shape=True) as (content, _):
            return read(content)
        return None

    def clear(self) -> None:
        """Forget the pictures of the game before."""
        self.game += 1
        self.fault = None
        self._late.clear()
        with suppress(OSError):
            for copy in self._folder.glob("*.png"):
                copy.unlink()

    def _copy(self, file: Path, mark: str) -> Path:
        return self._folder / f"{sha256(os.fsencode(file) + mark.encode()).hexdigest()[:32]}.png"
