"""The parts of the installer that can be tried without installing: the boot files, and the units' promises."""

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
CONFIG_TXT = "dtparam=audio=on\ncamera_auto_detect=1\n[all]\n"
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=abc-02 rootwait\n"
QUIET = "quiet loglevel=3"

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """A boot folder as Raspberry Pi OS has it."""
    (tmp_path / "config.txt").write_text(CONFIG_TXT)
    (tmp_path / "cmdline.txt").write_text(CMDLINE_TXT)
    return tmp_path


def call(function: str, boot: Path, config: str = "") -> None:
    """Call one of the installer's functions on a boot folder."""
    (boot / "config.yaml").write_text(config)
    script = f'source "{SYSTEMD}/install"; config_file="{boot}/config.yaml"; {function} "{boot}"'
    subprocess.run(["bash", "-c", script], check=True)


@needs_bash
def test_boot_settings_are_added_once_and_taken_away_again(boot: Path) -> None:
    call("boot_settings", boot)
    once = (boot / "config.txt").read_text(), (boot / "cmdline.txt").read_text()
    call("boot_settings", boot)
    assert ((boot / "config.txt").read_text(), (boot / "cmdline.txt").read_text()) == once
    assert once[0].startswith(CONFIG_TXT)
    assert "dtparam=spi=on" in once[0]
    assert once[1].startswith(CMDLINE_TXT.strip())
    assert QUIET in once[1]
    assert once[1].count("\n") == 1, "the kernel reads one line"
    call("boot_settings_removed", boot)
    assert (boot / "config.txt").read_text() == CONFIG_TXT
    assert (boot / "cmdline.txt").read_text() == CMDLINE_TXT


@needs_bash
def test_boot_settings_follow_the_config(boot: Path) -> None:
    call("boot_settings", boot, "key_panels: {a: {driver: ws281x_pwm}}")
    assert "dtparam=audio=off" in (boot / "config.txt").read_text()
    call("boot_settings", boot, "key_panels: {a: {driver: ws281x_spi}}  # not ws281x_pwm")
    text = (boot / "config.txt").read_text()
    assert "dtparam=audio=off" not in text
    assert "i2c_arm" not in text


@needs_bash
def test_the_core_clock_stands_still_where_the_leds_need_it(boot: Path) -> None:
    call("boot_settings", boot)
    by_model: dict[str, list[str]] = {}
    for line in (boot / "config.txt").read_text().splitlines():
        if line.startswith("["):
            model = by_model.setdefault(line.strip("[]"), [])
        elif line.startswith("core_freq"):
            model.append(line)
    assert by_model["pi3"] == ["core_freq=250"]
    assert by_model["pi4"] == ["core_freq=500", "core_freq_min=500"]
    assert by_model["all"] == []


@needs_bash
@pytest.mark.parametrize("arguments", [["--config", "nonsense"], ["--purge"], ["--frobnicate"]])
def test_the_installer_refuses_what_it_does_not_know(arguments: list[str]) -> None:
    done = subprocess.run([SYSTEMD / "install", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr
    assert "==" not in done.stdout, "and begins nothing"


def test_the_service_is_watched_restarted_and_blanked() -> None:
    text = (SYSTEMD / "spytable.service").read_text()
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text)
    service = parser["Service"]
    assert (service["Type"], service["Restart"], service["WatchdogSec"]) == ("notify", "always", "15")
    assert service["ExecStopPost"].endswith("-m hardware.blank")
    assert service["RuntimeDirectoryPreserve"] == "restart", "the crash counter lives there"
    assert not re.search(r"network", " ".join(parser["Unit"].values()), re.I)


@needs_bash
@pytest.mark.parametrize("before", ["nothing", "a folder", "a link"])
def test_a_new_program_takes_the_place_of_the_old_one_by_a_rename(tmp_path: Path, before: str) -> None:
    if before == "a folder":
        (tmp_path / "venv/bin").mkdir(parents=True)
    if before == "a link":
        (tmp_path / "venv-1").mkdir()
        (tmp_path / "venv").symlink_to("venv-1")
    (tmp_path / "venv-2").mkdir()
    (tmp_path / "venv-2/new").touch()
    script = f'source "{SYSTEMD}/install"; home="{tmp_path}"; switch_program "{tmp_path}/venv-2"'
    subprocess.run(["bash", "-c", script], check=True)
    assert (tmp_path / "venv/new").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["venv", "venv-2"]


def test_the_old_program_plays_on_until_the_new_one_is_whole() -> None:
    text = (SYSTEMD / "install").read_text(encoding="utf-8")
    assert text.index("$pip install") < text.index("now stop spytable.service") < text.index('switch_program "$new"')
    assert "trap 'now start" in text


def test_a_box_has_no_network_unless_its_config_names_a_broker() -> None:
    service = (SYSTEMD / "spytable.service").read_text(encoding="utf-8")
    assert "RestrictAddressFamilies=AF_UNIX AF_NETLINK\nIPAddressDeny=any\n" in service
    lines = (SYSTEMD / "examples/fleet.conf").read_text(encoding="utf-8").splitlines()
    settings = [line for line in lines if line and not line.startswith("#")]
    assert settings == ["[Service]", "RestrictAddressFamilies=AF_INET AF_INET6", "IPAddressDeny="]


@needs_bash
@pytest.mark.parametrize(
    ("config", "joined"), [("fleet: {broker: 'mqtt://x', name: a}", True), ("# fleet: {}\n", False), ("", False)]
)
def test_the_installer_opens_the_network_for_the_fleet_alone(tmp_path: Path, config: str, joined: bool) -> None:
    (tmp_path / "config.yaml").write_text(config)
    script = f'source "{SYSTEMD}/install"; config_file="{tmp_path}/config.yaml"; config_names fleet'
    assert (subprocess.run(["bash", "-c", script], check=False).returncode == 0) is joined
