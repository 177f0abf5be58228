"""The self-test over a machine that answers as told."""

import os
import sqlite3
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from device.config.config_file import read_settings
from device.config.settings import Settings
from device.files.assets import assets
from device.files.messages import Message, joined, message
from device.files.texts import Texts, languages
from device.owner.disk import disk_trouble
from device.owner.machine import Machine
from device.owner.selftest import Result, fleet_result, run_selftest, selftest
from device.storage.migrations import SCHEMA
from device.storage.store import FILE, Store
from hardware.boot_lines import switched_off
from hardware.box import PARTS, Fault
from hardware.evdev import unreadable_input
from hardware.ports import SEATS
from hardware.spec import BoxSpec, PartSpec

EXAMPLES = Path(__file__).parents[2] / "systemd/config"
DATA = Path("/var/lib/spytable")
POLISH = Texts(languages(assets())["pl"])
DISK = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n"


@dataclass
class Told(Machine):
    """A machine that answers as a test says."""

    driver: str = "kmsdrm"
    flavour: str = "pygame-ce 2.5.8, SDL 2.32.10"
    inputs: Mapping[str, bool] = field(default_factory=lambda: {"/dev/input/event0": True})
    untouched: str = ""
    nodes: Mapping[str, bool] = field(default_factory=dict)
    mounted: str = DISK
    words: Sequence[str] = ()
    free: int = 10**9
    complaint: str = ""
    written: int | None = None
    bits: int | None = None
    boot: str | None = None

    def video_driver(self) -> str:
        return self.driver

    def pygame_flavour(self) -> str:
        return self.flavour

    def input_devices(self) -> Mapping[str, bool]:
        return self.inputs

    def no_touch(self) -> str:
        return self.untouched

    def accessible(self, path: str) -> bool | None:
        return self.nodes.get(path)

    def real(self, path: Path) -> Path:
        return path

    def mounts(self) -> str:
        return self.mounted

    def kernel_words(self) -> Sequence[str]:
        return self.words

    def written_bytes(self, folder: Path) -> int | None:
        return self.written

    def free_bytes(self, folder: Path) -> int:
        return self.free

    def try_writing(self, folder: Path) -> str:
        return self.complaint

    def boot_file(self) -> str | None:
        return self.boot

    def throttled(self) -> int | None:
        return self.bits


@dataclass
class Tried:
    """A box in which some parts have faults."""

    drivers: Mapping[str, str]
    wrong: tuple[Fault, ...] = ()

    def configured(self, part: str) -> bool:
        return part in self.drivers

    def driver(self, part: str) -> str:
        return self.drivers[part]

    def faults(self) -> tuple[Fault, ...]:
        return self.wrong


def spec_of(example: str) -> BoxSpec:
    settings, faults = read_settings(EXAMPLES / f"{example}.yaml")
    assert not faults
    return settings.box


def lines(
    machine: Machine, example: str = "dsi7-matrices", box: Tried | None = None, faults: Sequence[Message] = ()
) -> dict[str, Result]:
    told = list(selftest(spec_of(example), box or Tried({}), faults, DATA, machine))
    for line in told:
        assert set(line) == {"part", "driver", "status", "why", "do"}
        assert bool(line["do"]) == (line["status"] != "ok"), "a failure says what to do, and nothing else does"
        assert not line["do"] or POLISH.again(line["do"]) != line["do"], "and the screen says it in its language"
    return {line["part"]: line for line in told}


def test_all_is_well() -> None:
    told = lines(Told(bits=0), box=Tried({"panel:a": "ws281x_spi"}))
    assert {line["status"] for line in told.values()} == {"ok"}
    assert set(told) == {"panel:a", "video", "input", "permissions", "pygame", "storage", "supply", "heat"}


@pytest.mark.parametrize("driver", ["wayland", "x11"])
def test_in_a_session_the_box_reads_no_input_devices_itself(driver: str) -> None:
    assert "input" not in lines(Told(driver=driver, inputs={"/dev/input/event0": False}))


