"""The light of the key panels: pure, from the public table and a face of the key to 25 cells."""

from device.rules.model import Face, Identity, Public
from hardware.ports import DARK, PANEL_CELLS, Cell, Seat

ALL_DARK: tuple[Cell, ...] = (DARK,) * PANEL_CELLS


def frame(table: Public, face: Face, seat: Seat) -> tuple[Cell, ...]:
    """Return the 25 cells of a side's panel in that side's reading order (side B sees the grid turned by 180 degrees).

    A covered card is dark; on a grid of four rows the row furthest from the side stays dark.
    """
    cells = [_cell(card, identity, table) for card, identity in zip(table.cards, face, strict=True)]
    if seat is Seat.B:
        cells.reverse()
    return (*(DARK,) * (PANEL_CELLS - len(cells)), *cells)


def _cell(card: str, identity: Identity, table: Public) -> Cell:
    if table.covered(card):
        return DARK
    return Cell(identity.value, pulse=identity is Identity.ASSASSIN)
