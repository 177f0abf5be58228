"""How to play: the same pages in every language, short enough to read at a table."""

import re
from typing import Any

import pytest

from device.config.table import rows
from device.files.assets import assets
from device.files.reader import load
from device.files.texts import Texts, languages

LANGUAGES = sorted(path.parent.name for path in (assets() / "languages").glob("*/language.json"))
GAMES = ("duet", "classic", "pictures")
CONFIRM = rows()["confirm"].shown
assert CONFIRM is not None
WAYS = tuple(map(str, CONFIRM.choices()))
MAX_TITLE = 28
MAX_TEXT = 220
MAX_SENTENCES = 5


def _book(language: str) -> dict[str, list[dict[str, Any]]]:
    book: Any = load(assets() / "languages" / language / "how_to_play.yaml")
    assert isinstance(book, dict)
    return book


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_tells_every_game_in_the_pages_of_the_source(language: str) -> None:
    source, book = _book("en"), _book(language)
    assert tuple(book) == GAMES
    for game in GAMES:
        assert 6 <= len(book[game]) <= 9
        assert [page["diagram"] for page in book[game]] == [page["diagram"] for page in source[game]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_short_and_clean(language: str) -> None:
    for game, pages in _book(language).items():
        for page in pages:
            assert set(page) - {"guess"} == {"title", "diagram", "text"}
            assert ("{guess}" in page["text"]) is ("guess" in page)
            for how in WAYS:
                title, text = page["title"], page["text"].replace("{guess}", page.get("guess", {}).get(how, ""))
                assert 0 < len(title) <= MAX_TITLE, (game, title)
                assert 0 < len(text) <= MAX_TEXT, (game, title)
                assert len(re.findall(r"[.!?](?= |$)", text)) <= MAX_SENTENCES, (game, title)
                for words in (title, text):
                    assert words == words.strip() and "  " not in words and "\n" not in words, (game, title)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_guess_is_told_in_every_game(language: str) -> None:
    """ "Hold to guess", it said, whatever "To guess" was set to."""
    for game, pages in _book(language).items():
        told = [page["guess"] for page in pages if "guess" in page]
        assert [set(each) for each in told] == [set(WAYS)], game
        assert len(set(told[0].values())) == len(WAYS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_that_is_named_has_that_name(language: str) -> None:
    """People were sent to "New game", and there is none."""
    t = Texts(languages(assets())[language])
    page = next(page for page in _book(language)["pictures"] if page["diagram"] == "mixed_grid")
    assert re.search(rf"\b{t('Options')}\b", page["text"])


COLOURS = ("green", "amber", "turquoise", "verde", "ámbar", "âmbar", "zielon", "bursztyn")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_colour_is_named_that_the_owner_may_change(language: str) -> None:
    """Agents shone green there, and on no box."""
    told = " ".join(page["text"] for pages in _book(language).values() for page in pages).lower()
    assert not [colour for colour in COLOURS if colour in told]


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_differ_within_a_game(language: str) -> None:
    for pages in _book(language).values():
        assert len({page["title"] for page in pages}) == len(pages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_told_are_those_of_the_source(language: str) -> None:
    for game, pages in _book(language).items():
        for page, source in zip(pages, _book("en")[game], strict=True):
            told, meant = (set(re.findall(r"\d{2,}", text["text"])) for text in (page, source))
            assert told == meant, (game, page["title"])
