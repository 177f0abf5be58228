"""The case of each example: measures computed from the outlines of its parts, a drawing, and the hood for a printer.

    python systemd/case.py

writes `case/NAME.svg` (from above, and a hood from the side) and `case/NAME-hood.scad` (OpenSCAD) beside this file, and
prints the measures. All lengths in mm, all angles in degrees. The outlines are those of makers' data sheets: measure
your own parts first, and change them in `EXAMPLES`.
"""

import math
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent / "case"
CUT_OFF = 35.0
"""From more than this off a panel's axis, in whatever direction, nothing of it can be seen."""
TILT = 50.0
"""Between a panel and the table: its axis then rises by 40 degrees, to the eyes of whoever sits there."""
TUBE_WALL, RIM, HOOD_WALL = 1.0, 6.0, 2.0
CASE_WALL, GAP, BESIDE_BUTTON = 6.0, 4.0, 10.0


@dataclass(frozen=True)
class Parts:
    """The outlines that matter: the screen's and its picture's, a panel's pitch of lights, a button's outer ring."""

    screen: tuple[float, float]
    picture: tuple[float, float]
    pitch: float
    button: float = 33.0


EXAMPLES = {
    "dsi7-matrices": Parts((194.0, 110.0), (154.0, 86.0), 10.0),
    "clocked-strips": Parts((194.0, 110.0), (154.0, 86.0), 16.6),
    "hdmi10-strips": Parts((235.0, 149.0), (217.0, 136.0), 16.6),
    "touch2-displays": Parts((189.3, 120.2), (155.0, 88.0), 5.5),
}


@dataclass(frozen=True)
class Measures:
    """What follows from the parts."""

    parts: Parts

    @property
    def tube(self) -> float:
        """Return the inner width of a louvre's square tube."""
        return self.parts.pitch - TUBE_WALL

    @property
    def depth(self) -> float:
        """Return how deep the louvre is: what its tube hides even along its diagonal, the longest way across."""
        return math.ceil(10 * self.tube * math.sqrt(2) / math.tan(math.radians(CUT_OFF))) / 10

    @property
    def panel(self) -> float:
        """Return the outer side of the square hood."""
        return 5 * self.parts.pitch + TUBE_WALL + 2 * HOOD_WALL

    @property
    def hood(self) -> tuple[float, float]:
        """Return how far the tilted hood reaches, towards the middle of the case, and how high it stands."""
        long, tilt = self.depth + RIM, math.radians(TILT)
        return (
            self.panel * math.cos(tilt) + long * math.sin(tilt),
            self.panel * math.sin(tilt) + long * math.cos(tilt),
        )

    @property
    def rows(self) -> tuple[tuple[str, float], ...]:
        """Return what lies behind one another from the edge of side A to that of side B."""
        side = [("wall", CASE_WALL), ("hood", max(self.hood[0], self.parts.button)), ("gap", GAP)]
        return (*side, ("screen", self.parts.screen[1]), *reversed(side))

    @property
    def beside(self) -> float:
        """Return how far the button's middle is from the hood's middle."""
        return self.panel / 2 + BESIDE_BUTTON + self.parts.button / 2

    @property
    def outside(self) -> tuple[float, float]:
        """Return the width and depth of the case."""
        wide = max(self.parts.screen[0], 2 * (self.beside + self.parts.button / 2)) + 2 * (CASE_WALL + GAP)
        return wide, sum(length for _, length in self.rows)


def hidden_from(width: float, depth: float) -> float:
    """Return the angle off the axis beyond which no point of a square tube's ground is seen, in any direction."""
    return math.degrees(math.atan(math.hypot(width, width) / depth))


