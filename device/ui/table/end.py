"""The end of a game: how it ended, the score, the keys on request."""

from dataclasses import replace
from functools import partial
from typing import ClassVar

import pygame

from device.game import seating
from device.game.campaign import team_is_gone
from device.rules.model import Face, Result, VersusPublic
from device.storage.store import GameResult, StoreError
from device.ui.kit import faults, theme, widgets
from device.ui.kit.begin import begin_rematch
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from device.ui.table import advice, campaign_news, card, grid_view, summary
from device.ui.table.box_story import stories
from device.ui.table.ending_kind import given_up
from hardware.ports import SEATS, Seat

BESIDE_W = 52.0
LINES = 3
"""So many lines stand below the result; which card it was is told where there is room."""

FADE = 0.25
"""Seconds in which the board gives way to the result."""
READ = 0.5
"""Seconds in which a touch may still be for the film of the ending."""


class End(Screen):
    """Tells both sides the result; with the keys shown, what every card was."""

    key: ClassVar[str] = "end"
    at_rest: ClassVar[bool] = True
    calm: ClassVar[bool] = True

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        self._board: pygame.Surface | None = None
        self._fades_until = 0.0
        session = self.context.session
        self.faces: tuple[Face, ...] | None = session.show_keys() if session.keys_shown else None
        before = self._before()
        self._teamless = team_is_gone(self.context.store, session.setup)
        self.past = campaign_news.past(session, before, self._teamless)
        self._summary = summary.summary(session, before or ())

    def _before(self) -> list[GameResult] | None:
        """Return the results of all games before this one, which may be booked already; None: they cannot be read."""
        try:
            rows = self.context.session.results()
        except StoreError:
            return None
        return rows[: len(rows) - self.context.session.keys_shown]

    def fade_in(self) -> None:
        """Come up out of the film of the ending: slowly, where movement is wanted."""
        self.screens.unread(READ)
        if self.context.preferences.motion:
            self._fades_until = self.screens.now + FADE

    def moving(self, now: float) -> bool:
        """Tell whether the board still shows through."""
        return now < self._fades_until

    @property
    def result(self) -> Result:
        """Return how the game ended."""
        assert self.public.result is not None
        return self.public.result

    @property
    def _reason(self) -> str:
        return advice.reason(self.t, self.public, self.result, given_up(self.context.session))

    @property
    def _own_clue(self) -> bool:
        """Tell whether a clue of people, not the box's, led to the last guess."""
        clue = self._summary.clue
        return clue is not None and not seating.whole_side(self.context.partner.plays, clue.side)

    def _last(self, seat: Seat | None) -> str:
        """Return which card ended the game, as a seat calls it, if one did."""
        last = grid_view.last_card(self.context.session.last_move)
        return "" if last is None else grid_view.last_card_line(self.screens, self.public, last, seat)

    def changed(self) -> None:
        """Go back to the table when the last move was taken back."""
        if self.context.table is not None and self.context.table.result is None:
            self.screens.go("home", "table")

    # What can be touched

    def _boxes(self, view: View) -> tuple[Box, Box]:
        if self.faces is not None:
            strip = Box(0, view.height - theme.STRIP_H, view.width, theme.STRIP_H)
            buttons, text = strip.cut_right(84.0)
            return text.inset(3.0, 0.8), buttons.inset(1.0, 0.2)
        half = Box(10, view.height / 2 + 1.6, view.width - 20, view.height / 2 - 4.2)
        buttons, text = half.cut_bottom(11.0, 1.6)
        return text, buttons

    def _names(self) -> list[tuple[str, str]]:
        from device.ui.table.menu import undoable

        t = self.t
        names = [("home", t("Home"))]
        if self.faces is None:
            names += [("undo", t("Take back the last move"))] if undoable(self.context) is not None else []
            names.append(("show_keys", t("Show the keys")))
        if stories(self.context):
            names.append(("box_story", t("What the box thought")))
        if self._on_the_map:
            names.append(("map", t("To the map")))
        if self._shared:
            names.append(("swap", t("Swap spymasters and play again")))
        names.append(("again", t("Play again, fresh cards")))
        return names

    @property
    def _shared(self) -> bool:
        """Tell whether three people played: two spymasters, one guesser for both."""
        shared = isinstance(self.public, VersusPublic) and self.public.options.operatives == "shared"
        return shared and not self.context.partner.plays

    @property
    def _main(self) -> str:
        """Return the name of the button that is most likely wanted."""
        return "map" if self._on_the_map and self.result.outcome == "won" else "again"

    @property
    def _on_the_map(self) -> bool:
        """Tell whether it was a mission, and of a team that is still there."""
        return campaign_news.mission(self.public) is not None and not self._teamless

    def layout(self, canvas: Canvas) -> None:
        """Lay out the same buttons at both edges."""
        acts = {"home": self._home, "undo": self._undo, "show_keys": self._show, "again": self._again, "map": self._map}
        acts["box_story"] = self._story
        acts["swap"] = partial(begin_rematch, self.screens, swapped=True)
        for seat in SEATS:
            view = canvas.view(seat)
            _, buttons = self._boxes(view)
            names = self._names()
            for (name, _), box in zip(names, buttons.columns(len(names), 2.2), strict=True):
                self.touchable(view, f"{name}:{seat}", box, acts[name])

    def _home(self) -> None:
        self.context.session.finish()
        self.screens.go("home")

    def _map(self) -> None:
        setup = self.context.session.setup
        team, city = setup.team if setup else None, campaign_news.onward(self.public, self.past)
        won = campaign_news.newly_won(self.public, self.past)
        self.context.session.finish()
        self.screens.go("home")
        self.screens.open("map", team=team, city=city, won=won)

    def _undo(self) -> None:
        from device.ui.table.menu import ask_undo

        ask_undo(self.screens)

    def _show(self) -> None:
        self.faces = self.context.session.show_keys()
        self.screens.invalidate()

    def _story(self) -> None:
        self._show()  # it tells of cards nobody has turned: nothing can be taken back after that
        self.screens.open("box_story", seat=self.context.visit.seat)

    def _again(self) -> None:
        begin_rematch(self.screens)

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the result, or the keys with the result in the strips."""
        if self._board is None and self.moving(self.screens.now):
            self._board = canvas.surface.copy()
        widgets.ground(canvas)
        if self.faces is not None:
            self._draw_keys(canvas, self.faces)
        facts = summary.facts(self.t, self.public, self._summary)
        looks = grid_view.looks(self.screens, self.public)
        for seat in SEATS:
            view = canvas.view(seat)
            text, buttons = self._boxes(view)
            if self.faces is None:
                beside, text = text.cut_right(BESIDE_W, 4.0)
                summary.draw(view, beside, self.t, self.public, facts, [look.number(seat) for look in looks])
                self._draw_result(view, text)
            else:
                view.fill(Box(0, view.height - theme.STRIP_H, view.width, theme.STRIP_H), theme.STRIP)
                first, second = text.cut_top(text.h * 0.52)
                view.text(advice.title(self.t, self.result), first, theme.CAP_PROMPT, theme.TEXT, "left")
                label = (
                    advice.score(self.t, self.result, campaign_news.mission(self.public) is not None) or self._reason
                )
                warn = faults.line(self.screens, seat)
                view.text(warn or label, second, theme.CAP_SMALL, theme.WARN if warn else theme.SOFT, "left", "medium")
            names = self._names()
            for (name, words), box in zip(names, buttons.columns(len(names), 2.2), strict=True):
                widgets.button(view, box, words, kind="main" if name == self._main else "plain")

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw what was on the screen before, fainter and fainter."""
        if self._board is None:
            return
        if not self.moving(now) or self._board.get_size() != canvas.surface.get_size():
            self._board, self._fades_until = None, 0.0
            return
        self._board.set_alpha(round(255 * (self._fades_until - now) / FADE))
        canvas.put(self._board, self._board.get_rect())

    def _draw_result(self, view: View, box: Box) -> None:
        result, t = self.result, self.t
        won = result.outcome == "won"
        accent = theme.IDENTITIES["agent"].bright if won else theme.WARN
        if result.winner is not None:
            accent = theme.SIDES[str(result.winner)].bright
        head, rest = box.cut_top(box.h * 0.36, 0.8)
        widgets.stamp(view, head, advice.title(t, result), theme.TEXT if _plain(result) else accent)
        lines = [
            self._reason,
            advice.score(t, result, campaign_news.mission(self.public) is not None),
            campaign_news.news(t, self.public, self.past),
            advice.next_time(t, self.public, campaign_news.late(self.past), self._own_clue, self._shared),
        ]
        label = [(line, theme.SOFT) for line in lines if line]
        warn = faults.line(self.screens, view.seat)
        if warn:
            label.append((warn, theme.WARN))
        last = self._last(view.seat)
        if last and len(label) < LINES:
            label.insert(1, (last, theme.SOFT))
        label[0] = (label[0][0], theme.TEXT)
        for (line, colour), row in zip(label, rest.rows(max(2, len(label)), 0.6), strict=False):
            view.text(line, row, theme.CAP_BODY, colour, weight="medium", lines=2)

    def _draw_keys(self, canvas: Canvas, faces: tuple[Face, ...]) -> None:
        places = grid_view.places(canvas, self.public)
        badged = frozenset((Seat.A,) if isinstance(self.public, VersusPublic) else SEATS)
        for place, (look, box) in enumerate(zip(grid_view.looks(self.screens, self.public), places, strict=True)):
            card.draw(canvas, box, replace(look, badged=badged, markers=frozenset()))
            if isinstance(self.public, VersusPublic):
                card.draw_badge(canvas.view(Seat.A), box, faces[0][place])
            else:
                for seat, face in zip(SEATS, faces, strict=True):
                    card.draw_badge(canvas.view(seat), box, face[place])
        if not isinstance(self.public, VersusPublic):
            self._legend(canvas)

    def _legend(self, canvas: Canvas) -> None:
        for seat in SEATS:
            view = canvas.view(seat)
            room = Box(0.8, theme.STRIP_H + 1.5, theme.COLUMN_W - 1.6, view.height - 2 * theme.STRIP_H - 3)
            words = self.t("The key of each side is at its edge of a card")
            view.text(words, room, theme.CAP_SMALL, theme.SOFT, lines=9, weight="medium")


def _plain(result: Result) -> bool:
    return result.outcome == "abandoned"
