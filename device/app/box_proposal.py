"""What the box would do, as it is posted to the kiosk's queue."""

from collections.abc import Callable
from typing import NamedTuple

from device.rules.actions import Action
from device.rules.model import Identity, Public, Side
from device.ui.kit.context import ClueStory

Moment = tuple[int, int]
"""A game on the table, and its last move."""


class Proposal(NamedTuple):
    """What the box would do after a move, and the cards it thought of, the one it touches last."""

    moment: Moment
    action: Action | None
    thought_of: tuple[str, ...] = ()
    means: tuple[str, ...] = ()
    """The cards its clue means, or those it takes the clue of the moment to mean."""
    feared: str | None = None
    feared_as: Identity | None = None
    strange: int = 0
    """How many cards on the table it knows nothing of."""


class Vocabulary(NamedTuple):
    """What the box knows of words, loaded for a game: a clue's word, and whether it points at a card of a side."""

    game: int
    knows: Callable[[str], bool]
    sees: Callable[[str, Public, Side], bool]


class Recollection(NamedTuple):
    """What the box thought at the clues of a game that was taken up again, thought once more."""

    game: int
    stories: tuple[ClueStory, ...]
