"""What the box does at a moment, thought off the loop; all that it knows of words is loaded only here."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from threading import Lock

from device.app.box_proposal import Moment, Proposal
from device.cards.library import PackLibrary
from device.game.box_player import box_player
from device.game.seating import plays
from device.players.box import BoxPlayer
from device.players.observation import Observation
from device.players.temper import TEMPERS
from device.rules.actions import Action, GiveClue, Guess, Stop
from device.rules.model import Clue, Phase
from device.ui.kit.context import ClueStory

CANDIDATES = 3
"""How many cards it is seen to think of."""
_LOADING = Lock()


def think(player: BoxPlayer, observation: Observation, moment: Moment, rng: Random) -> Proposal:
    """Return what the box does now, by its own face, the table and the clues alone."""
    table, side = observation.public, observation.side
    if table.phase in (Phase.FIRST_CLUE, Phase.CLUE):
        idea = player.giver.think(observation, rng)
        if idea is None:
            return Proposal(moment, None)
        feared = player.giver.feared(observation, idea.word)
        face = observation.face
        known_as = face[table.cards.index(feared)] if face is not None and feared is not None else None
        given = GiveClue(side, idea.number, idea.word)
        return Proposal(moment, given, means=idea.means, feared=feared, feared_as=known_as)
    if table.phase is Phase.COVER:
        return Proposal(moment, player.act(observation, rng))
    thought = player.guesser.think(observation)
    cards = [candidate.card for candidate in thought.candidates[:CANDIDATES]]
    number = table.clue.number if table.clue is not None and isinstance(table.clue.number, int) else CANDIDATES
    means = tuple(candidate.card for candidate in thought.candidates[:number])
    if not thought.stop_after or not cards:
        return Proposal(moment, Stop(side), tuple(cards[:1]), means)
    return Proposal(moment, Guess(side, cards[0]), (*reversed(cards[1:]), cards[0]), means)


def chance(observation: Observation, number: int) -> Random:
    """Return the chance of a moment, after the move of a number: a power cut changes nothing in it."""
    return Random(f"{observation.public.cards}:{number}")


def recollect(
    player: BoxPlayer, roles: Sequence[str], moves: Iterable[tuple[int, Action, Observation]]
) -> tuple[ClueStory, ...]:
    """Return what the box thought at each clue of moves that stand: its own clues, and those it guessed from."""
    stories: list[ClueStory] = []
    clue_move = 0
    for number, action, observation in moves:
        if isinstance(action, GiveClue):
            clue_move = number
        if not plays(roles, observation.side, observation.public):
            continue
        thought = think(player, observation, (0, 0), chance(observation, number - 1))
        given = thought.action
        if isinstance(action, GiveClue):
            if isinstance(given, GiveClue) and action.word is not None and given.word == action.word:
                stories.append(of_its_own(number, action, thought))
        elif (story := of_others(number, observation.public.clue, clue_move, thought, stories)) is not None:
            stories.append(story)
    return tuple(stories)


def of_its_own(number: int, action: GiveClue, thought: Proposal) -> ClueStory:
    """Return what a clue of the box meant."""
    word, said = str(action.word), str(action.number)
    return ClueStory(number, word, said, True, thought.means, thought.feared, thought.feared_as)


def of_others(
    number: int, clue: Clue | None, clue_move: int, thought: Proposal, told: Sequence[ClueStory]
) -> ClueStory | None:
    """Return what the box takes a clue of people, given with a move, to mean, unless that is told."""
    if clue is None or clue.word is None or (told and told[-1].move >= clue_move):
        return None
    return ClueStory(number, clue.word, str(clue.number), False, thought.means)


def known_player(
    language: str, packs: PackLibrary, temper: str, wanted: Callable[[], bool] = lambda: True
) -> BoxPlayer | None:
    """Return the box as a player of a language, its table loaded once while it plays: each takes tens of megabytes.

    Threads wait for each other; None where the box knows no words, or once it is not `wanted` any more: what was
    forgotten while it was loaded does not stay.
    """
    with _LOADING:
        if not wanted():
            return None
        player = _loaded(language, packs, temper)
        if not wanted():
            forget_player()
        return player


@lru_cache(maxsize=1)
def _loaded(language: str, packs: PackLibrary, temper: str) -> BoxPlayer | None:
    return box_player(language, packs, TEMPERS[temper])


def forget_player() -> None:
    """Let go of what was loaded."""
    _loaded.cache_clear()
