"""What of a game the box may play, and the tempers in which it does: names that people choose and a game is kept with.

In Duet a role is a side; in a game of two teams it is a team's spymaster, or the whole team.
"""

from device.rules.model import Phase, Side

TEMPERS = ("careful", "even", "bold")
"""From the one that dares least."""
SPYMASTERS = (Phase.CLUE, Phase.COVER)
"""When it is a team's spymaster who acts, not its operatives."""


def spymaster(team: Side) -> str:
    """Return the role of a team's spymaster."""
    return f"{team}_spymaster"


def whole_team(team: Side) -> str:
    """Return the role of all there is of a team."""
    return f"{team}_team"


BOX_ROLES: dict[str, tuple[str, ...]] = {
    "duet": (str(Side.A), str(Side.B)),
    "versus": tuple(role(team) for role in (spymaster, whole_team) for team in (Side.RED, Side.BLUE)),
}
"""The roles in the games of a family."""
