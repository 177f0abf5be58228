"""The examples of the rulebooks' tables, answered exactly so."""

import pytest

from device.clues import CardWord, ClueChecker, Violation
from device.clues.checker import GRAMMARS

TABLE = [  # language, visible, clues not allowed, clues allowed
    ("pt-PT", "ARCO-ÍRIS", "arco arca arcar arcada íris", "barco marco"),
    ("pt-PT", "MOTORISTA", "moto motor motorizado", "morto"),
    ("pt-PT", "TEMPESTADE", "tempestade", "clima"),
    ("pt-PT", "HAMBURGER", "", "M um"),
    ("pt-PT", "SEGUNDO", "", "M um"),
    ("pt-BR", "ARRANHA-CÉU", "arranha aranha céu", ""),
    ("pt-BR", "CONTRAGOLPE", "contra golpe contrabando", ""),
    ("pt-BR", "INGLATERRA", "", "anglo terra"),
    ("pt-BR", "AMÉRICA", "", "rica"),
    ("pt-BR", "GATO", "", "pato"),
    ("pt-BR", "DOUTOR", "", "dor"),
    ("pt-BR", "RAIO", "", "x"),
    ("pt-BR", "SAPATO", "", "pato"),
    ("es", "TELA", "tela telar entelar telaraña", "bagatela"),
    ("es", "LIMONADA", "limón", ""),
    ("es", "MANTEQUILLA", "mantequilla", "amarilla Z"),
    ("es", "ZORRO", "", "Z amarilla"),
    ("es", "ESPANTAPÁJAROS", "espantar pájaro espanto pajarear", ""),
    ("pl", "SOK", "soczek soki", "wysoki"),
    ("pl", "KRAJOBRAZ", "kraj obraz krajowy obrazowy", "raj raz"),
    ("pl", "SAŁATA", "sałatka", "jedzenie"),
    ("pl", "CEZAR", "cezar", "jedzenie"),
]
CASES = [
    (language, visible, clue, valid)
    for language, visible, bad, good in TABLE
    for valid, clues in ((False, bad), (True, good))
    for clue in clues.split()
]


@pytest.mark.parametrize(("language", "visible", "clue", "valid"), CASES)
def test_rulebook_example(language: str, visible: str, clue: str, valid: bool) -> None:
    for spelled in (clue, clue.upper(), clue.capitalize()):
        because = ClueChecker(language).check(spelled, [CardWord(visible)])
        assert (because == ()) is valid, because
        assert all(reason.word == visible for reason in because)


SEVERAL = ("Leonardo da Vinci", "obra-prima", "dama de ferro", "quebra-nozes", "carne de cañón", "arc‐en‐ciel")
ONE_WORD = ("aeroespacial", "Michelangelo", "Carlomagno", "Tycjan", "NASA", "EUA", "U.S.A.", "x", "7", "42")


@pytest.mark.parametrize("language", GRAMMARS)
@pytest.mark.parametrize("pictures", [False, True])
def test_one_word_rule(language: str, pictures: bool) -> None:
    checker = ClueChecker(language)
    for clue in SEVERAL:
        assert checker.check(clue, [], pictures=pictures) == (Violation(clue, "several_words"),)
        assert checker.check(clue, [], pictures=pictures, relaxed=True) == ()
    for clue in ONE_WORD:
        assert checker.check(clue, [CardWord("XADREZ"), CardWord("AVENIDA")], pictures=pictures) == ()


@pytest.mark.parametrize(
    ("language", "card", "clue", "rule"),
    [
        ("en", CardWord("BRIDGE"), "Bridge", "same"),
        ("en", CardWord("BRIDGE"), "bridges", "form"),
        ("en", CardWord("SNOWMAN", ("SNOW", "MAN")), "snow", "part"),
        ("en", CardWord("SNOWMAN", ("SNOW", "MAN")), "snowy", "derived"),
        ("es", CardWord("TELA"), "entelar", "derived"),
        ("pt-PT", CardWord("ARCO-ÍRIS"), "arco-íris", "same"),
        ("pl", CardWord("SOK"), "soki", "form"),
    ],
)
def test_names_the_rule_and_the_card(language: str, card: CardWord, clue: str, rule: str) -> None:
    assert Violation(card.word, rule) in ClueChecker(language).check(clue, [CardWord("TELEFON"), card])  # type: ignore[arg-type]


def test_relaxed_checks_each_piece() -> None:
    checker = ClueChecker("en")
    cards = [CardWord("BRIDGE"), CardWord("LONDON")]
    assert checker.check("Tower Bridge", cards, relaxed=True) == (Violation("BRIDGE", "same"),)
    assert checker.check("Tower Bridge", cards) == (
        Violation("Tower Bridge", "several_words"),
        Violation("BRIDGE", "same"),
    )


def test_allow_of_the_card_wins_over_the_rules_but_not_over_the_word_itself() -> None:
    checker = ClueChecker("en")
    assert checker.check("porter", [CardWord("PORT")]) != ()
    assert checker.check("porter", [CardWord("PORT", allow=("PORTER", "PORT"))]) == ()
    assert checker.check("porters", [CardWord("PORT", allow=("PORTER",))]) == ()
    assert checker.check("port", [CardWord("PORT", allow=("PORT",))]) == (Violation("PORT", "same"),)


def test_a_language_without_a_grammar_knows_the_same_word_and_parts() -> None:
    checker = ClueChecker("fr")
    assert not checker.knows_forms
    assert ClueChecker("pl").knows_forms
    cards = [CardWord("CHÂTEAU"), CardWord("ARC-EN-CIEL"), CardWord("PORTEFEUILLE", parts=("PORTE", "FEUILLE"))]
    assert checker.check("château", cards) == (Violation("CHÂTEAU", "same"),)
    assert checker.check("chateau", cards) == (Violation("CHÂTEAU", "same"),)
    assert checker.check("ciel", cards) == (Violation("ARC-EN-CIEL", "part"),)
    assert checker.check("feuille", cards) == (Violation("PORTEFEUILLE", "part"),)
    assert checker.check("châteaux", cards) == ()
