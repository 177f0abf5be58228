"""Exports of before on a stick: what only they hold is not replaced."""

from collections.abc import Generator
from pathlib import Path

from device.files.messages import message
from device.files.places import is_regular, is_there
from device.files.reader import Malformed
from device.owner.archive import BEFORE, FILE, UNNAMED, Summary, export_in, summary_of
from device.owner.transfer import Progress, TransferError

MAX_KEPT = 9
"""So many exports of other boxes, or of what a box has deleted or lost, lie on a stick beside the newest one."""


def place_for_before(folder: Path, new: Summary) -> Generator[Progress, None, Path | None]:
    """Find where the export that a new one takes the place of is kept; None where the new one has all of it.

    Where there are as many as may be, the oldest of the same box goes: what only it has was deleted there long ago. One
    export is read at each step.

    Raises:
        TransferError: none of them may go.
    """
    old = folder / FILE
    if not is_there(old) and (unnamed := export_in(folder)).name == UNNAMED:
        unnamed.replace(old)
    if not is_regular(old):
        return None
    there, own = summary_of(old), list[Path]()
    for number in range(1, MAX_KEPT + 1):
        yield Progress(0, 1)
        place = folder / (BEFORE if number == 1 else BEFORE.replace(".", f"-{number}."))
        kept = summary_of(place)
        if not is_there(place) or (there and kept and there.covers(kept)):
            return place
        if there and new.covers(there):
            return None
        if kept and kept.box == new.box != "" and new.whole >= kept.whole:
            own.append(place)
    if own:
        return min(own, key=lambda path: path.stat().st_mtime)
    why = message("{n} earlier saved files are there already: move some elsewhere", n=MAX_KEPT)
    raise TransferError("limits", Malformed(str(folder), "", "", why).line)
