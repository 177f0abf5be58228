"""`python -m device`: the command line."""

import signal
import sys

_interrupted = signal.getsignal(signal.SIGINT)
if _interrupted is signal.default_int_handler:  # a shell that runs it in the background had it ignored
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # while the program is still being read, a traceback helps nobody

from device.commands import main  # noqa: E402 - as said

signal.signal(signal.SIGINT, _interrupted)

if __name__ == "__main__":
    sys.exit(main())
