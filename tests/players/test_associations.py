"""The table: what is written weighs most, forms are found, and a file holds all of it."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from assets.associations.build import card_names, digest
from assets.associations.sources import Sources, read_sources
from assets.associations.weigh import OWN_NAME, Nearness, Weigher
from device.cards.library import PackLibrary
from device.files.assets import assets
from device.game.box_player import CheckedWords
from device.game.box_words import table_file
from device.players.associations import Associations, load
from device.players.knowledge import Knowledge
from tests.players.conftest import NAMES

TABLES = sorted(path.stem for path in (assets() / "associations").glob("*.table"))
LARGEST = 4 * 2**20


def weigh(
    words: CheckedWords,
    cards: dict[str, dict[str, int]],
    nearness: Nearness | None = None,
    apart: Iterable[tuple[str, str]] = (),
) -> Knowledge:
    sources = Sources(cards=cards, apart=set(apart))
    return Knowledge(Weigher(sources, words, tuple(cards), nearness).table("en", bytes(32)), words)


def weight(knowledge: Knowledge, clue: str, card: str) -> int:
    weights = knowledge.weights(clue, [card])
    return weights[0] if weights else 0


def test_a_file_holds_the_whole_table(table: Associations) -> None:
    again = Associations.from_bytes(table.to_bytes())
    assert again.to_bytes() == table.to_bytes()
    assert (again.keys, again.spellings, again.known) == (table.keys, table.spellings, table.known)
    assert [again.column(name) for name in NAMES] == [table.column(name) for name in NAMES]
    assert again.number("mice") == again.number("mouse") != None  # noqa: E711


@pytest.mark.parametrize("data", [b"", b"spring: COIL\n", b"SPYTABLE associations 0\n" + bytes(80)])
def test_another_file_is_no_table(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.table").write_bytes(data)
    with pytest.raises(ValueError, match="no table"):
        load(tmp_path / "x.table")


def test_the_written_strengths_keep_their_order(knowledge: Knowledge) -> None:
    assert weight(knowledge, "ocean", "WHALE") > weight(knowledge, "blue", "WHALE") > weight(knowledge, "song", "WHALE")
    assert weight(knowledge, "song", "WHALE") > weight(knowledge, "song", "COMPUTER")


def test_block_and_line_that_agree_weigh_more(knowledge: Knowledge) -> None:
    assert weight(knowledge, "ocean", "WHALE") > weight(knowledge, "beach", "ISLAND")


def test_what_people_do_not_mean_weighs_nothing(words: CheckedWords) -> None:
    cards = {"SPRING": {"water": 90}, "RIVER": {"water": 90, "flow": 60}, "BANK": {"flow": 60}}
    linked = weigh(words, cards, near)
    parted = weigh(words, cards, near, apart={("water", "SPRING"), ("water", "BANK")})
    assert weight(linked, "water", "SPRING") > weight(linked, "water", "BANK") > 0
    assert weight(parted, "water", "SPRING") == weight(parted, "water", "BANK") == 0


def near(
    spellings: Mapping[str, str],
    columns: Mapping[str, Mapping[str, int]],
    reluctance: Mapping[str, float],
    heaviest: int,
    most: int,
) -> Iterator[tuple[str, dict[str, float]]]:
    """Say of every clue that it is as near to a card as can be."""
    for card, column in columns.items():
        assert column.keys() <= spellings.keys() == reluctance.keys()
        yield card, dict.fromkeys(spellings, float(heaviest))


def test_nearness_fills_gaps_and_is_weaker_than_what_is_written(words: CheckedWords) -> None:
    known = weigh(words, {"WHALE": {"sea": 30}, "SHIP": {"port": 90}}, near)
    assert 0 < weight(known, "sea", "SHIP") < 30 <= weight(known, "sea", "WHALE")


def test_nearness_orders_what_is_written_alike_and_no_more(words: CheckedWords) -> None:
    def nearer(
        spellings: Mapping[str, str], columns: Mapping[str, Mapping[str, int]], *_: object
    ) -> Iterator[tuple[str, dict[str, float]]]:
        for card in columns:
            yield card, dict.fromkeys(spellings, {"WHALE": 2.5, "SHIP": 1.5, "FISH": -9.0, "BOAT": 9.0}.get(card, 0.0))

    known = weigh(words, {"WHALE": {"sea": 60}, "SHIP": {"sea": 60}, "FISH": {"sea": 90}, "BOAT": {"sea": 30}}, nearer)
    assert [weight(known, "sea", card) for card in ("FISH", "WHALE", "SHIP", "BOAT")] == [80, 68, 60, 40]
    assert weight(known, "whale", "WHALE") == OWN_NAME


@pytest.mark.parametrize(
    ("typed", "known"),
    [("oceans", "ocean"), ("OCEAN", "ocean"), ("Océan", "ocean"), ("priests", "priest"), ("mice", "mouse")],
)
def test_forms_are_found(knowledge: Knowledge, typed: str, known: str) -> None:
    assert knowledge.weights(typed, NAMES) == knowledge.weights(known, NAMES) != None  # noqa: E711


def test_two_forms_that_are_written_share_what_they_have(words: CheckedWords) -> None:
    known = weigh(words, {"FARM": {"cow": 90}, "MILK": {"cows": 90}})
    assert weight(known, "cow", "MILK") == weight(known, "cows", "FARM") == 70


def test_a_name_is_no_form_of_a_word_that_looks_like_it() -> None:
    """Found by a player: the clue Cairo meant what falls (cair)."""
    words = CheckedWords("pt-PT", PackLibrary(assets()))
    sources = Sources(cards={"MAPA": {"Cairo": 90}, "FOLHA": {"cair": 90}})
    known = Knowledge(Weigher(sources, words, ("MAPA", "FOLHA")).table("pt-PT", bytes(32)), words)
    assert known.weights("Cairo", ["MAPA", "FOLHA"]) == (90, 0)


def test_a_word_that_only_looks_like_a_form_of_a_card_does_not_mean_it(words: CheckedWords) -> None:
    """Found by a reader: the clue badge meant BADGER, and sauce SAUCER."""
    known = weigh(words, {"BADGER": {"animal": 90}, "PIN": {"badge": 90}})
    assert weight(known, "badge", "PIN") == 90
    assert weight(known, "badge", "BADGER") < 30, "too little to be meant"


def test_a_name_that_is_a_card_is_spelled_as_people_wrote_it(words: CheckedWords) -> None:
    table = weigh(words, {"ZEUS": {"sky": 90}, "SKY": {"Zeus": 90, "blue": 60}, "BLUE": {"sky": 60}}).table
    assert {
        key: spelling for key, spelling in zip(table.keys, table.spellings, strict=True) if key in ("zeus", "sky")
    } == {
        "zeus": "Zeus",
        "sky": "sky",
    }


def test_of_several_words_those_that_are_known_count(knowledge: Knowledge) -> None:
    assert weight(knowledge, "blue-zzzz", "WHALE") == weight(knowledge, "blue", "WHALE")
    assert knowledge.weights("qwxz", NAMES) is None
    assert knowledge.weights("qwxz zxwq", NAMES) is None
    assert knowledge.weights("", NAMES) is None


@pytest.mark.parametrize(
    ("language", "written", "typed"),
    [
        ("es", "árbol", "arbol"),
        ("es", "montaña", "montana"),
        ("es", "perro", "perros"),
        ("pl", "żółw", "zolw"),
        ("pl", "ptak", "ptaki"),
        ("pt-PT", "coração", "corações"),
        ("pt-BR", "flor", "flores"),
    ],
)
def test_in_every_language_typed_without_accents_or_in_another_form(language: str, written: str, typed: str) -> None:
    words = CheckedWords(language, PackLibrary(assets()))
    sources = Sources(cards={"X": {written: 90}, "Y": {"zzz": 60}})
    knowledge = Knowledge(Weigher(sources, words, ("X", "Y")).table(language, bytes(32)), words)
    assert knowledge.weights(typed, ["X", "Y"]) == (90, 0)


def test_longer_words_of_phrases_count_weakly(words: CheckedWords) -> None:
    known = weigh(words, {"SPRING": {"hot water": 90, "coil": 60}})
    assert weight(known, "hot water", "SPRING") == 90
    assert 0 < weight(known, "water", "SPRING") < 30
    assert known.weights("hot", ["SPRING"]) is None


def test_a_card_is_a_clue_for_cards_it_thinks_of(knowledge: Knowledge) -> None:
    """BELL's block names the ring; so is a bell a clue for RING."""
    assert weight(knowledge, "bell", "RING") > 0
    assert weight(knowledge, "ring", "RING") > weight(knowledge, "wedding", "RING")


