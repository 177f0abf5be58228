"""What holds for every clue and every grid."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.clues import CardWord, ClueChecker, Violation
from device.clues.checker import GRAMMARS

CHECKERS = {language: ClueChecker(language) for language in GRAMMARS}
LETTERS = "aábcçćdeéęfghiíjklłmnñoóõpqrsśtuúvwxyzżź"
words = st.text(LETTERS, min_size=2, max_size=12)
clues = st.text(LETTERS + LETTERS.upper() + " -.’0123456789", max_size=20)
languages = st.sampled_from(sorted(GRAMMARS))
grids = st.lists(words.map(CardWord), max_size=8)


def _bare(word: str) -> str:
    plain = unicodedata.normalize("NFD", word.replace("ł", "l").replace("Ł", "L"))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


@given(languages, words)
def test_a_word_equals_itself_in_any_case_and_accents(language: str, word: str) -> None:
    decomposed = unicodedata.normalize("NFD", word)
    for spelled in (word, word.upper(), word.capitalize(), _bare(word), _bare(word.upper()), decomposed):
        assert CHECKERS[language].check(spelled, [CardWord(word)]) == (Violation(word, "same"),)
        assert CHECKERS[language].check(word, [CardWord(spelled)]) == (Violation(spelled, "same"),)


@given(languages, clues, grids, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(language: str, clue: str, grid: list[CardWord], random: object) -> None:
    shuffled = list(grid)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    check = CHECKERS[language].check
    assert sorted(map(repr, check(clue, grid))) == sorted(map(repr, check(clue, shuffled)))


@given(languages, clues, grids)
def test_each_card_is_judged_alone(language: str, clue: str, grid: list[CardWord]) -> None:
    check = CHECKERS[language].check
    alone = [reason for card in grid for reason in check(clue, [card], relaxed=True)]
    assert list(check(clue, grid, relaxed=True)) == alone


@given(languages, clues, grids, st.booleans())
def test_relaxed_never_forbids_more_than_strict(language: str, clue: str, grid: list[CardWord], pictures: bool) -> None:
    check = CHECKERS[language].check
    strict, relaxed = check(clue, grid, pictures=pictures), check(clue, grid, relaxed=True, pictures=pictures)
    assert set(relaxed) <= set(strict)
    assert {reason.rule for reason in set(strict) - set(relaxed)} <= {"several_words"}


@given(languages, st.text(max_size=30), st.lists(st.text(min_size=1, max_size=20).map(CardWord), max_size=5))
@settings(max_examples=300)
def test_any_text_gets_an_answer(language: str, clue: str, grid: list[CardWord]) -> None:
    for reason in CHECKERS[language].check(clue, grid):
        assert reason.rule in {"same", "form", "part", "derived", "several_words"}


@pytest.mark.parametrize("language", GRAMMARS)
def test_numbers_and_single_letters_are_meaning(language: str) -> None:
    grid = [CardWord(word) for word in ("XADREZ", "ZORRO", "LUA", "TOMATE", "ATLAS", "SOK", "BRIDGE")]
    for clue in ("x", "Z", "M", "7", "1984", "A"):
        assert CHECKERS[language].check(clue, grid) == ()
