"""Word formation of Polish."""

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from device.clues.grammar import Cut, Grammar, Kinship, fold, rows

# B: a noun or adjective form; R: a verb form. Ę stands for ą and ę, which replace each other.
_ACCORDS: Final[Mapping[str, tuple[Kinship, int]]] = {
    "BB": ("form", 3), "RR": ("form", 3), "BR": ("derived", 4),
    "BD": ("derived", 3), "DR": ("derived", 4), "DD": ("derived", 4),
    "BP": ("derived", 4), "PR": ("derived", 4), "PP": ("derived", 5), "AB": ("derived", 4), "AD": ("derived", 4),
    "AR": ("derived", 4), "AA": ("derived", 5), "AP": ("derived", 4),
}  # fmt: skip
_NOUN: Final[Mapping[str, tuple[Cut, ...]]] = rows(
    " a u owi em iem ie e y i o ow om ami iami ach iach Ę iĘ ia io iu iom iow iowi owie ego emu ym im ej ich ych ymi "
    "imi iego iemu iej szy sza sze ejszy ejsza ejsze iejszy iejsza iejsze mi",
    (("", "B"),),
)
_VERB: Final[Mapping[str, tuple[Cut, ...]]] = rows(
    "ac ec ic yc iec owac ywac iwac nĘc nac am asz amy acie ajĘ aj al ala alo ali aly il ila ilo ili ily yl yla ylo "
    "yli yly isz imy icie ysz ymy ycie uje ujesz ujĘ ujemy any ana ane ani ony ona one eni ienie enie anie owanie "
    "ania enia esz ajĘcy ajĘc ujĘcy iony iona aniu eniu aniem eniem nĘl nie",
    (("", "R"),),
)
_BOTH: Final[Mapping[str, tuple[Cut, ...]]] = rows("a y i e ie Ę iĘ", (("", "B"), ("", "R")))
_SUFFIXES: Final = rows(
    "ow n k ek ecz eczk icz iczk yczk nik niczk arz iarz arn iarn arsk ck owsk stw ctw ostw osc owosc oc ot izn yzn "
    "isk ysk uni us usi enk eniek in yn acz aczk ak iak aczek al aln eln ast ist yst iast izm yzm owicz owk awk ank "
    "ian an anin czyk ijn iczn yczn ijsk at iat iw liw atk Ętk Ęt iĘt iĘtk iec ec c ic yc ownik owiec owc ownic nic "
    "ik yk iczek yczek onk oniek ejk uszk uszek el aj ar er or och ol on ni ens alni elni owni owan eczn nost iczyn "
    "nin niejsz usz iusz ewicz ulk ul uchn as nictw ictw ownictw owat kowat",
    (3, ("",)),
) | {"sk": (2, ("",))}
_PREFIXES: Final = rows(
    "z s za po prze przy wy na do od ode u roz roze pod ob o w we nad przed wz bez miedzy super pra arcy anty auto "
    "mikro foto tele aero ponad ze nie wspol pol mini",
    4,
)
# What a consonant may have been before it was softened by the ending.
_SOFT: Final = (
    ("szcz", ("st", "sk", "szcz")), ("zdz", ("zd",)), ("sc", ("st", "sk")), ("cz", ("k", "c")), ("sz", ("ch", "s")),
    ("rz", ("r",)), ("dz", ("d", "g")), ("c", ("k", "t")), ("z", ("g", "dz")), ("s", ("ch",)), ("ci", ("t", "c")),
    ("dzi", ("d",)), ("i", ("",)), ("j", ("",)),
)  # fmt: skip
_CONSONANTS: Final = frozenset("bcdfghjklmnprstwz")


def _letters(word: str) -> str:
    """Fold, but keep ą and ę as one letter of their own."""
    composed = unicodedata.normalize("NFC", word.casefold())
    return "Ę".join(fold(piece) for piece in composed.replace("ą", "ę").split("ę"))


def _before(stem: str, cut: str) -> Iterable[str]:
    """Yield the stems before `cut` was added: softened consonants, and the e that comes and goes."""
    yield stem
    if cut:
        for soft, hards in _SOFT:
            if stem.endswith(soft):
                yield from (stem[: -len(soft)] + hard for hard in hards)
                break
    elif len(stem) > 3 and stem[-1] in _CONSONANTS and stem[-2] == "e":
        yield stem[:-3] + stem[-1] if stem[-3] == "i" else stem[:-2] + stem[-1]


def _alternate(stem: str) -> Iterable[str]:
    """Yield the stem with the vowel it has before a soft consonant: kwiat/kwieci, gwiazd/gwieździ."""
    for back in ("ia", "io"):
        at = stem.rfind(back)
        if at >= 0 and len(stem) - at <= 4:
            yield stem[:at] + "ie" + stem[at + 2 :]


POLISH: Final = Grammar(
    letters=_letters,
    endings={**_VERB, **_NOUN, **_BOTH},
    suffixes=_SUFFIXES,
    accords=_ACCORDS,
    prefixes=_PREFIXES,
    before=_before,
    alternate=_alternate,
)
