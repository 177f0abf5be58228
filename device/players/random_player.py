"""A player without a mind: anything legal."""

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
        actions = [action for action in legal(table) if getattr(action, "side", side) is side]
        if isinstance(table, VersusPublic) and table.phase is Phase.COVER and observation.face is not None:
            owner = IDENTITY[side if table.objecting else side.other]
            cards = zip(table.cards, observation.face, strict=True)
            mine = {card for card, identity in cards if identity is owner}
            actions = [action for action in actions if not isinstance(action, CoverCard) or action.card in mine]
        unlikely = (Abandon,) if table.options.timer == "strict" else (Abandon, Timeout)
        while isinstance(chosen := rng.choice(actions), unlikely):
            pass
        return chosen
