"""`python -m device`: the command line."""

import _signal  # type: ignore[import-not-found]  # `signal` takes milliseconds to be read: time for a traceback
import gc
import sys

gc.disable()  # until it is known what is to run: none of what is read on the way there goes, and looking takes time

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # a shell may have it ignored in the background
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # an interrupt ends what is still being read, without a word


def _quit(number: int, _: object) -> None:
    """End as a process ends of a signal it knows nothing of."""
    _signal.signal(number, _signal.SIG_DFL)
    _signal.raise_signal(number)


if _signal.getsignal(_signal.SIGQUIT) == _signal.SIG_DFL:
    _signal.signal(_signal.SIGQUIT, _quit)  # one that is nobody's is taken by pygame, which prints a stack and aborts

from device.commands import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
