"""The guide's last page: what was put right, and keeping it."""

from collections.abc import Callable, Sequence

from device.ui.owner.guide_step import Answer, GuideControl, Step


class EndStep(Step):
    """What was put right, and keeping it."""

    def __init__(self, guide: GuideControl, lines: Sequence[str], keep: Callable[[], object]) -> None:
        super().__init__(guide)
        self._lines, self._keep = lines, keep

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self.guide.t("That is all")

    @property
    def lines(self) -> str:
        """Return what was put right."""
        return " ".join(self._lines) or self.guide.t("Everything is as it should be.")

    def answers(self) -> tuple[Answer, ...]:
        """Return the one answer."""
        return (Answer("save", self.guide.t("Keep it"), self._keep, "main"),)