def svg(name: str, found: Measures) -> str:
    """Draw the case from above, and a hood from the side."""
    wide, deep = found.outside
    lines = [f'<rect x="0" y="0" width="{wide:.1f}" height="{deep:.1f}" rx="5" fill="#e7d3b0" stroke="#6b4d22"/>']
    y = 0.0
    for place, (what, length) in enumerate(found.rows):
        if what == "screen":
            for size, fill in ((found.parts.screen, "#333"), (found.parts.picture, "#8fb7d9")):
                x, top = (wide - size[0]) / 2, y + (length - size[1]) / 2
                lines.append(f'<rect x="{x:.1f}" y="{top:.1f}" width="{size[0]}" height="{size[1]}" fill="{fill}"/>')
        if what == "hood":
            mine = 1 if place > len(found.rows) / 2 else -1  # the button is at the right hand of whoever sits there
            x, middle = (wide - found.panel) / 2, y + length / 2
            lines.append(
                f'<rect x="{x:.1f}" y="{middle - found.hood[0] / 2:.1f}" width="{found.panel:.1f}" '
                f'height="{found.hood[0]:.1f}" fill="#222"/>'
            )
            lines.append(
                f'<circle cx="{wide / 2 + mine * found.beside:.1f}" cy="{middle:.1f}" r="{found.parts.button / 2}" '
                'fill="#d9a441" stroke="#6b4d22"/>'
            )
        lines.append(f'<text x="{wide + 4:.1f}" y="{y + length / 2 + 2:.1f}">{what} {length:.1f}</text>')
        y += length
    reach, high = found.hood
    at, base = wide + 60, deep
    tilt, long = math.radians(TILT), found.depth + RIM
    corners = [(0.0, 0.0), (long * math.sin(tilt), long * math.cos(tilt))]
    corners += [(x - found.panel * math.cos(tilt), z + found.panel * math.sin(tilt)) for x, z in reversed(corners)]
    left = min(x for x, _ in corners)
    points = " ".join(f"{at + x - left:.1f},{base - z:.1f}" for x, z in corners)
    lines.append(f'<polygon points="{points}" fill="#222"/>')
    lines.append(
        f'<text x="{at}" y="{base - high - 6:.1f}">hood from the side: {reach:.1f} deep, {high:.1f} high</text>'
    )
    lines.append(f'<text x="0" y="{deep + 12:.1f}">{name}: {wide:.1f} × {deep:.1f}; side A below, side B above</text>')
    body = "\n".join(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 {at + reach + 150:.1f} {deep + 28:.1f}" '
        f'font-family="sans-serif" font-size="7">\n{body}\n</svg>\n'
    )


def scad(name: str, found: Measures) -> str:
    """Write the hood with its louvre for OpenSCAD; it prints standing on its ground, without supports."""
    return f"""// The hood of {name}: 5 x 5 square tubes that hide the lights beyond {CUT_OFF:g} degrees off the axis,
// along their diagonals too.
// Matt black; a sheet of opal film goes below. Written by systemd/case.py.
pitch = {found.parts.pitch:g};       // from light to light
wall = {TUBE_WALL:g};         // between two tubes
depth = {found.depth:g};     // of the tubes: (pitch - wall) * sqrt(2) / tan({CUT_OFF:g})
rim = {RIM:g};          // how far the hood stands out beyond them
hood_wall = {HOOD_WALL:g};
inner = 5 * pitch + wall;
outer = inner + 2 * hood_wall;

difference() {{
    cube([outer, outer, depth + rim]);
    translate([hood_wall, hood_wall, depth]) cube([inner, inner, rim + 1]);
    for (x = [0:4], y = [0:4])
        translate([hood_wall + wall + x * pitch, hood_wall + wall + y * pitch, -1])
            cube([pitch - wall, pitch - wall, depth + 2]);
}}
"""


def table() -> str:
    """Return the measures as rows of the building guide."""
    rows = []
    for name, parts in EXAMPLES.items():
        found = Measures(parts)
        wide, deep = found.outside
        rows.append(
            f"| `{name}` | {wide:.0f} × {deep:.0f} | {found.tube:g} and {found.depth:g} | {found.panel:g} | "
            f"{found.hood[0]:.0f} and {found.hood[1]:.0f} | {found.beside:.0f} |"
        )
    return "\n".join(rows)


def main() -> int:
    """Write every drawing and source."""
    HERE.mkdir(exist_ok=True)
    for name, parts in EXAMPLES.items():
        (HERE / f"{name}.svg").write_text(svg(name, Measures(parts)), encoding="utf-8")
        (HERE / f"{name}-hood.scad").write_text(scad(name, Measures(parts)), encoding="utf-8")
    sys.stdout.write(f"{table()}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
