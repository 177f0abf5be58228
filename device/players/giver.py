"""Giving clues: every known word against the cards, for a partner who guesses as people do."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from device.players.associations import HEAVIEST
from device.players.chances import PULL, wanted
from device.players.guesser import touchable
from device.players.knowledge import Knowledge
from device.players.observation import Observation
from device.players.temper import EVEN, Temper
from device.rules.model import IDENTITY, UNLIMITED, DuetPublic, Identity, Side

_MIN_WEIGHT, _HURRIED_MIN_WEIGHT, _LAST_MIN_WEIGHT = 57, 45, 8
"""How heavily a clue points at a card that it means, at least.

Of 200 of its clues that people read they found nearly all it meant beyond the first of these, and hardly half of those
below; cards down to the second are meant where each clue that is left must mean one more. The side's last clue means
all it points at.
"""
_FAINT, _FEARED = 5, 15
"""What weighs less only orders the cards for a guesser, unless the card ends the game; and is nothing to tell of."""
_MAX_MEANT = 6
"""The most cards one clue means."""
_KNOWN = (0.5, 0.8, 0.95, 1.0)
"""What a clue is worth, by how well its word is known."""
_DOUBT = 20
"""How much heavier a weak link to a card that ends the game is taken: people may see more in it than is written."""
_TURN = 0.25
"""What a bystander costs, in agents."""
_ENEMY = 1.0
"""What another team's agent costs."""
_TOLD = 0.4
"""What an agent is worth that an earlier clue points at: it may be found by that one."""
_HURRY = 1.0
"""What each further card of a clue is worth besides, where every clue that is left must mean one more."""


@dataclass(frozen=True, slots=True)
class Idea:
    """A clue one could give: its word, the cards it means, best first, and what it is worth in agents."""

    word: str
    means: tuple[str, ...]
    worth: float

    @property
    def number(self) -> int:
        """Return the clue's number: one also where nothing is meant, which a side may still have to say."""
        return len(self.means) or 1


@dataclass(frozen=True, slots=True)
class _Board:
    """The cards the guessing side may touch: own agents, what each is worth, and what each other card costs.

    `last`: the clue is the side's last; `hurry`: what each further card of it is worth besides.
    """

    cards: tuple[str, ...]
    agents: tuple[bool, ...]
    values: tuple[float, ...]
    costs: tuple[float, ...]
    last: bool = False
    hurry: float = 0.0

    @property
    def min_weight(self) -> int:
        """Return how heavily a word points at a card that it means, at least."""
        return _LAST_MIN_WEIGHT if self.last else _HURRIED_MIN_WEIGHT if self.hurry >= _HURRY else _MIN_WEIGHT