def test_every_part_that_is_configured_has_a_line_and_its_reason() -> None:
    drivers = dict.fromkeys(PARTS, "gpio")
    wrong = (Fault("button:b", "gpio", "failed", "GPIO 22: busy"), Fault("lamp:a", "gpio", "missing", "no pin"))
    told = lines(Told(), box=Tried(drivers, wrong))
    assert set(PARTS) < set(told)
    assert (told["button:b"]["status"], told["button:b"]["why"]) == ("failed", "GPIO 22: busy")
    assert told["lamp:a"]["status"] == "missing"
    assert told["lamp:b"]["status"] == "ok"


def test_a_package_that_is_not_there_is_not_a_wire() -> None:
    wrong = (Fault("panel:a", "ws281x_spi", "missing", "the Python package spidev is not installed"),)
    told = lines(Told(), box=Tried({"panel:a": "ws281x_spi"}, wrong))
    assert "systemd/install" in told["panel:a"]["do"]


def test_a_fault_of_the_config_is_told_in_the_language_of_the_screen(tmp_path: Path) -> None:
    """The page said in English why."""
    (tmp_path / "config.yaml").write_text("leds: 3\n")
    settings, faults = read_settings(tmp_path / "config.yaml")
    told = next(line for line in run_selftest(settings, faults, tmp_path / "data") if line["part"] == "config")
    assert told["why"] == f"{tmp_path}/config.yaml: leds: 3: a mapping"
    assert POLISH.again(told["why"]).endswith("leds:\xa03: blok z\xa0polami")


@pytest.mark.parametrize(
    ("driver", "status"), [("kmsdrm", "ok"), ("wayland", "ok"), ("dummy", "failed"), ("", "missing")]
)
def test_only_drivers_with_a_picture_count(driver: str, status: str) -> None:
    assert lines(Told(driver=driver))["video"]["status"] == status


def test_input_that_cannot_be_read_is_named_with_its_group() -> None:
    told = lines(Told(inputs={"/dev/input/event0": True, "/dev/input/event1": False}))["input"]
    assert told["status"] == "failed"
    assert "event1" in told["why"]
    assert "input" in told["do"]
    assert lines(Told(inputs={}))["input"]["status"] == "missing"


def test_devices_of_which_none_is_a_touchscreen_are_no_touch() -> None:
    """Each HDMI socket has some, with the touch lead out as well."""
    why = "no touch: no device in /dev/input is a touchscreen"
    told = lines(Told(untouched=why))["input"]
    assert (told["status"], told["why"]) == ("missing", why)
    assert "touch cable" in told["do"]
    assert Machine().no_touch() == unreadable_input(), "as the screen itself judges it"


@pytest.mark.parametrize(
    ("example", "node", "group"),
    [
        ("dsi7-matrices", "/dev/spidev0.0", "spi"),
        ("dsi7-matrices", "/dev/gpiochip0", "gpio"),
        ("touch2-displays", "/dev/spidev0.1", "spi"),
        ("usb-buttons", "/dev/snd/timer", "audio"),
    ],
)
def test_a_device_file_that_may_not_be_opened_is_named_with_its_group(example: str, node: str, group: str) -> None:
    told = lines(Told(nodes={node: False}), example)["permissions"]
    assert (told["status"], told["why"]) == ("failed", f"{node} cannot be opened")
    assert f"usermod -aG {group} " in told["do"]
    assert lines(Told(nodes={node: True}), example)["permissions"]["status"] == "ok"


OVERLAY = "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/w 0 0\n"
CARD = "/dev/mmcblk0p3 /var/lib/spytable ext4 rw 0 0\n"


