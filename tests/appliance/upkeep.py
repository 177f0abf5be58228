"""Trials of updates and their way back, and of a small memory."""

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.appliance.bench import Bench
from tests.appliance.build import PROJECT, say
from tests.appliance.machine import Machine
from tests.appliance.trials import fresh_game

GOOD, CRASHES, HANGS = "0.9.1", "0.9.2", "0.9.3"
BEGIN = "    data = data_directory(arguments.data_dir)\n    opened ="
FAULTS = {
    CRASHES: (BEGIN, f"    raise RuntimeError\n{BEGIN}"),
    HANGS: ("                ready = True\n", "                ready = True\n                time.sleep(1000)\n"),
}
"""What is spoilt in the program of a version: what stands there, and what is put in its place."""
BOX = "/opt/spytable/venv/bin/spytable"
MEMORY = 512
UPDATE_SECONDS = 1800.0
CUT_SECONDS = 90.0
"""The plug is pulled at most so long after an update was handed over."""


def make_updates(work: Path, versions: tuple[str, ...]) -> Path:
    """Make an update of each version; return their folder."""
    updates = work / "updates"
    shutil.rmtree(updates, ignore_errors=True)
    for version in versions:
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place) / "project"
            shutil.copytree(PROJECT, copy, ignore=shutil.ignore_patterns(".git", "tests", "__pycache__", ".*_cache"))
            start, run = copy / "device/__init__.py", copy / "device/app/run.py"
            start.write_text(f'"""A version to update to."""\n\n__version__ = "{version}"\n')
            old, new = FAULTS.get(version, ("", ""))
            text = run.read_text()
            assert old in text
            if old:
                run.write_text(text.replace(old, new, 1))
            command = [sys.executable, copy / "systemd/bundle", "--machine", "x86_64", "--python", "3.11"]
            subprocess.run([*command, "--out", updates], check=True)
    return updates


def status(machine: Machine) -> dict[str, Any]:
    """Ask the box what runs and how the last update went."""
    found: dict[str, Any] = json.loads(machine.shell(f"SPYTABLE_DATA=/var/lib/spytable {BOX} update --status"))
    return found


def hand_over(machine: Machine, version: str) -> None:
    """Put an update where the owner's page puts it, as the box's user."""
    folder = "/var/lib/spytable/update"
    name = f"/srv/updates/spytable-{version}.update"
    copied = f"mkdir -p {folder} && cp {name} {folder}/x && mv {folder}/x {folder}/asked.update"
    complaint = machine.shell(f"runuser -u spytable -- sh -c '{copied}'")
    assert not complaint, complaint


def ends(machine: Machine, outcome: str, version: str) -> bool:
    """Tell whether the last update came to this."""
    last = status(machine)["last"]
    return bool(last) and (last["outcome"], last["version"]) == (outcome, version)


def bring_updates(bench: Bench, *versions: str) -> None:
    """Put updates where the machine's next new disk has them."""
    shutil.copytree(make_updates(bench.work, versions), bench.machine.root / "srv/updates", dirs_exist_ok=True)


def updates(bench: Bench) -> None:
    """A version that crashes and one that hangs go back by themselves; a good one stays."""
    machine = bench.machine
    bring_updates(bench, CRASHES, HANGS, GOOD)
    with bench.own_disk():
        bench.boot()
        before = status(machine)["version"]
        for version, what in ((CRASHES, "crashes at its start"), (HANGS, "hangs after its first picture")):
            hand_over(machine, version)
            took = machine.wait(what, partial(ends, machine, "back", version), UPDATE_SECONDS, every=5)
            machine.wait_until_ready()
            assert status(machine)["version"] == before
            journal = machine.shell("journalctl -b -u spytable --no-pager")
            assert f"Version {version} did not stay up" in journal
            say(f"   {version} {what}: {before} is back after {took:.0f} s")
        bench.machine.screenshot(bench.results / "11-went-back.png")
        hand_over(machine, GOOD)
        stands(machine)


def stands(machine: Machine) -> None:
    """Wait until a version that was handed over runs, and has stood its trial."""
    took = machine.wait("the update", lambda: status(machine)["version"] == GOOD, UPDATE_SECONDS, every=5)
    machine.wait("it has stood", lambda: f"venv-{GOOD}-" in machine.shell("cat /var/lib/spytable/stood"), every=5)
    machine.shell("systemctl restart spytable")
    machine.wait_until_ready()
    assert ends(machine, "stood", GOOD), status(machine)
    say(f"   {GOOD} runs after {took:.0f} s, and stood its trial")


def update_cuts(bench: Bench) -> None:
    """The plug is pulled in an update, `--cuts` times: one version plays each time, and the next try goes in."""
    machine = bench.machine
    bring_updates(bench, GOOD)
    cut = 0
    while cut < bench.cuts:
        with bench.own_disk():
            bench.boot()
            while cut < bench.cuts and status(machine)["version"] != GOOD:
                cut += 1
                hand_over(machine, GOOD)
                at = bench.rng.uniform(1, CUT_SECONDS)
                time.sleep(at)
                doing = machine.shell("journalctl -b -u spytable-update -o cat --no-pager | grep . | tail -n 1").strip()
                machine.power_cut()
                bench.boot()
                say(f"   cut {cut}, {at:.0f} s into it ({doing[:60]}): {status(machine)['version']} plays")
            if cut == bench.cuts:
                if status(machine)["version"] != GOOD:
                    hand_over(machine, GOOD)
                stands(machine)


def small_memory(bench: Bench) -> None:
    """The memory of a Zero 2 W is enough: the kiosk comes up and is played on, and what it takes is told."""
    machine = bench.machine
    machine.megabytes = MEMORY
    with bench.own_disk():
        bench.boot()
        fresh_game(bench, "small_memory")
        group = "/sys/fs/cgroup/system.slice/spytable.service/memory"
        now, most = (int(n) // 1024**2 for n in machine.shell(f"cat {group}.current {group}.peak").split())
        free = machine.shell("awk '/MemTotal|MemAvailable/ {print $1, int($2 / 1024)}' /proc/meminfo")
        say(f"   the kiosk takes {now} MB, {most} at most; MB of all: {' '.join(free.split())}")
        assert "oom-kill" not in machine.shell("journalctl -b -k --no-pager")
    machine.megabytes = 1024


UPKEEP: dict[str, Callable[[Bench], None]] = {trial.__name__: trial for trial in (small_memory, updates, update_cuts)}
