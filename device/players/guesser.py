"""Guessing: how likely each card is an agent, by the clues, the face one sees and what was touched; when to stop."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from device.players.chances import MEANT, agents_left, meant, prior, wanted
from device.players.knowledge import Knowledge
from device.players.observation import Observation
from device.players.temper import EVEN, Temper
from device.rules.clue_log import LogEntry
from device.rules.duet import mistake_price, open_cards
from device.rules.events import Revealed
from device.rules.model import IDENTITY, UNLIMITED, Cover, DuetPublic, Identity, Phase, Public, Side, VersusPublic

_USUAL = 2
"""How many cards a clue without a limit means, as a rule."""
_AT_ONCE = 4.0
"""How much likelier an agent found in the clue's own turn was meant by it than one found later."""
_BLIND, _UNASKED = 0.45, 2.5
"""A card less likely than that is hardly pointed at by any clue. For such a one, and beyond the number of the clue, an
assassin is dreaded so much more: a giver looks out only for the cards that it means.
"""
_MIN_SURE = 0.2
"""How sure one must be of a guess when a miss costs no more than a stop."""
_EARLIER = 0.8
"""What is left of what an earlier clue says beside the clue of the turn: it was not guessed then."""
_DEAR = 0.5
"""What a miss costs, in agents, while it takes one of the mistakes that a stop would leave."""

