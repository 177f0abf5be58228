"""What lies at a path that came from outside: a path that cannot be looked at leads to nothing."""

from pathlib import Path


def is_file(path: Path) -> bool:
    """Tell whether a path leads to a file one can look at."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_folder(path: Path) -> bool:
    """Tell whether a path leads to a folder one can look at."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
