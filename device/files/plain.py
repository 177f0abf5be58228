"""What a failure of the system or of the memory is called on a screen; a log keeps the system's own words."""

import errno
import os

from device.files.messages import Message, message

_FULL = message("no room is left there")
_READ_ONLY = message("it can only be read")
_DENIED = message("the box may not use it")
_FAILS = message("it cannot be read or written: it may be failing")
_USED = message("it is in use")
_GONE = message("it is gone")
_WORDS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: _READ_ONLY,
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EIO: _FAILS,
    errno.EBUSY: _USED,
    errno.EAGAIN: _USED,
    errno.ENODEV: _GONE,
    errno.ENXIO: _GONE,
    errno.ESTALE: _GONE,
    errno.ENOENT: message("nothing is there"),
    errno.ENOTDIR: message("something else is there, no folder"),
    errno.EISDIR: message("a folder is there, no file"),
    errno.EEXIST: message("something is there already"),
    errno.ENOTEMPTY: message("something is left there from before"),
    errno.ENAMETOOLONG: message("the name is too long, or too many folders lie in one another"),
    errno.EFBIG: message("it is too large for this disk"),
    errno.ELOOP: message("a link is there that leads nowhere"),
}
_MEMORY = {
    "database or disk is full": _FULL,
    "attempt to write a readonly database": _READ_ONLY,
    "disk I/O error": _FAILS,
    "database is locked": _USED,
    "unable to open database file": message("it cannot be opened"),
    "database disk image is malformed": message("it is damaged"),
    "file is not a database": message("it is damaged"),
}
"""What SQLite says."""


def plain_end(line: str) -> Message | None:
    """Return what people are told of a line that ends with the system's own words."""
    return next((said for number, said in _WORDS.items() if line.endswith(os.strerror(number))), None)


def in_plain_words(error: BaseException) -> Message | None:
    """Return what people are told of an error; None of one that is told as it is."""
    if not isinstance(error, OSError):
        return _MEMORY.get(str(error))
    own = type(error).__module__ in ("socket", "ssl")  # the numbers of names and certificates are not the system's
    return None if own else _WORDS.get(error.errno or 0)
