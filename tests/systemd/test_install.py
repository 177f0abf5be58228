"""The parts of the installer that can be tried without installing: the boot files, and the units' promises."""

import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from device.owner.versions import ASKED, TAKEN

SYSTEMD = Path(__file__).parents[2] / "systemd"
CONFIG_TXT = "dtparam=audio=on\ncamera_auto_detect=1\n[all]\n"
CMDLINE_TXT = "console=serial0,115200 console=tty1 root=PARTUUID=abc-02 rootwait\n"
QUIET = "quiet loglevel=3"
SPI_LEDS = "key_panels: {a: {driver: ws281x_spi}}"

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """A boot folder as Raspberry Pi OS has it."""
    (tmp_path / "config.txt").write_text(CONFIG_TXT)
    (tmp_path / "cmdline.txt").write_text(CMDLINE_TXT)
    return tmp_path


def call(function: str, boot: Path, config: str = "") -> None:
    """Call one of the installer's functions on a boot folder."""
    attempt(f'{function} "{boot}"', boot, config).check_returncode()


def attempt(command: str, boot: Path, config: str = "") -> "subprocess.CompletedProcess[str]":
    """Run a command with the installer's functions, its files in this folder."""
    (boot / "config.yaml").write_text(config)
    python = boot / "python"
    python.write_text(f'#!/bin/sh\ncd "{SYSTEMD.parent}" && exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    places = {
        "config_file": "config.yaml",
        "switches": "install.conf",
        "target_before": "target.before",
        "python": "python",
    }
    files = "; ".join(f'{name}="{boot}/{file}"' for name, file in places.items())
    script = f'source "{SYSTEMD}/install"; {files}; {command}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


@needs_bash
def test_boot_settings_are_added_once_and_taken_away_again(boot: Path) -> None:
    call("boot_settings", boot, SPI_LEDS)
    once = (boot / "config.txt").read_text(), (boot / "cmdline.txt").read_text()
    call("boot_settings", boot, SPI_LEDS)
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
def test_what_stands_behind_a_block_without_an_end_stays(boot: Path) -> None:
    """Whoever deletes that line by hand lost all that stood behind it, the next time the config changed."""
    call("boot_settings", boot, SPI_LEDS)
    text = (boot / "config.txt").read_text()
    (boot / "config.txt").write_text(text.replace("# spytable end\n", "[pi5]\ndtoverlay=mine\n"))
    for _ in range(2):
        call("boot_settings", boot, SPI_LEDS)
        text = (boot / "config.txt").read_text()
        assert text.startswith(CONFIG_TXT) and "[pi5]\ndtoverlay=mine\n" in text
        assert text.count("# spytable begin") == text.count("# spytable end") == 1


@needs_bash
def test_boot_settings_follow_the_config(boot: Path) -> None:
    oled = "{driver: luma, device: ssd1306, interface: i2c"
    for config, lines in (
        ("key_panels: {a: {driver: ws281x_pwm}}", ["dtparam=audio=off"]),
        (f"{SPI_LEDS}  # not ws281x_pwm", ["dtparam=spi=on"]),
        (f"key_panels: {{a: {oled}}}, b: {oled}, port: 0}}}}", ["dtparam=i2c_vc=on", "dtparam=i2c_arm=on"]),
        (f"key_panels: {{a: {oled}, port: 3}}}}", ["dtoverlay=i2c3"]),
        ("key_panels: {a: {driver: luma, device: st7789, port: 1, chip: 1, dc: 5}}", ["dtoverlay=spi1-2cs"]),
        ("buttons: {a: {driver: key, key: a}}", []),
        ("key_panels: [", ["dtparam=spi=on"]),
    ):
        call("boot_settings", boot, config)
        block = (boot / "config.txt").read_text().removeprefix(CONFIG_TXT).splitlines()
        assert [line for line in block if line.startswith("dt")] == lines, config