@pytest.mark.parametrize(
    ("mounted", "words", "status"),
    [
        (DISK, (), "ok"),
        ("tmpfs / tmpfs rw 0 0\n", (), "failed"),
        (DISK + "tmpfs /var/lib tmpfs rw 0 0\n", (), "failed"),
        (OVERLAY + "tmpfs-root /media/root-rw tmpfs rw 0 0\n", (), "failed"),
        ("overlay / overlay rw,lowerdir=/lower,upperdir=/upper/upper,workdir=/w 0 0\n", ("boot=overlay",), "failed"),
        (OVERLAY + "tmpfs-root /media/root-rw tmpfs rw 0 0\n" + CARD, (), "ok"),
        ("/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n", (), "failed"),
    ],
)
def test_what_is_written_must_last(mounted: str, words: Sequence[str], status: str) -> None:
    assert lines(Told(mounted=mounted, words=words))["storage"]["status"] == status


def test_what_was_written_since_the_start_is_told_where_the_machine_knows_it() -> None:
    assert "wear" not in lines(Told())
    assert lines(Told(written=7 * 1024**2 + 5))["wear"]["why"] == "7 MB were written since the start"


def test_the_machine_counts_what_its_disk_was_given(tmp_path: Path) -> None:
    before = Machine().written_bytes(tmp_path)
    assert before is None or before >= 0
    assert Machine().written_bytes(tmp_path / "nowhere") is None
    assert Machine().written_bytes(Path("/proc")) is None


@pytest.mark.parametrize("ending", ["", "-wal", "-journal", ".new"])
@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_lies_in_the_place_of_the_store_is_named(tmp_path: Path, ending: str, kind: str) -> None:
    """F11: the box says that nothing can be saved, and so does its self-test."""
    place = tmp_path / f"{FILE}{ending}"
    (os.mkfifo if kind == "pipe" else os.mkdir)(place)
    _, why, do = disk_trouble(tmp_path, Told())
    assert (why, do) == (f"{place}: no regular file", "move it somewhere else")


def test_a_newer_programs_store_is_told(tmp_path: Path) -> None:
    assert disk_trouble(tmp_path, Told())[1:] == ("", "")
    store = Store(tmp_path)
    store.close()
    assert disk_trouble(tmp_path, Told())[1:] == ("", "")
    with closing(sqlite3.connect(store.path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    _, why, do = disk_trouble(tmp_path, Told())
    assert why.startswith(f"{store.path} is from a newer version")
    assert "newer version" in do


def test_storage_that_is_full_or_refuses() -> None:
    assert "10 MB" in lines(Told(free=10 * 1024**2))["storage"]["why"]
    assert lines(Told(complaint="Input/output error"))["storage"]["why"] == f"{DATA}: Input/output error"


@pytest.mark.parametrize(
    ("bits", "supply", "heat"),
    [
        (0, "", ""),
        (0x1, "under-voltage now (0x1)", ""),
        (0x50000, "under-voltage since the start (0x50000)", "slowed down since the start (0x50000)"),
        (0x50005, "under-voltage now (0x50005)", "slowed down now (0x50005)"),
    ],
)
def test_a_weak_supply_and_heat(bits: int, supply: str, heat: str) -> None:
    told = lines(Told(bits=bits))
    assert (told["supply"]["why"], told["heat"]["why"]) == (supply, heat)


@pytest.mark.parametrize(
    ("text", "bits"),
    [("throttled=0x0\n", 0), ("throttled=0x50005\n", 0x50005), ("", None), ("error=1 error_msg=no\n", None)],
)
def test_a_machine_may_tell_of_its_supply(text: str, bits: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=text))
    assert Machine().throttled() == bits
    assert ("supply" in lines(Told(bits=bits))) == (bits is not None)


def test_a_machine_without_its_program_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert Machine().throttled() is None


def test_the_pygame_that_cannot_open_a_bare_display() -> None:
    assert lines(Told(driver="", flavour="pygame 2.6.1, SDL 2.28.4"))["pygame"]["status"] == "failed"
    assert lines(Told(driver="x11", flavour="pygame 2.6.1, SDL 2.28.4"))["pygame"]["status"] == "ok"


def test_the_simulated_box_passes_on_this_machine(tmp_path: Path) -> None:
    told = run_selftest(Settings(), (), tmp_path / "data")
    by_part = {line["part"]: line for line in told}
    assert [part for part in PARTS if by_part[part]["status"] != "ok"] == []
    assert by_part["screen"]["driver"] == "simulated"
    assert "video" not in by_part


def test_a_real_part_that_is_not_here_is_missing_and_the_test_goes_on(tmp_path: Path) -> None:
    both = spec_of("dsi7-matrices")
    settings = Settings(BoxSpec()._replace(key_panels=both.key_panels))
    told = {line["part"]: line for line in run_selftest(settings, (), tmp_path)}
    assert told["panel:a"]["status"] == told["panel:b"]["status"] == "missing"
    assert told["power"]["status"] == "ok"


def test_the_real_machine_writes_and_cleans_up(tmp_path: Path) -> None:
    machine = Machine()
    assert machine.try_writing(tmp_path / "new") == ""
    assert not list((tmp_path / "new").iterdir())
    (tmp_path / "file").touch()
    assert machine.try_writing(tmp_path / "file") == "Not a directory"
    assert machine.free_bytes(tmp_path) > 0
    assert machine.free_bytes(tmp_path / "absent") == 0
    assert machine.accessible("/dev/null") is True
    assert machine.accessible("/dev/no-such-thing") is None


def test_a_speaker_without_a_sound_device_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no_such_driver")
    pygame.mixer.quit()
    settings = Settings(BoxSpec()._replace(sound=PartSpec("mixer")))
    told = {line["part"]: line for line in run_selftest(settings, (), tmp_path)}
    assert told["speaker"]["status"] != "ok"
    assert told["speaker"]["why"].startswith("no sound device")


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (None, "ok"),
        (message("the broker does not take the user '{user}' with this password", user="table-1"), "failed"),
        (message("the Python package {name} is not installed", name="paho-mqtt"), "missing"),
    ],
)
def test_the_broker_has_a_line_with_what_to_do(fault: Message | None, status: str) -> None:
    line = fleet_result(fault, ("/etc/owner.pw", ""))
    assert (line["part"], line["status"], line["why"]) == ("fleet", status, fault or "")
    assert bool(line["do"]) is (fault is not None)
    assert POLISH.again(line["do"]) != line["do"] or fault is None


