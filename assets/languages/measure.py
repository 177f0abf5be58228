"""Measure the word packs by what `senses.tsv` says of their words.

    python assets/languages/measure.py [LANGUAGE …]

A line of senses.tsv is a card: its word, the group of its most obvious sense, and its common senses with "; " between
them, tabs in between. Without a language every one that has the file is measured. The shares wanted are those of
the two standard packs; exit 1 when one is missed, or when the file and the packs do not fit together.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

HERE = Path(__file__).parent
STANDARD = ("lantern", "compass")
TWO_FACED = {"en": 0.6}
"""The least share of words with two senses or more."""
TWO_FACED_ELSEWHERE = 0.5
EDIBLE_OR_ALIVE = 0.12
"""The largest share of animals, food and drink."""
GROUPS = """
animals food body people professions places nature house clothes tools transport sport games music arts science time
money school war myth abstract action materials toys media buildings weather plants other
"""


class Senses(NamedTuple):
    """What is known of a word."""

    group: str
    glosses: tuple[str, ...]


def packs(folder: Path) -> dict[str, list[str]]:
    """Return the words of each pack of a language, by the name of its file."""
    found = {}
    for path in sorted((folder / "words").glob("*.yaml")):
        cards = yaml.safe_load(path.read_text(encoding="utf-8"))["cards"]
        found[path.stem] = [card["word"] if isinstance(card, dict) else card for card in cards]
    return found


def read(path: Path) -> tuple[dict[str, Senses], list[str]]:
    """Return the senses of each word, and a line for each fault of the file."""
    known: dict[str, Senses] = {}
    faults = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, group, glosses = (*line.split("\t"), "", "")[:3]
        senses = Senses(group, tuple(gloss.strip() for gloss in glosses.split(";") if gloss.strip()))
        if group not in GROUPS.split() or not senses.glosses or line.count("\t") != 2:
            faults.append(f"line {number}: {line!r}: not a word, one of the groups and at least one sense")
        if word in known:
            faults.append(f"line {number}: {word} stands twice")
        known[word] = senses
    return known, faults


def shares(words: Sequence[str], known: dict[str, Senses]) -> tuple[float, float, Counter[str]]:
    """Return the share of words with two senses, that of animals and food, and how many words each group has."""
    senses = [known.get(word, Senses("", ())) for word in words]
    groups = Counter(each.group for each in senses)
    count = max(len(words), 1)
    two_faced = sum(len(each.glosses) > 1 for each in senses) / count
    return two_faced, (groups["animals"] + groups["food"]) / count, groups


def measure(folder: Path) -> bool:
    """Print the measures of one language; return whether all are kept."""
    language, ours = folder.name, packs(folder)
    known, faults = read(folder / "senses.tsv")
    every = [word for words in ours.values() for word in words]
    both = [word for name in STANDARD for word in ours.get(name, [])]
    for name, words in {**ours, "+".join(STANDARD): both}.items():
        two_faced, edible, _ = shares(words, known)
        print(f"{language} {name}: {len(words)} words, {two_faced:.1%} of two senses, {edible:.1%} animals and food")
    two_faced, edible, groups = shares(both, known)
    print("  " + ", ".join(f"{group or '?'} {count / max(len(both), 1):.1%}" for group, count in groups.most_common()))
    faults += [f"not in senses.tsv: {word}" for word in every if word not in known]
    faults += [f"not in a pack: {word}" for word in known if word not in every]
    least = TWO_FACED.get(language, TWO_FACED_ELSEWHERE)
    if two_faced < least:
        faults.append(f"{two_faced:.1%} of two senses, {least:.0%} wanted")
    if edible > EDIBLE_OR_ALIVE:
        faults.append(f"{edible:.1%} animals and food, at most {EDIBLE_OR_ALIVE:.0%} wanted")
    print("".join(f"  {language}: {fault}\n" for fault in faults), end="")
    return not faults


def main(languages: Sequence[str]) -> int:
    """Measure the languages named, or all; return 1 when a measure is missed."""
    folders = [HERE / name for name in languages] or sorted(path.parent for path in HERE.glob("*/senses.tsv"))
    kept = [measure(folder) for folder in folders]
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
