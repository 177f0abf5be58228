"""What tests of the owner's pages share."""

from pathlib import Path

import pytest


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Return the folder of a USB stick."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder
