"""Where the files the program ships with are."""

import os
from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


@lru_cache(maxsize=1)
def assets() -> Path:
    """Return the assets folder: inside the installed package, or at the top of a checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


@lru_cache(maxsize=1024)
def is_ours(file: Path) -> bool:
    """Tell whether a file is shipped with the program; of pictures it is asked for every card at every drawing."""
    return str(file).startswith(f"{assets()}{os.sep}")
