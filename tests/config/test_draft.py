"""A config that is replaced."""

from pathlib import Path

import pytest

from device.config.draft import MAX_KEPT, replace_config


def test_the_config_of_before_is_kept_beside_the_new_one_with_its_mode(tmp_path: Path) -> None:
    path, before = tmp_path / "config.yaml", tmp_path / "config.yaml.before"
    replace_config(path, "first")
    assert not before.exists()
    path.chmod(0o640)
    replace_config(path, "new")
    assert (path.read_text(), before.read_text()) == ("new", "first")
    assert {each.stat().st_mode & 0o777 for each in (path, before)} == {0o640}


def test_a_config_that_is_a_link_stays_one(tmp_path: Path) -> None:
    """It became a file of its own, and what it had led to kept the old settings, without a word."""
    real, link = tmp_path / "kept/real.yaml", tmp_path / "box.yaml"
    real.parent.mkdir()
    real.write_text("old")
    link.symlink_to(real)
    replace_config(link, "new")
    assert (link.is_symlink(), real.read_text()) == (True, "new")
    assert (real.parent / "real.yaml.before").read_text() == "old"


def test_a_config_of_before_is_not_replaced_by_another_one_nor_by_the_same_again(tmp_path: Path) -> None:
    """The second press of Settings file put the new file over the owner's notes."""
    path = tmp_path / "c8.yaml"
    path.write_text(notes := "# my precious notes\ndefaults: {language: en}\n")
    for _ in range(2):
        replace_config(path, "defaults: {language: es}\n")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {
        "c8.yaml": "defaults: {language: es}\n",
        "c8.yaml.before": notes,
    }
    for text in (notes, "defaults: {language: es}\n", "third", "fourth"):
        replace_config(path, text)
    kept = {each.name: each.read_text() for each in tmp_path.glob("*.before*")}
    assert kept == {
        "c8.yaml.before": notes,
        "c8.yaml.before-2": "defaults: {language: es}\n",
        "c8.yaml.before-3": "third",
    }


def test_of_as_many_configs_of_before_as_may_be_the_last_gives_way(tmp_path: Path) -> None:
    path = tmp_path / "c8.yaml"
    for number in range(20):
        replace_config(path, f"# {number}\n")
    kept = sorted(tmp_path.glob("*.before*"))
    assert [each.read_text() for each in kept] == [f"# {number}\n" for number in [*range(MAX_KEPT - 1), 18]]


def test_a_config_of_before_that_cannot_be_read_stays_and_is_in_no_ones_way(tmp_path: Path) -> None:
    """Another user's, or one in a bad place of the disk: nothing could be kept by the guide any more."""
    path, before = tmp_path / "c8.yaml", tmp_path / "c8.yaml.before"
    path.write_text("# first\n")
    before.symlink_to("/proc/self/mem")  # a file that fails at the first byte, whoever reads it
    replace_config(path, "# second\n")
    assert before.is_symlink()
    assert (tmp_path / "c8.yaml.before-2").read_text() == "# first\n" and path.read_text() == "# second\n"


@pytest.mark.parametrize("folders", [[1], [1, 2], [2], [*range(1, MAX_KEPT + 1)]])
def test_a_folder_where_a_config_of_before_would_lie_is_passed_over(folders: list[int], tmp_path: Path) -> None:
    """No setting could be changed any more."""
    path = tmp_path / "c8.yaml"
    names = [f"c8.yaml.before{'' if number == 1 else f'-{number}'}" for number in range(1, MAX_KEPT + 1)]
    for number in folders:
        (tmp_path / names[number - 1]).mkdir()
    for text in ("# first\n", "# second\n", "# third\n", "# second\n"):
        replace_config(path, text)
    free = [tmp_path / name for name in names if not (tmp_path / name).is_dir()]
    assert path.read_text() == "# second\n"
    assert [each.read_text() for each in free if each.exists()] == ["# first\n", "# second\n", "# third\n"][: len(free)]
    assert {each.name for each in tmp_path.iterdir()} <= {"c8.yaml", *names}
