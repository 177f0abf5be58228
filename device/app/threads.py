"""Work that is done beside the loop."""

from collections.abc import Callable
from threading import Thread


def in_thread(work: Callable[[], None]) -> None:
    """Do work beside the loop, which waits for it a few milliseconds at most; it draws nothing."""
    Thread(target=work, name="beside the loop", daemon=True).start()
