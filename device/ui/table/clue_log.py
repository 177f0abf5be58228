"""The clues so far, and what each led to."""

from collections.abc import Hashable
from typing import ClassVar

from device.game.seating import seat_of
from device.rules.clue_log import LogEntry
from device.rules.model import DuetPublic, Identity, Phase, Side, VersusPublic
from device.ui.kit import fit, theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.docked import Docked
from device.ui.kit.geometry import Box, grid
from device.ui.kit.lines import PromptLines
from device.ui.kit.names import card_name, team_name
from device.ui.kit.screen import Navigator
from device.ui.table import prompts, strip
from hardware.ports import Seat

ROWS = 4
BUTTON_W = 24.0
IN_A_LINE = 3
"""So many guesses stand in one line; of more, half stand in a second one."""


class ClueLog(Docked):
    """Lists the clues, the newest nearest to the reader."""

    key: ClassVar[str] = "clue_log"
    height: ClassVar[float] = 36.0

    def __init__(self, screens: Navigator, seat: Seat) -> None:
        super().__init__(screens, seat)
        self.back = 0
        self._under = screens.top

    def changed(self) -> None:
        """Show what is new."""
        self.back = 0

    def strip_lines(self, seat: Seat, lines: PromptLines) -> PromptLines:
        """Say what a pad below says, or the table."""
        return self._under.strip_lines(seat, lines) if isinstance(self._under, Docked) else lines

    @property
    def box_may_move(self) -> bool:
        """Tell whether the box plays on: it waits for who reads only where no clock runs and one wrong card loses."""
        last_chance = isinstance(self.public, DuetPublic) and self.public.phase is Phase.SUDDEN_DEATH
        return not last_chance and self._under.box_may_move

    def situation(self) -> Hashable:
        """Return what is below it: the buttons are for that."""
        return self._under.situation()

    def lit(self) -> frozenset[Seat]:
        """Return the sides whose press does something below it: who reads keeps nobody from playing on."""
        return self._under.lit()

    def press(self, seat: Seat) -> None:
        """Make way for what a press does."""
        self.screens.close()
        self._under.press(seat)

    def _boxes(self, view: View) -> tuple[Box, Box, list[Box], list[Box]]:
        sheet = self.sheet(view)
        buttons, rows = sheet.inset(2.4, 1.4).cut_right(BUTTON_W, 2.0)
        title, rows = rows.cut_top(4.2, 0.2)
        return sheet, title, rows.rows(ROWS, 0.3), buttons.rows(3, 0.8)

    def _entries(self) -> tuple[list[LogEntry], int, int]:
        entries = list(self.context.session.clue_log())
        pages = max(1, -(-len(entries) // ROWS))
        end = len(entries) - self.back * ROWS
        return entries[max(0, end - ROWS) : end], max(0, end - ROWS), pages

    def layout(self, canvas: Canvas) -> None:
        """Lay out earlier, later, close; a touch of the board plays on."""
        view = canvas.view(self.seat)
        board = Box(0, theme.STRIP_H, view.width, view.height - 2 * theme.STRIP_H - self.height)
        self.touchable(view, "beside:1", board, self.screens.close)
        strip.lay_out_held(self, canvas)
        _, _, pages = self._entries()
        earlier, later, close = self._boxes(view)[3]
        if pages > 1:
            self.touchable(view, "earlier", earlier, self._earlier, self.back < pages - 1)
            self.touchable(view, "later", later, self._later, self.back > 0)
        self.touchable(view, "close", close, self.screens.close)

    def _earlier(self) -> None:
        self.back += 1
        self.screens.invalidate()

    def _later(self) -> None:
        self.back -= 1
        self.screens.invalidate()

    def draw(self, canvas: Canvas) -> None:
        """Draw a page of the log."""
        t, view = self.t, canvas.view(self.seat)
        sheet, title, rows, buttons = self._boxes(view)
        entries, first, pages = self._entries()
        widgets.sheet(view, sheet)
        view.text(t("Clues so far"), title, theme.CAP_BODY, theme.TEXT, "left")
        if not entries:
            view.text(t("No clue has been given yet"), rows[0], theme.CAP_BODY, theme.SOFT, "left", "medium")
        for place, (entry, row) in enumerate(zip(entries, rows, strict=False)):
            self._row(view, row, first + place + 1, entry)
        if pages > 1:
            widgets.button(view, buttons[0], t("Earlier"), kind="plain" if self.back < pages - 1 else "off")
            widgets.button(view, buttons[1], t("Later"), kind="plain" if self.back > 0 else "off")
        widgets.button(view, buttons[2], t("Close"), kind="main")

    def _row(self, view: View, row: Box, number: int, entry: LogEntry) -> None:
        t = self.t
        view.line(row.x, row.right, row.bottom, theme.LINE, 0.1)
        count, rest = row.cut_left(6.0)
        view.text(str(number), count, theme.CAP_SMALL, theme.SOFT, "left", "medium")
        giver, rest = rest.cut_left(20.0)
        accent = theme.SIDES[str(entry.clue.side)]
        view.text(self._giver(entry.clue.side), giver, theme.CAP_SMALL, accent.bright, "left")
        clue, rest = rest.cut_left(26.0, 1.6)
        text = prompts.clue_text(t, entry.clue, short=True)
        if entry.objected:
            text = t("{clue} (invalid)", clue=text)
        shown = fit.in_two(view.canvas.setter, text, clue.w)
        view.text(shown, clue, theme.CAP_BODY, theme.TEXT, "left", lines=2, leading=1.4, recorded=text)
        guesses = len(entry.revealed)
        lines = 1 if guesses <= IN_A_LINE else 2
        spots = grid(rest.inset(0, 0.2), max(IN_A_LINE, -(-guesses // lines)), lines, 1.0 if lines == 1 else 0.4)
        for revealed, spot in zip(entry.revealed, spots, strict=False):
            self._outcome(view, spot, revealed.card, revealed.identity)

    def _giver(self, side: Side) -> str:
        if isinstance(self.context.table, VersusPublic):
            return team_name(self.t, side)
        return self.t("You") if seat_of(side) is self.seat else self.t("Your partner")

    def _outcome(self, view: View, box: Box, card: str, identity: Identity) -> None:
        accent = theme.IDENTITIES[identity]
        high = min(4.6, box.h)
        sign, room = box.cut_left(high * 0.74, 0.8)
        chip = sign.centred(sign.w, high)
        view.panel(chip, accent.fill, accent.edge, 0.6, 0.15)
        widgets.icon(view, widgets.sign(identity), chip.inset(high * 0.09, high * 0.2), accent.ink, accent.fill)
        view.text(card_name(self.context, card, self.seat), room, theme.CAP_SMALL, theme.TEXT, "left", "medium")
