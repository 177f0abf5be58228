"""The tempers of the box: how much it dares."""

from dataclasses import dataclass

from device.rules import roles


@dataclass(frozen=True, slots=True)
class Temper:
    """How much a player dares.

    `fear` is what an assassin costs one who gives a clue, in agents, when there is time enough, `dread` one who
    guesses: people mean more by their clues than a guesser knows; `surest` how sure it is of a guess that it need not
    make.
    """

    fear: float
    dread: float
    surest: float


CAREFUL, EVEN, BOLD = Temper(12.0, 9.0, 0.6), Temper(7.0, 5.0, 0.48), Temper(4.0, 3.0, 0.36)
TEMPERS = dict(zip(roles.TEMPERS, (CAREFUL, EVEN, BOLD), strict=True))
"""Each by its name."""
