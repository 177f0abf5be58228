"""Pack files, and what people's programs leave, in, above and below folders of pictures."""

import json
import shutil
from pathlib import Path

import pytest

from device.cards import examined
from device.cards.examined import MAX_PACKS
from tests.cards.test_own_packs import album, decks, words
from tests.test_cli import spytable

SIDECAR = json.dumps({"title": "IMG_001.JPG", "description": "", "imageViews": "3"})


TYPED = "id: our-club\ntitle: Our club\nlanguage: en\nkind: word\ncard: [LANTERN, SNOW]\n"
"""A pack file in which somebody mistyped two things."""


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
        *((f"2024/Inverno/{name}/a.json", "{[") for name in ("@eaDir", "@Recycle", "@tmp", "#recycle", "@EADIR")),
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


@pytest.mark.parametrize("name", ["@anna", "@Recycle bin", "#1"])
def test_an_album_may_be_called_as_people_call_things(name: str, tmp_path: Path) -> None:
    """With @ it was taken for a folder that a disk in the network makes, while `packs check` said that it is good."""
    folder = album(tmp_path / "packs" / name, 22)
    assert titles(tmp_path / "packs") == [name]
    assert spytable("packs", "check", folder).returncode == 0


@pytest.mark.parametrize("name", ["Dogs.jpg.yaml", "Dogs.HEIC.json", "Club/Dogs.jpg.yaml", "Club/Dogs.png.v2.yml"])
def test_a_pack_file_may_be_called_as_a_picture_that_is_not_there(name: str, tmp_path: Path) -> None:
    """It was taken for what a program tells of that picture, and neither played nor told."""
    album(tmp_path / "Club", 22)
    words(tmp_path / name, title="Dogs")
    assert titles(tmp_path) == ["Club", "Dogs"]


def test_a_pack_file_called_as_its_cover_is_found_among_what_is_said_of_other_pictures(tmp_path: Path) -> None:
    """Of as many files as a box takes packs the first ones were read, and of those behind nothing was told."""
    folder = album(tmp_path / "zoo", MAX_PACKS + 10)
    for file in [*folder.iterdir()]:
        file.with_suffix(".json").write_text(SIDECAR)
    shutil.copy(folder / "shot 00.png", folder / "zoo.png")
    words(folder / "zoo.yaml", title="Words")
    found = decks(tmp_path)
    assert (sorted(pack.title for pack in found.custom()), found.faults) == (["Words", "zoo"], ())


@pytest.mark.parametrize("name", ["Inverno/clip {:04}.mp4.json", "Inverno/shot {:04}.json", "Inverno/{:04}.txt"])
def test_of_files_beside_pictures_no_more_are_read_than_nobody_waits_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of fifteen thousand was opened; and packs, which are read first, have their room beside them."""
    album(tmp_path / "Inverno", 22)
    words(tmp_path / "Inverno/words.json", title="Words")
    words(tmp_path / "kids.yaml", id="kids", title="Kids")
    for number in range(2500):
        (tmp_path / name.format(number)).write_text("{}")
    read, examine = list[Path](), examined.examine
    monkeypatch.setattr(
        examined, "examine", lambda path, *args, **named: read.append(path) or examine(path, *args, **named)
    )
    found = decks(tmp_path)
    assert sorted(pack.title for pack in found.custom()) == ["Inverno", "Kids"]
    assert 1900 < len(read) < 2010
    (told,), (more,) = found.faults, found.more_faults
    assert "Inverno/" in told and told.endswith(": all packs together at most 2 MB")
    assert len(read) + 1 + more == 2503


def test_no_more_bytes_are_read_of_packs_and_what_lies_near_pictures_together(tmp_path: Path) -> None:
    """Each had two megabytes of its own, which take as long to be read as anybody waits."""
    album(tmp_path / "Club", 22)
    remark = f"# {'x' * 600_000}\n"
    for number in range(3):
        words(tmp_path / f"{number}.yaml", id=f"w{number}", title=f"W{number}")
        words(tmp_path / f"Club/{number}.yaml", id=f"c{number}", title=f"C{number}")
        for path in (tmp_path / f"{number}.yaml", tmp_path / f"Club/{number}.yaml"):
            path.write_text(path.read_text() + remark)
    found = decks(tmp_path)
    assert sorted(pack.title for pack in found.custom()) == ["Club", "W0", "W1", "W2"]
    assert found.faults == (f"{tmp_path}: Club/0.yaml: all packs together at most 2 MB",)
    assert found.more_faults == (2,)


@pytest.mark.parametrize(
    "text", ["cards: [", "id: deck\nkind: pictures\ncard: []\n", "id: deck\ncards: []\n", "", TYPED], ids=str.split
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


@pytest.mark.parametrize("kind", ["png", "heic"])
@pytest.mark.parametrize("place", ["Club", "Club/images", "Club/images/small"])
def test_a_few_pictures_beside_or_below_a_pack_adorn_it(place: str, kind: str, tmp_path: Path) -> None:
    """Below it they were an album of too few cards, for good."""
    words(tmp_path / "Club/words.yaml")
    for file in album(tmp_path / place, 3).glob("*.png"):
        file.rename(file.with_suffix(f".{kind}"))
    found = decks(tmp_path)
    assert (len(found.custom()), found.faults) == (1, ())


def test_too_few_pictures_below_no_pack_are_told(tmp_path: Path) -> None:
    words(tmp_path / "words.yaml")
    words(tmp_path / "A/words.yaml", id="a", language="english")
    for place in ("Club", "A/images"):
        album(tmp_path / place, 3)
    found = decks(tmp_path)
    assert len(found.custom()) == 1
    assert [line.endswith(": cards: 3: at least 20 cards") for line in found.faults] == [False, True, True]
