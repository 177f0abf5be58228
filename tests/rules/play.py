"""Whole games to check properties on: drawn by hypothesis, so that a failing one shrinks to its few telling moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from device.rules import actions as a
from device.rules import legal, step
from device.rules.events import Event, TokenSpent, TurnEnded
from device.rules.model import DuetPublic, Identity, Public, Side, State, VersusPublic
from device.rules.options import read_options
from tests.rules.games import DUET_BANKS, VERSUS_VARIANTS, new_game, right_cards


@dataclass(frozen=True)
class Step:
    """One accepted move."""

    before: State
    action: a.Action
    events: tuple[Event, ...]
    after: State

    def of(self, kind: type[Event]) -> list[Event]:
        """Return its events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def tokens(self) -> list[TokenSpent]:
        """Return the tokens it spent."""
        return [event for event in self.events if isinstance(event, TokenSpent)]

    @property
    def ended_turn(self) -> str | None:
        """Return why the turn ended with it, if it did."""
        return next((event.why for event in self.events if isinstance(event, TurnEnded)), None)


class Game:
    """A game as played: all its steps, and those that stand after the undos."""

    def __init__(self, start: State) -> None:
        self.start = start
        self.steps: list[Step] = []
        self.line: list[Step] = []

    def __repr__(self) -> str:
        told = "\n".join(f"  {step.action} -> {step.events}" for step in self.steps)
        return f"{self.start.public.options} {self.start.key}\n{told}"

    @property
    def state(self) -> State:
        """Return how it stands."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def states(self) -> Iterator[State]:
        """Return the states it went through."""
        yield self.start
        yield from (step.after for step in self.steps)

    def do(self, action: a.Action) -> None:
        """Make a move."""
        before = self.state
        events, after = step(before, action)
        done = Step(before, action, events, after)
        self.steps.append(done)
        if isinstance(action, a.Undo):
            self.line.pop()
        else:
            self.line.append(done)


_KINDS: list[Callable[[a.Action], bool]] = [
    lambda action: isinstance(action, a.GiveClue | a.Guess | a.CoverCard),
    lambda action: isinstance(action, a.Stop | a.Pass),
    lambda action: isinstance(action, a.Object),
    lambda action: isinstance(action, a.Timeout),
]


def _pick(game: Game, byte: int) -> a.Action | None:
    """Turn a byte into a move: mostly clues and touches, mostly with the key in mind."""
    if byte == 255:
        return a.Abandon()
    if byte >= 246:
        return a.Undo() if game.line else None
    may = legal(game.state.public)
    kind = 0 if byte < 200 else 1 if byte < 228 else 2 if byte < 237 else 3
    actions = [action for action in may if _KINDS[kind](action) and _coverable(game.state, action)]
    if kind == 0 and byte < 150:
        touches = [action for action in actions if isinstance(action, a.Guess | a.CoverCard)]
        right = [t for t in touches if t.card in right_cards(game.state, _verb(t), t.side)]
        actions = [*right] or actions
    return actions[byte % len(actions)] if actions else None


def _verb(action: a.Guess | a.CoverCard) -> str:
    return "guess" if isinstance(action, a.Guess) else "cover"


def _coverable(state: State, action: a.Action) -> bool:
    return not isinstance(action, a.CoverCard) or action.card in right_cards(state, "cover", action.side)


def played(name: str, options: dict[str, object], seed: int, moves: bytes) -> Game:
    """Play a game, a byte a move; bytes that fit no move are passed over."""
    game = Game(new_game(read_options(name, options), Random(seed)))
    for byte in moves:
        action = _pick(game, byte)
        over = game.state.public.result is not None
        if action is None or (over and not isinstance(action, a.Undo)):
            continue
        game.do(action)
    return game


_DUET = [{**bank, "turn_order": order} for bank in [{}, {}, {}, *DUET_BANKS] for order in ("strict", "loose")]
duet_games = st.builds(
    played, st.just("duet"), st.sampled_from(_DUET), st.integers(0, 99), st.binary(min_size=30, max_size=90)
)
versus_games = st.builds(
    played, st.just("versus"), st.sampled_from(VERSUS_VARIANTS), st.integers(0, 99), st.binary(min_size=30, max_size=90)
)
all_games = st.one_of(duet_games, versus_games)


def duet(state: State) -> DuetPublic:
    """Return a Duet table."""
    assert isinstance(state.public, DuetPublic)
    return state.public


def versus(state: State) -> VersusPublic:
    """Return a versus table."""
    assert isinstance(state.public, VersusPublic)
    return state.public


def under(table: Public) -> dict[str, Identity]:
    """Return what lies face up on which cards."""
    return {card: cover.identity for card, cover in zip(table.cards, table.covers, strict=True) if cover}


def agents_of(state: State, side: Side) -> set[str]:
    """Return the cards that are agents on a side's face, or a team's agents."""
    wanted = Identity.AGENT if side in (Side.A, Side.B) else Identity(side)
    face = state.key.face(side)
    return {card for card, identity in zip(state.public.cards, face, strict=True) if identity is wanted}


def found(state: State) -> set[str]:
    """Return the cards covered as agents of any kind."""
    agents = (Identity.AGENT, Identity.RED, Identity.BLUE)
    return {card for card, identity in under(state.public).items() if identity in agents}


def sides_of(kind: type[Public]) -> tuple[Side, Side]:
    """Return both sides or teams of a game."""
    return (Side.A, Side.B) if kind is DuetPublic else (Side.RED, Side.BLUE)
