"""A guest's stick: how it is mounted, what is left alone, and that nothing of it stays."""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.systemd import cuts
from tests.systemd.cuts import tools

SCRIPT = Path(__file__).parents[2] / "systemd/usb-stick"
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")


class Socket:
    """A machine with a stick in it."""

    def __init__(self, folder: Path, kind: str = "vfat", own: str = "/dev/sdb1", mounts: bool = True) -> None:
        self.root, self.log, place = folder / "root", folder / "log", folder / "mounted"
        self.place = self.root / "media/spytable"
        self.root.mkdir()
        self.units, self.asked = folder / "units", folder / "asked"
        self.units.touch()
        known = f"case $* in *--fstab*) case $* in *{own}*) echo /var/lib/spytable;; *) exit 1;; esac;; "
        self.tools = tools(
            folder / "tools",
            findmnt=f"{known}*) cat {place} 2>/dev/null;; esac",
            lsblk=f"case $* in *FSTYPE*) echo {kind};; *PKNAME*) echo sda;; esac",
            id="echo 990",
            chown="",
            mount=f'echo "$*" >> {self.log}; {f"echo /dev/sda1 > {place}" if mounts else "exit 32"}',
            umount=f"rm {place}",
            systemctl=f'case $1 in list-units) cat {folder}/units;; *) echo "$*" >> {folder}/asked;; esac',
        )

    def call(self, verb: str, device: str = "/dev/sda1") -> int:
        """Call the script as its unit does."""
        places = {"SPYTABLE_ROOT": str(self.root)}
        return cuts.run([SCRIPT, verb, device], self.tools, places, cuts.MAX_STEPS).returncode

    @property
    def options(self) -> list[str]:
        """With what it was mounted."""
        return self.log.read_text().split()[3].split(",") if self.log.exists() else []


@pytest.mark.parametrize("kind", ["vfat", "exfat", "ext4"])
def test_names_in_any_language_can_be_read(kind: str, tmp_path: Path) -> None:
    """A Pi's kernels give FAT's names in ASCII, if not told otherwise; exFAT and ext4 know no such option."""
    socket = Socket(tmp_path, kind)
    assert socket.call("mount") == 0
    assert ("utf8" in socket.options) is (kind == "vfat")
    assert {"nosuid", "nodev", "noexec"} <= set(socket.options)


def test_a_stick_that_is_gone_leaves_no_folder(tmp_path: Path) -> None:
    """It was taken for a stick that does not let itself be written."""
    socket = Socket(tmp_path)
    socket.call("mount")
    assert socket.place.is_dir()
    assert socket.call("unmount") == 0
    assert not socket.place.exists()
    assert socket.call("unmount") == 0


def test_a_stick_that_cannot_be_mounted_leaves_no_folder(tmp_path: Path) -> None:
    socket = Socket(tmp_path, mounts=False)
    assert socket.call("mount") == 1
    assert not socket.place.exists()


def test_what_the_machine_mounts_itself_is_no_guests(tmp_path: Path) -> None:
    """The partition of the data is a stick that stays in, and is checked first."""
    socket = Socket(tmp_path, own="/dev/sda1")
    assert socket.call("mount") == 0
    assert not socket.options
    assert not socket.place.exists()


def test_a_stick_that_was_left_alone_has_its_turn_once_the_other_is_gone(tmp_path: Path) -> None:
    """Its unit was active, and nobody mounted it any more until it was pulled and put in again."""
    socket = Socket(tmp_path)
    socket.units.write_text("spytable-usb@sdb1.service loaded active exited USB stick sdb1 for the Spytable box\n")
    socket.call("mount")
    assert not socket.asked.exists()
    assert socket.call("unmount") == 0
    assert socket.asked.read_text() == "--no-block restart spytable-usb@sdb1.service\n"
    assert socket.call("unmount") == 0
    assert socket.asked.read_text().count("restart") == 1, "one that was not the stick leaves the others alone"


def test_of_two_sticks_that_are_in_at_the_start_one_is_mounted(tmp_path: Path) -> None:
    """Both lay at the place, one over the other; neither went when it was pulled, and no stick was taken after that."""
    socket = Socket(tmp_path)
    mount = f'sleep 0.3; echo "$5" | tee -a {socket.log} > {tmp_path}/mounted; sleep 5 > {tmp_path}/daemon 2>&1 &'
    tools(socket.tools, mount=mount)
    with ThreadPoolExecutor() as pool:
        assert list(pool.map(lambda device: socket.call("mount", device), ["/dev/sda1", "/dev/sdc1"])) == [0, 0]
    (mounted,) = socket.log.read_text().split()
    begun = time.monotonic()
    assert socket.call("unmount", mounted) == 0
    assert time.monotonic() - begun < 4, "what serves a file system does not hold the lock"
    assert not socket.place.exists()


@pytest.mark.parametrize("words", [[], ["mount"], ["mount", "/dev/sda1", "more"], ["eject", "/dev/sda1"]], ids=" ".join)
def test_called_in_another_way_it_says_how(words: list[str], tmp_path: Path) -> None:
    """`$1: unbound variable`"""
    done = cuts.run([SCRIPT, *words], Socket(tmp_path).tools, {}, cuts.MAX_STEPS)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "usage: usb-stick mount|unmount DEVICE\n")
