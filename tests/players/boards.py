"""Boards of the smoke set: a game with a key one can read, and what a side observes of it."""

from collections.abc import Sequence

from device.game.observe import observe
from device.players.observation import Observation
from device.rules import start, step
from device.rules.actions import Action
from device.rules.clue_log import LogEntry, extend_log
from device.rules.deal import deal_with_key
from device.rules.model import DuetOptions, Face, Identity, Options, Side, State, VersusOptions
from tests.players.conftest import NAMES

CARDS = NAMES[:25]
FACE_A = "AAAAAAAAAKKK............."
FACE_B = "AAAK.....AK.AAAAAK......."
"""A key card of Duet: its agents on both faces are the first three cards."""
DUET, VERSUS = DuetOptions(), VersusOptions()
LETTERS = {
    "A": Identity.AGENT,
    "K": Identity.ASSASSIN,
    ".": Identity.BYSTANDER,
    "R": Identity.RED,
    "B": Identity.BLUE,
}


def face(letters: str) -> Face:
    """Return a face of a key, a letter a card."""
    return tuple(LETTERS[letter] for letter in letters)


def duet(a: str = FACE_A, b: str = FACE_B, cards: Sequence[str] = CARDS, options: Options = DUET) -> State:
    """Return a Duet game."""
    return start(deal_with_key(options, cards, (face(a), face(b))))


def versus(key: str, cards: Sequence[str] = CARDS, options: Options = VERSUS) -> State:
    """Return a versus game."""
    return start(deal_with_key(options, cards, (face(key),)))


def after(state: State, *actions: Action) -> tuple[State, tuple[LogEntry, ...]]:
    """Return a game after some actions, and its clues."""
    log: tuple[LogEntry, ...] = ()
    for action in actions:
        events, state = step(state, action)
        log = extend_log(log, events)
    return state, log


def seen(state: State, side: Side, *actions: Action) -> Observation:
    """Return what a side knows after some actions."""
    played, log = after(state, *actions)
    return observe(played, side, log)
