"""Loads the case files: `- {visible: WORD, clue: x, valid: true}`, with `parts` and `allow` from our packs."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from device.clues import CardWord, ClueChecker
from device.clues.grammar import fold

HERE = Path(__file__).parent
LANGUAGES = HERE.parents[1] / "assets" / "languages"


@dataclass(frozen=True)
class Case:
    card: CardWord
    clue: str
    valid: bool


@cache
def pack_cards(language: str) -> dict[str, CardWord]:
    """Return the cards of our packs of one language by folded word."""
    cards = {}
    for path in sorted((LANGUAGES / language / "words").glob("*.yaml")):
        for card in yaml.safe_load(path.read_text(encoding="utf-8"))["cards"]:
            data: dict[str, Any] = card if isinstance(card, dict) else {"word": card}
            found = CardWord(data["word"], tuple(data.get("parts", ())), tuple(data.get("allow", ())))
            cards[fold(found.word)] = found
    return cards


def _card(visible: Any, language: str) -> CardWord:
    """Return the card: a word, a mapping like a pack's card, or a list of word, parts and allow."""
    if isinstance(visible, dict):
        return CardWord(visible["word"], tuple(visible.get("parts", ())), tuple(visible.get("allow", ())))
    return pack_cards(language).get(fold(visible), CardWord(visible))


def load(folder: str, language: str) -> list[Case]:
    """Return the cases of a language in one of the folders here."""
    entries = yaml.safe_load((HERE / folder / f"{language}.yaml").read_text(encoding="utf-8"))
    cases = []
    for entry in entries:
        if "parts" in entry or "allow" in entry:
            card = CardWord(entry["visible"], tuple(entry.get("parts", ())), tuple(entry.get("allow", ())))
        else:
            card = _card(entry["visible"], language)
        cases.append(Case(card, str(entry["clue"]), entry["valid"]))
    return cases


def misses(folder: str, language: str) -> tuple[int, list[str]]:
    """Return the number of cases and one line for each that the checker answers wrongly."""
    checker, cases = ClueChecker(language), load(folder, language)
    wrong = []
    for case in cases:
        because = checker.check(case.clue, [case.card])
        if (not because) is not case.valid:
            answer = ", ".join(reason.rule for reason in because) or "valid"
            wrong.append(
                f"{case.card.word}: {case.clue} is {answer}, should be {'valid' if case.valid else 'not valid'}"
            )
    return len(cases), wrong
