"""Pack files, and what people's programs leave, in, above and below folders of pictures."""

import json
from pathlib import Path

import pytest

from device.cards.examined import MAX_PACKS
from tests.cards.test_own_packs import album, decks, words
from tests.test_cli import spytable

SIDECAR = json.dumps({"title": "IMG_001.JPG", "description": "", "imageViews": "3"})


def titles(packs: Path) -> list[str]:
    return sorted(pack.title for pack in decks(packs).custom())


@pytest.mark.parametrize("place", ["Club", "Club/Inverno", "Club/Inverno/palavras"])
def test_an_album_is_one_whatever_pack_lies_near_it(place: str, tmp_path: Path) -> None:
    """With `Club/words.yaml` beside them, of `Club/Inverno` and `Club/Verao` none was played, and nobody was told."""
    packs = tmp_path / "packs"
    for name in ("Inverno", "Verao"):
        album(packs / "Club" / name, 22, "jpg")
    words(packs / place / "words.yaml", title="Words")
    assert titles(packs) == ["Inverno", "Verao", "Words"]
    listed = spytable("--data-dir", tmp_path, "packs")
    assert (listed.returncode, listed.stderr, listed.stdout.count("Inverno")) == (0, "", 2)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *((name, "{}") for name in ("2024/metadata.json", "2024/Inverno/metadata.json", "2024/Inverno/a.yml")),
        *((f"2024/Inverno/shot 00.{end}", SIDECAR) for end in ("jpg.json", "JPG.supplemental-metadata.json", "json")),
        ("2024/Inverno/a.json", "[1, 2]"),
        ("2024/Inverno/@eaDir/a.json", SIDECAR),
        ("2024/Inverno/.cache/a.json", "spoilt: ["),
    ],
)
def test_what_programs_leave_near_pictures_is_passed_over(name: str, text: str, tmp_path: Path) -> None:
    """The albums were gone, or told only as "description: unknown field", a line for each photograph."""
    for folder in ("Férias", "Inverno"):
        album(tmp_path / "2024" / folder, 22, "jpg")
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    found = decks(tmp_path)
    assert (sorted(pack.title for pack in found.custom()), found.faults) == (["Férias", "Inverno"], ())


def test_what_is_said_of_each_picture_takes_no_place_from_packs(tmp_path: Path) -> None:
    folder = album(tmp_path / "Inverno", 2 * MAX_PACKS, "jpg")
    for number in range(2 * MAX_PACKS):
        (folder / f"shot {number:02}.json").write_text(SIDECAR)
        (folder / f"shot {number:02}.jpg.json").write_text(SIDECAR)
        (folder / f"clip {number:02}.mp4.json").write_text(SIDECAR)
    words(folder / "words.json", title="Words")
    found = decks(tmp_path)
    assert (sorted(pack.title for pack in found.custom()), found.faults) == (["Inverno", "Words"], ())


@pytest.mark.parametrize(
    "text", ["cards: [", "id: deck\nkind: pictures\ncard: []\n", "id: deck\ncards: []\n", ""], ids=str.split
)
def test_a_pack_file_with_a_fault_beside_pictures_is_told(text: str, tmp_path: Path) -> None:
    (album(tmp_path / "Club") / "deck.yaml").write_text(text)
    found = decks(tmp_path)
    assert [pack.title for pack in found.custom()] == ["Club"]
    assert len(found.faults) == 1 and "deck.yaml" in found.faults[0]


def deck(path: Path, shots: str, first: str = "shot 00.png") -> None:
    """Write a pack file of 20 pictures."""
    files = [first, *(f"shot {n:02}.png" for n in range(1, 20))]
    cards = [{"id": f"p{n}", "file": f"{shots}{file}"} for n, file in enumerate(files)]
    told = {"id": "deck", "title": "Deck", "language": "any", "kind": "pictures", "cards": cards}
    path.write_text(json.dumps(told))


def test_pictures_beside_those_of_a_pack_file_are_its_own_and_others_an_album(tmp_path: Path) -> None:
    """Photographs in a folder that a pack file of pictures does not list were gone."""
    album(tmp_path / "Club", 42)
    deck(tmp_path / "Club/deck.json", "")
    album(tmp_path / "Club/Verao", 22)
    assert titles(tmp_path) == ["Deck", "Verao"]


def test_a_picture_missing_in_a_pack_file_makes_no_album_of_the_others(tmp_path: Path) -> None:
    album(tmp_path / "Club", 20)
    deck(tmp_path / "Club/deck.json", "", "none.png")
    found = decks(tmp_path)
    assert found.custom() == ()
    assert len(found.faults) == 1 and "none.png" in found.faults[0]


def test_a_few_pictures_beside_a_pack_adorn_it(tmp_path: Path) -> None:
    words(tmp_path / "Club/words.yaml")
    album(tmp_path / "Club", 1)
    found = decks(tmp_path)
    assert (len(found.custom()), found.faults) == (1, ())
