"""Word formation of English."""

from collections.abc import Iterable, Mapping
from typing import Final

from device.clues.grammar import Cut, Grammar, Kinship, fold, rows

# B: a word as it stands; E: a word that ends in a silent e; F: an inflected form.
_ACCORDS: Final[Mapping[str, tuple[Kinship, int]]] = {
    "BB": ("form", 2), "EE": ("form", 2), "BF": ("form", 2), "EF": ("form", 3), "FF": ("form", 3),
    "BD": ("derived", 3), "DE": ("derived", 3), "DF": ("derived", 4), "DD": ("derived", 4),
    "BP": ("derived", 4), "EP": ("derived", 4), "FP": ("derived", 4),
}  # fmt: skip
_ENDINGS: Final[dict[str, tuple[Cut, ...]]] = {
    "": (("", "B"),), "e": (("e", "E"),), "s": (("", "F"), ), "es": (("", "F"), ("e", "F")),
    "ed": (("", "F"), ("e", "F")), "ing": (("", "F"), ("e", "F")), "er": (("", "F"), ("e", "F")),
    "est": (("", "F"), ("e", "F")), "ings": (("", "F"), ("e", "F")), "ers": (("", "F"), ("e", "F")),
    "ies": (("y", "F"), ("ie", "F")), "ied": (("y", "F"),), "ier": (("y", "F"),), "iest": (("y", "F"),),
    "ves": (("f", "F"), ("fe", "F")), "en": (("e", "F"),),
}  # fmt: skip
_ANY = ("", "e")
_SUFFIXES: Final = (
    rows("y ist ism er or ish able ery ian ier age", (3, _ANY, "BEF"))
    | rows("ness ful less ly hood ship dom like ling ward some wise fully lessly ster", (3, ("",), "BEF"))
    | rows(
        "ation ition tion ion ment al ial ic ical ous ious ive ative ity ant ent ance ence ess ette ize ise",
        (4, _ANY, "BEF"),
    )
    | rows("ology ologist ry ify en let ible ary ory ure ite th ally ically ar ee eer an ional", (4, _ANY, "BEF"))
    | rows("ily iness iful iless", (3, ("y",), "BEF"))
)
_PREFIXES: Final = rows(
    "un re dis mis in im non pre over under out fore super sub anti inter mid micro mini auto tele photo aero up en "
    "em be de trans counter step semi bi tri multi",
    4,
)


def _short(stem: str) -> bool:
    """Return whether a stem is one syllable that would double its last letter before an ending (bat, run)."""
    vowels = [letter in "aeiouy" for letter in stem]
    return len(stem) >= 3 and vowels[-2] and not vowels[-1] and stem[-1] not in "wxy" and sum(vowels) == 1


def _before(stem: str, cut: str) -> Iterable[str]:
    """Yield the spellings of a stem before `cut` was added: doubled letters, y for i."""
    if not cut or cut == "e":
        yield stem
        return
    voiced = cut[0] in "aeiouy"
    if len(stem) > 3 and stem[-1] == stem[-2] and voiced and stem[-1] not in "aeo":
        yield stem[:-1]
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if not (voiced and _short(stem) and cut not in ("es",)):
        yield stem


ENGLISH: Final = Grammar(
    letters=fold, endings=_ENDINGS, suffixes=_SUFFIXES, accords=_ACCORDS, prefixes=_PREFIXES, before=_before
)
