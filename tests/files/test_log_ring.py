"""The log that survives unplugging: the last megabyte, never more, and never a reason to stop."""

from pathlib import Path

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
