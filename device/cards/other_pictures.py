"""Pictures of kinds a box does not take: no cards, and told, for whoever put them there thinks they are."""

from collections.abc import Sequence
from pathlib import Path

from device.files.messages import message
from device.files.reader import Malformed, end_of, printable

ENDINGS = (
    *(".avif", ".bmp", ".gif", ".jxl", ".svg", ".tif", ".tiff", ".webp"),
    *(".dng", ".heic", ".heif", ".hif", ".jfif", ".jp2"),
)
"""How their names end, as pages, phones and cameras make them."""
NAMED, MAX_NAME = 2, 24
"""So many names are told, in so many characters each."""


class NotTaken(Malformed):
    """Some of a folder's pictures are of such kinds; it stays so while the folder stays as it is."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        more = f" (+ {len(names) - NAMED})" if len(names) > NAMED else ""
        some = ", ".join(end_of(printable(name), MAX_NAME) for name in names[:NAMED])
        self.some = f"{some}{more}"
        """Their names, as far as they are told."""
        super().__init__(str(folder), "", self.some, message("only PNG and JPEG are taken"), unreadable=True)


def is_other_picture(name: str) -> bool:
    """Tell whether a file of this name, which no computer put there, is such a picture."""
    return name.lower().endswith(ENDINGS) and not name.startswith(".")


def not_taken(path: Path) -> list[NotTaken]:
    """Say which pictures of a folder are such; nothing where none is, or where there is no folder.

    Raises:
        OSError: it cannot be read.
    """
    names = sorted(each.name for each in path.iterdir() if is_other_picture(each.name)) if path.is_dir() else []
    return [NotTaken(path, names)] if names else []
