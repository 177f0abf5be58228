"""A file given its content in one step."""

from pathlib import Path

import pytest

from device.files.replacing import PART, replacing


def test_the_new_content_takes_the_place_of_the_old(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"old")
    with replacing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [each.name for each in tmp_path.iterdir()] == ["a.yaml"]


def test_what_fails_meanwhile_leaves_the_old_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="full"), replacing(path) as file:
        file.write(b"ne")
        raise OSError("full")
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["a.yaml"]


def test_the_old_one_is_kept_only_once_the_new_one_is_whole(tmp_path: Path) -> None:
    path, before = tmp_path / "a.zip", tmp_path / "a-before.zip"
    path.write_bytes(b"first")
    with replacing(path, before) as file:
        file.write(b"new")
        assert not before.exists()
    assert (path.read_bytes(), before.read_bytes()) == (b"new", b"first")


def test_where_the_new_one_cannot_take_its_place_the_old_one_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, before, move = tmp_path / "a.zip", tmp_path / "a-before.zip", Path.replace
    path.write_bytes(b"first")

    def failing(self: Path, target: Path) -> Path:
        if self.name.endswith(PART):
            raise OSError("full")
        return move(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(OSError, match="full"), replacing(path, before) as file:
        file.write(b"new")
    assert path.read_bytes() == b"first"
    assert [each.name for each in tmp_path.iterdir()] == ["a.zip"]
