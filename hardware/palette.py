"""The colours of the key panels, and the cap on their current. All pure.

In every palette each channel of the assassin, at the low point of its pulse, is at least that of every other identity:
so the assassin is never the dimmer one, whatever scales the frame afterwards.
"""

import math
from collections.abc import Iterable, Mapping

from hardware.ports import Cell, Identity

RGB = tuple[int, int, int]
Frame = tuple[RGB, ...]
"""The colours of a panel's 25 cells, each channel 0-255, in the reading order of the side that sits there."""

OFF: RGB = (0, 0, 0)
COLD_WHITE: RGB = (216, 236, 255)
_RED_GREEN: Mapping[Identity, RGB] = {
    "agent": (0, 60, 120),
    "red": (107, 60, 0),
    "blue": (0, 30, 127),
    "bystander": (24, 8, 0),
}
"""What both who see no red and who see no green tell apart at a glance."""
PALETTES: Mapping[str, Mapping[Identity, RGB]] = {
    "standard": {"agent": (0, 72, 100), "red": (107, 4, 16), "blue": (0, 64, 127), "bystander": (24, 8, 0)},
    "deutan": _RED_GREEN,
    "protan": _RED_GREEN,
    "tritan": {"agent": (0, 110, 40), "red": (107, 4, 0), "blue": (0, 70, 90), "bystander": (16, 8, 0)},
    "mono": {"agent": (66, 66, 66), "red": (66, 66, 66), "blue": (28, 28, 28), "bystander": (8, 8, 8)},
}
RHYTHM: Mapping[str, frozenset[Identity]] = {"mono": frozenset({"blue"})}
"""What pulses besides the assassin, much dimmer: without colour there are not enough steps of brightness for all."""
MIN_LIT = 3
"""Below this a WS281x colour is wrong or gone."""
APART = 9
"""So much brighter at full is one step brighter in the dimmest frame."""
MILLIAMPS_A_COLOUR = 20.0
PULSE_SECONDS = 2.4
"""One breath: brighter for half of it, dimmer for the other half, so nothing changes its way twice in a second."""
PULSE_LOW = 0.5
PULSE_PEAK = 0.0
"""A time at which pulsing cells are at their brightest."""


def breath(now: float) -> float:
    """Give the brightness of a pulsing cell, 0.5-1, at a time in seconds."""
    wave = (1 + math.cos(2 * math.pi * now / PULSE_SECONDS)) / 2
    return PULSE_LOW + (1 - PULSE_LOW) * wave


def base(palette: str, identity: Identity) -> RGB:
    """Give the colour of an identity at full level."""
    return COLD_WHITE if identity == "assassin" else PALETTES[palette][identity]


def colour(palette: str, cell: Cell, brightness: float, now: float) -> RGB:
    """Give a cell's colour; `brightness` 0-1 is the box's own. Every lit channel is at least 3.

    However low the brightness, no two identities of a game look the same.
    """
    if cell.identity is None or cell.level <= 0 or brightness <= 0:
        return OFF
    scale, pulsing = min(1.0, cell.level) * min(1.0, brightness), breathes(palette, cell)
    lit = [
        max(channel * scale, _least(channel, pulsing)) if channel else 0.0 for channel in base(palette, cell.identity)
    ]
    red, green, blue = (int(channel * (breath(now) if pulsing else 1.0) + 0.5) for channel in lit)
    return red, green, blue


def breathes(palette: str, cell: Cell) -> bool:
    """Tell whether a cell pulses in a palette: of itself, or because its brightness alone would not tell it apart."""
    return cell.pulse or cell.identity in RHYTHM.get(palette, ())


def _least(channel: int, pulsing: bool = False) -> int:
    """Give the lowest a channel of a palette gets: what is brighter at full stays brighter in the dimmest frame.

    What pulses keeps to that at the low point of its pulse, so that it is seen to pulse in the dimmest frame, too.
    """
    if pulsing:
        return round(_least(int(channel * PULSE_LOW)) / PULSE_LOW)
    return MIN_LIT + channel // APART


def frame(palette: str, cells: Iterable[Cell], brightness: float, now: float) -> Frame:
    """Give a panel's colours before the current cap."""
    cells = tuple(cells)
    told = {cell: colour(palette, cell, brightness, now) for cell in set(cells)}
    return tuple(told[cell] for cell in cells)


def scaled(rgb: RGB, scale: float) -> RGB:
    """Scale a colour by 0-1; a lit channel stays lit, at 3 or more."""
    red, green, blue = (max(MIN_LIT, int(channel * scale + 0.5)) if channel else 0 for channel in rgb)
    return red, green, blue


def milliamps(colours: Iterable[RGB]) -> float:
    """Add up what a frame draws: 20 mA a colour at full."""
    return sum(sum(rgb) for rgb in colours) * MILLIAMPS_A_COLOUR / 255


def fitting(colours: Frame, limit: float) -> float:
    """Give the largest scale, 0-1, at which a frame keeps to `limit` mA.

    0 gives the dimmest frame (every lit channel at 3; 25 white cells then draw 18 mA), whatever the limit.
    """
    if milliamps(colours) <= limit:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(12):
        middle = (low + high) / 2
        if milliamps(dimmed(colours, middle)) <= limit:
            low = middle
        else:
            high = middle
    return low


def dimmed(colours: Frame, scale: float) -> Frame:
    """Scale a frame as a whole; the order of brightness is kept, and no lit channel falls below 3.

    What differs stays different, but in the dimmest twentieth, where nothing is left to differ by.
    """
    if scale == 1.0:
        return colours
    share = min(1.0, scale * 20)

    def least(channel: int) -> int:
        return MIN_LIT + int((_least(channel) - MIN_LIT) * share) if channel else 0

    pairs = ((rgb, scaled(rgb, scale)) for rgb in colours)
    return tuple(
        (max(low[0], least(rgb[0])), max(low[1], least(rgb[1])), max(low[2], least(rgb[2]))) for rgb, low in pairs
    )


def seen(rgb: RGB, brightness: float) -> RGB:
    """Give the screen colour that looks like an LED's.

    LEDs are linear in their duty cycle, screens are not; and the eye gets used to the box's own brightness.
    """
    gain = 1 / max(0.02, brightness)
    red, green, blue = (round(255 * min(1.0, channel * gain / 255) ** (1 / 2.2)) for channel in rgb)
    return red, green, blue
