"""Rows of choices, each with a label: what the settings are made of."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box

LABEL_W = 29.0
GAP = 1.6
ROW_H = 10.5
MIN_H = 9.2


class Choice(NamedTuple):
    """One choice: its target's name, its words, whether it is chosen, what touching it does."""

    name: str
    words: str
    chosen: bool
    act: Callable[[], object]
    enabled: bool = True


class Line(NamedTuple):
    """A labelled row of choices; `slots` is how many would fill it, `hint` stands at its end."""

    label: str
    choices: tuple[Choice, ...]
    slots: int = 5
    hint: str = ""


def place(body: Box, lines: Sequence[Line]) -> list[tuple[Line, Box, list[Box]]]:
    """Return for each row its label's box and those of its choices."""
    count = max(1, len(lines))
    high = max(MIN_H, min(ROW_H, (body.h - GAP * (count - 1)) / count))
    gap = min(3.4, (body.h - high * count) / max(1, count - 1)) if count > 1 else 0.0
    placed = []
    for number, line in enumerate(lines):
        row = Box(body.x, body.y + number * (high + gap), body.w, high)
        label, room = row.cut_left(LABEL_W, 1.4)
        columns = room.columns(max(line.slots, len(line.choices)), GAP)
        placed.append((line, label, columns[: len(line.choices)]))
    return placed


def draw(view: View, body: Box, lines: Sequence[Line]) -> None:
    """Draw the rows."""
    for line, label, boxes in place(body, lines):
        if line.label:
            view.text(line.label, label, theme.CAP_BODY, theme.SOFT, "left", lines=2)
        for choice, box in zip(line.choices, boxes, strict=True):
            kind: widgets.Kind = "chosen" if choice.chosen else "plain" if choice.enabled else "off"
            widgets.button(view, box, choice.words, kind=kind)
        if line.hint and boxes:
            start = boxes[-1].right + 2.4
            room = Box(start, label.y, body.right - start, label.h)
            view.text(line.hint, room, theme.CAP_SMALL, theme.SOFT, "left", "medium", lines=3, leading=1.6)
