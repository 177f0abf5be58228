"""The board: the cards, and the token bank or the teams' agents beside them."""

from dataclasses import replace

from device.rules.model import DuetPublic, Phase, Public, VersusPublic
from device.ui.kit import theme, widgets
from device.ui.kit.canvas import Canvas
from device.ui.kit.geometry import Box
from device.ui.kit.screen import Navigator
from device.ui.table import bank, card, grid_view


def draw(canvas: Canvas, screens: Navigator, table: Public, unmarked: frozenset[int] = frozenset()) -> None:
    """Draw everything between the strips, at rest; `unmarked`: places whose token is still on its way."""
    widgets.ground(canvas)
    if _sudden(table):
        _frame(canvas)
    dock, places = screens.dock, grid_view.places(canvas, table, screens.dock)
    low = dock is not None and places[0].h < card.LOW
    for look, box in zip(grid_view.looks(screens, table), places, strict=True):
        shown = replace(look, markers=frozenset()) if look.place in unmarked else look
        if dock is not None and low:
            card.draw_low(canvas.view(dock.seat), box, shown)
        else:
            card.draw(canvas, box, shown)
    if low:
        return
    if isinstance(table, DuetPublic):
        bank.draw(canvas, table, dock)
    else:
        assert isinstance(table, VersusPublic)
        bank.draw_teams(canvas, table, dock)


def _sudden(table: Public) -> bool:
    result = table.result
    return table.phase is Phase.SUDDEN_DEATH or (result is not None and result.reason == "sudden_death")


def _frame(canvas: Canvas) -> None:
    """Draw the red frame of a sudden death around everything between the strips."""
    view = canvas.view(None)
    whole = Box(0, theme.STRIP_H, view.width, view.height - 2 * theme.STRIP_H).inset(0.15)
    view.panel(whole, None, theme.DANGER, theme.RADIUS, 0.6)
