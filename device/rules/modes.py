"""The table of the games: which rules play a game of which options."""

from device.rules import duet, versus
from device.rules.actions import Abandon, Action, Undo
from device.rules.errors import IllegalAction
from device.rules.events import Ended, Event, Undone
from device.rules.model import DuetPublic, Phase, Public, Result, Side, State, VersusPublic


def to_act(table: Public) -> tuple[Side, ...]:
    """Return the sides or teams the game waits for."""
    raise NotImplementedError


def legal(table: Public) -> tuple[Action, ...]:
    """Return every action the table allows now, `Undo` apart, from public facts alone."""
    raise NotImplementedError
