"""A card on the table: its word for each side or its picture, what covers it, the tokens that lie on it."""

from dataclasses import dataclass, field
from pathlib import Path

import pygame

from device.cards import pictures
from device.cards.packs import Card
from device.files.assets import is_ours
from device.game.seating import seat_of
from device.rules.model import Cover, Identity
from device.ui.kit import fit, photos, theme, widgets
from device.ui.kit.album import Album
from device.ui.kit.canvas import Canvas, View
from device.ui.kit.geometry import Box
from device.ui.kit.typesetting import Setter
from hardware.ports import SEATS, Seat

TOKEN_MM = 4.5
LOW = 8.6
"""A card beside a pad that is lower than this, in mm, has room for one line."""
BADGE_MM = 5.0
_LOW_CAP = 0.6
"""How much of a low card's height a word fills: above it an accent and below it a tail have their room."""
_ACCENTED = 0.15
"""So much lower in mm a word stands there: an accent is higher than a tail is long."""
_FULL, _FULL_ONCE = 0.67, 0.42
"""How much of its room's height a short word fills: one of two, and one alone."""
_TIGHT = 1.36
"""The line pitch of a word broken in two, in cap heights."""
_CLEAR_MM, _CLEAR_PIXELS = 0.35, 2.5
"""An accent keeps so far, the larger of both, from the line between a card's two words: else it is the other word's."""
_FOOT_MM = 0.45
"""A tail keeps so far from the edge of its card."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """What is seen of a card.

    `open`: it is not covered nor counts as covered; `twice`: its word stands there for each side; `badged`: the sides
    at whose left a badge stands; `place` is where it lies as A reads the grid, `numbers` what it is called at A and B.
    """

    card: Card
    cover: Cover | None = None
    markers: frozenset[Seat] = field(default_factory=frozenset)
    place: int = 0
    numbers: tuple[int, int] = (0, 0)
    open: bool = True
    twice: bool = True
    badged: frozenset[Seat] = frozenset()

    def number(self, seat: Seat | None) -> int | None:
        """Return the number by which a picture is called at a seat; None: a word."""
        return None if self.card.file is None else self.numbers[seat is Seat.B]


def mirrored(view: View, box: Box) -> Box:
    """Return an upright box as a view's side measures it."""
    return Box(view.width - box.right, view.height - box.bottom, box.w, box.h) if view.turned else box


def draw(canvas: Canvas, box: Box, look: CardLook) -> None:
    """Draw a card at rest."""
    if look.cover is None:
        widgets.card_paper(canvas.view(None), box, look.open)
        if look.card.file is None:
            _words(canvas, box, look)
        elif not _picture(canvas, box, look.card.file, look.card.mark):
            _lost(canvas, box, look.numbers)
    else:
        draw_cover(canvas, box, look)
    draw_markers(canvas, box, look)


def draw_markers(canvas: Canvas, box: Box, look: CardLook, grown: float = 0.0) -> None:
    """Draw the tokens on a card, each at the right hand of the side its arrow points at; `grown` by so many mm."""
    size = TOKEN_MM + grown
    for seat in sorted(look.markers):
        view = canvas.view(seat)
        place = mirrored(view, box)
        widgets.token(view, marker_spot(place).centred(size, size), "arrow")


def marker_spot(place: Box) -> Box:
    """Return where a token lies on a card, in the view of the side its arrow points at."""
    return Box(place.right - 0.7 - TOKEN_MM, place.centre[1] - TOKEN_MM / 2, TOKEN_MM, TOKEN_MM)


def draw_cover(canvas: Canvas, box: Box, look: CardLook) -> None:
    """Draw what covers a card, turned to the side that touched it, with the word below."""
    assert look.cover is not None
    view = canvas.view(seat_of(look.cover.by))
    place = mirrored(view, box)
    accent = theme.IDENTITIES[look.cover.identity]
    widgets.cover_face(view, place, look.cover, look.place, worded=look.card.file is None)
    if look.card.file is None:
        room = Box(place.x + 1.8, place.bottom - 3.5, place.w - 3.6, 2.0)
        if view.seat in look.badged:
            room = room.cut_left(BADGE_MM - 0.2)[1]
        view.text(look.card.name, room.inset(TOKEN_MM if look.markers else 0, 0), theme.CAP_SMALL, accent.ink)


def badge_spot(place: Box) -> Box:
    """Return where a side's badge lies on a card, in that side's view."""
    size = min(5.2, place.h * 0.42)
    return Box(place.x + 0.5, place.bottom - size - 0.5, size, size)