def test_of_a_file_that_cannot_be_used_no_broker_is_blamed() -> None:
    line = fleet_result(joined("/etc/owner.pw", "No such file or directory"), ("/etc/owner.pw", ""))
    assert "file" in line["do"]
    assert "broker" not in line["do"]
    assert POLISH.again(line["do"]) != line["do"]


@pytest.mark.parametrize(
    ("example", "boot", "missing"),
    [
        ("dsi7-matrices", "dtparam=audio=on\n", "dtparam=spi=on"),
        ("dsi7-matrices", "#dtparam=spi=on\n", "dtparam=spi=on"),
        ("dsi7-matrices", "dtparam=spi=on\ndtparam=spi=off\n", "dtparam=spi=on"),
        ("dsi7-matrices", "dtparam=i2c_arm=on,spi=on\n", ""),
        ("hdmi10-strips", "dtparam=audio=on\n", "dtparam=audio=off"),
        ("hdmi10-strips", "dtparam=audio=on\n[all]\ndtparam=audio=off\n", ""),
        ("usb-buttons", "", ""),
    ],
)
def test_a_bus_that_the_boot_file_leaves_off_has_a_line(example: str, boot: str, missing: str) -> None:
    told = lines(Told(boot=boot), example)["buses"]
    assert told["status"] == ("failed" if missing else "ok")
    assert told["why"] == (f"{missing} is not in config.txt" if missing else "")


def test_more_chip_selects_than_are_needed_do() -> None:
    spec = BoxSpec(PartSpec("x11"), key_panels=dict.fromkeys(SEATS, PartSpec("clocked_spi", {"bus": 1})))
    for boot, off in (
        ("dtoverlay=spi1-3cs", False),
        ("dtoverlay=spi1-1cs,cs0_pin=16", False),
        ("dtoverlay=spi0-1cs", True),
    ):
        assert bool(switched_off(spec, boot)) == off
