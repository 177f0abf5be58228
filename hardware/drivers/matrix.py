"""How the 25 LEDs of a 5 x 5 matrix or a folded strip follow each other on their wire, and each one's colours. Pure."""

from hardware.palette import RGB

WIDTH = 5


def wire_order(layout: str, corner: str, turn: int) -> tuple[int, ...]:
    """Give, for each LED along the wire, the cell it shows, in the reading order of the side that sits there.

    `layout` is "rows" (every row in the same direction) or "serpentine" (every second one back), `corner` where the
    first LED is ("top_left" ...), `turn` by how many degrees clockwise the matrix is then mounted (0, 90, 180, 270).
    """
    return tuple(_cell(led, layout, corner, turn) for led in range(WIDTH * WIDTH))


def in_order(rgb: RGB, order: str) -> bytes:
    """Put a colour's channels into the order the LED expects ("GRB", "RGBW" ...); white stays off."""
    red, green, blue = rgb
    values = {"R": red, "G": green, "B": blue, "W": 0}
    return bytes(values[letter] for letter in order)


def _cell(led: int, layout: str, corner: str, turn: int) -> int:
    row, column = divmod(led, WIDTH)
    last = WIDTH - 1
    if layout == "serpentine" and row % 2:
        column = last - column
    if corner.endswith("right"):
        column = last - column
    if corner.startswith("bottom"):
        row = last - row
    for _ in range(turn // 90):
        row, column = column, last - row
    return row * WIDTH + column
