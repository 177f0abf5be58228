"""The table: the grid of cards, a strip at each edge, the token bank at both sides."""

from collections.abc import Hashable
from functools import partial
from typing import ClassVar

from device.game import seating
from device.game.seating import Press
from device.rules.actions import Action, Pass, Stop
from device.rules.model import Bank, DuetPublic, Identity, Phase, VersusPublic
from device.ui.kit import faults, theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.lines import PromptLines
from device.ui.kit.screen import Navigator, Screen
from device.ui.table import announcing, board, flight, grid_view, peek, prompts, strip, touching
from device.ui.table.card import CardLook
from device.ui.table.dealing import Deal
from hardware.ports import SEATS, ButtonEdge, Input, Pointer, Seat


class Table(Screen):
    """The game in play."""

    key: ClassVar[str] = "table"
    live: ClassVar[bool] = True
    playing: ClassVar[bool] = True
    calm: ClassVar[bool] = True

    def __init__(self, screens: Navigator) -> None:
        super().__init__(screens)
        first = screens.context.preferences.hints and not screens.context.played
        self._hints = screens.context.visit.hints or first
        self._before: list[CardLook] = []
        self._landing: dict[int, float] = {}
        self._flights: list[flight.Flight] = []
        self._moment: announcing.Moment | None = None
        self._moment_ends = 0.0
        self._bank: Bank | None = None
        fresh = screens.context.session.number == 0 and screens.context.preferences.motion
        self._hands = self._hands_now
        self._refused = ""
        self._deal = Deal(screens.now, len(self.public.cards)) if fresh else None
        self._take_in()

    def changed(self) -> None:
        """Give the claim back; announce what happened, and let what newly covers a card land on it."""
        self.claim = self._deal = None
        if self.context.table is None:
            return
        happened = self.context.session.happened
        self._announce(announcing.moment(self.t, self.public, happened))
        if self.context.preferences.motion and self._bank is not None:
            self._flights = flight.flights(self.public, self._bank, happened, self.screens.now)
        self._take_in()

    def _announce(self, moment: announcing.Moment | None) -> None:
        self._moment = moment
        if moment is not None:
            self._moment_ends = self.screens.now + moment.seconds
        self.screens.invalidate()

    def _take_in(self) -> None:
        """Take note of how the table looks now, and of what is new on it."""
        if self.context.table is None:
            return
        self._bank = self.public.bank if isinstance(self.public, DuetPublic) else None
        looks = grid_view.looks(self.screens, self.public)
        if self.context.preferences.motion and len(self._before) == len(looks):
            for place, (old, new) in enumerate(zip(self._before, looks, strict=True)):
                if (old.cover, old.markers) != (new.cover, new.markers) and old.card == new.card:
                    late = flight.SECONDS if any(each.place == place for each in self._flights) else 0.0
                    self._landing[place] = self.screens.now + late
        self._before = looks

    # What can be touched and pressed

    def layout(self, canvas: Canvas) -> None:
        """Lay out the cards and both strips."""
        upright = canvas.view(None)
        actions = {} if self._box_guesses else seating.card_actions(self.public, self.claim)
        for name, box in zip(self.public.cards, grid_view.places(canvas, self.public), strict=True):
            action = actions.get(name)
            act = partial(self._confirm, action) if action else strip.nothing
            self.touchable(upright, f"card:{name}", box, act, action is not None, "confirm")
        strip.lay_out(self, canvas)
        if self._may_pass:
            view = canvas.view(Seat.B)
            self.touchable(view, "pass", strip.zones(view, False).button, self._pass)

    def _confirm(self, action: Action) -> None:
        self.screens.do(action)

    @property
    def _may_pass(self) -> bool:
        """Tell whether people may forgo a cover."""
        return seating.first_of(self.public, Pass) is not None and not self._box_guesses

    def _pass(self) -> None:
        action = seating.first_of(self.public, Pass)
        if action is not None:
            self.screens.do(action)

    def why_refused(self, name: str) -> str:
        """Return why a card cannot be touched now."""
        card = name.removeprefix("card:")
        if not self.public.covered(card):
            guessing, roles = self.public.phase not in (Phase.FIRST_CLUE, Phase.CLUE), self.context.partner.plays
            if guessing and self._box_guesses:
                return self.t("The box looks at the cards")
            if not guessing and roles and not seating.people_may_act(roles, self.public):
                return self.t("The box thinks of a clue")
        self._refused = prompts.refusal(self.t, self.public, card, self.claim, self._entry)
        return self._refused

    def raw(self, given: Input) -> None:
        """Let any touch or press end what is announced; it counts for what it meant, but a mere tap is no guess."""
        down = given.kind == "down" if isinstance(given, Pointer) else isinstance(given, ButtonEdge) and given.down
        if down and self._moment is not None:
            self._announce(None)
            if self.context.preferences.confirm == "instant":  # the card may lie hidden under what was announced
                self.screens.touch.rest(self.screens.now)

    def tick(self, now: float) -> None:
        """End what is announced when its time is over, and flights that have arrived; say what hands do now."""
        self.screens.touch.close_eyes(self._is_eye)
        if self._hands_now != self._hands:
            self._hands = self._hands_now
            self.screens.invalidate()
        if self._moment is not None and now >= self._moment_ends:
            self._announce(None)
        if self._deal is not None and not self._deal.moving(now):
            self._deal = None
        if self._flights and now >= self._flights[0].arrives:
            self._flights = []
            self.context.sound("token")
            self.screens.invalidate()

    def _is_eye(self, name: str) -> bool:
        """Tell whether a spot is one that is held to look at a key."""
        return any(name == f"peek:{seat}" and strip.may_peek(self, seat) for seat in SEATS)

    @property
    def _hands_now(self) -> Hashable:
        """Return what fingers do that the strips tell of."""
        return self.screens.touch.looking, self.screens.touch.crossed, touching.how(self.screens)

    def moment(self, now: float) -> bool:
        """Tell whether something is announced."""
        return self._moment is not None

    @property
    def box_may_move(self) -> bool:
        """Tell whether the box plays on: where people choose who guesses, once they let it."""
        return self._box_guesses or not seating.people_choose(self.context.partner.plays, self.public)

    def situation(self) -> Hashable:
        """Return the phase, and who is to act in it."""
        return self.public.phase

    def lit(self) -> frozenset[Seat]:
        """Return the sides whose press does something."""
        return frozenset(seat for seat in SEATS if self._press(seat))

    def _press(self, seat: Seat) -> Press | None:
        """Return what a press at a seat does."""
        return seating.press(self.public, seat, self.claim, self.context.partner.plays)

    def _box_sits(self, seat: Seat) -> bool:
        return seating.box_sits(self.context.partner.plays, self.public, seat)

    @property
    def _box_guesses(self) -> bool:
        """Tell whether the next guess or cover is the box's."""
        return seating.box_guesses(self.context.partner.plays, self.public, self.claim)

    def press(self, seat: Seat) -> None:
        """Open the pad, end the turn, or claim the next guess."""
        match self._press(seat):
            case Press.CLAIM_CLUE | Press.OPEN_PAD:
                self.screens.open("typed_clue" if self._entry == "typed" else "clue_pad", seat=seat)
            case Press.STOP:
                self.screens.do(Stop(seating.actor(self.public, seat)))
            case Press.CLAIM_GUESS:
                self._claimed_by(seat)
            case Press.UNCLAIM_GUESS:
                self._claimed_by(None)
        self.screens.invalidate()

    def _claimed_by(self, seat: Seat | None) -> None:
        """Let the next guess be a side's, or either's; a finger that is down already means it for nobody."""
        self.claim = seat
        if self.screens.notice is not None and self.screens.notice.text == self._refused:
            self.screens.notice = None  # it told what was so before
        self.screens.cancel_touches()

    @property
    def _entry(self) -> str:
        setup = self.context.session.setup
        return setup.clue_entry if setup else "spoken"

    @property
    def _several(self) -> bool:
        setup = self.context.session.setup
        return bool(setup and setup.relaxed) and self._entry == "typed"

    # Drawing

    def draw(self, canvas: Canvas) -> None:
        """Draw the table at rest."""
        board.draw(canvas, self.screens, self.public, frozenset(each.place for each in self._flights))
        for seat in SEATS:
            self._draw_strip(canvas, seat)

    def _draw_strip(self, canvas: Canvas, seat: Seat) -> None:
        table, t = self.public, self.t
        partner = self.context.partner
        sits = seat in seating.people_at(partner.plays, table)
        how, several = touching.how(self.screens), self._several
        lines = prompts.lines(t, table, seat, self.claim, self._entry, how, partner.plays, several)
        if self._hints and sits and not self._box_sits(seat):
            panel = self.context.box.works(f"panel:{seat}")
            lines = lines._replace(more=prompts.hint(t, table, seat, self.claim, panel) or lines.more)
        if partner.plays and (partner.stuck or self._box_sits(seat)):
            says = prompts.box_says(self.context, table, seat, self.claim)
            lines = PromptLines(says, lines.more, lines.button, partner.thinking or partner.stuck)
        setup = self.context.session.setup
        together = self.context.preferences.seats == "same_side"
        opening = prompts.opening(t, table, seat, partner.plays, bool(setup and setup.swapped), together)
        lines = lines._replace(more=opening or lines.more)
        if self.screens.top is not self:
            lines = self.screens.top.strip_lines(seat, lines)
        away = peek.told(self.screens, t, table, seat) if sits else ""
        if away:
            lines = lines._replace(main=away, active=True)
        versus = isinstance(table, VersusPublic)
        team = lines.team or (table.team if isinstance(table, VersusPublic) else None)
        look = t("Look at the key") if versus else t("Look at your key")
        shown = self.screens.top is self or self.screens.dock is not None  # behind a menu it could not be held
        content = strip.StripContent(
            lines=lines,
            clue=prompts.clue_text(t, table.clue) if table.clue else "",
            note=prompts.clue_note(t, table),
            sign=widgets.SHAPES[Identity(team)] if team else "",
            pips=strip.Pips(table.guesses, table.clue.number) if table.clue else None,
            log=t("Clues") if table.clue else t("Clues so far"),
            warn="" if away else faults.line(self.screens, seat),
            short="" if away else faults.short_line(self.screens, seat),
            clock=self.context.clock.text,
            low=self.context.clock.low,
            touch=self._touch(seat, lines.button),
            peek=look if shown and strip.may_peek(self, seat) else "",
            accent=theme.SIDES[str(team or seat)],
        )
        strip.draw(canvas, seat, content)

    def _touch(self, seat: Seat, button: str) -> str:
        """Return what a touch in the button's place does; empty where the button does it."""
        if self.screens.top is self and seat is Seat.B and self._may_pass:
            return self.t("Cover nothing")
        return "" if self.context.box.works(f"button:{seat}") else button

    def animate(self, canvas: Canvas, now: float) -> None:
        """Draw what lands on its card, the ring of the selected card, and a peek."""
        if self.screens.dock is None:
            self._animate_board(canvas, now)
        else:
            self._landing.clear()  # nothing moves on a board that made way for a pad
        looks = peek.who_looks(self.screens)
        if looks is not None:
            peek.draw(canvas, looks, self.screens, self.public, self.context.session.key(looks))

    def _animate_board(self, canvas: Canvas, now: float) -> None:
        touch = self.screens.touch
        if self._deal is not None:
            self._deal.draw(canvas, grid_view.places(canvas, self.public), now)
        if self._landing:
            self._draw_landing(canvas, now)
        for each in self._flights:
            flight.draw(canvas, self.public, each, now)
        if touch.selected is not None and touch.selected.startswith("card:"):
            name = touch.selected.removeprefix("card:")
            if name in self.public.cards:
                box = grid_view.places(canvas, self.public)[self.public.cards.index(name)]
                seat = seating.claimed(self.public, self.claim) or Seat.B
                grid_view.draw_ring(canvas, box, canvas.view(seat), touch.progress(now))
        marker = self.context.partner.marker
        if marker in self.public.cards:
            box = grid_view.places(canvas, self.public)[self.public.cards.index(marker)]
            grid_view.draw_ring(canvas, box, canvas.view(Seat.B), 0.0)
        for name in touch.refused:
            if name.startswith("card:") and name.removeprefix("card:") in self.public.cards:
                place = self.public.cards.index(name.removeprefix("card:"))
                grid_view.draw_refusal(canvas, grid_view.places(canvas, self.public)[place])
        if self._moment is not None and self.screens.top is self:
            announcing.draw(canvas, self._moment)

    def _draw_landing(self, canvas: Canvas, now: float) -> None:
        places, looks = grid_view.places(canvas, self.public), grid_view.looks(self.screens, self.public)
        for place, since in list(self._landing.items()):
            part = (now - since) / theme.MOTION
            if part < 0:
                continue
            if part >= 1:
                del self._landing[place]
            else:
                grid_view.draw_landing(canvas, places[place], looks[place], max(0.0, part))

    def moving(self, now: float) -> bool:
        """Tell whether something is dealt, flies or lands."""
        return bool(self._landing or self._flights or self._deal)
