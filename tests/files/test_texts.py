"""The catalogues hold every text of the code, and nothing else, in every language."""

import importlib.util
import string
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from device.files.assets import assets
from device.files.messages import message
from device.files.texts import SOURCE, Texts, languages


def load_update() -> ModuleType:
    spec = importlib.util.spec_from_file_location("update", assets() / "languages/update.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


UPDATE = load_update()
USED: Catalog = UPDATE.used()
TRANSLATED = sorted(set(languages(assets())) - {SOURCE})


def identity(message: Message) -> tuple[object, object]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def catalogue(language: str) -> Catalog:
    with (assets() / "languages" / language / "spytable.po").open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def forms(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)  # type: ignore[arg-type]


def test_the_five_languages_are_there() -> None:
    assert set(languages(assets())) == {"en", "es", "pl", "pt-PT", "pt-BR"}
    assert len(USED) > 50


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_text_is_missing_and_none_is_stale(language: str) -> None:
    wanted = {identity(message) for message in USED if message.id}
    held = catalogue(language)
    there = {identity(message) for message in held if message.id}
    assert there - wanted == set()
    assert wanted - there == set()
    empty = [message.id for message in held if message.id and not all(forms(message.string))]
    assert empty == []
    assert not any(message.fuzzy for message in held if message.id)


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_fields_and_have_every_plural(language: str) -> None:
    held = catalogue(language)
    for entry in held:
        if not entry.id:
            continue
        wanted = set().union(*(fields(text) for text in forms(entry.id)))
        for text in forms(entry.string):
            assert fields(text) <= wanted, (entry.id, text)
            assert text == text.strip()
        if isinstance(entry.id, str):
            assert fields(forms(entry.string)[0]) == wanted, entry.id
        else:
            assert len(forms(entry.string)) == held.num_plurals, entry.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_the_readable_one(language: str) -> None:
    path = assets() / "languages" / language / "spytable.mo"
    with path.open("rb") as file:
        compiled = read_mo(file)
    readable = {identity(m): forms(m.string) for m in catalogue(language) if m.id}
    assert {identity(m): forms(m.string) for m in compiled if m.id} == readable


def test_polish_counts_as_poles_do(tmp_path: Path) -> None:
    texts = Texts(languages(assets())["pl"])
    held = catalogue("pl")
    assert held.num_plurals == 3
    counted = (message for message in held if message.id and not isinstance(message.id, str))
    plural = next(message for message in counted if fields(message.id[0]) == {"n"})
    one, many = plural.id
    told = {texts.n(one, many, n).replace(str(n), "#") for n in (1, 2, 5, 22, 25)}
    assert len(told) == 3


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_was_told_in_english_is_told_again_in_another_language(language: str) -> None:
    t = Texts(languages(assets())[language])
    said = message("a list of {things}", things=message("cards"))
    assert said == "a list of cards"
    assert t.again(said) == t("a list of {things}", things=t("cards")) != said
    assert t.again("/dev/sound: busy") == "/dev/sound: busy"
    late = "{n:.1f} s: {what}"
    english = Texts(languages(assets())["en"])(late, n=0.25, what=said)
    assert t.again(english) == t(late, n=0.25, what=t.again(said))


def test_polish_lines_end_in_no_one_letter_word_and_before_no_number() -> None:
    language = languages(assets())["pl"]
    assert language.bound("Czerwoni i niebiescy, w 2 turach") == "Czerwoni i\xa0niebiescy, w\xa02 turach"
    assert language.bound("O w tym (a nie u z) – 15–30 minut") == "O\xa0w\xa0tym (a\xa0nie u\xa0z) –\xa015–30 minut"
    t = Texts(language)
    assert "PIN: od\xa04 do\xa08 cyfr" in t("Enter a new PIN of 4 to 8 digits")
    assert languages(assets())["en"].bound("a 2 i 3") == "a 2 i 3"
