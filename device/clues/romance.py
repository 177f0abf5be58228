"""Word formation of Portuguese and Spanish."""

from collections.abc import Iterable, Mapping
from typing import Final

from device.clues.grammar import Cut, Grammar, Kinship, fold, rows

# N: a noun that ends in a consonant; V: in o or a; E: in another vowel; R: a verb form.
_ACCORDS: Final[Mapping[str, tuple[Kinship, int]]] = {
    "NN": ("form", 2), "VV": ("form", 2), "EE": ("form", 2), "RR": ("form", 3), "EV": ("derived", 4),
    "NR": ("derived", 4), "RV": ("derived", 3), "ER": ("derived", 3),
    "DN": ("derived", 3), "DV": ("derived", 3), "DE": ("derived", 3), "DR": ("derived", 3), "DD": ("derived", 5),
    "AR": ("derived", 3), "AD": ("derived", 3), "AP": ("derived", 4), "AV": ("derived", 5), "AE": ("derived", 5),
    "NP": ("derived", 3), "PV": ("derived", 3), "EP": ("derived", 3), "PR": ("derived", 4),
}  # fmt: skip

_VERB: Final = rows(
    "ar er ir ando endo indo iendo ado ada ados adas ido ida idos idas o as amos am an ava avas avam aba abas aban "
    "ei aste ou aram aron aria arias ariam arian eria erias eriam iria irias iriam ara aras arao aran arei are aremos "
    "era eras erao eran erei ere iras irao iran irei ire e es emos em en asse assem ase asen esse isse iese iera ieron "
    "eu iu io i ia ias iam ian imos is este iste eram iram eremos iremos arse erse irse",
    ("", "R"),
)


def _endings(noun: Mapping[str, tuple[Cut, ...]]) -> dict[str, tuple[Cut, ...]]:
    """Return the noun endings with the verb endings added."""
    table = {ending: list(cuts) for ending, cuts in noun.items()}
    for ending, cut in _VERB.items():
        table.setdefault(ending, []).append(cut)
    return {ending: tuple(cuts) for ending, cuts in table.items()}


_NOUN: Final[dict[str, tuple[Cut, ...]]] = {
    "": (("", "N"),), "es": (("", "N"), ("", "E")), "e": (("", "E"),),
    "o": (("", "V"),), "a": (("", "V"),), "os": (("", "V"),), "as": (("", "V"),),
    "i": (("", "E"),), "u": (("", "E"),), "is": (("", "E"),), "us": (("", "E"),),
    "ora": (("or", "N"),), "oras": (("or", "N"),), "esa": (("es", "N"),), "esas": (("es", "N"),),
}  # fmt: skip
_PT_NOUN: Final = _NOUN | {
    "ao": (("on", "N"), ("an", "N"), ("ao", "N")), "oes": (("on", "N"), ("ao", "N")), "aes": (("an", "N"), ("ao", "N")),
    "aos": (("an", "N"), ("ao", "N")), "oa": (("on", "N"), ("o", "V")), "oas": (("on", "N"), ("o", "V")),
    "ais": (("al", "N"), ("a", "E")), "eis": (("el", "N"), ("il", "N"), ("e", "E")), "ois": (("ol", "N"), ("o", "E")),
    "uis": (("ul", "N"),), "is": (("il", "N"), ("", "E")), "ns": (("n", "N"),), "m": (("n", "N"),),
    "eia": (("eia", "E"), ("eu", "E")),
}  # fmt: skip
_ES_NOUN: Final = _NOUN | {
    "ces": (("z", "N"),), "ona": (("on", "N"),), "onas": (("on", "N"),), "ana": (("an", "N"), ("an", "V")),
    "ina": (("in", "N"), ("in", "V")), "s": (("", "N"),),
}  # fmt: skip


