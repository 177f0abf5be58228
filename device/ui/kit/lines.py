"""What an edge of the table says."""

from typing import NamedTuple

from device.rules.model import Side


class PromptLines(NamedTuple):
    """An edge's lines: what to do, how it stands, what the button does; `active` when the edge is asked to act.

    `team`: who is spoken to, where that is not the team on turn.
    """

    main: str
    more: str
    button: str
    active: bool
    team: Side | None = None