class Giver:
    """Gives clues for the agents on the face it sees."""

    def __init__(self, knowledge: Knowledge, temper: Temper = EVEN) -> None:
        """Take what the player knows of words, and how much it dares."""
        self._knowledge = knowledge
        self._temper = temper

    def think(self, observation: Observation, rng: Random) -> Idea | None:
        """Return the best valid clue, one at random where several are as good; None when no known word would do."""
        used = [entry.clue.word for entry in observation.log if entry.clue.word is not None]
        table, pictures, parts = observation.public, observation.pictures, observation.parts
        face_up = [card for card in table.cards if not table.covered(card) and card not in pictures]
        face_up += [part for card in face_up for part in parts.get(card, ())]
        best: list[Idea] = []
        for idea in self._ideas(observation):
            if best and round(idea.worth, 2) < round(best[0].worth, 2):
                break
            if self._may_say(idea.word, used, face_up):
                best.append(idea)
        return rng.choice(best) if best else self._any(observation, used, face_up)

    def feared(self, observation: Observation, word: str) -> str | None:
        """Return the card, of those not to be touched, at which a clue points most; None where it points at none."""
        board, number = self._board(observation), self._knowledge.table.number(self._knowledge.words.key(word))
        if number is None:
            return None
        wrong = [card for card, agent in zip(board.cards, board.agents, strict=True) if not agent]
        weights = {card: self._knowledge.column(card)[number] for card in wrong}
        feared = max(wrong, key=lambda card: (weights[card], card), default=None)
        return feared if feared is not None and weights[feared] >= _FEARED else None

    def _ideas(self, observation: Observation) -> Iterator[Idea]:
        """Yield every clue worth giving, the best first."""
        board, table = self._board(observation), self._knowledge.table
        ideas = []
        for word, weights in self._pointing(board):
            means, worth = _weigh(board, weights)
            if means:
                spelled, worth = table.spellings[word], worth * _KNOWN[table.known[word]]
                ideas.append(Idea(spelled, tuple(board.cards[place] for place in means), worth))
        ideas.sort(key=lambda idea: (-round(idea.worth, 4), idea.word))
        yield from ideas

    def _board(self, observation: Observation) -> _Board:
        table, side, face = observation.public, observation.side, observation.face
        assert face is not None
        cards = touchable(table, side.other if isinstance(table, DuetPublic) else side)
        shown = [face[table.cards.index(card)] for card in cards]
        agents = tuple(each is wanted(table, side) for each in shown)
        fear, last, hurry = self._temper.fear, False, 0.0
        if isinstance(table, DuetPublic):
            fear /= max(1.0, table.agents_left / max(1, table.bank.total) / 2)
            clues = table.bank.total if side.other in table.finished else (table.bank.total + 1) // 2
            last = clues <= 1
            hurry = _HURRY * min(1.0, max(0.0, sum(agents) / max(1, clues) - 1))
        costs = {Identity.ASSASSIN: fear, Identity.BYSTANDER: _TURN, IDENTITY.get(side.other): _ENEMY}
        told = self._told(observation, [card for card, agent in zip(cards, agents, strict=True) if agent])
        values = tuple(_TOLD if card in told else 1.0 for card in cards)
        return _Board(cards, agents, values, tuple(costs.get(each, 0.0) for each in shown), last, hurry)

    def _told(self, observation: Observation, agents: Sequence[str]) -> set[str]:
        """Return the agents that earlier clues of the side still point at: as many as were meant and not found."""
        told: set[str] = set()
        for entry in observation.log:
            if entry.clue.side is observation.side and entry.clue.word is not None and entry.clue.number != UNLIMITED:
                weights = self._knowledge.weights(entry.clue.word, agents) or (0,) * len(agents)
                pointed = sorted(zip(weights, agents, strict=True), reverse=True)
                missing = int(entry.clue.number) - len(entry.revealed)
                told |= {card for weight, card in pointed[: max(0, missing)] if weight >= _HURRIED_MIN_WEIGHT}
        return told

    def _pointing(self, board: _Board) -> Iterator[tuple[int, list[int]]]:
        """Yield each word that points at an agent well enough, and how heavily it points at each card."""
        found: dict[int, list[int]] = {}
        columns = [self._knowledge.column(card) for card in board.cards]
        size = len(board.cards)
        for agents in (True, False):
            for place, column in enumerate(columns):
                if board.agents[place] is not agents:
                    continue
                for word, weight in column.items():
                    if word in found:
                        found[word][place] = weight if weight >= _FAINT or board.costs[place] > 1 else 0
                    elif agents and weight >= board.min_weight:
                        found[word] = [0] * size
                        found[word][place] = weight
        yield from found.items()

    def _may_say(self, word: str, used: Sequence[str], face_up: Sequence[str]) -> bool:
        """Return whether a word is one, is valid in form, and no relative of a clue that was given."""
        words = self._knowledge.words
        if " " in word or any(words.key(word) == words.key(old) or words.kinship(word, old) for old in used):
            return False
        return words.is_valid(word, face_up)

    def _any(self, observation: Observation, used: Sequence[str], face_up: Sequence[str]) -> Idea | None:
        """Return the first well known word that points at no card to be feared."""
        board, table = self._board(observation), self._knowledge.table
        feared = [self._knowledge.column(card) for card, cost in zip(board.cards, board.costs, strict=True) if cost > 1]
        order = sorted(range(len(table.spellings)), key=lambda number: -table.known[number])
        for number in order:
            if not any(column[number] for column in feared) and self._may_say(table.spellings[number], used, face_up):
                return Idea(table.spellings[number], (), 0.0)
        return None


def _weigh(board: _Board, weights: Sequence[int]) -> tuple[tuple[int, ...], float]:
    """Return the places a word means at its best number, best first, and what it is worth.

    The guesser takes one card after another, each as likely as the word pulls at it, until one is no agent. A side's
    last clue means all it points at: what is not found in its turn is guessed in sudden death.
    """
    agents = sorted((place for place, agent in enumerate(board.agents) if agent), key=lambda place: -weights[place])
    pulls = [PULL[weights[place]] for place in agents]
    right, value = sum(pulls), sum(pull * board.values[place] for pull, place in zip(pulls, agents, strict=True))
    wrong, cost = 0, 0.0
    for place, agent in enumerate(board.agents):
        if not agent:
            weight = weights[place]
            if weight and board.costs[place] > 1:
                weight = min(HEAVIEST, weight + _DOUBT)
            wrong += PULL[weight]
            cost += PULL[weight] * board.costs[place]
    worth, best, still = 0.0, 0.0, 1.0
    means = 0
    for number, (place, pull) in enumerate(zip(agents[:_MAX_MEANT], pulls, strict=False), 1):
        if weights[place] < board.min_weight:
            break
        total = right + wrong
        worth += still * (value - cost + (board.hurry * right if means else 0.0)) / total
        still *= right / total
        right -= pull
        value -= pull * board.values[place]
        if worth > best or (board.last and means):
            best, means = worth, number
    return tuple(agents[:means]), best


def hardest(knowledge: Knowledge, cards: Sequence[str]) -> str:
    """Return the card that the fewest words point at well."""

    def reach(card: str) -> int:
        return sum(PULL[weight] for _, weight in knowledge.column(card).items())

    return min(cards, key=lambda card: (reach(card), card))


def nearest(knowledge: Knowledge, cards: Sequence[str], agents: Sequence[str]) -> str:
    """Return the card that lies most in the way of clues for some agents."""
    pulls: dict[int, int] = {}
    for agent in agents:
        for word, weight in knowledge.column(agent).items():
            pulls[word] = pulls.get(word, 0) + weight

    def nearness(card: str) -> int:
        return sum(weight * pulls.get(word, 0) for word, weight in knowledge.column(card).items())

    return max(cards, key=lambda card: (nearness(card), card))


def team_cards(observation: Observation, team: Side) -> tuple[str, ...]:
    """Return a team's agents that are not covered yet, for who sees the key."""
    table, face = observation.public, observation.face
    assert face is not None
    cards = zip(table.cards, table.covers, face, strict=True)
    return tuple(card for card, cover, identity in cards if cover is None and identity is IDENTITY[team])
