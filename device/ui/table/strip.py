"""The strip at each edge: the menu, what to do, the clue, and what the button does."""

from functools import partial
from typing import NamedTuple

from device.game import seating
from device.rules.model import Number
from device.ui.kit import fit, theme, typesetting, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.lines import PromptLines
from device.ui.kit.screen import Screen
from hardware.ports import SEATS, Seat

BUTTON_W = 38.0
LOG_W, LOG_W_BESIDE_A_CLUE = 30.0, 22.0
CLUE_PARTS = (0.5, 0.44, 0.38, 0.32)
"""The clue of the moment takes at most such a part of a strip's middle: the first beside which there is room for more
than the prompt."""
PIP, PIP_PITCH = 1.9, 2.5
STACKED = 3
"""So many pips stand above each other beside a clue that takes both lines."""
NARROW, SQUEEZED = 34.0, 0.8
"""Beside a clue that leaves less room than this, or where a line would be narrower than that, only the line that
matters most is told, in two lines."""
PARTS = " · "
"""Between the parts of a line."""


class Zones(NamedTuple):
    """Where the parts of a strip are, in the mm of its side; `peek` only where a key panel is missing.

    `log` is where the clues so far are opened.
    """

    strip: Box
    menu: Box
    prompt: Box
    log: Box
    button: Box
    peek: Box | None


def zones(view: View, peek: bool, clue: bool = False) -> Zones:
    """Lay out a side's strip; `clue`: the clue of the moment stands in it, large."""
    strip = Box(0, view.height - theme.STRIP_H, view.width, theme.STRIP_H)
    menu, rest = strip.cut_left(theme.TOUCH_W)
    button, rest = rest.cut_right(BUTTON_W)
    log, rest = rest.cut_right(LOG_W_BESIDE_A_CLUE if clue else LOG_W)
    spot = None
    if peek:
        spot, rest = rest.cut_left(theme.TOUCH_W)
    return Zones(strip, menu, rest.inset(0.8, 0), log, button, spot)


def may_peek(screen: Screen, seat: Seat) -> bool:
    """Tell whether a side may look at its key on the touchscreen: its key panel does not work."""
    roles = screen.context.partner.plays
    return seating.has_key(screen.public, seat, roles) and not screen.context.box.works(f"panel:{seat}")


def lay_out_held(screen: Screen, canvas: Canvas) -> None:
    """Lay out what stands in for a part at either edge: the peek, and what is touched in place of a button."""
    for seat in SEATS:
        view = canvas.view(seat)
        place = zones(view, may_peek(screen, seat))
        if place.peek is not None:
            screen.touchable(view, f"peek:{seat}", place.peek, nothing, kind="held")
        if not screen.context.box.works(f"button:{seat}"):
            screen.touchable(view, f"press:{seat}", place.button, nothing, kind="button")


def lay_out(screen: Screen, canvas: Canvas) -> None:
    """Lay out the menu and the log at both edges, and what stands in for a part."""
    lay_out_held(screen, canvas)
    for seat in SEATS:
        view = canvas.view(seat)
        place = zones(view, False, screen.public.clue is not None)
        screen.touchable(view, f"menu:{seat}", place.menu, partial(screen.screens.open, "menu", seat=seat))
        screen.touchable(view, f"log:{seat}", place.log, partial(screen.screens.open, "clue_log", seat=seat))


class Pips(NamedTuple):
    """How many agents of a clue are found, and of how many."""

    found: int
    number: Number


class StripContent(NamedTuple):
    """What a side's strip shows: its lines, the clue and its pips, a warning, the time left, the peek.

    `log` are the words for the clues so far, `sign` is the shape of the team on turn; `note` tells what a clue's pips
    cannot. `low`: little time is left. `touch` is what a touch in the button's place does, where no button does it.
    `short` is the warning for where only the prompt has room: it stands in the button's place then.
    """

    lines: PromptLines
    clue: str
    log: str
    warn: str
    clock: str
    peek: str
    accent: theme.Accent
    pips: Pips | None = None
    low: bool = False
    sign: str = ""
    touch: str = ""
    note: str = ""
    short: str = ""


