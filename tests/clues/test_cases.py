"""How many fresh cases of each language the checker answers rightly; the figure and the misses are printed."""

import pytest

from tests.clues.cases import HERE, misses

FLOORS = {"dev": 0.97, "held_out": 0.95, "cases": 0.95}
FILES = [(path.parent.name, path.stem) for folder in FLOORS for path in sorted((HERE / folder).glob("*.yaml"))]


@pytest.mark.parametrize(("folder", "language"), FILES)
def test_case_files(folder: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    count, wrong = misses(folder, language)
    with capsys.disabled():
        print(f"\nclues {folder}/{language}: {count - len(wrong)} of {count} right", *wrong, sep="\n  ")
    assert len(wrong) <= (1 - FLOORS[folder]) * count, wrong
