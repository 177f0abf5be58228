"""The end of a game as a moment on the board: its last card is seen before the result takes its place."""

from typing import ClassVar

import pygame

from device.game import seating
from device.game.seating import seat_of
from device.rules.events import Revealed
from device.rules.model import Cover, DuetPublic, Identity, Result
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator, Screen
from device.ui.table import advice, board, card, counting, ending_motion, grid_view
from device.ui.table.end import End
from device.ui.table.ending_kind import DEADLY, SEALS, WON, ending_kind, ending_line, given_up
from device.ui.table.ending_kind import EndingKind as Kind
from hardware.ports import DARK, PANEL_CELLS, SEATS, Cell, Seat

STAGED, STAMPED, SECONDS, STILL = 0.35, 1.15, 2.2, 1.5
"""Seconds until the board turns to its last card, until the stamp lands, until all is over; and of the still picture
that stands for all of it where movement is switched off."""
GROWING = 0.3
HELD = 0.25
"""Seconds for which a score that is counted is seen whole."""
SEAL_MM, STAMP_MM = 16.0, 15.0


class Ending(Screen):
    """Shows how a game ended, each end in its own way, and goes on to the end by itself or by a touch."""

    key: ClassVar[str] = "ending"
    shown_as: ClassVar[str] = "end"
    at_rest: ClassVar[bool] = True

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        self._since = screens.now
        self._moves = self.context.preferences.motion
        self._stage = 0 if self._moves else 2
        self._large: pygame.Surface | None = None
        self._last = grid_view.last_card(self.context.session.last_move)
        self._kind = ending_kind(self._result, self._last, given_up(self.context.session))

    @property
    def _result(self) -> Result:
        assert self.public.result is not None
        return self.public.result

    @property
    def _won(self) -> bool:
        return self._result.outcome == "won"

    @property
    def _deadly(self) -> bool:
        """Tell whether the assassin ended it."""
        return self._kind in DEADLY

    @property
    def _accent(self) -> theme.Accent:
        winner = self._result.winner
        if winner is not None:
            return theme.SIDES[str(winner)]
        return theme.IDENTITIES["agent"] if self._won else theme.LOST

    # Time

    def tick(self, now: float) -> None:
        """Go from one part of the moment to the next, and then to the end."""
        passed = now - self._since
        if passed >= (SECONDS if self._moves else STILL) and self.screens.top is self:
            self._leave()
            return
        stage = (passed >= STAGED) + (passed >= STAMPED) if self._moves else 2
        if stage != self._stage:
            self._stage = stage
            self.screens.invalidate()
            if stage == 2 and not self._deadly:
                self.context.sound("stamp")

    def moment(self, now: float) -> bool:
        """Tell that this passes by itself."""
        return True

    def moving(self, now: float) -> bool:
        """Tell whether something on the board moves."""
        passed = now - self._since
        if not self._moves:
            return False
        if self._counts and STAMPED <= passed < SECONDS - HELD:
            return True
        return passed < theme.MOTION or STAGED <= passed < (STAGED + GROWING if self._deadly else STAMPED)

    def changed(self) -> None:
        """Go back to the table when the last move was taken back."""
        if self.context.table is not None and self.context.table.result is None:
            self.screens.go("home", "table")

    def layout(self, canvas: Canvas) -> None:
        """Take a touch anywhere as the wish to go on."""
        self.touchable(canvas.view(None), "skip", canvas.view(None).whole, self._leave)

    def _leave(self) -> None:
        self.screens.go("home", "end")
        if isinstance(self.screens.top, End):
            self.screens.top.fade_in()

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the board, what the moment makes of it, and what it says at both edges."""
        board.draw(canvas, self.screens, self.public)
        if self._stage == 2 or (self._stage == 1 and self._kind is not Kind.TIME):
            self._stage_board(canvas)
        else:
            self._draw_last(canvas)
        if self._stage == 2 and self._deadly:
            self._draw_large(canvas)
        for seat in SEATS:
            self._edge(canvas.view(seat))
            if self._stage == 2 and self._kind is not Kind.FINALE:
                self._stamp(canvas.view(seat))

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw the last card landing, the assassin growing, or a wave that runs over the cards."""
        passed = now - self._since
        if not self._moves:
            return
        if self._stage == 0:
            place = self._place(canvas)
            if place is not None and passed < theme.MOTION:
                grid_view.draw_landing(canvas, *place, passed / theme.MOTION)
        elif self._stage == 1 and self._deadly:
            self._grow(canvas, min(1.0, (passed - STAGED) / GROWING))
        elif self._stage == 1 and self.moving(now):
            self._run(canvas, (passed - STAGED) / (STAMPED - STAGED))
        elif self._stage == 2 and self._counts:
            self._count(canvas, min(1.0, (passed - STAMPED) / (SECONDS - HELD - STAMPED)))

    @property
    def _counts(self) -> bool:
        """Tell whether tokens that are left make the score."""
        return isinstance(self.public, DuetPublic) and (self._result.score or 0) > 0 and self._won

    def _count(self, canvas: Canvas, part: float) -> None:
        assert isinstance(self.public, DuetPublic)
        counting.draw(canvas, self.public, self._result.score or 0, part)

    def cells(self, seat: Seat) -> tuple[Cell, ...]:
        """Let the panels breathe with what everybody sees: the agents found, or the card that ended it."""
        table = self.public
        if self._last is None or not seating.sees_key(table, seat, self.context.partner.plays):
            return (DARK,) * PANEL_CELLS
        cells = [
            Cell(cover.identity.value, pulse=True) if cover and (self._kind in WON or name == self._last.card) else DARK
            for name, cover in zip(table.cards, table.covers, strict=True)
        ]
        if seat is Seat.B:
            cells.reverse()
        return (*(DARK,) * (PANEL_CELLS - len(cells)), *cells)

    def _place(self, canvas: Canvas) -> tuple[Box, card.CardLook] | None:
        """Return where the last card lies and how it looks; a bystander of a sudden death is covered here only."""
        if self._last is None:
            return None
        place = self.public.cards.index(self._last.card)
        look = grid_view.looks(self.screens, self.public)[place]
        by = self._last.by if isinstance(self._last, Revealed) else self._last.side
        cover = look.cover or Cover(self._last.identity, by)
        return grid_view.places(canvas, self.public)[place], card.CardLook(look.card, cover, place=place)

    def _draw_last(self, canvas: Canvas) -> None:
        place = self._place(canvas)
        if place is not None:
            card.draw(canvas, *place)

    def _stage_board(self, canvas: Canvas) -> None:
        good = self._kind in WON
        if self._kind is not Kind.AGENTS or self._stage == 2:
            canvas.hide_texts(canvas.surface.get_rect())
        if not good or self._deadly:
            widgets.veil(canvas.view(None), 120 if good else 165)
        elif self._stage == 2:
            widgets.veil(canvas.view(None), 90)
        place = self._place(canvas)
        if place is not None and not self._deadly:
            card.draw(canvas, *place)
            timely = theme.TOKEN if self._kind is Kind.TIME else theme.DANGER
            rim = self._accent.bright if good else timely
            canvas.view(None).panel(place[0].inset(-0.6), None, rim, theme.RADIUS + 0.6, 0.8)
            if self._kind is Kind.MISSED:
                widgets.crossed(canvas.view(None), place[0], theme.DANGER)
        if self._kind is Kind.FINALE or (self._stage == 2 and self._kind is Kind.RESCUE):
            ending_motion.frame(canvas, self._accent.bright, 1.0)
        if self._kind in SEALS and (self._stage == 2 or self._kind is Kind.GIVEN_UP):
            self._seal(canvas, SEALS[self._kind])

    def _seal(self, canvas: Canvas, name: str) -> None:
        """Draw what it was that ended the game in the middle of the board."""
        view = canvas.view(None)
        box = view.whole.centred(SEAL_MM, SEAL_MM)
        colour = self._accent.bright if self._kind is Kind.RESCUE else theme.TOKEN
        view.shadow(box, SEAL_MM / 2, 1.5, 170)
        widgets.disc(view, box, theme.STRIP, colour)
        widgets.icon(view, name, box.inset(4.0), colour, theme.STRIP)

    def _large_box(self, canvas: Canvas) -> Box:
        """Return the box of the assassin's card at twice its size, between the strips."""
        place = self._place(canvas)
        assert place is not None
        box = place[0]
        large = Box(box.centre[0] - box.w, box.centre[1] - box.h, box.w * 2, box.h * 2)
        edge = theme.STRIP_H + 1.5
        x = min(max(large.x, 1.5), canvas.width - large.w - 1.5)
        return Box(x, min(max(large.y, edge), canvas.height - edge - large.h), large.w, large.h)

    def _draw_large(self, canvas: Canvas) -> None:
        place = self._place(canvas)
        assert place is not None and place[1].cover is not None
        box, accent = self._large_box(canvas), theme.IDENTITIES[Identity.ASSASSIN]
        view = canvas.view(seat_of(place[1].cover.by))
        spot = card.mirrored(view, box)
        view.shadow(spot, 2.0, 2.0, 200)
        rim = self._accent.bright if self._kind is Kind.FINALE else theme.DANGER
        view.panel(spot, accent.fill, rim, 1.6, 1.1)
        view.panel(spot.inset(1.7), None, accent.edge, 1.0, 0.2)
        word, sign = spot.inset(3.0, 2.4).cut_bottom(4.4, 0.8)
        if place[1].card.file is not None:
            sign = spot.inset(3.0, 2.4)
        else:
            view.text(place[1].card.name, word, 3.4, accent.ink, weight="bold")
        widgets.icon(view, "dagger", sign.centred(sign.h, sign.h), accent.ink, accent.fill)

    def _grow(self, canvas: Canvas, part: float) -> None:
        """Draw the assassin's card on its way to twice its size: one picture of it, scaled."""
        place = self._place(canvas)
        assert place is not None
        view = canvas.view(None)
        if part >= 1:
            self._draw_large(canvas)
            return
        large = view.rect(self._large_box(canvas)).clip(canvas.surface.get_rect())
        if self._large is None:
            below = canvas.surface.copy()
            self._draw_large(canvas)
            self._large = canvas.surface.subsurface(large).copy()
            canvas.surface.blit(below, (0, 0))
        small, eased = view.rect(place[0]), 1 - (1 - part) ** 2
        between = [round(s + (b - s) * eased) for s, b in zip(small, large, strict=True)]
        rect = pygame.Rect(between)
        canvas.put(pygame.transform.scale(self._large, rect.size), rect)

    def _run(self, canvas: Canvas, part: float) -> None:
        """Draw what runs over the board: a wave from the last card, inwards in sudden death; or dusk."""
        if self._kind is Kind.GIVEN_UP:
            return
        if self._kind is Kind.TIME:
            if self._large is None:
                below = canvas.surface.copy()
                self._stage_board(canvas)
                self._large = canvas.surface.copy()
                canvas.surface.blit(below, (0, 0))
            ending_motion.dusk(canvas, self._large, part)
            return
        places, place = grid_view.places(canvas, self.public), self._place(canvas)
        inwards = self._result.reason == "sudden_death" or place is None
        middle = (canvas.width / 2, canvas.height / 2) if inwards or place is None else place[0].centre
        colour = self._accent.bright if self._kind in WON else theme.DANGER
        ending_motion.wave(canvas, places, middle, inwards, colour, part)
        if self._kind is Kind.RESCUE:
            ending_motion.frame(canvas, colour, part)

    def _edge(self, view: View) -> None:
        """Say at an edge which card it was."""
        strip = Box(0, view.height - theme.STRIP_H, view.width, theme.STRIP_H)
        view.fill(strip, theme.STRIP)
        colour = self._accent.bright if self._won else theme.WARN
        view.fill(Box(0, strip.y, view.width, 0.5), colour)
        view.text(self._words(view.seat), strip.inset(6.0, 1.4), theme.CAP_CLUE, colour, weight="bold")

    def _words(self, seat: Seat | None) -> str:
        t, last = self.t, self._last
        if last is None:
            return advice.reason(t, self.public, self._result, given_up(self.context.session))
        line = grid_view.last_card_line(self.screens, self.public, last, seat)
        return ending_line(t, self._kind, advice.title(t, self._result), line)

    def _stamp_room(self, view: View) -> Box:
        """Return where a side's stamp may stand: its half, or what the assassin's card leaves of the board."""
        if not self._deadly:
            return Box(0, view.height / 2, view.width, view.height / 2 - theme.STRIP_H)
        large = self._large_box(view.canvas)
        above = Box(0, theme.STRIP_H, view.width, large.y - theme.STRIP_H)
        below = Box(0, large.bottom, view.width, view.height - theme.STRIP_H - large.bottom)
        if min(above.h, below.h) < STAMP_MM + 1.0:
            above, below = max(above, below, key=lambda each: each.h).rows(2, 0.0)
        return card.mirrored(view, above if view.seat is Seat.B else below)

    def _stamp(self, view: View) -> None:
        room, title = self._stamp_room(view), advice.title(self.t, self._result)
        wide = view.canvas.setter.width(title, 4.6, "bold") + 18
        spot = room.centred(min(view.width - 20, wide), min(STAMP_MM, room.h - 0.8))
        view.canvas.hide_texts(view.rect(spot))
        view.shadow(spot, 1.5, 1.5, 170)
        view.panel(spot, theme.STRIP, theme.PANEL_EDGE, 1.5, 0.2)
        colour = self._accent.bright if self._won else theme.WARN
        widgets.stamp(view, spot.inset(2.0), title, colour)
