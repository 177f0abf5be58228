"""What the guide takes note of on its way, for its last page."""

from typing import NamedTuple

from device.files.texts import Texts


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

    def note(self, about: str, line: str) -> None:
        """Take note of what was put right, in place of what was noted about the same before."""
        self.found[about] = line

    def exchanged(self, about: str, line: str) -> None:
        """Take note that two things are exchanged; exchanged back, there is nothing to tell."""
        if self.found.pop(about, None) is None:
            self.found[about] = line
