"""Builds the machine: Debian by debootstrap, the box by the project's own installer, and a disk image of both."""

import re
import shutil
import subprocess
from pathlib import Path

PROJECT = Path(__file__).parent.parent.parent
GUEST = Path(__file__).parent / "guest"
TOOLS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "debootstrap": "debootstrap",
    "mke2fs": "e2fsprogs",
    "sfdisk": "fdisk",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
}
SYSTEM = "systemd-sysv,udev,dbus,kmod,linux-image-amd64,initramfs-tools,python3,python3-evdev,ca-certificates"
"""Debian and what the bench needs; what the box needs, its installer brings."""
IMAGE_SIZE = "4G"
CONFIG = """operator: {guide: false}
screen: {driver: kmsdrm, size_mm: [154, 86]}
buttons: {a: {driver: key, key: "1"}, b: {driver: key, key: "2"}}
backlight: {driver: none, dim_after_seconds: 86400, blank_after_seconds: 86400}
power: {driver: logind}
"""
"""The parts that this machine has; it never dims, so that its picture can be compared at any time."""


def say(text: str) -> None:
    """Print at once."""
    print(text, flush=True)


def install_tools() -> None:
    """Install what is missing of the programs that build and emulate the machine."""
    missing = [
        package for tool, package in TOOLS.items() if shutil.which(tool, path="/usr/sbin:/sbin:/usr/bin:/bin") is None
    ]
    if missing:
        say(f"installing {', '.join(missing)}")
        subprocess.run(["apt-get", "update", "-q"], check=True, stdout=subprocess.DEVNULL)
        command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", *missing]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def build(work: Path, suite: str = "bookworm") -> None:
    """Install everything anew; the plain Debian is kept and used again."""
    root = work / "root"
    plain_debian(work, suite, root)
    _install_box(root)
    install_bench(root)
    (root / "etc/spytable/config.yaml").write_text(CONFIG)
    # Hints for a first game would stand over what is compared.
    settings = "from device.storage.store import Store; from pathlib import Path; s = Store(Path('/var/lib/spytable'));"
    command = f"{settings} s.set_setting('hints', False); s.close()"
    python = "/opt/spytable/venv/bin/python"
    subprocess.run(["chroot", root, "runuser", "-u", "spytable", "--", python, "-c", command], check=True)


def plain_debian(work: Path, suite: str, root: Path) -> None:
    """Make a fresh Debian that can be booted; what was downloaded is kept and used again."""
    install_tools()
    plain = work / f"debian-{suite}"
    if not (plain / "etc/debian_version").exists():
        say(f"debootstrap {suite}")
        work.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--variant=minbase", f"--include={SYSTEM}", suite, str(plain), _mirror()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(root, ignore_errors=True)
    subprocess.run(["cp", "-a", plain, root], check=True)


def make_disk(root: Path, image: Path) -> None:
    """Write what is installed to a new disk image."""
    say("disk image")
    image.unlink(missing_ok=True)
    command = ["/sbin/mke2fs", "-q", "-t", "ext4", "-d", root, image, IMAGE_SIZE]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def _mirror() -> str:
    for file in (Path("/etc/apt/sources.list.d/debian.sources"), Path("/etc/apt/sources.list")):
        if file.exists():
            found = re.search(r"^(?:URIs:|deb)\s+(?:\[.*?\]\s+)?(\S+)", file.read_text(), re.M)
            if found:
                return found[1]
    return "http://deb.debian.org/debian"


def _install_box(root: Path) -> None:
    """Run the installer twice in the new root: the second run must find nothing to do and break nothing."""
    source = root / "usr/src/spytable"
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
    shutil.copytree(PROJECT, source, ignore=ignored)
    give_network(root)
    (root / "etc/pip.conf").write_text("[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n")
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    try:
        for arguments in (("--config", "usb-buttons"), ()):
            say(f"the installer {' '.join(arguments)}")
            subprocess.run(["chroot", root, "/usr/src/spytable/systemd/install", *arguments], check=True)
    finally:
        subprocess.run(["umount", root / "proc"], check=True)


def give_network(root: Path) -> None:
    """Let programs in a root reach what this machine reaches, while it is built."""
    for name in ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", name).is_file():
            shutil.copy(Path("/", name), root / name)


def install_bench(root: Path) -> None:
    shutil.copy(GUEST / "agent.py", root / "root/agent.py")
    units = root / "etc/systemd/system"
    for name in ("agent", "journal"):
        shutil.copy(GUEST / f"{name}.service", units / f"bench-{name}.service")
        wants = units / f"multi-user.target.wants/bench-{name}.service"
        wants.unlink(missing_ok=True)
        wants.symlink_to(f"/etc/systemd/system/bench-{name}.service")
    # The same words every time, and the patience an emulated processor needs.
    own = units / "spytable.service.d"
    own.mkdir(exist_ok=True)
    command = "/opt/spytable/venv/bin/spytable run --fullscreen --seed 7"
    (own / "bench.conf").write_text(f"[Service]\nExecStart=\nExecStart={command}\nTimeoutStartSec=300\n")
    # A login prompt on the serial line would take the journal off it.
    (units / "serial-getty@ttyS0.service").symlink_to("/dev/null")
