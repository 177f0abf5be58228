"""A typed clue, shown to the other team's spymaster before it is given."""

from collections.abc import Callable
from typing import ClassVar

from device.rules.model import Side
from device.ui.kit import fit, theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.consent import Consent
from device.ui.kit.geometry import Box
from device.ui.kit.lines import PromptLines
from device.ui.kit.names import team_name
from device.ui.kit.screen import Navigator
from hardware.ports import Seat


class ClueReview(Consent):
    """Shows a typed clue to the other team's spymaster, who allows it or objects (rules: an allowed clue is valid).

    Nothing has been given yet: an objection leads back to the pad and costs nothing. Only side B is told anything,
    and the clue is too small to be read from the other edge.
    """

    key: ClassVar[str] = "clue_review"

    def __init__(self, screens: Navigator, team: Side, clue: str, then: Callable[[], object]) -> None:
        question = screens.context.texts("{team}: do you allow this clue?", team=team_name(screens.context.texts, team))
        super().__init__(screens, question, screens.context.texts("Allow it"), (Seat.B,), then)
        self.team, self.clue = team, clue

    @property
    def _no(self) -> str:
        return self.t("Object")

    def _refuse(self) -> None:
        super()._refuse()
        label = self.t("{team} objects: choose another clue", team=team_name(self.t, self.team))
        self.screens.notify(label, Seat.B)

    def _ask(self, view: View, box: Box, waiting: bool) -> None:
        question, clue = box.cut_top(box.h * 0.42)
        view.text(self.question, question, theme.CAP_BODY, theme.SOFT)
        colour = theme.SIDES[str(self.team.other)].bright
        text = fit.in_two(view.canvas.setter, self.clue, clue.w)
        view.text(text, clue, theme.CAP_SMALL, colour, lines=2, recorded=self.clue)

    def draw(self, canvas: Canvas) -> None:
        """Draw the question in the colour of the team that is asked."""
        asking, canvas.team = canvas.team, str(self.team)
        super().draw(canvas)
        canvas.team = asking

    def strip_lines(self, seat: Seat, lines: PromptLines) -> PromptLines:
        """Tell the guessers nothing but that a clue is coming."""
        if seat is not Seat.B:
            return lines._replace(main=self.t("A clue is coming"), button="", active=False)
        return lines._replace(main=self.question, button="", active=True)
