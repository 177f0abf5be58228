"""Let a fuzzer that sees which lines are reached look for files that break the readers.

    python -m tests.fuzz.guided [--seconds 60]

Needs the package `atheris` beside the project's own. The fuzzer tells what it finds, with the bytes that lead there.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["device"]):
    from tests.fuzz.__main__ import read
    from tests.fuzz.samples import SAMPLES

COMMANDS = [command for command in SAMPLES if command[0] != "drive"]
"""What only reads: a script that is sound would be driven, which takes too long."""


def main() -> None:
    """Fuzz for as long as asked; the first byte of an input says which format it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for number, command in enumerate(COMMANDS):
            (corpus / command[0]).write_bytes(bytes([number]) + SAMPLES[command])

        def one(content: bytes) -> None:
            if content:
                read(Path(folder), COMMANDS[content[0] % len(COMMANDS)], content[1:])

        limits = [f"-max_total_time={given.seconds}", "-timeout=10", "-rss_limit_mb=1024", "-max_len=20000"]
        atheris.Setup([sys.argv[0], *limits, str(corpus)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
