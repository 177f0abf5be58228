"""The strip at each edge: the menu, what to do, the clue, and what the button does."""

from dataclasses import dataclass
from functools import partial

from device.rules.model import Side
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.lines import PromptLines
from device.ui.kit.screen import Screen
from device.ui.table.seats import SEATS

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


def lay_out(screen: Screen, canvas: Canvas) -> None:
    """Lay out the menu and the log at both edges."""
    for side in SEATS:
        view = canvas.view(side)
        place = zones(view, False)
        screen.touchable(view, f"menu:{side}", place.menu, partial(screen.screens.open, "menu", side=side))
        screen.touchable(view, f"log:{side}", place.clue, partial(screen.screens.open, "clue_log", side=side))


@dataclass(frozen=True, slots=True)
class Edge:
    """What a side's strip shows: its lines, the clue (or the words for none), a warning, the time left, the peek.

    `low`: little time is left. `touch` is what a touch in the button's place does, where no button does it.
    """

    lines: PromptLines
    clue: str
    no_clue: str
    warn: str
    clock: str
    peek: str
    accent: theme.Accent
    low: bool = False
    touch: str = ""


def draw(canvas: Canvas, side: Side, edge: Edge) -> None:
    """Draw a side's strip."""
    view = canvas.view(side)
    place = zones(view, bool(edge.peek))
    active = edge.lines.active
    view.fill(place.strip, theme.STRIP)
    view.fill(Box(0, place.strip.y, view.width, 0.4 if active else 0.2), edge.accent.bright if active else theme.LINE)
    widgets.icon(view, "dots", place.menu.centred(5.0, 5.0), theme.SOFT, theme.STRIP)
    if place.peek is not None:
        _peek(view, place.peek, edge.peek)
    _prompt(view, place.prompt, edge.lines, edge.warn)
    _clue(view, place.clue, edge)
    if edge.touch:
        widgets.button(view, place.button.inset(0.6, 0.9), edge.touch)
    else:
        _button(view, place.button, edge.lines, edge.accent)


def _prompt(view: View, box: Box, lines: PromptLines, warn: str) -> None:
    main, more = box.inset(0, 1.0).cut_top(box.h * 0.48)
    view.text(lines.main, main, theme.CAP_PROMPT, theme.TEXT if lines.active else theme.SOFT, "left")
    view.text(warn or lines.more, more, theme.CAP_SMALL, theme.WARN if warn else theme.SOFT, "left", "medium")


def _clue(view: View, box: Box, edge: Edge) -> None:
    chip = box.inset(0.8, 1.3)
    view.panel(chip, None, theme.PANEL_EDGE, chip.h / 2, 0.15)
    sign, text = chip.inset(2.0, 0).cut_left(3.0, 1.2)
    widgets.icon(view, "log", sign.centred(3.0, 3.0), theme.SOFT, theme.STRIP)
    if edge.clock:
        time, text = text.cut_right(7.4, 1.0)
        if edge.low:
            light = time.centred(time.w + 0.6, 4.6)
            view.panel(light, theme.WARN, None, light.h / 2)
        view.text(edge.clock, time, theme.CAP_SMALL, theme.INK if edge.low else theme.TEXT, weight="medium")
    if edge.clue:
        view.text(edge.clue, text, theme.CAP_PROMPT, edge.accent.bright, "left", lines=2)
    else:
        view.text(edge.no_clue, text, theme.CAP_SMALL, theme.SOFT, "left", "medium")


def _button(view: View, box: Box, lines: PromptLines, accent: theme.Accent) -> None:
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