def draw_badge(view: View, box: Box, identity: Identity) -> None:
    """Draw what a side's key says of a card, at that side's lower left corner of it; as high as a low card."""
    place = mirrored(view, box)
    spot = badge_spot(place) if place.h >= LOW else place.cut_left(place.h)[0]
    accent = theme.IDENTITIES[identity]
    view.shadow(spot, 0.8, 0.4, 120)
    view.panel(spot, accent.fill, accent.edge, min(0.9, spot.h * 0.2), 0.2)
    widgets.icon(view, widgets.sign(identity), spot.inset(spot.w * 0.14), accent.ink, accent.fill)


def draw_low(view: View, box: Box, look: CardLook) -> None:
    """Draw a card that makes way for a pad: one line, for the one who uses the pad."""
    place = mirrored(view, box)
    paper, edge, ink = theme.PAPER if look.open else theme.PAPER_DIM, theme.PAPER_EDGE, theme.INK
    sign = ""
    if look.cover is not None:
        accent = theme.IDENTITIES[look.cover.identity]
        paper, edge, ink, sign = accent.fill, accent.edge, accent.ink, widgets.sign(look.cover.identity)
    view.panel(place, paper, edge, min(0.9, place.h * 0.2), 0.2)
    size = min(TOKEN_MM, place.h - 0.5)
    room = place.inset(0.9, 0.2)
    if look.card.file is not None and look.cover is None and _picture(view.canvas, box, look.card.file, look.card.mark):
        sign = ""
    elif sign and look.card.file is not None:
        widgets.icon(view, sign, place.centred(size, size), ink, paper)
    else:
        if sign:
            spot, room = room.cut_left(size, 0.5)
            widgets.icon(view, sign, spot.centred(size, size), ink, paper)
        if look.markers:
            room = room.cut_right(size * len(look.markers), 0.3)[1]
        cap = min(theme.CAP_CARD, max(theme.LEGIBLE, place.h * _LOW_CAP))
        number = look.number(view.seat)
        text = look.card.name if number is None else str(number)
        view.text(text, room.moved(0, _ACCENTED), cap, ink)
    for number, seat in enumerate(sorted(look.markers)):
        spot = Box(place.right - 0.5 - size * (number + 1), place.centre[1] - size / 2, size, size)
        missed = view.canvas.view(seat)  # whom it points at, whoever looks at it
        widgets.token(missed, mirrored(missed, mirrored(view, spot)), "arrow")


def _words(canvas: Canvas, box: Box, look: CardLook) -> None:
    ink = theme.INK if look.open else theme.INK_SOFT
    token = TOKEN_MM + 0.3
    for seat in SEATS if look.twice else (Seat.A,):
        view = canvas.view(seat)
        place = mirrored(view, box)
        left = max(token if seat.other in look.markers else 0.0, BADGE_MM + 0.1 if seat in look.badged else 0.0)
        right = token if seat in look.markers else 0.0
        x = place.x + fit.SIDE_MM + left
        room = Box(x, place.y + 0.8, place.right - fit.SIDE_MM - right - x, place.h - 1.6)
        if look.twice or seat.other in look.badged:
            half = Box(room.x, place.centre[1], room.w, place.h / 2)
            _word_in_half(view, half, look.card, ink)
        else:
            _word(view, room, look.card, ink, max(theme.CAP_CARD, room.h * _FULL_ONCE))
    if look.twice:
        inset = 2.2 + (token if look.markers else 0.0)
        canvas.view(None).line(box.x + inset, box.right - inset, box.centre[1], theme.PAPER_RULE)


def _word(view: View, room: Box, card: Card, ink: theme.Colour, cap: float) -> None:
    text, least, lines = _lines(view, card, room.w)
    view.text(text, room, cap, ink, least=least, lines=lines, leading=_TIGHT, recorded=card.name)


def _lines(view: View, card: Card, wide: float) -> tuple[str, float, int]:
    """Return a word as it is set in a width of mm, broken where it must be: the least cap height, how many lines."""
    broken = fit.halves(card)
    if broken is None or view.canvas.setter.width(card.name, theme.CARD_LEGIBLE, "semibold") <= wide:
        return card.name, theme.CARD_LEGIBLE, 1
    return "\n".join(broken), theme.LEGIBLE, 2


