"""What the box plays, and how much it dares: choices of a new game that each touch changes to the next."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from device.files.texts import Texts
from device.rules.model import Side
from device.rules.roles import TEMPERS, spymaster, whole_team
from device.ui.kit.chips import Chip

SIDE_B, ALL_CLUES = (str(Side.B),), (spymaster(Side.RED), spymaster(Side.BLUE))
BLUE_CLUES, BLUE = (spymaster(Side.BLUE),), (whole_team(Side.BLUE),)
ROLES: dict[str, tuple[tuple[str, ...], ...]] = {
    "duet": ((), SIDE_B),
    "versus": ((), ALL_CLUES, BLUE_CLUES, BLUE),
    "shared": ((), ALL_CLUES, BLUE_CLUES),
    "alone": ((), ALL_CLUES),
}
"""What the box may play in the games of a family, with one guesser for both or one team alone; nothing first."""


def room_for(family: str, options: Mapping[str, object]) -> str:
    """Return the row of `ROLES` for a game: it leaves people something to do."""
    if family == "versus" and options.get("opponent") == "simulated":
        return "alone"
    return "shared" if family == "versus" and options.get("operatives") == "shared" else family


@dataclass(slots=True)
class BoxChoices:
    """What is chosen."""

    roles: tuple[str, ...] = ()
    temper: str = "even"

    def chips(self, t: Texts, family: str) -> tuple[Chip, ...]:
        """Return what the box plays in a family of games and, where it plays, its temper."""
        words = {
            (): t("The box does not play"),
            SIDE_B: t("The box at side B"),
            ALL_CLUES: t("The box gives all clues"),
            BLUE_CLUES: t("The box gives Blue's clues"),
            BLUE: t("The box is team Blue"),
        }
        tempers = {"careful": t("Careful"), "even": t("Even-tempered"), "bold": t("Bold")}
        plays = Chip("box:plays", f"{words[self.roles]}\u00a0›", bool(self.roles), partial(self._next_role, family))
        if not self.roles:
            return (plays,)
        return plays, Chip("box:temper", f"{tempers[self.temper]}\u00a0›", False, self._next_temper)

    def _next_role(self, family: str) -> None:
        roles = ROLES[family]
        self.roles = roles[(roles.index(self.roles) + 1) % len(roles)]

    def _next_temper(self) -> None:
        self.temper = TEMPERS[(TEMPERS.index(self.temper) + 1) % len(TEMPERS)]
