"""A peek: the key on the touchscreen, for a side whose key panel does not work, while a spot is held."""

from device.rules.model import Face, Public
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator
from device.ui.table import card, grid_view
from hardware.ports import Seat


def draw(canvas: Canvas, seat: Seat, screens: Navigator, table: Public, face: Face) -> None:
    """Draw the key over the grid, turned to the side."""
    view = canvas.view(seat)
    places = grid_view.places(canvas, table, screens.dock)
    for look, identity, box in zip(grid_view.looks(screens, table), face, places, strict=True):
        place = card.mirrored(view, box)
        if look.cover is not None:
            view.panel(place, theme.GROUND, theme.LINE, theme.RADIUS, 0.15)
            continue
        accent = theme.IDENTITIES[identity]
        view.panel(place, accent.fill, accent.edge, theme.RADIUS, 0.3)
        sign, room = place.inset(1.2, 1.0).cut_left(place.h * 0.45, 0.8)
        high = sign.w
        widgets.icon(view, widgets.sign(identity), sign.centred(high, high), accent.ink, accent.fill)
        view.text(look.card.name, Box(room.x, room.y, room.w, room.h), theme.CAP_BODY, accent.ink, "left", least=1.4)
