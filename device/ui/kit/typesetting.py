"""Setting type: fonts by cap height, shrinking and breaking text so that it always fits and stays legible."""

from functools import lru_cache
from typing import Literal

import pygame

from device.files.assets import assets
from device.files.reader import shortened, writable
from device.ui.kit import theme
from device.ui.kit.sprite_cache import Sprite, SpriteCache

Weight = Literal["medium", "semibold", "bold"]
_FILES = {"medium": "500Medium", "semibold": "600SemiBold", "bold": "700Bold"}
_FONTS = 16
LEADING = 1.75
"""From one baseline to the next, in cap heights."""
SQUEEZED = 0.7
"""To this part of its width a line may be pressed."""
MAX_LINE, MAX_TEXT = 300, 3000
"""Characters of a line and of a text: more than any screen shows, and so many that the font's library bears them."""


@lru_cache(maxsize=_FONTS)
def font(weight: Weight, pixels: int) -> pygame.font.Font:
    """Return the typeface at an em size in pixels."""
    pygame.font.init()
    return pygame.font.Font(str(assets() / "fonts" / f"BarlowSemiCondensed_{_FILES[weight]}.ttf"), pixels)


def _borne(text: str) -> str:
    """Return what the font's library bears of a line: not too long, no NUL, no half of a letter's code."""
    return writable(shortened(text, MAX_LINE)).replace("\0", "")


@lru_cache(maxsize=512)
def _width(text: str, weight: Weight, pixels: int) -> int:
    return font(weight, pixels).size(_borne(text))[0]


@lru_cache(maxsize=512)
def _reach(text: str, weight: Weight, pixels: int) -> tuple[int, int]:
    """Return how far up and down a line's letters reach from the baseline, in pixels; down is negative."""
    letters = [each for each in font(weight, pixels).metrics(_borne(text)) if each]
    return max((each[3] for each in letters), default=0), min((each[2] for each in letters), default=0)


class Setter:
    """Sets type at a scale of `unit` pixels a mm; keeps what it set among other sprites."""

    def __init__(self, unit: float, sprites: SpriteCache[Sprite]) -> None:
        self.unit = unit
        self._sprites = sprites

    def pixels(self, cap: float) -> int:
        """Return the em size in pixels whose capitals are `cap` mm high."""
        return max(6, round(cap * self.unit / theme.CAP_RATIO))

    def ascent(self, cap: float, weight: Weight) -> float:
        """Return the height in mm of a line's picture above its baseline."""
        return font(weight, self.pixels(cap)).get_ascent() / self.unit

    def above(self, text: str, cap: float, weight: Weight) -> float:
        """Return how far in mm a line's accents reach above its capitals."""
        return max(0.0, _reach(text, weight, self.pixels(cap))[0] / self.unit - cap)

    def below(self, text: str, cap: float, weight: Weight) -> float:
        """Return how far in mm a line's tails reach below its baseline."""
        return max(0.0, -_reach(text, weight, self.pixels(cap))[1] / self.unit)

    def width(self, text: str, cap: float, weight: Weight) -> float:
        """Return the width in mm of a line of text."""
        return _width(text, weight, self.pixels(cap)) / self.unit

    def fit(
        self,
        text: str,
        width: float,
        height: float,
        cap: float,
        weight: Weight,
        lines: int,
        least: float,
        leading: float = LEADING,
    ) -> tuple[list[str], float]:
        """Break and shrink text to a width and height in mm; return its lines and the cap height.

        A text that fits nowhere comes back as at most `lines` lines at the least size: `sprite` squeezes those.
        """
        size = cap
        while True:
            broken = self.wrap(text, width, size, weight)
            narrow = all(self.width(line, size, weight) <= width for line in broken)
            high = size * (1 + leading * (len(broken) - 1))
            if narrow and len(broken) <= lines and high <= height + 0.01:
                return broken, size
            if size <= least:
                break
            size = max(least, size * 0.95)
        if len(broken) > lines:
            broken = [*broken[: lines - 1], " ".join(broken[lines - 1 :])]
        return broken, size

    def beginning(self, text: str, width: float, height: float, cap: float, weight: Weight, lines: int) -> str:
        """Return a text, or of one that would be squeezed to a smear the beginning, for a width and height in mm."""
        for most in range(len(text), 1, -1):
            begun = shortened(text, most)
            broken, size = self.fit(begun, width, height, cap, weight, lines, theme.LEGIBLE)
            if len(broken) <= lines and all(self.width(line, size, weight) * SQUEEZED <= width for line in broken):
                return begun
        return text

    def wrap(self, text: str, width: float, cap: float, weight: Weight) -> list[str]:
        """Break a text at its spaces and line ends; a word wider than the width stays whole."""
        done: list[str] = []
        for paragraph in shortened(text, MAX_TEXT).split("\n"):
            words = paragraph.split(" ")
            whole = " ".join(filter(None, words)).strip()
            if self.width(whole, cap, weight) <= width:
                done.append(whole)
                continue
            line = ""
            for word in words:
                longer = f"{line} {word}".strip()
                if line and self.width(longer, cap, weight) > width:
                    done.append(line)
                    line = word
                else:
                    line = longer
            done.append(line)
        return done

    def line(self, text: str, cap: float, weight: Weight, colour: theme.Colour, turned: bool, width: float) -> Sprite:
        """Return a line of text, squeezed sideways where it is wider than `width` mm, and turned by 180 degrees."""
        key = ("text", text, self.pixels(cap), weight, colour, turned, round(width * self.unit))
        line = self._sprites.get(key)
        if line is None:
            if turned:
                line = _turned(self.line(text, cap, weight, colour, False, width))
            else:
                line = self._set(text, cap, weight, colour, max(1, int(width * self.unit)))
            self._sprites.keep(key, line)
        return line

    def _set(self, text: str, cap: float, weight: Weight, colour: theme.Colour, most: int) -> Sprite:
        line = _borne(text) if _width(text, weight, self.pixels(cap)) else ""
        whole = font(weight, self.pixels(cap)).render(line, True, colour)
        if whole.get_width() > most:
            whole = pygame.transform.smoothscale(whole, (most, whole.get_height()))
        ink = whole.get_bounding_rect()  # a third of a line of capitals is none
        return Sprite(whole.subsurface(ink).copy(), ink.topleft, whole.get_size())


def _turned(line: Sprite) -> Sprite:
    (left, top), (wide, high) = line.at, line.size
    picture = pygame.transform.rotate(line.picture, 180)
    return Sprite(picture, (wide - left - picture.get_width(), high - top - picture.get_height()), line.size)
