"""The tokens that are left at a win fly together and count up into the score."""

from device.rules.model import DuetPublic
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.table import bank
from hardware.ports import SEATS

FLIGHT = 0.35
"""How much of the whole a token is on its way."""


def draw(canvas: Canvas, table: DuetPublic, score: int, part: float) -> None:
    """Draw the score as far as it is counted, and the tokens on their way to it; part goes from 0 to 1."""
    apart = (1 - FLIGHT) / max(1, score - 1)
    come = sum(part >= number * apart + FLIGHT for number in range(score))
    middle = canvas.view(None).whole.centred(26.0, 8.6)
    for seat in SEATS:
        view = canvas.view(seat)
        spots = bank.token_spots(view, table)
        for number in range(come, score):
            way = (part - number * apart) / FLIGHT
            if 0 < way < 1 and spots:
                begin, eased = spots[-1 - number % len(spots)], way * way
                x = begin.centre[0] + (view.width / 2 - begin.centre[0]) * eased
                y = begin.centre[1] + (view.height / 2 - begin.centre[1]) * eased
                widgets.token(view, Box(x - begin.w / 2, y - begin.h / 2, begin.w, begin.h), "bystander")
    view = canvas.view(None)
    view.panel(middle, theme.STRIP, theme.TOKEN_EDGE, middle.h / 2, 0.2)
    sign, number_box = middle.inset(2.2, 1.2).columns(2, 1.0)
    widgets.token(view, sign.centred(bank.MAX_MM, bank.MAX_MM), "bystander")
    widgets.figure(view, number_box, str(come), theme.CAP_CLUE, theme.TEXT)
