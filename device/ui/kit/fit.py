"""Words on cards: whether a word fits the smallest card, and where it breaks into two lines."""

import unicodedata
from functools import cache

from device.cards.packs import Card
from device.files.clean import without_faults
from device.files.messages import message
from device.ui.kit import theme
from device.ui.kit.sprite_cache import Sprite, SpriteCache
from device.ui.kit.typesetting import Setter, font

SIDE_MM = 1.1
"""Left free at each side of a word."""
_NO_LETTER = "\ue000"
"""No font has it: it looks like every letter that is missing."""
_FINE = 20.0
"""Pixels a mm to measure with."""


def card_width() -> float:
    """Return the width of a card on a 7" panel, in mm."""
    return (theme.DESIGN_MM[0] - 2 * theme.COLUMN_W - 4 * theme.GAP) / 5


@cache
def _picture(letter: str) -> bytes:
    return bytes(font("semibold", 24).render(letter, True, (255, 255, 255)).get_buffer().raw)


@cache
def _setter() -> Setter:
    return Setter(_FINE, SpriteCache(0, Sprite.bytes))


def has(letter: str) -> bool:
    """Tell whether the font has a letter."""
    return _picture(letter) != _picture(_NO_LETTER)


def typed(text: str, more: str, limit: int) -> str:
    """Return a text with what is typed to it, as far as it can be kept and shown, and no more than the limit.

    What stands there already stays: a version before took letters that the font lacks.
    """
    kept = without_faults(unicodedata.normalize("NFC", text + more))
    return without_faults("".join(letter for letter in kept if letter in text or has(letter)))[:limit]


def halves(card: Card) -> tuple[str, str] | None:
    """Return a word broken where its hyphen or its parts allow; None where it must not be broken."""
    for sign in ("-", " "):
        head, found, tail = card.name.partition(sign)
        if found and head and tail:
            return f"{head}{sign}".strip(), tail
    for part in reversed(card.parts):
        head = card.name.removesuffix(part)
        if head and head != card.name:
            return f"{head}-", part
    for part in card.parts:
        rest = card.name.removeprefix(part)
        if rest and rest != card.name:
            return f"{part}-", rest
    return None


def in_two(setter: Setter, text: str, room: float) -> str:
    """Return a clue with its longest word broken in the middle, where that is too long for a line at a legible size."""
    words = text.split(" ")
    longest = max(words, key=len)
    if setter.width(longest, theme.LEGIBLE, "bold") <= room:
        return text
    half = len(longest) // 2
    return text.replace(longest, f"{longest[:half]}-\n{longest[half:]}", 1)


def fault_of(printed: Card | str) -> str | None:
    """Say why a word cannot be printed on a 7" card at the legible size, or a text as a label; None when it can."""
    text = printed if isinstance(printed, str) else printed.name
    missing = [letter for letter in text if not has(letter)]
    if missing:
        return message("letters the font has, and {letter} is not among them", letter=repr(missing[0]))
    return None if isinstance(printed, str) else _fault_of_width(printed)


def _fault_of_width(card: Card) -> str | None:
    room = card_width() - 2 * SIDE_MM
    broken = halves(card)
    for lines in ((card.name,), broken or ()):
        if lines and all(_setter().width(line, theme.CARD_LEGIBLE, "semibold") <= room for line in lines):
            return None
    return message("a word that fits a card, in one line or in two at a hyphen or after one of its parts")
