"""Make the gallery: every screen in every language at every size, films of the endings and a turn, states, README."""

import argparse
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path

from device.files.assets import assets
from device.files.texts import languages
from tests.gallery import films
from tests.gallery.camera import PANELS
from tests.gallery.shots import SCREENS, films_of, screens, states_of

SIZES = (*PANELS, "1920x1080")


def main(given: list[str]) -> int:
    """Make what is asked for."""
    known = sorted(languages(assets()))
    parser = argparse.ArgumentParser(prog="python -m tests.gallery", description=__doc__)
    parser.add_argument("out", type=Path, help="a folder for the pictures")
    parser.add_argument("--languages", nargs="+", choices=known, default=known)
    parser.add_argument("--sizes", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--screens", nargs="*", choices=sorted(SCREENS), metavar="SCREEN", help="only these; none")
    parser.add_argument("--films", nargs="*", choices=sorted(films.FILMS), metavar="FILM", help="only these; none")
    parser.add_argument("--states", action="store_true", help="only twenty states, for a fresh reader to judge")
    parser.add_argument("--readme", action="store_true", help="only the pictures of the README, where it has them")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args(given)
    if asked.readme:
        with tempfile.TemporaryDirectory() as data:
            films.readme(Path(data))
        return 0
    both = list(product(asked.sizes, asked.languages))
    if asked.states:
        work = [partial(states_of, asked.out, *each) for each in both]
    else:
        shown = list(SCREENS) if asked.screens is None else asked.screens
        filmed = list(films.FILMS) if asked.films is None else asked.films
        work = [partial(screens, asked.out, shown, *each) for each in both if shown]
        work += [partial(films_of, asked.out, filmed, *each) for each in both if filmed]
    if asked.jobs == 1:
        for each in work:
            each()
    else:
        with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
            for done in [pool.submit(each) for each in work]:
                done.result()
    sys.stdout.write(f"{asked.out}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
