"""What an edge of the table says."""

from typing import NamedTuple


class PromptLines(NamedTuple):
    """An edge's lines: what to do, how it stands, what the button does; `active` when the edge is asked to act."""

    main: str
    more: str
    button: str
    active: bool
