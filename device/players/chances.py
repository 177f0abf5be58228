"""Chances in numbers that come out alike on every machine: only sums, products, quotients and square roots."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from device.players.associations import HEAVIEST
from device.players.observation import Observation
from device.rules.deal import DUET_PAIRS
from device.rules.model import IDENTITY, DuetPublic, Identity, Public, Side, VersusPublic


def _rising(doubles: int, none: int) -> tuple[int, ...]:
    """Return a number for each weight, `none` for no weight, then from 1,000 twice as much for every so much more."""
    return (none, *(round(2 ** (weight / doubles) * 1000) for weight in range(1, HEAVIEST + 1)))


PULL = _rising(8, none=200)
"""How often people who hear a clue pick a card of each weight: they are noisy."""
MEANT = _rising(5, none=1000)
"""How often a clue of each weight for a card was given for it: what is not written may have been meant all the same."""
_THEIRS = (Identity.AGENT, Identity.ASSASSIN, Identity.BYSTANDER)
_ROUNDS = 24


def meant(strengths: Sequence[float], number: float) -> tuple[float, ...]:
    """Return how likely each card is one of `number` that were meant, their odds being as their strengths."""
    able = sum(strength > 0 for strength in strengths)
    if number >= able:
        return tuple(float(strength > 0) for strength in strengths)
    if number <= 0:
        return (0.0,) * len(strengths)
    low, high = 1e-9 / max(strengths), 1e9 / min(strength for strength in strengths if strength > 0)
    for _ in range(_ROUNDS):
        middle = sqrt(low * high)
        if sum(middle * strength / (1 + middle * strength) for strength in strengths) < number:
            low = middle
        else:
            high = middle
    return tuple(low * strength / (1 + low * strength) for strength in strengths)


@dataclass(frozen=True, slots=True)
class Odds:
    """How likely a card is to be an agent of the side that guesses, an assassin, or another team's agent."""

    agent: float
    assassin: float
    enemy: float = 0.0


def wanted(table: Public, side: Side) -> Identity:
    """Return what a side looks for: an agent of its own; in an assassin finale, when all are covered, the assassin."""
    if isinstance(table, VersusPublic) and table.options.ending == "assassin" and not table.agents_left(side):
        return Identity.ASSASSIN
    return IDENTITY.get(side, Identity.AGENT)


def agents_left(observation: Observation, side: Side) -> int:
    """Return how many cards a side may still look for: on its partner's face in Duet, or of its team."""
    table = observation.public
    if isinstance(table, DuetPublic):
        found = sum(cover is not None and cover.by is side for cover in table.covers)
        return 0 if side.other in table.finished else min(9 - found, table.agents_left)
    assert isinstance(table, VersusPublic)
    return _assassins_left(table) if wanted(table, side) is Identity.ASSASSIN else table.agents_left(side)


def prior(observation: Observation, card: str, side: Side) -> Odds:
    """Return what an uncovered card may be for a side that guesses, all clues left aside."""
    table = observation.public
    if isinstance(table, DuetPublic):
        return _duet(observation, table, card)
    assert isinstance(table, VersusPublic)
    return _versus(table, side)


def _duet(observation: Observation, table: DuetPublic, card: str) -> Odds:
    """Return what the partner's face may show: the pairs of a key card are known, and so is what was touched."""
    face, side = observation.face, observation.side
    assert face is not None
    mine = face[table.cards.index(card)]
    agent, assassin, bystander = (DUET_PAIRS[mine, theirs] for theirs in _THEIRS)
    for place, cover in enumerate(table.covers):
        if face[place] is mine:
            agent -= cover is not None and cover.by is side
            bystander -= cover is None and side in table.markers[place]
    agent = max(0, agent) if agents_left(observation, side) else 0
    total = max(1, agent + assassin + bystander)
    return Odds(agent / total, assassin / total)


def _versus(table: VersusPublic, side: Side) -> Odds:
    """Return what a card may be for those who see no key: how many of each identity are not covered yet."""
    covered = [cover.identity for cover in table.covers if cover is not None]
    total = len(table.cards) - len(covered)
    assassins = _assassins_left(table)
    enemy = table.agents_left(side.other) / total
    if wanted(table, side) is Identity.ASSASSIN:
        return Odds(assassins / total, 0.0, enemy)
    return Odds(table.agents_left(side) / total, assassins / total, enemy)


def _assassins_left(table: VersusPublic) -> int:
    return 1 - any(cover is not None and cover.identity is Identity.ASSASSIN for cover in table.covers)
