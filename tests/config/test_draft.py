"""A config that is replaced."""

from pathlib import Path

from device.config.draft import replace_config


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
