"""Readiness, watchdog and safe mode."""

import socket
from pathlib import Path

from device.service import CrashCounter, Service


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


def test_three_crashes_in_two_minutes_make_the_next_start_safe(tmp_path: Path) -> None:
    counter = CrashCounter(tmp_path)
    assert [counter.start(now) for now in (10.0, 20.0, 30.0, 40.0)] == [False, False, False, True]


def test_a_clean_stop_old_crashes_and_a_new_boot_do_not_count(tmp_path: Path) -> None:
    counter = CrashCounter(tmp_path)
    for now in (10.0, 20.0, 30.0):
        counter.start(now)
    assert not counter.start(200.0)
    for now in (201.0, 202.0):
        counter.start(now)
    counter.clean_stop()
    assert not counter.start(203.0)
    for now in (500.0, 501.0, 502.0):
        counter.start(now)
    assert not counter.start(5.0)  # the clock began anew


def test_an_unreadable_count_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "starts").write_text("yesterday")
    assert not CrashCounter(tmp_path).start(1.0)
    assert not CrashCounter(tmp_path / "missing").start(1.0)


def test_where_there_is_no_service_nothing_is_counted() -> None:
    assert not any(CrashCounter(None).start(now) for now in (1.0, 2.0, 3.0, 4.0, 5.0))
