"""A card that installs by itself: prepared on a folder, started on a folder, the power cut before every command."""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.systemd import cuts
from tests.systemd.cuts import tools

SYSTEMD = Path(__file__).parents[2] / "systemd"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=abc-02 rootwait"
INSTALLER = """#!/bin/bash
mkdir -p "$SPYTABLE_ROOT/etc/spytable"
[ -e "$SPYTABLE_ROOT/etc/spytable/config.yaml" ] || echo "$*" > "$SPYTABLE_ROOT/etc/spytable/config.yaml"
echo "$*" >> "$SPYTABLE_ROOT/installed"
"""
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")


class Card:
    """A boot partition and the root of the Pi it starts."""

    def __init__(self, folder: Path, system: str) -> None:
        self.boot, self.root = folder / "boot", folder / "root"
        self.boot.mkdir(parents=True)
        (self.root / "etc/cloud").mkdir(parents=True)
        (self.boot / "config.txt").write_text("[all]\n")
        (self.boot / "cmdline.txt").write_text(f"{CMDLINE}\n")
        if system == "trixie":
            (self.boot / "meta-data").write_text("instance-id: rpi\n")
            (self.boot / "user-data").write_text("#cloud-config\n\n#hostname: raspberrypi\n")
            (self.boot / "network-config").write_text("#network:\n#  version: 2\n")
        self.debs = folder / "debs"
        self.debs.mkdir()
        (self.debs / "x.deb").write_text("x")
        listed = f"Filename: ./x.deb\nSize: 1\nSHA256: {hashlib.sha256(b'x').hexdigest()}\n"
        python = "3.13" if system == "trixie" else "3.11"
        (self.debs / "Packages").write_text(f"Package: python{python}-venv\nVersion: 1\n{listed}")
        self.update = folder / "box.update"
        self.bundle()
        log = f'echo "${{0##*/}} $*" >> {folder}/log'
        self.log = folder / "log"
        self.tools = tools(folder / "tools", systemctl=log, apt_get=log, dpkg=log)

    def bundle(self, *more: str, **manifest: object) -> None:
        """Make the update, with more files that are empty, or another manifest."""
        content = {"systemd/install": INSTALLER, **dict.fromkeys(more, "")}
        digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in content.items()}
        whose = {"name": "spytable", "format": 1, "version": "1.0"}
        fits = {"machines": ["aarch64"], "pythons": ["3.11", "3.13"], "sha256": digests}
        with zipfile.ZipFile(self.update, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in content.items():
                archive.writestr(name, text, zipfile.ZIP_STORED)
            archive.writestr("manifest.json", json.dumps({**whose, **fits, **manifest}))

    def prepare(self, *options: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, SYSTEMD / "card", self.boot, "--update", self.update, "--debs", self.debs, *options]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def start(self, *arguments: str, cut: int | None = None) -> "subprocess.CompletedProcess[str]":
        script = self.boot / "spytable/first-start"
        return cuts.run([script, *arguments], self.tools, {"SPYTABLE_ROOT": str(self.root)}, cut)

    @property
    def calls(self) -> str:
        """What starts the card's script at the next start of the machine, in the kernel's line and in user-data."""
        user_data = self.boot / "user-data"
        return (self.boot / "cmdline.txt").read_text() + (user_data.read_text() if user_data.exists() else "")

    @property
    def waiting(self) -> bool:
        """Tell whether the service is to run at the next start."""
        link = self.root / "etc/systemd/system/multi-user.target.wants/spytable-first-start.service"
        return link.is_symlink() and "first-start run" in link.readlink().read_text()


@pytest.fixture(params=["bookworm", "trixie"])
def card(request: pytest.FixtureRequest, tmp_path: Path) -> Card:
    return Card(tmp_path, request.param)


def test_a_card_can_be_prepared_again_and_ends_up_the_same(card: Card) -> None:
    before = card.calls
    for _ in range(2):
        done = card.prepare("--config", "usb-buttons")
        assert done.returncode == 0, done.stderr
        once = card.calls
        assert once.count("spytable/first-start") == 1
        assert once.startswith(CMDLINE)
        assert once != before
    assert (card.boot / "cmdline.txt").read_text().count("\n") == 1, "the kernel reads one line"
    names = {path.name for path in (card.boot / "spytable").iterdir()}
    files = "config debs first-start first-start.service packages replacing spytable-card.update sums"
    assert names == set(files.split())


def test_cloud_init_reads_what_it_is_given(tmp_path: Path) -> None:
    import yaml

    card = Card(tmp_path, "trixie")
    (card.boot / "user-data").write_text("#cloud-config\nhostname: table-4\nusers:\n- name: kim\n")
    (card.boot / "network-config").write_text("network: {version: 2, wifis: {}}\n")
    assert card.prepare().returncode == 0
    text = (card.boot / "user-data").read_text()
    assert text.startswith("#cloud-config\n")
    given = yaml.safe_load(text)
    assert given["hostname"] == "table-4" and given["users"] == [{"name": "kim"}], "what was set with the card stays"
    assert given["bootcmd"] == [["bash", "/boot/firmware/spytable/first-start"]]
    assert "wifis" in (card.boot / "network-config").read_text()


def test_a_network_that_is_not_there_is_not_waited_for(tmp_path: Path) -> None:
    import yaml

    card = Card(tmp_path, "trixie")
    assert card.prepare().returncode == 0
    network = yaml.safe_load((card.boot / "network-config").read_text())["network"]
    assert network["ethernets"]["eth0"]["optional"] is True


def test_what_cannot_be_prepared_is_told_in_one_line_and_left_alone(tmp_path: Path) -> None:
    cases = {
        "another first start": ("bookworm", "cmdline.txt", f"{CMDLINE} systemd.run=/boot/firstrun.sh\n"),
        "a bootcmd of its own": ("trixie", "user-data", "#cloud-config\nbootcmd:\n- date\n"),
        "no plain cloud-config": ("trixie", "user-data", "#!/bin/sh\ndate\n"),
        "no plain cloud-config: write": ("trixie", "user-data", "#cloud-config\n{hostname: box}\n"),
        "user-data: no plain cloud-config": (
            "trixie",
            "user-data",
            "#cloud-config-archive\n- type: text/cloud-config\n",
        ),
        "no plain cloud-config: write the card": ("trixie", "user-data", "#include\nhttp://a.b/c\n"),
        "/user-data: no plain cloud-config": ("trixie", "user-data", "#cloud-config\na: 1\n---\nb: 2\n"),
        "a bootcmd of its own: write": ("trixie", "user-data", '#cloud-config\n"bootcmd" :\n- date\n'),
        "more than one line": ("bookworm", "cmdline.txt", f"{CMDLINE}\n# mine\n"),
        "cmdline.txt: no UTF-8": ("bookworm", "cmdline.txt", "console=tty1 # za\u017c".encode("iso8859-2")),
        "user-data: no UTF-8": ("trixie", "user-data", "#cloud-config\n# za\u017c\n".encode("iso8859-2")),
    }
    for number, (told, (system, name, text)) in enumerate(cases.items()):
        card = Card(tmp_path / str(number), system)
        content = text if isinstance(text, bytes) else text.encode()
        (card.boot / name).write_bytes(content)
        done = card.prepare()
        assert done.returncode == 1 and told in done.stderr and done.stderr.count("\n") == 1
        assert (card.boot / name).read_bytes() == content
    card = Card(tmp_path / "no card", "bookworm")
    (card.boot / "config.txt").unlink()
    done = card.prepare()
    assert done.returncode == 1 and "no boot partition of Raspberry Pi OS" in done.stderr
    assert not (card.boot / "spytable").exists()


@pytest.mark.parametrize(
    "fault",
    ["junk", "machine", "fields", "manifest", "wheel", "packages", "no package", "spoilt package", "other system"],
)
def test_a_card_that_could_not_install_is_not_called_ready(fault: str, card: Card) -> None:
    """A file of whose content a bit had turned was a traceback, or a card that said so at its first start."""
    before = (card.boot / "cmdline.txt").read_text()
    index = card.debs / "Packages"
    match fault:
        case "junk":
            card.update.write_text("hi")
        case "fields":
            card.bundle(machines=5, pythons=[{}])
        case "manifest" | "wheel":
            content = card.update.read_bytes()
            at = (
                content.index(INSTALLER.encode()) if fault == "wheel" else content.rindex(b"manifest.json", 0, -99) + 20
            )
            card.update.write_bytes(
                content[:at] + bytes(byte ^ 255 for byte in content[at : at + 9]) + content[at + 9 :]
            )
        case "packages":
            index.write_text("")
        case "no package":
            (card.debs / "x.deb").unlink()
        case "spoilt package":
            (card.debs / "x.deb").write_text("y")
        case "other system":
            index.write_text(index.read_text().replace("python3.1", "python3.2"))
    done = card.prepare(*(["--machine", "x86_64"] if fault == "machine" else []))
    assert done.returncode == 1 and done.stderr.startswith("card: ") and done.stderr.count("\n") == 1
    assert not (card.boot / "spytable").exists()
    assert (card.boot / "cmdline.txt").read_text() == before


def test_a_mark_of_the_order_of_bytes_stays_before_nothing(tmp_path: Path) -> None:
    """A second first line was put before it, and cloud-init read neither."""
    card = Card(tmp_path, "trixie")
    (card.boot / "user-data").write_bytes("\ufeff#cloud-config\nhostname: box\n".encode())
    assert card.prepare().returncode == 0
    assert (card.boot / "user-data").read_text(encoding="utf-8").startswith("#cloud-config\nhostname: box\n")


def test_the_first_start_installs_from_the_card_and_never_comes_again(card: Card) -> None:
    assert card.prepare("--config", "usb-buttons").returncode == 0
    card.start()
    assert card.waiting
    assert "systemd.run" not in card.calls
    card.start("run")
    assert (card.root / "installed").read_text() == "--no-start --config usb-buttons\n"
    assert not card.waiting
    assert "first-start" not in card.calls
    log = card.log.read_text()
    assert "dpkg --configure -a" in log and " install python3 " in log and "python3-spidev" in log
    assert log.rstrip().endswith("systemctl reboot")


@pytest.mark.parametrize("wheel", ["", "wheels/rpi_ws281x-5.0.0-{}-linux_aarch64.whl"])
def test_a_card_does_not_promise_lights_that_it_cannot_install(wheel: str, card: Card) -> None:
    """It was called ready, and the key panels stayed dark."""
    card.bundle(wheel.format("cp39-cp39") or "wheels/x")
    done = card.prepare("--config", "hdmi10-strips")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("card: hdmi10-strips: rpi-ws281x has no wheel: ")
    assert not (card.boot / "spytable").exists()
    if wheel:
        python = "cp313-cp313" if (card.boot / "meta-data").exists() else "cp311-cp311"
        card.bundle(wheel.format(python))
        assert card.prepare("--config", "hdmi10-strips").returncode == 0


def test_a_card_whose_files_are_spoilt_installs_nothing(card: Card) -> None:
    assert card.prepare().returncode == 0
    (card.boot / "spytable/debs/Packages").write_text("Package: evil\n")
    done = card.start("run", cut=cuts.MAX_STEPS)
    assert done.returncode == 1
    assert "the card is damaged" in done.stdout
    assert not (card.root / "installed").exists()
    assert not card.log.exists()


def test_a_config_that_is_there_already_stays(card: Card) -> None:
    """A power cut after the installation, before the end: the box may have been set up meanwhile."""
    assert card.prepare().returncode == 0
    (card.root / "etc/spytable").mkdir(parents=True)
    (card.root / "etc/spytable/config.yaml").write_text("mine")
    card.start("run")
    assert (card.root / "installed").read_text() == "--no-start\n"


def test_a_config_that_a_power_cut_left_empty_is_none(card: Card) -> None:
    """The box was installed with simulated parts."""
    assert card.prepare("--config", "clocked-strips").returncode == 0
    (card.root / "etc/spytable").mkdir(parents=True)
    (card.root / "etc/spytable/config.yaml").touch()
    card.start("run")
    assert (card.root / "installed").read_text() == "--no-start --config clocked-strips\n"


def test_a_boot_file_that_cannot_be_read_to_its_end_stays(card: Card) -> None:
    """Without its root= the kernel finds none."""
    assert card.prepare().returncode == 0
    before = card.calls
    cuts.tools(card.tools, sed='case $2 in */cmdline.txt|*/user-data) head -c 9 $2; exit 4;; esac; exec /bin/sed "$@"')
    for arguments in ((), ("run",)):
        card.start(*arguments, cut=cuts.MAX_STEPS)
        assert card.calls == before


@pytest.mark.parametrize("system", ["bookworm", "trixie"])
def test_the_power_may_be_cut_before_any_command_of_the_first_start(system: str, tmp_path: Path) -> None:
    first = Card(tmp_path / "first", system)
    assert first.prepare("--config", "usb-buttons").returncode == 0
    for number in range(cuts.MAX_STEPS):
        card = Card(tmp_path / str(number), system)
        shutil.rmtree(card.boot)
        shutil.copytree(first.boot, card.boot)
        done = card.start(cut=number)
        if done.returncode == cuts.CUT_OFF and "first-start" in card.calls:
            card.start()
        assert card.waiting
        if done.returncode != cuts.CUT_OFF:
            return
    raise AssertionError("the first start does not end")


@pytest.mark.parametrize("system", ["bookworm", "trixie"])
def test_the_power_may_be_cut_before_any_command_of_the_installation(system: str, tmp_path: Path) -> None:
    first = Card(tmp_path / "first", system)
    assert first.prepare("--config", "usb-buttons").returncode == 0
    first.start()
    for number in range(cuts.MAX_STEPS):
        card = Card(tmp_path / str(number), system)
        shutil.rmtree(card.boot)
        shutil.copytree(first.boot, card.boot)
        card.start()
        done = card.start("run", cut=number)
        while card.waiting:
            card.start("run")
        assert "usb-buttons" in (card.root / "etc/spytable/config.yaml").read_text()
        assert "first-start" not in card.calls
        if done.returncode != cuts.CUT_OFF:
            return
    raise AssertionError("the installation does not end")
