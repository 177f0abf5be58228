"""What the guide takes note of on its way, for its last page."""

from collections.abc import Callable
from typing import NamedTuple

from device.files.texts import Texts
from hardware.ports import Seat


class Complaint(NamedTuple):
    """What is not as it should be: a line of advice, and the part that does nothing, where it is one."""

    line: str
    part: str = ""


def left_as_it_is(t: Texts, part: str) -> Complaint:
    """Return that a part does nothing, and where it stands what to do about it."""
    return Complaint(t("Left as it is. The self-test and the building guide say what to look at."), part)


class Notes:
    """What was put right, by what it is about; what was said of each step, by its number."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.amiss: dict[int, Complaint | None] = {}
        self._sided: dict[tuple[str, Seat], Callable[[Seat], str]] = {}

    @property
    def lines(self) -> list[str]:
        """Return what was put right: of the box, then of each seat's parts."""
        return [*self.found.values(), *(line_of(seat) for (_, seat), line_of in self._sided.items())]

    def note(self, about: str, line: str) -> None:
        """Take note of what was put right, in place of what was noted about the same before."""
        self.found[about] = line

    def note_of(self, about: str, seat: Seat, line_of: Callable[[Seat], str]) -> None:
        """Take note of what was put right of one seat's part; `line_of` tells it, wherever the part is by then."""
        self._sided[about, seat] = line_of

    def exchanged(self, about: str, line: str) -> None:
        """Take note that two things are exchanged; exchanged back, there is nothing to tell."""
        if self.found.pop(about, None) is None:
            self.found[about] = line

    def sides_exchanged(self) -> None:
        """Take note that each seat has the part the other had: what was found of it goes with it."""
        self._sided = {(about, seat.other): line_of for (about, seat), line_of in self._sided.items()}

    def forget_amiss(self, kind: str) -> None:
        """Forget what was amiss with the parts of a kind ("panel"): they are others now, and asked about anew."""
        for at, each in self.amiss.items():
            if each is not None and each.part.startswith(f"{kind}:"):
                self.amiss[at] = None
