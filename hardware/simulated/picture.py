"""The picture of the simulated box: what its parts look like in each state."""

from functools import lru_cache
from pathlib import Path

import pygame

from hardware import palette
from hardware.palette import OFF, RGB, Frame
from hardware.ports import SEATS, Identity, Seat
from hardware.simulated import wood
from hardware.simulated.geometry import Geometry
from hardware.simulated.wood import Colour

AMBER: Colour = (255, 178, 66)
LENS: Colour = (92, 60, 26)
DIODE: Colour = (30, 28, 27)
SIGN: tuple[Identity, ...] = ("blue", "red", "bystander", "red", "agent", "blue", "bystander", "blue", "red")
KEY_NAMES = {"space": "SPACE", "return": "ENTER", "f1": "F1", "f2": "F2"}


def sign() -> pygame.Surface:
    """Return the window's sign in a desktop's bar: a key of three by three cards."""
    picture = pygame.Surface((32, 32))
    picture.fill(DIODE)
    colours = palette.PALETTES["standard"]
    for place, identity in enumerate(SIGN):
        picture.fill(colours[identity], (2 + place % 3 * 10, 2 + place // 3 * 10, 8, 8))
    return picture


def put_fitting(target: pygame.Surface, picture: pygame.Surface, area: pygame.Rect) -> None:
    """Put a picture into an area of a surface like it, in its size."""
    if picture.get_size() != area.size:
        if target.get_rect().contains(area):
            pygame.transform.smoothscale(picture, area.size, target.subsurface(area))
            return
        picture = pygame.transform.smoothscale(picture, area.size)
    target.blit(picture, area)


class CasePicture:
    """Draws each part of the box at its place; every method returns the area it drew.

    `fitted` names the parts that are there; `keys` the keyboard's key for each side's button.
    """

    def __init__(self, places: Geometry, fitted: frozenset[str], keys: dict[Seat, str], font: Path | None) -> None:
        self.places = places
        self._font_path = font
        self._fitted = fitted
        self._fonts: dict[int, pygame.font.Font] = {}
        self._glow = lru_cache(maxsize=512)(_tinted)
        self.case = self._draw_case(keys)

    def blank(self, target: pygame.Surface) -> pygame.Rect:
        """Draw the empty case."""
        return target.blit(self.case, (0, 0))

    def touchscreen(self, target: pygame.Surface, picture: pygame.Surface, backlight: float) -> pygame.Rect:
        """Draw what the touchscreen shows, under its backlight of 0-1."""
        area = self.places.screen
        put_fitting(target, picture, area)
        if backlight < 1:
            level = round(255 * backlight)
            target.fill((level, level, level), area, special_flags=pygame.BLEND_RGB_MULT)
        return area

    def panel(self, target: pygame.Surface, seat: Seat, colours: Frame, brightness: float) -> pygame.Rect:
        """Draw a key panel's 25 LEDs; `brightness` is the box's own, which the eye gets used to."""
        place = self.places.seats[seat]
        target.blit(self.case, place.hood, place.hood)
        clip = target.get_clip()
        target.set_clip(place.hood)
        for rect, rgb in zip(place.cells, colours, strict=True):
            if rgb != OFF:
                seen = palette.seen(rgb, brightness)
                spot = self._glow(seen, round(rect.width * 2.5))
                target.blit(spot, spot.get_rect(center=rect.center), special_flags=pygame.BLEND_RGB_ADD)
                core = rect.inflate(-round(rect.width * 0.24), -round(rect.width * 0.24))
                pygame.draw.rect(target, seen, core, border_radius=max(1, core.width // 4))
        target.set_clip(clip)
        return place.hood

    def button(self, target: pygame.Surface, seat: Seat, lit: bool, down: bool) -> pygame.Rect:
        """Draw a side's button: its lens shines while the lamp is lit, and sinks while it is pressed."""
        rect = self.places.seats[seat].button
        area = self._clear_of_screen(rect.inflate(rect.width // 2, rect.width // 2).clip(target.get_rect()))
        target.blit(self.case, area, area)
        if lit:
            spot = self._glow((150, 92, 20), round(rect.width * 1.5))
            clip = target.get_clip()
            target.set_clip(area)
            target.blit(spot, spot.get_rect(center=rect.center), special_flags=pygame.BLEND_RGB_ADD)
            target.set_clip(clip)
        radius = rect.width // 2
        pygame.draw.circle(target, wood.BRASS_DARK, rect.center, radius)
        pygame.draw.circle(target, wood.BRASS, (rect.centerx, rect.centery - 1), radius - 2)
        pygame.draw.circle(target, wood.shade(wood.BRASS_DARK, 0.5), rect.center, round(radius * 0.84))
        lens = AMBER if lit else LENS
        size = round(radius * (0.72 if down else 0.78))
        pygame.draw.circle(target, wood.shade(lens, 0.7), rect.center, size)
        for step in range(8):
            inner = round(size * (0.94 - step * 0.09))
            tone = wood.shade(lens, (0.76 if down else 0.86) + step * 0.04)
            pygame.draw.circle(target, tone, (rect.centerx, rect.centery - step), inner)
        return area

    def _clear_of_screen(self, area: pygame.Rect) -> pygame.Rect:
        screen = self.places.screen.inflate(2 * self.places.unit // 3, 2 * self.places.unit // 3)
        if area.centery < screen.centery:
            area.height = min(area.bottom, screen.top) - area.top
        elif area.top < screen.bottom:
            area.height, area.top = area.bottom - screen.bottom, screen.bottom
        return area

    def sound(self, target: pygame.Surface, text: str) -> pygame.Rect:
        """Write what the speaker played last, or what the power switch would have done."""
        place = self.places
        high = place.unit * 3
        wide = max(1, place.seats[Seat.A].hood.left - place.sound_line[0] - place.unit * 2)
        area = pygame.Rect(place.sound_line[0], place.sound_line[1] - high // 2, wide, high)
        target.blit(self.case, area, area)
        if text:
            x, y = area.left + place.unit, area.centery + place.unit // 2
            reach = max(3, round(place.unit * 0.45))
            pygame.draw.ellipse(target, wood.ENGRAVED, (x - reach, y - reach + 1, 2 * reach, 2 * reach - 2))
            pygame.draw.line(target, wood.ENGRAVED, (x + reach - 1, y), (x + reach - 1, y - reach * 3), 2)
            words = self._font(round(place.unit * 1.5)).render(text, True, wood.ENGRAVED)
            clip = target.get_clip()
            target.set_clip(area)
            target.blit(words, words.get_rect(midleft=(x + place.unit, area.centery)))
            target.set_clip(clip)
        return area

    def _draw_case(self, keys: dict[Seat, str]) -> pygame.Surface:
        place = self.places
        case = wood.board(place.size, place.unit)
        wood.brass_frame(case, place.screen, max(2, place.unit // 3), place.unit // 2)
        for seat in SEATS:
            if f"panel:{seat}" in self._fitted:
                self._draw_hood(case, seat)
            if f"button:{seat}" in self._fitted:
                self._draw_label(case, seat, KEY_NAMES.get(keys[seat], keys[seat].upper()))
        if "speaker" in self._fitted:
            for row in range(-3, 4):
                for column in range(-3, 4):
                    if row * row + column * column <= 10:
                        x = place.speaker[0] + round(column * place.unit * 0.85)
                        y = place.speaker[1] + round(row * place.unit * 0.85)
                        hole = max(1, round(place.unit * 0.22))
                        pygame.draw.circle(case, wood.shade(wood.WALNUT, 1.35), (x, y + 1), hole)
                        pygame.draw.circle(case, wood.RECESS, (x, y), hole)
        return case

    def _draw_hood(self, case: pygame.Surface, seat: Seat) -> None:
        """Draw the raised hood, the recess in it with its 25 dark LEDs, and the lip that hides it from across."""
        place, unit = self.places.seats[seat], self.places.unit
        block = place.hood.inflate(unit * 3, round(unit * 0.9))
        pygame.draw.rect(case, wood.shade(wood.WALNUT, 0.3), block.inflate(4, 4).move(0, 3), border_radius=unit)
        hood = pygame.transform.rotate(wood.walnut((block.height, block.width)), 90)
        hood.fill((22, 14, 8), special_flags=pygame.BLEND_RGB_ADD)
        case.blit(hood, block)
        pygame.draw.rect(case, wood.shade(wood.WALNUT, 1.5), block, max(1, unit // 8), border_radius=unit // 4)
        wood.brass_frame(case, place.hood, max(2, unit // 5), unit // 2)
        for cell in place.cells:
            pygame.draw.rect(case, DIODE, cell, border_radius=max(1, cell.width // 4))
        lip = pygame.Rect(block.left, block.top, block.width, round(unit * 1.1))
        if seat == "b":
            lip.bottom = block.bottom
        pygame.draw.rect(case, wood.shade(wood.WALNUT, 1.05), lip, border_radius=unit // 3)
        edge = lip.top if seat == "a" else lip.bottom - 1
        pygame.draw.line(case, wood.shade(wood.WALNUT, 1.7), (lip.left + 2, edge), (lip.right - 3, edge))

    def _draw_label(self, case: pygame.Surface, seat: Seat, key: str) -> None:
        """Engrave the side's letter and print its key as a keycap, both turned to that side."""
        unit = self.places.unit
        letter = self._font(round(unit * 2.6)).render(seat.upper(), True, wood.ENGRAVED)
        cap = self._font(round(unit * 1.25)).render(key, True, wood.ENGRAVED)
        frame = cap.get_rect().inflate(unit * 1.2, unit * 0.7)
        size = (max(letter.get_width(), frame.width), letter.get_height() + frame.height)
        label = pygame.Surface(size, pygame.SRCALPHA)
        label.blit(letter, (0, 0))
        frame.topleft = (0, letter.get_height())
        pygame.draw.rect(label, wood.BRASS_DARK, frame, max(1, unit // 8), border_radius=unit // 3)
        label.blit(cap, cap.get_rect(center=frame.center))
        place = self.places.seats[seat].label
        if seat == "b":
            label = pygame.transform.rotate(label, 180)
            case.blit(label, label.get_rect(midright=place))
        else:
            case.blit(label, label.get_rect(midleft=place))

    def _font(self, size: int) -> pygame.font.Font:
        size = max(8, size)
        if size not in self._fonts:
            if not pygame.font.get_init():
                pygame.font.init()
            self._fonts[size] = pygame.font.Font(None if self._font_path is None else str(self._font_path), size)
        return self._fonts[size]


@lru_cache(maxsize=8)
def _spot(diameter: int) -> pygame.Surface:
    return wood.glow(diameter)


def _tinted(colour: RGB, diameter: int) -> pygame.Surface:
    spot = _spot(diameter).copy()
    spot.fill(colour, special_flags=pygame.BLEND_RGB_MULT)
    return spot