def draw(canvas: Canvas, seat: Seat, content: StripContent) -> None:
    """Draw a side's strip."""
    view = canvas.view(seat)
    place = zones(view, bool(content.peek), bool(content.clue))
    active = content.lines.active
    view.fill(place.strip, theme.STRIP)
    view.fill(
        Box(0, place.strip.y, view.width, 0.4 if active else 0.2), content.accent.bright if active else theme.LINE
    )
    widgets.icon(view, "dots", place.menu.centred(5.0, 5.0), theme.SOFT, theme.STRIP)
    if place.peek is not None:
        _peek(view, place.peek, content.peek)
    prompt = place.prompt
    if content.sign:
        spot, prompt = prompt.cut_left(3.6, 1.2)
        widgets.icon(view, content.sign, spot.centred(3.6, 3.6), content.accent.bright, theme.STRIP)
    if content.clue:
        roomy = (part for part in CLUE_PARTS if _roomy(view, prompt, content, part))
        prompt = _clue(view, prompt, content, next(roomy, CLUE_PARTS[0]))
    aside = content.short if _tight(view, prompt, content.lines) else ""
    _prompt(view, prompt, content.lines, "" if aside else content.warn)
    _log(view, place.log, content)
    if content.touch:
        _touch(view, place.button.inset(0.6, 0.9), content.touch, aside)
    else:
        _button(view, place.button, content.lines, aside)


def _tight(view: View, box: Box, lines: PromptLines) -> bool:
    """Tell whether there is room for the prompt alone, in two lines."""
    wide = view.canvas.setter.width(lines.main, theme.LEGIBLE, "semibold")
    return box.w < NARROW or wide * SQUEEZED > box.w


def _prompt(view: View, box: Box, lines: PromptLines, warn: str) -> None:
    if _tight(view, box, lines):
        text, colour = (warn, theme.WARN) if warn else (lines.main, theme.TEXT if lines.active else theme.SOFT)
        view.text(text, box.inset(0, 0.7), theme.CAP_PROMPT, colour, "left", lines=2)
        return
    main, more = box.inset(0, 1.0).cut_top(box.h * 0.48)
    view.text(lines.main, main, theme.CAP_PROMPT, theme.TEXT if lines.active else theme.SOFT, "left")
    told = warn or _ending(view, lines.more, more.w)
    view.text(told, more, theme.CAP_SMALL, theme.WARN if warn else theme.SOFT, "left", "medium")


def _ending(view: View, line: str, wide: float) -> str:
    """Return a line; where it could not be read in a width in mm, its last parts that can: the last matters most."""
    while PARTS in line and view.canvas.setter.width(line, theme.LEGIBLE, "medium") * typesetting.SQUEEZED > wide:
        line = line.partition(PARTS)[2]
    return line


def _parted(view: View, box: Box, content: StripContent, most: float) -> tuple[Box, Box, bool]:
    """Return the room of a clue, of at most a part of a box, and beside it; and whether it stands in two lines."""
    setter, pips = view.canvas.setter, content.pips
    wide = min(setter.width(content.clue, theme.CAP_CLUE, "bold") + 0.2, box.w * most)
    if setter.width(content.clue, theme.CAP_CLUE * 0.8, "bold") > wide:
        return *box.cut_left(wide + 1.2, 1.0), True
    note = setter.width(content.note, theme.CAP_SMALL, "medium") + 0.2 if content.note else 0.0
    wide = min(max(wide, 16.0, note, _count(pips) * PIP_PITCH if pips else 0.0), box.w * most)
    return *box.cut_left(wide, 2.4), False


def _roomy(view: View, box: Box, content: StripContent, most: float) -> bool:
    """Tell whether a clue of at most a part of a box can be read there, and more than the prompt beside it."""
    left, rest, _ = _parted(view, box, content, most)
    wide = left.w - (_stacked(content.pips) if content.pips is not None else 0.0)
    lines = fit.in_two(view.canvas.setter, content.clue, wide).split("\n")
    widest = max(view.canvas.setter.width(line, theme.LEGIBLE, "bold") for line in lines)
    return widest * typesetting.SQUEEZED <= wide and not _tight(view, rest, content.lines)


