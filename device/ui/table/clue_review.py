"""A typed clue, shown to the other team's spymaster before it is given."""

from collections.abc import Callable
from typing import ClassVar

from device.rules.model import Identity, Side
from device.ui.kit import fit, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.consent import Consent
from device.ui.kit.geometry import Box
from device.ui.kit.lines import PromptLines
from device.ui.kit.names import team_name
from device.ui.kit.screen import Navigator
from hardware.ports import Seat

SIGN = 3.2


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
        given = self.t("{team} would like to give: {clue}", team=team_name(self.t, self.team.other), clue=self.clue)
        self._signed(view, question, self.team, self.question, theme.CAP_BODY, 1)
        self._signed(view, clue, self.team.other, given, theme.CAP_SMALL, 2)

    def _signed(self, view: View, box: Box, team: Side, text: str, cap: float, lines: int) -> None:
        """Draw a line in a team's colour, its sign before it."""
        colour = theme.SIDES[str(team)].bright
        sign, room = box.cut_left(SIGN, 1.6)
        widgets.icon(view, widgets.SHAPES[Identity(team)], sign.centred(SIGN, SIGN), colour, theme.PANEL)
        shown = fit.in_two(view.canvas.setter, text, room.w)
        view.text(shown, room, cap, colour, "left", lines=lines, recorded=text)

    def draw(self, canvas: Canvas) -> None:
        """Draw the question in the colour of the team that is asked."""
        asking, canvas.team = canvas.team, str(self.team)
        super().draw(canvas)
        canvas.team = asking

    def strip_lines(self, seat: Seat, lines: PromptLines) -> PromptLines:
        """Tell the guessers nothing but that a clue is coming."""
        if seat is not Seat.B:
            return lines._replace(main=self.t("A clue is coming"), button="", active=False)
        return lines._replace(main=self.question, button="", active=True, team=self.team)
