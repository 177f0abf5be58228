"""The strip at each edge: the menu, what to do, the clue, and what the button does."""

from dataclasses import dataclass

from device.rules.model import Side
from device.ui import theme, widgets
from device.ui.canvas import Canvas, View
from device.ui.geometry import Box
from device.ui.prompts import Lines

BUTTON_W = 38.0
CLUE_W = 30.0


@dataclass(frozen=True, slots=True)
class Zones:
    """Where the parts of a strip are, in the mm of its side; `peek` only where a key panel is missing."""

    strip: Box
    menu: Box
    prompt: Box
    clue: Box
    button: Box
    peek: Box | None


def zones(view: View, peek: bool) -> Zones:
    """Lay out a side's strip."""
    strip = Box(0, view.height - theme.STRIP_H, view.width, theme.STRIP_H)
    menu, rest = strip.cut_left(theme.TOUCH_W)
    button, rest = rest.cut_right(BUTTON_W)
    clue, rest = rest.cut_right(CLUE_W)
    spot = None
    if peek:
        spot, rest = rest.cut_left(theme.TOUCH_W)
    return Zones(strip, menu, rest.inset(0.8, 0), clue, button, spot)


def draw(
    canvas: Canvas, side: Side, lines: Lines, clue: str, accent: theme.Accent, peek: str, warn: str, clock: str
) -> None:
    """Draw a side's strip; `warn` takes the second line, `clock` is the time left."""
    view = canvas.view(side)
    place = zones(view, bool(peek))
    view.fill(place.strip, theme.STRIP)
    colour = accent.fill if lines.active else theme.LINE
    view.fill(Box(0, place.strip.y, view.width, 0.4 if lines.active else 0.2), colour)
    widgets.icon(view, "dots", place.menu.centred(5.2, 5.2), theme.SOFT, theme.STRIP)
    if place.peek is not None:
        _peek(view, place.peek, peek)
    _prompt(view, place.prompt, lines, warn)
    _clue(view, place.clue, clue, accent, clock)
    _button(view, place.button, lines, accent)


def _prompt(view: View, box: Box, lines: Lines, warn: str) -> None:
    main, more = box.inset(0, 1.0).cut_top(box.h * 0.48)
    view.text(lines.main, main, theme.CAP_PROMPT, theme.TEXT if lines.active else theme.SOFT, "left")
    view.text(warn or lines.more, more, theme.CAP_SMALL, theme.WARN if warn else theme.SOFT, "left", "medium")


def _clue(view: View, box: Box, clue: str, accent: theme.Accent, clock: str) -> None:
    chip = box.inset(0.8, 1.3)
    view.panel(chip, None, theme.PANEL_EDGE, chip.h / 2, 0.15)
    sign, text = chip.inset(1.8, 0).cut_left(3.0, 1.2)
    widgets.icon(view, "log", sign.centred(3.0, 3.0), theme.SOFT, theme.STRIP)
    if clock:
        time, text = text.cut_right(6.5)
        view.text(clock, time, theme.CAP_SMALL, theme.TEXT, "right", "medium")
    if clue:
        view.text(clue, text, theme.CAP_BODY, accent.bright, "left")


def _button(view: View, box: Box, lines: Lines, accent: theme.Accent) -> None:
    centre = (box.right - 4.6, box.centre[1] + 0.2)
    widgets.lamp(view, centre, bool(lines.button), accent)
    if lines.button:
        room = Box(box.x, box.y + 0.8, box.w - 8.4, box.h - 1.4)
        view.text(lines.button, room, theme.CAP_BODY, theme.TEXT, "right", lines=2)


def _peek(view: View, box: Box, text: str) -> None:
    spot = box.inset(0.6, 0.9)
    view.panel(spot, theme.RAISED, theme.RAISED_EDGE, 1.2, 0.15)
    sign, room = spot.inset(1.2, 0).cut_left(4.2, 0.8)
    widgets.icon(view, "eye", sign.centred(4.2, 4.2), theme.TEXT, theme.RAISED)
    view.text(text, room, theme.CAP_SMALL, theme.TEXT, "left", lines=2)
