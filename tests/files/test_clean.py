"""Text from outside: what is taken, and what is refused with its place in Unicode named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.files.clean import fault_of_text, is_number, without_faults

GOOD = ["", "CAT", "Łódź i Żółw", "São João", "¿Qué?", "l’été", "naïve – “quoted”", "ROSE-HIP 12", "e\u0301", "😀"]
BAD = [
    *("\u200b", "\u200c", "\u200d", "\u00ad", "\ufeff", "\ufe0f", "\u2060", "\u202a", "\u202e", "\u180e", "\u2066"),
    *("\0", "\t", "\n", "\r", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"),
    *("\ud800", "\udc80", "\ue000", "\uffff", "\U000e0001", "\u034f", "\u3164", "\ufff9"),
]


def test_marks_are_not_piled_up() -> None:
    """They would be painted over the cards above and below."""
    assert fault_of_text("Ỗ" + "o\u0302\u0303\u0323", 40) is None
    for piled in ("o\u0302\u0303\u0323\u0301", "A" + "\u0301\u0323\u0308\u0302" * 8 + "A"):
        assert str(fault_of_text(piled, 40)) == "a text with at most 3 accents on a letter"


@pytest.mark.parametrize("text", GOOD)
def test_what_people_write_is_taken(text: str) -> None:
    assert fault_of_text(text, 40) is None


@pytest.mark.parametrize("letter", BAD, ids=lambda letter: f"{ord(letter):04x}")
def test_what_no_one_can_see_is_refused_by_its_code(letter: str) -> None:
    fault = fault_of_text(f"CAT{letter}S", 40)
    assert fault is not None
    assert f"U+{ord(letter):04X}" in fault
    fault.encode()


def test_too_long_is_refused_before_it_is_looked_through() -> None:
    assert fault_of_text("x" * 24, 24) is None
    assert fault_of_text("x" * 25, 24) == "a text of at most 24 characters"
    assert fault_of_text("\0" * 10_000_000, 24) == "a text of at most 24 characters"


@given(st.text(max_size=60))
def test_a_text_that_is_taken_can_be_written_anywhere_in_one_line(text: str) -> None:
    if fault_of_text(text, 50) is None:
        assert len(text.encode().decode()) <= 50
        assert "\0" not in text
        assert len(text.splitlines()) <= 1


@given(st.text(st.characters() | st.sampled_from("e\u0301\u0302\ufe0f\u3164"), max_size=40))
def test_of_any_text_what_may_be_kept_is_left(text: str) -> None:
    left = without_faults(text)
    assert fault_of_text(left, 40) is None
    assert left == text or fault_of_text(text, 40) is not None


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("0", True), ("123", True), *((no, False) for no in ("1234", "", "-1", "1.5", "٣", "²"))],
)
def test_a_number_is_digits_every_keyboard_has(text: str, is_one: bool) -> None:
    """Python's own tests also let other scripts' digits pass, and raised ones, which are no numbers to it."""
    assert is_number(text, 3) is is_one
