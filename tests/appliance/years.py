"""Trials of what keeps a box alive for years: a watchdog of the hardware, a root that is only read, a power button."""

import subprocess
from functools import partial

from tests.appliance.bench import Bench
from tests.appliance.build import say
from tests.appliance.machine import Machine
from tests.appliance.trials import cards, fresh_game, safe_card, until_guessing, watch
from tests.appliance.twin import Twin

WATCHDOG = {
    "etc/systemd/system.conf.d/spytable-watchdog.conf": "[Manager]\nRuntimeWatchdogSec=14\nRebootWatchdogSec=2min\n",
    "etc/modules-load.d/bench-watchdog.conf": "i6300esb\n",
}
"""What the installer puts on a Raspberry Pi, and the driver of this machine's watchdog, which Debian never loads."""
ENDS = {
    "the kernel panics": "echo c > /proc/sysrq-trigger",
    "systemd freezes": "kill -SEGV 1",
}
RESET_SECONDS = 120.0
FSTAB = "/dev/vda / ext4 errors=remount-ro 0 1\n"
INSTALL = "bash /usr/src/spytable/systemd/install"


def same_game(bench: Bench, twin: Twin) -> None:
    """Hold the game on the table and on the disk against the twin's."""
    twin.start_again()
    twin.agree("the game that was left standing")
    bench.twin = twin
    bench.check_kept()


def watchdog(bench: Bench) -> None:
    """A kernel that panics and a systemd that freezes: the hardware starts the machine again, and the game stands."""
    machine = bench.machine
    machine.devices = ["i6300esb,id=watchdog"]
    with bench.own_disk(WATCHDOG):
        bench.boot()
        assert "14s" in machine.shell("systemctl show -p RuntimeWatchdogUSec")
        twin = fresh_game(bench, "watchdog")
        for what, command in ENDS.items():
            machine.wait("the watchdog is armed", partial(armed, machine))
            machine.tell(command)
            took = machine.wait_for_power_off(RESET_SECONDS)
            assert "WATCHDOG" in machine.last_events(), f"{what}: the machine went off, and not by its watchdog"
            say(f"   {what}: started again by the watchdog after {took:.0f} s")
            bench.boot()
            same_game(bench, twin)
            twin.tap("continue")
    machine.devices = []


def armed(machine: Machine) -> bool:
    """Tell whether systemd has the watchdog in its hands."""
    return "watchdog0" in machine.shell("ls -l /proc/1/fd")


def read_only(bench: Bench) -> None:
    """The root is only read, the data lie on a partition of their own: moves, a cut, the same game, nothing written."""
    machine = bench.machine
    data = bench.work / "data.img"
    data.unlink(missing_ok=True)
    subprocess.run(
        ["/sbin/mke2fs", "-q", "-t", "ext4", "-E", "lazy_itable_init=0,lazy_journal_init=0", "-L", "box", data, "256M"],
        check=True,
    )
    machine.disks = [data]
    words, machine.kernel_words = machine.kernel_words, "root=/dev/vda ro quiet"
    with bench.own_disk({"etc/fstab": FSTAB}):
        bench.boot()
        complaint = machine.shell(
            f"{INSTALL} --settings --read-only LABEL=box >/root/read-only.log 2>&1 || cat /root/read-only.log"
        )
        assert not complaint, complaint
        # What was installed a second time is on trial, and the end of a trial is written.
        machine.shell("rm -f /opt/spytable/trial")
        machine.tell("systemctl poweroff")
        machine.wait_for_power_off()
        bench.boot()
        options = {
            place: machine.shell(f"findmnt -no OPTIONS {place}").split(",")[0] for place in ("/", "/var/lib/spytable")
        }
        assert options == {"/": "ro", "/var/lib/spytable": "rw"}, options
        twin = fresh_game(bench, "read_only")
        until_guessing(twin, bench.rng)
        name = safe_card(twin)
        place, before = twin.at(name), twin.expected()
        machine.finger("down", 0, place)
        assert watch(twin, before, place, patience=60)
        say(f"   {machine.written()} bytes were written to the root, {machine.written(1)} to the data")
        assert machine.written() == 0, "the root was written"
        machine.power_cut()
        bench.boot()
        twin.pilot.hold(name)
        same_game(bench, twin)
        assert machine.written() == 0, "the root was written after a power cut"
        twin.tap("continue")
        assert cards(twin)
    machine.disks, machine.kernel_words = [], words


def power_button(bench: Bench) -> None:
    """A press of the power button in the middle of a game switches off cleanly; the game stands when it is on again."""
    machine = bench.machine
    with bench.own_disk():
        bench.boot()
        twin = fresh_game(bench, "power_button")
        machine.key("power", True)
        machine.key("power", False)
        took = machine.wait_for_power_off()
        assert "SHUTDOWN" in machine.last_events()
        assert "Power down" in machine.serial()
        say(f"   off after {took:.0f} s")
        bench.boot()
        same_game(bench, twin)


def sound_board(bench: Bench) -> None:
    """The switch for an I2S sound board, on what stands in for a Raspberry Pi: in the boot file, and out again."""
    machine = bench.machine
    pi = {
        "etc/rpi-issue": "stands in\n",
        "boot/firmware/config.txt": "dtparam=audio=on\n",
        "boot/firmware/cmdline.txt": "root=x\n",
    }
    with bench.own_disk(pi):
        bench.boot()
        for i2s, there in (("hifiberry-dac", True), ("", True), ("none", False)):
            complaint = machine.shell(f"{INSTALL} --settings --i2s '{i2s}' 2>&1")
            assert not complaint, complaint
            assert ("\ndtoverlay=hifiberry-dac\n" in machine.shell("cat /boot/firmware/config.txt")) is there
        machine.shell("echo 'key_panels: {a: {driver: ws281x_spi}}' > /boot/firmware/spytable-config.yaml; sync")
        machine.tell("systemctl restart spytable")
        machine.wait_for_power_off()
        say("   another settings file, another bus: the machine started again by itself")
        bench.boot()
        assert "\ndtparam=spi=on\n" in machine.shell("cat /boot/firmware/config.txt")
        assert "spytable-config.taken.yaml" in machine.shell("ls /boot/firmware")


YEARS = {trial.__name__: trial for trial in (watchdog, read_only, power_button, sound_board)}
