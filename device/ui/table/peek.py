"""A peek: the key on the touchscreen, for a side whose key panel does not work, while a spot is held."""

from device.files.texts import Texts
from device.rules.model import Face, Public, VersusPublic
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator
from device.ui.table import card, grid_view
from hardware.ports import SEATS, Seat

RIM_MM = 1.2
"""How broad the frame around a picture is that tells what it is, beside its badge."""


def who_looks(screens: Navigator) -> Seat | None:
    """Return the side whose key is shown."""
    return next((seat for seat in SEATS if screens.touch.looking == f"peek:{seat}"), None)


def told(screens: Navigator, t: Texts, table: Public, seat: Seat) -> str:
    """Return what a side is told while one looks, or while both would like to; empty for who looks."""
    if screens.touch.crossed:
        return t("One side at a time: both let go first")
    looks = who_looks(screens)
    if looks in (None, seat):
        return ""
    if isinstance(table, VersusPublic):
        return t("The spymasters look at the key: look away")
    return t("Your partner looks at the key: look away")


def draw(canvas: Canvas, seat: Seat, screens: Navigator, table: Public, face: Face) -> None:
    """Draw the key over the grid, turned to the side: words on what they are, pictures framed by it."""
    view = canvas.view(seat)
    places = grid_view.places(canvas, table, screens.dock)
    for look, identity, box in zip(grid_view.looks(screens, table), face, places, strict=True):
        place = card.mirrored(view, box)
        if look.cover is not None:
            view.panel(place, theme.GROUND, theme.LINE, theme.RADIUS, 0.15)
            continue
        accent = theme.IDENTITIES[identity]
        if look.card.file is not None:  # it lies there already: nothing is read for a look
            view.panel(place, None, accent.fill, theme.RADIUS, min(RIM_MM, place.h * 0.13))
            card.draw_badge(view, box, identity)
            continue
        view.panel(place, accent.fill, accent.edge, theme.RADIUS, 0.3)
        sign, room = place.inset(1.2, 1.0).cut_left(place.h * 0.45, 0.8)
        high = sign.w
        widgets.icon(view, widgets.sign(identity), sign.centred(high, high), accent.ink, accent.fill)
        view.text(look.card.name, Box(room.x, room.y, room.w, room.h), theme.CAP_BODY, accent.ink, "left", least=1.4)
