"""The token bank at both sides of the grid, and the teams' agents in versus."""

from device.rules.duet import mistake_price
from device.rules.model import Bank, DuetOptions, DuetPublic, Identity, Side, VersusPublic
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Dock
from device.ui.table import card
from hardware.ports import SEATS, Seat

MAX_MM = 5.0


def draw(canvas: Canvas, table: DuetPublic, dock: Dock | None = None) -> None:
    """Draw the bank at each side's right hand: what is left of it nearest to the side, then what is gone.

    Where the bank has two faces, a bracket shows what the next mistake takes.
    """
    for seat in SEATS:
        view = canvas.view(seat)
        column = _column(view, dock)
        kept = table.kept[0 if seat is Seat.A else 1]
        purse, rest = _purse(view, dock)
        _kept(view, purse, kept)
        faces = ["bystander"] * table.bank.bystander + ["check"] * table.bank.check
        gone = max(0, table.options.tokens - len(faces))
        spots = _stack(view, rest, faces + ["gone"] * gone)
        if table.options.mistakes < table.options.tokens and faces:
            _threatened(view, column, spots[: len(faces)], table.bank)


def spent_spot(view: View, options: DuetOptions, before: Bank) -> Box:
    """Return where the token that is spent next lies in a side's column."""
    faces = ["bystander"] * before.bystander + ["check"] * before.check
    gone = max(0, options.tokens - len(faces))
    spots = _spots(_purse(view)[1], len(faces) + gone)
    return spots[max(0, before.bystander - 1) if before.bystander else max(0, len(faces) - 1)]


def token_spots(view: View, table: DuetPublic) -> list[Box]:
    """Return where the tokens of a side's column lie that are left or gone, the nearest first."""
    return _spots(_purse(view)[1], max(table.options.tokens, table.bank.total))


def kept_spot(view: View) -> Box:
    """Return where a side's kept tokens lie."""
    return _purse(view)[0].centred(MAX_MM - 0.6, MAX_MM - 0.6)


def _purse(view: View, dock: Dock | None = None) -> tuple[Box, Box]:
    """Return the place of a side's kept tokens, and of the bank above it."""
    return _column(view, dock).cut_bottom(MAX_MM + 2.6, 1.2)


def _column(view: View, dock: Dock | None) -> Box:
    edge = theme.STRIP_H + theme.MARGIN
    column = Box(view.width - theme.COLUMN_W, edge, theme.COLUMN_W, view.height - 2 * edge)
    return column if dock is None else card.mirrored(view, dock.beside(card.mirrored(view, column)))


def _stack(view: View, box: Box, faces: list[str]) -> list[Box]:
    spots = _spots(box, len(faces))
    for spot, face in zip(spots, faces, strict=True):
        widgets.token(view, spot, face)
    return spots


def _spots(box: Box, count: int) -> list[Box]:
    pitch = min(MAX_MM + 1.0, box.h / max(1, count))
    size = min(MAX_MM, pitch - 0.5)
    x = box.centre[0] - size / 2
    return [Box(x, box.bottom - pitch * (i + 1) + (pitch - size) / 2, size, size) for i in range(count)]


def _threatened(view: View, column: Box, spots: list[Box], bank: Bank) -> None:
    """Draw a bracket beside the tokens the next mistake takes, and what it costs: a number, or a cross: the game."""
    price = mistake_price(bank)
    cost, kind = price or (1, "check")
    end = bank.bystander if kind == "bystander" else len(spots)
    taken = spots[end - cost : end]
    low, high = taken[0], taken[-1]
    x = low.x - 1.1
    view.fill(Box(x, high.y + 0.3, 0.35, low.bottom - high.y - 0.6), theme.WARN)
    for y in (high.y + 0.3, low.bottom - 0.65):
        view.fill(Box(x, y, 0.8, 0.35), theme.WARN)
    room = Box(column.x + 0.2, (high.y + low.bottom) / 2 - 1.5, x - column.x - 0.4, 3.0)
    if price:
        widgets.figure(view, room, f"−{cost}", theme.CAP_SMALL, theme.WARN)
    else:
        widgets.icon(view, "cross", room.centred(2.4, 2.4), theme.WARN, theme.GROUND)


def _kept(view: View, box: Box, kept: int) -> None:
    view.line(box.x + 2.6, box.right - 2.6, box.y - 0.3, theme.LINE)
    if not kept:
        return
    size = MAX_MM - 0.6
    spot = Box(box.centre[0] - (size if kept > 1 else size / 2) - 0.3, box.centre[1] - size / 2 + 0.3, size, size)
    widgets.token(view, spot, "check")
    if kept > 1:
        room = Box(spot.right + 0.6, spot.y, size + 1, size)
        widgets.figure(view, room, f"×{kept}", theme.CAP_BODY, theme.TEXT, "left")


def draw_teams(canvas: Canvas, table: VersusPublic, dock: Dock | None = None) -> None:
    """Draw each team's agents still to be found as small cards, at both sides of the grid."""
    for seat in SEATS:
        view = canvas.view(seat)
        column = _column(view, dock)
        first = Side(table.options.starts)
        for team, part in zip((first.other, first), column.rows(2, 2.0), strict=True):
            _agents(view, part, team, table)


def _agents(view: View, box: Box, team: Side, table: VersusPublic) -> None:
    accent = theme.IDENTITIES[Identity(team)]
    left = table.agents_left(team)
    number, rest = box.cut_bottom(5.0, 0.6)
    half = number.columns(2, 0.6)
    shape = half[0].centred(3.4, 3.4)
    widgets.icon(view, widgets.SHAPES[Identity(team)], shape, accent.bright, theme.GROUND)
    widgets.figure(view, half[1], str(left), theme.CAP_HEADING, accent.bright, "left")
    high = (rest.h - 0.5 * 8) / 9
    for i in range(table.agents[team]):
        spot = Box(rest.centre[0] - 3.4, rest.bottom - (high + 0.5) * (i + 1), 6.8, high)
        if i < left:
            view.panel(spot, accent.fill, accent.edge, 0.5, 0.15)
            size = min(high * 0.6, 2.4)
            widgets.icon(view, widgets.SHAPES[Identity(team)], spot.centred(size, size), accent.bright, accent.fill)
        else:
            view.panel(spot, None, theme.LINE, 0.5, 0.12)
