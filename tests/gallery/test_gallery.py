"""The gallery is made by one command, and the README's pictures are there."""

import re
from pathlib import Path

import pytest
from PIL import Image

from tests.gallery.__main__ import main
from tests.gallery.films import README
from tests.gallery.states import STATES, write

ROOT = Path(__file__).parents[2]


def test_a_screen_and_a_film_are_made(tmp_path: Path) -> None:
    small = ["--sizes", "800x480", "--languages", "pl", "--jobs", "1"]
    assert main([str(tmp_path), *small, "--screens", "home", "duet", "--films", "by_time"]) == 0
    with Image.open(tmp_path / "pl/800x480/duet.png") as picture:
        assert picture.size == (800, 480)
        assert len(picture.getcolors(1 << 20) or ()) > 100, "it is no dark screen"
    assert (tmp_path / "pl-800x480-1.png").is_file()
    frames = list((tmp_path / "films/pl/800x480/by_time").glob("*ms.png"))
    assert len(frames) == 88
    assert len({frame.read_bytes() for frame in frames}) > 20, "it moves"


@pytest.mark.parametrize("size", ["800x480"])
def test_every_state_can_be_shown(size: str, tmp_path: Path) -> None:
    write(tmp_path, tmp_path / "data", size, "en")
    pictures = {file.read_bytes() for file in tmp_path.glob("*.png")}
    assert len(pictures) == len(STATES) == 20
    assert (tmp_path / "answers.md").read_text().count("seat") == len(STATES)


def test_the_pictures_of_the_readme_are_there_and_small() -> None:
    shown = set(re.findall(r"\((tests/gallery/readme/[^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert shown == {f"tests/gallery/readme/{file.name}" for file in README.iterdir()}
    assert sum(file.stat().st_size for file in README.iterdir()) < 3_000_000
    for name in ("turn", "ending"):
        with Image.open(README / f"{name}.webp") as film:
            assert getattr(film, "n_frames", 1) > 20