def _word_in_half(view: View, half: Box, card: Card, ink: theme.Colour) -> None:
    """Set a word below the line between both: lower, or at last smaller, where an accent would reach it."""
    setter = view.canvas.setter
    text, least, lines = _lines(view, card, half.w)
    clear = max(_CLEAR_MM, _CLEAR_PIXELS / setter.unit)
    room = half.h - clear - _FOOT_MM
    size = max(theme.CAP_CARD, (half.h - 0.9) * _FULL)
    pitch = _TIGHT * (lines - 1)
    above, below = _reach(setter, text, size)
    size = max(least, min(size, room / (1 + pitch + (above + below) / size)))
    size = setter.fit(text, half.w, half.h - 0.9, size, "semibold", lines, least, _TIGHT)[1]
    above, below = _reach(setter, text, size)
    high = size * (1 + pitch)
    lowest = half.bottom - _FOOT_MM - below - high
    top = max(half.y + clear + above, min(half.y + 0.35 + (half.h - 0.9 - high) / 2, lowest))
    view.text(
        text, Box(half.x, top, half.w, high), size, ink, least=size, lines=lines, leading=_TIGHT, recorded=card.name
    )


def _reach(setter: Setter, text: str, cap: float) -> tuple[float, float]:
    """Return how far in mm the accents of a word's first line and the tails of its last reach beyond its capitals."""
    lines = text.split("\n")
    return setter.above(lines[0], cap, "semibold"), setter.below(lines[-1], cap, "semibold")


def _lost(canvas: Canvas, box: Box, numbers: tuple[int, int]) -> None:
    """Draw a picture that nobody can see: its number for each side, and that it is missing."""
    for seat, number in zip(SEATS, numbers, strict=True):
        view = canvas.view(seat)
        below = mirrored(view, box).inset(2.0, 1.0).rows(2, 0.6)[1]
        widgets.figure(view, below, str(number), theme.CAP_HEADING, theme.INK_SOFT)
    widgets.crossed(canvas.view(None), box.inset(1.0), theme.INK_SOFT)


def _picture(canvas: Canvas, box: Box, file: Path, mark: str) -> bool:
    """Draw a picture; return False where it is not there any more: its stick was pulled out, or its inside is bad.

    Another one that lies in its file by now is not shown for it, where the `mark` of the one that was dealt is known.

    Large ones take a while: when a drawing has read enough of them, it leaves the others to the next.
    """
    rect = canvas.view(None).rect(box.inset(0.5))
    album = None if is_ours(file) else canvas.album
    key = ("picture", file, rect.size, mark, album.game if album else 0)
    kept = canvas.kept.get(key)
    if kept is None and canvas.pixels_left <= 0:
        canvas.unfinished = True
        return True
    if kept is None:
        loaded, is_copy = _loaded(canvas, key, file, mark, album, rect.size)
        if loaded is None:
            return False
        kept = _fitted(loaded, rect.size)
        canvas.pixels_left -= loaded.get_width() * loaded.get_height()
        canvas.kept.keep(key, kept)
        if album is not None and not is_copy:
            album.save(file, kept, mark)
    canvas.put(kept, kept.get_rect(center=rect.center))
    return True


def _loaded(
    canvas: Canvas, key: tuple[object, ...], file: Path, mark: str, album: Album | None, room: tuple[int, int]
) -> tuple[pygame.Surface | None, bool]:
    """Return the album's copy of a picture if it is large enough, and whether it is that.

    Else the picture upright, or a smaller copy where its file is gone, spoilt or another; None where neither is any
    good. A file that is gone may come back with its stick; a spoilt one is not read again.
    """
    if key in canvas.unreadable:
        return None, False
    copy = album.load(file, mark) if album is not None else None
    if copy is not None and min(room[0] / copy.get_width(), room[1] / copy.get_height()) <= 1:
        return copy, True
    spoilt = True
    try:
        with pictures.opened(file) as (content, lies):
            if mark in ("", pictures.mark(content)):
                return _upright(photos.read(content), lies), False
            spoilt = False
    except OSError:
        spoilt = False
    except (pictures.Unfit, pygame.error):
        pass
    if spoilt and copy is None:
        canvas.unreadable.add(key)
    return copy, True


def _upright(loaded: pygame.Surface, orientation: int) -> pygame.Surface:
    """Turn, and where it is one in a mirror flip, a photo as its camera says."""
    if orientation in (5, 6, 7, 8):
        loaded = pygame.transform.rotate(loaded, -90 if orientation in (5, 6) else 90)
    if orientation in (3, 4):
        loaded = pygame.transform.rotate(loaded, 180)
    return pygame.transform.flip(loaded, True, False) if orientation in (2, 4, 5, 7) else loaded


def _fitted(loaded: pygame.Surface, room: tuple[int, int]) -> pygame.Surface:
    size = loaded.get_size()
    if loaded.get_bytesize() < 3:  # a palette's colours cannot be mixed
        plain = pygame.Surface(size, pygame.SRCALPHA, 32)
        plain.blit(loaded, (0, 0))
        loaded = plain
    scale = min(room[0] / size[0], room[1] / size[1])
    return pygame.transform.smoothscale(loaded, (round(size[0] * scale), round(size[1] * scale)))
