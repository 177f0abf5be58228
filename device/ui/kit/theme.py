"""The look in one place: colours, and sizes in millimetres on a 7" panel (`Canvas` scales them with the panel)."""

from typing import NamedTuple

Colour = tuple[int, int, int]


class Accent(NamedTuple):
    """A colour that belongs to a side, a team or an identity, with what is legible upon it and upon the dark table."""

    fill: Colour
    edge: Colour
    ink: Colour
    bright: Colour


GROUND: Colour = (19, 18, 20)
SEA: Colour = (16, 19, 23)
GLOW: Colour = (44, 38, 34)
CHOSEN: Colour = (52, 45, 34)
STRIP: Colour = (13, 12, 15)
PANEL: Colour = (32, 30, 33)
PANEL_EDGE: Colour = (74, 68, 64)
RAISED: Colour = (48, 45, 47)
RAISED_EDGE: Colour = (92, 85, 79)
LINE: Colour = (70, 64, 60)
TEXT: Colour = (243, 236, 221)
SOFT: Colour = (190, 182, 168)
DIM: Colour = (128, 121, 112)
"""Only for things that cannot be touched now and need not be read."""
PAPER: Colour = (241, 232, 211)
PAPER_EDGE: Colour = (205, 191, 160)
PAPER_RULE: Colour = (204, 191, 163)
PAPER_DIM: Colour = (221, 211, 188)
KRAFT: Colour = (190, 158, 108)
KRAFT_EDGE: Colour = (134, 104, 62)
INK: Colour = (40, 34, 28)
INK_SOFT: Colour = (66, 56, 45)
GOLD: Colour = (232, 182, 84)
GOLD_DEEP: Colour = (176, 124, 36)
WARN: Colour = (255, 176, 120)
DANGER: Colour = (214, 74, 58)
SHADOW: Colour = (6, 6, 8)
TOKEN: Colour = (214, 186, 132)
TOKEN_EDGE: Colour = (142, 110, 58)
TOKEN_INK: Colour = (62, 44, 18)
CHECK: Colour = (140, 196, 160)
CHECK_EDGE: Colour = (64, 116, 86)
CHECK_INK: Colour = (10, 44, 28)

SIDES = {
    "a": Accent(GOLD, (150, 108, 36), (38, 28, 10), (240, 194, 104)),
    "b": Accent((196, 204, 212), (112, 120, 130), (24, 28, 34), (216, 222, 228)),
    "red": Accent((136, 38, 34), (206, 104, 92), (255, 243, 238), (255, 166, 150)),
    "blue": Accent((30, 66, 122), (104, 148, 210), (240, 246, 255), (158, 196, 255)),
}
IDENTITIES = {
    "agent": Accent((20, 88, 66), (118, 178, 148), (240, 250, 240), (132, 214, 176)),
    "red": SIDES["red"],
    "blue": SIDES["blue"],
    "bystander": Accent((206, 184, 144), (150, 124, 82), (54, 42, 24), (226, 202, 156)),
    "assassin": Accent((16, 15, 18), (124, 118, 124), (240, 238, 240), (232, 230, 234)),
}

LAMP = Accent((232, 150, 44), (150, 92, 20), (38, 28, 10), (255, 178, 72))
"""The lamp in every button, and the dot that stands for it on the screen."""
LOST = Accent(DANGER, DANGER, TEXT, WARN)

DESIGN_MM = (154.0, 86.0)
MIN_MM = (140.0, 78.0)
STRIP_H = 9.4
COLUMN_W = 13.5
GAP = 1.15
MARGIN = 0.9
RADIUS = 1.1
TOUCH_W = 20.0

LEGIBLE = 2.2
"""Cap height in mm under which nothing is ever set."""
CARD_LEGIBLE = 2.2
CAP_CARD = 3.0
CAP_TITLE = 7.0
CAP_HEADING = 3.6
CAP_CLUE = 4.7
CAP_PROMPT = 2.55
CAP_BODY = 2.3
CAP_SMALL = 2.2
CAP_RATIO = 0.7
"""Cap height of the typeface as a part of its size."""

MOTION = 0.22
"""Seconds a movement lasts; never more than 0.3."""