def _suffixes(three: str, four: str, ends: tuple[str, ...]) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return the suffix table: those that may leave three letters, those that must leave four."""
    return rows(three, (3, ends)) | rows(four, (4, ends))


_SHARED_3 = (
    "it ad ar al os ist ism iz eri ari ari er ific ete ej enci anci ativ itiv ador edor idor ante ant izad iz az ot "
    "atic ulent"
)
_SHARED_4 = (
    "ic in an iv at ur or tor sor ent ient int ens es ud id ec ment ament iment e ul acul icul ion ez eng ach et "
    "i ian ional on"
)
_PT_SUFFIXES: Final = _suffixes(
    _SHARED_3 + " inh zinh zit ao eir zeir ac ad agem agen acao acon icao icon idad dad avel ivel ilh ist uc ec",
    _SHARED_4 + " oso aric cao con sao son tori douro dour ari ens ot ol",
    ("", "n", "l"),
) | {"inh": (2, ("", "n")), "zinh": (2, ("", "o")), "inho": (2, ("",)), "ao": (3, ("",))}
_ES_SUFFIXES: Final = _suffixes(
    _SHARED_3 + " ecit cit ill cill ecill uel zuel er azo ad acion icion idad dad abl ibl aj ed eñ en ej on",
    _SHARED_4 + " ic uch uz cion sion mient amient imient dur adur idur tori dor ier",
    ("",),
)
# These leave a word too short to be sure of after three letters.
for _suffix in ("er", "in", "an", "on"):
    _PT_SUFFIXES.setdefault(_suffix, (4, ("",)))

_PREFIXES: Final = {
    "en": 3, "em": 3, "des": 4, "re": 4, "a": 4, "in": 5, "im": 5, "sub": 4, "sobre": 4, "ante": 4, "anti": 4,
    "inter": 4,
    "pre": 5, "ex": 4, "dis": 4, "con": 5, "contra": 4, "auto": 4, "mini": 4, "super": 4, "semi": 4, "bi": 5, "tri": 5,
    "multi": 4, "entre": 4, "tele": 4, "foto": 4, "aero": 4, "micro": 4, "mono": 4, "trans": 4, "tras": 4, "ultra": 4,
    "per": 5, "de": 5, "es": 5, "extra": 4, "vice": 4, "ciber": 4, "euro": 4, "hidro": 4, "electro": 4, "eletro": 4,
}  # fmt: skip


def _hard(stem: str) -> str:
    """Return the stem with its last consonant as it is written before a, o or at the end."""
    for soft, hard in (("qu", "c"), ("gu", "g"), ("z", "c"), ("j", "g")):
        if stem.endswith(soft):
            return stem[: -len(soft)] + hard
    return stem


def _pt_before(stem: str, cut: str) -> Iterable[str]:
    """Yield the spellings of a Portuguese stem before `cut` was added: qu/c, z/c, m/n, ão."""
    hard = _hard(stem)
    yield hard
    if hard.endswith("m"):
        yield hard[:-1] + "n"
    if hard.endswith("ao"):
        yield hard[:-2] + "on"
        yield hard[:-2] + "an"
    if cut.startswith("z") and hard[-1] in "aeo" and len(hard) > 3:
        yield hard[:-1]


def _es_before(stem: str, _cut: str) -> Iterable[str]:
    """Yield the spelling of a Spanish stem before `_cut` was added: qu/c, gu/g, z/c."""
    return (_hard(stem),)


def _es_alternate(stem: str) -> Iterable[str]:
    """Yield the stem without the diphthong that only the stressed vowel has: tierr/terr, puert/port."""
    for stressed, plain in (("hue", "o"), ("ie", "e"), ("ue", "o")):
        at = stem.rfind(stressed)
        if at >= 0 and len(stem) - at - len(stressed) <= 3:
            yield stem[:at] + plain + stem[at + len(stressed) :]


def _es_letters(word: str) -> str:
    """Fold, but keep ñ: caña and cana are two words."""
    return "ñ".join(fold(piece) for piece in word.casefold().replace("n\u0303", "ñ").split("ñ"))


PORTUGUESE: Final = Grammar(
    letters=fold, endings=_endings(_PT_NOUN), suffixes=_PT_SUFFIXES, accords=_ACCORDS, prefixes=_PREFIXES,
    before=_pt_before,
)  # fmt: skip
SPANISH: Final = Grammar(
    letters=_es_letters, endings=_endings(_ES_NOUN), suffixes=_ES_SUFFIXES, accords=_ACCORDS, prefixes=_PREFIXES,
    before=_es_before, alternate=_es_alternate,
)  # fmt: skip
