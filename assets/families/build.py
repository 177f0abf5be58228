"""Write the data files of the clue checker: `python assets/families/build.py` from the top folder.

`sources/<language>.txt` are written by hand, one entry a line; the first sign says what the words are:
`=` one family; `+` a compound and its parts (its own name alone: it only looks like a compound);
`!` a word and look-alikes of it; `&` words that compounds are made of; `#` a comment.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from device.clues.checker import GRAMMARS  # noqa: E402
from device.clues.families import SECTIONS  # noqa: E402
from device.clues.grammar import Grammar  # noqa: E402

SIGNS = dict(zip("=+!&", SECTIONS, strict=True))


def entries(path: Path, grammar: Grammar) -> dict[str, list[str]]:
    """Return the lines of each section of one source, words spelled by the grammar, sorted."""
    sections: dict[str, set[str]] = {name: set() for name in SECTIONS}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        sign, *words = line.split() or ("#",)
        if sign == "#":
            continue
        if sign not in SIGNS or len(words) < 2:
            raise SystemExit(f"{path.name}:{number}: {line!r}: needs one of = + ! & and at least two words")
        keys = list(dict.fromkeys(map(grammar.letters, words)))
        if SIGNS[sign] == "elements":
            sections["elements"].update(f" {key} " for key in keys)
        elif len(keys) > 1 or sign == "+":
            sections[SIGNS[sign]].add(f" {' '.join(keys)} ")
    return {name: sorted(lines) for name, lines in sections.items()}


def build() -> dict[str, str]:
    """Return the text of each language's data file."""
    texts = {}
    for language, grammar in {language.partition("-")[0]: grammar for language, grammar in GRAMMARS.items()}.items():
        sections = entries(HERE / "sources" / f"{language}.txt", grammar)
        texts[language] = "".join(f"[{name}]\n" + "".join(f"{line}\n" for line in sections[name]) for name in SECTIONS)
    return texts


def main() -> None:
    """Write every data file."""
    for language, text in build().items():
        (HERE / f"{language}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