_SEEN = 8
"""The least weight with which a clue says more of a card than chance does."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card one may touch, and how likely it is an agent, an assassin, or another team's agent."""

    card: str
    agent: float
    assassin: float
    enemy: float

    @property
    def confidence(self) -> float:
        """Return how much speaks for the card: 0 to 1."""
        return max(0.0, self.agent - self.assassin - self.enemy / 2)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a guesser makes of a clue: every card it may touch, best first; how many guesses; is the clue known."""

    candidates: tuple[Candidate, ...]
    stop_after: int
    known: bool


class Guesser:
    """Guesses from what an observation tells, and from nothing else."""

    def __init__(self, knowledge: Knowledge, temper: Temper = EVEN) -> None:
        """Take what the player knows of words, and how much it dares."""
        self._knowledge = knowledge
        self._temper = temper

    def think(self, observation: Observation) -> Thought:
        """Return every card the side may touch, best first, and how many it would touch if all went well."""
        first = self.candidates(observation)
        clue = observation.public.clue
        known = clue is None or (clue.word is not None and self.knows(clue.word))
        stop_after, candidates = 0, first
        while candidates and (self._must(observation) or self._goes_on(observation, candidates[0])):
            stop_after += 1
            observation = _after_hit(observation, candidates[0].card)
            if _turn_over(observation):
                break
            candidates = self.candidates(observation)
        return Thought(first, stop_after, known)

    def knows(self, clue: str) -> bool:
        """Tell whether a clue's word, or a relative of it, is known."""
        return self._knowledge.weights(clue, ()) is not None

    def sees(self, clue: str, table: Public, side: Side) -> bool:
        """Tell whether a clue points at any card a side may touch strongly enough to guess by."""
        return any(weight >= _SEEN for weight in self._knowledge.weights(clue, touchable(table, side)) or ())

    def candidates(self, observation: Observation) -> tuple[Candidate, ...]:
        """Return the cards the side may touch, best first."""
        table, side = observation.public, observation.side
        cards = touchable(table, side)
        odds = [prior(observation, card, side) for card in cards]
        theirs, others_rest = (0.0,) * len(cards), 1.0
        if isinstance(table, VersusPublic):
            likely = [chance.enemy for chance in odds]
            theirs, others_rest = self._pointed(observation, cards, likely, side.other)
        likely = [chance.agent * (1 - against) for chance, against in zip(odds, theirs, strict=True)]
        mine, rest = self._pointed(observation, cards, likely, side)
        repelled = self._repelled(observation, cards)
        found = []
        for place, card in enumerate(cards):
            chance, against = odds[place], theirs[place]
            agent = mine[place] + (1 - mine[place]) * chance.agent * rest
            agent *= (1 - against) * repelled[place]
            enemy = against + (1 - against) * chance.enemy * others_rest
            bystander = max(0.0, 1 - chance.agent - chance.assassin - chance.enemy)
            wrong = chance.assassin + bystander + enemy
            share = (1 - agent) / wrong if wrong else 0.0
            found.append(Candidate(card, agent, chance.assassin * share, enemy * share))
        return tuple(sorted(found, key=lambda each: (-each.confidence, -each.agent, table.cards.index(each.card))))

    def _pointed(
        self, observation: Observation, cards: Sequence[str], likely: Sequence[float], side: Side
    ) -> tuple[tuple[float, ...], float]:
        """Return how likely each card was meant by a clue to a side, and what share of its agents by none.

        `likely` says how likely each is its agent, clues left aside.
        """
        missed = [1.0] * len(cards)
        for at, entry in enumerate(observation.log):
            if _guessing_side(observation.public, entry) is side and entry.clue.word is not None:
                chances = self._meant_by(observation, at, cards, likely, side)
                latest = at == len(observation.log) - 1 or side is not observation.side
                fresh = 1.0 if latest else _EARLIER
                missed = [rest * (1 - fresh * chance) for rest, chance in zip(missed, chances, strict=True)]
        pointed, left = tuple(1 - rest for rest in missed), agents_left(observation, side)
        return pointed, max(0.0, 1 - sum(pointed) / left) if left else 0.0

    def _meant_by(
        self, observation: Observation, at: int, cards: Sequence[str], likely: Sequence[float], side: Side
    ) -> tuple[float, ...]:
        """Return how likely each card was meant by one clue: its number is shared with the agents found since."""
        clue = observation.log[at].clue
        assert clue.word is not None
        agent = IDENTITY.get(side, Identity.AGENT)
        hits = {
            each.card: 1.0 if later else _AT_ONCE
            for later, entry in enumerate(observation.log[at:])
            for each in entry.revealed
            if each.by is side and each.identity is agent
        }
        weights = self._knowledge.weights(clue.word, (*cards, *hits))
        number = _USUAL if clue.number == UNLIMITED else int(clue.number)
        if weights is None or number == 0:
            return (0.0,) * len(cards)
        chances = (*likely, *hits.values())
        strengths = [MEANT[weight] * chance for weight, chance in zip(weights, chances, strict=True)]
        return meant(strengths, number)[: len(cards)]

    def _repelled(self, observation: Observation, cards: Sequence[str]) -> tuple[float, ...]:
        """Return what a clue for none of them leaves of each card's chance."""
        clue = observation.public.clue
        weights = self._knowledge.weights(clue.word, cards) if clue and clue.word and clue.number == 0 else None
        return tuple(MEANT[0] / MEANT[weight] for weight in weights or (0,) * len(cards))

    def _must(self, observation: Observation) -> bool:
        table = observation.public
        return table.phase is Phase.SUDDEN_DEATH or not table.guesses

    def _goes_on(self, observation: Observation, best: Candidate) -> bool:
        """Return whether one more guess is worth more than a stop."""
        table = observation.public
        asked = table.clue is None or table.clue.number == UNLIMITED or table.guesses < int(table.clue.number)
        dread = self._temper.dread * (1.0 if asked and best.agent >= _BLIND else _UNASKED)
        if isinstance(table, DuetPublic):
            return self._last_chance(observation) or self._goes_on_in_duet(table, best, dread)
        other = 1 - best.agent - best.assassin - best.enemy
        value = best.agent - best.enemy - other / 4 - best.assassin * dread
        return value > 0 and best.agent > self._temper.surest

    def _last_chance(self, observation: Observation) -> bool:
        """Return whether it must touch a card of its partner's all the same, and a bystander would lose then."""
        table = observation.public
        assert isinstance(table, DuetPublic) and observation.face is not None
        price = mistake_price(table.bank)
        if table.bank.total != 1 or price is None or price[0] != 1:
            return False
        face = zip(observation.face, table.covers, strict=True)
        for_partner = sum(identity is Identity.AGENT and cover is None for identity, cover in face)
        return table.agents_left > for_partner

    def _goes_on_in_duet(self, table: DuetPublic, best: Candidate, dread: float) -> bool:
        """Return the same in Duet, where a miss costs no more than a stop while all tokens of the bank are mistakes."""
        bank, price = table.bank, mistake_price(table.bank)
        haste = max(1.0, table.agents_left / max(1, bank.total) / 1.5)
        free = price is not None and price[0] == 1 and (not bank.check or bank.total == 1)
        mistake = 0.0 if free else _DEAR if price is not None and price[0] == 1 else 1.0
        surest = _MIN_SURE if free else max(_MIN_SURE, self._temper.surest / haste)
        other = 1 - best.agent - best.assassin
        value = best.agent - other * mistake - best.assassin * dread / (haste * haste)
        return value > 0 and best.agent > surest


def touchable(table: Public, side: Side) -> tuple[str, ...]:
    """Return the cards a side may touch."""
    if isinstance(table, DuetPublic):
        return open_cards(table, side)
    return tuple(card for card, cover in zip(table.cards, table.covers, strict=True) if cover is None)


def _guessing_side(table: Public, entry: LogEntry) -> Side:
    return entry.clue.side.other if isinstance(table, DuetPublic) else entry.clue.side


def _after_hit(observation: Observation, card: str) -> Observation:
    """Return what would be known if a card were touched and found an agent."""
    table, side, log = observation.public, observation.side, observation.log
    covers, identity = list(table.covers), wanted(table, side)
    covers[table.cards.index(card)] = Cover(identity, side)
    after = replace(table, covers=tuple(covers), guesses=table.guesses + 1)
    if log:
        revealed = (*log[-1].revealed, Revealed(card, identity, side))
        log = (*log[:-1], replace(log[-1], revealed=revealed))
    return replace(observation, public=after, log=log)


def _turn_over(observation: Observation) -> bool:
    """Return whether no more guess could be right, or is allowed."""
    table = observation.public
    limit = table.guesses_left if isinstance(table, VersusPublic) else None
    return limit == 0 or not agents_left(observation, observation.side)
