"""The data files: built from their sources, quick to load, found by search."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from device.clues import CardWord, ClueChecker
from device.clues.checker import GRAMMARS
from device.clues.families import Families, families
from device.files.assets import assets
from tests.bench_clues import measure, milliseconds

FOLDER = assets() / "families"


def _builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_families", FOLDER / "build.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_data_files_are_what_the_sources_build() -> None:
    built = _builder().build()
    assert sorted(built) == ["en", "es", "pl", "pt"]
    for language, text in built.items():
        assert (FOLDER / f"{language}.txt").read_text(encoding="utf-8") == text, f"{language}: run build.py"


def test_a_malformed_source_line_is_named(tmp_path: Path) -> None:
    builder = _builder()
    for line in ("? a b", "= alone"):
        source = tmp_path / "xx.txt"
        source.write_text(f"# words\n{line}\n", encoding="utf-8")
        with pytest.raises(SystemExit, match=r"xx\.txt:2: '"):
            builder.entries(source, GRAMMARS["en"])


def test_entries_are_found_by_whole_words() -> None:
    known = Families(
        "[kin]\n man men \n foot feet \n[parts]\n snowman snow man \n[apart]\n mar maré \n[elements]\n sun \n day \n"
    )
    assert known.kin("men") == ("man",)
    assert known.kin("me") == ()
    assert known.parts("snowman") == ("snow", "man")
    assert known.parts("man") is None
    assert known.apart("maré") == ("mar",)
    assert known.split("sunday") == ("sun", "day")
    assert known.split("sundays") == ("sun", "days")
    assert known.split("snowman") == ("snow", "man")
    assert known.split("daily") == ()


def test_only_the_chosen_language_is_loaded() -> None:
    families.cache_clear()
    ClueChecker("es").check("mar", [CardWord("SOL")])
    assert families.cache_info().currsize == 1


def test_both_kinds_of_portuguese_share_their_data() -> None:
    families.cache_clear()
    for language in ("pt-PT", "pt-BR"):
        ClueChecker(language)
    assert families.cache_info().currsize == 1


def test_the_benchmark_measures_every_language() -> None:
    assert 0 < milliseconds() < 1000
    assert all(part > 0 for language in GRAMMARS for part in measure(language, clues=5))
