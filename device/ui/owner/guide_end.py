"""The guide's last page: what was put right, what does not work, and keeping it."""

from collections.abc import Callable

from device.ui.kit import faults, theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.owner.guide_notes import left_as_it_is
from device.ui.owner.guide_step import Answer, GuideControl, Step

LINES = 9
"""So many lines there are at most: every part may be named."""


class EndStep(Step):
    """What was put right, what people saw or heard nothing of, what the box knows not to work; and keeping it."""

    def __init__(self, guide: GuideControl, keep: Callable[[], object]) -> None:
        super().__init__(guide)
        self._keep = keep

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("That is all")

    @property
    def lines(self) -> str:
        """Return what was put right and what was not, else that all is well."""
        t, notes = self.guide.t, self.guide.notes
        amiss = [each for each in notes.amiss.values() if each is not None]
        amiss += [left_as_it_is(t, fault.part) for fault in self.guide.context.box.faults()]
        parts = dict.fromkeys(each.part for each in amiss if each.part)
        named = [f"{faults.named(t, tuple(parts))}."] if parts else []
        lines = dict.fromkeys(t.again(line) for line in [*notes.lines, *named, *(each.line for each in amiss)])
        return " ".join(lines) or t("Everything is as it should be.")

    def answers(self) -> tuple[Answer, ...]:
        """Return the one answer."""
        return (Answer("save", self.guide.t("Keep it"), self._keep, "main"),)

    def draw(self, canvas: Canvas, view: View, body: Box) -> None:
        """Draw what there is to tell, however much it is, and the answer."""
        view.text(self.lines, self.boxes(body)[0], theme.CAP_HEADING, theme.TEXT, lines=LINES)
        self.draw_answers(view, body)
