"""Make the tables the box plays by: `python assets/associations/build.py [--check] [LANG …]` from the top folder."""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from assets.associations.sources import FEWEST, Sources, read_sources, source_files  # noqa: E402
from assets.associations.weigh import Weigher  # noqa: E402
from device.cards.library import PackLibrary  # noqa: E402
from device.cards.packs import ANY  # noqa: E402
from device.clues import CardWord, ClueChecker  # noqa: E402
from device.game.box_player import CheckedWords  # noqa: E402
from device.game.box_words import table_file  # noqa: E402
from device.players.associations import Associations  # noqa: E402

ASSETS = HERE.parent
PROGRAMS = ("sources", "weigh", "nearness")
"""The programs that read and weigh."""


def card_names(language: str) -> tuple[str, ...]:
    """Return the names of every card one may play with in a language, words and pictures."""
    library = PackLibrary(ASSETS)
    packs = (*library.packs(language), *library.packs(ANY, "pictures"))
    return tuple(dict.fromkeys(card.name for pack in packs for card in pack.cards))


def notes(language: str, sources: Sources) -> Iterator[str]:
    """Yield what authors should look at."""
    names = card_names(language)
    known: dict[str, int] = {name: len(sources.cards.get(name, ())) for name in names}
    for told, wanted in (("words", str.isupper), ("pictures", str.islower)):
        missing = [name for name in names if wanted(name) and not known[name]]
        if missing:
            yield f"{len(missing)} of {sum(map(wanted, names))} cards ({told}) without associations: {_some(missing)}"
    few = [f"{name} {count}" for name, count in known.items() if 0 < count < FEWEST]
    if few:
        yield f"{len(few)} cards with fewer than {FEWEST} words: {_some(few)}"
    checker = ClueChecker(language)
    for card, words in sources.cards.items():
        own = [word for word in words if card.isupper() and " " not in word and checker.check(word, [CardWord(card)])]
        if own:
            yield f"{card}: never a valid clue for it: {', '.join(own)}"
    yield f"{sum(map(bool, known.values()))} cards, {len(sources.clues)} clues"


def build(language: str, sources: Sources, names: tuple[str, ...]) -> Associations:
    """Return the table of a language's sources; leave when the extra `associations` is not there."""
    try:
        from assets.associations.nearness import nearness
    except ImportError as error:
        raise SystemExit(f"{error}; it takes: pip install -e '.[associations]'") from None

    words = CheckedWords(language, PackLibrary(ASSETS))
    return Weigher(sources, words, names, nearness).table(language, digest(HERE / language))


def digest(folder: Path) -> bytes:
    """Return the hash of the files a table is made of: the sources, and the programs that read and weigh them."""
    found = hashlib.sha256()
    for path in (*source_files(folder), *(HERE / f"{name}.py" for name in PROGRAMS)):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.digest()


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:40]) + (" …" if len(names) > 40 else "")


def main(argv: Sequence[str] | None = None) -> int:
    """Check or build; return 1 where a source has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="say what is wrong or missing, and write nothing")
    parser.add_argument("languages", nargs="*", metavar="LANG")
    arguments = parser.parse_args(argv)
    wrong = False
    for language in arguments.languages or sorted(path.name for path in HERE.iterdir() if (path / "cards").is_dir()):
        names = card_names(language)
        sources = read_sources(HERE / language, names)
        for line in (*sources.faults, *notes(language, sources)):
            print(f"{language}: {line}")
        wrong = wrong or bool(sources.faults)
        if not arguments.check and not sources.faults:
            table = build(language, sources, names)
            file = table_file(language)
            file.write_bytes(table.to_bytes())
            print(f"{language}: {len(table.keys)} words, {file.stat().st_size / 2**20:.2f} MiB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
