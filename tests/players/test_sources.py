"""What authors write is read strictly, and told back to them by file and line."""

from pathlib import Path

import pytest

from assets.associations.sources import Sources, read_sources
from tests.players.conftest import NAMES

CARDS = ("WHALE", "ICE CREAM", "YO-YO", "octopus_umbrella")


def written(tmp_path: Path, **files: str) -> Sources:
    for name, text in files.items():
        path = tmp_path / f"{name.replace('__', '/')}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_sources(tmp_path, CARDS)


def test_a_card_has_words_in_three_strengths(tmp_path: Path) -> None:
    block = "# a comment\n= WHALE\n3: sea Moby_Dick\n3: fish\n2: blubber\n1: Jonah fish\n\n= ICE_CREAM\n3: cold\n"
    sources = written(tmp_path, cards__a=block)
    assert sources.cards == {
        "WHALE": {"sea": 90, "Moby Dick": 90, "fish": 90, "blubber": 60, "Jonah": 30},
        "ICE CREAM": {"cold": 90},
    }
    assert sources.faults == []


def test_a_clue_means_cards_and_does_not_mean_others(tmp_path: Path) -> None:
    sources = written(tmp_path, clues__a="sea: WHALE ICE_CREAM/1 -YO-YO\numami/1: ICE_CREAM/2 octopus_umbrella\n")
    assert sources.clues == {
        "sea": {"WHALE": 90, "ICE CREAM": 30},
        "umami": {"ICE CREAM": 60, "octopus_umbrella": 90},
    }
    assert sources.apart == {("sea", "YO-YO")}
    assert sources.known == {"sea": 3, "umami": 1}


def test_pictures_are_like_cards(tmp_path: Path) -> None:
    sources = written(tmp_path, pictures__a="= octopus_umbrella\n3: rain\n")
    assert sources.cards == {"octopus_umbrella": {"rain": 90}}


def test_what_is_written_twice_counts_once(tmp_path: Path) -> None:
    sources = written(tmp_path, cards__a="= WHALE\n1: sea\n", cards__b="= WHALE\n3: sea\n2: fish\n")
    assert sources.cards == {"WHALE": {"sea": 90, "fish": 60}}


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("cards__a", "= SHARK\n3: sea\n", "cards/a.txt:1: 'SHARK' is no card"),
        ("cards__a", "= WHALE\n4: sea\n", "cards/a.txt:2: a line is"),
        ("cards__a", "= WHALE\n3: sea, fish\n", "cards/a.txt:2: 'sea,' is no word"),
        ("clues__a", "\nsea WHALE\n", "clues/a.txt:2: a line is"),
        ("clues__a", "sea/4: WHALE\n", "clues/a.txt:1: a line is"),
        ("clues__a", "sea: SHARK\n", "clues/a.txt:1: 'SHARK' is no card"),
        ("clues__a", "sea: WHALE/4\n", "clues/a.txt:1: 'WHALE/4': no such strength"),
        ("clues__a", "sea: -WHALE/2\n", "clues/a.txt:1: '-WHALE/2': no such strength"),
    ],
)
def test_a_fault_names_its_place(tmp_path: Path, file: str, text: str, told: str) -> None:
    faults = written(tmp_path, **{file: text}).faults
    assert len(faults) == 1
    assert told in faults[0]


def test_the_smoke_set_has_no_fault(sources: Sources) -> None:
    assert sources.faults == []
    assert tuple(sources.cards) == NAMES
