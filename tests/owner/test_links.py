"""Links on a stick and in the data directory: nothing of the box is read, told or copied because one leads there."""

from collections import deque
from pathlib import Path

import pytest

from device.cards.library import PackLibrary
from device.cards.pack_file import examine
from device.files.assets import assets
from device.files.places import files_in
from device.owner.archive import FILE, unpack
from device.owner.config_file import NAME, take_config
from device.owner.copy_packs import copy_packs
from device.owner.transfer import TransferError
from device.owner.update_file import newest
from device.storage.store import Store
from tests.cards.test_own_packs import album, words

SECRET = "root:x:0:0:root:/root:/bin/bash\n"
ITSELF = "the file or folder itself, not a link to it"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """Put a file beside the stick."""
    path = tmp_path / "passwd.txt"
    path.write_text(SECRET * 30)
    return path


@pytest.mark.parametrize("ending", ["txt", "csv", "yaml", "json"])
def test_a_link_for_a_pack_is_told_and_not_read(ending: str, secret: Path, tmp_path: Path) -> None:
    packs = tmp_path / "stick/packs"
    words(packs / "z.yaml")
    link = packs / f"pw.{ending}"
    link.symlink_to(secret)
    found = PackLibrary(assets(), [packs])
    assert [pack.id for pack in found.custom()] == ["mine"]
    assert found.every_fault == (f"{link}: {ITSELF}",)


def test_a_link_for_a_folder_is_told_and_not_looked_into(secret: Path, tmp_path: Path) -> None:
    words(tmp_path / "elsewhere/mine.yaml")
    inside, whole = tmp_path / "packs/inside", tmp_path / "whole"
    inside.parent.mkdir()
    for link in (inside, whole):
        link.symlink_to(tmp_path / "elsewhere")
    found = PackLibrary(assets(), [inside.parent, whole])
    assert found.custom() == ()
    assert found.every_fault == (f"{inside}: {ITSELF}", f"{whole}: {ITSELF}")


def test_a_picture_that_is_a_link_is_no_card_even_within_its_folder(tmp_path: Path) -> None:
    folder = album(tmp_path / "packs/Summer")
    (folder / "twin.png").symlink_to(folder / "shot 01.png")
    found = PackLibrary(assets(), [tmp_path / "packs"])
    assert found.custom() == ()
    assert found.every_fault == (f"{folder}: twin.png: a picture file beside the pack",)


@pytest.mark.parametrize("name", ["letter.txt", "letter.csv", "letter.yaml"])
def test_what_is_no_pack_is_hardly_quoted(name: str, tmp_path: Path) -> None:
    letter = tmp_path / name
    letter.write_text("Dearest Grandmother Winifred I hope this finds you well and merry\n" * 30)
    _, faults = examine(letter)
    assert faults
    for fault in faults:
        assert "Dearest" in str(fault)
        assert "Winifred" not in str(fault)


def test_the_data_directorys_links_are_not_taken_along(secret: Path, tmp_path: Path) -> None:
    words(tmp_path / "packs/z.yaml")
    (tmp_path / "packs/pw.txt").symlink_to(secret)
    assert files_in(tmp_path / "packs") == [tmp_path / "packs/z.yaml"]


def test_a_sticks_links_are_not_copied_nor_taken_for_what_the_owner_brings(secret: Path, tmp_path: Path) -> None:
    stick, data = tmp_path / "stick", tmp_path / "data"
    words(stick / "packs/z.yaml")
    for name in ("packs/pw.txt", NAME, FILE, "spytable-9.0.0.update"):
        (stick / name).symlink_to(secret)
    deque(copy_packs(Store(data), data, stick, None), maxlen=0)
    assert files_in(data / "packs") == [data / "packs/z.yaml"]
    with pytest.raises(TransferError, match="not a link to it") as refused:
        deque(take_config(data, stick), maxlen=0)
    assert "root" not in str(refused.value).replace(str(stick), "")
    with pytest.raises(TransferError, match="no export here"):
        deque(unpack(stick / FILE, tmp_path / "staged"), maxlen=0)
    assert newest(stick) is None
