"""Word formation of Portuguese and Spanish."""

from collections.abc import Iterable, Mapping
from typing import Final

from device.clues.grammar import Cut, Grammar, Kinship, Suffix, fold, rows

# N: a noun that ends in a consonant; G: its feminine; V: in o or a; E: in another vowel;
# I: an infinitive; R: another verb form; S: one with a short ending.
_ACCORDS: Final[Mapping[str, tuple[Kinship, int]]] = {
    "GN": ("form", 4), "GG": ("form", 4), "NN": ("form", 2), "VV": ("form", 2), "EE": ("form", 2), 
    "II": ("form", 2), "IR": ("form", 2), "IS": ("form", 3), "RR": ("form", 4), "RS": ("form", 4),
    "SS": ("form", 4),
    "IN": ("derived", 4), "IV": ("derived", 3), "EI": ("derived", 3), "DI": ("derived", 3), "AI": ("derived", 4),
    "IP": ("derived", 4),
    "NR": ("derived", 4), "RV": ("derived", 3), "ER": ("derived", 3), "EV": ("derived", 5), "SV": ("derived", 4),
    "ES": ("derived", 4),
    "DN": ("derived", 3), "DV": ("derived", 3), "DE": ("derived", 3), "DR": ("derived", 3), "DD": ("derived", 5),
    "AR": ("derived", 4), "AD": ("derived", 4), "AP": ("derived", 4), "AV": ("derived", 5), "AE": ("derived", 5),
    "NP": ("derived", 3), "PV": ("derived", 3), "EP": ("derived", 3), "PR": ("derived", 4),
}  # fmt: skip

_VERB: Final = (
    rows(
        "ando endo indo iendo ado ada ados adas ido ida idos idas amos ava avas avam aba abas aban  ei aste ou "
        "aram aron aria arias ariam arian eria erias eriam iria irias iriam ara aras arao aran arei are aremos "
        "era eras erao eran erei ere iras irao iran irei ire emos asse assem ase asen esse isse iese iera ieron "
        "eu iu io ia ias iam ian imos este iste eram iram eremos iremos ye yen yo yeron yendo",
        ("", "R"),
    )
    | rows("ar er ir", ("", "I"))
    | rows("zco zca zcas zcan zcamos", ("c", "R"))
    | rows("o a e as es am an em en", ("", "S"))
)


def _endings(noun: Mapping[str, tuple[Cut, ...]]) -> dict[str, tuple[Cut, ...]]:
    """Return the noun endings with the verb endings added."""
    table = {ending: list(cuts) for ending, cuts in noun.items()}
    for infinitive in ("ar", "er", "ir"):
        for pronoun in ("me", "te", "se", "lo", "la", "le", "los", "las", "les", "nos"):
            table.setdefault(infinitive + pronoun, []).append(("", "R"))
    for ending, cut in _VERB.items():
        table.setdefault(ending, []).append(cut)
    return {ending: tuple(cuts) for ending, cuts in table.items()}


_NOUN: Final[dict[str, tuple[Cut, ...]]] = {
    "": (("", "N"),), "es": (("", "N"), ("", "E")), "e": (("", "E"),),
    "o": (("", "V"),), "a": (("", "V"),), "os": (("", "V"),), "as": (("", "V"),),
    "i": (("", "E"),), "u": (("", "E"),), "us": (("", "E"),), "s": (("", "N"),),
    "ora": (("or", "G"),), "oras": (("or", "G"),), "esa": (("es", "G"),), "esas": (("es", "G"),),
}  # fmt: skip
_PT_NOUN: Final = _NOUN | {
    "ao": (("on", "N"), ("an", "N"), ("ao", "N")), "oes": (("on", "N"), ("ao", "N")), "aes": (("an", "N"), ("ao", "N")),
    "aos": (("an", "N"), ("ao", "N")), "oa": (("on", "N"), ("o", "V")), "oas": (("on", "N"), ("o", "V")),
    "ais": (("al", "N"), ("a", "E")), "eis": (("el", "N"), ("il", "N"), ("e", "E")), "ois": (("ol", "N"), ("o", "E")),
    "uis": (("ul", "N"),), "is": (("il", "N"), ("", "E")), "ns": (("n", "N"),), "m": (("n", "N"),),
    "eia": (("eia", "E"), ("eu", "E")),
}  # fmt: skip
_ES_NOUN: Final = _NOUN | {
    "ona": (("on", "G"),), "onas": (("on", "G"),), "ana": (("an", "G"), ("an", "V")),
    "ina": (("in", "G"), ("in", "V"))
}  # fmt: skip


