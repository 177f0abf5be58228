"""Readiness, watchdog and safe mode."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from device import __version__
from device.app.systemd import CrashCounter, Service
from device.files.log_ring import log_text


def test_the_watchdog_is_fed_by_ticks_only_as_often_as_needed(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        service = Service(str(tmp_path / "notify"), 15.0)
        service.ready()
        for tick in range(120):
            service.alive(100 + tick / 10)
        service.stopping()
        told = []
        while True:
            try:
                told.append(manager.recv(100))
            except BlockingIOError:
                break
    assert told == [b"READY=1", *[b"WATCHDOG=1"] * 3, b"STOPPING=1"]


def test_without_a_manager_nothing_happens(tmp_path: Path) -> None:
    Service().ready()
    Service(str(tmp_path / "gone"), 1.0).alive(5.0)


def test_without_a_file_to_open_the_manager_is_not_told_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was outside of what a tick catches, and ended the process."""
    monkeypatch.setattr(socket, "socket", Mock(side_effect=OSError(errno.EMFILE, "Too many open files")))
    Service("/run/systemd/notify", 1.0).alive(5.0)


def test_a_folder_for_the_crashes_that_cannot_be_looked_into_keeps_no_box_from_starting() -> None:
    assert not CrashCounter(Path("/tmp") / ("x" * 300)).start(10.0)


def test_three_crashes_in_two_minutes_make_the_next_start_safe(tmp_path: Path) -> None:
    counter = CrashCounter(tmp_path)
    assert [counter.start(now) for now in (10.0, 20.0, 30.0, 40.0)] == [False, False, False, True]


def test_how_long_it_ran_before_the_first_crash_does_not_matter(tmp_path: Path) -> None:
    counter = CrashCounter(tmp_path)
    assert [counter.start(now) for now in (10.0, 9000.0, 9001.0, 9002.0)] == [False, False, False, True]


def test_a_clean_stop_and_old_crashes_do_not_count(tmp_path: Path) -> None:
    counter = CrashCounter(tmp_path)
    for now in (10.0, 20.0, 30.0):
        counter.start(now)
    assert not counter.start(200.0)
    counter.start(201.0)
    counter.clean_stop()
    counter.clean_stop()
    assert [counter.start(now) for now in (202.0, 203.0, 204.0)] == [False] * 3


def test_times_of_another_boot_do_not_count(tmp_path: Path) -> None:
    counter = CrashCounter(tmp_path)
    for now in (500.0, 501.0, 502.0):
        counter.start(now)
    assert not counter.start(5.0)  # the clock began anew


def test_an_unreadable_count_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "crashes").write_text("yesterday")
    assert not CrashCounter(tmp_path).start(1.0)
    assert not CrashCounter(tmp_path / "missing").start(1.0)


def test_a_strange_count_is_none_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "crashes")
    assert not CrashCounter(tmp_path).start(1.0)
    assert (tmp_path / "crashes").is_file()
    (tmp_path / "crashes").write_text("9" * 100_000)
    assert not CrashCounter(tmp_path).start(2.0)


def test_a_watchdog_of_too_many_digits_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "9" * 5000)
    Service.of_environment().alive(1.0)


def test_where_there_is_no_service_nothing_is_counted() -> None:
    assert not any(CrashCounter(None).start(now) for now in (1.0, 2.0, 3.0, 4.0, 5.0))


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """A service manager's notify socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(60)
        yield listening


def start_box(tmp_path: Path, manager: socket.socket, more: str = "") -> subprocess.Popen[str]:
    """Start the box as a service manager does, and wait for its first frame."""
    config = tmp_path / "config.yaml"
    config.write_text("screen: {driver: simulated}\nkey_panels: {a: {driver: ws281x_pwm}}\n" + more)
    told = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "RUNTIME_DIRECTORY": str(tmp_path)}
    drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    box = subprocess.Popen(
        [sys.executable, "-m", "device", "--data-dir", tmp_path / "data", "--config", config, "run"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, **drivers, **told},
        stderr=subprocess.PIPE,
        text=True,
    )
    while manager.recv(100) != b"READY=1":
        pass  # programs that drivers ask speak to the manager too; the unit listens to the box alone
    return box


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT])
def test_told_to_stop_the_box_is_gone_within_a_second(
    number: signal.Signals, tmp_path: Path, manager: socket.socket
) -> None:
    box = start_box(tmp_path, manager)
    start = time.monotonic()
    box.send_signal(number)
    _, complaint = box.communicate(timeout=10)
    assert time.monotonic() - start < 1.0
    assert box.returncode == 0
    assert manager.recv(100) == b"STOPPING=1"
    assert not (tmp_path / "crashes").exists()
    assert complaint.startswith("panel:a (ws281x_pwm): missing: "), "what is not there stands in the journal"


def test_a_box_that_keeps_crashing_starts_safely_and_says_so(tmp_path: Path, manager: socket.socket) -> None:
    for _ in range(3):
        box = start_box(tmp_path, manager)
        box.kill()
        _, complaint = box.communicate(timeout=10)
        assert "safely" not in complaint
    box = start_box(tmp_path, manager)
    box.terminate()
    _, complaint = box.communicate(timeout=10)
    assert "Started safely after several crashes" in complaint


def test_the_log_in_the_data_directory_tells_what_happened_and_no_secret(
    tmp_path: Path, manager: socket.socket
) -> None:
    box = start_box(tmp_path, manager)
    box.terminate()
    box.communicate(timeout=10)
    log = log_text(tmp_path / "data").decode()
    assert "start 1, " in log and f"version {__version__}" in log
    assert "panel:a (ws281x_pwm): missing: " in log


def test_the_log_keeps_no_value_of_a_config(tmp_path: Path, manager: socket.socket) -> None:
    """A value is told in the journal of the machine, not where a stick takes it away; a mistyped PIN nowhere."""
    box = start_box(tmp_path, manager, "operator: {pin: 987654321}\nsound: {volume: 12345678}\n")
    box.terminate()
    _, complaint = box.communicate(timeout=10)
    log = log_text(tmp_path / "data").decode()
    for told in (complaint, log):
        assert "operator.pin" in told and "sound.volume" in told and "987654321" not in told
    assert "12345678" in complaint and "12345678" not in log
