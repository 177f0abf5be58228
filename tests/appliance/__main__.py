"""Build the appliance in emulation, and try it; needs root, Debian, and one to two hours on two cores without /dev/kvm.

    python -m tests.appliance [--work DIR] [--results DIR] [--only boots,plays] [--cuts N] [--keep-root]

Screenshots and the serial line of each boot are kept in the results folder.
"""

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from tests.appliance.bench import Bench
from tests.appliance.build import build, make_disk, say
from tests.appliance.cards import CARDS
from tests.appliance.first import guide
from tests.appliance.trials import TRIALS
from tests.appliance.upkeep import UPKEEP
from tests.appliance.years import YEARS

ALL = {**TRIALS, "guide": guide, **YEARS, **UPKEEP, **CARDS}


def _trials(text: str) -> list[str]:
    names = text.split(",")
    if unknown := [name for name in names if name not in ALL]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r}: some of {', '.join(ALL)}")
    return names


def main() -> int:
    """Run the trials in order, for each goes on from the one before; return 1 at the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path("/var/tmp/spytable-appliance"))
    parser.add_argument("--results", type=Path, default=Path("/var/tmp/spytable-appliance/results"))
    parser.add_argument("--only", type=_trials, default=list(ALL))
    parser.add_argument("--cuts", type=int, default=10, help="how often the plug is pulled")
    parser.add_argument("--suite", choices=("bookworm", "trixie"), default="bookworm", help="which Debian")
    parser.add_argument("--keep-root", action="store_true", help="a new disk from what was installed last time")
    given = parser.parse_args()
    shutil.rmtree(given.results / "twin", ignore_errors=True)
    (given.results / "twin").mkdir(parents=True)
    if not given.keep_root:
        build(given.work.resolve(), given.suite)
    make_disk(given.work.resolve() / "root", given.work.resolve() / "disk.img")
    bench = Bench(given.work.resolve(), given.results.resolve(), given.cuts)
    try:
        for name in given.only:
            say(f"== {name}: {(ALL[name].__doc__ or '').splitlines()[0]}")
            start = time.monotonic()
            ALL[name](bench)
            say(f"   good, {time.monotonic() - start:.0f} s")
    except Exception as error:
        say(f"   FAILED: {type(error).__name__}: {error}")
        return 1
    finally:
        bench.machine.power_cut()
        for log in given.work.glob("serial-*.log"):
            shutil.copy(log, given.results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
