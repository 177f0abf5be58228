"""What a screen for everyone prints at both edges: what the button there does."""

from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Screen
from hardware.ports import Seat

HIGH = 4.6
"""How much of the screen a line takes at each edge, in mm."""
_FOOT = 2.0
"""So far in mm it stands from the glass's edge: a frame may hide the last of it."""
_DOT = 2.4


def draw(screen: Screen, canvas: Canvas, words: str) -> None:
    """Draw the words, if there are any, at each edge whose button works, with the dot of its lamp before them."""
    for seat in (Seat.A, Seat.B):
        view = canvas.view(seat)
        strip = Box(0, view.height - HIGH, view.width, HIGH)
        view.fill(strip, theme.STRIP)
        if not words or seat not in screen.lit() or not screen.context.box.works(f"button:{seat}"):
            continue
        accent = theme.SIDES[str(seat)]
        wide = min(view.width - 20, canvas.setter.width(words, theme.CAP_SMALL, "semibold") + 0.4)
        x = strip.centre[0] - (wide + _DOT + 1.6) / 2
        line = Box(x + _DOT + 1.6, strip.bottom - _FOOT - theme.CAP_SMALL, wide, theme.CAP_SMALL)
        widgets.disc(view, Box(x, line.centre[1] - _DOT / 2, _DOT, _DOT), theme.LAMP.bright, theme.LAMP.edge)
        view.text(words, line, theme.CAP_SMALL, accent.bright, "left")


def between(whole: Box) -> Box:
    """Return what is left of a screen between the lines at its edges."""
    return whole.inset(0.0, HIGH)
