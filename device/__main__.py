"""`python -m device`: the command line."""

import _signal  # type: ignore[import-not-found]  # `signal` takes milliseconds to be read: time for a traceback
import sys

if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # a shell may have it ignored in the background
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)  # an interrupt ends what is still being read, without a word

from device.commands import main

if __name__ == "__main__":
    sys.exit(main())
