"""The choices of a new game: rows of things to touch."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box

GAP = 0.8
LABEL_W = 38.0
LABEL_CAP, ABOUT_LEADING = 2.2, 1.5
MAX_H, MAX_GAP = 11.5, 2.4


class Chip(NamedTuple):
    """One choice in a row: its target's name, words, whether it is chosen or a token, what touching it does.

    Without anything to do it is a label; `share` is its width among the others.
    """

    name: str
    words: str
    chosen: bool
    act: Callable[[], object] | None
    token: str = ""
    share: float = 1.0


class Row(NamedTuple):
    """A labelled row of choices; `slots` is the sum of shares that would fill it, `about` what the chosen one means."""

    label: str
    chips: tuple[Chip, ...]
    slots: float = 3.0
    about: str = ""


Placed = list[tuple[Row, Box, list[tuple[Chip, Box]]]]


def place(body: Box, rows: Sequence[Row]) -> Placed:
    """Return for each row its label's box and its chips with theirs."""
    gaps = max(1, len(rows) - 1)
    height = min(MAX_H, (body.h - GAP * gaps) / len(rows))
    gap = min((body.h - height * len(rows)) / gaps, MAX_GAP)
    placed: Placed = []
    for number, row in enumerate(rows):
        label, room = Box(body.x, body.y + number * (height + gap), body.w, height).cut_left(LABEL_W, 1.0)
        placed.append((row, label, list(_spots(row, room))))
    return placed


def with_more(rows: list[Row], more: tuple[Chip, ...]) -> list[Row]:
    """Return rows with more choices in the first of those that have room for them."""
    place = next(at for at, row in enumerate(rows) if at and len(row.chips) == 2)
    row = rows[place]
    return [*rows[:place], row._replace(chips=(*row.chips, *more), slots=4.0), *rows[place + 1 :]]


def _spots(row: Row, room: Box) -> Sequence[tuple[Chip, Box]]:
    total = max(row.slots, sum(chip.share for chip in row.chips))
    unit = (room.w + GAP) / total
    spots, x = [], room.x
    for chip in row.chips:
        spots.append((chip, Box(x, room.y, chip.share * unit - GAP, room.h)))
        x += chip.share * unit
    return spots


def draw(view: View, placed: Placed) -> None:
    """Draw the rows."""
    for row, label, chips in placed:
        if row.about:
            name, about = label.cut_top(label.h * 0.38)
            view.text(row.label, name, LABEL_CAP, theme.TEXT, "left")
            cap = theme.CAP_SMALL
            view.text(row.about, about, cap, theme.SOFT, "left", "medium", lines=2, leading=ABOUT_LEADING)
        elif row.label:
            view.text(row.label, label, theme.CAP_BODY, theme.SOFT, "left")
        for chip, spot in chips:
            if chip.token:
                _token(view, spot, chip)
            elif chip.act is None:
                view.text(chip.words, spot, theme.CAP_BODY, theme.SOFT, lines=2)
            else:
                widgets.button(view, spot, chip.words, kind="chosen" if chip.chosen else "plain")


def _token(view: View, spot: Box, chip: Chip) -> None:
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
