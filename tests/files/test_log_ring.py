"""The log that survives unplugging: the last megabyte, never more, and never a reason to stop."""

from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Thread, current_thread
from time import sleep

import pytest

from device.files import log_ring
from device.files.log_ring import MAX_BYTES, NEW, OLD, LogRing, log_text


def test_each_start_has_a_number_for_no_clock_survives_power_off(tmp_path: Path) -> None:
    for _ in range(3):
        LogRing(tmp_path, "0.1.0").write("panel:a (luma): failed: no answer\nmore", 12.34)
    lines = log_text(tmp_path).decode().splitlines()
    assert lines[0] == "start 1, 12.3 s: version 0.1.0"
    assert lines[-1] == "start 3, 12.3 s: panel:a (luma): failed: no answer more"
    assert len(lines) == 6


def test_it_keeps_the_last_of_a_flood(tmp_path: Path) -> None:
    ring = LogRing(tmp_path, "0.1.0")
    for number in range(1500):
        ring.write(f"{number} " + "x" * 2000, float(number))
    text = log_text(tmp_path)
    assert MAX_BYTES // 4 < len(text) <= MAX_BYTES
    assert b"start 1, 1499.0 s: 1499 xxx" in text.splitlines()[-1]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted((NEW, OLD))


def test_two_threads_that_find_it_full_at_once_lose_none_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each put the newer file in the place of the older one, the second time a file of one line."""
    monkeypatch.setattr(log_ring, "MAX_BYTES", 2000)
    ring, both, replace = LogRing(tmp_path, "1"), Barrier(2), Path.replace
    ring.write("first " + "x" * 900, 0.0)
    beside = Thread(target=ring.write, args=("beside " + "y" * 100, 1.0))

    def at_once(path: Path, target: Path) -> Path:
        with suppress(BrokenBarrierError):
            both.wait(0.5)
        if current_thread() is beside:
            sleep(0.2)  # the other one has written its line
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", at_once)
    beside.start()
    ring.write("here " + "z" * 100, 1.0)
    beside.join()
    assert all(word in log_text(tmp_path) for word in (b"first", b"beside", b"here"))


def test_what_a_power_cut_left_is_read_over(tmp_path: Path) -> None:
    (tmp_path / NEW).write_bytes(b"start 7, 1.0 s: x\nsta")
    LogRing(tmp_path, "1").write("y", 0.0)
    assert b"start 1, 0.0 s: y" in log_text(tmp_path)
    (tmp_path / NEW).write_bytes(b"\xff\0" * 5000)
    LogRing(tmp_path, "1").write("y", 0.0)


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    LogRing(tmp_path / "nowhere", "1").write("x", 0.0)
    (tmp_path / NEW).mkdir()
    LogRing(tmp_path, "1").write("x", 0.0)
    assert log_text(tmp_path / "nowhere") == b""