def test_an_owners_card_finds_our_word(table: Associations) -> None:
    assert "Whale" in table
    assert "Gruffalo" not in table


def test_a_card_that_is_only_a_clue_of_ours_borrows_from_the_cards_it_points_at(knowledge: Knowledge) -> None:
    """OCEAN is no card of the smoke set: as an owner's card it goes with what goes with WHALE, SHIP and ISLAND."""
    assert "OCEAN" not in knowledge.table
    near, far = (knowledge.weights(clue, ["OCEAN"]) for clue in ("sail", "medieval"))
    assert near and far and near[0] > far[0] == 0
    assert knowledge.column("GRUFFALO").weights == b""


@pytest.mark.parametrize("language", TABLES)
def test_a_shipped_table_is_of_its_sources_and_knows_every_card(language: str) -> None:
    """When it fails: `python assets/associations/build.py LANG`."""
    file, folder = table_file(language), assets() / "associations" / language
    assert load(file).sources == digest(folder)
    assert file.stat().st_size <= LARGEST
    names, pictures = card_names(language), (folder / "pictures").is_dir()
    sources = read_sources(folder, names)
    assert not sources.faults
    assert not [name for name in names if name not in sources.cards and (name.isupper() or pictures)]


def test_the_digest_changes_with_a_source(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/a.txt").write_text("= A\n")
    before = digest(tmp_path)
    (tmp_path / "cards/a.txt").write_text("= B\n")
    assert len(before) == hashlib.sha256().digest_size
    assert digest(tmp_path) != before