@needs_bash
def test_the_core_clock_stands_still_where_the_leds_need_it(boot: Path) -> None:
    call("boot_settings", boot, SPI_LEDS)
    by_model: dict[str, list[str]] = {}
    for line in (boot / "config.txt").read_text().splitlines():
        if line.startswith("["):
            model = by_model.setdefault(line.strip("[]"), [])
        elif line.startswith("core_freq"):
            model.append(line)
    assert by_model["pi3"] == ["core_freq=250"]
    assert by_model["pi4"] == ["core_freq=500", "core_freq_min=500"]
    assert by_model["all"] == []
    call("boot_settings", boot, "key_panels: {a: {driver: clocked_spi}}")
    assert "core_freq" not in (boot / "config.txt").read_text(), "those have a clock of their own"


@needs_bash
@pytest.mark.parametrize("arguments", [["--config", "nonsense"], ["--purge"], ["--frobnicate"]])
def test_the_installer_refuses_what_it_does_not_know(arguments: list[str]) -> None:
    done = subprocess.run([SYSTEMD / "install", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr
    assert "==" not in done.stdout, "and begins nothing"


def test_kinds_of_devices_that_come_as_modules_are_there_before_the_box() -> None:
    """DeviceAllow=char-alsa lets nothing in where the sound card's driver is loaded after the box was started."""
    lines = (SYSTEMD / "spytable.service").read_text().splitlines()
    kinds = {line.split("=char-")[1].split()[0] for line in lines if line.startswith("DeviceAllow=char-")}
    modules = {"drm": "drm", "alsa": "snd", "spi": "spidev", "i2c": "i2c_dev"}
    assert kinds - modules.keys() == {"input", "tty", "gpiochip"}, "these are built into the kernels of the machines"
    for order in ("Wants", "After"):
        (named,) = (line for line in lines if line.startswith(f"{order}=modprobe@"))
        assert {f"modprobe@{name}.service" for name in modules.values()} == set(named.partition("=")[2].split())


def test_the_box_starts_without_the_partition_of_its_data() -> None:
    """Of a state directory systemd requires the mount it may be on, and a start that failed so is never tried again."""
    unit = (SYSTEMD / "spytable.service").read_text()
    assert not [line for line in unit.splitlines() if line.startswith(("StateDirectory", "RequiresMountsFor"))]
    assert "ReadWritePaths=-/var/lib/spytable\n" in unit
    assert "Environment=SPYTABLE_DATA=/var/lib/spytable\n" in unit
    assert "-m 700 -o spytable -g spytable /var/lib/spytable" in (SYSTEMD / "install").read_text()


def test_the_service_is_watched_restarted_and_blanked() -> None:
    text = (SYSTEMD / "spytable.service").read_text()
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text)
    service = parser["Service"]
    assert (service["Type"], service["Restart"], service["WatchdogSec"]) == ("notify", "always", "15")
    assert service["ExecStopPost"].endswith("-m hardware.blank")
    assert int(service["TimeoutStopSec"]) >= 10, "it bounds the blanking, too, and a Zero 2 starts Python slowly"
    assert service["RuntimeDirectoryPreserve"] == "restart", "the crash counter lives there"
    assert service["LimitCORE"] == "0", "the memory of a box holds a key"
    assert not re.search(r"network", " ".join(parser["Unit"].values()), re.I)


@pytest.mark.parametrize(
    ("lies", "left"),
    [({ASKED}, set()), ({TAKEN}, set()), ({ASKED, TAKEN}, {ASKED}), (set(), set())],
    ids=["never taken", "taken", "another one meanwhile", "gone"],
)
def test_an_update_that_was_asked_for_is_gone_however_it_ended(
    tmp_path: Path, lies: set[Path], left: set[Path]
) -> None:
    """A start that failed left it there, and no update was taken any more; one asked for meanwhile went with it."""
    data = "/var/lib/spytable"
    unit = (SYSTEMD / "spytable-update.service").read_text()
    assert f"PathExists={data}/{ASKED}\n" in (SYSTEMD / "spytable-update.path").read_text()
    assert f"ExecStart=/opt/spytable/venv/bin/spytable update {data}/{ASKED}\n" in unit
    (tmp_path / "update").mkdir()
    for name in lies:
        (tmp_path / name).touch()
    (step,) = re.findall("^ExecStopPost=-(/bin/.*)$", unit, re.M)
    subprocess.run(step.replace(data, str(tmp_path)), shell=True, check=True)
    assert {path.relative_to(tmp_path) for path in (tmp_path / "update").iterdir()} == left


def test_leds_on_pwm_run_as_root_that_may_open_what_is_the_boxs() -> None:
    """Without these rights root can't open the games and the stick of the service's user, nor close them to others."""
    text = (SYSTEMD / "examples/pwm-leds.conf").read_text()
    (rights,) = (line for line in text.splitlines() if line.startswith("CapabilityBoundingSet="))
    assert set(rights.partition("=")[2].split()) == {"CAP_SYS_RAWIO", "CAP_DAC_OVERRIDE", "CAP_FOWNER"}
    assert "User=root" in text


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_a_box_of_root_kept_is_the_boxs_again(tmp_path: Path) -> None:
    """With other LEDs it could open none of it: no game was there, and nothing was saved."""
    for name in ("theirs", "somebody_else", "packs/kite.png", "spytable.db"):
        (tmp_path / "data" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / name).touch()
    (tmp_path / "secret").touch()
    (tmp_path / "data/link").symlink_to(tmp_path / "secret")
    os.chown(tmp_path / "data/somebody_else", 1234, 1234)
    (line,) = re.findall(r"ExecStartPre=\+-/bin/(chown .*)", (SYSTEMD / "spytable.service").read_text())
    told = line.replace("spytable:spytable", "4321:4321").replace("/var/lib/spytable", str(tmp_path / "data")).split()
    subprocess.run(told, check=True)
    owners = {path.name: path.lstat().st_uid for path in (tmp_path / "data").rglob("*")}
    assert owners.pop("somebody_else") == 1234
    assert set(owners.values()) == {(tmp_path / "data").stat().st_uid} == {4321}
    assert (tmp_path / "secret").stat().st_uid == 0, "a link is not followed"


@needs_bash
def test_a_sound_board_and_a_power_button_are_switches_that_stay(boot: Path) -> None:
    call("set_switch i2s max98357a,no-sdmode; set_switch power-button 3; boot_settings", boot)
    for _ in range(2):
        text = (boot / "config.txt").read_text()
        assert text.count("dtoverlay=max98357a,no-sdmode\n") == 1
        assert text.count("dtoverlay=gpio-shutdown,gpio_pin=3,") == 1
        call("set_switch i2s ''; boot_settings", boot)
    call("set_switch i2s none; boot_settings", boot)
    text = (boot / "config.txt").read_text()
    assert "max98357a" not in text and "gpio-shutdown" in text


@needs_bash
@pytest.mark.parametrize(
    ("i2s", "button", "config", "told"),
    [
        ("dac;reboot", "", "", "--i2s"),
        ("", "28", "", "--power-button"),
        ("", "x", "", "--power-button"),
        ("hifiberry-dac", "", "key_panels: {a: {driver: ws281x_pwm}}", "key_panels.a uses GPIO 18"),
        ("hifiberry-dac", "", "buttons: {b: {driver: gpio, pin: 21}}", "buttons.b uses GPIO 21"),
        ("max98357a", "", "buttons: {b: {driver: gpio, pin: 4}}", "buttons.b uses GPIO 4"),
        ("max98357a,sdmode-pin=5", "", "buttons: {b: {driver: gpio, pin: 5}}", "buttons.b uses GPIO 5"),
        ("hifiberry-dac", "20", "", "--i2s hifiberry-dac uses that pin"),
        ("", "3", "key_panels: {a: {driver: luma, device: sh1106, interface: i2c}}", "key_panels.a uses that pin"),
        ("", "8", SPI_LEDS, "key_panels.a uses that pin"),
        ("", "17", "buttons: {a: {driver: gpio, pin: 17}}", "uses that pin"),
        ("", "27", "buttons: {a: {driver: gpio, pin: 17, lamp: 27}}", "uses that pin"),
    ],
)
def test_a_switch_that_cannot_be_is_refused(boot: Path, i2s: str, button: str, config: str, told: str) -> None:
    done = attempt(
        f"check_switches '{i2s}' '{button}'; set_switches {boot}/config.yaml '{i2s}' '{button}' ''", boot, config
    )
    assert done.returncode == 1
    assert not (boot / "install.conf").exists()
    assert told in done.stderr and done.stderr.count("\n") == 1


@needs_bash
@pytest.mark.parametrize(("i2s", "button"), [("", ""), ("none", "none"), ("hifiberry-dac", "3"), ("", "26")])
def test_a_switch_that_can_be_is_taken(boot: Path, i2s: str, button: str) -> None:
    config = "buttons: {a: {driver: gpio, pin: 17, lamp: 27}}  # pin: 26"
    command = f"check_switches '{i2s}' '{button}'; set_switches {boot}/config.yaml '{i2s}' '{button}' ''"
    assert attempt(command, boot, config).returncode == 0


def test_the_switch_to_a_new_version_is_the_last_step() -> None:
    text = (SYSTEMD / "install").read_text(encoding="utf-8")
    steps = re.search(r"^install_all\(\) \{\n(.*?)^\}", text, re.M | re.S)
    assert steps
    calls = re.findall(
        r"^    (build_version|install_\w+|boot_settings|.*switch \"\$new\"|take_the_screen)", steps[1], re.M
    )
    assert calls[-2:] == ['bash "$versions" switch "$new"', "take_the_screen"]
    assert "stop spytable" not in steps[1], "the running box plays on until it is switched"


def test_what_the_machine_reads_of_a_version_goes_with_the_switch() -> None:
    """Units and rules are links into the version that runs, and the guard is a copy that no new version can spoil."""
    text = (SYSTEMD / "install").read_text(encoding="utf-8")
    assert re.search(r'ln -sfn "\$from/\$unit" "\$units/\$unit"', text)
    unit = (SYSTEMD / "spytable.service").read_text(encoding="utf-8")
    assert "ExecStartPre=+-/opt/spytable/libexec/versions before-start" in unit


@needs_bash
def test_uninstalling_restores_the_boot_target_that_was_there(tmp_path: Path) -> None:
    """A machine with a desktop that used to start in text mode goes on to do so."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, does in {"systemctl": 'echo "$*" >> log; [ "$1" != get-default ] || cat target', "udevadm": ""}.items():
        (tools / name).write_text(f"#!/bin/sh\ncd {tmp_path}\n{does}\n")
        (tools / name).chmod(0o755)
    (tmp_path / "target").write_text("multi-user.target\n")
    (tmp_path / "units").mkdir()
    (tmp_path / "units/display-manager.service").symlink_to("gdm.service")
    named = ("units", "home", "sysusers", "udev_rules", "polkit_rules", "modules", "watchdog")
    places = f'export PATH="{tools}:$PATH"; ' + "".join(f'{name}="{tmp_path}/{name}"; ' for name in named)
    places += "boot_folder() { :; }; systemd_runs() { false; }"
    attempt(f"{places}; take_the_screen; take_the_screen", tmp_path).check_returncode()
    (tmp_path / "target").write_text("rescue.target\n")
    attempt(f"{places}; take_the_screen; uninstall no", tmp_path).check_returncode()
    log = (tmp_path / "log").read_text()
    assert log.rindex("set-default multi-user.target") > log.rindex("unmask")
    assert not (tmp_path / "target.before").exists()


FSTAB = """proc            /proc           proc    defaults          0       0
PARTUUID=abc-01  /boot/firmware  vfat    defaults          0       2
PARTUUID=abc-02 / ext4 defaults,noatime 0 1
# a swapfile is not a swap partition, no line here
"""


@needs_bash
def test_a_read_only_root_has_its_data_apart_and_can_be_taken_back(tmp_path: Path) -> None:
    fstab = tmp_path / "fstab"
    fstab.write_text(FSTAB)
    for _ in range(2):
        attempt(f'fstab="{fstab}"; mounts LABEL=box', tmp_path).check_returncode()
        lines = [line.split() for line in fstab.read_text().splitlines()]
        mounted = {line[1]: line for line in lines if len(line) == 6 and not line[0].startswith("#")}
        assert mounted["/"][3] == "ro,defaults,noatime"
        assert mounted["/var/lib/spytable"][:3] == ["LABEL=box", "/var/lib/spytable", "ext4"]
        assert "nofail" in mounted["/var/lib/spytable"][3], "without it the machine would not start at all"
        assert {place for place, line in mounted.items() if line[2] == "tmpfs"} >= {"/tmp", "/var/log"}
        assert len(lines) == len(FSTAB.splitlines()) + 7
    attempt(f'fstab="{fstab}"; mounts ""', tmp_path).check_returncode()
    assert fstab.read_text() == FSTAB


class Disks:
    """A root with the games of before, and a partition for those to come; what is mounted is a link."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.below, self.partition = folder / "below" / str(self.data)[1:], folder / "partition"
        for each in (self.data, self.below, self.partition, folder / "tools", folder / "tmp"):
            each.mkdir(parents=True)
        (folder / "fstab").write_text(FSTAB)
        mount = f'for place; do :; done; rmdir "$place"; case "$*" in *--bind*) from={folder}/below;; '
        mount += f'*) from={self.partition};; esac; exec ln -s "$from" "$place"'
        tools = {
            "mount": mount,
            "umount": 'rm "$1"; mkdir "$1"',
            "mountpoint": f"[ -e {folder}/mounted ]",
            "systemctl": f'echo "$*" >> {folder}/asked',
            "chown": "",
        }
        for name, does in tools.items():
            (folder / "tools" / name).write_text(f"#!/bin/sh\n{does}\n")
            (folder / "tools" / name).chmod(0o755)

    def run(self, command: str) -> "subprocess.CompletedProcess[str]":
        """Run a command of the installer; what it is told last is whether the box starts again."""
        places = f'export PATH="{self.folder}/tools:$PATH" TMPDIR="{self.folder}/tmp"; data="{self.data}"; '
        places += f'fstab="{self.folder}/fstab"; mkdir() {{ case $2 in /media/*) ;; *) command mkdir "$@";; esac; }}; '
        places += "systemd_runs() { true; }; self_test() { :; }; bash() { :; }"
        return attempt(f"{places}; {command}; begin_to_play; finish", self.folder)

    @property
    def starts(self) -> bool:
        """Whether the box was started again."""
        return "start --no-block" in (self.folder / "asked").read_text()


@needs_bash
def test_there_and_back_and_there_again_the_newest_games_are_played_on(tmp_path: Path) -> None:
    """The second time the partition still had those of the first, which counted."""
    disks = Disks(tmp_path)
    (disks.data / "spytable.db").write_text("January")
    disks.run("set_switch read-only LABEL=box; read_only_root").check_returncode()
    shutil.rmtree(disks.data)
    disks.data.symlink_to(disks.partition)
    (tmp_path / "mounted").touch()
    (disks.data / "spytable.db").write_text("February")
    (disks.data / "spytable.db-wal").write_text("of a box that was killed in February")
    disks.run("set_switch read-only none; read_only_root").check_returncode()
    disks.data.unlink()
    (tmp_path / "mounted").unlink()
    shutil.copytree(disks.below, disks.data)
    assert (disks.data / "spytable.db").read_text() == "February"
    (disks.data / "spytable.db-wal").unlink(missing_ok=True)
    (disks.data / "spytable.db").write_text("March")
    disks.run("set_switch read-only LABEL=box; read_only_root").check_returncode()
    assert (disks.partition / "spytable.db").read_text() == "March"
    assert not (disks.partition / "spytable.db-wal").exists(), "it would be read into March's games"


@needs_bash
def test_games_are_played_on_where_they_are_until_the_root_counts(tmp_path: Path) -> None:
    """fstab could not be written: at the next start the partition was there all the same, and its games were gone."""
    disks = Disks(tmp_path)
    disks.run("set_switch read-only LABEL=box; mounts LABEL=box")
    (tmp_path / "mounted").touch()
    (disks.data / "spytable.db").write_text("games")
    done = disks.run("mounts() { return 1; }; set_switch read-only none; read_only_root")
    assert done.returncode == 1
    assert "could not be written" in done.stderr
    assert (disks.data / "spytable.db").read_text() == "games"
    assert disks.starts


@needs_bash
def test_a_copy_that_is_not_played_on_is_not_taken_for_newer(tmp_path: Path) -> None:
    """fstab could not be written, the box stayed dark; at the second try the games of since then were not played on."""
    disks = Disks(tmp_path)
    (disks.data / "spytable.db").write_text("January")
    done = disks.run("mounts() { return 1; }; set_switch read-only LABEL=box; read_only_root")
    assert done.returncode == 1
    assert disks.starts
    (disks.data / "spytable.db").write_text("February")
    disks.run("set_switch read-only LABEL=box; read_only_root").check_returncode()
    assert (disks.partition / "spytable.db").read_text() == "February"


@needs_bash
def test_games_that_a_partition_has_already_are_told_and_nobody_plays_on_meanwhile(tmp_path: Path) -> None:
    disks = Disks(tmp_path)
    (disks.partition / "spytable.db").write_text("of before")
    done = disks.run("set_switch read-only LABEL=box; read_only_root")
    done.check_returncode()
    assert "games of before" in done.stdout
    assert "stop spytable.service" in (tmp_path / "asked").read_text()


@needs_bash
def test_no_game_is_played_at_the_old_place_once_the_games_have_moved(tmp_path: Path) -> None:
    """The box went on there until the machine's next start, which knew nothing of what was played meanwhile."""
    disks = Disks(tmp_path)
    (disks.data / "spytable.db").write_text("games")
    done = disks.run("set_switch read-only LABEL=box; read_only_root")
    done.check_returncode()
    assert (disks.partition / "spytable.db").read_text() == "games"
    assert not disks.starts
    assert "restart the machine now" in done.stdout


@needs_bash
def test_games_come_back_from_the_partition_they_were_on(tmp_path: Path) -> None:
    """Taken back, the root had the games of the day before the partition was there, and none since."""
    disks = Disks(tmp_path)
    disks.run("set_switch read-only LABEL=box; mounts LABEL=box")
    (tmp_path / "asked").unlink()
    (tmp_path / "mounted").touch()
    (disks.below / "spytable.db").write_text("of before")
    (disks.below / "spytable.db-wal").write_text("of before")
    (disks.data / "spytable.db").write_text("games")
    (disks.data / "packs").mkdir()
    done = disks.run("set_switch read-only none; read_only_root")
    done.check_returncode()
    assert (tmp_path / "fstab").read_text() == FSTAB
    assert {path.name for path in disks.below.iterdir()} == {"spytable.db", "packs"}
    assert (disks.below / "spytable.db").read_text() == "games"
    (aside,) = disks.below.parent.glob("data.before-*")
    assert (aside / "spytable.db").read_text() == "of before"
    assert not disks.starts
    assert "restart the machine now" in done.stdout


@needs_bash
@pytest.mark.parametrize("between", ["", "mounts LABEL=box; "])
@pytest.mark.parametrize("gone", ["begin", "end"])
def test_a_block_of_which_a_line_is_gone_hides_no_games_that_came_back(gone: str, between: str, tmp_path: Path) -> None:
    """The mount stayed with the block's other lines: at the next start the partition was there, without a game."""
    disks, fstab, mine = Disks(tmp_path), tmp_path / "fstab", "LABEL=mine /srv ext4 defaults 0 2\n"
    disks.run("set_switch read-only LABEL=box; mounts LABEL=box")
    fstab.write_text(re.sub(f"# spytable {gone}.*\n", mine, fstab.read_text()))
    (tmp_path / "mounted").touch()
    (disks.data / "spytable.db").write_text("games")
    disks.run(f"{between}set_switch read-only none; read_only_root").check_returncode()
    assert (disks.below / "spytable.db").read_text() == "games"
    assert fstab.read_text() == FSTAB + mine


@needs_bash
def test_games_that_do_not_fit_stay_where_they_are(tmp_path: Path) -> None:
    disks = Disks(tmp_path)
    disks.run("set_switch read-only LABEL=box; mounts LABEL=box")
    (tmp_path / "asked").unlink()
    (tmp_path / "mounted").touch()
    (disks.below / "spytable.db").write_text("of before")
    (disks.data / "spytable.db").write_text("games")
    before = (tmp_path / "fstab").read_text()
    done = disks.run("cp() { return 1; }; set_switch read-only none; read_only_root")
    assert done.returncode == 1
    assert done.stderr.startswith("install: what the box keeps could not be copied")
    assert (tmp_path / "fstab").read_text() == before
    assert (disks.below / "spytable.db").read_text() == "of before"
    assert (tmp_path / "install.conf").read_text() == "read-only=LABEL=box\n", "no later run tries it again"
    assert disks.starts


@needs_bash
def test_what_lies_on_a_partition_of_its_own_is_erased_and_what_lies_below_it(tmp_path: Path) -> None:
    """A folder something is mounted at cannot be taken away: the rest was not done, and games stayed below it."""
    data, tools = tmp_path / "data", tmp_path / "tools"
    for folder in (data / "packs", tools):
        folder.mkdir(parents=True)
    (data / "packs/kite.png").touch()
    (tmp_path / "mounted").touch()
    umount = f"ls {data} > {tmp_path}/left; rm {tmp_path}/mounted; touch {data}/spytable.db"
    busy = f'[ ! -e {tmp_path}/mounted ] || case "$*" in "-rf {data}") exit 1;; esac; exec /bin/rm "$@"'
    for name, does in {"mountpoint": f"[ -e {tmp_path}/mounted ]", "umount": umount, "rm": busy}.items():
        (tools / name).write_text(f"#!/bin/sh\n{does}\n")
        (tools / name).chmod(0o755)
    attempt(f'export PATH="{tools}:$PATH"; erase "{data}"', tmp_path).check_returncode()
    assert (tmp_path / "left").read_text() == ""
    assert not data.exists()


@needs_bash
@pytest.mark.parametrize("partition", ["/dev/sda1; reboot", "sda1", "LABEL=", "data"])
def test_a_partition_that_is_none_is_refused(partition: str) -> None:
    done = subprocess.run([SYSTEMD / "install", "--read-only", partition], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.startswith(f"install: --read-only '{partition}'")


@needs_bash
@pytest.mark.parametrize("asked", ["{}", "if {}; then :; fi"], ids=["plain", "asked"])
@pytest.mark.parametrize("step", ["boot_settings .", "boot_settings_removed .", "mounts LABEL=box", "set_switch i2s x"])
def test_of_a_file_that_cannot_be_read_to_its_end_nothing_is_made(step: str, asked: str, boot: Path) -> None:
    """A cmdline.txt without root= is a machine that does not start."""
    (boot / "fstab").write_text(FSTAB)
    (boot / "install.conf").write_text("power-button=3\ni2s=hifiberry-dac\n")
    before = {name: (boot / name).read_text() for name in ("config.txt", "cmdline.txt", "fstab", "install.conf")}
    fails = f'cd "{boot}"; fstab=fstab; switch_of() {{ :; }}; sed() {{ head -c 9 "${{@: -1}}"; return 4; }}'
    attempt(f"{fails}; {asked.format(step)}", boot)
    assert {name: (boot / name).read_text() for name in before} == before


@needs_bash
@pytest.mark.parametrize("there", ["", "mine: 1\n"])
def test_the_config_is_whole_on_the_disk_before_it_has_its_name(there: str, tmp_path: Path) -> None:
    """A power cut left an empty file, and the next start went on with simulated parts."""
    script = f"""chown() {{ :; }}; new={tmp_path}/new; mkdir -p $new/bin; ln -sf /bin/true $new/bin/spytable
        sync() {{ echo "$1" >> {tmp_path}/synced; [ "$1" != {tmp_path}/config.yaml.new ] || exit 1; }}"""
    done = attempt(f"{script}; {'' if there else 'rm $config_file; '}install_config usb-buttons", tmp_path, there)
    assert done.returncode == 1
    assert (tmp_path / "config.yaml").exists() is bool(there)
    if there:
        assert (tmp_path / "config.yaml").read_text() == there
        assert (tmp_path / "synced").read_text().splitlines()[0] == f"{tmp_path}/config.yaml.before"
    attempt(f"{script}; sync() {{ :; }}; install_config usb-buttons", tmp_path, there).check_returncode()
    assert (tmp_path / "config.yaml").read_text() == (SYSTEMD / "config/usb-buttons.yaml").read_text()


@needs_bash
def test_what_the_installer_makes_may_be_read_by_the_box(tmp_path: Path) -> None:
    """A service that hides what it makes calls it before each start, for a settings file of the card."""
    attempt("set_switch i2s hifiberry-dac", tmp_path).check_returncode()
    before = os.umask(0o077)
    try:
        attempt("set_switch i2s none", tmp_path).check_returncode()
    finally:
        os.umask(before)
    assert (tmp_path / "install.conf").stat().st_mode & 0o444 == 0o444


@needs_bash
def test_what_was_compiled_once_is_there_for_an_update_without_a_network(tmp_path: Path) -> None:
    """spidev and rpi-ws281x have no wheels: without this the LEDs of a box would stay dark after its first update."""
    log, fake = tmp_path / "log", tmp_path / "fake"
    fake.write_text(f'#!/bin/sh\necho "$*" >> {log}\n')
    fake.chmod(0o755)
    script = f"""home="{tmp_path}/home"; built=$home/wheels; versions=/bin/true; on_a_pi() {{ true; }}
        python3() {{ mkdir -p "$new/bin"; cp "{fake}" "$new/bin/python"; }}
        bash() {{ mkdir -p "$home/venv-1"; echo "$home/venv-1"; }}
        extra_packages() {{ echo "spidev>=3.6"; }}; version_here() {{ echo 1; }}
        install() {{ :; }}; chmod() {{ :; }}"""
    for wheels in ("", str(tmp_path)):
        log.unlink(missing_ok=True)
        attempt(f"{script}; wheels='{wheels}'; build_version; trap - EXIT", tmp_path).check_returncode()
        calls = log.read_text()
        assert ("pip --disable-pip-version-check -q wheel" in calls) == (not wheels), "compiled with a network"
        assert f"--find-links {tmp_path}/home/wheels" in calls.splitlines()[-2]
        assert ("--no-index" in calls) == bool(wheels)


def test_a_box_has_no_network_unless_its_config_names_a_broker() -> None:
    service = (SYSTEMD / "spytable.service").read_text(encoding="utf-8")
    assert "RestrictAddressFamilies=AF_UNIX AF_NETLINK\nIPAddressDeny=any\n" in service
    lines = (SYSTEMD / "examples/fleet.conf").read_text(encoding="utf-8").splitlines()
    settings = [line for line in lines if line and not line.startswith("#")]
    assert settings == ["[Service]", "RestrictAddressFamilies=AF_INET AF_INET6", "IPAddressDeny="]


FLEET = "{broker: 'mqtt://x', name: a}"
PWM = "{driver: ws281x_pwm}"


@needs_bash
@pytest.mark.parametrize(
    ("config", "there"),
    [
        (f"fleet: {FLEET}", ["fleet.conf"]),
        ("# fleet: {}\n", []),
        ("", []),
        (f"key_panels: {{a: {PWM}}}  # no fleet", ["pwm-leds.conf"]),
        (f"fleet: {{broker: 'mqtt://x', name: a, title: 'Table #1'}}\nkey_panels: {{a: {PWM}}}", ["both"]),
        (f'{{fleet: {{title: "Table #1", broker: "mqtt://x", name: a}}, key_panels: {{a: {PWM}}}}}', ["both"]),
        ("operator: {label: 'The fleet, no ws281x_pwm'}", []),
        ("key_panels: [", ["left.conf"]),
    ],
)
def test_the_rights_of_the_service_follow_the_config(boot: Path, config: str, there: list[str]) -> None:
    """The network for the fleet, root for LEDs on PWM: told by the program, not by words in the file."""
    before = boot / "units/spytable.service.d"
    before.mkdir(parents=True)
    for name in ("pwm-leds.conf", "fleet.conf"):
        (before / name).write_text("of before\n")
    alone = "link_units() { :; }; on_a_pi() { false; }; "
    attempt(f'{alone} units="{boot}/units"; watchdog="{boot}/watchdog"; install_units', boot, config).check_returncode()
    both = ["fleet.conf", "pwm-leds.conf"]
    left = there == ["left.conf"]
    assert sorted(path.name for path in before.iterdir()) == (both if left or there == ["both"] else there)
    for path in before.iterdir():
        ours = (SYSTEMD / "examples" / path.name).read_text()
        assert path.read_text() == ("of before\n" if left else ours), "of a config nobody can read nothing follows"
