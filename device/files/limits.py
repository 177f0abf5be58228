"""What a file may hold at most: more than any that people write."""

MAX_BYTES = 2_000_000
MAX_DEPTH = 40
MAX_VALUES = 30_000
"""Values of a file."""
MAX_NUMBER = 40
"""Characters of a number, and of anything else that is no text."""
FEW = 16
"""Characters that are quoted of what cannot even be read, or may be no file of ours but somebody's letter."""
MAX_KEY = 1024
"""Characters of a key; YAML knows no longer ones."""
