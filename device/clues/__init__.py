"""Whether the form of a clue is valid against the visible words (rules: Clues)."""

from device.clues.checker import CardWord, ClueChecker, Rule, Violation

__all__ = ["CardWord", "ClueChecker", "Rule", "Violation"]
