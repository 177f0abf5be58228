"""Change one small thing of the rules at a time, and see that a test of the rules notices.

    python -m tests.mutants [--count N] [--seconds 3600] [--seed 1] [MODULE …]

A process of its own imports each mutant and runs `tests/rules` up to the first failure, the quickest test first. The
unchanged rules must pass before. A mutant that takes several times their processor time hangs, which is noticed too.
`equivalent.yaml` names the mutants no test can tell from the rules, with the reasons. Without a count all others are
tried, in an order drawn by the seed, until the seconds are over. Exits 1 where one survives
that is not named, or a name is not that of exactly one mutant.
"""

import argparse
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import hypothesis.stateful  # noqa: F401 - here once, not in each child
import pygame  # noqa: F401 - likewise
import pytest
import yaml

from tests.mutants.changes import Mutant, mutants

RULES = Path("device/rules")
IMPORTED_BEFORE = "ignore::pytest.PytestAssertRewriteWarning"
PYTEST = ("-oaddopts=", "-qx", "-pno:cacheprovider", f"-W{IMPORTED_BEFORE}", "--hypothesis-seed=1", "tests/rules")
MOST_MEMORY = 4 << 30


class QuickestFirst:
    """Orders the tests by how long they took, and notes how long they take."""

    def __init__(self, took: dict[str, float]) -> None:
        self.took = took

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Order the tests."""
        items.sort(key=lambda item: self.took.get(item.nodeid, 0.0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test's time."""
        self.took[report.nodeid] = self.took.get(report.nodeid, 0.0) + report.duration


def trial(mutant: Mutant | None, folder: Path, limit: float) -> tuple[str, float]:
    """Run the tests on a mutant, or on the rules as they are; return its fate and the processor seconds used."""
    child = os.fork()
    if not child:
        code = 9
        try:
            code = _in_child(mutant, folder, int(limit))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)
    _, status, used = os.wait4(child, 0)
    hangs = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU
    return "hangs" if hangs else "killed" if status else "survives", used.ru_utime + used.ru_stime


def _in_child(mutant: Mutant | None, folder: Path, limit: int) -> int:
    told = os.open(folder / "told", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(told, 1)
    os.dup2(told, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    times = folder / "times"
    order = QuickestFirst(json.loads(times.read_text()) if times.exists() else {})
    if mutant:
        _import_instead(mutant)
    code = int(pytest.main([*PYTEST], plugins=[order]))
    if not mutant:
        times.write_text(json.dumps(order.took))
    return code


def _import_instead(mutant: Mutant) -> None:
    name, read = f"device.rules.{mutant.module}", SourceFileLoader.get_code

    def get_code(loader: Any, fullname: str) -> Any:
        return compile(mutant.source, loader.path, "exec") if fullname == name else read(loader, fullname)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment,method-assign]


def main() -> int:
    """Try the mutants."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="only these, as `duet`")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    until, count = time.monotonic() + given.seconds, Counter[str]()
    every = [mutant for path in sorted(RULES.glob("[a-z]*.py")) for mutant in mutants(path)]
    groups = yaml.safe_load((Path(__file__).parent / "equivalent.yaml").read_text(encoding="utf-8"))
    same = {tuple(key) for group in groups for key in group["mutants"]}
    named = Counter(mutant.key for mutant in every)
    unclear = sorted(key for key in same if named[key] != 1)
    todo = [m for m in every if m.key not in same and m.module in (given.modules or [m.module])]
    random.Random(given.seed).shuffle(todo)
    todo = todo[: given.count]
    with tempfile.TemporaryDirectory() as name:
        unchanged, seconds = trial(None, Path(name), 3600.0)
        if unchanged != "survives":
            sys.stdout.write(f"{(Path(name) / 'told').read_text()[-2000:]}\nthe unchanged rules fail their tests\n")
            return 1
        sys.stdout.write(f"the unchanged rules pass in {seconds:.0f} s of processor time\n")
        for mutant in todo:
            if time.monotonic() > until:
                break
            fate, _ = trial(mutant, Path(name), 3 * seconds + 10)
            count[fate] += 1
            if fate != "killed":
                sys.stdout.write(f"{fate}: {mutant}\n")
            if count.total() % 50 == 0:
                sys.stdout.write(f"{count.total()} of {len(todo)}: {dict(count)}\n")
            sys.stdout.flush()
    sys.stdout.writelines(f"equivalent.yaml names {named[key]} mutants, not one: {key}\n" for key in unclear)
    sys.stdout.write(
        f"{count.total()} of {len(todo)} mutants: {count['killed']} killed, {count['hangs']} hang, "
        f"{count['survives']} survive; {len(every)} in all, {len(same)} named as equivalent\n"
    )
    return int(bool(count["survives"] or unclear))


if __name__ == "__main__":
    sys.exit(main())
