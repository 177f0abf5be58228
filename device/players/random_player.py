"""A player without a mind: anything legal."""

from collections.abc import Collection
from random import Random

from device.players.observation import Observation
from device.rules import legal
from device.rules.actions import Abandon, Action, CoverCard, Timeout
from device.rules.model import IDENTITY, Phase, VersusPublic


class RandomPlayer:
    """Does anything its side may; a time-out only where a strict timer runs, and it does not give up."""

    def act(self, observation: Observation, rng: Random) -> Action:
        """Return a random action; a spymaster who covers knows the key."""
        table, side = observation.public, observation.side
        actions = legal(table)
        unlikely = (Abandon,) if table.options.timer == "strict" else (Abandon, Timeout)
        mine = self._coverable(observation) if table.phase is Phase.COVER else table.cards
        while True:
            chosen = rng.choice(actions)
            if isinstance(chosen, unlikely) or getattr(chosen, "side", side) is not side:
                continue
            if not isinstance(chosen, CoverCard) or chosen.card in mine:
                return chosen

    def _coverable(self, observation: Observation) -> Collection[str]:
        """Return the cards that may be covered: the own team's after an objection, else the enemy's."""
        table, face = observation.public, observation.face
        assert isinstance(table, VersusPublic) and face is not None
        owner = IDENTITY[observation.side if table.objecting else observation.side.other]
        return {card for card, identity in zip(table.cards, face, strict=True) if identity is owner}
