"""What to do about a part that does not work, in one line each."""

from device.files.messages import Message, message
from hardware.driver_spec import DriverSpec

PACKAGE = message("run systemd/install again, with a network: it brings the package")
ELSEWHERE = message("check its wires; the game goes on without it")
SUPPLY = message("use the official power supply and a short cable; lower leds.max_milliamps")
BUSES = message("sudo /opt/spytable/venv/system/install --buses, then restart")
LASTING = message(
    "put the data directory (SPYTABLE_DATA) on a partition that can be written, or switch the overlay off"
)
WORN_OUT = message("check the card with fsck on another machine; a worn-out card turns read-only")
COOLING = message("give the case air, or the board a heat sink")


def remedy(driver: DriverSpec | None, why: str) -> Message:
    """Say what to do about a part that does not work: what its driver's row knows."""
    if "not installed" in why or "No module named" in why:
        return PACKAGE
    return message(driver.remedy) if driver and driver.remedy else ELSEWHERE


def join(group: str) -> Message:
    """Say how the box's user gets into a group."""
    return message("usermod -aG {group} spytable, then restart the box", group=group)