def _clue(view: View, box: Box, content: StripContent, most: float) -> Box:
    """Draw the clue of the moment, the largest text after the cards, with its pips; return what is left beside it."""
    setter, colour = view.canvas.setter, content.accent.bright
    pips, sign = content.pips, content.sign or "pip"
    left, rest, in_two = _parted(view, box, content, most)
    if in_two:
        if pips is not None and _count(pips):
            column, left = left.cut_right(_stacked(pips) - 0.6, 0.6)
            _pips(view, column.centred(column.w, STACKED * PIP_PITCH - 0.6), pips, content.accent, sign, STACKED)
        shown, room = fit.in_two(setter, content.clue, left.w), left.inset(0, 0.8)
        view.text(shown, room, theme.CAP_CLUE, colour, "left", "bold", 2, leading=1.4, recorded=content.clue)
        return rest
    below, clue = left.inset(0, 0.7).cut_bottom(2.4)
    view.text(content.clue, clue, theme.CAP_CLUE, colour, "left", "bold")
    if content.note:
        view.text(content.note, below, theme.CAP_SMALL, theme.TEXT, "left", "medium")
    elif pips is not None:
        _pips(view, below.cut_bottom(PIP)[0], pips, content.accent, sign)
    return rest


def _count(pips: Pips) -> int:
    return max(pips.number if isinstance(pips.number, int) else 0, pips.found)


def _stacked(pips: Pips) -> float:
    """Return how wide pips are, in mm, that stand above each other, with the gap beside them."""
    return -(-_count(pips) // STACKED) * PIP_PITCH


def _pips(view: View, box: Box, pips: Pips, accent: theme.Accent, sign: str, high: int = 1) -> None:
    """Draw a pip for every agent a clue means, in the shape of its team: those found large and bright.

    They stand in columns of so many, from the top left corner of the box.
    """
    for place in range(_count(pips)):
        column, row = divmod(place, high)
        spot = Box(box.x + column * PIP_PITCH, box.y + row * PIP_PITCH, PIP, PIP)
        if place < pips.found:
            widgets.icon(view, sign, spot, accent.bright, theme.STRIP)
        else:
            widgets.icon(view, sign, spot.inset(PIP * 0.22), theme.SOFT, theme.STRIP)


def _log(view: View, box: Box, content: StripContent) -> None:
    chip = box.inset(0.8, 1.3)
    view.panel(chip, None, theme.PANEL_EDGE, chip.h / 2, 0.15)
    sign, text = chip.inset(1.5, 0).cut_left(3.0, 0.8)
    widgets.icon(view, "log", sign.centred(3.0, 3.0), theme.SOFT, theme.STRIP)
    if content.clock:
        time, text = text.cut_right(7.4, 1.0)
        if content.low:
            light = time.centred(time.w + 0.6, 4.6)
            view.panel(light, theme.WARN, None, light.h / 2)
        view.text(content.clock, time, theme.CAP_SMALL, theme.INK if content.low else theme.TEXT, weight="medium")
    else:
        view.text(content.log, text, theme.CAP_SMALL, theme.SOFT, "left", "medium")


def _touch(view: View, box: Box, words: str, warn: str) -> None:
    """Draw the key to be touched where no button does it."""
    widgets.button(view, box, "" if warn else words)
    if warn:
        above, below = box.inset(1.3, 0.7).rows(2, 0.2)
        view.text(words, above, theme.CAP_BODY, theme.TEXT)
        view.text(warn, below, theme.CAP_SMALL, theme.WARN, weight="medium")


def _button(view: View, box: Box, lines: PromptLines, warn: str) -> None:
    centre = (box.right - 4.6, box.centre[1] + 0.2)
    widgets.lamp(view, centre, bool(lines.button))
    room = Box(box.x, box.y + 0.8, box.w - 8.4, box.h - 1.4)
    if lines.button and warn:
        above, below = room.inset(0, 0.6).rows(2, 0.2)
        view.text(lines.button, above, theme.CAP_BODY, theme.TEXT, "right")
        view.text(warn, below, theme.CAP_SMALL, theme.WARN, "right", "medium")
    elif lines.button:
        view.text(lines.button, room, theme.CAP_BODY, theme.TEXT, "right", lines=2)
    elif warn:
        view.text(warn, room, theme.CAP_SMALL, theme.WARN, "right", "medium", lines=2, leading=1.4)


def _peek(view: View, box: Box, text: str) -> None:
    spot = box.inset(0.6, 0.9)
    view.panel(spot, theme.RAISED, theme.RAISED_EDGE, 1.2, 0.15)
    sign, room = spot.inset(1.2, 0).cut_left(4.2, 0.8)
    widgets.icon(view, "eye", sign.centred(4.2, 4.2), theme.TEXT, theme.RAISED)
    view.text(text, room, theme.CAP_SMALL, theme.TEXT, "left", lines=2)


def nothing() -> None:
    """Do nothing: a disabled card, or a spot that is only held."""
