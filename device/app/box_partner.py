"""The box at the table: it thinks off the loop, says its clue, and touches cards slowly enough to be followed."""

import math
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from device.app.box_proposal import Moment, Proposal, Recollection, Vocabulary
from device.game.seating import box_acts, people_may_act
from device.rules import legal
from device.rules.actions import Action, GiveClue, Guess, Stop
from device.rules.errors import IllegalAction
from device.rules.model import Clue, Phase, Side
from device.ui.kit.screen import Navigator

PATIENCE = 30.0
"""Seconds after which the box passes politely."""
BEFORE_CLUE, BEFORE_FIRST_CLUE, BEFORE_NEXT_CLUE = 1.5, 8.0, 12.0
"""Seconds before the box gives a clue; before it gives one that people may give as well."""
WANDER, REST = 0.7, 1.0
"""Seconds the marker stands on a card the box thinks of; and on the one it then touches."""
READ = 5.0
"""Seconds in which what it says can be read before it acts."""
STRANGE_SHARE = 5
"""With one card in so many unknown to it, the box says so."""


class BoxPartner:
    """Plays what the game's setup gives to the box, while the table is seen.

    Threads only post to the kiosk's queue; a proposal that comes after another move is dropped, and whatever is of
    another game.
    """

    def __init__(
        self, screens: Navigator, inputs: "SimpleQueue[Any]", run: Callable[[Callable[[], None]], None]
    ) -> None:
        """Take the screens, the kiosk's queue, and what runs the thinking."""
        self._screens, self._inputs, self._run = screens, inputs, run
        self._moment: Moment | None = None
        self._game = self._recollections = 0
        self._warned = 0
        self._last_setup: object = None
        self._language = ""
        self._knows = False
        self._proposal: Proposal | None = None
        self._began = 0.0
        self._act_at = 0.0

    @property
    def active(self) -> bool:
        """Tell whether the box has something to do, so that time matters."""
        return self._moment is not None

    def take(self, posted: Proposal | Recollection | Vocabulary) -> None:
        """Take what was thought, unless the game went on meanwhile."""
        if isinstance(posted, Proposal):
            self._take_proposal(posted)
        elif posted.game != self._game:
            return
        elif isinstance(posted, Recollection):
            self._recollected(posted)
        else:
            self._screens.context.partner.knows, self._screens.context.partner.sees = posted.knows, posted.sees
            self._screens.invalidate()

    def _take_proposal(self, proposal: Proposal) -> None:
        if proposal.moment != self._moment or self._proposal is not None:
            return
        if proposal.action is None and not self._polite():
            self._no_thought()
            return
        self._proposal, self._screens.context.partner.stuck = proposal, False
        now = self._screens.now
        if isinstance(proposal.action, Guess):
            ready = now + WANDER * (len(proposal.thought_of) - 1) + REST
        else:
            ready = now + BEFORE_CLUE
        if self._tell_strange(proposal.strange):
            ready = max(ready, now + READ)
        self._act_at = max(ready, self._began + self._pause())

    def _no_thought(self) -> None:
        """Leave it to people, where the box may not pass either: it is asked again when they come back to the table."""
        context, top = self._screens.context, self._screens.top
        context.partner.rest()
        context.partner.stuck = context.table is not None and not people_may_act(context.partner.plays, context.table)
        if context.partner.stuck or top.claim is not None:  # it alone may guess, or was let
            top.claim = None
            self._tell_no_thought()
        self._screens.invalidate()

    def tick(self, now: float, still: bool = False) -> None:
        """Begin to think, let the marker wander, and act, when it is time.

        `still`: somebody holds a button, for the menu or to take a move back; nothing moves meanwhile.
        """
        context = self._screens.context
        session, table, view = context.session, context.table, context.partner
        setup = session.setup
        if setup is not self._last_setup:
            self._last_setup, self._game = setup, self._game + 1
            view.reset(setup.box if setup else ())
            if not view.plays and self._knows:
                from device.app.box_thinking import forget_player

                self._knows = False
                forget_player()
            if setup is not None and setup.box and session.moves:
                self._recollect(setup.box)
        elif setup is not None and setup.box and context.preferences.language != self._language:
            if table is not None and table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
                self._game += 1  # a clue that was thought of in the other language is given by nobody
            self._recollect(())
        self._language = context.preferences.language
        if setup is None or table is None or not setup.box:
            self._moment = None
            return
        side = box_acts(setup.box, table)
        if side is None or not self._screens.top.box_may_move or self._screens.dark:
            self._rest()
            return
        moment = (self._game, session.number)
        if moment != self._moment:
            self._begin(moment, side, now)
        if self._proposal is None and now - self._began > PATIENCE:
            if self._polite():
                self._proposal, self._act_at = Proposal(moment, None), now
            elif view.thinking and not people_may_act(setup.box, table):
                self._no_thought()
        if self._proposal is not None:
            self._show(now)
            if now >= self._act_at and not still:
                self._do(self._proposal)

    def _begin(self, moment: Moment, side: Side, now: float) -> None:
        context = self._screens.context
        setup, language = context.session.setup, context.clue_language
        assert setup is not None
        self._moment, self._proposal, self._began = moment, None, now
        context.partner.think()
        self._screens.invalidate()
        observation = context.session.observe(side)
        packs, post = context.packs, self._inputs.put
        self._knows = True

        def work() -> None:
            from device.app.box_thinking import chance, known_player, think  # the first frame does not wait for it

            try:
                player = known_player(language, packs, setup.temper, lambda: moment[0] == self._game)
                if player is None:
                    post(Proposal(moment, None))
                    return
                post(Vocabulary(moment[0], player.guesser.knows, player.guesser.sees))
                strange = sum(not player.knows_card(card) for card in observation.public.cards)
                post(think(player, observation, moment, chance(observation, moment[1]))._replace(strange=strange))
            except Exception:
                post(Proposal(moment, None))
                raise

        self._run(work)

    def _recollect(self, roles: Sequence[str]) -> None:
        """Tell what the box knows of words, and think once more what `roles` thought so far in this game."""
        context, game, post = self._screens.context, self._game, self._inputs.put
        setup, moves, packs = context.session.setup, context.session.observed_moves(), context.packs
        assert setup is not None
        self._knows, language = True, context.clue_language
        self._recollections += 1
        number = self._recollections

        def wanted() -> bool:
            last = bool(roles) or number == self._recollections  # of languages tapped through the last one is
            return last and game == self._game

        def work() -> None:
            from device.app.box_thinking import known_player, recollect

            player = known_player(language, packs, setup.temper, wanted)
            if player is not None:
                post(Vocabulary(game, player.guesser.knows, player.guesser.sees))
                post(Recollection(game, recollect(player, roles, moves)))

        self._run(work)

    def _recollected(self, recollection: Recollection) -> None:
        stories = self._screens.context.partner.stories
        first = stories[0].move if stories else math.inf
        stories[:] = [*(story for story in recollection.stories if story.move < first), *stories]
        self._screens.invalidate()

    def _pause(self) -> float:
        """Return how long a clue that people may give as well is left to them."""
        setup, table = self._screens.context.session.setup, self._screens.context.table
        if setup is None or table is None or not people_may_act(setup.box, table):
            return 0.0
        return {Phase.FIRST_CLUE: BEFORE_FIRST_CLUE, Phase.CLUE: BEFORE_NEXT_CLUE}.get(table.phase, 0.0)

    def _rest(self) -> None:
        if self._moment is not None:
            self._moment = None
            self._screens.context.partner.rest()
            self._screens.invalidate()

    def _show(self, now: float) -> None:
        """Let the marker wander over the cards that were thought of, the chosen one last."""
        assert self._proposal is not None
        cards, left = self._proposal.thought_of, self._act_at - now
        if not cards:
            return
        place = len(cards) - 1 - max(0, int((left - REST) / WANDER + 0.999))
        marker = cards[max(0, place)] if left < REST + WANDER * len(cards) else None
        if marker != self._screens.context.partner.marker:
            self._screens.context.partner.marker = marker
            self._screens.invalidate()

    def _do(self, proposal: Proposal) -> None:
        context, polite = self._screens.context, self._polite()
        self._moment, self._proposal = None, None
        context.partner.rest()
        clue = context.table.clue if context.table is not None else None
        for action in (proposal.action, *polite):
            if action is None:
                continue
            try:
                context.session.do(action)
            except IllegalAction:
                continue
            if action is proposal.action:
                self._tell_story(proposal, clue)
            else:
                self._tell_no_thought()
            break
        self._screens.invalidate()

    def _tell_no_thought(self) -> None:
        self._screens.notify(self._screens.context.texts("The box could not think this time"), seconds=8.0)

    def _tell_story(self, proposal: Proposal, clue: Clue | None) -> None:
        """Remember what the box thought at its own clue, or at the one of people that it guesses from."""
        partner, number = self._screens.context.partner, self._screens.context.session.number
        standing = {moved for moved, _ in self._screens.context.session.moves}
        partner.stories[:] = [story for story in partner.stories if story.move in standing]
        from device.app.box_thinking import of_its_own, of_others

        action, story = proposal.action, None
        if isinstance(action, GiveClue) and action.word:
            story = of_its_own(number, action, proposal)
        elif isinstance(action, Guess | Stop):
            clues = [moved for moved, made in self._screens.context.session.moves if isinstance(made, GiveClue)]
            story = of_others(number, clue, max(clues, default=0), proposal, partner.stories)
        partner.stories += [story] if story is not None else []

    def _tell_strange(self, strange: int) -> bool:
        """Say once a game that the box knows too few of the cards to play well; tell whether that is said now."""
        table = self._screens.context.table
        if table is None or self._warned == self._game or strange * STRANGE_SHARE < len(table.cards):
            return False
        self._warned = self._game
        t = self._screens.context.texts
        warning = t.n("The box does not know {n} of these cards", "The box does not know {n} of these cards", strange)
        self._screens.notify(warning, seconds=8.0)
        return True

    def _polite(self) -> Sequence[Action]:
        """Return what the box does when it has no thought: the least that lets the game go on.

        Nothing where people may go on as well, and no card in sudden death, where a wrong one loses the game.
        """
        table, roles = self._screens.context.table, self._screens.context.partner.plays
        side = box_acts(roles, table) if table is not None else None
        if table is None or side is None or people_may_act(roles, table):
            return ()
        if table.phase is Phase.CLUE:
            return (GiveClue(side, 1),)
        allowed = [action for action in legal(table) if getattr(action, "side", None) is side]
        if table.phase is Phase.COVER:
            return allowed
        stop, guesses = Stop(side), [action for action in allowed if isinstance(action, Guess)]
        return [stop] * (stop in allowed) + guesses * (table.phase is Phase.GUESS)
