"""The guide's page in place of a question about a part that does not work."""

from collections.abc import Callable

from device.ui.kit import faults
from device.ui.owner.guide_step import Answer, GuideControl, Step
from hardware.ports import Seat


class MissingStep(Step):
    """Says that a step's part does not work; as soon as it does, the step is asked."""

    def __init__(self, guide: GuideControl, step: Step) -> None:
        super().__init__(guide)
        self._step = step
        self.part = step.part

    @property
    def stale(self) -> bool:
        """Return whether the part works by now."""
        return not super().stale

    @property
    def facing(self) -> Seat | None:
        """Return how the screen is turned: as the step is."""
        return self._step.facing

    @property
    def title(self) -> str:
        """Return the step's title."""
        return self._step.title

    @property
    def lines(self) -> str:
        """Return what does not work, and what one may do."""
        t = self.guide.t
        return f"{faults.named(t, (self.part,))}. {t('Check its plug and wires, or go on without it.')}"

    def answers(self) -> tuple[Answer, ...]:
        """Return to try the part, and to do without it."""
        t = self.guide.t
        return (
            Answer("again", t("Try again"), self._try),
            Answer("on", t("Go on"), self.guide.forward, "main"),
        )

    def _try(self) -> None:
        self.guide.context.box.try_again(self.part)


def asked(guide: GuideControl, make: Callable[[GuideControl], Step]) -> Step:
    """Begin a step, and return it; where its part does not work, the one that says so."""
    step = make(guide)
    step.enter()  # it may be what shows that the part does not work
    return MissingStep(guide, step) if step.stale else step
