"""SQLite's write-ahead log: is a transaction missing from it that was once on the disk?

SQLite reads the log up to the first frame that is no good and passes over the rest without a word. A power cut tears
only the last transaction, which nobody was shown; good frames behind a bad one mean that the disk lost what it had.
"""

import struct
from pathlib import Path
from typing import NamedTuple

_HEADER, _FRAME = 32, 24


class Log(NamedTuple):
    """What stands in a log, good or not: how many frames, and the numbers of those that end a transaction.

    Frames of an older round, whose salts differ from the header's, are none.
    """

    frames: int = 0
    commits: tuple[int, ...] = ()
    headless: bool = False

    def lost(self, read: int) -> bool:
        """Tell whether a transaction is missing when SQLite read so many frames."""
        torn = next((commit for commit in self.commits if commit > read), self.frames)
        return self.headless or self.frames > torn


def read_log(path: Path) -> Log:
    """Return what stands in a log; nothing where there is none."""
    if not path.is_file():
        return Log()
    with path.open("rb") as file:
        header = file.read(_HEADER)
        size = path.stat().st_size
        if len(header) < _HEADER or size <= _HEADER:
            return Log()
        magic, _, page, _, *salts, _, _ = struct.unpack(">8I", header)
        if magic & ~1 != 0x377F0682 or _checksum(header[:24], big=bool(magic & 1)) != struct.unpack(">2I", header[24:]):
            return Log(headless=True)
        commits: list[int] = []
        frames = 0
        for number, start in enumerate(range(_HEADER, size - page - _FRAME + 1, page + _FRAME), 1):
            file.seek(start)
            _, committed, *own = struct.unpack(">4I", file.read(16))
            if own == salts:
                frames = number
                commits += [number] if committed else []
    return Log(frames, tuple(commits))


def committed_pages(path: Path, size: int) -> dict[int, bytes]:
    """Return the pages of that size that stand in a log, as the last transaction that ended left them."""
    log = read_log(path)
    pages: dict[int, bytes] = {}
    if not log.commits:
        return pages
    with path.open("rb") as file:
        _, _, page, _, *salts, _, _ = struct.unpack(">8I", file.read(_HEADER))
        for _ in range(log.commits[-1] if page == size else 0):
            number, _, *own, _, _ = struct.unpack(">6I", file.read(_FRAME))
            content = file.read(page)
            if own == salts:
                pages[number] = content
    return pages


def _checksum(content: bytes, big: bool) -> tuple[int, int]:
    one = two = 0
    words = struct.unpack(f"{'>' if big else '<'}{len(content) // 4}I", content)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
