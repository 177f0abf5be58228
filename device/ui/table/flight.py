"""Tokens on their way: from the bank to the card they mark, or to the side that keeps them."""

from collections.abc import Iterable
from typing import NamedTuple

from device.game.seating import seat_of
from device.rules import events as e
from device.rules.model import Bank, DuetOptions, DuetPublic, Public
from device.ui.kit import widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.table import bank, card, grid_view
from hardware.ports import Seat

SECONDS = 0.3
NOWHERE = -1


class Flight(NamedTuple):
    """A token that flies in a side's view, from the bank as it was; `place` is its card, or NOWHERE: to be kept."""

    seat: Seat
    place: int
    face: str
    before: Bank
    arrives: float


def flights(table: Public, before: Bank, happened: Iterable[e.Event], now: float) -> list[Flight]:
    """Return the token that flies after a move, if one does."""
    if not isinstance(table, DuetPublic):
        return []
    card_touched: e.Revealed | None = None
    for event in happened:
        if isinstance(event, e.Revealed):
            card_touched = event
        elif isinstance(event, e.TokenSpent):
            if event.to == "card" and card_touched is not None:
                place = table.cards.index(card_touched.card)
                return [Flight(seat_of(card_touched.by), place, "arrow", before, now + SECONDS)]
            if event.to == "kept" and event.side is not None:
                return [Flight(seat_of(event.side), NOWHERE, "check", before, now + SECONDS)]
    return []


def draw(canvas: Canvas, table: Public, flight: Flight, now: float) -> None:
    """Draw a token on its way."""
    assert isinstance(table.options, DuetOptions)
    view = canvas.view(flight.seat)
    begin = bank.spent_spot(view, table.options, flight.before)
    if flight.place == NOWHERE:
        end = bank.kept_spot(view)
    else:
        lies = card.mirrored(view, grid_view.places(canvas, table)[flight.place])
        end = card.marker_spot(lies)
    part = min(1.0, max(0.0, 1 - (flight.arrives - now) / SECONDS))
    eased = 1 - (1 - part) ** 2
    x, y = begin.x + (end.x - begin.x) * eased, begin.y + (end.y - begin.y) * eased
    widgets.token(view, Box(x, y, end.w, end.h), flight.face)
