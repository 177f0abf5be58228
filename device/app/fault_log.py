"""What fails and what works again, in lines for the log."""

from collections.abc import Callable, Sequence

from hardware.box import Fault


class Journal:
    """Writes a line when a part begins to fail, and one when it works again; while it is tried again it is quiet."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._failing: dict[str, str] = {}

    def follow(self, faults: Sequence[Fault], unsaved: str | None) -> None:
        """Take what fails now: parts, and why the game cannot be saved (None: it can)."""
        now: dict[str, str] = {fault.part: fault.status for fault in faults}
        why = {fault.part: f"{fault.part} ({fault.driver}): {fault.status}: {fault.why}" for fault in faults}
        if unsaved is not None:
            now["store"], why["store"] = "failed", f"store: failed: {unsaved}"
        for part, status in now.items():
            if self._failing.get(part) != status:
                self._write(why[part])
        for part in self._failing.keys() - now.keys():
            self._write(f"{part}: works again")
        self._failing = now
