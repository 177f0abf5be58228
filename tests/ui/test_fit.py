"""Words on cards."""

import pytest

from device.cards.library import PackLibrary
from device.cards.packs import Card
from device.files.assets import assets
from device.files.texts import languages
from device.ui.kit.fit import fault_of, halves
from device.ui.kit.names import several
from device.ui.kit.sprite_cache import Sprite, SpriteCache
from device.ui.kit.typesetting import MAX_TEXT, Setter


@pytest.fixture
def setter() -> Setter:
    return Setter(5.2, SpriteCache(1_000_000, Sprite.bytes))


@pytest.mark.parametrize("language", sorted(languages(assets())))
def test_every_word_of_ours_fits_a_card(language: str) -> None:
    for pack in PackLibrary(assets()).packs(language):
        assert [card.name for card in pack.cards if fault_of(card)] == []


def test_a_word_breaks_at_its_hyphen_or_after_a_part() -> None:
    assert halves(Card("GUARDA-CHUVA")) == ("GUARDA-", "CHUVA")
    assert halves(Card("SNOWMAN", parts=("SNOW", "MAN"))) == ("SNOW-", "MAN")
    assert halves(Card("SAMOLOT", parts=("SAM", "LOT"))) == ("SAMO-", "LOT")
    assert halves(Card("LANTERN")) is None


@pytest.mark.parametrize("word", ["CZECHOSŁOWACZKOWSKI", "MISUNDERSTANDINGS"])
def test_a_word_too_long_says_so(word: str) -> None:
    assert fault_of(Card(word)) is not None
    assert fault_of(Card(word[:8])) is None


def test_a_letter_the_font_lacks_is_named() -> None:
    told = fault_of(Card("ŁÓDŹ日"))
    assert told is not None and "日" in told


@pytest.mark.parametrize("text", ["", "\0", "\0" * 40, "A\0B", "\ud800", "A\udfffB", "\u202e", "\x1b[3m", "\uffff"])
def test_whatever_a_text_holds_it_can_be_drawn(text: str, setter: Setter) -> None:
    """Of a spoilt file's text the font's library refused a NUL, half a letter, and what has no width."""
    lines, cap = setter.fit(f"x {text}", 120.0, 20.0, 3.0, "medium", 4, 2.2)
    for line in (*lines, text):
        assert setter.line(line, cap, "medium", (255, 255, 255), False, 120.0).size[1] > 0
        assert setter.above(line, cap, "medium") + setter.below(line, cap, "medium") < 5


@pytest.mark.parametrize("text", ["[" * 100_000, "y " * 20_000, "line\n" * 20_000], ids=["letters", "words", "lines"])
def test_what_no_screen_could_show_is_clipped_before_it_is_measured(text: str, setter: Setter) -> None:
    """A hundred thousand letters ended the process inside the font's library."""
    lines, cap = setter.fit(text, 120.0, 20.0, 3.0, "medium", 4, 2.2)
    assert len(lines) <= 4
    assert sum(map(len, lines)) <= MAX_TEXT
    for line in (*lines, text):
        assert setter.width(line, cap, "medium") < 3000
        assert setter.line(line, cap, "medium", (255, 255, 255), False, 120.0).size[0] <= 120 * 5.2
        assert setter.above(line, cap, "medium") + setter.below(line, cap, "medium") < 5


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], ""),
        (["one"], "one"),
        (["one", "two", "three"], "one, two, three"),
        (["one", "two", "three", "four", "five"], "one, two, three (+ 2)"),
        (["a name of five words", "two"], "a name of five… (+ 1)"),
        (["a name of five words that is long"], "a name of five words…"),
        (["one"] * 10_000, "one, one (+ 9998)"),
    ],
)
def test_of_many_names_those_that_fit_are_told_whole(names: list[str], told: str) -> None:
    assert several(names, 21) == told
