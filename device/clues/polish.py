"""Word formation of Polish."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from device.clues.grammar import Cut, Grammar, Kinship, Suffix, fold, rows

# B: a noun or adjective form; J: one that only an adjective has; R: a verb form.
# Ę stands for ą and ę, which replace each other.
_ACCORDS: Final[Mapping[str, tuple[Kinship, int]]] = {
    "BB": ("form", 3), "BJ": ("form", 3), "JJ": ("form", 3), "RR": ("form", 3), "BR": ("derived", 4),
    "BD": ("derived", 3), "DR": ("derived", 4), "DJ": ("derived", 4), "DD": ("derived", 4),
    "BP": ("derived", 4), "PR": ("derived", 4), "PP": ("derived", 5), "AB": ("derived", 4), "AD": ("derived", 4),
    "AR": ("derived", 4), "AA": ("derived", 5), "AP": ("derived", 4),
}  # fmt: skip
Endings = Mapping[str, tuple[Cut, ...]]
_NOUN: Final[Endings] = rows(" u owi em iem o ow om ami iami ach iach ia io iu iom iow iowi owie mi um", (("", "B"),))
_ADJECTIVE: Final[Endings] = rows(
    "ego emu ym im ej ich ych ymi imi iego iemu iej szy sza sze szego szej szych szym szymi ejszy ejsza ejsze "
    "iejszy iejsza iejsze",
    (("", "J"),),
)
_VERB: Final[Endings] = rows(
    "ac ec ic yc iec owac ywac iwac nĘc nac am asz amy acie ajĘ aj al ala alo ali aly il ila ilo ili ily yl yla ylo "
    "yli yly isz imy icie ysz ymy ycie uje ujesz ujĘ ujemy any ana ane ani ony ona one eni ienie enie anie owanie "
    "ania enia esz ajĘcy ajĘc ujĘcy Ęcy Ęca Ęce Ęcych Ęcego Ęcej Ęcym Ęc alem alam ales alas alismy  ilem ilam iles "
    "ilas ilismy ylem ylam ial iala ialo ieli ialy ialem ialam ano ono ajcie ajmy nĘla nĘli nĘlo nĘly iony iona "
    "aniu eniu aniem eniem nĘl nie",
    (("", "R"),),
)
_BOTH: Final[Endings] = rows("a y i e ie Ę iĘ", (("", "B"), ("", "J"), ("", "R")))
_SUFFIXES: Final[Mapping[str, Suffix]] = (
    rows("k ek ik yk enk ecz eczk icz iczk yczk eczek iczek yczek nik arz iarz isk ysk", (3, ("",), "BR"))
    | rows("ow n ck owsk liw nost arn iarn arsk iarsk niczn ownic iast ast in", (3, ("",), "JB"))
    | rows("sk at", (3, ("",), "J"))
    | rows("yst ist yczn iczn ijn aln eln czn yn ian an owat kowat niejsz ijsk iat ecz nicz oln", (4, ("",), "J"))
    | rows(
        "stw ctw b ostw osc owosc izn yzn uni us usi eniek yn acz aczk ak iak aczek ist yst izm yzm",
        (4, ("",), "B"),
    )
    | rows(
        "owicz owk awk ank anin czyk atk Ętk Ęt iĘt iĘtk iec ec ownik owiec owc ic yc nic onk oniek ot", (4, ("",), "B")
    )
    | rows(
        "uszk uszek usz iusz ul ulk uchn nictw ictw ownictw ejk iczyn owisk alni elni owni ik aln ar el",
        (4, ("",), "B"),
    )
    | rows("acj cj", (5, ("",), "B"))
    | rows("er", (4, ("",), "B"))
    | rows("ifik", (3, ("",), "R"))
    | rows("ow", (3, ("",), "JBR"))
)
_PREFIXES: Final = rows(
    "z s za po prze przy wy na do od ode u roz roze pod ob o w we nad przed wz bez miedzy super pra arcy anty auto "
    "mikro foto tele aero ponad ze nie wspol pol mini",
    4,
)
# What a consonant may have been before it was softened, by the letters the ending begins with.
_SOFT_I: Final = (("sc", ("st",)), ("zdz", ("zd",)), ("dz", ("d",)), ("c", ("t",)))
_SOFT_E: Final = (
    ("sc", ("st", "sk")),
    ("rz", ("r",)),
    ("dz", ("g",)),
    ("sz", ("ch",)),
    ("cz", ("k", "c")),
    ("c", ("k",)),
    ("ż", ("g",)),
)
_SOFT_Y: Final = (
    ("sc", ("sk",)),
    ("rz", ("r",)),
    ("dz", ("g",)),
    ("cz", ("k", "c")),
    ("sz", ("ch",)),
    ("c", ("k",)),
)
_SOFT_OTHER: Final = (("szcz", ("sk", "st")), ("cz", ("k", "c")), ("sz", ("ch",)), ("rz", ("r",)), ("ż", ("g", "dz")))
_KEPT: Final = str.maketrans({"ą": "ŋ", "ę": "ŋ", "ż": "ʒ"})  # letters that folding leaves alone
_CONSONANTS: Final = frozenset("bcdfghjklmnprstwzż")


def _letters(word: str) -> str:
    """Fold, but keep ż, and ą and ę as one letter of their own."""
    kept = unicodedata.normalize("NFC", word.casefold()).translate(_KEPT)
    return fold(kept).replace("ŋ", "Ę").replace("ʒ", "ż")


def _softened(cut: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the softenings that an ending or suffix may cause."""
    if cut == "y":
        return _SOFT_Y
    return _SOFT_I if cut[0] == "i" else _SOFT_E if cut[0] in "eĘ" else _SOFT_OTHER


def _without_e(stem: str) -> Iterable[str]:
    """Yield the stem without the e that comes and goes before its last consonant: toreb/torb, ławecz/ławk."""
    last = "cz" if stem.endswith("cz") else stem[-1]
    rest = stem.removesuffix(last)
    if rest.endswith("e"):
        yield rest[:-1].removesuffix("i") + ("k" if last == "cz" else last)


def _before(stem: str, cut: str) -> Iterable[str]:
    """Yield the stems before `cut` was added: softened consonants, and the e that comes and goes."""
    yield stem
    if cut:
        for soft, hards in _softened(cut):
            if stem.endswith(soft):
                yield from (stem[: -len(soft)] + hard for hard in hards)
                break
        if cut[0] in "kn" and len(stem) > 3 and stem[-1] in _CONSONANTS:
            yield from _without_e(stem)
        if stem.endswith(("i", "j")):
            yield stem[:-1]
        if cut == "i":
            yield stem + "j"
    elif len(stem) > 3 and stem[-1] in _CONSONANTS:
        yield from _without_e(stem)


def _alternate(stem: str) -> Iterable[str]:
    """Yield the stem with the vowel it has before a soft consonant: kwiat/kwieci, gwiazd/gwieździ."""
    for back in ("ia", "io"):
        at = stem.rfind(back)
        if at >= 0 and len(stem) - at <= 4:
            yield stem[:at] + "ie" + stem[at + 2 :]


POLISH: Final = Grammar(
    letters=_letters,
    endings={**_VERB, **_NOUN, **_ADJECTIVE, **_BOTH},
    suffixes=_SUFFIXES,
    accords=_ACCORDS,
    prefixes=_PREFIXES,
    before=_before,
    alternate=_alternate,
)
