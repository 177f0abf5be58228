"""After a game with the box: what each of its clues meant, what it made of yours, and which card it feared."""

from typing import ClassVar

from device.game import seating
from device.rules.events import Revealed
from device.ui.kit import theme
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.context import ClueStory, Context
from device.ui.kit.geometry import Box
from device.ui.kit.names import card_name
from device.ui.kit.page import Page
from device.ui.kit.pager import Pager
from device.ui.kit.screen import Navigator
from device.ui.table import grid_view
from hardware.ports import Seat

ROWS = 5


def stories(context: Context) -> list[ClueStory]:
    """Return what the box thought at the clues that stand."""
    standing = {number for number, _ in context.session.moves}
    return [story for story in context.partner.stories if story.move in standing]


class BoxStory(Page):
    """Lists the clues of a game with what the box thought at each."""

    key: ClassVar[str] = "box_story"

    def __init__(self, screens: Navigator, seat: Seat | None = None) -> None:
        super().__init__(screens, seat)
        self._pager = Pager(screens.invalidate)

    @property
    def _stories(self) -> list[ClueStory]:
        return stories(self.context)

    def _split(self, view: View) -> tuple[Box, Box]:
        self._pager.count = max(1, -(-len(self._stories) // ROWS))
        return self._pager.split(self.parts(view)[2])

    def layout(self, canvas: Canvas) -> None:
        """Lay out back and the pager."""
        super().layout(canvas)
        view = self.view(canvas)
        self._pager.lay_out(self, view, self._split(view)[0])

    def draw(self, canvas: Canvas) -> None:
        """Draw a page of clues."""
        super().draw(canvas)
        t, view = self.t, self.view(canvas)
        self.title(view, t("What the box thought"))
        row, body = self._split(view)
        first = self._pager.page * ROWS
        stories = self._stories[first : first + ROWS]
        for story, spot in zip(stories, body.rows(ROWS, 1.0), strict=False):
            self._row(view, spot, story)
        self._pager.draw(view, row, t)

    def _row(self, view: View, row: Box, story: ClueStory) -> None:
        t = self.t
        view.line(row.x, row.right, row.bottom, theme.LINE, 0.1)
        clue, rest = row.inset(0.0, 0.4).cut_left(46.0, 2.0)
        first, second = clue.cut_top(clue.h * 0.58)
        accent = theme.GOLD if story.of_the_box else theme.TEXT
        view.text(f"{story.word} · {story.number}", first, theme.CAP_PROMPT, accent, "left")
        who = t("the box meant") if story.of_the_box else t("the box understood")
        view.text(who, second, theme.CAP_SMALL, theme.SOFT, "left", "medium")
        above, below = rest.cut_top(rest.h * 0.58)
        cards = " · ".join(card_name(self.context, card, self.seat) for card in story.cards) or "–"
        view.text(cards, above, theme.CAP_BODY, theme.TEXT, "left", lines=2)
        view.text(self._warning(story), below, theme.CAP_SMALL, theme.WARN, "left", "medium")

    def _warning(self, story: ClueStory) -> str:
        """Return which card the box feared at its clue, or which one it touched last of all by yours."""
        t, last = self.t, grid_view.last_card(self.context.session.last_move)
        if story.feared is not None:
            what = grid_view.identity_name(t, story.feared_as) if story.feared_as is not None else ""
            feared = t("It was afraid of {card}", card=card_name(self.context, story.feared, self.seat))
            return f"{feared} · {what}" if what else feared
        if story is not self._stories[-1] or story.of_the_box or not isinstance(last, Revealed):
            return ""
        by_the_box = seating.whole_side(self.context.partner.plays, last.by)
        return grid_view.last_card_line(self.screens, self.public, last, self.seat) if by_the_box else ""
