"""Where the files the program ships with are."""

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def assets() -> Path:
    """Return the assets folder: inside the installed package, or at the top of a checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"
