"""The cards and tokens of the diagrams."""

from device.ui.diagrams.glyphs import GLYPHS
from device.ui.diagrams.pen import COLOURS, Pen, arc

Box = tuple[float, float, float, float]

_FACES = {
    "agent": ("agent", "spy", "white"),
    "red": ("red", "spy", "white"),
    "blue": ("blue", "spy", "white"),
    "bystander": ("bystander", "passerby", "ink"),
    "assassin": ("assassin", "dagger", "white"),
}


def _words(pen: Pen, box: Box) -> None:
    x, y, w, h = box
    thick = h * 0.13
    pen.bar(x + w * 0.2, y + h * 0.22, w * 0.6, thick, thick / 2, COLOURS["rule"])
    pen.bar(x + w * 0.2, y + h * 0.62, w * 0.6, thick, thick / 2, COLOURS["ink"])


def paint_card(pen: Pen, box: Box, state: str, shows: str) -> None:
    """Paint a card: `state` is an identity, paper, selected, meant or marked; `shows`: word, none, a glyph."""
    x, y, w, h = box
    r = min(w, h) * 0.14
    ring = {"selected": "gold", "meant": "leaf", "assassin": "edge"}.get(state)
    if ring is not None:
        edge = 0.3 if state == "assassin" else 0.8
        pen.bar(x - edge, y - edge, w + 2 * edge, h + 2 * edge, r + edge, COLOURS[ring])
    fill, glyph, ink = _FACES.get(state, ("paper", shows, "ink"))
    pen.bar(x, y, w, h, r, COLOURS[fill])
    if glyph == "word":
        _words(pen, box)
    elif glyph != "none":
        size = min(w, h) * 0.78
        GLYPHS[glyph](pen.inner(x + (w - size) / 2, y + (h - size) / 2, size), COLOURS[ink], COLOURS[fill])
    _team_sign(pen, box, state)
    if state == "marked":
        paint_token(pen, x + w * 0.8, y + h * 0.5, h * 0.3, "arrow", turned=False)


def _team_sign(pen: Pen, box: Box, team: str) -> None:
    """Paint what tells the teams apart without colour: red has a diamond, blue a ring."""
    x, y, w, h = box
    cx, cy, r = x + w * 0.13, y + h * 0.2, min(w, h) * 0.1
    if team == "red":
        pen.shape([(cx, cy - r * 1.2), (cx + r * 1.2, cy), (cx, cy + r * 1.2), (cx - r * 1.2, cy)], COLOURS["white"])
    elif team == "blue":
        pen.disc(cx, cy, r * 1.1, COLOURS["white"])
        pen.disc(cx, cy, r * 0.5, COLOURS["blue"])


def paint_token(pen: Pen, x: float, y: float, r: float, face: str, *, turned: bool) -> None:
    """Paint a time token by its middle: face bystander, check, arrow (down, or up if turned) or empty."""
    if face == "empty":
        pen.dashes(arc(x, y, r, 0.0, 1.0), r * 0.12, COLOURS["dim"], r * 0.4)
        return
    good = face == "check"
    pen.disc(x, y, r, COLOURS["ink"])
    pen.disc(x, y, r * 0.94, COLOURS["leaf" if good else "gold"])
    pen.disc(x, y, r * 0.8, COLOURS["agent" if good else "bystander"])
    frame = pen.inner(x - r * 0.6, y - r * 0.6, r * 1.2, turned)
    fill = COLOURS["agent" if good else "bystander"]
    if face == "arrow":
        tip = [(0.5, 0.98), (0.08, 0.5), (0.34, 0.5), (0.34, 0.06), (0.66, 0.06), (0.66, 0.5), (0.92, 0.5)]
        frame.shape(tip, COLOURS["ink"])
    else:
        GLYPHS["tick" if good else "passerby"](frame, COLOURS["white" if good else "ink"], fill)
