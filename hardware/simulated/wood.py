"""The case of the simulated box: walnut, brass, and light that falls on it. Drawn once, then copied."""

import math
import random

import pygame

Colour = tuple[int, int, int]

WALNUT: Colour = (78, 49, 31)
BRASS: Colour = (190, 152, 88)
BRASS_LIGHT: Colour = (236, 208, 150)
BRASS_DARK: Colour = (104, 78, 38)
RECESS: Colour = (9, 8, 8)
ENGRAVED: Colour = (222, 192, 134)


def shade(colour: Colour, amount: float) -> Colour:
    """Make a colour lighter (above 1) or darker (below)."""
    red, green, blue = (max(0, min(255, round(channel * amount))) for channel in colour)
    return red, green, blue


def walnut(size: tuple[int, int]) -> pygame.Surface:
    """Draw a walnut board with its grain along the longer edge."""
    width, height = max(8, size[0] // 2), max(8, size[1] // 2)
    board = pygame.Surface((width, height))
    board.fill(WALNUT)
    grain = random.Random(7)
    steps = [(x, x / width * 4.4, x / width) for x in (round(n * width / 10) for n in range(11))]
    vein = shade(WALNUT, 0.78)
    y = -6.0
    while y < height + 6:
        tone = shade(WALNUT, 0.78 + 0.42 * grain.random() ** 1.5)
        swing, phase, drift = 1.0 + 3.2 * grain.random(), y / 31, grain.uniform(-2, 2)
        points = [(x, y + swing * math.sin(phase + bend) + drift * part) for x, bend, part in steps]
        pygame.draw.lines(board, tone, False, points, grain.choice((1, 1, 1, 2)))
        y += 0.8 + 1.5 * grain.random()
    for _ in range(width // 2):
        x, row = grain.randrange(width), grain.randrange(height)
        pygame.draw.line(board, vein, (x, row), (x + grain.randrange(2, 7), row))
    return pygame.transform.smoothscale(board, size)


def fall_of_light(size: tuple[int, int]) -> pygame.Surface:
    """Draw what to multiply the board with: bright near the top middle, darker to the corners."""
    small = pygame.Surface((24, 18))
    for y in range(18):
        for x in range(24):
            distance = math.hypot((x - 11.5) / 12, (y - 6) / 12)
            level = round(255 * max(0.5, 1.0 - 0.36 * distance))
            small.set_at((x, y), (level, level, level))
    return pygame.transform.smoothscale(small, size)


def board(size: tuple[int, int], unit: int) -> pygame.Surface:
    """Draw the whole empty case: lit walnut with a bevelled rim and a brass screw at each corner."""
    case = walnut(size)
    case.blit(fall_of_light(size), (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    area = case.get_rect()
    for step in range(unit):
        level = 1.5 - step / unit * 0.5
        edge = pygame.Surface((area.width, 1))
        edge.fill((round(26 * (level - 1)),) * 3)
        case.blit(edge, (0, step), special_flags=pygame.BLEND_RGB_ADD)
        edge.fill((round(255 * (0.45 + 0.5 * step / unit)),) * 3)
        case.blit(edge, (0, area.bottom - 1 - step), special_flags=pygame.BLEND_RGB_MULT)
    inset = round(unit * 2.2)
    for x in (inset, area.right - inset):
        for y in (inset, area.bottom - inset):
            screw(case, (x, y), unit)
    return case


def screw(surface: pygame.Surface, centre: tuple[int, int], unit: int) -> None:
    """Draw one brass screw of about a unit's radius."""
    x, y = centre
    radius = max(3, round(unit * 0.9))
    pygame.draw.circle(surface, shade(WALNUT, 0.4), (x, y + 1), radius + 1)
    pygame.draw.circle(surface, BRASS_DARK, centre, radius)
    pygame.draw.circle(surface, BRASS, (x, y - 1), radius - 1)
    reach = round(radius * 0.62)
    pygame.draw.line(surface, BRASS_DARK, (x - reach, y + reach // 2), (x + reach, y - reach // 2), 2)


def brass_frame(surface: pygame.Surface, rect: pygame.Rect, width: int, radius: int) -> None:
    """Draw a brass inlay around a rectangle, lit from above, over a shadow."""
    outer = rect.inflate(2 * width, 2 * width)
    shadow = outer.inflate(4, 4).move(0, 2)
    pygame.draw.rect(surface, shade(WALNUT, 0.35), shadow, border_radius=radius + width + 2)
    pygame.draw.rect(surface, BRASS_DARK, outer, border_radius=radius + width)
    pygame.draw.rect(surface, BRASS, outer.inflate(-2, -2), border_radius=radius + width)
    pygame.draw.line(
        surface, BRASS_LIGHT, (outer.left + radius + width, outer.top), (outer.right - radius - width, outer.top)
    )
    pygame.draw.rect(surface, RECESS, rect, border_radius=radius)


def glow(diameter: int) -> pygame.Surface:
    """Draw a soft white spot on black, to be tinted and added."""
    small = pygame.Surface((33, 33))
    for y in range(33):
        for x in range(33):
            near = max(0.0, 1 - math.hypot(x - 16, y - 16) / 16.5)
            level = round(255 * near**2.1)
            small.set_at((x, y), (level, level, level))
    return pygame.transform.smoothscale(small, (max(2, diameter), max(2, diameter)))
