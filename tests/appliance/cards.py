"""Trials of a prepared card: a bare Debian, its boot partition by systemd/card, no network; it becomes the box."""

import subprocess
import sys

from tests.appliance.bench import Bench
from tests.appliance.build import PROJECT, give_network, install_bench, make_disk, plain_debian, say
from tests.appliance.first import guided_twin
from tests.appliance.machine import Late, Machine
from tests.appliance.twin import wait_for_picture

CONFIG = "usb-buttons"
FSTAB = "/dev/vda / ext4 errors=remount-ro 0 1\n/dev/vdb /boot/firmware vfat defaults 0 2\n"
WHERE = "datasource_list: [NoCloud, None]\ndatasource: {NoCloud: {seedfrom: 'file:///boot/firmware'}}\n"
NEEDS_BOOT = "[Unit]\nRequiresMountsFor=/boot/firmware\n"
"""As the images of Raspberry Pi OS have it: cloud-init looks at the boot partition."""
BOOT_MEGABYTES = 512
INSTALL_SECONDS, CUT_SECONDS = 2400.0, 60.0
BEGINS, ENDS = "spytable: installing", "spytable: done"


class Card:
    """A machine with a card that was written with Debian and then prepared."""

    def __init__(self, bench: Bench, suite: str) -> None:
        """Write the card; its packages are fetched once and kept."""
        self.bench, self.suite = bench, suite
        bench.machine.power_cut()
        self.machine = Machine(bench.work)
        self.machine.root, self.machine.image = bench.work / "root-card", bench.work / "card.img"
        self.machine.boots = 80 if suite == "trixie" else 90
        self.boot = bench.work / "boot.img"
        self.machine.disks = [self.boot]
        self._write()

    def _write(self) -> None:
        root = self.machine.root
        plain_debian(self.bench.work, self.suite, root)
        if self.suite == "trixie":
            give_network(root)
            install = "apt-get update -q && apt-get install -q -y --no-install-recommends cloud-init"
            subprocess.run(["chroot", root, "sh", "-c", install], check=True, stdout=subprocess.DEVNULL)
            (root / "etc/cloud/cloud.cfg.d/99_card.cfg").write_text(WHERE)
            for name in ("main", "local"):
                place = root / f"etc/systemd/system/cloud-init-{name}.service.d"
                place.mkdir(parents=True)
                (place / "boot.conf").write_text(NEEDS_BOOT)
        (root / "etc/fstab").write_text(FSTAB)
        (root / "boot/firmware").mkdir(parents=True, exist_ok=True)
        install_bench(root)
        make_disk(root, self.machine.image)
        self._prepare()

    def _prepare(self) -> None:
        """Make the boot partition as it is after writing the card, and prepare it as the guide for makers says."""
        folder = self.bench.work / "boot-folder"
        subprocess.run(["rm", "-rf", folder], check=True)
        folder.mkdir()
        files = {"config.txt": "", "cmdline.txt": "root=/dev/vda rw quiet\n"}
        if self.suite == "trixie":
            files["meta-data"] = "instance-id: box\n"
        for name, text in files.items():
            (folder / name).write_text(text)
        kept = self.bench.work / f"debs-{self.suite}"
        debs = ["--debs" if (kept / "Packages").exists() else "--keep-debs", kept]
        command = [sys.executable, PROJECT / "systemd/card", folder, "--config", CONFIG, "--machine", "x86_64", *debs]
        subprocess.run(command, check=True)
        self.boot.unlink(missing_ok=True)
        with self.boot.open("wb") as file:
            file.truncate(BOOT_MEGABYTES * 1024**2)
        subprocess.run(["mkfs.vfat", "-n", "bootfs", self.boot], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["mcopy", "-i", self.boot, "-s", *sorted(folder.iterdir()), "::"], check=True)

    def power_on(self) -> Machine:
        """Switch on, with the kernel's words that the card holds now."""
        words = subprocess.run(["mtype", "-i", self.boot, "::cmdline.txt"], capture_output=True, text=True, check=True)
        self.machine.kernel_words = words.stdout.strip()
        return self.machine.power_on()

    def installed(self) -> bool:
        """Tell whether the first start has come to its end."""
        return ENDS in self.machine.serial()

    def install(self, patience: float = INSTALL_SECONDS) -> float:
        """Switch on until the card has installed itself and starts again; return the seconds since it began to.

        Raises:
            Late: it was not that far in time.
        """
        machine = self.power_on()
        while "spytable/first-start" in machine.kernel_words:  # by the kernel's command line it only arms itself
            machine.wait_for_power_off()
            machine = self.power_on()
        machine.wait("the first start", lambda: BEGINS in machine.serial(), every=1)
        took = machine.wait("the end of the first start", self.installed, patience, every=1)
        machine.wait_for_power_off()
        return took

    def is_the_box(self, name: str) -> None:
        """Switch on: the guide is on the screen, and nothing of the first start is left."""
        machine = self.power_on()
        ready = machine.wait_until_ready()
        wait_for_picture(machine)
        say(f"   first frame {ready:.0f} s after the kernel's start")
        config = PROJECT / f"systemd/config/{CONFIG}.yaml"
        twin = guided_twin(machine, self.bench.new_data(name), self.bench.results, config)
        twin.agree("the guide")
        twin.keep(f"12-{name}")
        assert not machine.shell("ls /etc/systemd/system/multi-user.target.wants | grep first-start; true")
        assert "spytable/first-start" not in machine.shell(
            "cat /boot/firmware/cmdline.txt /boot/firmware/user-data; true"
        )


def card(bench: Bench) -> None:
    """A bare Trixie with cloud-init and a prepared card, no network: it ends in the guide on the screen."""
    _goes_through(bench, "trixie", "card")


def card_bookworm(bench: Bench) -> None:
    """The same with Bookworm, whose first start is called by the kernel's command line."""
    _goes_through(bench, "bookworm", "card_bookworm")


def _goes_through(bench: Bench, suite: str, name: str) -> None:
    made = Card(bench, suite)
    try:
        say(f"   installed {made.install():.0f} s after it began")
        made.is_the_box(name)
    finally:
        made.machine.power_cut()


def card_cuts(bench: Bench) -> None:
    """The plug is pulled at any moment of the first start, again and again: the next start goes on, to the guide."""
    made = Card(bench, "trixie")
    try:
        for cut in range(1, bench.cuts + 1):
            at = bench.rng.uniform(1, CUT_SECONDS)
            try:
                made.install(at)
            except Late:
                say(f"   cut {cut}: {at:.0f} s into the installation: {last_step(made.machine)}")
                made.machine.power_cut()
            else:
                break
        else:
            made.install()
        made.is_the_box("card_cuts")
    finally:
        made.machine.power_cut()


def last_step(machine: Machine) -> str:
    """Return what the first start said last."""
    said = [
        line
        for line in machine.serial().splitlines()
        if any(word in line for word in ("spytable: ", "== ", "Unpacking", "Setting up"))
    ]
    return said[-1].strip()[-70:] if said else "nothing said"


CARDS = {trial.__name__: trial for trial in (card, card_cuts, card_bookworm)}
