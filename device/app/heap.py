"""The memory of the process, as the machine counts it."""

from contextlib import suppress


def give_back() -> None:
    """Give back to the machine what was freed: painting takes much for a moment, and the C library keeps it."""
    import ctypes  # only at rest: it would delay the first frame

    with suppress(OSError, AttributeError):  # another C library than glibc
        ctypes.CDLL(None).malloc_trim(0)
