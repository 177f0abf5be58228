"""The choices of a new game: rows of things to touch."""

from collections.abc import Callable
from dataclasses import dataclass

from device.ui import theme, widgets
from device.ui.canvas import View
from device.ui.geometry import Box


@dataclass(frozen=True, slots=True)
class Chip:
    """One choice in a row: its target's name, words, whether it is chosen or a token, what touching it does."""

    name: str
    words: str
    chosen: bool
    act: Callable[[], object]
    token: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled row of choices."""

    label: str
    chips: tuple[Chip, ...]


def draw_token(view: View, spot: Box, chip: Chip) -> None:
    """Draw a choice that is a token with its number: a disc up to the chosen one, a ring beyond."""
    size = min(spot.w, spot.h) - 0.4
    round_spot = spot.centred(size, size)
    number = chip.name.rsplit(":", 1)[1]
    if chip.chosen:
        fill, edge, ink = theme.TOKEN, theme.TOKEN_EDGE, theme.TOKEN_INK
        widgets.disc(view, round_spot, fill, edge)
    else:
        ink = theme.SOFT
        widgets.disc(view, round_spot, theme.GROUND, theme.RAISED_EDGE, empty=True)
    view.text(number, round_spot, theme.CAP_PROMPT, ink)
