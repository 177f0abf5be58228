"""The program itself, as it is started: on the broker, started again by command, gone; and without a network at all."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from tests.publish.brokers import PATIENCE, Ears, Mosquitto, needs_mosquitto

STATE, THERE = "spytable/table-4/state", "spytable/table-4/availability"


def start(folder: Path, section: str) -> "subprocess.Popen[str]":
    """Start a box and wait until its first frame is drawn."""
    (folder / "config.yaml").write_text(f"sound: {{driver: none}}\n{section}\n")
    words = ("--config", str(folder / "config.yaml"), "--data-dir", str(folder / "data"), "run")
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = (sys.executable, "-m", "device", *words)
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, **quiet})


def end(box: "subprocess.Popen[str]") -> str:
    """Stop a box as a service is stopped; return what it journalled."""
    box.send_signal(signal.SIGTERM)
    journal = box.communicate(timeout=3 * PATIENCE)[1]
    assert box.returncode == 0, journal
    return journal


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.stop()


@needs_mosquitto
def test_a_box_joins_starts_again_by_command_and_takes_leave(mosquitto: Mosquitto, tmp_path: Path) -> None:
    ears = Ears(mosquitto.broker, "spytable/#")
    allow = "allow: [lock, restart]"
    box = start(tmp_path, f"fleet: {{broker: 'mqtt://127.0.0.1:{mosquitto.port}', name: table-4, {allow}}}")
    try:
        ears.until(lambda: b'"locked":false' in (ears.last(STATE) or b""), 3 * PATIENCE)
        ears.say("spytable/table-4/command/lock", "ON")
        ears.until(lambda: b'"locked":true' in (ears.last(STATE) or b""))
        ears.say("spytable/table-4/command/session", "5")
        ears.say("spytable/table-4/command/restart", "PRESS")
        ears.until(lambda: ears.last(THERE) == b"offline")
        ears.until(lambda: ears.last(THERE) == b"online", 3 * PATIENCE)
        ears.until(lambda: b'"locked":true' in (ears.last(STATE) or b""))
        journal = end(box)
        ears.until(lambda: ears.last(THERE) == b"offline")
    finally:
        ears.close()
        box.kill()
    assert journal.count("fleet: joined 127.0.0.1 as table-4") == 2
    assert "fleet: command ignored: session: not in fleet.allow" in journal
    assert "fleet: command restart" in journal


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no /proc here")
def test_without_the_section_a_box_opens_no_socket(tmp_path: Path) -> None:
    box = start(tmp_path, "")
    try:
        data, descriptors = tmp_path / "data", Path(f"/proc/{box.pid}/fd")
        while box.poll() is None and not any(each.name == "spytable.db-wal" for each in data.glob("*")):
            Event().wait(0.02)
        sockets = {str(each.readlink()).removeprefix("socket:[").removesuffix("]") for each in descriptors.iterdir()}
        for kind in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
            open_ones = {line.split()[9] for line in Path("/proc/net", kind).read_text().splitlines()[1:]}
            assert not sockets & open_ones, f"{kind}; the plugging in of devices is told by another kind"
        journal = end(box)
    finally:
        box.kill()
    assert "fleet" not in journal
