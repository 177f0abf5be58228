"""In which languages the box can play."""

from pathlib import Path

from device.files.assets import assets


def table_file(language: str) -> Path:
    """Return where the table of a language is; there need not be one."""
    return assets() / "associations" / f"{language}.table"


def knows_words(language: str) -> bool:
    """Tell whether the box can play in a language."""
    return table_file(language).exists()


def knows_pictures(language: str) -> bool:
    """Tell whether the box can play with our pictures in a language."""
    return knows_words(language) and table_file(language).with_suffix("").joinpath("pictures").is_dir()
