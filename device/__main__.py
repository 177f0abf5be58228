"""`python -m device`: the command line."""

import sys

from device.commands import main

if __name__ == "__main__":
    sys.exit(main())
