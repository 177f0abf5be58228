"""Pictures of kinds the box does not take, as phones make them: told everywhere, and the others are played."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.owner.copy_packs import copy_packs
from device.storage.store import Store
from tests.cards.test_own_packs import album, decks
from tests.test_cli import spytable

KINDS = [
    *(".heic", ".HEIC", ".heif", ".gif", ".webp", ".tiff", ".tif", ".bmp", ".svg", ".avif", ".jfif", ".jxl"),
    ".dng",
]
"""How the names of pictures end that people put beside others."""


def beside(folder: Path, count: int, ending: str = ".heic") -> list[Path]:
    """Put pictures of a kind the box does not take into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"IMG_{n:02}{ending}" for n in range(count)]
    for file in files:
        file.write_bytes(b"not to be read")
    return files


@pytest.mark.parametrize("ending", KINDS)
def test_pictures_of_a_kind_the_box_does_not_take_are_told_and_the_others_played(ending: str, tmp_path: Path) -> None:
    """A phone's .heic files were passed over without a word: there were fewer cards than pictures."""
    folder = album(tmp_path / "packs/Summer", 22)
    beside(folder, 5, ending)
    names = ", ".join(f"IMG_{n:02}{ending}" for n in range(2))
    told = f"{folder}: {names} (+ 3): only PNG and JPEG are taken"
    found = decks(tmp_path / "packs")
    assert [(pack.id, len(pack.cards)) for pack in found.custom()] == [("Summer", 22)]
    assert (found.faults, found.more_faults) == ((told,), (0,))
    listed, checked = spytable("--data-dir", tmp_path, "packs"), spytable("packs", "check", folder)
    assert (listed.returncode, listed.stderr) == (1, f"{told}\n")
    assert '"id": "Summer"' in listed.stdout
    assert (checked.returncode, checked.stderr) == (0, f"{told}\n")
    assert '"cards": 22' in checked.stdout


def test_packs_beside_such_pictures_are_not_looked_at_anew_each_time(tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/Summer")
    beside(folder, 1)
    library = decks(tmp_path / "packs")
    before = library.custom()
    library.look_again()
    assert library.custom() is before
    (folder / "IMG_00.heic").unlink()
    library.look_again()
    assert library.custom() is not before and library.faults == ()


def test_a_folder_of_nothing_but_such_pictures_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "packs/Summer"
    beside(folder, 2)
    told = f"{folder}: IMG_00.heic, IMG_01.heic: only PNG and JPEG are taken"
    found = decks(tmp_path / "packs")
    assert (found.custom(), found.faults) == ((), (told,))
    checked = spytable("packs", "check", folder)
    assert (checked.returncode, checked.stdout, checked.stderr) == (2, "", f"{told}\n")


def test_a_folder_with_too_few_others_says_both(tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/Summer", 3)
    beside(folder, 1)
    told = [f"{folder}: cards: 3: at least 20 cards", f"{folder}: IMG_00.heic: only PNG and JPEG are taken"]
    found = decks(tmp_path / "packs")
    assert (found.custom(), found.faults) == ((), tuple(told))
    checked = spytable("packs", "check", folder)
    assert (checked.returncode, checked.stderr.splitlines()) == (1, told)


def test_pictures_beside_a_pack_files_own_are_nobodys(tmp_path: Path) -> None:
    """What lies there is the pack's; as loose pictures beside packs, which none plays."""
    root = tmp_path / "packs"
    album(root / "club/shots", 20)
    cards = [{"id": file.stem, "file": f"shots/{file.name}"} for file in sorted((root / "club/shots").iterdir())]
    deck = {"id": "club", "title": "Club", "language": "any", "kind": "pictures", "cards": cards}
    (root / "club/club.json").write_text(json.dumps(deck))
    shared = [{**card, "file": f"pictures/{Path(card['file']).name}"} for card in cards]
    shutil.copytree(root / "club/shots", root / "pictures")
    (root / "other.json").write_text(json.dumps({**deck, "id": "other", "title": "Other", "cards": shared}))
    for folder in (root, root / "club", root / "club/shots", root / "pictures", root / ".thumbs"):
        beside(folder, 2)
    (root / "club/shots/._IMG_07.heic").write_bytes(b"of a Mac")
    found = decks(root)
    assert ({pack.id for pack in found.custom()}, found.faults) == ({"club", "other"}, ())


@pytest.mark.parametrize(
    ("name", "told"), [("a" * 200, f"…{'a' * 18}.heic"), ("b\nc", "b\\nc.heic"), ("d\udce9", "d?.heic")]
)
def test_a_name_of_any_length_and_kind_is_told_in_a_line(name: str, told: str, tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/Summer", 20)
    (folder / f"{name}.heic").write_bytes(b"x")
    found = decks(tmp_path / "packs")
    assert len(found.custom()) == 1
    assert found.faults == (f"{folder}: {told}: only PNG and JPEG are taken",)


def copied(steps: Iterator[object]) -> tuple[str, ...]:
    """Copy all; return what is told of it."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            return tuple(ended.value)


def test_a_copy_from_the_stick_tells_of_pictures_it_does_not_take(tmp_path: Path) -> None:
    stick, store = tmp_path / "stick", Store(tmp_path / "box")
    folder = album(stick / "packs/Summer")
    beside(folder, 1)
    told = copied(copy_packs(store, tmp_path / "box", stick, None))
    store.close()
    assert told == (f"{folder}: IMG_00.heic: only PNG and JPEG are taken",)
    assert len(list((tmp_path / "box/packs/Summer").iterdir())) == 20
