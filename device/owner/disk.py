"""The disk the box keeps things on: why what is written there would not last."""

import os
from pathlib import Path

from device.files.messages import joined, message
from device.files.places import is_own_file, no_folder
from device.owner.machine import Machine
from device.owner.remedies import LASTING, WORN_OUT
from device.storage.database import is_newer
from device.storage.files import ENDINGS, beside
from device.storage.store import FILE

MIN_FREE_BYTES = 50 * 1024 * 1024
LOST_AT_POWER_OFF = ("tmpfs", "ramfs", "squashfs")


def disk_trouble(data: Path, machine: Machine) -> tuple[str, str, str]:
    """Return the kind of file system of the data directory, why nothing can be kept there, and what to do about it.

    The latter are empty where it can.
    """
    kind, options = _mount_of(machine.real(data), machine.mounts())
    return kind, *_trouble(data, machine, kind, options)


def _trouble(data: Path, machine: Machine, kind: str, options: str) -> tuple[str, str]:
    if no_folder(data):
        return message("{place}: no folder", place=data), message("name a folder: --data-dir DIR, or SPYTABLE_DATA")
    if kind in LOST_AT_POWER_OFF or (kind == "overlay" and _forgets(options, machine)):
        return message("{place}: what is kept there is lost at power-off", place=data), LASTING
    if "ro" in options.split(","):
        return message("{place}: can only be read", place=data), WORN_OUT
    complaint = machine.try_writing(data)
    if complaint:
        do = message("chown -R spytable: {place}; if that is so already, the card is failing", place=data)
        return joined(str(data), complaint), do
    free = machine.free_bytes(data)
    if free < MIN_FREE_BYTES:
        return message("{place}: only {n} MB are free", place=data, n=free // 1024**2), message(
            "delete what is not needed"
        )
    return _in_the_way(data)


def _in_the_way(data: Path) -> tuple[str, str]:
    """Return what lies in the place of the store, and what to do about it; both are empty where nothing does."""
    for ending in ("", *ENDINGS, ".new"):
        place = beside(data / FILE, ending)
        if os.path.lexists(place) and not is_own_file(place):
            return message("{place}: no regular file", place=place), message("move it somewhere else")
    if is_newer(data / FILE):
        why = message(
            "{place} is from a newer version and stays whole. Nothing new is saved until that version is back.",
            place=data / FILE,
        )
        return why, message("put the newer version in again, or move the file somewhere else")
    return "", ""


def _mount_of(path: Path, mounts: str) -> tuple[str, str]:
    """Return the kind and the options of the file system a path lies on, from the text of /proc/mounts."""
    best, found = -1, ("", "")
    for line in mounts.splitlines():
        fields = line.split()
        if len(fields) < 4:
            continue
        place = Path(fields[1].replace("\\040", " "))
        # A later line covers an earlier one at the same place.
        if path.is_relative_to(place) and len(place.parts) >= best:
            best, found = len(place.parts), (fields[2], fields[3])
    return found


def _forgets(options: str, machine: Machine) -> bool:
    """Tell whether an overlay keeps its changes in memory, as the overlay root of a Raspberry Pi does."""
    upper = next((each.partition("=")[2] for each in options.split(",") if each.startswith("upperdir=")), "")
    in_memory = _mount_of(Path(upper), machine.mounts())[0] in LOST_AT_POWER_OFF if upper else True
    return in_memory or any(word.startswith(("overlayroot=", "boot=overlay")) for word in machine.kernel_words())
