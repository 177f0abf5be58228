"""Boxes in millimetres."""

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in mm: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """Return the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """Return the lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """Return the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> "Box":
        """Return the box made smaller by dx at the left and right and dy at top and bottom."""
        dy = dx if dy is None else dy
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def moved(self, dx: float, dy: float) -> "Box":
        """Return the box moved."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def columns(self, count: int, gap: float) -> list["Box"]:
        """Split into equal columns."""
        w = (self.w - gap * (count - 1)) / count
        return [Box(self.x + (w + gap) * i, self.y, w, self.h) for i in range(count)]

    def rows(self, count: int, gap: float) -> list["Box"]:
        """Split into equal rows."""
        h = (self.h - gap * (count - 1)) / count
        return [Box(self.x, self.y + (h + gap) * i, self.w, h) for i in range(count)]

    def cut_top(self, h: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Split off the upper part."""
        return Box(self.x, self.y, self.w, h), Box(self.x, self.y + h + gap, self.w, self.h - h - gap)

    def cut_bottom(self, h: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Split off the lower part; it comes first."""
        return Box(self.x, self.bottom - h, self.w, h), Box(self.x, self.y, self.w, self.h - h - gap)

    def cut_left(self, w: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Split off the left part."""
        return Box(self.x, self.y, w, self.h), Box(self.x + w + gap, self.y, self.w - w - gap, self.h)

    def cut_right(self, w: float, gap: float = 0.0) -> tuple["Box", "Box"]:
        """Split off the right part; it comes first."""
        return Box(self.right - w, self.y, w, self.h), Box(self.x, self.y, self.w - w - gap, self.h)

    def centred(self, w: float, h: float) -> "Box":
        """Return a box of this size around the middle."""
        cx, cy = self.centre
        return Box(cx - w / 2, cy - h / 2, w, h)


def grid(area: Box, columns: int, rows: int, gap: float) -> list[Box]:
    """Split an area into cells, in reading order."""
    return [cell for row in area.rows(rows, gap) for cell in row.columns(columns, gap)]
