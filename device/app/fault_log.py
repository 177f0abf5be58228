"""What fails and what works again, in lines for the log."""

from collections.abc import Callable, Sequence

from device.files.failures import say
from device.files.log_ring import LogRing
from hardware.box import Fault


class Log:
    """Where the running box tells what happens: the journal of the service, and the ring the owner can take along."""

    def __init__(self, ring: LogRing, clock: Callable[[], float]) -> None:
        self._ring, self._clock = ring, clock
        self._said = False
        self.keep("the box starts")

    def tell(self, line: str, logged: str = "") -> None:
        """Write a line to both; the ring gets `logged` instead where the line holds what is not to leave the box."""
        say(line)
        self.keep(logged or line)

    def keep(self, line: str) -> None:
        """Write a line to the ring alone; that it takes none is told once."""
        fault = self._ring.write(line, self._clock())
        if fault and not self._said:
            self._said = True
            say(fault)


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