def _suffixes(table: Mapping[str, str], ends: tuple[str, ...]) -> dict[str, Suffix]:
    """Return the suffix table from rows "class letters, shortest stem": suffixes; a suffix may stand in several."""
    found: dict[str, Suffix] = {}
    for how, suffixes in table.items():
        for suffix in suffixes.split():
            shortest, _, letters = found.get(suffix, (9, ends, ""))
            found[suffix] = (min(shortest, int(how[-1])), ends, letters + how[:-1])
    return found


_PT_SUFFIXES: Final = _suffixes({
    "V3": "it zit inh zinh ad er eir zeir ist eri ari aric os ud ot arr ez adour edour idour",
    "N3": "al ar zal ao",
    "IRS3": "e ej ez", "IRS4": "iz ific ec ej it ilh isc esc",
    "V4": "at ism os ic az ac an in ot uc ud ent iv ativ itiv ur adur edur idur ment ament iment ulent atic et ilh ol "
          "el enh esc iad odrom ori dour tori anc",
    "E4": "et ot ent ens ment ament ism ant ante ente int idad dad",
    "E3": "ant ent",
    "N4": "or ez on en agen ugen idad dad ador edor idor tor sor avel ivel ao il acion icion cion sion al ar az",
    "NV3": "ador edor idor acal alh", "VE4": "anci enci",
}, ("",)) | {
    "zinh": (2, ("",), "V"), "zit": (2, ("",), "V"), "ao": (3, ("",), "N"),
    "acao": (4, ("",), "N"), "icao": (4, ("",), "N"), "cao": (4, ("",), "N"), "agen": (3, ("", "aj"), "N"),
}  # fmt: skip
_ES_SUFFIXES: Final = _suffixes({
    "V3": "it cit ecit zit ill cill ecill ad er ist eri ud az os ot uch eder",
    "N3": "al ar",
    "IRS3": "e", "IRS4": "iz ific ec ej it",
    "V4": "at ism os ic az ach an in ot uc uch uz ud ient ent iv ativ itiv ur adur edur idur mient amient imient atic "
          "et uel zuel ol usc il ider ader iad odrom iñ eñ ari ori tori aj ed esc ient ulent ic anci enci ez acul "
          "izad",
    "E4": "et ot ent ment ament amient ant ient ier abl ibl aj ens",
    "N4": "or ez on in idad dad ador edor idor tor sor acion icion cion sion al ar el",
    "NV3": "ador ucon",
}, ("",))  # fmt: skip

_PREFIXES: Final = {
    "en": 3, "em": 3, "des": 4, "re": 4, "a": 4, "in": 5, "im": 5, "sub": 4, "sobre": 4, "ante": 4, "anti": 4,
    "inter": 4,
    "pre": 5, "ex": 4, "dis": 4, "con": 5, "contra": 4, "auto": 4, "mini": 4, "super": 4, "semi": 4, "bi": 5, "tri": 5,
    "multi": 4, "entre": 4, "tele": 4, "foto": 4, "aero": 4, "micro": 4, "mono": 4, "trans": 4, "tras": 4, "ultra": 4,
    "per": 5, "de": 5, "es": 5, "extra": 4, "vice": 4, "ciber": 4, "euro": 4, "hidro": 4, "electro": 4, "eletro": 4,
}  # fmt: skip


def _hard(stem: str, cut: str) -> Iterable[str]:
    """Yield the stem, and how its last consonant is written elsewhere than before e and i: qu/c, gu/g, c/z."""
    if cut[:1] in ("e", "i"):
        for soft, hard in (("qu", "c"), ("gu", "g")):
            if stem.endswith(soft):
                if len(stem) > 4:
                    yield stem
                stem = stem[: -len(soft)] + hard
                break
        else:
            if stem.endswith("c") and len(cut) > 1:
                yield stem[:-1] + "z"
    yield stem


def _pt_before(stem: str, cut: str) -> Iterable[str]:
    """Yield the spellings of a Portuguese stem before `cut` was added: qu/c, c/z, ão, õ, a vowel before z."""
    yield from _hard(stem, cut)
    if stem.endswith("ao"):
        yield stem[:-2] + "on"
        yield stem[:-2] + "an"
    if cut and stem[-1] in "ao" and len(stem) > 3:
        yield stem + "n"
    if cut.startswith("z") and stem[-1] in "aeo" and len(stem) > 3:
        yield stem[:-1]


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
    before=_pt_before, open_ends="aeo",
)  # fmt: skip
SPANISH: Final = Grammar(
    letters=_es_letters, endings=_endings(_ES_NOUN), suffixes=_ES_SUFFIXES, accords=_ACCORDS, prefixes=_PREFIXES,
    before=_hard, alternate=_es_alternate, open_ends="aeo",
)  # fmt: skip
