"""The box as a player: gives clues, guesses, stops, and covers; it never objects."""

from random import Random

from device.players.giver import Giver, hardest, nearest, team_cards
from device.players.guesser import Guesser
from device.players.knowledge import Knowledge
from device.players.observation import Observation
from device.players.temper import EVEN, Temper
from device.rules.actions import Action, CoverCard, GiveClue, Guess, Pass, Stop
from device.rules.model import Phase, VersusPublic


class BoxPlayer:
    """Plays any side of any game by what it knows of words."""

    def __init__(self, knowledge: Knowledge, temper: Temper = EVEN) -> None:
        """Take what it knows of words, and how much it dares."""
        self.giver = Giver(knowledge, temper)
        self.guesser = Guesser(knowledge, temper)
        self._knowledge = knowledge

    def knows_card(self, card: str) -> bool:
        """Tell whether any word at all points at a card."""
        return bool(self._knowledge.column(card).weights)

    def act(self, observation: Observation, rng: Random) -> Action:
        """Return what the side does now, in a phase in which it is to act."""
        phase, side = observation.public.phase, observation.side
        if phase in (Phase.FIRST_CLUE, Phase.CLUE):
            idea = self.giver.think(observation, rng)
            return GiveClue(side, idea.number, idea.word) if idea else GiveClue(side, 1)
        if phase is Phase.COVER:
            return self._cover(observation)
        thought = self.guesser.think(observation)
        return Guess(side, thought.candidates[0].card) if thought.stop_after else Stop(side)

    def _cover(self, observation: Observation) -> Action:
        """Cover the own agent that is hardest to clue, or the enemy's that is most in the way."""
        table, side = observation.public, observation.side
        assert isinstance(table, VersusPublic)
        mine, theirs = team_cards(observation, side), team_cards(observation, side.other)
        if not table.objecting:
            return CoverCard(side, nearest(self._knowledge, theirs, mine))
        return CoverCard(side, hardest(self._knowledge, mine)) if mine else Pass(side)
