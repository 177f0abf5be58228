"""Text from outside, judged in one place before anything keeps it or draws it."""

import unicodedata

from device.files.messages import Message, message

_REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories no text may have: controls, format and bidi signs, half surrogate pairs, what is no character."""
_BLANK = (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0)
_INVISIBLE = {*_BLANK, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
"""Letters and marks that Unicode lets a font draw as nothing at all."""
MAX_MARKS = 3


def fault_of_text(text: str, max_length: int) -> Message | None:
    """Say what a text should be instead; None when it is one line of visible characters and not too long."""
    if len(text) > max_length:
        return message("a text of at most {n} characters", n=max_length)
    if text.isascii() and text.isprintable():
        return None
    bad = next((letter for letter in text if not _visible(letter)), None)
    if bad is not None:
        return message("a text without the invisible character {code}", code=f"U+{ord(bad):04X}")
    if _marks(text) > MAX_MARKS:
        return message("a text with at most {n} accents on a letter", n=MAX_MARKS)
    return None


def without_faults(text: str) -> str:
    """Return of a text what `fault_of_text` lets pass, however long."""
    kept, run = "", 0
    for letter in filter(_visible, text):
        run = run + 1 if unicodedata.combining(letter) else 0
        kept += letter if run <= MAX_MARKS else ""
    return kept


def _marks(text: str) -> int:
    """Return how many marks stand on the letter that has the most; a font piles them up over whatever is there."""
    most = run = 0
    for letter in text:
        run = run + 1 if unicodedata.combining(letter) else 0
        most = max(most, run)
    return most


def is_number(text: str, most: int) -> bool:
    """Tell whether a text is a whole number of at most so many digits, written in those every keyboard has."""
    return len(text) <= most and text.isascii() and text.isdecimal()


def _visible(letter: str) -> bool:
    return unicodedata.category(letter) not in _REFUSED and ord(letter) not in _INVISIBLE


def without_invisible(text: str) -> str:
    """Return a text without what pasting brings along: signs no one can see, letters in pieces, spaces too many."""
    unseen = {c for c in set(text) if unicodedata.category(c) == "Cf" or ord(c) in _INVISIBLE}  # the text may be long
    seen = text.translate(dict.fromkeys(map(ord, unseen))) if unseen else text
    return " ".join(unicodedata.normalize("NFC", seen).split())
