"""The word packs of every language: two of 400 words, all different, with well-formed parts and look-alikes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import snowballstemmer

from device.cards import examined, pack_file
from device.cards.library import PackLibrary
from device.cards.pack_file import read_pack
from device.cards.packs import Card, Pack, folded
from device.files.assets import assets
from device.files.texts import languages
from device.ui.kit.fit import halves

LANGUAGES = sorted(languages(assets()))
LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = {
    "en": LATIN,
    "es": LATIN + "ÁÉÍÓÚÜÑ",
    "pl": "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ",
    "pt-BR": LATIN + "ÁÂÃÀÇÉÊÍÓÔÕÚ",
    "pt-PT": LATIN + "ÁÂÃÀÇÉÊÍÓÔÕÚ",
}
STEMMERS = {"en": "english", "es": "spanish", "pl": "polish", "pt-BR": "portuguese", "pt-PT": "portuguese"}
TITLES = {
    "en": {"compass": "Compass", "deep": "Deep cuts", "family": "Family", "lantern": "Lantern"},
    "es": {"compass": "Brújula", "deep": "A fondo", "family": "En familia", "lantern": "Farol"},
    "pl": {"compass": "Kompas", "deep": "Głębia", "family": "Rodzina", "lantern": "Latarnia"},
    "pt-BR": {"compass": "Bússola", "deep": "Lado B", "family": "Família", "lantern": "Lanterna"},
    "pt-PT": {"compass": "Bússola", "deep": "Águas profundas", "family": "Família", "lantern": "Lanterna"},
}
SIZES = {"lantern": 400, "compass": 400, "family": 200, "deep": 100}
"""The least cards of a pack; the first two have just so many, and are the ones played unless others are chosen."""
# Words the stemmer holds for forms of one word, and no speaker does: each was looked at.
UNRELATED = {
    "en": [],
    "es": [
        {"SALIDA", "SALA"},
        {"TALLA", "TALLER"},
        {"PARADA", "PAR", "PARED"},
        {"CERA", "CERO"},
        {"PLATO", "PLATA"},
        {"TEJIDO", "TEJA"},
        {"BARRO", "BARRA"},
        {"RAYO", "RAYA"},
        {"PULGA", "PULGAR"},
        {"PUERTA", "PUERTO"},
        {"CORREA", "CORREO"},
        {"BATA", "BATERÍA"},
    ],
    "pl": [{"IGŁA", "IGLO"}, {"FURA", "FURIA"}],
    "pt-BR": [
        {"AREIA", "ÁREA"},
        {"BABADO", "BABÁ"},
        {"BALA", "BALEIA"},
        {"BATERIA", "BATIDA"},
        {"BOI", "BOIA"},
        {"BOLADA", "BOLO"},
        {"BOTA", "BOTE"},
        {"CANA", "CANO"},
        {"COLA", "CÓLERA"},
        {"COLETE", "COLETIVO"},
        {"CUBA", "CUBO"},
        {"FERA", "FÉRIAS"},
        {"FOCA", "FOCO"},
        {"GALERIA", "GALO"},
        {"GEMA", "GÊMEO"},
        {"LARGADA", "LARGO"},
        {"LIXA", "LIXO"},
        {"PAPA", "PAPO"},
        {"PAR", "PARADA"},
        {"PATA", "PATO"},
        {"PICADA", "PICO"},
        {"POLIDO", "POLO"},
        {"PONTE", "PONTO"},
        {"QUADRA", "QUADRO"},
        {"RAIA", "RAIO"},
        {"SACADA", "SACI"},
        {"SEDA", "SEDE"},
        {"SOL", "SOLO"},
        {"TABU", "TÁBUA"},
        {"TACO", "TAÇA"},
        {"TESOURA", "TESOURO"},
        {"TOM", "TOMADA"},
    ],
    "pt-PT": [
        {"BATERIA", "BATIDO"},
        {"CANA", "CANO"},
        {"CUBA", "CUBO"},
        {"SETA", "SETE"},
        {"PAR", "PARADA"},
        {"AREIA", "ÁREA"},
        {"FOCA", "FOCO"},
        {"GEMA", "GÉMEO"},
        {"LIVRE", "LIVRO"},
        {"SOL", "SOLO"},
        {"TOM", "TOMADA"},
        {"BOLA", "BOLO"},
        {"CAMA", "CÂMARA"},
        {"FADA", "FADO"},
        {"PÁ", "PÃO"},
        {"PONTE", "PONTO"},
        {"PRATA", "PRATO"},
        {"TACO", "TAÇA"},
        {"TESOURO", "TESOURA"},
        {"BALA", "BALEIA"},
        {"GALA", "GALERIA", "GALO"},
    ],
}
PLURALS = {
    "en": {"BRIDGE", "BRIDGES"},
    "es": {"FLOR", "FLORES"},
    "pl": {"MOST", "MOSTY"},
    "pt-BR": {"FLOR", "FLORES"},
    "pt-PT": {"FLOR", "FLORES"},
}
ON_ONE_LINE = 12


@cache
def packs(language: str) -> tuple[Pack, ...]:
    folder = assets() / "languages" / language / "words"
    return tuple(read_pack(path) for path in sorted(folder.glob("*.yaml")))


def cards(language: str) -> list[Card]:
    return [card for pack in packs(language) for card in pack.cards]


def named(card: Card) -> Iterator[str]:
    """Yield the parts and the look-alikes of a card."""
    yield from card.parts
    yield from card.allow


def alike(words: Iterable[str], language: str) -> list[set[str]]:
    """Return the groups of words that share a stem."""
    stemmer = snowballstemmer.stemmer(STEMMERS[language])
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        groups[folded(stemmer.stemWord(word.casefold()))].add(word)
    return [group for group in groups.values() if len(group) > 1]


def letters(line: str) -> int:
    return sum(letter.isalpha() for letter in line)


def test_every_language_has_its_tables() -> None:
    for table in (LETTERS, STEMMERS, TITLES, UNRELATED, PLURALS):
        assert sorted(table) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_packs_with_their_names(language: str) -> None:
    found = {pack.id: (pack.title, pack.language, pack.kind, pack.standard) for pack in packs(language)}
    assert found == {
        f"{language.lower()}-{name}": (title, language, "words", name in ("lantern", "compass"))
        for name, title in TITLES[language].items()
    }
    for pack in packs(language):
        least = SIZES[pack.id.rpartition("-")[2]]
        assert len(pack.cards) == least if pack.standard else len(pack.cards) >= least
        assert 0 < len(pack.about) <= 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_comes_twice_in_the_packs_joined(language: str) -> None:
    spelled: defaultdict[str, list[str]] = defaultdict(list)
    for card in cards(language):
        spelled[folded(card.name)].append(card.name)
    assert [words for words in spelled.values() if len(words) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_cards_are_forms_of_one_word(language: str) -> None:
    groups = alike((card.name for card in cards(language)), language)
    assert [group for group in groups if not any(group <= known for known in UNRELATED[language])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stemmer_tells_a_plural(language: str) -> None:
    assert alike(PLURALS[language], language) == [PLURALS[language]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_parts_and_look_alikes_have_the_letters_of_the_language(language: str) -> None:
    legal = set(LETTERS[language])
    strange = [card.name for card in cards(language) if not set(card.name) <= legal | {"-"}]
    strange += [piece for card in cards(language) for piece in named(card) if not set(piece) <= legal]
    assert strange == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keyboard_has_every_letter_of_the_language_once(language: str) -> None:
    wanted = {*LATIN.casefold(), *LETTERS[language].casefold()}
    assert sorted("".join(languages(assets())[language].keyboard)) == sorted([*wanted, "-"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_has_at_most_twelve_letters_a_line(language: str) -> None:
    lines = {card.name: halves(card) or (card.name,) for card in cards(language) if letters(card.name) > ON_ONE_LINE}
    assert {word: broken for word, broken in lines.items() if max(map(letters, broken)) > ON_ONE_LINE} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hyphen_stands_between_two_pieces(language: str) -> None:
    hyphened = [card.name.split("-") for card in cards(language) if "-" in card.name]
    assert [pieces for pieces in hyphened if len(pieces) != 2 or not all(pieces)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_and_look_alikes_are_other_words_each_named_once(language: str) -> None:
    for card in cards(language):
        others = list(named(card))
        assert card.name not in others
        assert len(others) == len(set(others)), card.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_card_is_a_part_of_another(language: str) -> None:
    names = {folded(card.name) for card in cards(language)}
    shared = {(card.name, part) for card in cards(language) for part in card.parts if folded(part) in names}
    assert shared == set()


def test_packs_found_beside_the_loop_do_not_stand_for_those_of_a_stick_put_in_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The box thought of a clue and read the owner's packs while a stick came in and New Game read them, too: whoever
    was done last won, and the stick's were not to be found until something else changed."""
    library, begun, go, looked = PackLibrary(assets(), [tmp_path]), Event(), Event(), list[Path]()
    true = examined.examined

    def slowly(root: Path, *more: Any) -> Any:
        looked.append(root)
        found = list(true(root, *more))
        if len(looked) == 1:
            begun.set()
            go.wait(10)
        return found

    def new_game() -> None:
        library.look_again()
        library.custom()

    library.read_ours("en")
    monkeypatch.setattr(examined, "examined", slowly)
    thinking, asking = Thread(target=library.custom), Thread(target=new_game)
    thinking.start()
    assert begun.wait(10)
    (tmp_path / "zoo.txt").write_text("\n".join(f"WORD{chr(65 + n)}" for n in range(25)))
    asking.start()
    asking.join(0.3)
    go.set()
    thinking.join(10)
    asking.join(10)
    assert [pack.id for pack in library.custom()] == ["zoo"]


def test_who_asks_for_packs_that_are_being_read_ahead_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Options touched right after the start: both threads read every pack, and a slow machine took twice as long."""
    library, begun, go, read = PackLibrary(assets()), Event(), Event(), list[Path]()

    def slowly(path: Path) -> Pack:
        read.append(path)
        begun.set()
        go.wait(10)
        return read_pack(path)

    monkeypatch.setattr(pack_file, "read_pack", slowly)
    ahead, asking = Thread(target=library.read_ours, args=("en",)), Thread(target=library.packs, args=("en",))
    ahead.start()
    assert begun.wait(10)
    asking.start()
    go.set()
    ahead.join(10)
    asking.join(10)
    assert sorted(read) == sorted(set(read))
    assert len(read) == 5
