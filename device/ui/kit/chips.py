"""The choices of a new game: rows of things to touch."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box

GAP, ROW_GAP = 0.8, 0.7
APART = 3.2
"""Between two choices that have nothing to do with each other but share a row, in mm."""
LABEL_W = 38.0
LABEL_CAP, ABOUT_GAP, ABOUT_LEADING = 2.2, 0.8, 1.3
MAX_H, MAX_GAP = 11.5, 2.4


class Chip(NamedTuple):
    """One choice in a row: its target's name, words, whether it is chosen or a token, what touching it does.

    Without anything to do it is a label; `share` is its width among the others. `apart`: another choice begins here.
    """

    name: str
    words: str
    chosen: bool
    act: Callable[[], object] | None
    token: str = ""
    share: float = 1.0
    apart: bool = False


class Row(NamedTuple):
    """A labelled row of choices; `slots` is the sum of shares that would fill it, `about` what the chosen one means."""

    label: str
    chips: tuple[Chip, ...]
    slots: float = 3.0
    about: str = ""


def begin(chips: Sequence[Chip]) -> tuple[Chip, ...]:
    """Return the chips of a choice that stands apart from the one before it in its row."""
    first, *others = chips
    return (first._replace(apart=True), *others)


Placed = list[tuple[Row, Box, list[tuple[Chip, Box]]]]


def place(body: Box, rows: Sequence[Row]) -> Placed:
    """Return for each row its label's box and its chips with theirs."""
    gaps = max(1, len(rows) - 1)
    height = min(MAX_H, (body.h - ROW_GAP * gaps) / len(rows))
    gap = min((body.h - height * len(rows)) / gaps, MAX_GAP)
    placed: Placed = []
    for number, row in enumerate(rows):
        label, room = Box(body.x, body.y + number * (height + gap), body.w, height).cut_left(LABEL_W, 1.0)
        placed.append((row, label, list(_spots(row, room))))
    return placed


def with_more(rows: list[Row], more: tuple[Chip, ...]) -> list[Row]:
    """Return rows with more choices in the last of those that have room for them."""
    place = max(at for at, row in enumerate(rows) if len(row.chips) == 2)
    row = rows[place]
    return [*rows[:place], row._replace(chips=(*row.chips, *begin(more)), slots=4.0), *rows[place + 1 :]]


def _spots(row: Row, room: Box) -> Sequence[tuple[Chip, Box]]:
    total = max(row.slots, sum(chip.share for chip in row.chips))
    unit = (room.w + GAP - APART * sum(chip.apart for chip in row.chips)) / total
    spots, x = [], room.x
    for chip in row.chips:
        x += APART if chip.apart else 0.0
        spots.append((chip, Box(x, room.y, chip.share * unit - GAP, room.h)))
        x += chip.share * unit
    return spots


def draw(view: View, placed: Placed) -> None:
    """Draw the rows."""
    for row, label, chips in placed:
        if row.about:
            _label(view, label, row)
        elif row.label:
            view.text(row.label, label, theme.CAP_BODY, theme.SOFT, "left")
        for chip, spot in chips:
            if chip.token:
                _token(view, spot, chip)
            elif chip.act is None:
                view.text(chip.words, spot, theme.CAP_BODY, theme.SOFT, lines=2)
            else:
                widgets.button(view, spot, chip.words, kind="chosen" if chip.chosen else "plain", cut=True)


def _label(view: View, box: Box, row: Row) -> None:
    """Draw a row's label with what the chosen one means close below it, further from the next row."""
    cap = theme.CAP_SMALL
    lines = min(2, len(view.canvas.setter.wrap(row.about, box.w, cap, "medium")))
    high = cap * (1 + ABOUT_LEADING * (lines - 1))
    block = box.centred(box.w, LABEL_CAP + ABOUT_GAP + high)
    name, about = block.cut_top(LABEL_CAP, ABOUT_GAP)
    view.text(row.label, name, LABEL_CAP, theme.TEXT, "left")
    view.text(row.about, about, cap, theme.SOFT, "left", "medium", lines=2, leading=ABOUT_LEADING)


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
