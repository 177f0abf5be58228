"""Whether the form of a clue is valid against the visible words (rules: Clues)."""

from device.clues.checker import Because, CardWord, ClueChecker, Rule

__all__ = ["Because", "CardWord", "ClueChecker", "Rule"]
