"""The tiles of home: a folder for each mode, with a picture of its table and how it will be played."""

from collections.abc import Mapping, Set
from typing import Any

import pygame

from device.cards.packs import Kind
from device.files.texts import Texts
from device.rules.missions import FIRST, MISSIONS
from device.rules.modes import MODES
from device.ui.kit import theme
from device.ui.kit.canvas import View
from device.ui.kit.geometry import Box

WIDE, HIGH = 100.0, 60.0
TAB_H = 3.0
WORDS_H, LINE_H = 13.0, 3.0
"""The words of a tile, and each further line of what is told of its game where one does not hold it."""
PARTS, SQUEEZED = " · ", 0.75
"""Between the parts of what is told; a line may be pressed together so far."""

_PICTURES = {"x": 10, "y": 2, "w": 80, "h": 56, "cards": "iRiiiiBiiiRi", "columns": 4, "gap": 2, "pictures": True}
Shapes = tuple[tuple[str, dict[str, Any]], ...]
PICTURES: dict[str, Shapes] = {
    "duet": (
        ("person", {"x": 11, "y": 30, "size": 22, "colour": "gold"}),
        ("person", {"x": 89, "y": 30, "size": 22, "colour": "silver"}),
        ("grid", {"x": 24, "y": 7, "w": 52, "h": 46, "cards": "ApppppmppApAppppppmppAppp"}),
    ),
    "classic": (
        ("person", {"x": 11, "y": 17, "size": 21, "colour": "red", "hat": True}),
        ("person", {"x": 89, "y": 17, "size": 21, "colour": "blue", "hat": True}),
        ("person", {"x": 11, "y": 44, "size": 19, "colour": "red"}),
        ("person", {"x": 89, "y": 44, "size": 19, "colour": "blue"}),
        ("grid", {"x": 24, "y": 7, "w": 52, "h": 46, "cards": "RpppBppRp.pBppppRppBppRpp"}),
    ),
    "pictures": (("grid", _PICTURES),),
}
"""What lies on a mode's tile, in a frame of 100 × 60."""
_LIKE = {("duet", "words"): "duet", ("duet", "pictures"): "duet", ("versus", "words"): "classic"}
_LIKE[("versus", "pictures")] = "pictures"


def who(t: Texts, mode: str, options: Mapping[str, Any]) -> str:
    """Return for how many a mode is, as it was played last."""
    options = {**dict(MODES[mode].options), **options}
    if MODES[mode].game == "duet":
        return t("2 or more, all together")
    if options.get("opponent") == "simulated":
        return t("One team alone")
    if options.get("operatives") == "shared":
        return t("Three: one guesser for both")
    return t("4 or more, two teams")


def brief(t: Texts, mode: str, options: Mapping[str, Any], timer: str, entry: str, cards: Set[Kind]) -> str:
    """Return in a few words how a mode will be played; its kinds of cards where they are not the usual ones."""
    options = {**dict(MODES[mode].options), **options}
    if MODES[mode].game == "duet":
        tokens = options.get("tokens", MISSIONS[FIRST].turns)
        label = [t.n("{n} token", "{n} tokens", tokens)]
    else:
        small = options.get("grid") == "5x4"
        label = [t.n("{n} card", "{n} cards", 20 if small else 25)]
        label += [t("Assassin finale")] if options.get("ending") == "assassin" else []
    if cards != {MODES[mode].cards}:
        label += [t("words and pictures") if len(cards) > 1 else t("pictures") if "pictures" in cards else t("words")]
    label += {"gentle": [t("gentle timer")], "strict": [t("strict timer")]}.get(timer, [])
    label += [t("typed clues")] if entry == "typed" else []
    return PARTS.join(label)


def draw(view: View, box: Box, mode: str, words: tuple[str, str, str], pressed: bool) -> None:
    """Draw a mode's folder: its picture, its name, for how many, how it will be played."""
    tab = Box(box.x + 2.5, box.y, box.w * 0.4, TAB_H + 1.0)
    folder = Box(box.x, box.y + TAB_H, box.w, box.h - TAB_H)
    edge = theme.GOLD if pressed else theme.KRAFT_EDGE
    for part in (tab, folder):
        view.shadow(part, 1.2, 1.1, 120)
    view.panel(tab, theme.KRAFT, theme.KRAFT_EDGE, 1.2, 0.2)
    view.panel(folder, theme.KRAFT, edge, 1.2, 0.5 if pressed else 0.2)
    view.fill(Box(tab.x + 0.3, folder.y - 0.4, tab.w - 0.6, 1.0), theme.KRAFT)
    page = folder.inset(1.5, 1.5)
    view.panel(page, theme.PAPER, theme.PAPER_EDGE, 0.6, 0.15)
    inner = page.inset(1.4, 1.2)
    lines = _lines(view, words[2], inner.w)
    below, top = inner.cut_bottom(WORDS_H + (len(lines) - 1) * LINE_H, 1.0)
    picture(view, top, mode)
    title, rest = below.cut_top(5.0, 0.5)
    first, second = rest.cut_top((WORDS_H - 5.9) / 2, 0.4)
    view.text(words[0], title, theme.CAP_HEADING, theme.INK, weight="bold")
    view.text(words[1], first, theme.CAP_BODY, theme.INK)
    for line, row in zip(lines, second.rows(len(lines), 0.4), strict=True):
        view.text(line, row, theme.CAP_SMALL, theme.INK_SOFT, weight="medium")


def _lines(view: View, told: str, wide: float) -> list[str]:
    """Return what is told of a game in lines of a width in mm: two of its parts in each, where both fit."""
    lines: list[str] = []
    for part in told.split(PARTS):
        longer = f"{lines[-1]}{PARTS}{part}" if lines else part
        fits = view.canvas.setter.width(longer, theme.CAP_SMALL, "medium") * SQUEEZED <= wide
        if lines and PARTS not in lines[-1] and fits:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


def picture(view: View, box: Box, mode: str) -> None:
    """Draw a mode's picture as large as fits, turned as the view is."""
    wide = min(box.w, box.h * WIDE / HIGH)
    place = box.centred(wide, wide * HIGH / WIDE)
    view.panel(box, theme.GROUND, theme.PANEL_EDGE, 0.7, 0.15)
    place = place.inset(place.w * 0.02, place.h * 0.02)

    def paint(large: pygame.Surface) -> None:
        from device.ui.diagrams.pen import Pen  # the first frame shows no picture yet
        from device.ui.diagrams.shapes import SHAPES, Fields

        pen = Pen(large, (0.0, 0.0), large.get_width() / WIDE)
        for kind, fields in PICTURES.get(mode) or PICTURES[_LIKE[MODES[mode].game, MODES[mode].cards]]:
            SHAPES[kind](pen, Fields(fields))

    view.icon(("tile", mode), place, theme.GROUND, paint, slow=True)
