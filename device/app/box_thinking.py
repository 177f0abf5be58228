"""What the box does at a moment, thought off the loop; all that it knows of words is loaded only here."""

from functools import lru_cache
from random import Random

from device.app.box_proposal import Moment, Proposal
from device.cards.library import PackLibrary
from device.game.box_player import box_player
from device.players.box import BoxPlayer
from device.players.observation import Observation
from device.players.temper import TEMPERS
from device.rules.actions import GiveClue, Guess, Stop
from device.rules.model import Phase

CANDIDATES = 3
"""How many cards it is seen to think of."""


def think(player: BoxPlayer, observation: Observation, moment: Moment, rng: Random) -> Proposal:
    """Return what the box does now, by its own face, the table and the clues alone."""
    table, side = observation.public, observation.side
    if table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
        idea = player.giver.think(observation, rng)
        if idea is None:
            return Proposal(moment, None)
        feared = player.giver.feared(observation, idea.word)
        return Proposal(moment, GiveClue(side, idea.number, idea.word), means=idea.means, feared=feared)
    if table.phase is Phase.COVER:
        return Proposal(moment, player.act(observation, rng))
    thought = player.guesser.think(observation)
    cards = [candidate.card for candidate in thought.candidates[:CANDIDATES]]
    number = table.clue.number if table.clue is not None and isinstance(table.clue.number, int) else CANDIDATES
    means = tuple(candidate.card for candidate in thought.candidates[:number])
    if not thought.stop_after or not cards:
        return Proposal(moment, Stop(side), tuple(cards[:1]), means)
    return Proposal(moment, Guess(side, cards[0]), (*reversed(cards[1:]), cards[0]), means)


@lru_cache(maxsize=1)
def known_player(language: str, packs: PackLibrary, temper: str) -> BoxPlayer | None:
    """Return the box as a player of a language, its table loaded once while it plays."""
    return box_player(language, packs, TEMPERS[temper])
